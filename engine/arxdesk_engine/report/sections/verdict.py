"""The first sentences of a report: the verdict, by fixed rules from the figures."""

from __future__ import annotations

from collections.abc import Iterable

from arxdesk_engine.analysis.facts.summary import GENERALIZED_ITEMS, PERTURBED
from arxdesk_engine.analysis.risk.verdict import (
    NOBODY_LEFT,
    RiskVerdict,
    risk_verdict,
    telling_clause,
    unlimited_sentence,
)
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
    counted,
    joined,
    name,
    percent,
    risk,
)
from arxdesk_engine.report.sections import proof

_WAY_OUT = "Allow more removed records or coarser levels, or require less protection."


def verdict(facts: Facts) -> Message:
    """The verdict."""
    applied, checks = facts.applied, facts.checks
    if applied is None:
        return _of_nothing(facts)
    if checks is not None and checks.refuted:
        claims = joined([claim(each.claim) for each in checks.refuted])
        sentence = "Do not share this table: the recount contradicts a claim."
        return Message("error", sentence, (f"Refuted: {claims}.", *_details(facts, applied)))
    if applied.suppressed_records == applied.records:
        return Message("warn", "No data are left: all records were removed.", _details(facts, applied))
    if applied.allowed is not None and applied.recoding is None and applied.removed > applied.allowed:
        unit = "people" if applied.removes_people else "records"
        sentence = f"More {unit} were removed than the rules allow: {_removed_of_allowed(applied)}."
        return Message("warn", sentence, _details(facts, applied))
    if checks is not None and checks.handed_out is not None and checks.handed_out.is_the_same is False:
        sentence = f"The file {name(checks.handed_out.name)} is not the table that this report describes."
        return Message("warn", sentence, _details(facts, applied))
    if facts.risk.after is not None and not facts.risk.after.is_within:
        sentence = f"{_rules_hold(facts)}, but the risk is above the accepted one."
        return Message("warn", sentence, _details(facts, applied))
    is_open = checks is not None and _could_not_be_counted(checks)
    return Message("warn" if is_open else "ok", f"{_rules_hold(facts)}.", _details(facts, applied))


def removed(facts: Facts, applied: TransformationFacts) -> str:
    """The number of removed records, the reason, and their remaining cells."""
    of_part = f" of the {facts.data.part.kind}" if facts.data.part is not None else ""
    if not applied.suppressed_records:
        return f"All {counted(applied.records, 'record', 'records')}{of_part} were kept."
    gone = count_with_share(applied.suppressed_records, applied.records, f"records{of_part}")
    if applied.removes_people and applied.people is not None:
        gone = f"{count_with_share(applied.removed, applied.people, 'people')} with {gone}"
    verb = "was" if applied.suppressed_records == 1 else "were"
    shown = still_shown(facts)
    rest = f"; {joined(shown, 3)} can still be read in their records" if shown else ""
    return f"{gone} {verb} removed, so that the rules hold{rest}."


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
    part = "" if facts.data.part is None else facts.data.part.kind
    found = facts.risk
    return risk_verdict(found.figures, part, _names(found.unlimited), _names(facts.data.telling), PRINTED)


def risk_sentence(facts: Facts) -> str:
    """The risk after, compared with the accepted one, and the risk before."""
    found = facts.risk.before.prosecutor
    now = NOBODY_LEFT if facts.risk.after is None else risk_of(facts).sentence
    if not found.records or now == NOBODY_LEFT:
        return now
    return f"{now} Before, the highest was {risk(found.highest)} and the average {risk(found.average)}."


def claim(text: str) -> str:
    """A claim of the second count in words."""
    if text.startswith(CLAIM):
        return f"{name(text)}: what the method never changes"
    return _CLAIMS.get(text, name(text))


