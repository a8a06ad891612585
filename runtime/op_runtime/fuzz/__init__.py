"""Trying a file's decisions on the mistakes that models make, without a model and without running anything picked."""

from op_runtime.fuzz.check import Failure, Report, check_menu
from op_runtime.fuzz.find import Decision, Found, decisions

__all__ = ["Decision", "Failure", "Found", "Report", "check_menu", "decisions", "main"]


def main(argv: list[str]) -> int:
    """Effect: run `op-run fuzz FILE.py[::NAME]`; gives 0 where every reply was read rightly, else 1."""
    from op_runtime.fuzz.command import main as command

    return command(argv)
