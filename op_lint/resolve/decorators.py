"""Which decorators of the project leave a function its name, signature and docstring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from op_lint import syntax
from op_lint.resolve.lookup import Lookup, Outside, dotted
from op_lint.resolve.project import Module

if TYPE_CHECKING:
    from tree_sitter import Node

_SETTABLE = frozenset({"__name__", "__doc__", "__signature__", "__text_signature__", "__wrapped__", "__defaults__",
                       "__code__", "__class__", "__type_params__", "__annotate__"})  # fmt: skip
_CHANGEABLE = frozenset({"__annotations__", "__kwdefaults__", "__dict__"})
"""What the runtime reads of a function: what can be set, and what can also be changed where it is."""
_CHANGERS = frozenset({"setattr", "delattr", "vars", "update_wrapper"})


def keeps_function(lookup: Lookup, module: Module, node: Node, *, called: bool) -> bool:
    """Whether the decorator defined by ``node`` gives back what it is given, or a function that passes for it.

    That holds where each ``return`` names the decorator's own parameter, or an inner function directly under
    ``functools.wraps(parameter)``. ``called`` says that it is written with arguments, ``@retry(3)``: then each
    ``return`` names an inner decorator for which the same holds.
    """
    returned = _returned_names(module, node)
    if not returned:
        return False
    if called:
        inner = [_inner_function(module, node, name) for name in returned]
        return all(each is not None and keeps_function(lookup, module, each, called=False) for each in inner)
    given = _only_parameter(module, node)
    return given is not None and all(
        (name == given or _is_wrapper(lookup, module, node, name, given)) and not _is_touched(module, node, name)
        for name in returned
    )


def _returned_names(module: Module, node: Node) -> set[str]:
    """The names that a function returns; none where it may return anything else."""
    index, body = module.index, node.child_by_field_name("body")
    if body is None or node.has_error or any(child.type == "async" for child in node.children):
        return set()
    statements = [child for child in body.named_children if child.type != "comment"]
    found = syntax.query("[(return_statement) @return (yield) @yield]", body)
    own = {kind: [each for each in nodes if index.scope_of(each) == node] for kind, nodes in found.items()}
    returns = own.get("return", [])
    if own.get("yield") or not statements or statements[-1].type != "return_statement":
        return set()
    values = [each.named_children[0] if each.named_children else None for each in returns]
    if any(value is None or value.type != "identifier" for value in values):
        return set()
    return {index.text(value) for value in values}


def _only_parameter(module: Module, node: Node) -> str | None:
    """The name of a function's first parameter, where it stays what it is; the others must have defaults."""
    parameters = node.child_by_field_name("parameters")
    given = [each for each in parameters.named_children if each.type != "comment"] if parameters is not None else []
    if not given or given[0].type not in ("identifier", "typed_parameter"):
        return None
    if any(each.type in ("identifier", "typed_parameter") and not _is_variadic(each) for each in given[1:]):
        return None
    name = module.index.text(given[0] if given[0].type == "identifier" else given[0].named_children[0])
    return name if len(module.index.bindings(node, name)) == 1 and not _is_variadic(given[0]) else None


def _is_variadic(parameter: Node) -> bool:
    return parameter.type == "typed_parameter" and parameter.named_children[0].type != "identifier"


def _inner_function(module: Module, node: Node, name: str) -> Node | None:
    """The undecorated ``def`` that alone binds a name in a function, whatever happens in it."""
    bindings = module.index.bindings(node, name)
    if len(bindings) != 1 or bindings[0].kind != "def":
        return None
    inner = bindings[0].node
    decorated = inner.parent is not None and inner.parent.type == "decorated_definition"
    return None if decorated else inner


def _is_wrapper(lookup: Lookup, module: Module, node: Node, name: str, given: str) -> bool:
    bindings = module.index.bindings(node, name)
    if len(bindings) != 1 or bindings[0].kind != "def":
        return False
    parent = bindings[0].node.parent
    decorators = [] if parent is None else [each for each in parent.children if each.type == "decorator"]
    call = decorators[0].named_children[0] if len(decorators) == 1 and decorators[0].named_children else None
    if call is None or call.type != "call":
        return False
    function, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    parts = dotted(function) if function is not None else None
    if parts is None or arguments is None or [module.index.text(each) for each in arguments.named_children] != [given]:
        return False
    meaning = lookup.settle(lookup.path(module, node, parts, call.start_byte))
    return isinstance(meaning, Outside) and meaning.name == "functools.wraps"


def _is_touched(module: Module, node: Node, name: str) -> bool:
    """Whether something that the runtime reads of a function is set in the decorator, as ``name.__doc__ = ...``."""
    index = module.index
    for use in index.uses(name):
        parent = use.node.parent
        if parent is None or not node.start_byte <= use.node.start_byte < node.end_byte:
            continue
        if parent.type == "attribute" and parent.child_by_field_name("object") == use.node:
            attribute = index.text(parent.child_by_field_name("attribute"))
            if attribute in _CHANGEABLE or (attribute in _SETTABLE and not _is_read(parent)):
                return True
        elif parent.type == "argument_list" and parent.parent is not None and parent.named_children[0] == use.node:
            function = index.text(parent.parent.child_by_field_name("function"))
            if function.rpartition(".")[2] in _CHANGERS:
                return True
    return False


def _is_read(attribute: Node) -> bool:
    outer = attribute.parent
    while outer is not None and outer.type in ("pattern_list", "tuple_pattern", "list_pattern"):
        attribute, outer = outer, outer.parent
    if outer is None or outer.type not in ("assignment", "augmented_assignment", "for_statement"):
        return outer is None or outer.type not in ("delete_statement", "expression_list")
    return outer.child_by_field_name("left") != attribute
