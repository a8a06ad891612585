"""``opLint/tryReply``: what would happen to a model's reply here: which option it picks, or what the model is asked."""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from op_runtime.menu.reask import reask
from op_runtime.menu.reply import ReplyError, read_reply
from pygls.exceptions import JsonRpcInvalidParams

from op_lint.facts import DecisionFacts
from op_lsp.features import Json, document_position, plain
from op_lsp.features.preview import jsonable, menu_of, target_at
from op_lsp.language_server import Server
from op_lsp.methods import TRY_REPLY
from op_lsp.workspace import View

NOT_TOLD = "cannot be told from source"


def try_reply(view: View, position: types.Position, reply: str) -> dict[str, Json] | None:
    """The pick in a reply (``option``, ``args``, ``notes``, ``dropped``), or the ``error`` with its re-ask ``prompt``.

    Only a ``problem``, beside ``ok`` which is then false, where source cannot tell what would happen. None where there
    is no menu at the position.
    """
    source, target, _ = target_at(view, view.positions.point(position))
    if target is None:
        return None
    found, menu, problem = menu_of(source, target)
    if menu is None:
        return {"ok": False, "problem": problem}
    last = isinstance(found, DecisionFacts) and found.kind in ("exec", "aexec")
    try:
        pick = read_reply(reply, menu, last=last)
    except ReplyError as error:
        more = next((option.unknown for option in menu.options if not option.name and option.unknown), None)
        if error.kind == "unknown_call" and more is not None:
            return {"ok": False, "problem": f"{error.message}; what else is offered {NOT_TOLD}: {more.reason}"}
        return {
            "ok": False,
            "error": {"kind": error.kind, "message": error.message, "option": error.option},
            "prompt": reask(error, reply, menu),
        }
    if pick.option.unknown is not None:
        told = f"this picks {pick.option.name}, and what that is {NOT_TOLD}: {pick.option.unknown.reason}"
        return {"ok": False, "problem": told}
    return {
        "ok": True,
        "option": pick.option.name,
        "kind": pick.option.kind,
        "args": jsonable(pick.args),
        "notes": list(pick.notes),
        "dropped": list(pick.dropped),
    }


def register(server: Server) -> None:
    """Effect: answers ``opLint/tryReply``."""

    @server.feature(TRY_REPLY)
    async def answer(ls: Server, params: Any) -> dict[str, Json] | None:
        given = plain(params)
        uri, position = document_position(given)
        reply = given.get("reply")
        if not isinstance(reply, str):
            raise JsonRpcInvalidParams('expected "reply", the text of a model\'s answer')
        return await ls.session.ask(uri, try_reply, position, reply)
