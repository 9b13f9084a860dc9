"""How smoothly the lattice moves in Explore: `python -m tests.benchmarks.explore [--data ADULT-9,CUP-8] [--frames 60]`.

Each lattice is searched and classified in a process of its own. Then the whole of it is moved with the wheel, as a
person would, in a view as large as a screen, at one and at two pixels per logical one: through all sizes, and across at
every level of detail. Each frame is drawn from scratch. To reach: 30 frames a second, also in the slowest frame.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from tests.benchmarks import data, tables
from tests.benchmarks.open_window import resident_bytes
from tests.places import ROOT

TARGET = 30.0
HEADERS = ("what is done", "median", "slowest", "frames/s", "at the slowest", "30 frames/s")
MADE = "MADE-100k"
LATTICES = ("ADULT-9", "CUP-8", MADE, "SS13ACS-15")
USUAL = "ADULT-9,CUP-8,MADE-100k"
MADE_ATTRIBUTES, MADE_RECORDS = 8, 400
"""Seven attributes of 4 levels and one of 6: 98,304 transformations of records about nobody."""
WIDTH, HEIGHT = 1500, 850
LIMIT = 600.0


@dataclass(frozen=True)
class Line:
    """How long the frames of one movement took, in seconds."""

    what: str
    frames: list[float]

    def cells(self) -> tuple[str, ...]:
        """The line as the table shows it."""
        median, slowest = statistics.median(self.frames), max(self.frames)
        verdict = "reached" if 1.0 / slowest >= TARGET else "missed"
        rates = f"{1.0 / median:.0f}", f"{1.0 / slowest:.0f}"
        return self.what, tables.seconds(median), tables.seconds(slowest), *rates, verdict


@dataclass(frozen=True)
class Found:
    """What was measured of one lattice: sizes, times in seconds, memory in bytes."""

    transformations: int
    classified: float
    first_paint: float
    lines: list[Line]
    memory_before: int | None
    memory: int | None


def _made_problem() -> tuple[Any, Any, Any]:
    import numpy as np  # noqa: PLC0415 - the process that prints the tables needs none of it
    import pandas as pd  # noqa: PLC0415

    from arxdesk_engine.data.dataset import Dataset  # noqa: PLC0415
    from arxdesk_engine.hierarchies.hierarchy import Hierarchy  # noqa: PLC0415
    from arxdesk_engine.job.job import job_from  # noqa: PLC0415

    generator = np.random.default_rng(3)
    steps = {f"q{number}": (4, 16) if number else (2, 4, 8, 16) for number in range(MADE_ATTRIBUTES)}
    frame = pd.DataFrame({name: generator.integers(0, 40, MADE_RECORDS).astype(str) for name in steps})
    hierarchies = {
        name: Hierarchy(tuple((str(v), *(f"{width}:{v // width}" for width in widths), "*") for v in range(40)))
        for name, widths in steps.items()
    }
    job = job_from(
        {
            "data": {"path": "made.csv"},
            "attributes": {"*": {"role": "quasi-identifying"}},
            "privacy": [{"model": "k-anonymity", "k": 3}],
            "suppression": {"limit": 0.1},
        }
    )
    return job, Dataset.from_pandas(frame, "made.csv"), hierarchies


class Measurement:
    """One lattice in one view."""

    def __init__(self, name: str, frames: int) -> None:
        from arxdesk.app import make_application  # noqa: PLC0415

        self.application = make_application([])
        self._frames = frames
        self._name = name

    def run(self) -> Found:
        """Search, classify, show, move."""
        from arxdesk.core.document import Document  # noqa: PLC0415
        from arxdesk.core.values.results import Result  # noqa: PLC0415
        from arxdesk.explore.alternatives.exploration import Exploration  # noqa: PLC0415
        from arxdesk.explore.lattice.hasse import HasseView  # noqa: PLC0415
        from arxdesk.tasks.jobs import Jobs  # noqa: PLC0415
        from arxdesk_engine.anonymizer import Anonymizer  # noqa: PLC0415
        from arxdesk_engine.foundation.control import Control  # noqa: PLC0415
        from tests.benchmarks.pauses import longest_pause  # noqa: PLC0415

        job, dataset, hierarchies = _made_problem() if self._name == MADE else self._problem()
        anonymizer = Anonymizer.formulate(job, dataset, hierarchies)
        document = Document(job, dataset, hierarchies, None)
        jobs = Jobs(self.application)
        exploration = Exploration(document, jobs, document)
        result = Result(anonymizer, anonymizer.search(Control()))
        begin = time.perf_counter()
        done = lambda: exploration.sifted is not None and exploration.is_settled  # noqa: E731
        longest_pause(lambda: document.set_result(result), done, limit=LIMIT)
        classified, before = time.perf_counter() - begin, resident_bytes()
        begin = time.perf_counter()
        self.view = HasseView(exploration)
        self.view.resize(WIDTH, HEIGHT)
        self.view.show()
        self._draw(1)
        first = time.perf_counter() - begin
        lines = [line for scale in (1, 2) for line in self._movements(scale)]
        found = Found(anonymizer.problem.lattice.size, classified, first, lines, before, resident_bytes())
        self.view.close()
        jobs.wait()
        return found

    def _problem(self) -> tuple[Any, Any, Any]:
        return data.job(self._name, time_limit=20.0), *data._loaded(self._name)  # the table is read once

    def _movements(self, scale: int) -> Iterator[Line]:
        """Each is done twice; the better time of each frame counts, since others use the machine, too."""
        from arxdesk.explore.lattice.viewport import Detail  # noqa: PLC0415

        view, said, steps = self.view, f"{scale}x", self._frames
        view.fit()
        reach = view.viewport.largest_zoom * view.viewport.doublings
        turn = round(480 * reach / steps) + 1
        into, out = (partial(self._wheel, way * turn, zoom=True) for way in (1, -1))
        rounds = [(self._move(steps, scale, into), self._move(steps, scale, out)) for _round in range(2)]
        for name, runs in zip(("zoom in, all to cards", "zoom out again"), zip(*rounds, strict=True), strict=True):
            yield Line(f"{said} {name}", _better(runs))
        for detail in Detail:
            runs = []
            for _round in range(2):
                view.fit()
                self._zoom_until(detail)
                runs.append(self._move(steps, scale, self._pan))
            yield Line(f"{said} pan across {detail.name.lower()}", _better(runs))

    def _zoom_until(self, detail: int) -> None:
        """To the densest picture of that level of detail."""
        while self.view.viewport.detail < detail and self.view.viewport.zoom < 1.0:
            self.view.zoom(1.02)

    def _pan(self) -> None:
        self._wheel(34, zoom=False)
        self._wheel(6, zoom=False, sideways=True)

    def _move(self, frames: int, scale: int, step: Callable[[], None]) -> list[float]:
        taken = []
        for _frame in range(frames):
            begin = time.perf_counter()
            step()
            self._draw(scale)
            taken.append(time.perf_counter() - begin)
        return taken

    def _wheel(self, turn: int, *, zoom: bool, sideways: bool = False) -> None:
        from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt  # noqa: PLC0415
        from PySide6.QtGui import QWheelEvent  # noqa: PLC0415

        view = self.view
        at = QPointF(view.picture.point_of(max(0, view.selected))) if view.picture else QPointF()
        if not view.rect().contains(at.toPoint()):
            at = QPointF(WIDTH / 2, HEIGHT / 2)
        held = Qt.KeyboardModifier.ControlModifier if zoom else Qt.KeyboardModifier.NoModifier
        angle = QPoint(turn, 0) if sideways else QPoint(0, turn)
        buttons, phase = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
        event = QWheelEvent(at, QPointF(view.mapToGlobal(at)), QPoint(), angle, buttons, held, phase, False)
        QCoreApplication.sendEvent(view, event)

    def _draw(self, scale: int) -> None:
        from PySide6.QtCore import QPoint  # noqa: PLC0415
        from PySide6.QtGui import QImage  # noqa: PLC0415

        image = QImage(WIDTH * scale, HEIGHT * scale, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(scale)
        self.view.render(image, QPoint(0, 0))


def _better(runs: Sequence[list[float]]) -> list[float]:
    return [min(frames) for frames in zip(*runs, strict=True)]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table for each lattice, each measured in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=USUAL, help=f"of {', '.join(LATTICES)}")
    parser.add_argument("--frames", type=int, default=60, help="of each movement (60)")
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.inside:
        print(json.dumps(asdict(Measurement(chosen.inside, chosen.frames).run())))
        return
    environ = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    for name in chosen.data.split(","):
        command = [sys.executable, "-m", "tests.benchmarks.explore", "--inside", name, "--frames", str(chosen.frames)]
        done = subprocess.run(command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, text=True, check=True)
        found = json.loads(done.stdout.splitlines()[-1])
        lines = [Line(**line) for line in found.pop("lines")]
        whole = Found(lines=lines, **found)
        title = f"Lattice of {name}, {whole.transformations:,} transformations, {WIDTH} x {HEIGHT}"
        notes = (
            (
                f"classified and sifted after {tables.seconds(whole.classified)}; "
                f"first painted after {tables.seconds(whole.first_paint)}"
            ),
            f"memory {tables.megabytes(whole.memory)}, {tables.megabytes(whole.memory_before)} before it was shown",
        )
        tables.show(title, HEADERS, [line.cells() for line in whole.lines], notes)


if __name__ == "__main__":
    main()
