"""The verdict on the risk of re-identification: before, after, and the next step."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from arxdesk_engine.analysis.risk.figures import RiskFigures, TableRisk
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.foundation.words import ENGLISH, Words, of_unit

NOBODY_LEFT = marked("Nothing is left in the output, so nobody can be found.")
NO_RECORDS = marked("There are no records, so nobody can be found.")
_MOST = 10**9
MOST_NAMED = 3
"""So many columns are named in a sentence."""


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
    values = {
        "highest": highest,
        "rate": words.one_in(risk.highest),
        "average": words.risk(risk.average),
        "threshold": most,
    }
    if side.is_highest_above:
        return tr("Highest risk {highest} ({rate}), average {average}: above the threshold of {threshold}.", **values)
    if side.is_rate_above:
        return tr(
            "Highest risk {highest} ({rate}), average {average}: the highest is within the threshold of {threshold}, "
            "the average above that of {accepted}.",
            accepted=words.against_threshold(risk.average, accepted.success_rate)[1],
            **values,
        )
    return tr("Highest risk {highest} ({rate}), average {average}: within the threshold of {threshold}.", **values)


def unlimited_sentence(unlimited: Sequence[str], words: Words = ENGLISH) -> str:
    """Disclosure without identification; "" if privacy models limit all of it."""
    if not unlimited:
        return ""
    return tr(
        "No privacy model limits the disclosure of {columns} by groups: a value shared by a whole group is disclosed.",
        columns=words.joined(unlimited, MOST_NAMED),
    )


def telling_clause(telling: Sequence[str], words: Words = ENGLISH) -> str:
    """The columns that identify people although they are no quasi-identifiers, with their verbs."""
    return tr_n(
        len(telling),
        "{columns} leaves unchanged and can tell people apart",
        "{columns} leave unchanged and can tell people apart",
        columns=words.joined(telling, MOST_NAMED),
    )


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
        return RiskVerdict(True, tr(NO_RECORDS))
    removed = of_unit(figures.after.counts.suppressed, figures.after.unit, words)
    return RiskVerdict(
        False,
        tr(NOBODY_LEFT),
        remains=tr("Everything was removed, {records}: no data are left to use either.", records=removed),
        advice=tr("Choose another transformation in Explore, or relax the rules."),
    )


def _was(figures: RiskFigures, part: str, telling: Sequence[str], words: Words) -> str:
    """Unique people before and after; by the quasi-identifiers alone if other columns tell people apart as well."""
    before, after = figures.before, figures.after
    if before is None:
        return ""
    where = tr("the {part}", part=part) if part else tr("this table")
    uniques, unit = before.prosecutor.sample_uniques, before.unit
    if after is None:
        return _unique(uniques, before, where, words)
    was = _was_unique(uniques, before, where, words)
    left, of_people = after.prosecutor.sample_uniques, unit == "people"
    if left:
        told = words.count_with_share(left, after.people, unit)
        return f"{was} {tr_n(left, 'Now {records} is.', 'Now {records} are.', records=told)}"
    if telling:
        clause = telling_clause(telling, words)
        alone = marked("Now none is by the quasi-identifiers alone, but {columns_leave}.")
        if of_people:
            alone = marked("Now nobody is by the quasi-identifiers alone, but {columns_leave}.")
        return f"{was} {tr(alone, columns_leave=clause)}"
    if uniques:
        return f"{was} {tr('Now nobody is.') if of_people else tr('Now none is.')}"
    return f"{was} {tr('Nobody is now.') if of_people else tr('None is now.')}"


def _unique(uniques: int, side: TableRisk, where: str, words: Words) -> str:
    of_people = side.unit == "people"
    if not uniques:
        return (
            tr("Nobody is unique in {table}.", table=where)
            if of_people
            else tr("No record is unique in {table}.", table=where)
        )
    told = words.count_with_share(uniques, side.people, side.unit)
    if of_people:
        return tr_n(
            uniques,
            "{people} is unique in {table} and could be singled out by one record.",
            "{people} are unique in {table} and could be singled out by one record.",
            people=told,
            table=where,
        )
    return tr_n(
        uniques,
        "{records} is unique in {table} and could be singled out.",
        "{records} are unique in {table} and could be singled out.",
        records=told,
        table=where,
    )


def _was_unique(uniques: int, side: TableRisk, where: str, words: Words) -> str:
    of_people = side.unit == "people"
    if not uniques and of_people:
        return tr("Before, nobody was unique in {table}.", table=where)
    if not uniques:
        return tr("Before, no record was unique in {table}.", table=where)
    told = words.count_with_share(uniques, side.people, side.unit)
    if of_people:
        return tr_n(
            uniques,
            "Before, {people} was unique in {table} and could be singled out by one record.",
            "Before, {people} were unique in {table} and could be singled out by one record.",
            people=told,
            table=where,
        )
    return tr_n(
        uniques,
        "Before, {records} was unique in {table} and could be singled out.",
        "Before, {records} were unique in {table} and could be singled out.",
        records=told,
        table=where,
    )


def _remains(side: TableRisk, words: Words) -> str:
    """The people at the highest risk: everybody above the threshold, else the people in the smallest groups."""
    threshold, unit = words.threshold(side.thresholds.highest_risk), side.unit
    if side.is_highest_above:
        above = side.people_above
        line = tr_n(
            above,
            "{records} is above the threshold.",
            "{records} are above the threshold.",
            records=words.count_with_share(above, side.people, unit),
        )
    else:
        number = side.in_smallest
        where = tr_n(
            side.smallest_groups,
            "{n} group of exactly {size}",
            "{n} groups of exactly {size}",
            n=words.count(side.smallest_groups),
            size=words.count(side.smallest),
        )
        records = of_unit(number, unit, words)
        if side.prosecutor.highest == side.thresholds.highest_risk:
            line = tr_n(
                number,
                "{records} is still at the threshold itself, in {groups}.",
                "{records} are still at the threshold itself, in {groups}.",
                records=records,
                groups=where,
            )
        else:
            most = marked("The highest risk is that of {records}, in {groups}; none is above {threshold}.")
            if unit == "people":
                most = marked("The highest risk is that of {records}, in {groups}; nobody is above {threshold}.")
            line = tr(most, records=records, groups=where, threshold=threshold)
    if side.coincide:
        return line
    more = tr(
        "Without knowing who is in the table the highest risk is {risk}.", risk=words.risk(side.journalist.highest)
    )
    return f"{line} {more}"


def _advice(figures: RiskFigures, side: TableRisk, words: Words) -> str:
    if side.is_within:
        return _before_sharing(side, words, is_output=figures.after is not None)
    if side.is_highest_above and size_for(side.thresholds.highest_risk) is None:
        most = words.threshold(side.thresholds.highest_risk)
        return tr("No table with records in it has a risk of {risk}: accept a higher one.", risk=most)
    way = _larger_groups(side, words)
    if figures.after is None:
        return tr("Anonymize to lower it: {way}.", way=way)
    return tr("To lower it: {way} (Configure), or choose another transformation in Explore.", way=way)


def _before_sharing(side: TableRisk, words: Words, *, is_output: bool) -> str:
    """What the figures leave out, for whoever is about to share the table."""
    number, of_people = side.counts.quasi_identifiers, side.unit == "people"
    if of_people:
        known = tr_n(
            number,
            "the one quasi-identifier of one record tells",
            "the {n} quasi-identifiers of one record tell",
            n=words.count(number),
        )
    else:
        known = tr_n(number, "the one quasi-identifier tells", "the {n} quasi-identifiers tell", n=words.count(number))
    lead = marked("Before you share it as it is: this counts only what {known}.")
    if is_output:
        lead = marked("Before you export: this counts only what {known}.")
    more = [tr("Histories in Risk counts what several records of a person tell.")] if of_people else []
    return " ".join([tr(lead, known=known), *more, tr("Make sure that nobody can know more about a person.")])


def _larger_groups(side: TableRisk, words: Words) -> str:
    accepted = side.thresholds
    if not side.is_highest_above:
        return tr(
            "ask for larger groups, or for an average risk of at most {risk}",
            risk=words.threshold(accepted.success_rate),
        )
    return tr("ask for groups of at least {size}", size=words.count(size_for(accepted.highest_risk) or 1))
