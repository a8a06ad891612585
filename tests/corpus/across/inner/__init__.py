"""A package inside: it imports from its parent."""
