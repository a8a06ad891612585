"""Models of providers, through pydantic-ai's direct API (the extra `[providers]`)."""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import os
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from op_runtime.errors import LLMError
from op_runtime.exec.model import Reply, Request
from op_runtime.exec.providers.loop import submit
from op_runtime.exec.providers.media import media_type
from op_runtime.exec.providers.named import ADDRESSES, need_extra, split_name
from op_runtime.secrets import KEYS, MASK, keep_secret, key_of, redacted

if TYPE_CHECKING:
    from pydantic_ai.models import Model as ProviderModel

_log = logging.getLogger(__name__)

EXTRA: Final = "providers"

_AGAIN: Final = (408, 409, 425, 429, 500, 502, 503, 504, 529)
"""Status codes after which the same request may be sent again: RFC 9110, RFC 8470, and 529, Anthropic's overload."""

_REFUSED: Final = (400, 422)
"""Status codes with which a schema is refused, among other things: too large, or with a keyword that is not known."""

_LONGEST_CALL: Final = 600.0
"""Seconds that one call may take where no deadline is set."""

_LONGEST_CLOSE: Final = 5.0

_SHOWN: Final = 500
"""Characters of a provider's message that an error keeps."""


class RemoteModel:
    """A model of a provider, named "openai:MODEL", "anthropic:MODEL" or "google:MODEL".

    The key comes from the environment where none is given, and so does `base_url`, the address of another server that
    speaks the provider's protocol; a server at such an address may need no key. `settings` are those of pydantic-ai's
    `ModelSettings`, such as `{"temperature": 0, "max_tokens": 500}`. May be asked from any number of threads.

    Raises:
        ValueError: the name has another form.
        LLMError: the extra is not installed, or there is no key.
    """

    keeps_deadline = True

    def __init__(
        self,
        name: str,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        self.name = name
        self.provider, self._default = split_name(name)
        need_extra("pydantic_ai", EXTRA, f"the model {name!r}")
        self._address = base_url or os.environ.get(ADDRESSES[self.provider]) or None
        self._key = (api_key or "").strip() or key_of(self.provider)[0]
        if not self._key and not self._address:
            raise LLMError(
                f"the model {name!r} needs a key: set {' or '.join(KEYS[self.provider])}, or pass api_key=",
                reason="no_model",
            )
        keep_secret(self._key)
        self._settings = dict(settings or {})
        self._process = os.getpid()
        self._models: dict[str, ProviderModel] = {}
        self._closers: list[Callable[[], Coroutine[Any, Any, None]]] = []

    def __repr__(self) -> str:
        return f"RemoteModel({self.name!r})"

    def check(self, content: str | list[dict[str, Any]]) -> None:
        """Raise where a block's file is not there or is of another kind than the block says; the message names it."""
        for index, block in enumerate(content if isinstance(content, list) else ()):
            if block["type"] == "text":
                continue
            path = Path(block["path"])
            if not path.is_file():
                raise FileNotFoundError(f"content[{index}]: there is no file {block['path']}")
            kind = media_type(path)
            if block["type"] != "file" and not kind.startswith(block["type"] + "/"):
                raise ValueError(
                    f"content[{index}]: {block['path']} is no {block['type']} by its name (it is {kind});"
                    ' write {"type": "file", ...} or name the file for what it is'
                )

    def call(self, request: Request) -> Reply:
        """Effect: ask the model, and wait for its reply until the deadline or until the call is cancelled.

        Raises:
            LLMError: no reply came; `reason` and `retryable` say more.
        """
        future = submit(self._ask(request))
        cancellation = request.cancellation
        try:
            if cancellation is None:
                return future.result(_seconds(request))
            with cancellation.watch(future.cancel):
                return future.result(_seconds(request))
        except concurrent.futures.TimeoutError:
            raise self._late(request) from None
        except concurrent.futures.CancelledError:
            if cancellation is not None:
                cancellation.check()
            raise
        finally:
            future.cancel()

    async def acall(self, request: Request) -> Reply:
        """Effect: what `call` does, for `async` code: cancelling the task cancels the call."""
        try:
            async with asyncio.timeout(_seconds(request)) as limit:
                return await asyncio.wrap_future(submit(self._ask(request)))
        except TimeoutError:
            if limit.expired():
                raise self._late(request) from None
            raise

    def _late(self, request: Request) -> LLMError:
        message = f"the model call did not finish within {_seconds(request):g} seconds"
        return LLMError(message, reason="timeout")

    async def _ask(self, request: Request) -> Reply:
        from pydantic_ai.exceptions import ModelHTTPError, UserError

        try:
            try:
                return await self._sent(request)
            except (UserError, ModelHTTPError) as error:
                # the menu is in the prompt too: a model that takes no schema, or not this one, can still answer
                refused = isinstance(error, UserError) or error.status_code in _REFUSED
                if request.schema is None or not refused:
                    raise
                why = f"asked without the schema, which was refused: {self._told(error)}"
                _log.info("%s is %s", self.name, why)
                reply = await self._sent(replace(request, schema=None))
                return replace(reply, notes=(*reply.notes, why))
        except Exception as error:
            failure = self._failure(error)
            if failure is error:
                raise
            # a traceback shows its causes too
            raise failure from (None if self._tells_a_key(error) else error)

    async def _sent(self, request: Request) -> Reply:
        from pydantic_ai.direct import model_request
        from pydantic_ai.settings import ModelSettings

        from op_runtime.exec.providers import conversation

        model, messages = self._model(request.model), conversation.messages_of(request)
        settings = conversation.settings_of(request, cast(ModelSettings, self._settings))
        parameters = conversation.parameters_of(request, self.provider)
        try:
            response = await model_request(
                model, messages, model_settings=settings, model_request_parameters=parameters
            )
        except (LookupError, AttributeError) as error:  # JSON, but not of the form that was agreed
            told = self._told(error)
            message = f"{self.name}: the response is not of the provider's form ({type(error).__name__}: {told})"
            raise LLMError(message, reason="transport", retryable=True) from error
        return conversation.reply_of(response, request)

    def _model(self, name: str | None) -> ProviderModel:
        """The model of this provider that a request names, made once."""
        wanted = self._default
        if name:
            provider, separator, rest = name.partition(":")
            if separator and provider in KEYS and provider != self.provider:
                raise LLMError(f"{self!r} cannot ask {name!r}: make another Runtime for it", reason="request")
            wanted = rest if separator and provider == self.provider else name
        if self._process != os.getpid():  # a client belongs to the loop, and so to the process, that made it
            self._process, self._models, self._closers = os.getpid(), {}, []
        if wanted not in self._models:
            self._models[wanted] = self._made(wanted)
        return self._models[wanted]

    def _made(self, name: str) -> ProviderModel:
        """Sending again is the runtime's part, so that it keeps to the deadline: no client does it by itself."""
        key = self._key or "none"
        try:
            if self.provider == "openai":
                from openai import AsyncOpenAI
                from pydantic_ai.models.openai import OpenAIChatModel
                from pydantic_ai.providers.openai import OpenAIProvider

                openai = AsyncOpenAI(api_key=key, base_url=self._address, max_retries=0)
                self._closers.append(openai.close)
                return OpenAIChatModel(name, provider=OpenAIProvider(openai_client=openai))
            if self.provider == "anthropic":
                from anthropic import AsyncAnthropic
                from pydantic_ai.models.anthropic import AnthropicModel
                from pydantic_ai.providers.anthropic import AnthropicProvider

                anthropic = AsyncAnthropic(api_key=key, base_url=self._address, max_retries=0)
                self._closers.append(anthropic.close)
                return AnthropicModel(name, provider=AnthropicProvider(anthropic_client=anthropic))
            from pydantic_ai.models.google import GoogleModel
            from pydantic_ai.providers.google import GoogleProvider

            google = GoogleProvider(api_key=key, base_url=self._address)
            self._closers.append(google.client.aio.aclose)
            return GoogleModel(name, provider=google)
        except ImportError as error:
            message = f"the model {self.name!r} needs the extra [{EXTRA}]: pip install 'op-lint[{EXTRA}]' ({error})"
            raise LLMError(message, reason="no_model") from error

    def _failure(self, error: Exception) -> Exception:
        """What the runtime is told of an error; the key is in no message."""
        from pydantic_ai.exceptions import (
            AgentRunError,
            ModelAPIError,
            ModelHTTPError,
            ModelQuotaExceededError,
            ModelRequestRejectedError,
            UnexpectedModelBehavior,
            UserError,
        )

        if isinstance(error, LLMError):
            return error
        text = f"{self.name}: {self._told(error)}"
        if isinstance(error, ModelHTTPError):
            again = error.status_code in _AGAIN and not isinstance(error, ModelQuotaExceededError)
            reason = "transport" if error.status_code in _AGAIN else "request"
            return LLMError(text, reason=reason, retryable=again, retry_after=error.retry_after)
        if isinstance(error, ModelRequestRejectedError):
            return LLMError(text, reason="request")
        # a response that cannot be read was spoilt on its way: no model writes the envelope
        if isinstance(error, ModelAPIError | UnexpectedModelBehavior | OSError):
            return LLMError(text, reason="transport", retryable=True)
        # what pydantic-ai cannot send, it refuses in several ways
        if isinstance(error, UserError | AgentRunError | ValueError | AssertionError | NotImplementedError):
            return LLMError(text, reason="request")
        return error

    def _told(self, error: Exception) -> str:
        """What an error says, without the key."""
        text = str(error) or repr(error)
        if self._key:
            text = text.replace(self._key, MASK)
        text = redacted(text)
        return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."

    def _tells_a_key(self, error: BaseException | None) -> bool:
        """Whether an error, or what it comes from, says a key."""
        while error is not None:
            text = str(error)
            if redacted(text) != text or (self._key and self._key in text):
                return True
            error = error.__cause__ or error.__context__
        return False

    def close(self) -> None:
        """Effect: close the connections to the provider."""
        closers, self._closers, self._models = self._closers, [], {}
        if closers:
            concurrent.futures.wait([submit(close()) for close in closers], timeout=_LONGEST_CLOSE)


def _seconds(request: Request) -> float:
    return _LONGEST_CALL if request.timeout is None else request.timeout
