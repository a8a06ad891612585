"""Names with and without __all__."""

__all__ = ["NAMES", "show", "LATE"]

NAMES = ["a", "b"]
HIDDEN = ["c"]
LATE = {"first": 1}


def show(item: str, _secret: int = 0) -> str:
    """Show an item."""
    return item


def _private(item: str) -> str:
    """Not exported."""
    return item
