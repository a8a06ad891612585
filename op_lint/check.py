"""Checks one text: facts, rules, suppressions, in that order. Everything that lints comes through here."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from op_lint.across import settle, without
from op_lint.analysis import Project, analyze
from op_lint.config import Config, Settings, matches
from op_lint.facts import FileFacts, Problem
from op_lint.files import SourceFile, UnreadableError, decode
from op_lint.files.notebook import SUFFIX
from op_lint.finding import Finding
from op_lint.read.expr import Range
from op_lint.resolve.kept import Kept
from op_lint.resolve.ours import CALLS
from op_lint.rules import ALL, every
from op_lint.rules.base import Context, Rule
from op_lint.rules.internal_error import InternalError
from op_lint.statements import Rests
from op_lint.suppress import Suppression, Used, apply, suppressions

log = logging.getLogger(__name__)

_GIVEN = "\n\nfrom op_runtime import " + ", ".join(sorted(CALLS)) + "\n"
"""What workflow source can use without an import, behind its end so that no place in it moves."""
_LONE_RETURN = re.compile(r"\r(?!\n)")


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in one file. ``source`` is None where it could not be read."""

    path: str
    source: SourceFile | None
    facts: FileFacts
    all_findings: tuple[Finding, ...]
    """Sorted by place and code; suppressed ones too."""
    shared: tuple[Finding, ...] = ()
    """What may be findings together with other files' (see ``across``); those of this file alone are settled above."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings that no comment suppresses."""
        return tuple(finding for finding in self.all_findings if not finding.suppressed)


def check_source(
    text: str | SourceFile,
    path: str = "<string>",
    config: Config | None = None,
    *,
    project: Project | None = None,
    explicit: bool = True,
    rules: Iterable[Rule] | None = None,
) -> Report:
    """What the rules have to say about one file's text; ``path`` decides which modules its imports can reach.

    ``project`` shares what is known of other files; without one it is made for ``path``. Syntax errors of a file that
    names nothing of ours count only when ``explicit``. ``rules`` replaces the ones that the configuration selects.
    Nothing raises: a rule that fails is a finding (OP005), and the others run.
    """
    config = config or Config()
    source = SourceFile(text) if isinstance(text, str) else text
    workflow = config.matches(path, tuple(config.settings.workflow_files))
    try:
        read = _with_line_feeds(source)
        read = read.with_text(read.text + _GIVEN) if workflow and _parses(read.text) else read
        project = project or project_for(config)
        facts = analyze(read, path, project, thorough=explicit)
    except Exception as error:
        log.exception("analysis of %s failed", path)
        facts = _no_facts(path)
        failed = InternalError().of(Context(path, source, facts, config), error, "the analysis")
        return Report(path, source, facts, tuple(apply((failed,), suppressions(source.lines), facts)[0]))
    if not facts.relevant and not explicit and not workflow:
        return Report(path, source, facts, ())
    module = project.module(path) if read is source else None
    context = Context(path, source, facts, config, _indexes=[module.index] if module is not None else [])
    active = _active(config, path) if rules is None else tuple(rules)
    kept = module.kept if module is not None and rules is None else None
    findings = list(_run(active, context) if kept is None else _by_statement(active, context, kept, project))
    if facts.broken:
        findings = [_unfixed_in_broken(finding, context) for finding in findings]
    found = suppressions(source.lines, module.index if module is not None else None)
    findings, used = apply(findings, found, facts)
    if found:
        findings += _on_suppressions(active, context, found, used)
    findings, shared = without(findings)
    findings += [finding for _, finding in settle((path, each) for each in shared)]
    return Report(path, source, facts, _ordered(findings), shared)


def _parses(text: str) -> bool:
    from op_lint.syntax import parse

    return not parse(text.encode("utf-8", "surrogatepass")).root_node.has_error


def _with_line_feeds(source: SourceFile) -> SourceFile:
    """The same lines and offsets in a text that the parser, to which a lone carriage return ends no line, can read."""
    alone = "\r" in source.text and _LONE_RETURN.search(source.text) is not None
    return source.with_text(_LONE_RETURN.sub("\n", source.text)) if alone else source


def project_for(config: Config) -> Project:
    """The modules that the files of one configuration may import."""
    return Project(config.root, source_roots=config.settings.src, modules=config.decorators)


