"""A rule's page in Markdown: what ``op-lint rule CODE`` prints, the docs hold and the editor shows."""

from __future__ import annotations

from inspect import cleandoc

from op_lint.rules.base import Rule
from op_lint.rules.examples import unmarked


def page(rule: Rule) -> str:
    """The page of one rule, with a line break at the end."""
    parts = [f"# {rule.code} {rule.name}", f"**{rule.summary[:1].upper()}{rule.summary[1:]}.**", facts(rule)]
    parts.append(_markdown(cleandoc(rule.__doc__ or "")))
    if rule.bad:
        parts += ["## Flagged", *(_block(unmarked(example.source)[0]) for example in rule.bad[:2])]
    fixed = rule.bad[0].fixed if rule.bad else None
    if fixed is not None:
        parts += ["## The first one after the fix", _block(fixed)]
    if rule.good:
        parts += ["## Not flagged", *(_block(example.source) for example in rule.good[:2])]
    return "\n\n".join(parts) + "\n"


def facts(rule: Rule) -> str:
    """Severity, whether the rule is on, and whether it has a fix, in one line."""
    off = "" if rule.on else ", off unless selected"
    said = f"Severity: {rule.severity}{off}. Fix: {' or '.join(rule.fixes) or 'none'}."
    options = ", ".join(f"`{name}` ({kind.__name__})" for name, kind in rule.options.items())
    return said + (f" Options: {options}." if options else "")


def _markdown(text: str) -> str:
    """A docstring's text: code is in single backticks, and each paragraph is one line."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.replace("``", "`").split("\n\n"))


def _block(text: str) -> str:
    return f"```python\n{text.rstrip()}\n```"
