"""Numbers, shares, risks and lists in words, as the locale writes numbers."""

from __future__ import annotations

from PySide6.QtCore import QLocale

from arxdesk_engine.foundation.words import Unit, Words
from arxdesk_engine.foundation.words import of_unit as counted_in


def _locale() -> QLocale:
    """The locale in use, with separators of groups; kept, since arithmetic with options takes longer than a number."""
    locale = QLocale()
    known = _locales.get(locale.name())
    if known is None:
        locale.setNumberOptions(locale.numberOptions() & ~QLocale.NumberOption.OmitGroupSeparator)  # the C locale does
        known = _locales[locale.name()] = locale
    return known


_locales: dict[str, QLocale] = {}

LOCAL = Words(lambda whole: _locale().toString(whole), lambda value, decimals: _locale().toString(value, "f", decimals))
"""Numbers in the notation of the locale; sentences of the engine are written with it."""

count = LOCAL.count
short_count = LOCAL.short_count
counted = LOCAL.counted
people = LOCAL.people
records = LOCAL.records
decimal = LOCAL.decimal
score = LOCAL.score
percent = LOCAL.percent
percent_fixed = LOCAL.percent_fixed
percent_exact = LOCAL.percent_exact
risk_range = LOCAL.risk_range
percents_apart = LOCAL.percents_apart
threshold = LOCAL.threshold
against_threshold = LOCAL.against_threshold
one_in = LOCAL.one_in
risk = LOCAL.risk
count_with_share = LOCAL.count_with_share
joined = LOCAL.joined
level = LOCAL.level
size_range = LOCAL.size_range
capitalized = LOCAL.capitalized
unbroken = LOCAL.unbroken
shortened = LOCAL.shortened


def of_unit(number: int, unit: Unit) -> str:
    """A number of records or of people, whichever are counted."""
    return counted_in(number, unit, LOCAL)
