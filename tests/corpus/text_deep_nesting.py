"""A schema nested thirty levels deep."""

from op_runtime import decision


def decide(runtime):
    return decision.make("Pick one.", {"deep": ("Deep.", {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": str}}}}}}}}}}}}}}}}}}}}}}}}}}}}}})}, runtime=runtime)
