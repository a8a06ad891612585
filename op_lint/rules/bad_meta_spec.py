"""OP414: a field description with a wrong part."""

from __future__ import annotations

from collections.abc import Iterator

from op_runtime.menu.templates import meta_problem

from op_lint.facts import DecisionFacts
from op_lint.finding import Finding, Fix
from op_lint.offered import DictPart, ItemsPart, Part, fields, is_meta_spec, offers, templates, text, unknown
from op_lint.resolve.values import plain
from op_lint.rules.base import Context, Example, OptionsRule, fix

TYPES = ("str", "int", "float", "bool", "list", "dict")


class BadMetaSpec(OptionsRule):
    """A description of one schema field whose ``type`` is text, whose ``options`` are no list or ``fields`` no dict.

    Why: building the menu raises ``TypeError``.

    Fix: safe, writes ``str`` for ``"str"``, and so on for the other plain types. None otherwise.
    """

    code = "OP414"
    name = "bad-meta-spec"
    severity = "error"
    summary = "a description of a schema field with a wrong part"
    fixes = ("safe",)
    bad = (
        Example(
            '''
            @agentic_function
            def report(runtime=None):
                """Report a fault."""
                return decision.make("Pick one.", {"file": ("File it.", {"n": {"type": «"int"», "description": "it"}})})
            ''',
            '''
            @agentic_function
            def report(runtime=None):
                """Report a fault."""
                return decision.make("Pick one.", {"file": ("File it.", {"n": {"type": int, "description": "it"}})})
            ''',
        ),
        Example(
            '''
            @agentic_function
            def report(runtime=None):
                """Report a fault."""
                return decision.make("Pick one.", {"file": ("File it.", {"n": {"type": str, "options": «"ab"»}})})
            '''
        ),
        Example(
            '''
            @agentic_function
            def report(runtime=None):
                """Report a fault."""
                return decision.make("Pick one.", {"file": ("File it.", {"n": «{"fields": {"a": str}, "items": str}»})})
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def report(runtime=None):
                """Report a fault."""
                return decision.make("Pick one.", {"file": ("File it.", {"n": {"type": int, "options": [1, 2]}})})
            '''
        ),
        Example(
            '''
            @agentic_function
            def report(runtime=None):
                """Report a fault."""
                return decision.make("Pick one.", {"file": {"type": "int"}, "n": ("int", "a number")})
            '''
        ),
    )

    def refused(self, context: Context, decision: DecisionFacts) -> Iterator[Finding]:
        """Report the wrong part where there is one, else the whole description."""
        for offer in offers(decision):
            for path, part in templates(offer.schema):
                if not isinstance(part, DictPart) or not is_bad_meta_spec(part):
                    continue
                value = plain(part)
                problem = meta_problem(value) if isinstance(value, dict) else None
                if problem is None:
                    continue
                wrong = next((each for name, _, each in fields(part) if _wrong(name, each)), part)
                where, related = context.at(decision, wrong)
                repair = _type(context, wrong) if wrong is not part else None
                yield context.finding(self, where, f"{path}: {problem}", fix=repair, related=related)


def is_bad_meta_spec(part: DictPart) -> bool:
    """Whether a dict of schema keys is meant to describe a field and does so wrongly."""
    if not is_meta_spec(part):
        return False
    found = {name: value for name, _, value in fields(part)}
    return {"fields", "items"} <= set(found) or any(_wrong(name, value) for name, value in found.items())


def _wrong(name: str, value: Part) -> bool:
    if unknown(value):
        return False
    if name == "type":
        return text(value) is not None
    if name == "options":
        return not isinstance(value, ItemsPart) or value.kind != "list" or not value.items
    return name == "fields" and not isinstance(value, DictPart)


def _type(context: Context, part: Part) -> Fix | None:
    written = text(part)
    if written not in TYPES or not context.here(part) or context.slice(part.place.range)[1:-1] != written:
        return None
    edits = context.text
    where = part.place.range
    return fix(f"Write {written}", "safe", edits.edit(edits.start(where), edits.end(where), written))
