"""Applying the optimum and writing it, against pandas: `python -m tests.benchmarks.writing [--data NAME,...]`.

What ours is compared with is a plain pandas read and write of the same table in the same format. pandas may hold the
cells as it reads them by itself, or as texts; of these the faster counts, for reading and writing each. All times are
medians of warm runs. The last columns add what reading the table takes us, which pandas' time contains, too.
"""

from __future__ import annotations

import argparse
import dataclasses
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.schema import ValueType
from arxdesk_engine.lattice.lattice import Levels
from tests.benchmarks import tables
from tests.benchmarks.data import SETTINGS, anonymizer, table_path
from tests.benchmarks.measure import forget_peak_memory, peak_memory
from tests.engine.reading import ReadOptions, read_dataset, read_parquet

DEFAULT = ("ADULT-9", "IHIS")
TO_REACH = 5.0
"""How many times the time of pandas is allowed."""
HEADERS = (
    "work",
    "pandas reads",
    "pandas writes",
    "we apply",
    "we write",
    "together",
    "of pandas",
    "verdict",
    "we read",
    "of pandas with it",
    "peak",
)


@dataclass(frozen=True)
class Format:
    """How a format is read and written, by pandas (`as_text`: every cell as text) and by us."""

    suffix: str
    read: Callable[[Path, bool], pd.DataFrame]
    write: Callable[[pd.DataFrame, Path], object]
    load: Callable[[Path, dict[str, ValueType | None]], object]


FORMATS = {
    "Parquet": Format(
        ".parquet",
        lambda path, _as_text: pd.read_parquet(path),
        lambda frame, path: frame.to_parquet(path, index=False),
        lambda path, types: read_parquet(path, types=types),
    ),
    "CSV": Format(
        ".csv",
        lambda path, as_text: pd.read_csv(path, **({"dtype": str} if as_text else {})),
        lambda frame, path: frame.to_csv(path, index=False),
        lambda path, types: read_dataset(path, ReadOptions(",", "utf-8", header=True, types=types)),
    ),
}


@dataclass(frozen=True)
class Plain:
    """What pandas takes, in seconds."""

    reading: float
    writing: float


def seconds_of(work: Callable[[], object], repeats: int) -> float:
    """The median of warm runs."""
    work()
    took = []
    for _ in range(repeats):
        started = time.perf_counter()
        work()
        took.append(time.perf_counter() - started)
    return statistics.median(took)


def plain(form: Format, frames: Sequence[pd.DataFrame], folder: Path, repeats: int) -> tuple[Plain, Path]:
    """What pandas takes for the frames (the faster one counts), and the file that it has written of the first."""
    reading, writing = [], []
    for number, frame in enumerate(frames):
        path = folder / f"pandas-{number}{form.suffix}"
        writing.append(seconds_of(lambda frame=frame, path=path: form.write(frame, path), repeats))
        reading.append(seconds_of(lambda path=path, number=number: form.read(path, number > 0), repeats))
    return Plain(min(reading), min(writing)), folder / f"pandas-0{form.suffix}"


def ours(ready: Anonymizer, levels: Levels, path: Path, repeats: int) -> tuple[float, float, int | None]:
    """Seconds for applying and for writing, and the most memory that they took."""
    forget_peak_memory()
    applying = seconds_of(lambda: ready.apply(levels), repeats)
    output = ready.apply(levels)
    writing = seconds_of(lambda: ready.write(output, path), repeats)
    return applying, writing, peak_memory()


def rows(name: str, folder: Path, repeats: int) -> Iterator[Sequence[str]]:
    """The lines of one setting: its formats, with suppressed records kept and dropped."""
    ready = anonymizer(name)
    best = ready.search().best
    assert best is not None
    measured = {
        (kind, suppressed): ours(_with(ready, suppressed), best.levels, folder / f"out{form.suffix}", repeats)
        for kind, form in FORMATS.items()
        for suppressed in ("keep", "drop")
    }
    table = table_path(SETTINGS[name].dataset)
    frames = [pd.read_csv(table, sep=";"), pd.read_csv(table, sep=";", dtype=str)]
    types: dict[str, Any] = dict.fromkeys(ready.dataset.names, ValueType())
    for kind, form in FORMATS.items():
        theirs, path = plain(form, frames, folder, repeats)
        loading = seconds_of(lambda form=form, path=path: form.load(path, types), repeats)
        whole = theirs.reading + theirs.writing
        for suppressed in ("keep", "drop"):
            applying, writing, peak = measured[kind, suppressed]
            together = applying + writing
            yield (
                f"{name}, {kind}, suppressed: {suppressed}",
                tables.seconds(theirs.reading),
                tables.seconds(theirs.writing),
                tables.seconds(applying),
                tables.seconds(writing),
                tables.seconds(together),
                f"{together / whole:.2f} x",
                "met" if together < TO_REACH * whole else "missed",
                tables.seconds(loading),
                f"{(loading + together) / whole:.2f} x",
                tables.megabytes(peak),
            )


def _with(ready: Anonymizer, suppressed: str) -> Anonymizer:
    output = ready.job.output.model_copy(update={"suppressed": suppressed})
    return dataclasses.replace(ready, job=ready.job.model_copy(update={"output": output}))


def main(arguments: Sequence[str] | None = None) -> None:
    """Print what applying and writing take, and how that compares with pandas."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--data", type=lambda text: tuple(text.split(",")), default=DEFAULT, metavar="NAME,...")
    parser.add_argument("--repeats", type=int, default=5, help="warm runs of everything (5)")
    options = parser.parse_args(arguments)
    lines: list[Sequence[str]] = []
    with tempfile.TemporaryDirectory(prefix="arxdesk-writing-") as folder:
        for name in options.data:
            lines += rows(name, Path(folder), options.repeats)
    notes = (
        f"to reach: applying and writing in less than {TO_REACH:.0f} times what pandas takes to read and to write",
        "peak: the most memory while applying and writing, libraries and table included",
        "our files are written to the disk (fsync) before they take their names, and hashed; those of pandas are not",
    )
    tables.show("Applying and writing the optimum, against a plain read and write by pandas", HEADERS, lines, notes)


if __name__ == "__main__":
    main()
