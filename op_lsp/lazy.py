"""Features that are imported when they are first needed, so that the server answers its client before it knows Python.

What a feature needs takes as long to import as the protocol itself; the worker does that once the client is served.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, TypeAlias

from op_lsp.language_server import Server

Handler: TypeAlias = Callable[..., Awaitable[Any]]


@dataclass
class Feature:
    """One module of ``op_lsp.features``: the methods that it answers, with what the client is told of them."""

    module: str
    methods: Mapping[str, object] = field(default_factory=dict)
    commands: tuple[str, ...] = ()
    handlers: dict[str, Handler] = field(default_factory=dict)

    def load(self) -> None:
        """Effect: imports the module and takes over what it registers."""
        if not self.handlers:
            import_module(f"op_lsp.features.{self.module}").register(self)

    def feature(self, method: str) -> Callable[[Handler], Handler]:
        """What the module registers a method's handler with."""
        return self.command(method)

    def command(self, name: str) -> Callable[[Handler], Handler]:
        """What the module registers a command's handler with."""

        def keep(handler: Handler) -> Handler:
            self.handlers[name] = handler
            return handler

        return keep

    def register(self, server: Server) -> None:
        """Effect: has the server answer all of it, by loading the module first where that has not been done."""
        for method, options in self.methods.items():
            server.feature(method, options)(self._method(method))
        for name in self.commands:
            server.command(name)(self._command(name))

    def _method(self, method: str) -> Handler:
        async def answer(ls: Server, params: Any) -> Any:
            if method not in self.handlers:
                await ls.session.load(self.load)
            return await self.handlers[method](ls, params)

        return answer

    def _command(self, name: str) -> Handler:
        async def run(ls: Server, *arguments: Any) -> Any:
            if name not in self.handlers:
                await ls.session.load(self.load)
            return await self.handlers[name](ls, *arguments)

        return run
