"""The parts of `@agentic_function`: its arguments, its calls, its cache."""
