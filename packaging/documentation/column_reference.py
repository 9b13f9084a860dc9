"""The glossary of figures: the words of the library's data frames."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.library.columns import meanings


def column_reference() -> str:
    """A table for each subject: the words, and what they mean."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    for subject, words in meanings().items():
        yield f"## {subject}\n"
        yield from ("| word | meaning |", "|---|---|")
        yield from (f"| `{name}` | {meaning} |" for name, meaning in words.items())
        yield ""
