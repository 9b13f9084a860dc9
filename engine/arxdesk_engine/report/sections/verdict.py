"""The first sentences of a report: the verdict, by fixed rules from the figures."""

from __future__ import annotations

from collections.abc import Iterable

from arxdesk_engine.analysis.facts.summary import GENERALIZED_ITEMS, PERTURBED
from arxdesk_engine.analysis.risk.verdict import (
    MOST_NAMED,
    NOBODY_LEFT,
    RiskVerdict,
    risk_verdict,
    unlimited_sentence,
)
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.perturbation.method import CLAIM
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.facts.checks import ChecksFacts
from arxdesk_engine.report.facts.transformation import TransformationFacts
from arxdesk_engine.report.layout.blocks import Message
from arxdesk_engine.report.layout.words import (
    PRINTED,
    capitalized,
    count,
    count_with_share,
    joined,
    name,
    percent,
    risk,
)
from arxdesk_engine.report.sections import proof
from arxdesk_engine.report.sections.data import part_name

_WAY_OUT = marked("Allow more removed records or coarser levels, or require less protection.")


def verdict(facts: Facts) -> Message:
    """The verdict."""
    applied, checks = facts.applied, facts.checks
    if applied is None:
        return _of_nothing(facts)
    if checks is not None and checks.refuted:
        claims = joined([claim(each.claim) for each in checks.refuted])
        sentence = tr("Do not share this table: the recount contradicts a claim.")
        return Message("error", sentence, (tr("Refuted: {claims}.", claims=claims), *_details(facts, applied)))
    if applied.suppressed_records == applied.records:
        return Message("warn", tr("No data are left: all records were removed."), _details(facts, applied))
    if applied.allowed is not None and applied.recoding is None and applied.removed > applied.allowed:
        sentence = marked("More records were removed than the rules allow: {number} ({share}), allowed: {allowed}.")
        if applied.removes_people:
            sentence = marked("More people were removed than the rules allow: {number} ({share}), allowed: {allowed}.")
        sentence = tr(sentence, **_removed_of_allowed(applied))
        return Message("warn", sentence, _details(facts, applied))
    if checks is not None and checks.handed_out is not None and checks.handed_out.is_the_same is False:
        file = name(checks.handed_out.name)
        sentence = tr("The file {file} is not the table that this report describes.", file=file)
        return Message("warn", sentence, _details(facts, applied))
    if facts.risk.after is not None and not facts.risk.after.is_within:
        sentence = tr("{rules}, but the risk is above the accepted one.", rules=_rules_hold(facts))
        return Message("warn", sentence, _details(facts, applied))
    is_open = checks is not None and _could_not_be_counted(checks)
    return Message("warn" if is_open else "ok", f"{_rules_hold(facts)}.", _details(facts, applied))


def removed(facts: Facts, applied: TransformationFacts) -> str:
    """The number of removed records, the reason, and their remaining cells."""
    part = "" if facts.data.part is None else part_name(facts.data.part.kind)
    if not applied.suppressed_records:
        return _all_kept(applied.records, part)
    gone = count_with_share(applied.suppressed_records, applied.records, "records")
    if part:
        gone = _of_part(applied.suppressed_records, applied.records, part)
    if applied.removes_people and applied.people is not None:
        people = count_with_share(applied.removed, applied.people, "people")
        gone = tr("{people} with {records}", people=people, records=gone)
    if shown := still_shown(facts):
        return tr_n(
            applied.suppressed_records,
            "{records} was removed, so that the rules hold; {columns} can still be read in their records.",
            "{records} were removed, so that the rules hold; {columns} can still be read in their records.",
            records=gone,
            columns=joined(shown, 3),
        )
    return tr_n(
        applied.suppressed_records,
        "{records} was removed, so that the rules hold.",
        "{records} were removed, so that the rules hold.",
        records=gone,
    )


def _all_kept(records: int, part: str) -> str:
    if not part:
        return tr_n(records, "All {n} record were kept.", "All {n} records were kept.", n=count(records))
    return tr_n(
        records,
        "All {n} record of the {part} were kept.",
        "All {n} records of the {part} were kept.",
        n=count(records),
        part=part,
    )


