"""All rules, in the order of their codes: a rule that is not in this list does not exist."""

from __future__ import annotations

import logging
from functools import cache

from op_lint.packages import may_declare
from op_lint.rules.action_takes_arguments import ActionTakesArguments
from op_lint.rules.async_misuse import AsyncMisuse
from op_lint.rules.bad_bound import BadBound
from op_lint.rules.bad_content import BadContent
from op_lint.rules.bad_expose import BadExpose
from op_lint.rules.bad_meta_spec import BadMetaSpec
from op_lint.rules.bad_metadata_type import BadMetadataType
from op_lint.rules.bad_option import BadOption
from op_lint.rules.bad_options import BadOptions
from op_lint.rules.bad_render_range import BadRenderRange
from op_lint.rules.bad_route_options import BadRouteOptions
from op_lint.rules.bad_schema_type import BadSchemaType
from op_lint.rules.base import Rule
from op_lint.rules.branching_on_decision import BranchingOnDecision
from op_lint.rules.broad_except import BroadExcept
from op_lint.rules.choices_with_format import ChoicesWithFormat
from op_lint.rules.confusable_options import ConfusableOptions
from op_lint.rules.default_not_in_options import DefaultNotInOptions
from op_lint.rules.deferred_field import DeferredField
from op_lint.rules.docstring_args_section import DocstringArgsSection
from op_lint.rules.docstring_returns_section import DocstringReturnsSection
from op_lint.rules.duplicate_key import DuplicateKey
from op_lint.rules.duplicate_option import DuplicateOption
from op_lint.rules.duplicate_tool_name import DuplicateToolName
from op_lint.rules.dynamic_input import DynamicInput
from op_lint.rules.eager_action import EagerAction
from op_lint.rules.eager_check import EagerCheck
from op_lint.rules.empty_directive import EmptyDirective
from op_lint.rules.empty_options import EmptyOptions
from op_lint.rules.empty_prompt import EmptyPrompt
from op_lint.rules.enum_in_description import EnumInDescription
from op_lint.rules.hand_written_check import HandWrittenCheck
from op_lint.rules.hidden_required import HiddenRequired
from op_lint.rules.injected_in_input import InjectedInInput
from op_lint.rules.internal_error import InternalError
from op_lint.rules.late_binding import LateBinding
from op_lint.rules.list_template import ListTemplate
from op_lint.rules.long_summary import LongSummary
from op_lint.rules.menu_budget import MenuBudget
from op_lint.rules.meta_spec_trap import MetaSpecTrap
from op_lint.rules.missing_annotation import MissingAnnotation
from op_lint.rules.missing_branch import MissingBranch
from op_lint.rules.missing_description import MissingDescription
from op_lint.rules.missing_summary import MissingSummary
from op_lint.rules.multiline_ignored import MultilineIgnored
from op_lint.rules.multiline_summary import MultilineSummary
from op_lint.rules.nameless_option import NamelessOption
from op_lint.rules.no_runtime import NoRuntime
from op_lint.rules.not_a_docstring import NotADocstring
from op_lint.rules.not_analysed import NotAnalysed
from op_lint.rules.opaque_annotation import OpaqueAnnotation
from op_lint.rules.options_source import OptionsSource
from op_lint.rules.options_type_mismatch import OptionsTypeMismatch
from op_lint.rules.plain_option_loses_metadata import PlainOptionLosesMetadata
from op_lint.rules.plain_tool import PlainTool
from op_lint.rules.prompt_does_not_ask import PromptDoesNotAsk
from op_lint.rules.registry_as_options import RegistryAsOptions
from op_lint.rules.repeated_signature import RepeatedSignature
from op_lint.rules.reserved_field import ReservedField
from op_lint.rules.retries_on_exec import RetriesOnExec
from op_lint.rules.role_play_docstring import RolePlayDocstring
from op_lint.rules.runtime_passed_down import RuntimePassedDown
from op_lint.rules.syntax_error import SyntaxErrorRule
from op_lint.rules.tuple_value import TupleValue
from op_lint.rules.unclear_name import UnclearName
from op_lint.rules.undescribed_function_option import UndescribedFunctionOption
from op_lint.rules.undescribed_value_option import UndescribedValueOption
from op_lint.rules.unhidden_system_parameter import UnhiddenSystemParameter
from op_lint.rules.unknown_code import UnknownCode
from op_lint.rules.unknown_decorator_argument import UnknownDecoratorArgument
from op_lint.rules.unknown_metadata_key import UnknownMetadataKey
from op_lint.rules.unknown_parameter import UnknownParameter
from op_lint.rules.unreadable_file import UnreadableFile
from op_lint.rules.unused_suppression import UnusedSuppression
from op_lint.rules.vague_condition import VagueCondition
from op_lint.rules.variadic_parameter import VariadicParameter
from op_lint.rules.workflow_dunder import WorkflowDunder
from op_lint.rules.workflow_entry import WorkflowEntry
from op_lint.rules.workflow_import import WorkflowImport
from op_lint.rules.workflow_unknown_name import WorkflowUnknownName

