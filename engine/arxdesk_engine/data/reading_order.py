"""The order in which people look texts up: ä stands with a, é with e. The order of the engine is another one."""

from __future__ import annotations

import unicodedata


def without_marks(text: str) -> str:
    """A text whose letters have no marks above or below: "Padiatrie" of "Pädiatrie"."""
    if text.isascii():
        return text
    return "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))
