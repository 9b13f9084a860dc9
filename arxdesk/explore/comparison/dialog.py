"""Two transformations side by side: effect on each attribute, loss of quality, safety."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGraphicsOpacityEffect,
    QHeaderView,
    QProgressBar,
    QScrollArea,
    QWidget,
)

from arxdesk.explore.comparison import words as comparison_words
from arxdesk.explore.comparison.model import ComparedAttributesModel, ComparedRecordsModel, ComparisonColumn
from arxdesk.explore.comparison.words import SIDES
from arxdesk.ui import layouts
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.timing import Debounce
from arxdesk.ui.widgets.basics.buttons import dense_button, icon_button, link_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.basics.splitter import splitter
from arxdesk.ui.widgets.basics.state_mark import StateMark
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk.ui.widgets.frames.pane import Pane
from arxdesk.ui.widgets.tables.cells import NameDelegate
from arxdesk.ui.widgets.tables.coupled_tables import CoupledTables
from arxdesk.ui.widgets.tables.level_bars import LevelBars
from arxdesk.ui.widgets.tables.paired import (
    COLORS,
    LetterBadge,
    PairedBarsDelegate,
    PairedFigure,
    PairedFigures,
    SegmentsDelegate,
)
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk.ui.words import count, shortened
from arxdesk_engine.exploration.comparison import TransformationComparison
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.lattice.lattice import Levels

SIZE = QSize(1040, 720)
PER_MILLE = 1000
PICTURE = 140
SHOWN_AFTER = 200
"""Milliseconds before the progress of a comparison is shown."""
OUTDATED = marked("This comparison is of an earlier search. Neither side can be applied any more.")


class SideHead(QFrame):
    """The letter of a side, the name of its transformation, its picture, and the button that applies it."""

    def __init__(self, side: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("layer", "card")
        self.mark = StateMark("unknown")
        self.title = ElidedLabel("", "body", "1", 600)
        self.levels = ElidedLabel("", "caption", "2")
        self.picture = LevelBars()
        self.picture.setMaximumWidth(PICTURE)
        self.apply = dense_button(tr("Apply"), "check")
        self.apply.setAccessibleName(tr("Apply {side}", side=SIDES[side]))
        name = layouts.column(self.title, self.levels, spacing=0)
        layouts.row(
            LetterBadge(SIDES[side], COLORS[side]),
            self.mark,
            (name, 1),
            self.picture,
            4,
            self.apply,
            spacing=8,
            margins=(12, 8, 12, 8),
            inside=self,
        )

    def show_side(self, levels: Levels, heights: Levels, title: str, state: str) -> None:
        """Show another transformation."""
        self.mark.set_state(state)
        self.title.setText(title)
        self.levels.setText(shortened(levels, len(levels)))
        self.picture.set_levels(levels, heights, "state.not" if state == "not" else "state.anonymous")


class ComparisonDialog(FramedDialog):
    """Shows the progress of a comparison, then the comparison. It is not modal."""

    chosen = Signal(tuple)
    """The levels of the side to apply."""
    swap_requested = Signal()
    stop_requested = Signal()
    dims = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Compare two transformations"))
        self.setModal(False)
        self.resize(SIZE if parent is None else SIZE.boundedTo(parent.window().size()))
        self._comparison: TransformationComparison | None = None
        self._applied: Levels | None = None
        self._may_apply = True
        self._is_outdated = False
        self.verdict = paragraph("", "verdict")
        self.details = paragraph("", "dense", "2")
        self.heads = (SideHead(0), SideHead(1))
        self.swap = icon_button("swap", tr("Swap the sides"))
        self.progress = QProgressBar()
        self.progress.setRange(0, PER_MILLE)
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(3)
        self.progress.setAccessibleName(tr("Progress of the comparison"))
        self.stop = link_button(tr("Stop"))
        self.attributes = RecordsTable(tr("Attributes"), two_line_header=False)
        self.only_different = QCheckBox(tr("Only differences"))
        self.figures = PairedFigures()
        self.tables = (RecordsTable(tr("Records of A"), False), RecordsTable(tr("Records of B"), False))
        self.foot = DialogFoot("", tr("Close"))
        self.foot.primary.hide()
        self._models = (ComparedRecordsModel(0, self), ComparedRecordsModel(1, self))
        self._attributes = ComparedAttributesModel(self)
        self._body = self._lay_out()
        self._fade = QGraphicsOpacityEffect(self._body)
        self._fade.setOpacity(0.5)
        self._fade.setEnabled(False)
        self._body.setGraphicsEffect(self._fade)
        self._pause = Debounce(self._show_running, SHOWN_AFTER, self)
        self._connect()
        self._show_state()

    @property
    def comparison(self) -> TransformationComparison | None:
        """The comparison; None until it is computed."""
        return self._comparison

    def begin(self, sides: tuple[tuple[Levels, str, str], tuple[Levels, str, str]], heights: Levels) -> None:
        """Start another comparison: (levels, title, state) of both sides; the previous one fades."""
        self._is_outdated = False
        for head, (levels, title, state) in zip(self.heads, sides, strict=True):
            head.show_side(levels, heights, title, state)
        if self._comparison is None:
            self.verdict.setText(tr("Comparing ..."))
        self._pause.start()

    def show_progress(self, fraction: float) -> None:
        """Show the progress."""
        self.progress.setValue(int(PER_MILLE * fraction))

    def show_comparison(self, comparison: TransformationComparison) -> None:
        """Show it."""
        self._comparison = comparison
        self._end_running()
        self.verdict.setText(comparison_words.verdict(comparison))
        self.details.setText(comparison_words.details(comparison))
        self._attributes.show_comparison(comparison)
        self.figures.set_rows([PairedFigure(*each) for each in comparison_words.figures(comparison)])
        for model in self._models:
            model.show_comparison(comparison)
        pairs = zip(comparison.sides[0].columns, comparison.sides[1].columns, strict=True)
        texts = [(*first.values, *second.values) for first, second in pairs]
        self._coupling.fit_columns([column.name for column in comparison.sides[0].columns], texts)
        rows = count(len(comparison.records))
        self._records[0].set_caption(tr("the first {rows}; tinted where B differs", rows=rows))
        self._records[1].set_caption(tr("the first {rows}; tinted where A differs", rows=rows))
        self._show_state()

    def show_nothing(self, words: str) -> None:
        """Show that the comparison was stopped or failed."""
        self._end_running()
        if self._comparison is None:
            self.verdict.setText(words)

    def show_applied(self, levels: Levels | None, *, may_apply: bool) -> None:
        """Show which side is applied, and whether a side can be applied."""
        self._applied, self._may_apply = levels, may_apply
        self._show_state()

    def set_outdated(self) -> None:
        """Show that the comparison belongs to an earlier result."""
        self._is_outdated = True
        self._show_state()

    def _show_state(self) -> None:
        comparison = self._comparison
        self.swap.setEnabled(comparison is not None)
        for place, head in enumerate(self.heads):
            check = None if comparison is None else comparison.sides[place].check
            is_applied = check is not None and check.levels == self._applied
            head.apply.setText(tr("Applied") if is_applied else tr("Apply"))
            can = check is not None and check.anonymous and not is_applied and self._may_apply
            head.apply.setEnabled(can and not self._is_outdated)
        self.foot.note.setText(tr(OUTDATED) if self._is_outdated else "")

    def _apply(self, place: int, _checked: bool = False) -> None:
        if self._comparison is not None:
            self.chosen.emit(self._comparison.levels[place])

    def _show_running(self) -> None:
        self._fade.setEnabled(self._comparison is not None)
        self.progress.setEnabled(True)
        self._running.setVisible(True)

    def _end_running(self) -> None:
        self._pause.stop()
        self._fade.setEnabled(False)
        self._running.setVisible(False)
        self.progress.setValue(0)

    def _lay_out(self) -> QWidget:
        self._running = QWidget()
        layouts.row((self.progress, 1), self.stop, spacing=12, inside=self._running)
        self._running.hide()
        heads = layouts.row((self.heads[0], 1), self.swap, (self.heads[1], 1), spacing=8)
        top = layouts.column(self.verdict, self.details, 8, heads, self._running, spacing=4, margins=(16, 16, 16, 12))
        body = self._lay_out_body()
        rule = QFrame()
        rule.setProperty("line", "horizontal")
        layouts.column(top, rule, (body, 1), self.foot, spacing=0, inside=self)
        return body

    def _lay_out_body(self) -> QWidget:
        attributes, figures = Pane(tr("Attributes")), Pane(tr("Quality and risk"))
        attributes.set_body(self.attributes)
        attributes.add_header_widget(self.only_different)
        self._prepare_attributes()
        inner = QWidget()
        layouts.column(self.figures, layouts.STRETCH, margins=(12, 0, 12, 12), inside=inner)
        scrolled = QScrollArea()
        scrolled.setAccessibleName(tr("Quality and risk"))
        scrolled.setWidgetResizable(True)
        scrolled.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scrolled.setWidget(inner)
        figures.set_body(scrolled)
        self._records = (Pane(tr("Records of A")), Pane(tr("Records of B")))
        for pane, table, model in zip(self._records, self.tables, self._models, strict=True):
            table.setModel(model)
            pane.set_body(table)
        self._coupling = CoupledTables(*self.tables, parent=self)
        upper = splitter(Qt.Orientation.Horizontal, [(attributes, 680), (figures, 360)])
        lower = splitter(Qt.Orientation.Horizontal, [(self._records[0], 520), (self._records[1], 520)])
        return splitter(Qt.Orientation.Vertical, [(upper, 290), (lower, 210)])

    def _prepare_attributes(self) -> None:
        table = self.attributes
        table.setModel(self._attributes)
        table.verticalHeader().hide()
        table.set_cell_delegate(ComparisonColumn.ATTRIBUTE, NameDelegate())
        table.set_cell_delegate(ComparisonColumn.FIRST_LEVEL, SegmentsDelegate())
        table.set_cell_delegate(ComparisonColumn.SECOND_LEVEL, SegmentsDelegate())
        table.set_cell_delegate(ComparisonColumn.BARS, PairedBarsDelegate())
        widths = {
            ComparisonColumn.FIRST_LEVEL: 106,
            ComparisonColumn.SECOND_LEVEL: 106,
            ComparisonColumn.DIFFERENCE: 114,
            ComparisonColumn.BARS: 126,
            ComparisonColumn.FIRST_DETAIL: 62,
            ComparisonColumn.SECOND_DETAIL: 62,
        }
        for column, width in widths.items():
            table.header.widen(column, width)
        table.header.setSectionResizeMode(ComparisonColumn.ATTRIBUTE, QHeaderView.ResizeMode.Stretch)
        table.setSelectionBehavior(RecordsTable.SelectionBehavior.SelectRows)

    def _connect(self) -> None:
        for place, head in enumerate(self.heads):
            head.apply.clicked.connect(partial(self._apply, place))
        self.swap.clicked.connect(self.swap_requested)
        self.stop.clicked.connect(self.stop_requested)
        self.only_different.toggled.connect(self._attributes.set_only_different)
        self.foot.rejected.connect(self.close)
