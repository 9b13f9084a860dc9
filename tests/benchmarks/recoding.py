"""What records keep when each goes its own way: `python -m tests.benchmarks.recoding [--rows NAME,...] [--k K,...]`.

The full-domain optimum, recoding in iterations and recoding group by group, beside strict Mondrian and k-member
clustering, which are implemented here for themselves. Everything said of their tables is measured in the tables, by
the same definitions for all (`released`).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

import numpy as np

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control, GroupwiseProgress, Progress, relative_gap
from arxdesk_engine.job.search import GroupwiseSettings, LocalRecodingSettings
from arxdesk_engine.search.local_recoding import LocalRecoding
from arxdesk_engine.search.solution import Limits, Solution, Status
from tests.benchmarks import tables
from tests.benchmarks.data import ARITHMETIC, SETTINGS, anonymizer, attributes_of, k_anonymity
from tests.benchmarks.k_member import k_member
from tests.benchmarks.measure import forget_peak_memory, peak_memory, watch
from tests.benchmarks.mondrian import Demands, mondrian
from tests.benchmarks.released import Input, Released
from tests.benchmarks.targets import RECODINGS
from tests.places import ROOT

WARM_UP_SECONDS = 0.5
HEADERS = (
    "recoding",
    "loss",
    "bound",
    "gap",
    "removed",
    "1-way, spread",
    "1-way, evenly",
    "2-way, spread",
    "2-way, evenly",
    "seconds",
    "peak",
    "verdict",
)
NOTES = (
    "loss: mean over cells of (leaves of the label - 1) / (leaves of the domain - 1); a removed record loses 1",
    "bound: the highest proven here for every recoding by labels of these hierarchies; gap: (loss - bound) / loss",
    "1-way, 2-way: mean total variation distance of all tables of one and of two attributes to those of the input",
    "evenly: cells count for the leaves of their labels alike; spread: by the shares that this gives to the leaves",
    "seconds: limited where a search does not end; group by group: of the recoding, and of the bound after it",
    "peak: the most memory of the process meanwhile, libraries and table included",
)


@dataclass(frozen=True)
class Work:
    """What is recoded: a setting, with models beside k-anonymity, and the seconds that each search may take."""

    title: str
    setting: str
    group_seconds: float
    search_seconds: float = 20.0
    distinct: int = 1
    closeness: float = 1.0
    k: tuple[int, ...] = (5,)
    clusters: bool = False

    def privacy(self, k: int) -> list[dict[str, Any]]:
        """The models, as they stand in a job."""
        sensitive = SETTINGS[self.setting].sensitive
        models = k_anonymity(k)
        if self.distinct > 1:
            models.append({"model": "l-diversity", "attribute": sensitive, "variant": "distinct", "l": self.distinct})
        if self.closeness < 1.0:
            models.append({"model": "t-closeness", "attribute": sensitive, "variant": "equal", "t": self.closeness})
        return models


WORKS: dict[str, Work] = {
    "adult": Work("ADULT-9", "ADULT-9", 3.0, k=(2, 5, 10, 20), clusters=True),
    "adult-diverse": Work("ADULT-8, distinct 3-diversity", "ADULT-8", 3.0, distinct=3),
    "adult-close": Work("ADULT-8, 0.2-closeness", "ADULT-8", 3.0, closeness=0.2),
    "cup": Work("CUP-8", "CUP-8", 5.0),
    "mach2019": Work("MACH2019-16", "MACH2019-16", 30.0, search_seconds=30.0),
    "creditcard": Work("CREDITCARD-24", "CREDITCARD-24", 30.0, search_seconds=30.0),
    "ihis": Work("IHIS", "IHIS", 20.0, search_seconds=30.0),
}


@dataclass
class Line:
    """One way to recode, with what its table says. `bound` is the highest that any way has proven."""

    way: str
    loss: float
    removed: int
    spread: tuple[float, float]
    evenly: tuple[float, float]
    seconds: list[float]
    peak: int | None
    note: str = ""
    bound: float | None = None
    verdict: str = tables.ABSENT

    def cells(self) -> tuple[str, ...]:
        """The line as the table shows it."""
        gap = None if self.bound is None else relative_gap(self.loss, self.bound)
        shown = [self.spread[0], self.evenly[0], self.spread[1], self.evenly[1]]
        return (
            self.way,
            _four(self.loss),
            tables.ABSENT if self.bound is None else _four(self.bound),
            tables.percent(gap),
            tables.number(self.removed),
            *map(tables.percent, shown),
            " + ".join(tables.seconds(each) for each in self.seconds) + (f", {self.note}" if self.note else ""),
            tables.megabytes(self.peak),
            self.verdict,
        )


def _four(value: float) -> str:
    return f"{value:.4f}"


@dataclass
class Measurement:
    """One problem, recoded one way after the other. `seconds` limits every search instead of the work's own limits."""

    work: Work
    k: int
    seconds: float | None
    ready: Anonymizer = field(init=False)
    table: Input = field(init=False)
    bound: float = 0.0
    solution: Solution | None = None

    def __post_init__(self) -> None:
        terms = {"limit": 1.0, "aggregate": ARITHMETIC, "privacy": self.work.privacy(self.k)}
        self.ready = anonymizer(self.work.setting, **terms)
        self.table = Input.of(self.ready)
        warm = anonymizer("ADULT-8", privacy=self.work.privacy(self.k) if self.work.setting == "ADULT-8" else None)
        first = watch(warm.problem).solution
        warm.recode(first, settings=GroupwiseSettings(time_limit=WARM_UP_SECONDS))

    def lines(self, ways: Sequence[str]) -> Iterator[Line]:
        """Every way of the work that is asked for; the first two are needed by those after them."""
        for way, recode in WAYS.items():
            if way in ways and (way != "k-member" or self.work.clusters):
                forget_peak_memory()
                yield from recode(self)

    def full_domain(self) -> Iterator[Line]:
        """One level for all records of a column."""
        problem = self.ready.problem
        self.solution = watch(problem, limits=Limits(self._limit)).solution
        assert self.solution.best is not None
        peak, levels = peak_memory(), self.solution.best.levels
        classes = problem.grouping.classes(levels)
        removed = problem.judge(classes).violating[classes.of_tuples][self.table.tuples]
        chosen = [np.full(len(removed), level) for level in levels]
        optimal = self.solution.status is Status.OPTIMAL
        note = "" if optimal else f"of its kind at most {tables.percent(self.solution.gap)} from the best"
        yield _line("full domain", self.table.at_levels(chosen, removed), [self.solution.seconds], peak, note)

    def iterated(self) -> Iterator[Line]:
        """The full-domain optimum of the rest, again and again: after that of the table, or from a first one that only
        has to keep a few records."""
        after_optimum = LocalRecodingSettings(suppression_limit=1.0, generalization_suppression_factor=0.5)
        for way, settings in (("after the optimum", after_optimum), ("from the start", LocalRecodingSettings())):
            started = time.perf_counter()
            found = self.ready.recode(self._from_here, settings=settings, limits=Limits(self._limit))
            seconds = time.perf_counter() - started
            yield _line(f"in iterations, {way}", self._recoded(found), [seconds], peak_memory())

    def groupwise(self, *, defended: bool = False) -> Iterator[Line]:
        """Ours."""
        recoded: list[float] = []

        def keep(progress: Progress) -> None:
            if isinstance(progress, GroupwiseProgress) and progress.lower_bound == 0.0:
                recoded[:] = [progress.seconds]

        limit = self.work.group_seconds if self.seconds is None else self.seconds
        settings = GroupwiseSettings(time_limit=limit, defence="public-splits" if defended else "none")
        found = self.ready.recode(self._from_here, Control(keep), settings=settings)
        proof = found.groupwise
        assert proof is not None
        self.bound = max(self.bound, proof.lower_bound)
        peak, released = peak_memory(), self._recoded(found)
        assert abs(released.loss - proof.loss) < 1e-9, "the loss that is claimed is that of the table"
        records = self.ready.problem.grouping.records
        note = "" if proof.bounded_records == records else f"{tables.percent(proof.bounded_records / records)} bounded"
        name = "group by group, public splits" if defended else "group by group"
        yield _line(name, released, [recoded[0], found.seconds - recoded[0]], peak, note)

    def mondrian(self) -> Iterator[Line]:
        """Halves at medians."""
        started = time.perf_counter()
        groups = mondrian(self.table, Demands(self.k, self.work.distinct, self.work.closeness))
        released = self.table.in_groups(np.arange(len(groups)), self.table.counts, groups)
        yield _line("strict Mondrian", released, [time.perf_counter() - started], peak_memory())

    def k_member(self) -> Iterator[Line]:
        """Greedy clusters."""
        started = time.perf_counter()
        released = self.table.in_groups(*k_member(self.table, self.k))
        yield _line("k-member clustering", released, [time.perf_counter() - started], peak_memory())

    @property
    def _limit(self) -> float:
        return self.work.search_seconds if self.seconds is None else self.seconds

    @property
    def _from_here(self) -> Solution:
        """What recodings are compared with, and go on from."""
        if self.solution is None:
            self.solution = watch(self.ready.problem, limits=Limits(self._limit)).solution
        return self.solution

    def _recoded(self, found: LocalRecoding) -> Released:
        recoding, tuples = found.recoding, self.table.tuples
        levels = [recoding.levels_of(attribute)[tuples] for attribute in range(attributes_of(self.work.setting))]
        return self.table.at_levels(levels, recoding.suppressed[tuples])


