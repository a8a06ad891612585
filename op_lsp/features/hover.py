"""Hover: the menu exactly as the model gets it, where each part comes from, and what the metadata does."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator

from lsprotocol import types
from op_runtime.menu import (
    Function,
    MenuOption,
    Unknown,
    build_menu,
    detail_lines,
    form_controls,
    render_option,
    tool_spec,
)

from op_lint import tokens
from op_lint.facts import DecisionFacts, FunctionFacts, Place
from op_lint.read.expr import Call, Constant, Entry, Range
from op_lint.rules import find
from op_lint.suppress import suppressions
from op_lsp import origins, places, words
from op_lsp.convert import Point
from op_lsp.language_server import Server
from op_lsp.locations import line_in, named
from op_lsp.markup import code, content, counted, escape, fence, link, prose, table, unknown_parts
from op_lsp.schemas import SchemaAt, schema_at
from op_lsp.workspace import View

Sections = tuple[list[str], list[str]]
"""The parts of a hover, as Markdown and as plain text."""


def hover(view: View, position: types.Position) -> types.Hover | None:
    """What a client shows at this position, None where there is nothing to say."""
    point = view.positions.point(position)
    found = at(view, point) or _before(view, point)
    if found is None:
        return None
    (markdown, plain), where = found
    return types.Hover(content(markdown, plain, wants_markdown=view.client.markdown_hover), view.positions.range(where))


def at(view: View, point: Point) -> tuple[Sections, Range] | None:
    """The hover at a point, in the analyzer's positions: the innermost thing that has something to say."""
    facts = view.facts
    function = places.function_at(facts, point)
    if function is not None:
        return of_function(view, function), function.name_range
    rule = _suppressed_rule(view, point)
    if rule is not None:
        return rule
    metadata = _metadata(view, point)
    if metadata is not None:
        return metadata
    field = schema_at(facts, view.lines, point)
    in_schema = _of_schema(field) if field is not None else None
    if field is not None and in_schema is not None:
        return in_schema, field.range
    option = places.option_at(facts, point)
    if option is not None:
        return _of_option(view, option), option.range
    found = places.decision_at(facts, view.lines, point)
    if found is not None:
        decision, where = found
        return of_decision(view, decision), where
    return None


def _before(view: View, point: Point) -> tuple[Sections, Range] | None:
    """The hover of the last text that parsed, moved to where it is now."""
    before = view.before()
    if before is None:
        return None
    old, drift = before
    found = at(old, drift.back(*point))
    if found is None:
        return None
    (markdown, plain), where = found
    note = "As of before the last edits: this code does not parse now."
    return ([*markdown, f"*{note}*"], [*plain, note]), drift.forward(where)


def _suppressed_rule(view: View, point: Point) -> tuple[Sections, Range] | None:
    """The rule whose code or name stands at a point of a comment that suppresses it."""
    line = view.lines.line(point[0]).lower()
    if "noqa" not in line and "op-lint" not in line:
        return None
    for suppression in suppressions(view.lines):
        for word in suppression.words:
            rule = find(word.key) if word.range.contains(*point) else None
            if rule is not None:
                title, about = f"{rule.code} {rule.name}: {rule.summary}", inspect.getdoc(type(rule)) or ""
                markdown = [f"**{escape(title)}**", about.replace("``", "`"), f"[{escape(rule.name)}](<{rule.url}>)"]
                return (markdown, [title, about]), word.range
    return None


def of_decision(view: View, decision: DecisionFacts) -> Sections:
    """The menu of a decision: or why there is none."""
    result = decision.result
    if result.unknown is not None:
        text = f"What these options are cannot be told from source: {result.unknown.reason}."
        return [prose(text)], [text]
    if result.menu is None:
        text = f"There is no menu: this call raises {result.error_type or 'an error'}."
        return [escape(text), fence(result.error or "")], [text, result.error or ""]
    menu = result.menu
    text = menu.render()
    summary = f"{counted(menu)}, {tokens.size(text).phrase}"
    reasons = unknown_parts(menu.options)
    lines = [_origins(view, option, decision, index) for index, option in enumerate(menu.options)]
    markdown = [fence(text), "\n".join(f"- {line}" for line in lines if line), summary]
    plain = [text, summary]
    if reasons:
        markdown.append("Not known from source: " + "; ".join(map(prose, reasons)) + ".")
        plain.append("Not known from source: " + "; ".join(reasons) + ".")
    return markdown, plain


