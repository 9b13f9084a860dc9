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
from arxdesk.ui.words import LOCAL, capitalized, count, count_with_share, counted, joined, percent
from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.analysis.spread.sentences import copy_sentence, sentence
from arxdesk_engine.data.schema import Role
from arxdesk_engine.perturbation.method import CLAIM

if TYPE_CHECKING:
    from arxdesk_engine.verification.findings import Finding

_FACTS = {
    "sha256": "SHA-256",
    "records": "Number of records",
    "quasi-identifiers": "Quasi-identifiers",
    "aggregates": "Aggregates",
    "other columns": "Other columns",
    "suppressed_records": "Removed records",
    "classes": "Number of groups",
    "smallest_class": "Smallest group",
    "largest_class": "Largest group",
    "table": "Table",
    "links": "Linked rows",
    "suppressed_people": "Removed people",
    "whole people": "Removed with all of their records",
    "spread sha256": "SHA-256 of the drawn values",
    "spread records": "Number of records with drawn values",
    "spread cells": "Drawn values",
}
"""Facts that are counted beside the privacy models, by their names in the report of the engine."""
MOST_REFUTED = 3
"""The most refuted claims that are shown with their numbers."""
SHUFFLING = (
    "The order of a table can identify people, such as by the day of admission. The new order cannot be drawn again."
)
NO_REPORT = "Not written: the recount refutes the table."
CODEBOOK = "Describes each column with its meaning, treatment and labels. Send it along."
REPORT = "For the person responsible for the data: the protection, checked once more. Not for the recipient."

