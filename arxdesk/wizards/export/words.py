"""What the export wizard says: what is handed out, what will be written, and what was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from arxdesk.document import Document
from arxdesk.results import Applied, Result
from arxdesk.state_sentence import WITHOUT_RECODING, describe
from arxdesk.wizards.export.choices import ExportChoices
from arxdesk.words import capitalized, count, count_with_share, counted, joined, level, percent
from arxdesk.workers.writing import Written
from engine.schema import Role

SHUFFLING = (
    "The order of a table can tell who somebody is, such as by the day of admission. The new order is drawn by the "
    "operating system; nobody can draw it again."
)
CODEBOOK = "Says for each column what it means and what was done to it, and lists its labels. Send it along."
REPORT = "For whoever answers for the data: what was protected and how, checked once more. Not for the recipient."


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """What is handed out, as it was when the wizard was opened. `levels`: name, level, highest level."""

    result: Result
    applied: Applied
    rest: str
    levels: tuple[tuple[str, int, int], ...]
    hidden: tuple[str, ...]
    misses_recoding: bool

    @classmethod
    def of(cls, document: Document) -> Facts | None:
        """None where nothing was applied that belongs to the configuration."""
        result, applied = document.result, document.applied
        if result is None or applied is None or not document.result_is_current:
            return None
        sentence = describe(document, "quality", searching=False)
        names = document.attributes_with(Role.QUASI_IDENTIFYING)
        heights = (document.hierarchies[name].levels - 1 if name in document.hierarchies else 0 for name in names)
        return cls(
            result=result,
            applied=applied,
            rest=sentence.rest.removesuffix(f"; {WITHOUT_RECODING}"),
            levels=tuple(zip(names, applied.check.levels, heights, strict=True)),
            hidden=document.attributes_with(Role.IDENTIFYING),
            misses_recoding=sentence.rest.endswith(WITHOUT_RECODING),
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The columns, in their order."""
        return self.applied.output.dataset.names

    @property
    def removed(self) -> int:
        """The people whose records are removed."""
        return self.applied.output.suppressed_records

    def records(self, choices: ExportChoices) -> int:
        """How many records will be written."""
        return self.result.records - (self.removed if choices.suppressed == "drop" else 0)

    def lines(self) -> Mapping[str, str]:
        """What is handed out, by headings."""
        made = [f"{name} {level(low, high)}" for name, low, high in self.levels]
        models = [model.title for model in self.result.job.privacy]
        people, part = self.result.records, self.result.of_part
        removed = count_with_share(self.removed, people) if self.removed else f"None of {count(people)} people"
        of_columns = f"{counted(len(self.names), 'column', 'columns')}"
        hidden = f". {joined(self.hidden, 5)} {'reads' if len(self.hidden) == 1 else 'read'} * in every record"
        return {
            "Transformation": f"{capitalized(self.rest)}.",
            "Levels": f"{joined(made, 12)}.",
            "Protected by": f"{joined(models, 6)}." if models else "No privacy model.",
            "Removed": f"{removed}{part}.",
            "Detail kept": f"{percent(self.applied.mean_granularity)} of the detail of the quasi-identifiers.",
            "Columns": f"{of_columns}{hidden if self.hidden else ''}.",
        }


def removed_words(facts: Facts, suppressed: str) -> str:
    """What becomes of removed records."""
    if not facts.removed:
        return "Nobody is removed here."
    removed = counted(facts.removed, "removed record", "removed records")
    if suppressed == "drop":
        rest = counted(facts.result.records - facts.removed, "record", "records")
        return f"{removed} {_are(facts.removed)} left out; the table has {rest}. Their number can still be told."
    return f"{removed} {_stay(facts.removed)} in the table with * in what could tell who they are about."


def plan(facts: Facts, choices: ExportChoices) -> Mapping[str, str]:
    """What will be written, and what not, by headings."""
    records = counted(facts.records(choices), "record", "records")
    columns = counted(len(facts.names), "column", "columns")
    where = f"{choices.target}, table {choices.table.strip()}" if choices.where == "database" else choices.target
    kind = "A table that is made in one transaction: whole or not at all."
    if choices.format is not None:
        kind = f"{choices.format.name}. {choices.format.sentence}"
    order = "Shuffled." if choices.shuffle else "As in the input."
    return {
        "Table": where,
        "Format": kind,
        "Content": f"{records} with {columns}. {removed_words(facts, choices.suppressed)}",
        "Order": order,
        "Codebook": str(choices.codebook_path or "None."),
        "Evidence report": str(choices.report_path or "None."),
        "Not written": "The input, keys, what pseudonyms stand for, hierarchies, and the project.",
    }


def replaced(choices: ExportChoices) -> tuple[Path, ...]:
    """The files that are there already."""
    return tuple(path for path in choices.files() if _is_there(path))


def written_lines(written: Written) -> Mapping[str, str]:
    """What was written, by headings."""
    renamed = [f"{old} is {new} there" for old, new in (written.renamed or {}).items()]
    lines = {
        "Table": written.place,
        "Records": f"{count(written.records)}.",
        "SHA-256": written.sha256,
        "Counted again": _counted_again(written),
        "Renamed": f"{capitalized(joined(renamed, 6))}." if renamed else "",
        "Codebook": "" if written.codebook is None else str(written.codebook),
    }
    return {heading: words for heading, words in lines.items() if words}


def _counted_again(written: Written) -> str:
    """What holds, which the message above says of all of it; where not all of it does, each with its reason."""
    models = written.recount.models
    if not models or written.is_refuted or not all(each.verified for each in models):
        return written.sentence
    return f"{capitalized(joined([each.claim for each in models], 6))}."


def verdict(written: Written) -> tuple[Literal["ok", "warn", "error"], str, str]:
    """What counting again says of it: kind of message, lead, sentence."""
    if written.is_refuted:
        return "error", "It is not what it is claimed to be.", written.sentence
    models = written.recount.models
    unknown = sum(1 for each in models if each.verified is None)
    if unknown:
        left = f"{count(unknown)} of {counted(len(models), 'privacy model', 'privacy models')}"
        return (
            "warn",
            "Not all of it could be counted again.",
            f"Nothing contradicts it, but {left} {_are(unknown)} open.",
        )
    if not models:
        return (
            "warn",
            "Nothing was asked of it.",
            "It was read again; the project has no privacy model that it must keep.",
        )
    return "ok", "Confirmed.", "It was read again, and every privacy model holds in it."


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # the writer will say so
        return False


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _stay(number: int) -> str:
    return "stays" if number == 1 else "stay"