def of_function(view: View, facts: FunctionFacts) -> Sections:
    """An agentic function: its entry in a menu, its tool spec, its form."""
    function = places.described(view.facts, facts)
    if function is None or isinstance(function, Unknown):
        reason = function.reason if function is not None else "its definition could not be read"
        text = f"What a model sees of {facts.name} cannot be told from source: {reason}."
        return [prose(text)], [text]
    try:
        menu = build_menu([function])
    except (TypeError, ValueError) as error:
        return [fence(str(error))], [str(error)]
    text = menu.render()
    hidden = [parameter.name for parameter in function.parameters if not parameter.visible]
    markdown = [
        fence(text),
        _capital(_told(view, function.name, origins.of_function(view, facts, function)[1:])),
        "Not shown to the model: " + ", ".join(map(code, hidden)) + "." if hidden else "",
        f"{tokens.size(text).phrase} in a menu",
        *_interfaces(function),
    ]
    return markdown, [text, _form_text(function)]


def _of_option(view: View, found: places.OptionAt) -> Sections:
    option, decision = found.option, found.decision
    text = render_option(option) + "\n"
    markdown = [fence(text), _capital(_origins(view, option, decision, found.index))]
    whole = decision.result.menu.render() if decision.result.menu else ""
    markdown.append(f"{tokens.size(render_option(option)).phrase} of the menu's {tokens.size(whole).tokens}")
    if option.function is not None and option.function.agentic:  # no other callable is a tool, or has a form
        markdown.extend(_interfaces(option.function))
    reasons = unknown_parts([option])
    if reasons:
        markdown.append("Not known from source: " + "; ".join(map(prose, reasons)) + ".")
    return markdown, [text]


def _of_schema(found: SchemaAt) -> Sections | None:
    try:
        example = found.example
    except LookupError:
        word = found.path[-1]
        return _word(word, words.META_KEYS[word]) if word in words.META_KEYS else None
    text = json.dumps(example, ensure_ascii=False, default=str, indent=2)
    name = found.option.name or "this option"
    said = f"What the model writes here, for example, when it picks {name}:"
    title = f"What the model writes here, for example, when it picks {code(name)}:"
    detail = [fence(found.detail)] if found.detail else []
    return [*detail, title, fence(text, "json")], [found.detail, said, text]


def _origins(view: View, option: MenuOption, decision: DecisionFacts, index: int) -> str:
    """Where an option comes from, as one line."""
    return _told(view, option.name, origins.of_option(view, decision, index, option))


def _told(view: View, name: str, found: list[origins.Origin]) -> str:
    parts = []
    for origin in found:
        if origin.source == "unknown":
            what = code(name) if name else "what else is offered"
            reason = f": {prose(origin.reason)}" if origin.reason else ""
            parts.append(f"{what} at {_where(view, origin.place)} is not known from source{reason}")
        elif not origin.part:
            parts.append(f"{code(name)} is the {origin.source} at {_where(view, origin.place)}")
        elif not origin.parameter:
            source = "text beside it" if origin.source == "option" else origin.source
            parts.append(f"description from the {_where(view, origin.place, found[0].place, source)}")
    for source in dict.fromkeys(origin.source for origin in found if origin.parameter):
        those = [each for each in found if each.parameter and each.source == source]
        listed = ", ".join(_link(view, each.part, each.place) for each in those)
        parts.append(f"{listed} from {_SOURCES.get(source, source)}")
    return "; ".join(parts)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_SOURCES = {"input=": "`input=`", "signature": "the signature", "schema": "the schema"}


def _link(view: View, label: str, place: Place) -> str:
    return link(label, *line_in(view.workspace, place, view.snapshot))


def _where(view: View, place: Place, beside: Place | None = None, label: str = "") -> str:
    """Where a place is, as a link, behind what stands there."""
    told = named(view.workspace, place, view.snapshot, beside)
    return _link(view, f"{label}, {told}" if label else told, place)


