"""Large tables released in memory and outside: `python -m tests.benchmarks.scale [--records N,...] [--engines ...]`.

The tables have the shape of IHIS: nine quasi-identifiers, k = 5, at most 5 % of the records removed. One of each size
is drawn and stored as Parquet in a temporary folder, which is removed in the end: up to 20 million records by the
script of the reference folder, beyond that by `survey_blocks`. Each engine opens it in a process of its own, searches
for the optimum, applies and describes it, writes it to Parquet and counts it again; kernels are compiled. All engines
must find the same result. With `--minimum-level` the values below that level are never told apart. The engine
"database" is a server of PostgreSQL that is started for that, with its own settings; it reads the table before the
measurement begins. "spark" needs pyspark and Java, whose process is started anew for each table and measured with it.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TypeVar

import psycopg
import pyarrow.csv
import pyarrow.parquet

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.io.databases.passwords import VARIABLE
from arxdesk_engine.io.hierarchy import read_hierarchy
from arxdesk_engine.job.job import Job, job_from
from tests.benchmarks import tables
from tests.benchmarks.data import IHIS, SETTINGS, k_anonymity, shared_folder
from tests.benchmarks.measure import OWN, forget_peak_memory, peak_memory
from tests.benchmarks.survey_blocks import draw
from tests.databases import PostgresqlServer, running_postgresql
from tests.places import ROOT

ENGINES = ("memory", "duckdb")
DATABASE = "database"
DEFAULT = (1_000_000, 5_000_000)
STAGES = ("open", "search", "apply", "write", "second count")
HEADERS = ("records, engine", "tuples", *STAGES, "together", "processor", "peak", "score", "removed", "result")
WARM_UP_RECORDS = 10_000
SEED = 20151001
MOST_OF_SCRIPT = 20_000_000
"""Larger tables are drawn block by block."""

T = TypeVar("T")


@dataclass
class Run:
    """One release: seconds and bytes of each stage, the processor's seconds, and what came out."""

    seconds: dict[str, float] = field(default_factory=dict)
    peaks: dict[str, int | None] = field(default_factory=dict)
    processor: float = 0.0
    tuples: int = 0
    levels: list[int] = field(default_factory=list)
    score: float = 0.0
    removed: int = 0
    refuted: list[str] = field(default_factory=list)

    @property
    def result(self) -> tuple[int, list[int], float, int]:
        """What all engines must agree on."""
        return self.tuples, self.levels, self.score, self.removed

    @property
    def peak(self) -> int | None:
        """The most memory that any stage had in use."""
        return max((each for each in self.peaks.values() if each is not None), default=None)

    def measure(self, stage: str, work: Callable[[], T]) -> T:
        """Carry out a stage."""
        before = {process: processor_seconds(process) for process in processes()}
        for process in before:
            forget_peak_memory(process)
        started = time.perf_counter()
        done = work()
        self.seconds[stage] = time.perf_counter() - started
        now = processes()
        self.processor += sum(processor_seconds(process) - before.get(process, 0.0) for process in now)
        peaks = [peak for process in now if (peak := peak_memory(process)) is not None]
        self.peaks[stage] = sum(peaks) if peaks else None
        return done


def processes() -> tuple[str, ...]:
    """This process and those that it has started."""
    started = (file.read_text().split() for file in Path("/proc/self/task").glob("*/children"))
    return (OWN, *(each for some in started for each in some))


