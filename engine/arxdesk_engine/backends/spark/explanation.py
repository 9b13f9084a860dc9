"""All statements of a release by Spark, for people to read and to run."""

from __future__ import annotations

from pathlib import Path

from arxdesk_engine.backends.spark.statements import LABELLED, SOURCE, SparkStatements, into_folder, text
from arxdesk_engine.job.job import Job

_SUFFIXES = "*.{parquet,pq}"
_EXAMPLE = "released.parquet"


def explanation(statements: SparkStatements, job: Job) -> str:
    """The statements with the reason for each, as they run one after the other."""
    quasi = statements.shape.quasi_identifiers
    source, target = Path(job.table_place), job.output_place or _EXAMPLE
    parts = {
        "The records; the program names every file by itself": _view(SOURCE, source),
        "The distinct tuples with their counts": into_folder("groups", statements.group),
        "The tuples with the labels that the search gives to them, added by the program": (
            _view(LABELLED, Path("labelled.parquet"))
        ),
        **{f"The label of each value of {each}": statements.mapping(place) for place, each in enumerate(quasi)},
        "The tuples whose records are removed": statements.removed,
        "The released table in parts, which the program joins to one file": (
            into_folder("parts", statements.release(removes=True))
        ),
        "The second count": f"{_view('written', Path(target))};\n{statements.groups_that_differ('written')}",
    }
    return "\n\n".join(f"-- {' '.join(reason.split())}\n{statement};" for reason, statement in parts.items())


def _view(view: str, place: Path) -> str:
    options = {"path": str(place)}
    if place.is_dir():
        options |= {"recursiveFileLookup": "true", "pathGlobFilter": _SUFFIXES}
    settings = ", ".join(f"{each} {text(value)}" for each, value in options.items())
    return f"CREATE OR REPLACE TEMPORARY VIEW {view}\nUSING parquet OPTIONS ({settings})"
