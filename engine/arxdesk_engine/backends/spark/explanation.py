"""All statements of a release by Spark, for people to read and to run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from arxdesk_engine.backends.border.treated import TreatedColumn
from arxdesk_engine.backends.spark.cells import coarser_cells, decided_cells, distinct_cells, marked, treated_cells
from arxdesk_engine.backends.spark.names import LABELLED, SOURCE, text
from arxdesk_engine.backends.spark.statements import SparkStatements, into_folder
from arxdesk_engine.job.job import Job

_SUFFIXES = "*.{parquet,pq}"
_EXAMPLE = "released.parquet"


def explanation(statements: SparkStatements, job: Job) -> str:
    """The statements with the reason for each, as they run one after the other."""
    quasi, treated = statements.shape.quasi_identifiers, statements.cells(removes=False)
    source, target = Path(job.table_place), job.output_place or _EXAMPLE
    parts = {
        "The records; the program names every file by itself": _view(SOURCE, source),
        **_of_subset(statements),
        **_of_cells(treated, 0),
        **_of_values(statements),
        "The distinct tuples with their counts": into_folder("groups", statements.group),
        **_of_cells(statements.cells(removes=True), len(treated)),
        "The tuples with the labels that the search gives to them, added by the program": _made(LABELLED),
        **{f"The label of each value of {each}": statements.mapping(place) for place, each in enumerate(quasi)},
        "The tuples whose records are removed": statements.removed,
        "The released table in parts, which the program joins to one file": (
            into_folder("parts", statements.release(removes=True))
        ),
        "The second count": (
            f"{_view('written', Path(target))};\n{statements.groups_that_differ('written', removes=True)}"
        ),
    }
    return "\n\n".join(f"-- {' '.join(reason.split())}\n{statement};" for reason, statement in parts.items())


def _of_subset(statements: SparkStatements) -> dict[str, str]:
    """The statements that mark the records of the research subset, with their reasons."""
    condition = statements.shape.subset
    if condition is None:
        return {}
    parts = {}
    for place, each in enumerate(condition.attributes):
        table = decided_cells(place)
        parts[f"The values of {each}"] = into_folder(table, distinct_cells([each]))
        parts[f"The same with the parts of the condition that they satisfy, as the program says: {each}"] = _made(table)
    return {
        **parts,
        "The records, marked where they belong to the research subset": marked(condition, statements.member),
    }


def _of_values(statements: SparkStatements) -> dict[str, str]:
    """The statements that put values together before the records are grouped, with their reasons."""
    starts, quasi = statements.shape.starts, statements.shape.quasi_identifiers
    if not starts:
        return {}
    parts = {}
    for each in starts:
        table = coarser_cells(quasi.index(each))
        parts[f"The values of the attribute {each}"] = into_folder(table, distinct_cells([each]))
        reason = f"The values of {each}: at each level the value that stands for it, as the program has chosen"
        parts[reason] = _made(table)
    return {**parts, "The records with these values": statements.coarser}


def _of_cells(treated: Sequence[TreatedColumn], first: int) -> dict[str, str]:
    """The statements that make the tables of treated cells from the `first` on, with their reasons."""
    parts = {}
    for place, each in list(enumerate(treated))[first:]:
        table = treated_cells(place)
        parts[f"The cells of {each.name}"] = into_folder(table, distinct_cells(each.inputs))
        parts[f"What becomes of the cells of {each.name}, as the program says"] = _made(table)
    return parts


def _made(table: str) -> str:
    """Define a table that the program makes."""
    return _view(table, Path(f"{table}.parquet"))


def _view(view: str, place: Path) -> str:
    options = {"path": str(place)}
    if place.is_dir():
        options |= {"recursiveFileLookup": "true", "pathGlobFilter": _SUFFIXES}
    settings = ", ".join(f"{each} {text(value)}" for each, value in options.items())
    return f"CREATE OR REPLACE TEMPORARY VIEW {view}\nUSING parquet OPTIONS ({settings})"
