"""The verdict on the risk of re-identification: before, after, and the next step."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from arxdesk_engine.analysis.risk.figures import RiskFigures, TableRisk
from arxdesk_engine.foundation.words import ENGLISH, Unit, Words, of_unit

NOBODY_LEFT = "Nothing is left in the output, so nobody can be found."
NO_RECORDS = "There are no records, so nobody can be found."
_MOST = 10**9
_NONE: dict[Unit, str] = {"records": "no record", "people": "nobody"}
_NOW_NONE: dict[Unit, str] = {"records": "none", "people": "nobody"}
_BY: dict[Unit, str] = {"records": "", "people": " by one record"}
_OF_ONE: dict[Unit, str] = {"records": "", "people": " of one record"}
_NAMED = 3


@dataclass(frozen=True, slots=True)
class RiskVerdict:
    """One sentence, and the plain ones below it, "" for none.

    `was` has the unique people before and after, `remains` the highest risk, `advice` the next step, and `unlimited`
    the disclosure that no risk of being found covers.
    """

    is_good: bool
    sentence: str
    was: str = ""
    remains: str = ""
    advice: str = ""
    unlimited: str = ""

    @property
    def details(self) -> tuple[str, ...]:
        """All of the plain sentences."""
        return tuple(each for each in (self.was, self.remains, self.advice, self.unlimited) if each)


def risk_verdict(
    figures: RiskFigures,
    part: str = "",
    unlimited: Sequence[str] = (),
    telling: Sequence[str] = (),
    words: Words = ENGLISH,
) -> RiskVerdict:
    """The verdict over the output, or over the input without one.

    `part` is the name of the records that count if they are not all, `unlimited` are the sensitive attributes that
    no privacy model covers, `telling` the unchanged columns, each with nearly as many values as there
    are people.
    """
    side = figures.judged
    if side is None:
        return RiskVerdict(False, "")
    if side.people == 0:
        return _of_nobody(figures, words)
    return RiskVerdict(
        side.is_within,
        risk_sentence(side, words),
        _was(figures, part, telling, words),
        _remains(side, words) if figures.after is not None else "",
        _advice(figures, side, words),
        unlimited_sentence(unlimited, words) if side.is_within else "",
    )


def risk_sentence(side: TableRisk, words: Words = ENGLISH) -> str:
    """The highest and the average risk of a table with people in it, against their thresholds."""
    risk, accepted = side.prosecutor, side.thresholds
    highest, most = words.against_threshold(risk.highest, accepted.highest_risk)
    lead = f"Highest risk {highest} ({words.one_in(risk.highest)}), average {words.risk(risk.average)}"
    if side.is_highest_above:
        return f"{lead}: above the threshold of {most}."
    if side.is_rate_above:
        average = words.against_threshold(risk.average, accepted.success_rate)[1]
        return f"{lead}: the highest is within the threshold of {most}, the average above that of {average}."
    return f"{lead}: within the threshold of {most}."


def unlimited_sentence(unlimited: Sequence[str], words: Words = ENGLISH) -> str:
    """Disclosure without identification; "" if privacy models limit all of it."""
    if not unlimited:
        return ""
    names = words.joined(unlimited, _NAMED)
    return f"No privacy model limits the disclosure of {names} by groups: a value shared by a whole group is disclosed."


def telling_clause(telling: Sequence[str], words: Words = ENGLISH) -> str:
    """The columns that identify people although they are no quasi-identifiers, with their verbs."""
    verb = "leaves" if len(telling) == 1 else "leave"
    return f"{words.joined(telling, _NAMED)} {verb} unchanged and can tell people apart"


def size_for(risk: float) -> int | None:
    """The least size of a group whose risk is at most that; None if no group is large enough."""
    if risk * _MOST < 1:
        return None
    size = max(1, math.floor(1 / risk) - 1)
    while 1 / size > risk:
        size += 1
    return size


def _of_nobody(figures: RiskFigures, words: Words) -> RiskVerdict:
    if figures.after is None:
        return RiskVerdict(True, NO_RECORDS)
    removed = of_unit(figures.after.counts.suppressed, figures.after.unit, words)
    return RiskVerdict(
        False,
        NOBODY_LEFT,
        remains=f"Everything was removed, {removed}: no data are left to use either.",
        advice="Choose another transformation in Explore, or relax the rules.",
    )


def _was(figures: RiskFigures, part: str, telling: Sequence[str], words: Words) -> str:
    """Unique people before and after; by the quasi-identifiers alone if other columns tell people apart as well."""
    where = f"the {part}" if part else "this table"
    before, after = figures.before, figures.after
    if before is None:
        return ""
    uniques, unit = before.prosecutor.sample_uniques, before.unit
    none, now_none = _NONE[unit], _NOW_NONE[unit]
    if after is None:
        if not uniques:
            return f"{words.capitalized(none)} is unique in {where}."
        verb = "is" if uniques == 1 else "are"
        told = words.count_with_share(uniques, before.people, unit)
        return f"{told} {verb} unique in {where} and could be singled out{_BY[unit]}."
    left = after.prosecutor.sample_uniques
    if not uniques:
        was = f"Before, {none} was unique in {where}."
    else:
        verb = "was" if uniques == 1 else "were"
        was = f"Before, {words.count_with_share(uniques, before.people, unit)} {verb} unique in {where}"
        was = f"{was} and could be singled out{_BY[unit]}."
    if not left and telling:
        return f"{was} Now {now_none} is by the quasi-identifiers alone, but {telling_clause(telling, words)}."
    if not left:
        return f"{was} {f'Now {now_none} is.' if uniques else f'{words.capitalized(now_none)} is now.'}"
    return f"{was} Now {words.count_with_share(left, after.people, unit)} {'is' if left == 1 else 'are'}."


def _remains(side: TableRisk, words: Words) -> str:
    """The people at the highest risk: everybody above the threshold, else the people in the smallest groups."""
    threshold, unit = words.threshold(side.thresholds.highest_risk), side.unit
    if side.is_highest_above:
        above = side.people_above
        line = (
            f"{words.count_with_share(above, side.people, unit)} {'is' if above == 1 else 'are'} above the threshold."
        )
    else:
        groups, smallest, number = side.smallest_groups, side.smallest, side.in_smallest
        verb = "is" if number == 1 else "are"
        where = f"{words.counted(groups, 'group', 'groups')} of exactly {words.count(smallest)}"
        if side.prosecutor.highest == side.thresholds.highest_risk:
            line = f"{of_unit(number, unit, words)} {verb} still at the threshold itself, in {where}."
        else:
            none = _NOW_NONE[unit]
            line = (
                f"The highest risk is that of {of_unit(number, unit, words)}, in {where}; {none} is above {threshold}."
            )
    if side.coincide:
        return line
    return f"{line} Without knowing who is in the table the highest risk is {words.risk(side.journalist.highest)}."


def _advice(figures: RiskFigures, side: TableRisk, words: Words) -> str:
    number = side.counts.quasi_identifiers
    of = _OF_ONE[side.unit]
    several = f"the {words.count(number)} quasi-identifiers{of} tell"
    told = f"the one quasi-identifier{of} tells" if number == 1 else several
    if side.is_within:
        lead = "Before you export:" if figures.after is not None else "Before you share it as it is:"
        more = " Histories in Risk counts what several records of a person tell." if side.unit == "people" else ""
        return f"{lead} this counts only what {told}.{more} Make sure that nobody can know more about a person."
    if side.is_highest_above and size_for(side.thresholds.highest_risk) is None:
        most = words.threshold(side.thresholds.highest_risk)
        return f"No table with records in it has a risk of {most}: accept a higher one."
    way = _larger_groups(side, words)
    if figures.after is None:
        return f"Anonymize to lower it: {way}."
    return f"To lower it: {way} (Configure), or choose another transformation in Explore."


def _larger_groups(side: TableRisk, words: Words) -> str:
    accepted = side.thresholds
    if not side.is_highest_above:
        return f"ask for larger groups, or for an average risk of at most {words.threshold(accepted.success_rate)}"
    return f"ask for groups of at least {words.count(size_for(accepted.highest_risk) or 1)}"
