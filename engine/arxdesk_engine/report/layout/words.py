"""The format of numbers, names and times in a report: those of its language, the same on every machine."""

from __future__ import annotations

import unicodedata
from math import floor, log10

from arxdesk_engine.foundation.language import fixed, localized, tr, tr_n, whole
from arxdesk_engine.foundation.words import LARGE_SCORE, Words

_SMALL_SCORE, _MOST_DECIMALS = 0.001, 8
MOST_NAME = 120
"""Longer names are shortened: they widen tables too much."""


class _PrintedWords(Words):
    """In print a number and its percent sign stay on one line."""

    def __init__(self) -> None:
        super().__init__(
            lambda number: whole(number).replace("-", "−"),
            lambda value, decimals: fixed(value, decimals).replace("-", "−"),
        )

    def percent(self, share: float, digits: int = 2) -> str:
        return self.unbroken(super().percent(share, digits))

    def percent_fixed(self, share: float, decimals: int = 1) -> str:
        """A share with fixed decimals. Only 0 reads "0.0 %" and only 1 "100.0 %"; between them is
        "< 0.1 %" or "> 99.9 %"."""
        step, shown = 10.0**-decimals, round(share * 100, decimals)
        if share > 0 and shown <= 0:
            return self.unbroken(f"< {self.decimal(step, decimals)} %")
        if share < 1 and shown >= 100:
            return self.unbroken(f"> {self.decimal(100 - step, decimals)} %")
        return self.unbroken(f"{self.decimal(shown + 0.0, decimals)} %")

    def percent_exact(self, share: float, most: int = 6) -> str:
        return self.unbroken(super().percent_exact(share, most))


PRINTED = _PrintedWords()
"""The format of numbers in sentences of a report."""

count = PRINTED.count
decimal = PRINTED.decimal
percent = PRINTED.percent
percent_fixed = PRINTED.percent_fixed
threshold = PRINTED.threshold
one_in = PRINTED.one_in
risk = PRINTED.risk
count_with_share = PRINTED.count_with_share
size_range = PRINTED.size_range
joined = PRINTED.joined
capitalized = PRINTED.capitalized
unbroken = PRINTED.unbroken


def part_of(part: int, all_of_them: int) -> str:
    """A part of a number: "28,816 of 30,162"."""
    return tr("{part} of {whole}", part=count(part), whole=count(all_of_them))


def score(value: float) -> str:
    """A score: with 4 decimals, as many do not exceed 1, and as a whole number from 10,000 on.

    Only nothing reads 0.0000: small scores have the decimals it takes, and the smallest ones their magnitude.
    """
    if 0 < abs(value) < _SMALL_SCORE:
        shown = f"{value:.1e}" if abs(value) < 10.0**-_MOST_DECIMALS else f"{value:.{1 - floor(log10(abs(value)))}f}"
        return localized(shown.replace("-", "−"))
    return decimal(value, 4 if abs(value) < LARGE_SCORE else 0)


def two_scores(first: float, second: float) -> tuple[str, str]:
    """Two scores for comparison: in full if they differ but would read the same."""
    shown = score(first), score(second)
    return (repr(float(first)), repr(float(second))) if shown[0] == shown[1] and first != second else shown


def labelled(label: str, text: str) -> str:
    """A text behind its label: "Roles: ...". French has a space before the colon."""
    return tr("{label}: {text}", label=label, text=text)


def size(number: int) -> str:
    """The size of a file."""
    return tr_n(number, "{n} byte", "{n} bytes", n=count(number))


def seconds(number: float) -> str:
    """A duration."""
    if number < 60:
        return tr("{seconds} s", seconds=decimal(number, 2))
    return tr("{minutes} min {seconds} s", minutes=count(int(number // 60)), seconds=int(number % 60))


def name(text: str, most: int = MOST_NAME) -> str:
    """A name or value of the data, made harmless for the surrounding text.

    Unprintable characters and those that turn the direction of writing become "�", ends of lines "⏎"; a text written
    from the right is isolated, a long one shortened.
    """
    shown = "".join(_visible(each) for each in text[: most + 1])
    if len(text) > most:
        shown = f"{shown[: most - 1]}…"
    is_from_right = any(unicodedata.bidirectional(each) in ("R", "AL", "AN") for each in shown)
    return f"\u2068{shown}\u2069" if is_from_right else shown


def text_line(text: str) -> str:
    """A line of a long text from elsewhere; nothing is shortened."""
    return "".join(each if each == "\t" else _visible(each) for each in text)


def _visible(character: str) -> str:
    if character in "\r\n\u2028\u2029":
        return "⏎"
    if character == "\t":
        return " "
    return "�" if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn") else character
