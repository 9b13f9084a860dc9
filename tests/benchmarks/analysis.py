"""How long the analyses of Quality and Risk take: `python -m tests.benchmarks.analysis [--data ADULT-9,IHIS]`.

Each data set is searched and its best transformation applied in a process of its own. Then every analysis is asked of
both tables, as its view asks at first (medians of warm runs), and both perspectives are looked at in a window for the
first time: when something is painted, how long the window does not answer meanwhile, and when everything is there.
To reach: something is painted within 100 ms, whatever the size, and no pause is above 50 ms.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from tests.benchmarks import data, tables
from tests.benchmarks.open_window import LIMIT, OpenWindow
from tests.places import ROOT

USUAL = "ADULT-9,IHIS"
PAINT, PAUSE = 0.1, 0.05
HEADERS = ("analysis", "input", "output")
LOOK_HEADERS = ("perspective", "first paint", "longest pause", "everything there", "100 ms", "50 ms")


@dataclass(frozen=True)
class Row:
    """An analysis, and how long it took of each table in seconds; None where it is not asked of it."""

    name: str
    before: float | None
    after: float | None

    def cells(self) -> tuple[str, ...]:
        """The row as the table shows it."""
        return self.name, tables.seconds(self.before), tables.seconds(self.after)


@dataclass(frozen=True)
class Look:
    """A perspective that is looked at, in seconds: its first paint, the longest pause, and when everything is there."""

    name: str
    paint: float
    pause: float
    whole: float

    def cells(self) -> tuple[str, ...]:
        """The row as the table shows it."""
        seconds = (tables.seconds(each) for each in (self.paint, self.pause, self.whole))
        reached = ("reached" if is_reached else "missed" for is_reached in (self.paint <= PAINT, self.pause <= PAUSE))
        return self.name, *seconds, *reached


def analyses(document: Any) -> dict[str, Any]:
    """What the views ask for at first, and what is behind some figures, by name. The population is that of the USA."""
    from arxdesk.analysis.work import (  # noqa: PLC0415 - only the process that measures needs them
        AboveRisk,
        ClassesOf,
        IdentifiersOf,
    )
    from arxdesk.quality.classification.work import PredictionsOf  # noqa: PLC0415
    from arxdesk.quality.contingency.work import AssociationOf, ContingencyOf  # noqa: PLC0415
    from arxdesk.quality.detail.work import MeasuresOf  # noqa: PLC0415
    from arxdesk.quality.distribution.work import DistributionOf, SummaryOf  # noqa: PLC0415
    from arxdesk.quality.tables.work import RowsToShow  # noqa: PLC0415
    from arxdesk.risk.keys.work import KeysOf  # noqa: PLC0415
    from arxdesk.risk.ranking.work import RankingOfSets, RankingOfSingles  # noqa: PLC0415
    from arxdesk.risk.uniqueness.work import UniquenessOf  # noqa: PLC0415
    from arxdesk_engine.job.utility import UtilitySettings  # noqa: PLC0415
    from arxdesk_engine.risk.population import Population  # noqa: PLC0415

    names = document.result.anonymizer.quasi_identifiers
    population = Population(region="USA")
    one, other = names[1], names[4]
    utility = UtilitySettings(targets=(other,), methods=("naive-bayes",), folds=3)
    return {
        "sizes of the groups": ClassesOf(),
        "uniqueness in the population": UniquenessOf(population),
        "attributes one by one": RankingOfSingles(names),
        "pairs of attributes": RankingOfSets(names, 2, 2),
        "attributes up to three": RankingOfSets(names, 1, 3),
        "identifiers": IdentifiersOf(),
        "keys up to three": KeysOf(names, 3, population),
        "records above the threshold": AboveRisk(0.2),
        "order of the tables": RowsToShow(),
        "detail kept, every measure": MeasuresOf(),
        f"distribution of {one}": DistributionOf(one),
        f"summary of {one}": SummaryOf(one),
        f"{one} by {other}": ContingencyOf(one, other),
        f"how {one} goes with {other}": AssociationOf(one, other),
        f"naive Bayes for {other}, 3 folds": PredictionsOf.of(utility),
    }


def measured(document: Any, repeats: int) -> list[Row]:
    """Every analysis of both tables. Those of classes are known then, as they are to all analyses but the first."""
    from arxdesk.analysis.analysis import output_table  # noqa: PLC0415
    from arxdesk_engine.analysis.tables import InputTable  # noqa: PLC0415

    source = InputTable(document.result.job, document.result.anonymizer.dataset)
    output = output_table(source, document.result, document.applied)
    rows = []
    for name, request in analyses(document).items():
        times = [_median(request, table, repeats) for table in (source, output)]
        rows.append(Row(name, *times))
    first = replace(source)
    begun = time.perf_counter()
    _known = first.classes
    return [Row("grouping the records, once", time.perf_counter() - begun, None), *rows]


def _median(request: Any, table: Any, repeats: int) -> float:
    from arxdesk_engine.foundation.control import Control  # noqa: PLC0415

    times = []
    for number in range(repeats + 1):
        begun = time.perf_counter()
        request.run(table, Control())
        if number:  # the first one warms up
            times.append(time.perf_counter() - begun)
    return statistics.median(times)


def looked_at(window: OpenWindow, name: str) -> Look:
    """Bring a perspective to the front for the first time since something was applied."""
    from PySide6.QtCore import QEvent, QObject  # noqa: PLC0415

    from arxdesk.analysis.view import AnalysisView  # noqa: PLC0415

    shown = window.window
    perspective = shown.workspace.perspectives[name]
    painted: list[float] = []
    begun: list[float] = []

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint and begun and not painted:
                painted.append(time.perf_counter() - begun[0])
            return super().eventFilter(watched, event)

    watch = Watch()
    perspective.installEventFilter(watch)

    def look() -> None:
        begun.append(time.perf_counter())
        shown.show_perspective(name)

    def is_there() -> bool:
        views = [view for view in perspective.findChildren(AnalysisView) if view.isVisible()]
        return bool(painted) and bool(views) and not any(view.is_pending for view in views)

    window.do(name, look, is_there)
    line = window.lines[-1]
    return Look(name.capitalize(), painted[0], line.longest, line.whole)


def inside(name: str, repeats: int, pictures: Path | None) -> dict[str, Any]:
    """Measure one data set here."""
    from arxdesk.core.session.loaded_project import LoadedProject  # noqa: PLC0415

    window = OpenWindow(pictures)
    window.window.show()
    dataset, hierarchies = data._loaded(name)
    job = data.job(name, time_limit=LIMIT)
    project = LoadedProject.of(job, dataset, hierarchies, None)
    window.do("opening", lambda: window.window.session.take(project), lambda: window.window.document is not None)
    window.wait(2.0)
    window.do("searching", window.window.session.searching.anonymize, lambda: window.document.applied is not None)
    window.wait(1.0)
    looks = [looked_at(window, "quality"), looked_at(window, "risk")]
    rows = measured(window.document, repeats)
    records = dataset.records
    window.end()
    return {"records": records, "looks": [asdict(look) for look in looks], "rows": [asdict(row) for row in rows]}


def main(arguments: Sequence[str] | None = None) -> None:
    """Print one table of times and one of looks for each data set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=USUAL)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of both perspectives")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.inside:
        print(json.dumps(inside(asked.data, asked.repeats, asked.pictures)))
        return
    for name in asked.data.split(","):
        found = _in_its_own_process(name, asked.repeats, asked.pictures)
        title = f"{name}, {found['records']:,} records"
        tables.show(f"{title}: looked at", LOOK_HEADERS, [Look(**look).cells() for look in found["looks"]])
        tables.show(f"{title}: analyses", HEADERS, [Row(**row).cells() for row in found["rows"]])


def _in_its_own_process(name: str, repeats: int, pictures: Path | None) -> Any:
    command = [sys.executable, "-m", "tests.benchmarks.analysis", "--inside", "--data", name, "--repeats", str(repeats)]
    done = subprocess.run(
        [*command, *(["--pictures", str(pictures)] if pictures else [])],
        cwd=ROOT,
        env={"QT_QPA_PLATFORM": "offscreen", **os.environ},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


if __name__ == "__main__":
    main()