def _of_part(removed: int, records: int, part: str) -> str:
    share = percent(removed / records if records else 0.0)
    return tr(
        "{number} of {whole} records of the {part} ({share})",
        number=count(removed),
        whole=count(records),
        part=part,
        share=share,
    )


def still_shown(facts: Facts) -> list[str]:
    """The remaining content of removed records: removing hides the identifying cells."""
    hidden, applied = facts.configuration.hidden_when_suppressed, facts.applied
    if not facts.configuration.keeps_suppressed or applied is None or not applied.suppressed_records:
        return []
    kept = [each for each in facts.data.columns if each.role in ("sensitive", "insensitive")]
    kept = [each for each in kept if PERTURBED not in each.becomes]
    always = ("suppress", GENERALIZED_ITEMS)
    return [name(each.name) for each in kept if each.role not in hidden and each.becomes not in always]


def risk_of(facts: Facts) -> RiskVerdict:
    """The verdict over the risk, as the window has it."""
    part = "" if facts.data.part is None else part_name(facts.data.part.kind)
    found = facts.risk
    return risk_verdict(found.figures, part, _names(found.unlimited), _names(facts.data.telling), PRINTED)


def risk_sentence(facts: Facts) -> str:
    """The risk after, compared with the accepted one, and the risk before."""
    found = facts.risk.before.prosecutor
    nobody = tr(NOBODY_LEFT)
    now = nobody if facts.risk.after is None else risk_of(facts).sentence
    if not found.records or now == nobody:
        return now
    before = tr(
        "Before, the highest was {highest} and the average {average}.",
        highest=risk(found.highest),
        average=risk(found.average),
    )
    return f"{now} {before}"


def claim(text: str) -> str:
    """A claim of the second count in words."""
    if text.startswith(CLAIM):
        return tr("perturbation of {columns}: what the method never changes", columns=name(text.removeprefix(CLAIM)))
    for prefix, sentence in _OF_TABLES.items():
        if text.startswith(prefix):
            return tr(sentence, name=name(text.removeprefix(prefix)))
    return tr(_CLAIMS[text]) if text in _CLAIMS else name(text)


_OF_TABLES = {"sha256 of ": marked("sha256 of {name}"), "key ": marked("key {name}")}
"""Claims about the files of linked tables, and the numbers in place of their keys."""


_CLAIMS = {
    "sha256": marked("the file is the one that was written (SHA-256)"),
    "records": marked("number of records in the file"),
    "suppressed_records": marked("number of removed records"),
    "classes": marked("number of groups"),
    "smallest_class": marked("size of the smallest group"),
    "largest_class": marked("size of the largest group"),
    "quasi-identifiers": marked("every cell of the quasi-identifiers"),
    "aggregates": marked("every aggregated value"),
    "other columns": marked("every cell of the other columns"),
    "table": marked("the whole table"),
    "whole people": marked("whole people"),
    "suppressed_people": marked("number of removed people"),
    "links": marked("links"),
    "spread sha256": marked("the copy with drawn values is the one that was written (SHA-256)"),
    "spread records": marked("number of records in the copy with drawn values"),
    "spread cells": marked("every cell of the copy with drawn values"),
}


def _of_nothing(facts: Facts) -> Message:
    search = facts.search
    match search.status:
        case "infeasible":
            sentence = tr("No transformation satisfies these rules, so there is no output.")
            size = count(search.lattice_size)
            why = tr("Proven for every one of the {number} transformations.", number=size)
            if search.restored is not None:
                why = tr("Proven, as the project keeps it, for every one of the {number} transformations.", number=size)
            return Message("error", sentence, (why, tr(_WAY_OUT)))
        case "none-found":
            sentence = tr("No transformation was found that satisfies these rules, so there is no output.")
            return Message("warn", sentence, (tr("The search ended without a proof."), tr(_WAY_OUT)))
        case _:
            sentence = tr("A transformation was found, and none was applied: there is no output.")
            return Message("warn", sentence, (proof.headline(search),))


