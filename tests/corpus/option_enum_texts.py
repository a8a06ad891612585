"""Members of an Enum that are texts, as names and as descriptions."""

from enum import Enum, StrEnum

from op_runtime import decision


class Word(StrEnum):
    YES = "yes"
    NO = "no"


class Mode(str, Enum):
    FAST = "fast"
    SAFE = "safe"


def go(where: str) -> str:
    """Go there."""
    return where


def decide_members(runtime):
    return decision.make("Pick one.", list(Word), runtime=runtime)


def decide_names(runtime):
    return decision.make("Pick one.", [Mode.FAST, ("other", Mode.SAFE), (Word.NO, "no more")], runtime=runtime)


def decide_keys(runtime):
    return decision.make("Pick one.", {Word.YES: go, Mode.SAFE: (go, Word.NO)}, runtime=runtime)


def decide_texts(runtime):
    texts = [f"{Word.YES}!", str(Word.NO), Mode.FAST.upper(), Mode.SAFE + "r"]
    return decision.make("Pick one.", texts + ["same" if Word.YES == "yes" else "other"], runtime=runtime)


def decide_plain(runtime):
    # expect-unknown: a text with `Mode.FAST` in it is computed at run time
    return decision.make("Pick one.", [f"{Mode.FAST}", "b"], runtime=runtime)
