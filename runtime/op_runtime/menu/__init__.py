"""The model of a menu, shared by the runtime, the linter and the editor: standard library only.

One set of frozen dataclasses (``Menu``, ``MenuOption``, ``Function``, ``Field``, ``Schema``), pure functions over them.
"""

from op_runtime.menu.annotations import Scope, from_annotation
from op_runtime.menu.constructors import ELLIPSIS, construct, enumeration, literal
from op_runtime.menu.form import Control, form_controls
from op_runtime.menu.live import describe
from op_runtime.menu.metadata import (
    Function,
    Parameter,
    SignatureParameter,
    build_function,
    input_problems,
)
from op_runtime.menu.names import INJECTED
from op_runtime.menu.options import Menu, MenuOption, Option, build_menu, is_function, is_registry
from op_runtime.menu.render import detail_lines, example_call, render_option
from op_runtime.menu.schema import Field, ListOf, Record, Schema, UnknownType
from op_runtime.menu.spec import strict, tool_spec
from op_runtime.menu.templates import fields_from_template, from_template, is_type
from op_runtime.menu.text import fold, summary
from op_runtime.menu.unknown import OpaqueValue, Unknown
from op_runtime.menu.validate import FieldError, validate, validate_field, validate_fields
from op_runtime.menu.values import MISSING

__all__ = [
    "ELLIPSIS",
    "INJECTED",
    "MISSING",
    "Control",
    "Field",
    "FieldError",
    "Function",
    "ListOf",
    "Menu",
    "MenuOption",
    "OpaqueValue",
    "Option",
    "Parameter",
    "Record",
    "Schema",
    "Scope",
    "SignatureParameter",
    "Unknown",
    "UnknownType",
    "build_function",
    "build_menu",
    "construct",
    "describe",
    "detail_lines",
    "enumeration",
    "example_call",
    "fields_from_template",
    "fold",
    "form_controls",
    "from_annotation",
    "from_template",
    "input_problems",
    "is_function",
    "is_registry",
    "is_type",
    "literal",
    "render_option",
    "strict",
    "summary",
    "tool_spec",
    "validate",
    "validate_field",
    "validate_fields",
]