def processor_seconds(process: str) -> float:
    """The seconds that all cores together have worked for a process; 0 where the system does not tell."""
    if process == OWN:
        return time.process_time()
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has ended
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def made(folder: Path, records: int) -> Path:
    """A table of so many records, as Parquet."""
    if records > MOST_OF_SCRIPT:
        table = folder / f"{records}.parquet"
        draw(table, SETTINGS["IHIS"].dataset, records, SEED)
        return table
    text, table = folder / f"{records}.csv", folder / f"{records}.parquet"
    script = shared_folder() / "data" / "make_survey_data.py"
    terms = ["--rows", str(records), "--out", str(text), "--seed", str(SEED)]
    subprocess.run([sys.executable, str(script), SETTINGS["IHIS"].dataset, *terms], check=True, capture_output=True)
    cells = pyarrow.csv.ParseOptions(delimiter=";")
    with (
        pyarrow.csv.open_csv(text, parse_options=cells) as read,
        pyarrow.parquet.ParquetWriter(table, read.schema) as write,
    ):
        for batch in read:
            write.write_batch(batch)
    text.unlink()
    return table


def job_of(table: Path, engine: str, address: str | None = None, minimum_level: int = 0) -> Job:
    """The job for a table, with its result beside it; in the database at an address, both are tables there.

    `minimum_level` holds for every attribute, or its coarsest level where it has fewer.
    """
    data = {"path": str(table)}
    output: dict[str, object] = {"path": str(table.with_name(f"{table.stem}-{engine}.parquet"))}
    if engine == DATABASE and address is not None:
        data = {"path": address, "table": name_of(table)}
        output = {"path": address, "table": f"{name_of(table)}_result", "replace_table": True}
    hierarchies = shared_folder() / "data" / SETTINGS["IHIS"].dataset
    return job_from(
        {
            "data": {**data, "engine": engine},
            "attributes": {
                name: {
                    "role": "quasi-identifying",
                    "hierarchy": str(file),
                    "minimum_level": min(minimum_level, read_hierarchy(file).levels - 1),
                }
                for name in IHIS
                for file in [hierarchies / f"hierarchy_{name}.csv"]
            },
            "privacy": k_anonymity(),
            "suppression": {"limit": SETTINGS["IHIS"].limit},
            "quality": {"model": "loss", "aggregate": SETTINGS["IHIS"].aggregate},
            "output": output,
        },
        f"benchmark of {table.name}",
    )


def name_of(table: Path) -> str:
    """The name of a table in a database."""
    return f"survey_{table.stem}"


def load(table: Path, server: PostgresqlServer) -> None:
    """Read a table into a database, every column as text."""
    text = table.with_suffix(".csv")
    parquet = pyarrow.parquet.ParquetFile(table)
    with pyarrow.csv.CSVWriter(text, parquet.schema_arrow) as write:
        for batch in parquet.iter_batches():
            write.write_batch(batch)
    name, columns = name_of(table), ", ".join(f'"{each}" text' for each in parquet.schema_arrow.names)
    with psycopg.connect(server.address, password=server.password) as connection, connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE {name} ({columns})")
        with cursor.copy(f"COPY {name} FROM STDIN (FORMAT csv, HEADER)") as copy, text.open("rb") as stream:
            while piece := stream.read(2**20):
                copy.write(piece)
    server.execute(f"ANALYZE {name}")
    text.unlink()


def run(table: Path, engine: str, address: str | None = None, minimum_level: int = 0) -> Run:
    """Release a table, and remove the result of a file."""
    found, job = Run(), job_of(table, engine, address, minimum_level)
    ready = found.measure("open", lambda: Anonymizer.open(job))
    solution = found.measure("search", ready.search)
    best = solution.best
    assert best is not None, "removing nothing and showing nothing is a solution"

    output, facts = found.measure(
        "apply", lambda: (applied := ready.apply(best.levels), ready.describe(solution, applied))
    )
    exported = found.measure("write", lambda: ready.write(output))
    recount = found.measure(
        "second count", lambda: ready.verify({**facts, "output": exported.plain()}, output, exported)
    )
    found.tuples, found.levels, found.score = len(ready.problem.grouping.tuples), list(best.levels), best.score
    found.removed = output.suppressed_records
    found.refuted = [finding.claim for finding in recount.refuted]
    if exported.table is None:
        Path(exported.place).unlink()
    return found


