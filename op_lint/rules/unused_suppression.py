"""OP003: a suppression that suppresses nothing."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.finding import Finding, Fix
from op_lint.rules.base import Context, Example, Rule, fix
from op_lint.suppress import Suppression, Used, Word


class UnusedSuppression(Rule):
    """A ``# noqa: OP...`` or ``# op-lint: ignore[...]`` that no finding needs.

    Why: it hides the next fault on this line. Codes of other tools are never looked at, nor is a bare ``# noqa``. In
    ruff's settings ``lint.external = ["OP"]`` keeps it from calling our codes unknown. A bare ``# op-lint: ignore``
    where an agentic function is defined counts as needed: other files decide whether its tool name is taken (OP311).

    Fix: safe, removes the code, and the comment where nothing is left of it.
    """

    code = "OP003"
    name = "unused-suppression"
    severity = "warning"
    summary = "a suppression that suppresses nothing"
    alone = False
    fixes = ("safe",)
    bad = (
        Example(
            '''
            @agentic_function  # noqa: «OP203»
            def find(runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function
            def find(runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            import os  # noqa: F401, «OP201»


            @agentic_function
            def find(runtime=None):  # op-lint: ignore[«missing-summary», «OP209»] why
                """Find pages."""
            ''',
            '''
            import os  # noqa: F401


            @agentic_function
            def find(runtime=None):  # why
                """Find pages."""
            ''',
        ),
        Example(
            '''
            import os  # type: ignore  «# op-lint: ignore»


            @agentic_function
            def find(runtime=None):
                """Find pages."""
            ''',
            '''
            import os  # type: ignore


            @agentic_function
            def find(runtime=None):
                """Find pages."""
            ''',
        ),
    )
    good = (
        Example(
            """
            import os  # noqa: F401

            from op_runtime import agentic_function

            url = "https://example.invalid/a/very/long/address"  # noqa


            @agentic_function
            def find(runtime=None):  # noqa: OP101
                return 1
            """
        ),
        Example(
            '''
            @agentic_function
            def find(runtime=None):  # op-lint: ignore
                """Find pages, but never `# noqa: OP203`."""
            '''
        ),
    )

    def check_suppressions(
        self, context: Context, found: tuple[Suppression, ...], used: Used, rules: tuple[Rule, ...]
    ) -> Iterator[Finding]:
        """Report words, and comments without words, that did nothing although their rules ran."""
        ran = {name for rule in rules for name in (rule.code, rule.name)}
        for suppression in found:
            if suppression.bare:
                idle = suppression.kind != "noqa" and (suppression.range, "") not in used and len(rules) > 1
                if idle:
                    yield context.finding(
                        self, suppression.range, "there is nothing to suppress here", fix=_comment(context, suppression)
                    )
                continue
            words = [each for each in suppression.words if (suppression.range, each.key) not in used]
            words = [each for each in words if each.key in ran]
            whole = len(words) == len(suppression.words) and not suppression.foreign
            for word in words:
                drop = _comment(context, suppression) if whole else _word(context, word)
                message = f"{word.key} is not found here: there is nothing to suppress"
                yield context.finding(self, word.range, message, fix=drop)


def _comment(context: Context, suppression: Suppression) -> Fix:
    text = context.text
    start, end = text.start(suppression.range), text.end(suppression.range)
    line = text.line_end(start)
    rest = text.text[end:line]
    if rest.strip() and not rest.lstrip().startswith("#"):
        keep = line - len(rest.lstrip())
        return fix("Remove the suppression", "safe", text.edit(start, keep, "# "))
    if text.opens_line(start) and not rest.strip():
        number = context.lines.position(start)[0]
        following = context.lines.starts[number + 1] if number + 1 < context.lines.count else line
        return fix("Remove the comment", "safe", text.edit(context.lines.starts[number], following, ""))
    while start > 0 and text.text[start - 1] in " \t":
        start -= 1
    return fix("Remove the comment", "safe", text.edit(start, end, ""))


def _word(context: Context, word: Word) -> Fix:
    text = context.text
    start, end = text.start(word.range), text.end(word.range)
    following = end
    while text.text[following : following + 1] in (",", " ", "\t"):
        following += 1
    if "," in text.text[end:following] and text.text[following : following + 1].isalnum():
        return fix(f"Remove {word.key}", "safe", text.edit(start, following, ""))
    while text.text[start - 1] in ", \t":
        start -= 1
    return fix(f"Remove {word.key}", "safe", text.edit(start, end, ""))