_CLAIMS = {
    "sha256": "the file is the one that was written (SHA-256)",
    "records": "number of records in the file",
    "suppressed_records": "number of removed records",
    "classes": "number of groups",
    "smallest_class": "size of the smallest group",
    "largest_class": "size of the largest group",
    "quasi-identifiers": "every cell of the quasi-identifiers",
    "aggregates": "every aggregated value",
    "other columns": "every cell of the other columns",
    "table": "the whole table",
    "spread sha256": "the copy with drawn values is the one that was written (SHA-256)",
    "spread records": "number of records in the copy with drawn values",
    "spread cells": "every cell of the copy with drawn values",
}


def _of_nothing(facts: Facts) -> Message:
    search = facts.search
    match search.status:
        case "infeasible":
            sentence = "No transformation satisfies these rules, so there is no output."
            proven = "Proven" if search.restored is None else "Proven, as the project keeps it,"
            why = f"{proven} for every one of the {count(search.lattice_size)} transformations."
            return Message("error", sentence, (why, _WAY_OUT))
        case "none-found":
            sentence = "No transformation was found that satisfies these rules, so there is no output."
            return Message("warn", sentence, ("The search ended without a proof.", _WAY_OUT))
        case _:
            sentence = "A transformation was found, and none was applied: there is no output."
            return Message("warn", sentence, (proof.headline(search),))


def _could_not_be_counted(checks: ChecksFacts) -> bool:
    """Whether nothing is confirmed, such as where the input is gone; some models can be counted in part by nature."""
    return not any(each.verified for each in (*checks.models, *checks.facts))


def _rules_hold(facts: Facts) -> str:
    models = facts.configuration.models
    titles = joined([name(model.title) for model in models], 4)
    verb = "holds" if len(models) == 1 else "hold"
    checks = facts.checks
    if checks is None:
        return capitalized(f"{titles} {verb} in this table, as the search found")
    if _could_not_be_counted(checks):
        return capitalized(f"{titles} {verb} as the search found, but could not be recounted")
    if any(each.verified is None for each in checks.models):
        return capitalized(f"{titles} {verb} by the way this table was made; not all of it can be recounted")
    return capitalized(f"{titles} {verb} in this table, confirmed by a recount")


def _details(facts: Facts, applied: TransformationFacts) -> tuple[str, ...]:
    search, model = facts.search, facts.configuration.quality_model
    lines = [removed(facts, applied), risk_sentence(facts)]
    known = proof.chosen_otherwise(search, applied, model) or proof.headline(search)
    recoding = applied.recoding
    of_recoding = "" if recoding is None else proof.OF_RECODING if recoding.groupwise is None else proof.OF_GROUPS
    lines.append(f"{known} {of_recoding}".rstrip())
    if facts.risk.unlimited:
        lines.append(unlimited_sentence(_names(facts.risk.unlimited), PRINTED))
    if facts.data.telling:
        them = "its" if len(facts.data.telling) == 1 else "their"
        lines.append(
            f"{telling_clause(_names(facts.data.telling), PRINTED)}, whatever the groups hide, by {them} values."
        )
    if facts.checks is not None:
        lines.append(_counted_again(facts.checks))
    return tuple(lines)


def _names(columns: Iterable[str]) -> list[str]:
    return [name(each) for each in columns]


def _counted_again(checks: ChecksFacts) -> str:
    number = len(checks.models) + len(checks.facts)
    confirmed = number - len(checks.refuted) - len(checks.undecided)
    what = f"Recounted: {count(confirmed)} of {counted(number, 'claim', 'claims')} confirmed"
    left = f", {count(len(checks.undecided))} could not be recounted" if checks.undecided else ""
    return f"{what}{left}{f', {count(len(checks.refuted))} refuted' if checks.refuted else ''}."


def _removed_of_allowed(applied: TransformationFacts) -> str:
    whole = applied.people if applied.removes_people and applied.people is not None else applied.records
    share = percent(applied.removed / max(whole, 1))
    return f"{count(applied.removed)} ({share}), allowed: {count(applied.allowed or 0)}"