def in_own_process(
    folder: Path, table: Path, engine: str, server: PostgresqlServer | None, minimum_level: int
) -> Run | int:
    """The same in a process of its own, after a small table; where that fails, the status that it ended with."""
    command = [sys.executable, "-m", "tests.benchmarks.scale", "--measure", str(table), "--engines", engine]
    command += ["--minimum-level", str(minimum_level)]
    environment = dict(os.environ)
    if server is not None:
        command += ["--address", server.address]
        environment[VARIABLE] = server.password
    done = subprocess.run(
        [*command, "--warm-up", str(folder / f"{WARM_UP_RECORDS}.parquet")],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    return done.returncode or Run(**json.loads(done.stdout.splitlines()[-1]))


def line(records: int, engine: str, found: Run | int, expected: Run | None) -> tuple[str, ...]:
    """The row of one run; `expected` is that of the engine before it."""
    title = f"{records:,}, {engine}"
    if isinstance(found, int):
        return (title, *(tables.ABSENT,) * (len(HEADERS) - 2), f"failed ({found})")
    verdict = "same" if expected is None or found.result == expected.result else "differs"
    return (
        title,
        tables.number(found.tuples),
        *(f"{tables.seconds(found.seconds[stage])}, {tables.megabytes(found.peaks[stage])}" for stage in STAGES),
        tables.seconds(sum(found.seconds.values())),
        tables.seconds(found.processor),
        tables.megabytes(found.peak),
        tables.score(found.score),
        tables.number(found.removed),
        f"refuted: {', '.join(found.refuted)}" if found.refuted else verdict,
    )


def rows(folder: Path, sizes: Sequence[int], engines: Sequence[str], minimum_level: int) -> list[tuple[str, ...]]:
    """The rows of every size, one engine after the other."""
    lines = []
    with running_postgresql() if DATABASE in engines else contextlib.nullcontext() as server:
        warm_up = made(folder, WARM_UP_RECORDS)
        if server is not None:
            load(warm_up, server)
        for records in sizes:
            table, expected = made(folder, records), None
            if server is not None:
                load(table, server)
            for engine in engines:
                found = in_own_process(folder, table, engine, server if engine == DATABASE else None, minimum_level)
                lines.append(line(records, engine, found, expected))
                expected = expected if isinstance(found, int) else expected or found
            table.unlink(missing_ok=True)
    return lines


def main(arguments: Sequence[str] | None = None) -> None:
    """Print what the release of large tables takes, stage by stage."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument(
        "--records", type=_numbers, default=DEFAULT, metavar="N,...", help="the sizes (1 and 5 million)"
    )
    parser.add_argument("--engines", type=lambda text: tuple(text.split(",")), default=ENGINES, metavar="NAME,...")
    parser.add_argument("--minimum-level", type=int, default=0, help="of every attribute (0)")
    parser.add_argument("--folder", type=Path, help="where the tables lie meanwhile (the folder for temporary files)")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--address", help=argparse.SUPPRESS)
    parser.add_argument("--warm-up", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.measure is not None:
        for table in (options.warm_up, options.measure):
            found = run(table, options.engines[0], options.address, options.minimum_level)
        print(json.dumps(asdict(found)))
        return
    with tempfile.TemporaryDirectory(prefix="arxdesk-scale-", dir=options.folder) as folder:
        lines = rows(Path(folder), options.records, options.engines, options.minimum_level)
    notes = (
        "each stage: time by the clock, most memory in use (libraries and what earlier stages hold included)",
        "processor: seconds of all cores together; apply: with the facts of the result",
        "result: tuples, levels, score, removed records are those of the first engine, and the second count confirms",
    )
    tables.show("Large tables of the shape of IHIS (k = 5, 5 %, loss)", HEADERS, lines, notes)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(each.replace("_", "")) for each in text.split(","))


if __name__ == "__main__":
    main()