def check_bytes(
    data: bytes,
    path: str,
    config: Config | None = None,
    *,
    project: Project | None = None,
    explicit: bool = True,
    rules: Iterable[Rule] | None = None,
) -> Report:
    """The same for a file's bytes; what cannot be decoded is a finding (OP002). A notebook is read by its cells."""
    if path.endswith(SUFFIX):
        from op_lint.notebooks import check_notebook

        return check_notebook(data, path, config, project=project, explicit=explicit)
    try:
        source = decode(data)
    except UnreadableError as error:
        return unreadable(path, error, config)
    return check_source(source, path, config, project=project, explicit=explicit, rules=rules)


def unreadable(path: str, error: UnreadableError, config: Config | None = None) -> Report:
    """The report of a file whose text cannot be had."""
    config = config or Config()
    where = Range(error.line, 0, error.line, 0)
    facts = replace(_no_facts(path), problems=(Problem("unreadable", where, error.message),))
    context = Context(path, SourceFile(""), facts, config)
    return Report(path, None, facts, _ordered(_run(_active(config, path), context)))


def _no_facts(path: str) -> FileFacts:
    return FileFacts(path, (), (), (), False, {})


_selected: tuple[Settings, tuple[Rule, ...], tuple[Rule, ...]] | None = None
"""The last settings, all rules then, and those selected: files of one configuration come one after another."""


def _active(config: Config, path: str) -> tuple[Rule, ...]:
    global _selected
    known = _selected
    if known is None or known[0] is not config.settings or known[1] is not every():
        known = config.settings, every(), tuple(rule for rule in every() if config.selects(rule))
        _selected = known
    ignored = config.ignored(path)
    if not ignored:
        return known[2]
    return tuple(rule for rule in known[2] if not any(matches(selector, rule) for selector in ignored))


def _run(rules: Iterable[Rule], context: Context) -> Iterable[Finding]:
    for rule in rules:
        try:
            for finding in rule.check(context):
                level = context.config.severity(rule)
                if finding.severity == "info" and rule.on and not context.config.wants_advice(rule):
                    continue
                yield replace(finding, severity=level) if level else finding
        except Exception as error:
            log.exception("rule %s failed on %s", rule.code, context.path)
            yield InternalError().of(context, error, f"rule {rule.code}")


def _by_statement(rules: tuple[Rule, ...], context: Context, kept: Kept, project: Project) -> Iterator[Finding]:
    """The same, where a statement of which nothing changed since it was checked is not checked again."""
    by = (context.config.settings, [rule.code for rule in rules])
    if kept.rules != by:
        kept.rules, kept.whole = by, None
        for statement in kept.statements:
            statement.findings = None
    module = project.module(context.path)
    assert module is not None
    alone, together, parsing = _kinds(rules)
    for statement in kept.statements:
        if statement.findings is None:
            inside = replace(context, facts=kept.known(statement), _sections={})
            with project.noting(module, statement.rests):
                statement.findings = tuple(_run(alone, inside))
        yield from statement.findings
    if kept.whole is None:
        kept.whole_rests = Rests()
        with project.noting(module, kept.whole_rests):
            kept.whole = tuple(_run(together, context))
    yield from kept.whole
    yield from _run(parsing, context)


@lru_cache(maxsize=8)
def _kinds(rules: tuple[Rule, ...]) -> tuple[tuple[Rule, ...], tuple[Rule, ...], tuple[Rule, ...]]:
    """Rules that look at one statement at a time, those that compare several, and those for what does not parse."""
    alone = tuple(rule for rule in rules if not (rule.across or rule not in ALL))
    rest = tuple(rule for rule in rules if rule not in alone)
    return alone, tuple(rule for rule in rest if not rule.syntax), tuple(rule for rule in rest if rule.syntax)


def _unfixed_in_broken(finding: Finding, context: Context) -> Finding:
    """A finding without its fix where that touches a statement that does not parse: what is read there is a guess."""
    for edit in finding.fix.edits if finding.fix else ():
        lines, where = context.lines, edit.range
        start = lines.to_byte(lines.offset(where.start_line, where.start_column))
        end = lines.to_byte(lines.offset(where.end_line, where.end_column))
        if any(start <= high and end >= low for low, high in context.index.broken):
            return replace(finding, fix=None)
    return finding


def _on_suppressions(
    rules: Iterable[Rule], context: Context, found: tuple[Suppression, ...], used: Used
) -> list[Finding]:
    active = tuple(rules)
    return [finding for rule in active for finding in rule.check_suppressions(context, found, used, active)]


def _ordered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Sorted by place and code; two decisions that share a container say the same thing once."""
    once = {(finding.range, finding.code, finding.message): finding for finding in findings}
    return tuple(once[key] for key in sorted(once))
