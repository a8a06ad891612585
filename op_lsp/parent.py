"""The process that started the server: when it is gone, nobody will ever ask anything again."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time

PAUSE = 2.0
"""Seconds between two looks: a server without its editor is gone well within five."""

logger = logging.getLogger(__name__)


def exit_with(pid: int) -> None:
    """Effect: starts a thread that ends this process with code 1 once the process ``pid`` is gone."""
    threading.Thread(target=_watch, args=(pid,), name="parent", daemon=True).start()


def _watch(pid: int) -> None:
    while alive(pid):
        time.sleep(PAUSE)
    logger.warning("the process %d that started the server is gone", pid)
    logging.shutdown()
    os._exit(1)


def alive(pid: int) -> bool:
    """Whether there is a process of this number."""
    if sys.platform == "win32":
        return _alive_on_windows(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _alive_on_windows(pid: int) -> bool:
    import ctypes

    still_active, query_limited_information = 259, 0x1000
    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined,unused-ignore]
    handle = kernel.OpenProcess(query_limited_information, False, pid)
    if not handle:
        return False
    try:
        code = ctypes.c_ulong()
        return bool(kernel.GetExitCodeProcess(handle, ctypes.byref(code))) and code.value == still_active
    finally:
        kernel.CloseHandle(handle)
