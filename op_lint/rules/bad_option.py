"""OP407: something that is no option."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.facts import DecisionFacts
from op_lint.finding import Finding
from op_lint.offered import DictPart, ItemsPart, Leaf, Offer, OptionPart, Part, offers, text, unknown
from op_lint.resolve.values import is_function
from op_lint.rules.bad_meta_spec import BadMetaSpec
from op_lint.rules.bad_schema_type import BadSchemaType
from op_lint.rules.base import Context, Example, OptionsRule
from op_lint.rules.duplicate_option import DuplicateOption, in_brackets
from op_lint.rules.empty_options import EmptyOptions
from op_lint.rules.list_template import ListTemplate
from op_lint.rules.meta_spec_trap import MetaSpecTrap
from op_lint.rules.nameless_option import NamelessOption
from op_lint.rules.reserved_field import ReservedField
from op_lint.rules.tuple_value import TupleValue

_EXACT = (
    ListTemplate(),
    MetaSpecTrap(),
    TupleValue(),
    BadSchemaType(),
    EmptyOptions(),
    NamelessOption(),
    ReservedField(),
    BadMetaSpec(),
)


class BadOption(OptionsRule):
    """An item that is no option: a number or a dict in a list, an empty tuple, a tuple of another form.

    Why: building the menu raises ``TypeError`` or ``ValueError``; nothing is ever read as something else in silence.
    What the runtime refuses and no other rule explains is reported here, in the runtime's own words.

    Fix: none.
    """

    code = "OP407"
    name = "bad-option"
    severity = "error"
    summary = "something in the options that is no option"
    bad = (
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", ["done", «3», «{"a": 1}», «()», «("emit", {"a": int})»])
            '''
        ),
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", «("done", "ask")»)
            '''
        ),
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"done": «()»})
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"three": 3, "a": {"a": 1}, "emit": ("Emit it.", {"a": int})})
            '''
        ),
        Example(
            '''
            from elsewhere import find
            from op_runtime import agentic_function, decision


            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", [find, (find, "again"), ("emit", "Emit it.", {"a": int})])
            '''
        ),
    )

    def refused(self, context: Context, decision: DecisionFacts) -> Iterator[Finding]:
        """Report what is no option; where nothing is found, what the runtime says of the options."""
        found = list(self._items(context, decision))
        yield from found
        if found or any(True for rule in _EXACT for _ in rule.refused(context, decision)):
            return
        if not any(finding.range for finding in DuplicateOption().check(context)):
            yield context.finding(self, decision.options.range, decision.result.error or "these are no options")

    def _items(self, context: Context, decision: DecisionFacts) -> Iterator[Finding]:
        for offer in offers(decision):
            if not _bad(offer):
                continue
            where, related = context.at(decision, offer.handler)
            if isinstance(offer.handler, ItemsPart) and not related:
                where = in_brackets(context, where)
            forms = 'fn, (fn, "when to pick"), "name", ("name", "when to pick"), ("name", "when to pick", {schema})'
            message = f"an item of a list is {forms}" if offer.in_list else "an empty tuple is no option"
            yield context.finding(self, where, message, related=related)


def _bad(offer: Offer) -> bool:
    part: Part = offer.handler
    if isinstance(part, OptionPart):
        return False
    if isinstance(part, ItemsPart) and part.kind == "tuple":
        return not part.items or (offer.in_list and _bad_tuple(part.items))
    if not offer.in_list:
        return False
    if isinstance(part, Leaf):
        return not (unknown(part) or text(part) is not None or is_function(part))
    return True


def _bad_tuple(items: list[Part]) -> bool:
    if any(unknown(item) for item in items):
        return False
    if len(items) == 2:
        return text(items[1]) is None or not (text(items[0]) is not None or is_function(items[0]))
    return not (
        len(items) == 3 and text(items[0]) is not None and text(items[1]) is not None and isinstance(items[2], DictPart)
    )
