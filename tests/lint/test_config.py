"""Which settings a file has, which rules they select, and how wrong ones are named."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from op_lint import check_source
from op_lint.cli import main
from op_lint.config import Config, ConfigError, Configs, Settings, option_problems, unknown_selectors
from op_lint.rules import ALL, every


def selected(**values: object) -> set[str]:
    config = Config(settings=Settings(**values))  # type: ignore[arg-type]
    return {rule.code for rule in ALL if config.selects(rule)}


def written(folder: Path, text: str, name: str = "op-lint.toml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, "utf-8")
    return folder


def test_by_default_errors_and_warnings_are_on_and_advice_is_off() -> None:
    assert selected() == {rule.code for rule in ALL if rule.severity != "info"}


def test_codes_prefixes_and_names_select() -> None:
    assert selected(select=["OP203"]) == {"OP203"}
    assert selected(select=["missing-description"]) == {"OP203"}
    assert selected(select=["OP2"]) == {rule.code for rule in ALL if rule.code.startswith("OP2")}
    assert selected(select=["ALL"]) == {rule.code for rule in ALL}


def test_the_most_exact_selector_decides_and_ignore_in_a_tie() -> None:
    assert "OP203" in selected(ignore=["OP2"], extend_select=["OP203"])
    assert "OP204" not in selected(ignore=["OP2"], extend_select=["OP203"])
    assert selected(select=["OP203"], ignore=["OP203"]) == set()


def test_the_nearest_configuration_counts(tmp_path: Path) -> None:
    written(tmp_path, '[tool.op-lint]\nignore = ["OP101"]\n', "pyproject.toml")
    written(tmp_path / "bot", 'select = ["ALL"]\n')
    written(tmp_path / "bot" / "inner", "[project]\nname = 'x'\n", "pyproject.toml")
    configs = Configs()
    assert configs.of(str(tmp_path / "api" / "a.py")).settings.ignore == ["OP101"]
    assert configs.of(str(tmp_path / "bot" / "inner" / "a.py")).settings.select == ["ALL"]
    assert configs.of(str(tmp_path / "bot" / "inner" / "a.py")).root == str(tmp_path / "bot")


def test_extend_takes_what_is_not_said(tmp_path: Path) -> None:
    written(tmp_path, '[tool.op-lint]\nignore = ["OP101"]\nexclude = ["gen"]\n', "pyproject.toml")
    written(tmp_path / "tools", 'extend = "../pyproject.toml"\nignore = []\n')
    settings = Configs().of(str(tmp_path / "tools" / "a.py")).settings
    assert (settings.ignore, settings.exclude) == ([], ["gen"])


def test_what_an_extended_file_says_of_paths_is_seen_from_that_file(tmp_path: Path) -> None:
    outer = 'src = ["lib"]\nexclude = ["tools/a/gen"]\nworkflow-files = ["tools/*/plan.py"]\n'
    written(tmp_path, outer + 'per-file-ignores = { "tools/*" = ["OP101"] }\n')
    written(tmp_path / "tools", 'extend = "../op-lint.toml"\n')
    written(tmp_path / "tools" / "a", 'extend = "../op-lint.toml"\nworkflow-files = ["/plan.py"]\n')
    config = Configs().of(str(tmp_path / "tools" / "a" / "x.py"))
    inside = str(tmp_path / "tools" / "a")
    assert config.ignored(f"{inside}/x.py") == ("OP101",)
    assert config.excludes(f"{inside}/gen/")
    assert not config.excludes(f"{inside}/other/")
    assert config.matches(f"{inside}/plan.py", tuple(config.settings.workflow_files))
    assert config.settings.src == [str(tmp_path / "lib")]


def test_a_file_with_a_byte_order_mark_is_read_and_one_in_utf_16_is_named(tmp_path: Path) -> None:
    text = '[tool.op-lint]\nselect = ["OP4"]\n'
    file = tmp_path / "pyproject.toml"
    file.write_bytes(text.encode("utf-8-sig"))
    assert Configs().of(str(tmp_path / "x.py")).settings.select == ["OP4"]
    file.write_bytes(text.encode("utf-16"))
    with pytest.raises(ConfigError, match="this is not UTF-8"):
        Configs().of(str(tmp_path / "x.py"))


def test_a_near_match_of_a_code_differs_in_one_digit() -> None:
    assert unknown_selectors(["OP999"], every()) == ['there is no rule "OP999"']
    assert unknown_selectors(["OP20"], every()) == []
    assert 'did you mean "OP2' in unknown_selectors(["OP2O3"], every())[0]


def test_a_circle_of_extends_is_named(tmp_path: Path) -> None:
    written(tmp_path, 'extend = "b.toml"\n')
    written(tmp_path, 'extend = "op-lint.toml"\n', "b.toml")
    with pytest.raises(ConfigError, match="circle"):
        Configs().of(str(tmp_path / "a.py"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ignroe = []", 'ignroe: there is no such setting; did you mean "ignore"?'),
        ('ignore = "OP101"', """ignore: this must be a list of texts, such as ["OP101"], not 'OP101'"""),
        ("ignore = [1]", "ignore.0: this must be a text, not 1"),
        ("exclude = {a = 1}", "exclude: this must be a list of texts"),
        ("rules = 3", "rules: this must be a table, not 3"),
        ('severity = {OP101 = "high"}', 'severity.OP101: this must be "error", "warning" or "info", not "high"'),
        ('severity = {OP101 = "eror"}', 'not "eror"; did you mean "error"?'),
        ('target-version = "four"', "target-version: this must be a version such as"),
        ("ignore = [", "this is not TOML"),
        ('select = ["OP999"]', 'select: there is no rule "OP999"'),
        ('ignore = ["mising-summary"]', 'ignore: there is no rule "mising-summary"; did you mean "missing-summary"?'),
        ('severity = {OP999 = "error"}', 'severity: there is no rule "OP999"'),
        ('per-file-ignores = {"gen/*" = ["OP999"]}', 'per-file-ignores.gen/*: there is no rule "OP999"'),
        ("rules.long-sumary.length = 80", 'rules: there is no rule "long-sumary"; did you mean "long-summary"?'),
        (
            "rules.long-summary.lenght = 80",
            'rules.long-summary.lenght: the rule has no such option; did you mean "length"?',
        ),
    ],
)
def test_a_wrong_setting_is_named_with_its_file(tmp_path: Path, text: str, message: str) -> None:
    written(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        Configs().of(str(tmp_path / "a.py"))
    assert message in str(caught.value)
    assert str(tmp_path / "op-lint.toml") in str(caught.value)


def test_all_that_is_wrong_with_a_configuration_is_said_at_once(tmp_path: Path) -> None:
    written(
        tmp_path,
        'ignroe = []\nselect = ["OP999"]\nexclude = [1, 2, 3, 4]\ntarget-version = "four"\n'
        'rules.long-summary.lenght = 1\nsrc = ["lib"]\n',
    )
    with pytest.raises(ConfigError) as caught:
        Configs().of(str(tmp_path / "a.py"))
    file = f"{tmp_path / 'op-lint.toml'}: "
    lines = [line.removeprefix(file) for line in str(caught.value).split("\n")]
    assert [line.partition(":")[0] for line in lines] == [
        "ignroe", "exclude.0", "exclude.1", "exclude.2", "exclude.3", "target-version", "select",
        "rules.long-summary.lenght",
    ]  # fmt: skip


def test_a_typing_error_in_the_selection_turns_nothing_off_silently(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path, 'select = ["OP999"]\n')
    (tmp_path / "a.py").write_text("x = 1\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["a.py"]) == 2
    assert main(["--exit-zero", "a.py"]) == 2
    assert 'select: there is no rule "OP999"' in capsys.readouterr().err


NEWER = {
    "type X = list[int]": (3, 12),
    "def f[T](a: T) -> T: ...": (3, 12),
    "class C[T]: ...": (3, 12),
    "def f[T = int](a: T) -> T: ...": (3, 13),
    "try:\n    pass\nexcept* ValueError:\n    pass": (3, 11),
    "try:\n    pass\nexcept A, B:\n    pass": (3, 14),
    "match a:\n    case 1: pass": (3, 10),
    'x = t"{a}"': (3, 14),
    'x = f"{d["k"]}"': (3, 12),
    "x = f'{f\"{'a'}\"}'": (3, 12),
    "x = f\"{'\\n'.join(a)}\"": (3, 12),
    'x = f"{a\n}"': (3, 12),
    'x = f"{a:{b["k"]}}"': (3, 12),
}
OLD = (
    "x = f\"{d['k']:>{w}} {{x}} {b!r} {c:\\n}\" f'{d[\"k\"]}'",
    'x = f"""{\n  d["k"]\n}"""',
    "try:\n    pass\nexcept (A, B) as error:\n    pass",
    "type = match = 1\ntype(match)",
    't = "t{"\nrt = "{a}"',
    "def f(a: list[int] = [1]) -> dict[str, int]: ...",
)


@pytest.mark.parametrize("source", [*NEWER, *OLD])
def test_syntax_that_is_newer_than_the_target_is_an_error(source: str) -> None:
    def found(target: str | None) -> list[str]:
        config = Config(settings=Settings(select=["OP001"], target_version=target))
        return [each.message for each in check_source(source + "\n", config=config).findings]

    since = NEWER.get(source)
    if since is None:
        assert found("3.9") == []
        return
    older, same = f"3.{since[1] - 1}", f"3.{since[1]}"
    (message,) = found(older)
    assert message.endswith(f" Python {same}; target-version is {older}")
    assert found(same) == found(f"py3{since[1]}") == found(None) == []


@pytest.mark.parametrize("source", [*NEWER, *OLD])
def test_what_counts_as_newer_is_what_this_python_says(source: str) -> None:
    """Of what is newer than the running Python its own parser says no, and of the rest yes."""
    try:
        compile(source, "x.py", "exec")
        parses = True
    except SyntaxError:
        parses = False
    assert parses == (NEWER.get(source, (3, 9)) <= sys.version_info[:2])


def test_rule_options_and_severities_pass_without_a_word(tmp_path: Path) -> None:
    written(tmp_path, 'severity = {OP101 = "error"}\n[rules.long-summary]\nlength = 80\n')
    config = Configs().of(str(tmp_path / "a.py"))
    assert config.settings.rules == {"long-summary": {"length": 80}}


def test_patterns_start_from_the_folder_of_the_configuration(tmp_path: Path) -> None:
    config = Config(str(tmp_path), Settings(per_file_ignores={"src/tools/*": ["OP101"]}, exclude=["gen"]))
    assert config.ignored(str(tmp_path / "src" / "tools" / "a.py")) == ("OP101",)
    assert config.ignored(str(tmp_path / "src" / "a.py")) == ()
    assert config.excludes(str(tmp_path / "gen" / "x.py"))
    assert not config.excludes(str(tmp_path.parent / "gen" / "x.py"))


def test_an_unknown_code_is_named_with_the_near_match() -> None:
    assert unknown_selectors(["OP203", "OP2", "ALL"], ALL) == []
    assert unknown_selectors(["mising-summary"], ALL) == [
        'there is no rule "mising-summary"; did you mean "missing-summary"?'
    ]


@pytest.mark.parametrize(
    ("options", "problems"),
    [
        ({"long-summary": {"length": 80}}, []),
        ({"OP107": {"length": 80}, "unclear-name": {"names": ["step"]}}, []),
        (
            {"long-summary": {"lenght": 80}},
            ['rules.long-summary.lenght: the rule has no such option; did you mean "length"?'],
        ),
        ({"missing-summary": {"x": 1}}, ["rules.missing-summary.x: the rule has no such option; it has none"]),
        ({"long-summary": {"length": "80"}}, ["rules.long-summary.length: this must be a int, not '80'"]),
    ],
)
def test_options_of_rules_are_checked(options: dict[str, dict[str, object]], problems: list[str]) -> None:
    assert option_problems(Settings(rules=options), ALL) == problems  # type: ignore[arg-type]


def test_every_option_of_a_rule_changes_what_it_finds() -> None:
    head = "from op_runtime import agentic_function, decision\n\n\n"
    source = (
        '@agentic_function(toolset="a", input={"cart_id": {"description": "c"}})\n'
        "def step(cart_id: str, runtime=None):\n"
        '    """Imagine you are here.\n\n    Imagine you see it."""\n'
        '    return decision.make("Pick one.", [("yes", "it is so")])\n\n\n'
        '@agentic_function\ndef find(runtime=None):\n    """Just do the thing!"""\n'
    )
    options: dict[str, dict[str, str | int | bool | list[str]]] = {
        "long-summary": {"length": 5},
        "menu-budget": {"characters": 10},
        "unclear-name": {"names": ["step"]},
        "unhidden-system-parameter": {"names": ["cart_id"]},
        "role-play-docstring": {"phrases": ["Imagine you see"]},
        "empty-directive": {"phrases": ["just do the thing"]},
    }

    def codes(settings: Settings) -> set[str]:
        return {each.code for each in check_source(head + source, "a.py", Config(settings=settings)).findings}

    quiet, loud = Settings(select=["ALL"]), Settings(select=["ALL"], rules=options)
    assert codes(quiet) & {"OP105", "OP106", "OP107", "OP216", "OP310", "OP418"} == set()
    assert codes(loud) >= {"OP105", "OP106", "OP107", "OP216", "OP310", "OP418"}
    assert {rule.name for rule in ALL if rule.options} == {*options, "workflow-unknown-name"}


def test_names_of_registered_functions_are_known_in_workflows() -> None:
    text = "def workflow():\n    return find_pages('a')\n"
    settings = Settings(workflow_files=["flows/*.py"], rules={"workflow-unknown-name": {"names": ["find_pages"]}})
    assert check_source(text, "flows/a.py", Config(settings=settings), explicit=False).findings == ()
    unknown = Config(settings=Settings(workflow_files=["flows/*.py"]))
    found = check_source(text, "flows/a.py", unknown, explicit=False).findings
    assert [each.code for each in found] == ["OP603"]
    assert check_source(text, "other/a.py", unknown, explicit=False).findings == ()
