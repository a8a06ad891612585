"""What a rule is, what it is given, and the examples that document and test it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from textwrap import dedent
from typing import TYPE_CHECKING, ClassVar

from op_lint.docstrings import Section, sections
from op_lint.facts import DecisionFacts, FileFacts, FunctionFacts
from op_lint.files import Lines, SourceFile
from op_lint.finding import Edit, Finding, Fix, Related, Safety, Severity
from op_lint.read.expr import Attribute, Dict, Name, Range, Sequence
from op_lint.rewrite import Text

if TYPE_CHECKING:
    from tree_sitter import Node

    from op_lint.config import Config
    from op_lint.index import Index
    from op_lint.resolve.values import Part
    from op_lint.suppress import Suppression, Used

DOCS = "https://op-lint.readthedocs.io/en/stable/rules/"
"""Where the rule pages are published."""

PRELUDE = (
    "from op_runtime import Option, agentic_function, decision\n"
    "from op_runtime import agent, conditional, goal, llm, parallel, repeat_until, route, validate_and_retry\n\n\n"
)
"""What an example that imports nothing is read with."""


class Example:
    """One example of a rule: source in which ``«»`` mark each range that is flagged, and what its fix makes of it.

    ``fixed`` is the whole text after all fixes of the rule, unsafe ones included; None where there is no fix.
    Without marks it is an example that the rule must say nothing about.
    """

    def __init__(self, source: str, fixed: str | None = None, *, path: str = "example.py") -> None:
        self.source = dedent(source).lstrip("\n")
        self.fixed = None if fixed is None else dedent(fixed).lstrip("\n")
        self.path = path


class Rule:
    """One thing that can be wrong.

    A rule's docstring says what it finds, then why it matters (``Why:``), then what its fix does and whether it is
    safe (``Fix:``). That text and the examples are its page, its ``op-lint rule`` text, its hover and its tests.
    """

    code: ClassVar[str]
    name: ClassVar[str]
    severity: ClassVar[Severity]
    summary: ClassVar[str]
    fixes: ClassVar[tuple[Safety, ...]] = ()
    """The safeties that its fixes may have; the examples show each."""
    options: ClassVar[Mapping[str, type]] = {}
    """What ``[tool.op-lint.rules.NAME]`` may set for it, and the type of each: int, bool, str or list (of texts)."""
    alone: ClassVar[bool] = True
    """Whether it says the same whichever other rules run."""
    across: ClassVar[bool] = False
    """Whether it compares facts of several statements of a file. Any other is asked about one statement at a time."""
    syntax: ClassVar[bool] = False
    """Whether it looks at what does not parse, which may be otherwise after each keystroke."""
    bad: ClassVar[tuple[Example, ...]] = ()
    """Examples that are flagged, at their marks and nowhere else."""
    good: ClassVar[tuple[Example, ...]] = ()
    """Near misses that are not flagged."""

    def check(self, context: Context) -> Iterator[Finding]:
        """The findings of this rule in one file, in any order."""
        yield from ()

    def check_suppressions(
        self, context: Context, found: tuple[Suppression, ...], used: Used, rules: tuple[Rule, ...]
    ) -> Iterator[Finding]:
        """The findings about the comments that suppress others; ``rules`` are the ones that ran."""
        yield from ()

    @property
    def url(self) -> str:
        """The address of the rule's page."""
        return DOCS + self.name

    @property
    def on(self) -> bool:
        """Whether the rule is on where nothing is selected: advice (severity ``info``) is not."""
        return self.severity != "info"


@dataclass(frozen=True, slots=True)
class Context:
    """What a rule sees of one file."""

    path: str
    source: SourceFile
    facts: FileFacts
    config: Config
    _sections: dict[int, tuple[Section, ...]] = field(default_factory=dict, repr=False)
    _indexes: list[Index] = field(default_factory=list, repr=False)

    @property
    def lines(self) -> Lines:
        """The file's text with its positions."""
        return self.source.lines

    @property
    def text(self) -> Text:
        """The file's text for edits."""
        return Text(self.source.lines, self.source.newline)

    @property
    def index(self) -> Index:
        """What names are bound to in the file, and its syntax tree without the statements that do not parse."""
        if not self._indexes:
            from op_lint.index import Index

            self._indexes.append(Index(self.lines))
        return self._indexes[0]

    def node(self, where: Range) -> Node | None:
        """The smallest node of the file's syntax tree that covers a range, for what stands around it."""
        start = self.lines.to_byte(self.lines.offset(where.start_line, where.start_column))
        end = self.lines.to_byte(self.lines.offset(where.end_line, where.end_column))
        self.index.note(start)
        return self.index.root.descendant_for_byte_range(start, end)

    def slice(self, where: Range) -> str:
        """The source in a range."""
        return self.source.lines.slice(where)

    def finding(
        self,
        rule: Rule,
        where: Range,
        message: str,
        *,
        fix: Fix | None = None,
        severity: Severity | None = None,
        related: tuple[Related, ...] = (),
        symbol: str = "",
    ) -> Finding:
        """A finding of ``rule``; its severity is the rule's own unless another is given."""
        return Finding(rule.code, rule.name, severity or rule.severity, where, message, fix, related, symbol=symbol)

    def sections(self, function: FunctionFacts) -> tuple[Section, ...]:
        """The parameter and result sections of a function's docstring."""
        if id(function) not in self._sections:
            value = function.docstring.value if function.docstring else None
            names = [param.name for param in function.params]
            self._sections[id(function)] = sections(value, names) if value else ()
        return self._sections[id(function)]

    def at(self, decision: DecisionFacts, part: Part) -> tuple[Range, tuple[Related, ...]]:
        """Where to report a part of a decision's options: there, or at the call where it is in another file."""
        if self.here(part):
            return part.place.range, ()
        return decision.options.range, (Related(part.place.range, "it is written here", part.place.path),)

    def here(self, part: Part) -> bool:
        """Whether a part is written in this file."""
        return part.place.path in (self.facts.path, os.path.abspath(self.facts.path))  # noqa: PTH100 - links stay

    def direct(self, decision: DecisionFacts, part: Part) -> bool:
        """Whether a part is an item or a value of the display that the options are, and can be rewritten there."""
        if not self.here(part) or not isinstance(decision.options, Dict | Sequence | Name | Attribute):
            return False
        container = decision.container
        if isinstance(container, Dict):
            return part.place.range in {entry.value.range for entry in container.entries}
        return isinstance(container, Sequence) and part.place.range in {item.range for item in container.items}


class OptionsRule(Rule):
    """A rule about options that the runtime refuses: it is asked only where building the menu fails."""

    def check(self, context: Context) -> Iterator[Finding]:
        """Ask about each decision whose menu does not build."""
        for decision in context.facts.decisions:
            if decision.result.error is not None and decision.part is not None:
                yield from self.refused(context, decision)

    def refused(self, context: Context, decision: DecisionFacts) -> Iterator[Finding]:
        """The findings in the options of one decision whose menu does not build."""
        yield from ()


def fix(title: str, safety: Safety, *edits: Edit) -> Fix:
    """A fix; no edits are the caller's mistake."""
    return Fix(title, tuple(sorted(edits)), safety)
