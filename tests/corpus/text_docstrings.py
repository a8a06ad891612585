"""What Python takes for a docstring, and what it does not."""

from op_runtime import agentic_function

@agentic_function
def first_line(a: int) -> int:
    """Summary on the first line."""
    return a


@agentic_function
def next_line(a: int) -> int:
    """
    Summary on the next line
      indented and
    joined.

    More text.
    """
    return a


@agentic_function
def joined(a: int) -> int:
    "Two " "literals."
    return a


@agentic_function
def raw(a: int) -> int:
    r"""Raw \d text."""
    return a


@agentic_function
def in_parentheses(a: int) -> int:
    ("In parentheses.")
    return a


@agentic_function
def not_first(a: int) -> int:
    a = a
    """Too late."""
    return a


@agentic_function
def fstring(a: int) -> int:
    f"""No docstring."""
    return a


@agentic_function
def binary(a: int) -> int:
    b"""No docstring."""
    return a


@agentic_function
def added(a: int) -> int:
    "No " + "docstring."
    return a


@agentic_function
def empty(a: int) -> int:
    """"""
    return a


@agentic_function
def blank(a: int) -> int:
    """

    Second paragraph, first text.
    """
    return a


@agentic_function
def one_line(a: int) -> int: "On one line."; return a
