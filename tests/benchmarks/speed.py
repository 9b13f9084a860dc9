"""The table of targets, row by row: `python -m tests.benchmarks.speed [--rows NAME,...]`.

Every row runs in a process of its own, so that times and memory of one do not mix with another's. Search times are
medians of warm runs; each starts from a problem posed anew, so that no run profits from what an earlier one grouped.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from tests.benchmarks import tables
from tests.places import ROOT

HEADERS = (
    "work",
    "ARX default",
    "ARX tuned",
    "to reach",
    "ours",
    "checks",
    "score",
    "status",
    "default / ours",
    "tuned / ours",
    "verdict",
    "peak",
)


@dataclass
class Line:
    """One line of the table as text. `met` is None where nothing is to be met or nothing could be measured."""

    work: str
    default: str = tables.ABSENT
    tuned: str = tables.ABSENT
    to_reach: str = tables.ABSENT
    ours: str = tables.ABSENT
    checks: str = tables.ABSENT
    score: str = tables.ABSENT
    status: str = tables.ABSENT
    against_default: str = tables.ABSENT
    against_tuned: str = tables.ABSENT
    met: bool | None = None
    peak: str = tables.ABSENT
    note: str = ""

    def cells(self) -> tuple[str, ...]:
        """The line as the table shows it."""
        verdict = tables.ABSENT if self.met is None else "met" if self.met else "missed"
        text = asdict(self)
        names = ("work", "default", "tuned", "to_reach", "ours", "checks", "score", "status")
        return (
            *(text[name] for name in names),
            self.against_default,
            self.against_tuned,
            verdict,
            self.peak,
        )


@dataclass(frozen=True)
class Options:
    """How thoroughly to measure."""

    repeats: int
    quick: bool
    threads: int | None = None


Row = Callable[[Options], list[Line]]


def rows() -> dict[str, Row]:
    """Every row by name. Imported late: only the processes that measure need the engine."""
    from tests.benchmarks.speed_rows import ROWS  # noqa: PLC0415

    return ROWS


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table of targets with what is reached here."""
    options = _parser().parse_args(arguments)
    how = Options(options.repeats, options.quick, options.threads)
    if options.measure:
        print(json.dumps([asdict(line) for line in rows()[options.measure](how)]))
        return
    lines: list[Line] = []
    for name in options.rows or tuple(rows()):
        print(f"{name} ...", file=sys.stderr, flush=True)
        lines += _in_own_process(name, how)
    cores = f"{os.cpu_count()} cores" if how.threads is None else f"{how.threads} of {os.cpu_count()} cores"
    title = f"Targets, on {cores}, {platform.machine()}, Python {platform.python_version()}"
    notes = [line.note for line in lines if line.note]
    notes.append("peak: the most memory of the process while it searches, libraries and table included")
    if hasattr(os, "getloadavg"):
        notes.append(f"processes that wanted to run in the last minute: {os.getloadavg()[0]:.1f}")
    tables.show(title, HEADERS, (line.cells() for line in lines), dict.fromkeys(notes))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rows", type=_row_names, help=f"which: {', '.join(rows())} (all)")
    parser.add_argument("--repeats", type=int, default=5, help="warm runs of every search (5)")
    parser.add_argument("--quick", action="store_true", help="end searches that may take 60 s or 120 s after 10 s")
    parser.add_argument("--threads", type=int, help="cores that a search may use (as many as it uses by itself)")
    parser.add_argument("--measure", help=argparse.SUPPRESS)  # what the process of a row is started with
    return parser


def _row_names(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    unknown = [name for name in names if name not in rows()]
    if unknown:
        raise argparse.ArgumentTypeError(f"{', '.join(unknown)}: not among {', '.join(rows())}")
    return names


def _in_own_process(name: str, how: Options) -> list[Line]:
    command = [sys.executable, "-m", "tests.benchmarks.speed", "--measure", name, "--repeats", str(how.repeats)]
    if how.quick:
        command.append("--quick")
    if how.threads is not None:
        command += ["--threads", str(how.threads)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        return [Line(name, status=f"failed ({done.returncode})")]
    return [Line(**line) for line in json.loads(done.stdout.splitlines()[-1])]


if __name__ == "__main__":
    main()
