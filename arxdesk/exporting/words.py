"""The texts of the export wizard: its subject, its plan and its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from arxdesk.core.document import Document
from arxdesk.core.leaving import LeavingColumn, leaving_columns
from arxdesk.core.rows_words import DataEngine, engine_of
from arxdesk.core.state_sentence import WITHOUT_RECODING, describe
from arxdesk.core.values.results import Result
from arxdesk.core.writing_work import ExportResult
from arxdesk.exporting.choices import ExportChoices
from arxdesk.ui.words import LOCAL, capitalized, count, count_with_share, joined, percent
from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.analysis.spread.sentences import copy_sentence, sentence
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import marked, short, tr, tr_n, tr_of
from arxdesk_engine.foundation.words import in_parts
from arxdesk_engine.perturbation.method import CLAIM

if TYPE_CHECKING:
    from arxdesk_engine.verification.findings import Finding

_FACTS = {
    "sha256": "SHA-256",
    "records": marked("Number of records"),
    "quasi-identifiers": marked("Quasi-identifiers"),
    "aggregates": marked("Aggregates"),
    "other columns": marked("Other columns"),
    "suppressed_records": marked("Removed records"),
    "classes": marked("Number of groups"),
    "smallest_class": marked("Smallest group"),
    "largest_class": marked("Largest group"),
    "table": marked("Table"),
    "links": marked("Linked rows"),
    "suppressed_people": marked("Removed people"),
    "whole people": marked("Removed with all of their records"),
    "spread sha256": marked("SHA-256 of the drawn values"),
    "spread records": marked("Number of records with drawn values"),
    "spread cells": marked("Drawn values"),
}
"""Facts that are counted beside the privacy models, by their names in the report of the engine."""
_SHA_OF = "sha256 of "
MOST_REFUTED = 3
"""The most refuted claims that are shown with their numbers."""
SHUFFLING = marked(
    "The order of a table can identify people, such as by the day of admission. The new order cannot be drawn again."
)
NO_REPORT = marked("Not written: the recount refutes the table.")
CODEBOOK = marked("Describes each column with its meaning, treatment and labels. Send it along.")
REPORT = marked("For the person responsible for the data: the protection, checked once more. Not for the recipient.")

SPREAD = marked(
    "For analysts: every label becomes one of its values, drawn by the shares that the table itself shows, so that it "
    "is as well protected as the table."
)


@dataclass(frozen=True, slots=True, eq=False)
class ExportFacts:
    """The subject of the export, as of the opening of the wizard."""

    result: Result
    applied: Applied
    rest: str
    columns: tuple[LeavingColumn, ...]
    misses_recoding: bool
    removed: int
    """The number of removed records."""
    engine: DataEngine = "memory"
    """What holds the rows, and so writes them where it can."""
    linked: tuple[str, ...] = ()
    """The tables that are linked to the first one."""

    @classmethod
    def of(cls, document: Document) -> ExportFacts | None:
        """None where nothing was applied that belongs to the configuration."""
        result, applied = document.result, document.applied
        if result is None or applied is None or not document.result_is_current:
            return None
        sentence, without = describe(document, "quality", searching=False), tr(WITHOUT_RECODING)
        return cls(
            result=result,
            applied=applied,
            rest=sentence.rest.removesuffix(f"; {without}"),
            columns=leaving_columns(document),
            misses_recoding=sentence.rest.endswith(without),
            removed=applied.output.suppressed_records,
            engine="memory" if document.rows is None else engine_of(document.job_of_rows),
            linked=tuple(each.name for each in document.job.tables),
        )

    @property
    def stays_outside(self) -> bool:
        """Whether the rows stay where they are: then the formats and what is written beside the table are few."""
        return self.engine != "memory"

    def records(self, choices: ExportChoices) -> int:
        """The number of records to write."""
        return self.result.records - (self.removed if choices.suppressed == "drop" else 0)

    @property
    def summary(self) -> str:
        """The transformation in a sentence."""
        return capitalized(self.rest)

    @property
    def empty(self) -> tuple[str, ...]:
        """The columns that name people and read "*" in every record."""
        return tuple(each.name for each in self.columns if each.is_empty and each.role is Role.IDENTIFYING)

    def written(self, choices: ExportChoices) -> tuple[LeavingColumn, ...]:
        """The columns that will be written."""
        return tuple(each for each in self.columns if each.name not in choices.leave_out)

    def telling(self, choices: ExportChoices) -> tuple[LeavingColumn, ...]:
        """The columns that will be written unchanged and can identify people."""
        return tuple(each for each in self.written(choices) if each.is_telling)

    def lines(self) -> Mapping[str, str]:
        """The subject of the export, by heading."""
        models = [tr(model.title) for model in self.result.job.privacy]
        records, part = self.result.records, self.result.part
        removed = (
            count_with_share(self.removed, records, "records")
            if self.removed
            else tr_n(records, "None of {n} record", "None of {n} records")
        )
        problem, people = self.result.anonymizer.problem, self.applied.output.people
        if self.removed and problem.removes_people and people is not None:
            removed = tr(
                "{people} with {records}",
                people=count_with_share(people.removed, problem.number, "people"),
                records=removed,
            )
        unchanged = [each.in_brief for each in self.columns if each.is_unchanged]
        return {
            tr("Protected by"): joined(models, 6) if models else tr("No privacy model"),
            tr("Removed"): tr("{records} of the {part}", records=removed, part=tr(part)) if part else removed,
            tr("Detail kept"): tr("{share} of the quasi-identifiers", share=percent(self.applied.mean_granularity)),
            tr("Unchanged"): joined(unchanged, 6) if unchanged else tr("No column"),
        }


def handed_out(facts: ExportFacts, choices: ExportChoices) -> str:
    """The numbers of records and columns to write, out of all."""
    records, people = facts.records(choices), facts.result.records
    columns, there = len(facts.written(choices)), len(facts.columns)
    if records == people:
        of_records = tr_n(records, "{n} record", "{n} records")
    else:
        of_records = tr_n(people, "{number} of {n} record", "{number} of {n} records", number=count(records))
    if columns == there:
        of_columns = tr_n(columns, "{n} column", "{n} columns")
    else:
        of_columns = tr_n(there, "{number} of {n} column", "{number} of {n} columns", number=count(columns))
    if not facts.linked:
        return tr("{records} in {columns}", records=of_records, columns=of_columns)
    return tr_n(
        len(facts.linked) + 1,
        "{records} in {columns} of {n} table",
        "{records} in {columns} of {n} linked tables",
        records=of_records,
        columns=of_columns,
    )


def telling_words(telling: Sequence[LeavingColumn], people: int) -> tuple[str, str]:
    """The risk of unchanged columns with nearly as many values as records: lead and sentence."""
    lead = tr_n(
        len(telling),
        "{names} leaves unchanged and can tell people apart.",
        "{names} leave unchanged and can tell people apart.",
        names=joined([each.name for each in telling], 3),
    )
    values = count(max(each.distinct or 0 for each in telling))
    return lead, tr_n(
        len(telling),
        "{values} different values in {records} records: anyone who knows the value of a person finds the record, in "
        "spite of the groups.",
        "Up to {values} different values in {records} records: anyone who knows the value of a person finds the "
        "record, in spite of the groups.",
        values=values,
        records=count(people),
    )


def removed_words(facts: ExportFacts, suppressed: str) -> str:
    """The treatment of removed records."""
    if facts.linked:
        return tr("Removed people are left out of all tables, with all of their rows.")
    if not facts.removed:
        return tr("No records are removed.")
    if suppressed == "drop":
        return tr_n(
            facts.removed,
            "{n} removed record is left out; the table has {rest}.",
            "{n} removed records are left out; the table has {rest}.",
            rest=tr_n(facts.result.records - facts.removed, "{n} record", "{n} records"),
        )
    return tr_n(
        facts.removed,
        "{n} removed record stays, hidden: * in the quasi-identifiers. Their other columns are shown.",
        "{n} removed records stay, hidden: * in the quasi-identifiers. Their other columns are shown.",
    )


def plan(facts: ExportFacts, choices: ExportChoices) -> Mapping[str, str]:
    """The plan of the export, by heading."""

    beside = {
        tr("Drawn values"): "" if choices.spread_path is None else choices.spread_path.name,
        tr("Codebook"): "" if choices.codebook_path is None else choices.codebook_path.name,
        tr("Report"): "" if choices.report_path is None else choices.report_path.name,
    }
    where = tr("Table {table}", table=choices.table.strip()) if choices.where == "database" else choices.path.name
    linked = joined([path.name for path in choices.linked_paths], 6)
    table = where if linked else tr("{label}: {text}", label=where, text=handed_out(facts, choices))
    if choices.shuffle:
        table = tr("{table}, in a random order", table=table)
    lines = {tr("Table"): table, tr("Linked tables"): linked, **beside}
    lines[tr("Not written")] = tr("The input, keys, mappings of pseudonyms, hierarchies, the project")
    return {heading: words for heading, words in lines.items() if words}


def replaced(choices: ExportChoices) -> tuple[Path, ...]:
    """The existing files that will be replaced."""
    return tuple(path for path in choices.files() if _is_there(path))


def written_lines(written: ExportResult) -> Mapping[str, str]:
    """The result, by heading."""
    renamed = [tr("{old} is {new} there", old=old, new=new) for old, new in (written.renamed or {}).items()]
    tables = written.exported.tables
    lines = {
        tr("Table"): written.place,
        tr("Linked tables"): ", ".join(each.place for name, each in tables.items() if name),
        tr("Records"): _records(written),
        "SHA-256": written.sha256,
        tr("Recounted"): _counted_again(written),
        tr("Renamed"): capitalized(joined(renamed, 6)) if renamed else "",
        tr("Mind"): " ".join(written.exported.notes),
        tr("Drawn values"): _of_spread(written),
        tr("Codebook"): _codebook(written),
    }
    return {heading: words for heading, words in lines.items() if words}


def _records(written: ExportResult) -> str:
    """How many were written; of linked tables the rows of each, as nobody sees their join in the files."""
    tables = [
        tr("{number} in {file}", number=count(len(each.order)), file=Path(each.place).name)
        for each in written.exported.tables.values()
    ]
    return (
        tr("{tables}; {records} when they are joined", tables=joined(tables, 6), records=count(written.records))
        if tables
        else count(written.records)
    )


def _of_spread(written: ExportResult) -> str:
    """The copy with drawn values, and how far its tables are from the input."""
    copy, errors = written.exported.spread, written.spread_errors
    if copy is None:
        return ""
    said = [copy_sentence(copy, LOCAL), *copy.notes]
    said += [] if errors is None else [sentence(errors, LOCAL)]
    said += [tr("Do not share it either.")] if written.is_refuted else []
    return " ".join(said)


def _codebook(written: ExportResult) -> str:
    if written.codebook is None:
        return ""
    if written.is_refuted:
        return tr("{file}, which describes this table: do not share it either", file=written.codebook)
    return str(written.codebook)


def claim_state(verified: bool | None) -> str:
    """The verdict about a claim; None: it could not be recounted."""
    if verified is None:
        return capitalized(tr_of("a claim", "not recounted"))
    return capitalized(tr_of("a claim", "confirmed") if verified else tr_of("a claim", "refuted"))


def _counted_again(written: ExportResult) -> str:
    """The confirmed claims in one line, as in the message above; if some are refuted, each with its reason."""
    models = written.recount.models
    if not models:
        return written.sentence.replace("\n", " ")
    groups: tuple[tuple[str, list[str]], ...] = (
        (claim_state(True), [called(each) for each in models if each.verified]),
        (claim_state(None), [f"{called(each)} ({each.reason})" for each in models if each.verified is None]),
        (claim_state(False), [called(each) for each in written.recount.refuted]),
    )
    said = [(what, names) for what, names in groups if names]
    if [what for what, _names in said] == [claim_state(True)]:
        return capitalized(joined(said[0][1], 6))
    return in_parts(tr("{label}: {text}", label=what, text=joined(names, 6)) for what, names in said)


def verdict(written: ExportResult) -> tuple[Literal["ok", "warn", "error"], str, str]:
    """The verdict of the second count: kind of message, lead, sentence."""
    if written.is_refuted:
        return "error", tr("The recount contradicts a claim."), refuted_words(written.recount.refuted)
    models = written.recount.models
    unknown = sum(1 for each in models if each.verified is None)
    if unknown:
        left = tr_n(len(models), "{open} of {n} privacy model", "{open} of {n} privacy models", open=count(unknown))
        return (
            "warn",
            tr("Not every claim could be recounted."),
            tr_n(
                unknown,
                "Nothing contradicts it, but {models} is open.",
                "Nothing contradicts it, but {models} are open.",
                models=left,
            ),
        )
    if not models:
        return (
            "warn",
            tr("Nothing was asked of it."),
            tr("It was read again; the project has no privacy model that it must keep."),
        )
    return "ok", tr("Confirmed."), tr("It was read again, and every privacy model holds in it.")


def refuted_words(refuted: Sequence[Finding]) -> str:
    """The claimed and the counted figures with their place: of the first refuted models, else of the first facts."""
    models = [each for each in refuted if each.claim not in _FACTS]
    return " ".join(f"{_refuted(each)}." for each in (models or refuted)[:MOST_REFUTED])


def _refuted(finding: Finding) -> str:
    if finding.claim in ("sha256", "spread sha256"):
        return tr("{claim}: the file has been changed since it was written", claim=called(finding))
    if finding.claimed is None:
        reason = finding.reason or tr("it does not hold")
        if finding.group:
            reason = tr("{reason}, first in the group {group}", reason=reason, group=_group(finding))
        return tr("{label}: {text}", label=called(finding), text=reason)
    numbers = tr(
        "claimed {claimed}, counted {counted}", claimed=_number(finding.claimed), counted=_number(finding.counted)
    )
    if finding.measure:
        numbers = f"{numbers} ({finding.measure})"
    if finding.group:
        numbers = tr(
            "{numbers}, in the group {group}; {reason}", numbers=numbers, group=_group(finding), reason=finding.reason
        )
    return tr("{label}: {text}", label=called(finding), text=numbers)


def called(finding: Finding) -> str:
    """The subject of a claim, in words."""
    if finding.claim.startswith(CLAIM):
        return tr("{claim}: what the method never changes", claim=capitalized(finding.claim))
    if finding.claim.startswith(_SHA_OF):
        return tr("SHA-256 of {file}", file=finding.claim.removeprefix(_SHA_OF))
    return tr(_FACTS[finding.claim]) if finding.claim in _FACTS else finding.claim


def _group(finding: Finding) -> str:
    return joined([f"{name} {text or tr('(missing)')}" for name, text in finding.group], 6)


def _number(value: object) -> str:
    return count(value) if isinstance(value, int) else short(value) if isinstance(value, float) else str(value)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # the writer reports it
        return False