SPREAD = (
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
        sentence = describe(document, "quality", searching=False)
        return cls(
            result=result,
            applied=applied,
            rest=sentence.rest.removesuffix(f"; {WITHOUT_RECODING}"),
            columns=leaving_columns(document),
            misses_recoding=sentence.rest.endswith(WITHOUT_RECODING),
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
        models = [model.title for model in self.result.job.privacy]
        records, part = self.result.records, self.result.of_part
        removed = (
            count_with_share(self.removed, records, "records") if self.removed else f"None of {count(records)} records"
        )
        problem, people = self.result.anonymizer.problem, self.applied.output.people
        if self.removed and problem.removes_people and people is not None:
            removed = f"{count_with_share(people.removed, problem.number, 'people')} with {removed}"
        unchanged = [each.in_brief for each in self.columns if each.is_unchanged]
        return {
            "Protected by": joined(models, 6) if models else "No privacy model",
            "Removed": f"{removed}{part}",
            "Detail kept": f"{percent(self.applied.mean_granularity)} of the quasi-identifiers",
            "Unchanged": joined(unchanged, 6) if unchanged else "No column",
        }


def handed_out(facts: ExportFacts, choices: ExportChoices) -> str:
    """The numbers of records and columns to write, out of all."""
    records, people = facts.records(choices), facts.result.records
    columns, there = len(facts.written(choices)), len(facts.columns)
    whose = f" of {counted(len(facts.linked) + 1, 'table', 'linked tables')}" if facts.linked else ""
    return f"{_of(records, people, 'record', 'records')} in {_of(columns, there, 'column', 'columns')}{whose}"


def _of(number: int, there: int, one: str, many: str) -> str:
    return counted(number, one, many) if number == there else f"{count(number)} of {counted(there, one, many)}"


def telling_words(telling: Sequence[LeavingColumn], people: int) -> tuple[str, str]:
    """The risk of unchanged columns with nearly as many values as records: lead and sentence."""
    names, several = joined([each.name for each in telling], 3), len(telling) > 1
    values = f"{'Up to ' if several else ''}{count(max(each.distinct or 0 for each in telling))}"
    lead = f"{names} {'leave' if several else 'leaves'} unchanged and can tell people apart."
    different = f"{values} different values in {count(people)} records"
    return lead, f"{different}: anyone who knows the value of a person finds the record, in spite of the groups."


def removed_words(facts: ExportFacts, suppressed: str) -> str:
    """The treatment of removed records."""
    if facts.linked:
        return "Removed people are left out of all tables, with all of their rows."
    if not facts.removed:
        return "No records are removed."
    removed = counted(facts.removed, "removed record", "removed records")
    if suppressed == "drop":
        rest = counted(facts.result.records - facts.removed, "record", "records")
        return f"{removed} {_are(facts.removed)} left out; the table has {rest}."
    return f"{removed} {_stay(facts.removed)}, hidden: * in the quasi-identifiers. Their other columns are shown."


def plan(facts: ExportFacts, choices: ExportChoices) -> Mapping[str, str]:
    """The plan of the export, by heading."""
    order = ", in a random order" if choices.shuffle else ""
    beside = {
        "Drawn values": "" if choices.spread_path is None else choices.spread_path.name,
        "Codebook": "" if choices.codebook_path is None else choices.codebook_path.name,
        "Report": "" if choices.report_path is None else choices.report_path.name,
    }
    where = f"Table {choices.table.strip()}" if choices.where == "database" else choices.path.name
    linked = joined([path.name for path in choices.linked_paths], 6)
    lines = {"Table": f"{where}: {handed_out(facts, choices)}{order}", "Linked tables": linked, **beside}
    if linked:
        lines["Table"] = f"{where}{order}"
    lines["Not written"] = "The input, keys, mappings of pseudonyms, hierarchies, the project"
    return {heading: words for heading, words in lines.items() if words}


def replaced(choices: ExportChoices) -> tuple[Path, ...]:
    """The existing files that will be replaced."""
    return tuple(path for path in choices.files() if _is_there(path))


def written_lines(written: ExportResult) -> Mapping[str, str]:
    """The result, by heading."""
    renamed = [f"{old} is {new} there" for old, new in (written.renamed or {}).items()]
    tables = written.exported.tables
    lines = {
        "Table": written.place,
        "Linked tables": ", ".join(each.place for name, each in tables.items() if name),
        "Records": _records(written),
        "SHA-256": written.sha256,
        "Recounted": _counted_again(written),
        "Renamed": capitalized(joined(renamed, 6)) if renamed else "",
        "Mind": " ".join(written.exported.notes),
        "Drawn values": _of_spread(written),
        "Codebook": "" if written.codebook is None else f"{written.codebook}{_of_refuted(written)}",
    }
    return {heading: words for heading, words in lines.items() if words}


def _records(written: ExportResult) -> str:
    """How many were written; of linked tables the rows of each, as nobody sees their join in the files."""
    tables = [f"{count(len(each.order))} in {Path(each.place).name}" for each in written.exported.tables.values()]
    return f"{joined(tables, 6)}; {count(written.records)} when they are joined" if tables else count(written.records)


def _of_spread(written: ExportResult) -> str:
    """The copy with drawn values, and how far its tables are from the input."""
    copy, errors = written.exported.spread, written.spread_errors
    if copy is None:
        return ""
    said = [copy_sentence(copy, LOCAL), *copy.notes]
    said += [] if errors is None else [sentence(errors, LOCAL)]
    said += ["Do not share it either."] if written.is_refuted else []
    return " ".join(said)


def _of_refuted(written: ExportResult) -> str:
    return ", which describes this table: do not share it either" if written.is_refuted else ""


def _counted_again(written: ExportResult) -> str:
    """The confirmed claims in one line, as in the message above; if some are refuted, each with its reason."""
    models = written.recount.models
    if not models:
        return written.sentence.replace("\n", " ")
    groups: tuple[tuple[str, list[str]], ...] = (
        ("Confirmed", [called(each) for each in models if each.verified]),
        ("Open", [f"{called(each)} ({each.reason})" for each in models if each.verified is None]),
        ("Refuted", [called(each) for each in written.recount.refuted]),
    )
    said = [(what, names) for what, names in groups if names]
    if [what for what, _names in said] == ["Confirmed"]:
        return capitalized(joined(said[0][1], 6))
    return "; ".join(f"{what}: {joined(names, 6)}" for what, names in said)


def verdict(written: ExportResult) -> tuple[Literal["ok", "warn", "error"], str, str]:
    """The verdict of the second count: kind of message, lead, sentence."""
    if written.is_refuted:
        return "error", "The recount contradicts a claim.", refuted_words(written.recount.refuted)
    models = written.recount.models
    unknown = sum(1 for each in models if each.verified is None)
    if unknown:
        left = f"{count(unknown)} of {counted(len(models), 'privacy model', 'privacy models')}"
        return (
            "warn",
            "Not every claim could be recounted.",
            f"Nothing contradicts it, but {left} {_are(unknown)} open.",
        )
    if not models:
        return (
            "warn",
            "Nothing was asked of it.",
            "It was read again; the project has no privacy model that it must keep.",
        )
    return "ok", "Confirmed.", "It was read again, and every privacy model holds in it."


def refuted_words(refuted: Sequence[Finding]) -> str:
    """The claimed and the counted figures with their place: of the first refuted models, else of the first facts."""
    models = [each for each in refuted if each.claim not in _FACTS]
    return " ".join(f"{_refuted(each)}." for each in (models or refuted)[:MOST_REFUTED])


def _refuted(finding: Finding) -> str:
    if finding.claim in ("sha256", "spread sha256"):
        return f"{called(finding)}: the file has been changed since it was written"
    if finding.claimed is None:
        where = f", first in the group {_group(finding)}" if finding.group else ""
        return f"{called(finding)}: {finding.reason or 'it does not hold'}{where}"
    measure = f" ({finding.measure})" if finding.measure else ""
    numbers = f"claimed {_number(finding.claimed)}, counted {_number(finding.counted)}{measure}"
    where = f", in the group {_group(finding)}; {finding.reason}" if finding.group else ""
    return f"{called(finding)}: {numbers}{where}"


def called(finding: Finding) -> str:
    """The subject of a claim, in words."""
    if finding.claim.startswith(CLAIM):
        return f"{capitalized(finding.claim)}: what the method never changes"
    return _FACTS.get(finding.claim, finding.claim.replace("sha256 of ", "SHA-256 of "))


def _group(finding: Finding) -> str:
    return joined([f"{name} {text or '(missing)'}" for name, text in finding.group], 6)


def _number(value: object) -> str:
    return count(value) if isinstance(value, int) else f"{value:.6g}" if isinstance(value, float) else str(value)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # the writer reports it
        return False


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _stay(number: int) -> str:
    return "stays" if number == 1 else "stay"
