"""A model's reply read against a menu: one option with valid arguments, or one problem to ask again about.

A wrong call that runs is worse than one more question, so a repair is made only where exactly one reading exists, and
is noted (decision spec, section 5).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

from op_runtime.menu.denial import denied_before
from op_runtime.menu.extract import Candidate, Region, candidates, holds_cut_object, same
from op_runtime.menu.names import ARGS_KEYS, CALL_KEYS, INJECTED
from op_runtime.menu.options import Menu, MenuOption
from op_runtime.menu.text import MAX_UNKNOWN, resembles
from op_runtime.menu.tolerant import UnreadableError, clean, read_object, strict_value
from op_runtime.menu.validate import SHOWN_OPTIONS, FieldError, kind_of, validate_fields
from op_runtime.menu.values import json_text

CUT_REASONS: Final = frozenset(("length", "max_tokens", "max_output_tokens", "model_length"))
"""Stop reasons of providers, in lower case, that say a reply was cut at the output limit."""

_ARGS_WORDS: Final = frozenset(
    (*ARGS_KEYS, "arg", "argument", "kwargs", "param", "params", "parameter", "inputs", "payload")
)
_WORDS: Final = re.compile(r"[a-z]+")
_DESCRIPTION_KEYS: Final = frozenset(
    ("type", "description", "options", "default", "required", "enum", "fields", "items", "title", "properties")
)
_THINK_END: Final = re.compile("</think>", re.IGNORECASE)
_FIELD: Final = re.compile(r'"([^"\\\n]{1,100})"\s*+:')


@dataclass(frozen=True, slots=True)
class Pick:
    """What a reply picks. ``args`` are the visible arguments that it gives, validated and of the declared types.

    ``notes`` say what was repaired, ``dropped`` names what was given and is no parameter; both are for the trace.
    """

    option: MenuOption
    args: dict[str, object]
    notes: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


class ReplyError(ValueError):
    """A reply that picks nothing for sure.

    ``kind`` is ``no_action``, ``syntax``, ``truncated``, ``ambiguous``, ``unknown_call``, ``bad_args``,
    ``type_mismatch``, ``enum_violation``, ``missing_required``, ``duplicate_key`` or ``too_large``. ``message`` is the
    problem, said to the model. ``option`` names the picked option where that much is sure.
    """

    def __init__(self, kind: str, message: str, option: str | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.option = option


@dataclass(frozen=True, slots=True)
class _Call:
    """A candidate taken apart: the name that it gives, under which key, and the object that holds the arguments."""

    name: object
    key: str
    holder: Mapping[str, Any]
    region: Region
    notes: tuple[str, ...]
    option: MenuOption | None


def read_reply(text: str, menu: Menu, *, last: bool = False, finish_reason: str | None = None) -> Pick:
    """The pick in ``text``.

    With ``last`` the last of several different picks counts, if the reply ends with it. ``finish_reason`` is the
    provider's: a reply that was cut is never taken.

    Raises:
        ReplyError: no pick, or no sure one.
        TypeError: ``text`` is not text.
    """
    if not isinstance(text, str):
        raise TypeError(f"a reply is text, not {type(text).__name__}; give what the model wrote")
    cleaned = clean(text)
    options = {option.name: option for option in menu.options if option.name}
    try:
        found = candidates(cleaned)
    except UnreadableError as problem:
        raise ReplyError(problem.kind, problem.message) from None
    if finish_reason is not None and finish_reason.lower() in CUT_REASONS:
        raise _truncated(cleaned, Region(0, len(cleaned)), options)
    call = _choose(cleaned, found, options, last=last)
    assert call.option is not None
    try:
        pick = _checked(call, call.option)
    except RecursionError:
        raise ReplyError("too_large", "the arguments nest too deep; make them flatter", call.option.name) from None
    if cleaned != text:
        pick = Pick(pick.option, pick.args, (*pick.notes, "a lone surrogate was replaced by U+FFFD"), pick.dropped)
    return pick


def _choose(text: str, found: Sequence[Candidate], options: Mapping[str, MenuOption], *, last: bool) -> _Call:
    """The one call that is meant; it names an offered option."""
    calls = [
        _call(item.value, item, options)
        for item in found
        if item.value is not None and item.wrapper not in options  # a payload under an option's name is no wrapper
    ]
    # an alias such as "tool" also occurs in quoted logs: it counts only when nothing better does
    strong = [call for call in calls if call.key == "call" or call.option is not None] or calls
    broken = [item for item in found if item.problem is not None and _matters(item, text, strong, options)]
    ended = bool(strong) and not text[strong[-1].region.end :].strip().strip("`~").strip()
    if broken and not (last and ended):
        raise _unreadable(text, broken[-1], options)
    if not strong:
        raise _no_action(text, options)
    offered = [call for call in strong if call.option is not None]
    if not offered or (last and strong[-1].option is None):
        raise _unknown(strong[-1], options)
    if all(_same_call(call, offered[0]) for call in offered[1:]):
        return _undenied(text, offered)
    if last and ended:
        return _undenied(text, strong[-1:])
    raise _ambiguous(text, offered, last=last)


def _undenied(text: str, calls: Sequence[_Call]) -> _Call:
    """The first of equal calls that no clause before it denies: ``I must not do {...}`` picks nothing."""
    for call in calls:
        if not denied_before(text, call.region.start):
            return call
    raise ReplyError(
        "ambiguous",
        f"the reply names {_shown(text, calls[0])} in a sentence that seems to deny it; "
        "give the call that you mean, and nothing else",
    )


def _matters(item: Candidate, text: str, strong: Sequence[_Call], options: Mapping[str, MenuOption]) -> bool:
    """Whether an unreadable object may be what is meant: nothing better stands there, it is cut, or names an option."""
    cut = item.region.end == len(text) and not item.region.closed
    return not strong or cut or _mentioned(text, item.region, options) is not None


def _mentioned(text: str, region: Region, options: Mapping[str, MenuOption]) -> str | None:
    """The first option that an unreadable object names under a call key, at any depth, or None."""
    names = "|".join(re.escape(name) for name in sorted(options, key=len, reverse=True))
    quote = "[\"'“”‘’]"
    named = re.compile(rf"(?:{'|'.join(CALL_KEYS)}){quote}?\s*+:\s*+{quote}({names}){quote}")
    match = named.search(text, region.start, region.end)
    return match.group(1) if match else None


def _call(value: Mapping[str, Any], item: Candidate, options: Mapping[str, MenuOption]) -> _Call:
    """The call that an object with a call key is.

    Raises:
        ReplyError: it names two different options under two aliases of the call key.
    """
    named: list[_Call] = []
    for key in CALL_KEYS:
        name, holder = value.get(key), value
        if name is None:
            continue
        if isinstance(name, dict) and isinstance(name.get("name"), str):
            # {"function": {"name": ..., "arguments": ...}}
            beside = {other: value[other] for other in ARGS_KEYS if other in value}
            inner = {other: part for other, part in name.items() if other != "name"}
            name, holder = name["name"], {**beside, **inner}
        option = options.get(name) if isinstance(name, str) else None
        notes = item.notes if key == "call" else (*item.notes, f'"{key}" was read as "call"')
        named.append(_Call(name, key, holder, item.region, notes, option))
    if named[0].key == "call":
        return named[0]
    offered = [call for call in named if call.option is not None]
    other = next((call for call in offered if call.option is not offered[0].option), None)
    if other is not None:
        first = offered[0]
        raise ReplyError(
            "ambiguous",
            f'"{first.key}" names {_name(str(first.name))} and "{other.key}" names {_name(str(other.name))}; '
            'name the one that you mean under "call"',
        )
    return offered[0] if offered else named[0]


def _same_call(left: _Call, right: _Call) -> bool:
    return left.name == right.name and same(_meaning(left), _meaning(right))


def _meaning(call: _Call) -> object:
    """What a call gives, however it is written."""
    assert call.option is not None
    try:
        return _arguments(call, call.option)[0]
    except ReplyError:
        return [dict(call.holder)]


def _checked(call: _Call, option: MenuOption) -> Pick:
    """The pick, its arguments validated.

    Raises:
        ReplyError: an argument is missing, unknown in a way that looks like a slip, or does not fit.
    """
    args, notes = _arguments(call, option)
    known = {field.name for field in option.fields}
    unknown = [name for name in args if name not in known]
    _check_slips(option, args, unknown)
    missing = [field.name for field in option.fields if field.required and field.name not in args]
    if missing:
        if isinstance(args.get("properties"), dict):
            message = "args holds the description of the parameters; give their values"
            raise ReplyError("bad_args", message, option.name)
        what = f"{_named(missing)} of {_name(option.name)} {'is' if len(missing) == 1 else 'are'} required and missing"
        raise ReplyError("missing_required", what, option.name)
    repairs: list[str] = []
    try:
        values = validate_fields(option.fields, args, "", repairs, fill=False)
    except FieldError as error:
        raise _field_problem(error, option, args) from None
    return Pick(option, values, (*call.notes, *notes, *repairs), tuple(unknown))


def _field_problem(error: FieldError, option: MenuOption, args: Mapping[str, Any]) -> ReplyError:
    value = args.get(error.path)
    if (
        error.kind == "type_mismatch"
        and isinstance(value, dict)
        and value.keys() <= _DESCRIPTION_KEYS
        and ("type" in value or "description" in value)
    ):
        message = f"{_name(error.path)}: you returned the description of {_name(error.path)}; give its value"
        return ReplyError("bad_args", message, option.name)
    return ReplyError(error.kind, f"{_name(error.path)} of {_name(option.name)} {error.problem}", option.name)


def _arguments(call: _Call, option: MenuOption) -> tuple[dict[str, Any], list[str]]:
    """The arguments of a call as given, and what was repaired.

    Raises:
        ReplyError: they are in none of the forms that are read, or in two at once.
    """
    fields = {field.name for field in option.fields}
    beside = {
        key: value for key, value in call.holder.items() if key not in CALL_KEYS or (key in fields and key != call.key)
    }
    holders = [key for key in ARGS_KEYS if key in beside and (key == "args" or key not in fields)]
    if not holders:
        either = [key for key in ARGS_KEYS if isinstance(beside.get(key), dict)]
        if either:
            message = f'{_named(either)} may be the arguments or one of them; put every argument under "args"'
            raise _bad_args(option, message)
        return _flat(beside, option)
    stray = [name for name in beside if name in fields and name not in holders]
    if len(holders) > 1 or stray:
        raise _bad_args(option, f'{_named(holders + stray)} stand beside each other; put every argument under "args"')
    args, notes = _object(beside[holders[0]], holders[0], option)
    if holders[0] != "args":
        notes.append(f'"{holders[0]}" was read as "args"')
    return args, notes


def _flat(beside: Mapping[str, Any], option: MenuOption) -> tuple[dict[str, Any], list[str]]:
    """Arguments that stand beside the call key itself."""
    fields = {field.name for field in option.fields}
    unknown = [key for key in beside if key not in fields]
    if len(unknown) > MAX_UNKNOWN:
        raise _bad_args(option, f'{len(unknown)} unknown keys stand beside "call"; put the arguments under "args"')
    for key in unknown:
        lookalike = _ARGS_WORDS & {*_WORDS.findall(key.casefold())} or any(resembles(key, name) for name in ARGS_KEYS)
        if lookalike or (isinstance(beside[key], dict | list) and beside[key]):
            raise _bad_args(option, f'nothing reads {_name(key)}; put the arguments under "args"')
    given = dict(beside)
    notes = ['arguments beside "call" were read as "args"'] if fields & given.keys() else []
    return given, notes


def _object(value: Any, key: str, option: MenuOption) -> tuple[dict[str, Any], list[str]]:
    """The arguments where something stands in their place."""
    if isinstance(value, dict):
        return value, []
    if value is None or value == "" or value == []:
        return {}, [f'"{key}": {json_text(value)} was read as {{}}']
    if isinstance(value, str):
        try:
            reading = read_object(value.strip())
        except UnreadableError as problem:
            if problem.kind != "syntax":
                raise ReplyError(problem.kind, f'in the text of "{key}", {problem.message}', option.name) from None
        else:
            return reading.value, [f'the text in "{key}" was read as the object that it holds', *reading.notes]
    raise _bad_args(option, f'"{key}" must be an object such as {_example(option)}, but {kind_of(value)} was given')


def _check_slips(option: MenuOption, args: Mapping[str, Any], unknown: Sequence[str]) -> None:
    """Refuse an unknown name that is nearly one of a parameter that was left out."""
    hidden = {item.name for item in option.function.parameters if not item.visible} if option.function else set[str]()
    given = [name for name in unknown if name not in hidden and name not in INJECTED]
    left_out = [field for field in option.fields if field.name not in args]
    if left_out and len(given) > MAX_UNKNOWN:
        raise _bad_args(option, f"args holds {len(given)} fields that {_name(option.name)} does not have")
    for name in given:
        near = next((field for field in left_out if resembles(name, field.name)), None)
        if near is not None:
            what = "is missing" if near.required else "is left out"
            raise _bad_args(option, f"{_name(near.name)} {what}; you gave {_name(name)}, which it does not have")


def _bad_args(option: MenuOption, message: str) -> ReplyError:
    return ReplyError("bad_args", message, option.name)


def _example(option: MenuOption) -> str:
    names = [field.name for field in option.fields][:3]
    return "{" + ", ".join(f"{json_text(name)}: ..." for name in names) + "}"


def _unknown(call: _Call, options: Mapping[str, MenuOption]) -> ReplyError:
    if not isinstance(call.name, str):
        message = f'"{call.key}" must be the name of an option as text, but {kind_of(call.name)} was given'
        return ReplyError("unknown_call", f"{message}; the options are {_listed(options)}")
    close = _closest(call.name, options)
    hint = f" (did you mean {_name(close)}?)" if close else ""
    return ReplyError(
        "unknown_call", f"there is no option {_name(call.name)}{hint}; the options are {_listed(options)}"
    )


def _closest(name: str, options: Iterable[str]) -> str | None:
    if len(name) > 200:
        return None
    bare = name.strip().removesuffix("()").casefold()
    exact = [option for option in options if option.casefold() == bare]
    return next(iter(exact or get_close_matches(name, list(options), 1)), None)


def _ambiguous(text: str, calls: Sequence[_Call], *, last: bool) -> ReplyError:
    different: list[_Call] = []
    for call in calls:
        if len(different) < 6 and not any(_same_call(call, other) for other in different):
            different.append(call)
    shown = " and ".join(_shown(text, call) for call in different[:5])
    more = " and more" if len(different) > 5 else ""
    what = "end the reply with the one that you mean" if last else "give only the one that you mean"
    return ReplyError("ambiguous", f"the reply holds several different calls, {shown}{more}; {what}")


def _shown(text: str, call: _Call) -> str:
    return _cut(" ".join(text[call.region.start : call.region.end].split()), 100)


def _unreadable(text: str, item: Candidate, options: Mapping[str, MenuOption]) -> ReplyError:
    assert item.problem is not None
    if item.problem.kind == "truncated":
        return _truncated(text, item.region, options)
    return ReplyError(item.problem.kind, item.problem.message, _mentioned(text, item.region, options))


def _truncated(text: str, region: Region, options: Mapping[str, MenuOption]) -> ReplyError:
    """The error for a reply that was cut in ``region``, with the field that it broke off in."""
    name = _mentioned(text, region, options)
    fields = {field.name for option in options.values() for field in option.fields}
    cut_in = None
    for match in _FIELD.finditer(text, region.start, region.end):
        if match.group(1) in fields:
            cut_in = match.group(1)
    what = f"make {_name(cut_in)} shorter or split the work" if cut_in else "answer in fewer words"
    return ReplyError("truncated", f"the reply was cut off before its end; {what}", name)


def _no_action(text: str, options: Mapping[str, MenuOption]) -> ReplyError:
    """The error for a reply without a call, with what can be said about what it holds instead."""
    body = text.strip()
    if not body:
        return ReplyError("no_action", f"the reply was empty; the options are {_listed(options)}")
    thinking = body.casefold().rpartition("<think>")
    if thinking[1] and "</think>" not in thinking[2]:
        message = "the reply ends inside its <think> block; close it and then answer"
        return ReplyError("no_action", f"{message}; the options are {_listed(options)}")
    if holds_cut_object(body):
        return _truncated(body, Region(0, len(body)), options)
    if "</think>" in body.casefold() and not _THINK_END.split(body)[-1].strip():
        message = "the reply ends with its reasoning (</think>); write the answer after it"
        return ReplyError("no_action", f"{message}; the options are {_listed(options)}")
    value = _lone_object(body)
    if value is not None:
        return _not_a_call(value, options)
    form = '{"call": ..., "args": ...}'
    return ReplyError(
        "no_action",
        f"no JSON object with a call was found; answer with one object {form}; the options are {_listed(options)}",
    )


def _lone_object(text: str) -> dict[str, Any] | None:
    """The object from the first brace to the last, or None."""
    try:
        value = strict_value(text[text.find("{") : text.rfind("}") + 1])
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _not_a_call(value: Mapping[str, Any], options: Mapping[str, MenuOption]) -> ReplyError:
    under_name = len(value) == 1 and next(iter(value)) in options
    name = next(iter(value)) if under_name else value.get("name")
    if isinstance(name, str) and name in options:
        args = value[name] if under_name else next((value[key] for key in ARGS_KEYS if key in value), None)
        filled: dict[str, Any] = {"call": name, "args": args} if isinstance(args, dict) and args else {"call": name}
        return ReplyError("no_action", f'name the option under "call": {_cut(json_text(filled), 300)}', name)
    keys = f"it has {_listed(value)}" if value else "it is empty"
    message = f'the object has no key "call" ({keys}); write {{"call": ..., "args": ...}}'
    return ReplyError("no_action", f"{message}; the options are {_listed(options)}")


def _listed(names: Iterable[str]) -> str:
    every = list(names)
    more = f" and {len(every) - SHOWN_OPTIONS} more" if len(every) > SHOWN_OPTIONS else ""
    return ", ".join(_name(name) for name in every[:SHOWN_OPTIONS]) + more


def _named(names: Sequence[str]) -> str:
    *rest, final = map(_name, names)
    return f"{', '.join(rest)} and {final}" if rest else final


def _name(name: str) -> str:
    return f"`{_cut(name, 80)}`"


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 3]}..."
