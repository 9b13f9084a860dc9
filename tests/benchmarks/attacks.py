"""Attacks on releases: `python -m tests.benchmarks.attacks [--data ADULT-8,IHIS-8] [--repeats 3]`.

A table is released with k = 5, a sixth of its records held out, and the file is attacked by somebody who knows the
quasi-identifiers: everything that `arxdesk attack` reports. The time is that of reading both tables and of the attack,
the peak of memory that of the process from there on.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.attacks.attack import attack_release
from arxdesk_engine.job.population import SamplingSettings
from tests.benchmarks import data, tables
from tests.benchmarks.measure import forget_peak_memory, peak_memory

HEADERS = ("data", "records", "times", "median", "peak memory", "certain", "excess", "anonymity loss")
HELD_OUT = 1 / 6
SECONDS = 20.0
"""The search for what is attacked ends after so many."""


def line(name: str, repeats: int) -> tuple[str, ...]:
    """The figures of one table."""
    job = data.job(name, time_limit=SECONDS)
    job = job.model_copy(update={"sampling": SamplingSettings(fraction=1 - HELD_OUT, seed=1)})
    with tempfile.TemporaryDirectory() as folder:
        release = Path(folder) / "out.csv"
        _write(job, release)
        forget_peak_memory()
        times = []
        for _run in range(repeats):
            started = time.perf_counter()
            found = attack_release(job, release)
            times.append(time.perf_counter() - started)
        peak = peak_memory()
    first = found.found[0]
    secret, (loss, *_others) = first.inferences[0], first.losses
    excess = "-" if secret.excess is None else f"{100 * secret.excess[0]:+.1f} points"
    return (
        name,
        tables.number(found.members),
        f"{min(times):.3g} to {max(times):.3g} s",
        tables.seconds(statistics.median(times)),
        tables.megabytes(peak),
        tables.percent(secret.members.share_certain.value),
        excess,
        f"{loss.coefficient:.2f} ({loss.interval[0]:.2f} to {loss.interval[1]:.2f})",
    )


def _write(job: data.Job, release: Path) -> None:
    """The best table that a search finds in its time; the memory that it takes is left."""
    anonymizer = Anonymizer.open(job)
    best = anonymizer.search().best
    if best is None:
        raise SystemExit("no transformation satisfies the job")
    anonymizer.write(anonymizer.apply(best.levels), release)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default="ADULT-8,IHIS-8", help="names of `python -m tests.benchmarks.data`")
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args(arguments)
    lines = [line(name, options.repeats) for name in options.data.split(",")]
    tables.show("Attacks on releases with k = 5", HEADERS, lines)


if __name__ == "__main__":
    main()
