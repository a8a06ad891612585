"""All fixes at once, on the corpus and on made-up functions: they come to an end, parse, and bring nothing new."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from op_lint import Config, check_source
from op_lint.check import Report, project_for
from op_lint.config import Settings
from op_lint.files import SourceFile, UnreadableError, read_source
from op_lint.fix import fix_report

ROOT = Path(__file__).parents[3]
FILES = [
    path
    for folder in ("tests/corpus", "examples/broken", "examples/support_desk")
    for path in sorted((ROOT / folder).rglob("*.py"))
]
EVERYTHING = Config(str(ROOT), Settings(select=["ALL"]))


def fixed(source: SourceFile, path: str, *, unsafe: bool) -> tuple[Report, Report]:
    """The reports before and after all fixes."""
    project = project_for(EVERYTHING)

    def check(new: SourceFile) -> Report:
        return check_source(new, path, EVERYTHING, project=project)

    before = check(source)
    outcome = fix_report(before, check, unsafe=unsafe)
    assert outcome.problem is None
    assert fix_report(outcome.report, check, unsafe=unsafe).applied == 0
    return before, outcome.report


def judge(before: Report, after: Report) -> None:
    """Nothing broken, nothing left that has a fix, no finding that was not there."""
    assert after.source is not None
    assert [p.kind for p in after.facts.problems] == [p.kind for p in before.facts.problems]
    known = {finding.code for finding in before.findings}
    masked = {"OP409", "OP410", "OP417", "OP419"} if any(code.startswith("OP4") for code in known) else set()
    new = [each for each in after.findings if each.code not in known | masked]
    assert new == []


@pytest.mark.parametrize("path", [pytest.param(path, id=str(path.relative_to(ROOT))) for path in FILES])
@pytest.mark.parametrize("unsafe", [False, True], ids=["safe", "unsafe"])
def test_every_fix_on_every_file(path: Path, unsafe: bool) -> None:
    try:
        source = read_source(str(path))
    except UnreadableError:
        return
    before, after = fixed(source, str(path), unsafe=unsafe)
    judge(before, after)
    if not unsafe and before.source is not None and after.source is not None and before.source != after.source:
        for old, new in zip(before.facts.decisions, after.facts.decisions, strict=True):
            was, now = old.result.menu, new.result.menu
            assert was is None or (now is not None and was.render() == now.render())


NAMES = st.sampled_from(["q", "site", "n", "returns", "session_id", "runtime", "notes"])
TEXTS = st.sampled_from(
    ["words", 'the "best" one', "kind: red | green", "", "多少", "a\\\\b", "one of a, b or c", "🎉 x"]
)
KEYS = st.sampled_from(
    ["description", "descripton", "hidden", "options", "type", "effects", "multiline", "placeholder", "name"]
)
VALUES = st.sampled_from(["'x'", "True", "['a', 'a', 'b']", "('a', 'b')", "[]", "['1', 2]", "None", "5"])
ENTRY = st.lists(st.tuples(KEYS, VALUES), max_size=3)
LAYOUTS = st.sampled_from(["flat", "lines", "mixed"])
SECTIONS = st.sampled_from(["", "Args", "NumPy", "reST", "Returns"])


@st.composite
def functions(draw: st.DrawFn) -> str:
    """A function with metadata and a docstring that are right and wrong in every way that has a fix."""
    parameters = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    entries = draw(st.dictionaries(st.one_of(NAMES, st.just("qq")), ENTRY, max_size=4))
    layout = draw(LAYOUTS)
    outer, inner, end = {
        "flat": (" ", " ", ""),
        "lines": ("\n        ", "\n            ", ",\n    "),
        "mixed": ("\n", " ", ""),
    }[layout]
    written = []
    for name, pairs in entries.items():
        body = ("," + inner).join(f"{key!r}: {value}" for key, value in pairs)
        written.append(f"{outer}{name!r}: {{{body}}}")
    argument = f"input={{{','.join(written)}{end if written else ''}}}"
    decorator = draw(st.sampled_from(["@agentic_function", "@agentic_function()", "given", "given", "given", "more"]))
    if decorator == "given":
        decorator = f"@agentic_function({argument})"
    elif decorator == "more":
        decorator = f'@agentic_function(\n    expose="io",  # shown\n    {argument}\n)'
    summary = draw(st.sampled_from(["Find pages.", "Find\n    pages.", "Find it. Then\n    look again.", ""]))
    texts = [draw(TEXTS) for _ in parameters]
    section = draw(SECTIONS)
    lines = ""
    if section == "Args":
        lines = "\n\n    Args:" + "".join(f"\n        {p}: {t}" for p, t in zip(parameters, texts, strict=True))
    elif section == "NumPy":
        lines = "\n\n    Parameters\n    ----------" + "".join(
            f"\n    {p} : str\n        {t}" for p, t in zip(parameters, texts, strict=True)
        )
    elif section == "reST":
        lines = "\n" + "".join(f"\n    :param {p}: {t}" for p, t in zip(parameters, texts, strict=True))
    elif section == "Returns":
        lines = "\n\n    Returns:\n        pages"
    closing = draw(st.sampled_from(['"""', '\n    """', '  """  # noqa: OP999']))
    typed = ", ".join(name + draw(st.sampled_from(["", ": str", ": int", ": bool"])) for name in parameters)
    doc = draw(st.sampled_from(['"""', 'r"""', 'f"""']))
    doc = doc if not (doc == 'f"""' and "{" in lines) else '"""'
    return (
        "from op_runtime import agentic_function\n\n\n"
        f"{decorator}\ndef find({typed}):\n    {doc}{summary}{lines}{closing}\n    return 1\n"
    )


@settings(max_examples=150, deadline=None)
@given(functions(), st.booleans(), st.sampled_from(["\n", "\r\n"]))
def test_every_fix_on_made_up_functions(text: str, unsafe: bool, newline: str) -> None:
    ast.parse(text)
    before, after = fixed(SourceFile(text.replace("\n", newline)), "made_up.py", unsafe=unsafe)
    assert after.source is not None
    ast.parse(after.source.text)
    assert [each for each in after.findings if each.fix and (unsafe or each.fix.safety == "safe")] == []
    if newline == "\r\n":
        assert after.source.text.count("\n") == after.source.text.count("\r\n")
    known = {finding.code for finding in before.findings}
    new = {finding.code for finding in after.findings} - known - {"OP106"}
    if "OP108" in known:  # now there is a docstring, and what is in it can be seen
        new -= {"OP101", "OP102", "OP103", "OP104", "OP105", "OP107"}
    if known & {"OP202", "OP204", "OP205"}:  # now there is an entry, and what is in it can be seen
        new = {code for code in new if not code.startswith("OP2")}
    assert new == set()