log = logging.getLogger(__name__)

ALL: tuple[Rule, ...] = (
    SyntaxErrorRule(),
    UnreadableFile(),
    UnusedSuppression(),
    UnknownCode(),
    InternalError(),
    NotAnalysed(),
    MissingSummary(),
    MultilineSummary(),
    DocstringArgsSection(),
    DocstringReturnsSection(),
    RolePlayDocstring(),
    EmptyDirective(),
    LongSummary(),
    NotADocstring(),
    DynamicInput(),
    UnknownParameter(),
    MissingDescription(),
    UnknownMetadataKey(),
    BadMetadataType(),
    BadOptions(),
    OptionsTypeMismatch(),
    EnumInDescription(),
    InjectedInInput(),
    DefaultNotInOptions(),
    MultilineIgnored(),
    OptionsSource(),
    DuplicateKey(),
    DeferredField(),
    RepeatedSignature(),
    UnhiddenSystemParameter(),
    MissingAnnotation(),
    VariadicParameter(),
    OpaqueAnnotation(),
    HiddenRequired(),
    BadExpose(),
    BadRenderRange(),
    UnknownDecoratorArgument(),
    NoRuntime(),
    RuntimePassedDown(),
    PlainTool(),
    BadContent(),
    EmptyPrompt(),
    RetriesOnExec(),
    UnclearName(),
    DuplicateToolName(),
    ChoicesWithFormat(),
    AsyncMisuse(),
    ListTemplate(),
    MetaSpecTrap(),
    TupleValue(),
    DuplicateOption(),
    BadSchemaType(),
    EmptyOptions(),
    BadOption(),
    NamelessOption(),
    UndescribedFunctionOption(),
    UndescribedValueOption(),
    PromptDoesNotAsk(),
    RegistryAsOptions(),
    ReservedField(),
    BadMetaSpec(),
    BranchingOnDecision(),
    BroadExcept(),
    PlainOptionLosesMetadata(),
    MenuBudget(),
    ConfusableOptions(),
    EagerAction(),
    BadRouteOptions(),
    EagerCheck(),
    BadBound(),
    MissingBranch(),
    LateBinding(),
    ActionTakesArguments(),
    VagueCondition(),
    WorkflowImport(),
    WorkflowEntry(),
    WorkflowUnknownName(),
    HandWrittenCheck(),
    WorkflowDunder(),
)

_GROUP = "op_lint.rules"


@cache
def every() -> tuple[Rule, ...]:
    """Our rules, then those of installed packages (entry points of the group ``op_lint.rules``), each once.

    Effect: imports the packages' rules. One that cannot be loaded is left out and logged.
    """
    found: dict[str, Rule] = {rule.code: rule for rule in ALL}
    if not may_declare(_GROUP):
        return tuple(found.values())
    from importlib.metadata import entry_points

    for point in sorted(entry_points(group=_GROUP), key=lambda point: point.name):
        try:
            loaded = point.load()
            for rule in (kind() for kind in (loaded if isinstance(loaded, list | tuple) else [loaded])):
                found.setdefault(rule.code, rule)
        except Exception:
            log.exception("the rules of %s (%s) cannot be loaded", point.name, point.value)
    return tuple(found.values())


def find(code: str) -> Rule | None:
    """The rule of a code or a name, whatever its case; None where there is none."""
    wanted = code.strip().lower().replace("_", "-")
    return next((rule for rule in every() if wanted in (rule.code.lower(), rule.name)), None)


def url(code: str) -> str:
    """The address of a rule's page; empty for a code that is not ours."""
    rule = find(code)
    return rule.url if rule else ""