def _could_not_be_counted(checks: ChecksFacts) -> bool:
    """Whether nothing is confirmed, such as where the input is gone; some models can be counted in part by nature."""
    return not any(each.verified for each in (*checks.models, *checks.facts))


def _rules_hold(facts: Facts) -> str:
    models = facts.configuration.models
    titles = joined([name(model.title) for model in models], 4)
    number, checks = len(models), facts.checks
    if checks is None:
        told = tr_n(
            number,
            "{models} holds in this table, as the search found",
            "{models} hold in this table, as the search found",
            models=titles,
        )
    elif _could_not_be_counted(checks):
        told = tr_n(
            number,
            "{models} holds as the search found, but could not be recounted",
            "{models} hold as the search found, but could not be recounted",
            models=titles,
        )
    elif any(each.verified is None for each in checks.models):
        told = tr_n(
            number,
            "{models} holds by the way this table was made; not all of it can be recounted",
            "{models} hold by the way this table was made; not all of it can be recounted",
            models=titles,
        )
    else:
        told = tr_n(
            number,
            "{models} holds in this table, confirmed by a recount",
            "{models} hold in this table, confirmed by a recount",
            models=titles,
        )
    return capitalized(told)


def _details(facts: Facts, applied: TransformationFacts) -> tuple[str, ...]:
    search, model = facts.search, facts.configuration.quality_model
    lines = [removed(facts, applied), risk_sentence(facts)]
    known = proof.chosen_otherwise(search, applied, model) or proof.headline(search)
    recoding = applied.recoding
    of_recoding = "" if recoding is None else proof.OF_RECODING if recoding.groupwise is None else proof.OF_GROUPS
    lines.append(f"{known} {tr(of_recoding)}".rstrip())
    if facts.risk.unlimited:
        lines.append(unlimited_sentence(_names(facts.risk.unlimited), PRINTED))
    if facts.data.telling:
        telling = tr_n(
            len(facts.data.telling),
            "{columns} leaves unchanged and can tell people apart, whatever the groups hide, by its values.",
            "{columns} leave unchanged and can tell people apart, whatever the groups hide, by their values.",
            columns=joined(_names(facts.data.telling), MOST_NAMED),
        )
        lines.append(telling)
    if facts.checks is not None:
        lines.append(_counted_again(facts.checks))
    return tuple(lines)


def _names(columns: Iterable[str]) -> list[str]:
    return [name(each) for each in columns]


def _counted_again(checks: ChecksFacts) -> str:
    number = len(checks.models) + len(checks.facts)
    confirmed = number - len(checks.refuted) - len(checks.undecided)
    left, refuted = len(checks.undecided), len(checks.refuted)
    values = {"n": count(number), "confirmed": count(confirmed), "left": count(left), "refuted": count(refuted)}
    if left and refuted:
        return tr_n(
            number,
            "Recounted: {confirmed} of {n} claim confirmed, {left} could not be recounted, {refuted} refuted.",
            "Recounted: {confirmed} of {n} claims confirmed, {left} could not be recounted, {refuted} refuted.",
            **values,
        )
    if left:
        return tr_n(
            number,
            "Recounted: {confirmed} of {n} claim confirmed, {left} could not be recounted.",
            "Recounted: {confirmed} of {n} claims confirmed, {left} could not be recounted.",
            **values,
        )
    if refuted:
        return tr_n(
            number,
            "Recounted: {confirmed} of {n} claim confirmed, {refuted} refuted.",
            "Recounted: {confirmed} of {n} claims confirmed, {refuted} refuted.",
            **values,
        )
    return tr_n(
        number,
        "Recounted: {confirmed} of {n} claim confirmed.",
        "Recounted: {confirmed} of {n} claims confirmed.",
        **values,
    )


def _removed_of_allowed(applied: TransformationFacts) -> dict[str, str]:
    whole = applied.people if applied.removes_people and applied.people is not None else applied.records
    share = percent(applied.removed / max(whole, 1))
    return {"number": count(applied.removed), "share": share, "allowed": count(applied.allowed or 0)}
