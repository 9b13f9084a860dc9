"""How numbers, shares, risks and lists are put into words: on the screen, in notebooks and in reports alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from typing import Literal

from arxdesk_engine.foundation import language, shares
from arxdesk_engine.foundation.language import marked, tr, tr_n, tr_of

LARGE_SCORE = 10_000.0
"""From here on scores are shown as whole numbers."""
Unit = Literal["records", "people"]
"""What is counted: people where a column says whose record each is, records otherwise."""
_SHARES = {
    "records": marked("{part} of {whole} records ({share})"),
    "people": marked("{part} of {whole} people ({share})"),
}
"""A part with its share in a report: other languages decline the noun."""
_READABLE, _SHORT = 10**15, 10**10
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Words:
    """Writes numbers as one language or locale does: `whole` writes a whole number with its thousands separated,
    `fixed` a number with so many decimals."""

    def __init__(self, whole: Callable[[int], str], fixed: Callable[[float, int], str]) -> None:
        self._whole, self._fixed = whole, fixed

    def count(self, number: int) -> str:
        """A whole number with its thousands separated; beyond what anybody reads, its magnitude: 4.1 × 10²²."""
        return self._count(int(number), _READABLE)

    def short_count(self, number: int) -> str:
        """A whole number where there is little room: its magnitude from ten billion on."""
        return self._count(int(number), _SHORT)

    def _count(self, whole: int, readable: int) -> str:
        if abs(whole) < readable:
            return self._whole(whole)
        mantissa, exponent = f"{Decimal(abs(whole)):.1e}".split("e+")
        sign = "−" if whole < 0 else ""
        return f"{sign}{self.decimal(float(mantissa), 1)} × 10{exponent.translate(_RAISED)}"

    def counted(self, number: int, one: str, many: str) -> str:
        """A number with its noun: "1 group", "48 groups"."""
        return f"{self.count(number)} {one if number == 1 else many}"

    def people(self, number: int) -> str:
        """A number of people: "1 person", "240 people"."""
        return tr_n(number, "{n} person", "{n} people", n=self.count(number))

    def records(self, number: int) -> str:
        """A number of records: "1 record", "240 records"."""
        return tr_n(number, "{n} record", "{n} records", n=self.count(number))

    def decimal(self, value: float, decimals: int) -> str:
        """A number with that many decimals."""
        return self._fixed(float(value), decimals)

    def score(self, value: float) -> str:
        """A score: with 4 decimals, as many do not exceed 1, and as a whole number from 10,000 on."""
        return self.decimal(value, 4 if abs(value) < LARGE_SCORE else 0)

    def percent(self, share: float, digits: int = 2) -> str:
        """A share as percent with so many significant digits, zeros at the end left out: "4.5 %", "20 %".

        Only nothing reads "0 %", and only the whole reads "100 %".
        """
        return shares.percent(share, digits, self.decimal)

    def percent_fixed(self, share: float, decimals: int = 1) -> str:
        """A share as percent with a fixed number of decimals, for columns of numbers: "95.5 %", "0.0 %"."""
        return f"{self.decimal(float(share) * 100, decimals)} %"

    def percent_exact(self, share: float, most: int = 6) -> str:
        """A share that is a round number as percent, with all of its decimals: "0.000001 %", "16.7 %"."""
        return shares.percent_exact(share, self.decimal, most)

    def risk_range(self, low: float, high: float) -> str:
        """Risks above one and up to another one: "up to 1 %", "10–12.5 %"."""
        if low <= 0:
            return tr("up to {share}", share=self.percent_exact(high))
        return f"{self.percent_exact(low).removesuffix(' %')}–{self.percent_exact(high)}"

    def percents_apart(self, first: float, second: float) -> tuple[str, str]:
        """Two shares as percent, with as many digits as it takes to tell them apart where they differ."""
        for digits in range(2, 7):
            texts = self.percent(first, digits), self.percent(second, digits)
            if first == second or texts[0] != texts[1]:
                break
        return texts

    def threshold(self, share: float) -> str:
        """An accepted share as it was typed: "12.5 %" does not read "13 %", and only nothing reads "0 %"."""
        shown = self.percent_exact(share, 4)
        is_rounded_away = 0 < share < 1 and shown in (self.percent_exact(0.0), self.percent_exact(1.0))
        return self.percent_exact(share, 12) if is_rounded_away else shown

    def against_threshold(self, share: float, accepted: float) -> tuple[str, str]:
        """A share and what is accepted as percent, with as many digits as it takes to see which one is greater."""
        limit = self.threshold(accepted)
        if share == accepted:
            return limit, limit
        text = self.percent(share)
        for digits in range(2, 9):
            text = self.percent(share, digits)
            rounded = float(f"{share:.{digits}g}")
            if text != limit and (rounded > accepted) == (share > accepted):
                break
        return text, limit

    def one_in(self, risk: float) -> str:
        """A risk as a rate: "1 in 5", "1 in 73", "2 in 3"; "none" without any risk."""
        return shares.one_in(risk, self.count)

    def risk(self, value: float, digits: int = 2) -> str:
        """A risk as percent and as a rate: "20 % (1 in 5)"."""
        return f"{self.percent(value, digits)} ({self.one_in(value)})" if value > 0 else self.percent(value)

    def count_with_share(self, part: int, whole: int, noun: str) -> str:
        """A part of a number with its share: "1,346 of 30,162 records (4.5 %)"."""
        share = self.percent(part / whole if whole else 0.0)
        pattern = _SHARES.get(noun, marked("{part} of {whole} {noun} ({share})"))
        return tr(pattern, part=self.count(part), whole=self.count(whole), noun=noun, share=share)

    def joined(self, items: Sequence[str], at_most: int = 6) -> str:
        """A list as people say it: "a, b and c"; more than `at_most` items end in "and 7 more"."""
        shown = list(items)
        if len(shown) > at_most:
            rest = len(items) - at_most + 1
            shown[at_most - 1 :] = [tr_n(rest, "{n} more", "{n} more", n=self.count(rest))]
        if len(shown) < 2:
            return "".join(shown)
        return tr("{items} and {last}", items=", ".join(shown[:-1]), last=shown[-1])

    def level(self, number: int, highest: int) -> str:
        """A generalization level: "as it was", "level 3 of 4"."""
        if number == 0:
            return tr("as it was")
        return tr("level {level} of {highest}", level=self.count(number), highest=self.count(highest))

    def size_range(self, smallest: int, largest: int | None) -> str:
        """Sizes of groups: "alone", "5", "6–10", "1,001+"."""
        if largest is None:
            return f"{self.count(smallest)}+"
        if smallest == largest:
            return tr_of("the size of a group", "alone") if smallest == 1 else self.count(smallest)
        return f"{self.count(smallest)}–{self.count(largest)}"

    @staticmethod
    def capitalized(sentence: str) -> str:
        """A sentence that begins with a capital letter; the rest stays as it is."""
        return sentence[:1].upper() + sentence[1:]

    @staticmethod
    def unbroken(text: str) -> str:
        """The same text for a label that wraps: a number and its percent sign, and a difference, stay on one line."""
        return text.replace(" %", "\u00a0%").replace(" − ", "\u00a0−\u00a0")

    @staticmethod
    def shortened(levels: Sequence[int], at_most: int = 12) -> str:
        """The levels of a transformation, one for each quasi-identifier: "0, 3, 0, 1"; of very many the first ones."""
        shown = ", ".join(map(str, levels[:at_most]))
        return f"{shown}, ..." if len(levels) > at_most else shown


ENGLISH = Words(language.whole, language.fixed)
"""The same on every machine: English, but for a report in another language."""


def of_unit(number: int, unit: Unit, words: Words = ENGLISH) -> str:
    """A number of records or of people, whichever are counted."""
    return words.people(number) if unit == "people" else words.records(number)


def in_parts(parts: Iterable[str]) -> str:
    """Parts of a text that have commas of their own: "a; b; c"."""
    told = ""
    for part in parts:
        told = tr("{before}; {after}", before=told, after=part) if told else part
    return told