def _line(way: str, released: Released, seconds: list[float], peak: int | None, note: str = "") -> Line:
    spread, evenly = released.errors(uniform=False), released.errors(uniform=True)
    return Line(way, released.loss, released.removed_records, spread, evenly, seconds, peak, note)


WAYS: dict[str, Callable[[Measurement], Iterator[Line]]] = {
    "full-domain": Measurement.full_domain,
    "iterated": Measurement.iterated,
    "groupwise": Measurement.groupwise,
    "defended": partial(Measurement.groupwise, defended=True),
    "mondrian": Measurement.mondrian,
    "k-member": Measurement.k_member,
}
"""Every way by name."""


def measured(name: str, k: int, seconds: float | None, ways: Sequence[str]) -> list[Line]:
    """The lines of one work at one k, with the bound beside all and a verdict where a target is set."""
    measurement = Measurement(WORKS[name], k, seconds)
    lines = list(measurement.lines(ways))
    full = next((line.loss for line in lines if line.way == "full domain"), None)
    for line in lines:
        line.bound = measurement.bound or None
        if line.way == "group by group" and (target := RECODINGS.get((name, k))) is not None:
            most = target.loss if target.of_full_domain is None or full is None else target.of_full_domain * full
            met = line.loss <= most and line.removed == 0
            line.verdict = f"{'met' if met else 'missed'} (<= {most:.4g})"
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a table for each work and each k; with --check, fail where a target is missed."""
    options = _parser().parse_args(arguments)
    if options.measure:
        lines = measured(options.measure, options.k[0], options.seconds, options.ways)
        print(json.dumps([asdict(line) for line in lines]))
        return 0
    missed = 0
    for name in options.rows:
        work = WORKS[name]
        for k in options.k or work.k:
            print(f"{name}, k = {k} ...", file=sys.stderr, flush=True)
            lines = _in_own_process(name, k, options)
            missed += not lines or any(line.verdict.startswith("missed") for line in lines)
            tables.show(f"{work.title}, k = {k}", HEADERS, (line.cells() for line in lines))
    notes = [*NOTES, f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"]
    if hasattr(os, "getloadavg"):
        notes.append(f"processes that wanted to run in the last minute: {os.getloadavg()[0]:.1f}")
    print("", *(f"  {note}" for note in notes), sep="\n")
    return int(options.check and missed > 0)


def _in_own_process(name: str, k: int, options: argparse.Namespace) -> list[Line]:
    command = [sys.executable, "-m", "tests.benchmarks.recoding", "--measure", name, "--k", str(k)]
    command += ["--ways", ",".join(options.ways)]
    if options.seconds is not None:
        command += ["--seconds", str(options.seconds)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        print(f"{name}, k = {k}: failed ({done.returncode})", file=sys.stderr)
        return []
    return [Line(**line) for line in json.loads(done.stdout.splitlines()[-1])]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rows", type=partial(_names, WORKS), default=tuple(WORKS), help=f"of {', '.join(WORKS)}")
    parser.add_argument("--k", type=_numbers, help="smallest groups, K,... (2, 5, 10 and 20 for adult, otherwise 5)")
    parser.add_argument("--ways", type=partial(_names, WAYS), default=tuple(WAYS), help=f"of {', '.join(WAYS)}")
    parser.add_argument("--seconds", type=float, help="limit of every search and recoding (as each row has them)")
    parser.add_argument("--check", action="store_true", help="fail where a target is missed")
    parser.add_argument("--measure", help=argparse.SUPPRESS)  # what the process of a row is started with
    return parser


def _names(known: dict[str, Any], text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    unknown = [name for name in names if name not in known]
    if unknown:
        raise argparse.ArgumentTypeError(f"{', '.join(unknown)}: not among {', '.join(known)}")
    return names


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


if __name__ == "__main__":
    sys.exit(main())
