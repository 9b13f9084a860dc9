"""The finished searches of the document, ticked to be drawn in the chart of the panel."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QFrame, QScrollArea, QVBoxLayout, QWidget

from arxdesk.explore.search.algorithm_words import algorithm_words, settings_words
from arxdesk.explore.search.runs import Run, Runs
from arxdesk.ui import layouts
from arxdesk.ui.durations import duration
from arxdesk.ui.widgets.basics.buttons import icon_button, link_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.charts.line_sample import LineSample
from arxdesk.ui.widgets.charts.trace import LOOKS, Trace
from arxdesk.ui.words import joined, percent, score
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.search.solution import Status

EMPTY = marked("Finished searches are listed here for comparison in the chart above.")


def traces(runs: Runs) -> list[Trace]:
    """The curves of runs for the chart."""
    return [Trace(title(run), str(run.number), run.look, run.points) for run in runs.shown]


def title(run: Run) -> str:
    """The title of a run."""
    return tr("Run {number}: {run}", number=run.number, run=asked(run))


def asked(run: Run) -> str:
    """The question of a run: the algorithm with its limits."""
    if run.is_drawn_by_chance:
        return tr(algorithm_words(run.algorithm).name)
    return settings_words(run.configuration.job.search)


def outcome(run: Run) -> str:
    """The outcome and its cost."""
    cost = tr_n(run.checks, "{n} check in {seconds}", "{n} checks in {seconds}", seconds=duration(run.seconds))
    match run.status:
        case Status.INFEASIBLE:
            found = tr("proven: nothing satisfies the rules")
        case Status.NONE_FOUND:
            found = tr("nothing found")
        case Status.OPTIMAL:
            found = tr("score {score}, proven", score=score(run.score or 0.0))
        case _:
            if run.is_drawn_by_chance:
                found = tr("score {score}", score=score(run.score or 0.0))
            else:
                found = tr(
                    "score {score}, at most {gap} from the best possible",
                    score=score(run.score or 0.0),
                    gap=percent(run.gap or 0.0),
                )
    return tr("{before}; {after}", before=found, after=cost)


class RunsView(QScrollArea):
    """One row per run, the latest first."""

    def __init__(self, runs: Runs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs = runs
        self.boxes: dict[int, QCheckBox] = {}
        self.removers: dict[int, QWidget] = {}
        self.warnings: dict[int, str] = {}
        """Warnings at runs with another configuration than the latest, by their number."""
        self.clear = link_button(tr("Remove all others"))
        self.clear.clicked.connect(runs.clear)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr("Runs"))
        body = QWidget()
        self._rows = QVBoxLayout()
        self._rows.setSpacing(12)
        layouts.column(
            self._rows,
            (self.clear, 0, Qt.AlignmentFlag.AlignLeft),
            layouts.STRETCH,
            spacing=8,
            margins=(0, 4, 8, 4),
            inside=body,
        )
        self.setWidget(body)
        runs.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the runs as they are; the keyboard stays where it was."""
        focused = next((number for number, box in self.boxes.items() if box.hasFocus()), None)
        while (item := self._rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.boxes, self.removers, self.warnings = {}, {}, {}
        for run in reversed(self._runs.runs):
            self._rows.addWidget(self._row(run))
        if not self._runs.runs:
            self._rows.addWidget(paragraph(tr(EMPTY), "dense", "2"))
        self.clear.setVisible(len(self._runs.runs) > 1)
        if focused in self.boxes:
            self.boxes[focused].setFocus()

    def _row(self, run: Run) -> QWidget:
        is_current = self._runs.current is run
        made = QWidget()
        token, dashes = ("series.1", ()) if is_current else LOOKS[run.look % len(LOOKS)]
        box = QCheckBox()
        box.setAccessibleName(tr("Draw {run}", run=title(run)))
        box.setToolTip(tr("Drawn as best score and proven bound") if is_current else tr("Draw it in the chart"))
        box.setChecked(is_current or run.is_shown)
        box.setEnabled(not is_current)
        box.toggled.connect(partial(self._runs.show, run.number))
        self.boxes[run.number] = box
        head = layouts.row(
            box,
            LineSample(token, dashes),
            label(str(run.number), "dense", "1", 600),
            (ElidedLabel(asked(run), "dense", "1", 600), 1),
            spacing=8,
        )
        column = layouts.column(head, paragraph(outcome(run), "dense", "2"), spacing=2, inside=made)
        if is_current:
            head.addWidget(label(tr("this one"), "caption", "3"))
        else:
            remove = icon_button("trash", tr("Remove {run}", run=title(run)))
            remove.clicked.connect(partial(self._remove, run.number))
            head.addWidget(remove)
            self.removers[run.number] = remove
        differences = self._runs.differences(run)
        if differences:
            said = tr("Other configuration ({names}): scores may not be comparable.", names=joined(differences))
            self.warnings[run.number] = said
            column.addWidget(paragraph(said, "caption", "warn"))
        return made

    def _remove(self, number: int, _checked: bool = False) -> None:
        self._runs.remove(number)
