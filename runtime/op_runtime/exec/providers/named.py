"""From a model's name to the model."""

from __future__ import annotations

import importlib.util
from typing import Final

from op_runtime.errors import LLMError
from op_runtime.exec.model import Model
from op_runtime.menu.metadata import near
from op_runtime.secrets import KEYS

ADDRESSES: Final = {"openai": "OPENAI_BASE_URL", "anthropic": "ANTHROPIC_BASE_URL", "google": "GOOGLE_BASE_URL"}
"""The environment variables that name another server with the same protocol."""

LOCAL: Final = "local"

FORMS: Final = '"openai:MODEL", "anthropic:MODEL", "google:MODEL", "local" or "local:FILE.gguf"'


def make_model(name: str) -> Model:
    """Effect: give the model that `name` stands for; nothing is asked or loaded yet.

    Raises:
        ValueError: no provider is named so.
        LLMError: it needs an extra that is not installed, or a key that is not set.
    """
    provider, _, rest = name.partition(":")
    if provider == LOCAL:
        from op_runtime.exec.providers.local import LocalModel

        return LocalModel(rest or None)
    from op_runtime.exec.providers.remote import RemoteModel

    return RemoteModel(name)


def split_name(name: str) -> tuple[str, str]:
    """Give the provider and the model's own name; raises ValueError where `name` has another form."""
    provider, separator, rest = name.partition(":")
    if not separator or not rest or provider not in KEYS:
        hint = near(provider, [*KEYS, LOCAL]) if separator and provider not in KEYS else ""
        raise ValueError(f"{name!r} names no model{hint}: write {FORMS}")
    return provider, rest


def need_extra(module: str, extra: str, what: str) -> None:
    """Raise LLMError, which names the extra to install, where `module` is not there."""
    if importlib.util.find_spec(module) is None:
        raise LLMError(f"{what} needs the extra [{extra}]: pip install 'op-lint[{extra}]'", reason="no_model")
