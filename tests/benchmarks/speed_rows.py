"""What each row of the table of targets measures."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.search.solution import Limits, Solution, Status
from tests.benchmarks import limit, tables, targets
from tests.benchmarks.data import anonymizer
from tests.benchmarks.measure import (
    TOLERANCE,
    WARM_UP_SECONDS,
    Trace,
    forget_peak_memory,
    peak_memory,
    warm_runs,
    watch,
)
from tests.benchmarks.speed import Line, Options, Row
from tests.benchmarks.targets import Anytime, Proof, Times
from tests.places import EXAMPLE_JOB, ROOT

QUICK_SECONDS = 10.0
TINY_JOB = EXAMPLE_JOB


def _times(times: Times | None) -> str:
    if times is None:
        return tables.ABSENT
    checks = "" if times.checks is None else f", {times.checks:,}"
    return tables.seconds(times.seconds) + checks


def _status(solution: Solution) -> str:
    gap = "" if solution.gap is None or solution.status is Status.OPTIMAL else f", gap {tables.percent(solution.gap)}"
    return f"{solution.status}{gap}"


def _found(solution: Solution) -> dict[str, str]:
    best = None if solution.best is None else solution.best.score
    return {"checks": tables.number(solution.checks), "score": tables.score(best), "status": _status(solution)}


def prove(target: Proof, options: Options) -> list[Line]:
    """An optimum to prove: the median of warm runs."""
    forget_peak_memory()
    whole = anonymizer(target.setting, limit=target.limit)
    loading = peak_memory()
    del whole
    forget_peak_memory()
    runs = warm_runs(target.setting, options.repeats, threads=options.threads, limit=target.limit)
    assert runs is not None
    best, notes = runs.solution.best, [target.note] if target.note else []
    if target.score is not None and (best is None or abs(best.score - target.score) > TOLERANCE):
        notes.append(f"{target.work}: the score should be {target.score}")
    fastest = min(trace.solution.seconds for trace in runs.traces)
    notes.append(
        f"{target.work}: fastest run {tables.seconds(fastest)}; posing the problem {tables.seconds(runs.posing)}; "
        f"peak while loading {tables.megabytes(loading)}"
    )
    default, tuned = target.default, target.tuned
    line = Line(
        target.work,
        _times(default),
        _times(tuned),
        tables.seconds(target.to_reach),
        tables.seconds(runs.seconds),
        against_default=tables.times(runs.seconds, default and default.seconds),
        against_tuned=tables.times(runs.seconds, tuned and tuned.seconds),
        met=runs.seconds <= target.to_reach and runs.solution.status is Status.OPTIMAL,
        peak=tables.megabytes(peak_memory()),
        note="; ".join(notes),
        **_found(runs.solution),
    )
    return [line]


def classify(options: Options) -> list[Line]:
    """Every transformation of ADULT classified and scored."""
    line = Line(
        "ADULT-9, 5 %, all transformations",
        tables.seconds(targets.CLASSIFY_EVERYTHING),
        to_reach=tables.seconds(targets.CLASSIFY_TO_REACH),
    )
    _classify_all(options)
    forget_peak_memory()
    took, rows = [], 0
    for _ in range(options.repeats):
        seconds, rows = _classify_all(options)
        took.append(seconds)
    median = statistics.median(took)
    line.ours, line.checks, line.status = tables.seconds(median), tables.number(rows), "classified"
    line.against_default = tables.times(median, targets.CLASSIFY_EVERYTHING)
    line.met, line.peak = median <= targets.CLASSIFY_TO_REACH, tables.megabytes(peak_memory())
    return [line]


def _classify_all(options: Options) -> tuple[float, int]:
    """Seconds, and how many transformations came: they are formed while they are asked for."""
    ready = anonymizer("ADULT-9", limit=0.05)
    started = time.perf_counter()
    rows = sum(len(chunk.score) for chunk in ready.classify(Control(threads=options.threads)))
    return time.perf_counter() - started, rows


def come_close(target: Anytime, options: Options) -> list[Line]:
    """A lattice too large for others to prove anything: score, gap and proof by the clock, in one run."""
    until = QUICK_SECONDS if options.quick else target.proof_within
    trace = _one_warm_run(target.setting, options, Limits(seconds=until))
    solution, lines = trace.solution, []
    if target.heuristic is not None and target.score_within is not None:
        reached = trace.seconds_until(target.heuristic + targets.ROUNDING)
        lines.append(
            Line(
                f"{target.work}: score {target.heuristic}",
                "10 s, heuristic",
                to_reach=tables.seconds(target.score_within),
                ours=f"not in {until:.0f} s" if reached is None else tables.seconds(reached),
                met=reached is not None and reached <= target.score_within,
            )
        )
    gap_within = min(until, target.gap_within)
    gap = trace.gap_after(gap_within)
    shortened = f"{target.work}: ended after {until:.0f} s" if options.quick else ""
    lines.append(
        Line(
            f"{target.work}: gap after {gap_within:.0f} s",
            to_reach=f"< {tables.percent(target.gap)} in {target.gap_within:.0f} s",
            ours=tables.percent(gap),
            met=True if gap is not None and gap < target.gap else None if options.quick else False,
            note=shortened,
        )
    )
    proven = solution.status is Status.OPTIMAL
    lines.append(
        Line(
            f"{target.work}: proof",
            "cannot",
            "cannot",
            f"{target.proof_within:.0f} s (stretch)",
            tables.seconds(solution.seconds) if proven else f"not in {until:.0f} s",
            met=True if proven else None if options.quick else False,
            peak=tables.megabytes(peak_memory()),
            **_found(solution),
        )
    )
    return lines


def creditcard(options: Options) -> list[Line]:
    """Ten seconds on 24 attributes, then the wish to stop."""
    seconds = targets.CREDITCARD_SECONDS
    trace = _one_warm_run("CREDITCARD-24", options, stop=seconds)
    solution = trace.solution
    best = None if solution.best is None else solution.best.score
    to_beat, genetic = targets.CREDITCARD_TO_REACH, targets.CREDITCARD_HEURISTICS["genetic"]
    half = trace.gap_after(seconds / 2)
    notes = f"ARX's heuristics: {', '.join(f'{key} {score}' for key, score in targets.CREDITCARD_HEURISTICS.items())}"
    falling = half is not None and solution.gap is not None and solution.gap < half
    return [
        Line(
            f"CREDITCARD-24, 100 %: score after {seconds:.0f} s",
            f"{genetic}, heuristic",
            to_reach=f"< {to_beat}",
            ours=tables.score(best),
            met=best is not None and best < to_beat,
            peak=tables.megabytes(peak_memory()),
            note=notes,
            **_found(solution),
        ),
        Line(
            f"CREDITCARD-24: gap after {seconds / 2:.0f} s and {seconds:.0f} s",
            to_reach="falling",
            ours=f"{tables.percent(half)}, {tables.percent(solution.gap)}",
            status=f"bound {tables.score(solution.lower_bound)}",
            met=falling,
        ),
        Line(
            "CREDITCARD-24: stopping",
            to_reach=tables.seconds(targets.CANCEL_TO_REACH),
            ours=tables.seconds(trace.stopping),
            met=trace.stopping is not None and trace.stopping <= targets.CANCEL_TO_REACH,
        ),
    ]


def _one_warm_run(name: str, options: Options, limits: Limits | None = None, stop: float | None = None) -> Trace:
    watch(anonymizer(name).problem, limits=Limits(seconds=WARM_UP_SECONDS), threads=options.threads)
    forget_peak_memory()
    return watch(anonymizer(name).problem, limits=limits, stop=stop, threads=options.threads)


def start(options: Options) -> list[Line]:
    """From launch to the table and to the first transformation checked: kernels compiled first, and kept ones."""
    with tempfile.TemporaryDirectory(prefix="arxdesk-kernels-") as name:
        folder = Path(name)
        _reads, first = launch(folder / "kernels", folder)
        later = [launch(folder / "kernels", folder) for _ in range(options.repeats)]
    reads, searches = (statistics.median(each) for each in zip(*later, strict=True))
    return [
        Line(
            "Start on a fresh machine, kernels compiled",
            to_reach=tables.seconds(targets.FIRST_START),
            ours=tables.seconds(first),
            met=first <= targets.FIRST_START,
            note="start: from launching the command line to the first transformation checked, on the example job",
        ),
        Line(
            "Start later: the table is read",
            to_reach=tables.seconds(targets.LATER_START),
            ours=tables.seconds(reads),
            met=reads <= targets.LATER_START,
        ),
        Line("Start later: the first transformation is checked", ours=tables.seconds(searches)),
    ]


def launch(kernels: Path | None, folder: Path) -> tuple[float, float]:
    """Seconds from launch until the table is opened, and until the first transformation is checked.

    Compiled kernels are kept in `kernels`, and byte code, as where the program is installed, in the project's folder.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    if kernels is not None:
        environment["NUMBA_CACHE_DIR"] = str(kernels)
    command = [sys.executable, "-m", "tests.benchmarks.launch", str(TINY_JOB), "--output", str(folder / "output.csv")]
    launched = time.time()
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    reads, searches = (float(each) - launched for each in done.stdout.split()[:2])
    return reads, searches


def above_the_limit(setting: str, options: Options) -> list[Line]:
    """How far the proof is above the limit that `limit` describes."""
    runs = warm_runs(setting, options.repeats, threads=options.threads)
    assert runs is not None
    _name, _plain, checks, visits, least, ours, above = limit.row(setting, runs, limit.memory_bandwidth())
    note = "limit: see `python -m tests.benchmarks.limit --help` and the text of that module"
    work = f"{setting}, 5 %: limit, {visits} class visits"
    return [Line(work, to_reach=least, ours=ours, checks=checks, status=f"{above} the limit", note=note)]


ROWS: dict[str, Row] = {
    **{name: partial(prove, target) for name, target in targets.PROOFS.items()},
    "classify": classify,
    **{name: partial(come_close, target) for name, target in targets.ANYTIME.items()},
    "creditcard": creditcard,
    "start": start,
    "limit-adult": partial(above_the_limit, "ADULT-9"),
    "limit-cup": partial(above_the_limit, "CUP-8"),
}
"""Every row by name, in the order of the table."""
