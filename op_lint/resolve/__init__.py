"""Names, values, types and functions of a project, from source alone."""
