"""A module that imports the one that imports it."""

from . import deep


def turn(times: int) -> int:
    """Turn round."""
    return deep and times
