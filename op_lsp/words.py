"""What each fixed word of the metadata means, for hovers and completions (metadata spec, sections 1 and 2)."""

from __future__ import annotations

INPUT_KEYS = {
    "description": "What the model and the form are told about this parameter. Shown in the menu.",
    "options": "The allowed values, a list of scalars. The menu lists them, the form shows them as chips, "
    "and a reply with any other value is refused.",
    "hidden": "Where it is True, the model never sees this parameter; Python fills it from `context=`.",
    "placeholder": "The form's ghost text. The tool spec says `e.g. ...` where there is no description. "
    "Not in the menu.",
    "multiline": "Whether the form shows a text area (True) or a single line (False). For the form only.",
    "options_from": 'With `"functions"` the form offers the registered functions. For the form only.',
    "label": "The form's name for this parameter, instead of its own.",
    "source": 'The older spelling: `"context"` means hidden, `"llm"` visible.',
}

EXPOSE = {
    "io": "Callers see this call's name, input and output (the default).",
    "llm": "Callers see only the model exchanges inside this call.",
    "full": "Callers see everything: input, output and the model exchanges.",
    "hidden": "This call leaves no trace node: callers see nothing of it.",
}

RENDER_RANGE = {
    "callers": "How many of the newest nodes from before this call its own model calls read. "
    "None or -1: all (the default). 0: none.",
    "subcalls": "How many of the newest nodes inside this call its own model calls read. "
    "-1: all (the default). 0: none.",
}

DECORATOR = {
    "input": "A literal dict: what the model and the form are told about each parameter.",
    "expose": "What callers see of this call: `io`, `llm`, `full` or `hidden`.",
    "render_range": "How much history this call's own model calls read: `callers` and `subcalls`.",
    "system": "The system prompt of model calls inside this function; restored after it.",
    "name": "The name in the menu, the tool spec and dispatch, instead of the function's own.",
    "description": "The description in the tool spec, instead of the docstring's summary.",
    "parameters": "The JSON schema in the tool spec, instead of the one from the signature.",
    "label": "The name that forms show.",
    "as_tool": "Whether it is registered as a tool (the default).",
    "toolset": "The names of the tool presets that it belongs to.",
    "requires_approval": "True, or a callable that is given the arguments: ask before it runs as a tool.",
    "available_if": "A callable; where it is falsy or raises at decoration, nothing is registered.",
    "unsafe_in": "The channels in which the tool is withheld.",
    "defer": "Send only name and summary until the model asks for the schema.",
    "cache": "Remember results by name and arguments.",
    "cache_ttl": "How many seconds a remembered result is good for.",
    "timeout": "Seconds after which the caller gets control back.",
}

META_KEYS = {
    "type": "The field's type: `str`, `int`, `list[str]`, an Enum, ...",
    "description": "What the model is told about this field.",
    "options": "The allowed values, a list of scalars.",
    "fields": "The fields of a nested object.",
    "items": "The template that every item of a list matches.",
}
