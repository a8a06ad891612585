"""How many tokens a text has: counted where a tokenizer is at hand, else estimated from its characters."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from typing import Any

VARIABLE = "OP_LINT_TOKENIZER"
"""The environment variable that names a ``tokenizer.json``."""

PER_TOKEN = 3.1
"""Characters for one token, where they are ASCII: menus hold much punctuation, so this is less than in prose."""
WIDE = 1.4
"""Characters for one token elsewhere."""
ERROR = 0.25
"""How far the estimate may be off, as a part of it. Of the 349 menus and tool specs of the test corpus that have 80
characters or more, 96 of 100 are within it under the encodings o200k and cl100k of OpenAI's models.
"""


@dataclass(frozen=True, slots=True)
class Size:
    """How long a text is."""

    characters: int
    tokens: int
    exact: bool

    @property
    def least(self) -> int:
        """The fewest tokens that the text may have."""
        return self.tokens if self.exact else round(self.tokens * (1 - ERROR))

    @property
    def most(self) -> int:
        """The most tokens that the text may have."""
        return self.tokens if self.exact else round(self.tokens * (1 + ERROR))

    @property
    def phrase(self) -> str:
        """The number of tokens for people, in a few words."""
        return f"{self.tokens} tokens" if self.exact else f"about {self.tokens} tokens"

    def __str__(self) -> str:
        if self.exact:
            return f"{self.characters} characters, {self.phrase}"
        return f"{self.characters} characters, {self.phrase} ({self.least} to {self.most})"

    def data(self) -> dict[str, object]:
        """The same for programs."""
        return {
            "characters": self.characters,
            "tokens": self.tokens,
            "exact": self.exact,
            "least": self.least,
            "most": self.most,
        }


def size(text: str) -> Size:
    """Effect: loads the tokenizer that ``OP_LINT_TOKENIZER`` names. Gives a text's size."""
    tokenizer = _tokenizer(named())[0]
    if tokenizer is not None:
        return Size(len(text), len(tokenizer.encode(text).ids), True)
    return estimate(text)


def estimate(text: str) -> Size:
    """The size of a text by its characters alone."""
    plain = sum(char.isascii() for char in text)
    return Size(len(text), round(plain / PER_TOKEN + (len(text) - plain) / WIDE), False)


def named() -> str:
    """The file that ``OP_LINT_TOKENIZER`` names; empty where it is not set."""
    return os.environ.get(VARIABLE, "")


def problem() -> str:
    """Effect: loads the tokenizer. Gives why the one that is named is not used; empty where it is, or none is named."""
    return _tokenizer(named())[1]


@cache
def _tokenizer(file: str) -> tuple[Any, str]:
    """The tokenizer in a file, or None and why there is none."""
    if not file:
        return None, ""
    try:
        from tokenizers import Tokenizer  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return None, f"{VARIABLE} needs the package tokenizers: pip install tokenizers"
    try:
        return Tokenizer.from_file(file), ""
    except Exception as error:  # the package raises bare Exception for what it cannot read
        return None, f"{VARIABLE}: {file} is no tokenizer.json that can be read: {error}"
