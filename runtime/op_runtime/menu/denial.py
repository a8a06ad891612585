"""Whether a clause of a model's prose denies what it mentions ("not", "rather than", "不")."""

from __future__ import annotations

import re
from typing import Final

CLAUSE: Final = re.compile(
    r"[,;!?\n\u3001\u3002]|\.(?=\s|$)|\b(?:but|so|because|therefore)\b|而是|所以|因为|因此|但", re.IGNORECASE
)
"""Where one clause ends and the next begins."""

DENIAL: Final = re.compile(
    r"\b(?:not?|never|none|neither|nor|cannot|dont|without|avoid|except|reject(?:ed)?|instead|rather|than|wrong"
    r"|against|unable|unless|refuse)\b|n['\u2019]t\b|[不勿没沒無无未莫]|非(?!常)|(?<![特分类個个级区性])别|避免|拒绝|排除",
    re.IGNORECASE,
)

_END: Final = re.compile(r"[:\uff1a>}`]")

_REACH: Final = 200
"""Characters before a call that can deny it; a longer clause says something else first."""


def denied_before(text: str, start: int) -> bool:
    """Whether the clause that leads up to ``start`` denies what stands there.

    A colon, a tag's end, a fence and the end of another object end a clause too.
    """
    clause = _END.split(CLAUSE.split(text[max(0, start - _REACH) : start])[-1])[-1]
    return DENIAL.search(clause) is not None
