"""A language for tests: every text in brackets and a third longer, as translations are, so that others stand out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from arxdesk_engine.foundation import language
from arxdesk_engine.foundation.language import set_language

OPEN, CLOSE, FILLING = "⟦", "⟧", "·"
_CODE: language.LanguageCode = "de"


class Pseudo:
    """A catalogue that has a translation of every text."""

    def gettext(self, text: str) -> str:
        """The text in brackets; one of a single sign has no room for more."""
        return f"{OPEN}{text}{FILLING * (len(text) // 3)}{CLOSE}"

    def pgettext(self, _context: str, text: str) -> str:
        """The same."""
        return self.gettext(text)

    def ngettext(self, one: str, many: str, number: int) -> str:
        """The same."""
        return self.gettext(one if number == 1 else many)


@contextmanager
def pseudo_language() -> Iterator[None]:
    """Put the process into it, with numbers as English writes them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language, "catalogue", lambda _code: Pseudo())
        set_language(_CODE, ",", ".")
        try:
            yield
        finally:
            set_language("en")


def outside(text: str) -> str:
    """What stands outside all brackets, each bracketed text replaced by a blank."""
    depth, rest = 0, []
    for each in text:
        depth += (each == OPEN) - (each == CLOSE)
        rest.append(each if depth <= 0 and each != CLOSE else " ")
    return "".join(rest)
