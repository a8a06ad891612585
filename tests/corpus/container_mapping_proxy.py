"""A read-only view and an ordered dict."""

from collections import OrderedDict
from types import MappingProxyType

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


BASE = {"go": go}


def decide(runtime):
    options = dict(MappingProxyType(BASE)) | OrderedDict(stay=stay)
    return decision.make("Pick one.", options, runtime=runtime)
