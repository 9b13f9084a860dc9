"""How a report writes numbers, names and moments: in English, the same on every machine."""

from __future__ import annotations

import datetime as dt
import unicodedata
from collections.abc import Sequence
from decimal import Decimal
from math import floor, log10

from arxdesk_engine.foundation import shares
from arxdesk_engine.foundation.words import LARGE_SCORE

_READABLE = 10**15
_SMALL_SCORE, _MOST_DECIMALS = 0.001, 8
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
MOST_NAME = 120
"""Longer names are shortened: nobody reads them, and they push tables apart."""


def count(number: int) -> str:
    """A whole number with its thousands separated; beyond what anybody reads, its magnitude: 4.1 × 10²²."""
    if abs(number) < _READABLE:
        return f"{number:,}".replace("-", "−")
    mantissa, exponent = f"{Decimal(abs(number)):.1e}".split("e+")
    return f"{mantissa} × 10{exponent.translate(_RAISED)}"


def counted(number: int, one: str, many: str) -> str:
    """A number with its noun: "1 group", "48 groups"."""
    return f"{count(number)} {one if number == 1 else many}"


def people(number: int) -> str:
    """A number of people: "1 person", "240 people"."""
    return counted(number, "person", "people")


def decimal(value: float, decimals: int) -> str:
    """A number with that many decimals."""
    return f"{value:,.{decimals}f}".replace("-", "−")


def score(value: float) -> str:
    """A score: with 4 decimals, as many do not exceed 1, and as a whole number from 10,000 on.

    Only nothing reads 0.0000: small scores have the decimals it takes, and the smallest ones their magnitude.
    """
    if 0 < abs(value) < _SMALL_SCORE:
        shown = f"{value:.1e}" if abs(value) < 10.0**-_MOST_DECIMALS else f"{value:.{1 - floor(log10(abs(value)))}f}"
        return shown.replace("-", "−")
    return decimal(value, 4 if abs(value) < LARGE_SCORE else 0)


def two_scores(first: float, second: float) -> tuple[str, str]:
    """Two scores beside each other: in full where they would read the same and are not."""
    shown = score(first), score(second)
    return (repr(float(first)), repr(float(second))) if shown[0] == shown[1] and first != second else shown


def percent(share: float, digits: int = 2) -> str:
    """A share as percent with so many significant digits: "4.5 %"; only nothing reads "0 %", only the whole "100 %"."""
    return unbroken(shares.percent(share, digits, decimal))


def percent_fixed(share: float, decimals: int = 1) -> str:
    """A share as percent with a fixed number of decimals, for columns of numbers.

    Only nothing reads "0.0 %" and only the whole "100.0 %"; between them is "< 0.1 %" or "> 99.9 %".
    """
    step, shown = 10.0**-decimals, round(share * 100, decimals)
    if share > 0 and shown <= 0:
        return unbroken(f"< {decimal(step, decimals)} %")
    if share < 1 and shown >= 100:
        return unbroken(f"> {decimal(100 - step, decimals)} %")
    return unbroken(f"{decimal(shown + 0.0, decimals)} %")


def threshold(share: float) -> str:
    """What somebody accepts, as it was typed: "12.5 %" is not said as "13 %"."""
    shown = shares.percent_exact(share, decimal, 4)
    is_rounded_away = (share > 0 and shown == "0 %") or (share < 1 and shown == "100 %")
    return unbroken(f"{float(share) * 100!r} %" if is_rounded_away else shown)


def one_in(risk: float) -> str:
    """A risk as a rate: "1 in 5"."""
    return shares.one_in(risk, count)


def risk(value: float) -> str:
    """A risk as percent and as a rate: "20 % (1 in 5)"."""
    return f"{percent(value)} ({one_in(value)})" if value > 0 else percent(value)


def count_with_share(part: int, whole: int, noun: str = "people") -> str:
    """A part of a number with its share: "1,346 of 30,162 people (4.5 %)"."""
    return f"{count(part)} of {count(whole)} {noun} ({percent(part / whole if whole else 0.0)})"


def joined(items: Sequence[str], at_most: int = 6) -> str:
    """A list as people say it: "a, b and c"; more than `at_most` items end in "and 7 more"."""
    shown = list(items)
    if len(shown) > at_most:
        shown[at_most - 1 :] = [f"{count(len(items) - at_most + 1)} more"]
    return shown[0] if len(shown) == 1 else " and ".join(part for part in (", ".join(shown[:-1]), *shown[-1:]) if part)


def moment(when: dt.datetime) -> str:
    """A moment in UTC, to the second."""
    return f"{when.astimezone(dt.UTC):%Y-%m-%d %H:%M:%S} UTC"


def size(number: int) -> str:
    """The size of a file."""
    return counted(number, "byte", "bytes")


def seconds(number: float) -> str:
    """How long something took."""
    return f"{number:.2f} s" if number < 60 else f"{count(int(number // 60))} min {int(number % 60)} s"


def capitalized(sentence: str) -> str:
    """A sentence that begins with a capital letter; the rest stays as it is."""
    return sentence[:1].upper() + sentence[1:]


def name(text: str, most: int = MOST_NAME) -> str:
    """A name or value from elsewhere, so that it cannot disturb what stands beside it.

    What is not printed or turns the direction of writing is shown as "�", ends of lines as "⏎"; a text that is written
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


def unbroken(text: str) -> str:
    """A number and its percent sign stay on one line."""
    return text.replace(" %", "\u00a0%")
