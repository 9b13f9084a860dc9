"""How numbers, shares, risks and lists are put into words: everywhere alike, and as the locale writes numbers."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from PySide6.QtCore import QLocale

from arxdesk_engine.foundation import shares
from arxdesk_engine.quality.words import LARGE_SCORE

_READABLE, _SHORT = 10**15, 10**10
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def count(number: int) -> str:
    """A whole number with its thousands separated; beyond what anybody reads, its magnitude: 4.1 × 10²²."""
    return _count(int(number), _READABLE)


def short_count(number: int) -> str:
    """A whole number where there is little room: its magnitude from ten billion on."""
    return _count(int(number), _SHORT)


def _count(whole: int, readable: int) -> str:
    if abs(whole) < readable:
        return _locale().toString(whole)
    mantissa, exponent = f"{Decimal(abs(whole)):.1e}".split("e+")
    sign = "−" if whole < 0 else ""
    return f"{sign}{decimal(float(mantissa), 1)} × 10{exponent.translate(_RAISED)}"


def counted(number: int, one: str, many: str) -> str:
    """A number with its noun: "1 group", "48 groups"."""
    return f"{count(number)} {one if number == 1 else many}"


def people(number: int) -> str:
    """A number of people: "1 person", "240 people"."""
    return counted(number, "person", "people")


def decimal(value: float, decimals: int) -> str:
    """A number with that many decimals."""
    return _locale().toString(float(value), "f", decimals)


def score(value: float) -> str:
    """A score: with 4 decimals, as many do not exceed 1, and as a whole number from 10,000 on."""
    return decimal(value, 4 if abs(value) < LARGE_SCORE else 0)


def percent(share: float, digits: int = 2) -> str:
    """A share as percent with so many significant digits, zeros at the end left out: "4.5 %", "20 %".

    Only nothing reads "0 %", and only the whole reads "100 %".
    """
    return shares.percent(share, digits, decimal)


def percent_fixed(share: float, decimals: int = 1) -> str:
    """A share as percent with a fixed number of decimals, for columns of numbers: "95.5 %", "0.0 %"."""
    return f"{decimal(float(share) * 100, decimals)} %"


def percent_exact(share: float, most: int = 6) -> str:
    """A share that is a round number as percent, with all of its decimals: "0.000001 %", "16.7 %"."""
    return shares.percent_exact(share, decimal, most)


def risk_range(low: float, high: float) -> str:
    """Risks above one and up to another one: "up to 1 %", "10–12.5 %"."""
    if low <= 0:
        return f"up to {percent_exact(high)}"
    return f"{percent_exact(low).removesuffix(' %')}–{percent_exact(high)}"


def percents_apart(first: float, second: float) -> tuple[str, str]:
    """Two shares as percent, with as many digits as it takes to tell them apart where they differ."""
    for digits in range(2, 7):
        texts = percent(first, digits), percent(second, digits)
        if first == second or texts[0] != texts[1]:
            break
    return texts


def threshold(share: float) -> str:
    """What somebody accepts, as it was typed: "12.5 %" is not said as "13 %"."""
    return percent_exact(share, 4)


def against_threshold(share: float, accepted: float) -> tuple[str, str]:
    """A share and what is accepted as percent, with as many digits as it takes to see which one is greater."""
    limit = threshold(accepted)
    if share == accepted:
        return limit, limit
    text = percent(share)
    for digits in range(2, 9):
        text = percent(share, digits)
        rounded = float(f"{share:.{digits}g}")
        if text != limit and (rounded > accepted) == (share > accepted):
            break
    return text, limit


def one_in(risk: float) -> str:
    """A risk as a rate: "1 in 5", "1 in 73", "2 in 3"; "none" without any risk."""
    return shares.one_in(risk, count)


def risk(value: float, digits: int = 2) -> str:
    """A risk as percent and as a rate: "20 % (1 in 5)"."""
    return f"{percent(value, digits)} ({one_in(value)})" if value > 0 else percent(value)


def count_with_share(part: int, whole: int, noun: str = "people") -> str:
    """A part of a number with its share: "1,346 of 30,162 people (4.5 %)"."""
    return f"{count(part)} of {count(whole)} {noun} ({percent(part / whole if whole else 0.0)})"


def joined(items: Sequence[str], at_most: int = 6) -> str:
    """A list as people say it: "a, b and c"; more than `at_most` items end in "and 7 more"."""
    shown = list(items)
    if len(shown) > at_most:
        shown[at_most - 1 :] = [f"{count(len(items) - at_most + 1)} more"]
    return shown[0] if len(shown) == 1 else " and ".join(part for part in (", ".join(shown[:-1]), *shown[-1:]) if part)


def capitalized(sentence: str) -> str:
    """A sentence that begins with a capital letter; the rest stays as it is."""
    return sentence[:1].upper() + sentence[1:]


def ended(sentence: str) -> str:
    """A sentence with its full stop, also where it ends with an abbreviation."""
    return sentence if sentence.endswith(".") else f"{sentence}."


def unbroken(text: str) -> str:
    """The same text for a label that wraps: a number and its percent sign stay on one line."""
    return text.replace(" %", "\u00a0%")


def level(number: int, highest: int) -> str:
    """A generalization level: "as it was", "level 3 of 4"."""
    return "as it was" if number == 0 else f"level {count(number)} of {count(highest)}"


def shortened(levels: Sequence[int], at_most: int = 12) -> str:
    """The levels of a transformation, one for each quasi-identifier: "0, 3, 0, 1"; of very many the first ones."""
    shown = ", ".join(map(str, levels[:at_most]))
    return f"{shown}, ..." if len(levels) > at_most else shown


def size_range(smallest: int, largest: int | None) -> str:
    """Sizes of groups: "alone", "5", "6–10", "1,001+"."""
    if largest is None:
        return f"{count(smallest)}+"
    if smallest == largest:
        return "alone" if smallest == 1 else count(smallest)
    return f"{count(smallest)}–{count(largest)}"


def _locale() -> QLocale:
    """The locale in use, with separators of groups; kept, since arithmetic with options takes longer than a number."""
    locale = QLocale()
    known = _locales.get(locale.name())
    if known is None:
        locale.setNumberOptions(locale.numberOptions() & ~QLocale.NumberOption.OmitGroupSeparator)  # the C locale does
        known = _locales[locale.name()] = locale
    return known


_locales: dict[str, QLocale] = {}