def _interfaces(function: Function) -> Iterator[str]:
    """The tool spec as one line of JSON, and the form as a table."""
    yield "Tool spec:"
    yield fence(json.dumps(tool_spec(function), ensure_ascii=False, default=str), "json")
    controls = form_controls(function)
    if controls:
        yield "Form:"
        yield table(
            ("field", "control", "shows"),
            (
                (
                    escape(control.label_line),
                    control.widget,
                    ", ".join(map(code, control.choices)) or (code(control.ghost) if control.ghost else ""),
                )
                for control in controls
            ),
        )


def _form_text(function: Function) -> str:
    return "\n".join(f"{control.label_line} [{control.widget}]" for control in form_controls(function))


def _metadata(view: View, point: Point) -> tuple[Sections, Range] | None:
    function = places.enclosing(view.facts.functions, point)
    if function is None or function.arguments is None:
        return None
    for argument in function.arguments.args:
        if not argument.range.contains(*point) or argument.keyword is None:
            continue
        if argument.keyword_range is not None and argument.keyword_range.contains(*point):
            return _word(f"{argument.keyword}=", words.DECORATOR.get(argument.keyword)), argument.keyword_range
        if argument.keyword == "input":
            return _input(view, function, point)
        if argument.keyword == "expose" and isinstance(argument.value, Constant):
            return _expose(argument.value.value), argument.value.range
        if argument.keyword == "render_range":
            return _keyed(argument.value, point, words.RENDER_RANGE)
        if argument.keyword and isinstance(argument.value, Call):
            return None
    return None


def _input(view: View, function: FunctionFacts, point: Point) -> tuple[Sections, Range] | None:
    for name, entry in places.input_entries(function):
        if not entry.range.contains(*point) or entry.key is None:
            continue
        if entry.key.range.contains(*point):
            return _parameter(view, function, name), entry.key.range
        return _keyed(entry.value, point, words.INPUT_KEYS)
    return None


def _keyed(display: object, point: Point, texts: dict[str, str]) -> tuple[Sections, Range] | None:
    """The meaning of the key, or of the entry, of a dict display that a point stands in."""
    for key, entry in places.entries(display):
        if entry.range.contains(*point):
            where = _key_range(entry) if _key_range(entry).contains(*point) else entry.range
            return _word(key, texts.get(key)), where
    return None


def _key_range(entry: Entry) -> Range:
    return entry.key.range if entry.key is not None else entry.range


def _expose(value: object) -> Sections:
    if isinstance(value, str) and value in words.EXPOSE:
        return _word(value, words.EXPOSE[value])
    told = "there is no such value; the values are " + ", ".join(words.EXPOSE)
    return [f"{code(str(value))}: {told}."], [f"{value}: {told}."]


def _word(word: str, text: str | None) -> Sections:
    if text is None:
        said = "nothing reads this key"
        return [f"{code(word)}: {said}."], [f"{word}: {said}."]
    return [f"{code(word)}: {text}"], [f"{word}: {text}"]


def _parameter(view: View, function: FunctionFacts, name: str) -> Sections:
    known = places.described(view.facts, function)
    parameter = known.parameter(name) if isinstance(known, Function) else None
    if parameter is None or not isinstance(known, Function):
        text = f"{function.name} has no parameter {name!r}."
        return [escape(text)], [text]
    if not parameter.visible:
        text = f"{name}: neither the model nor the form is shown this parameter."
        return [escape(text)], [text]
    shown = "\n".join(line for field in known.fields if field.name == name for line in detail_lines(field))
    control = next(item for item in form_controls(known) if item.name == name)
    return (
        ["In the menu:", fence(shown), f"In the form ({control.widget}): {escape(control.label_line)}"],
        ["In the menu:", shown, f"In the form ({control.widget}): {control.label_line}"],
    )


def register(server: Server) -> None:
    """Effect: answers ``textDocument/hover``."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def answer(ls: Server, params: types.HoverParams) -> types.Hover | None:
        return await ls.session.ask(params.text_document.uri, hover, params.position)
