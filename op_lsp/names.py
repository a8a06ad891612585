"""What a dotted name in a text refers to, across the modules of its project."""

from op_lint.names import Definition, defined_as, definition, name_at, references

__all__ = ["Definition", "defined_as", "definition", "name_at", "references"]
