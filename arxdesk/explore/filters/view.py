"""Filters of transformations: by class, score, level per attribute and removed records."""

from __future__ import annotations

import time

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QStackedWidget, QWidget

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.filters.class_boxes import ClassBoxes
from arxdesk.explore.filters.quick_filters import QuickFilters
from arxdesk.help.mark import help_mark
from arxdesk.ui import layouts
from arxdesk.ui.help_topics import FILTERS
from arxdesk.ui.timing import Debounce
from arxdesk.ui.widgets.basics.buttons import icon_button
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.basics.shrinking_link import ShrinkingLink
from arxdesk.ui.widgets.basics.wrapping_label import WrappingLabel
from arxdesk.ui.widgets.fields.level_matrix import LevelChoice, LevelMatrix
from arxdesk.ui.widgets.fields.number_field import NumberField
from arxdesk.ui.widgets.fields.range_slider import RangeSlider
from arxdesk.ui.widgets.fields.spin_box import DoubleSpinBox
from arxdesk.ui.widgets.frames.pane import Pane
from arxdesk.ui.words import count, decimal, short_count
from arxdesk_engine.exploration import filters as edits
from arxdesk_engine.exploration.sifting import Sifted
from arxdesk_engine.foundation.language import tr, tr_n, tr_of
from arxdesk_engine.foundation.words import LARGE_SCORE
from arxdesk_engine.job.explore import Filters

PAUSE = 150
"""Milliseconds without a change before a dragged filter takes effect."""
WIDTH = 236


class FiltersView(Pane):
    """Shows the filters of the project and changes them; every view of Explore follows."""

    def __init__(self, exploration: Exploration, parent: QWidget | None = None) -> None:
        super().__init__(tr("Filters"), parent=parent)
        self._exploration = exploration
        self._document = exploration.document
        self._wanted = exploration.filters
        self._facts: object = None
        self._begun: float | None = None
        self._took: float | None = None
        self._later = Debounce(self._announce, PAUSE, self)
        self.menu_button = icon_button("filter", tr("Quick filters"))
        self.reset_link = ShrinkingLink(tr_of("filters", "Reset"))
        self.classes = ClassBoxes()
        self._known = paragraph("", "caption", "3")
        self.score = RangeSlider(tr("Score"))
        self.lowest, self.highest = (DoubleSpinBox(0.0, 1.0, 0.0, 4) for _end in range(2))
        self.levels = LevelMatrix()
        self.removed = NumberField(tr("Removed records at most"), 0, 1, 1, decimals=0)
        self._passing = paragraph("", "dense", "1")
        self._empty = EmptyState()
        self._stack = QStackedWidget()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._lay_out())
        self.add_header_widget(self.menu_button)  # before the body, as the keyboard goes
        self.add_header_widget(self.reset_link)
        self.add_header_widget(help_mark(FILTERS, tr("filters")))
        self.set_body(self._stack)
        self.setMinimumWidth(WIDTH - 36)
        self._connect()
        self._show_filters()
        self._show_sifted()

    @property
    def passing_text(self) -> str:
        """The number of transformations that pass, in words."""
        return self._passing.accessibleName()

    @property
    def known_text(self) -> str:
        """The known share of the lattice, in words."""
        return self._known.text()

    def quick_menu(self) -> QuickFilters:
        """A menu of common filters; those that need a selection are disabled without one."""
        menu = QuickFilters(self._exploration, self._wanted, self)
        menu.chosen.connect(self._want)
        return menu

    # Showing

    def _show_filters(self) -> None:
        """Show the filters of the project, unless the user is editing them."""
        if self._later.isActive():
            return
        filters = self._wanted = self._exploration.filters
        self.classes.show_classes({state: name in filters.classes for state, name in edits.CLASS_OF_STATE.items()})
        self._show_range()
        self._show_removed()
        self._show_levels()
        self.reset_link.setEnabled(filters != Filters())

    def _show_sifted(self) -> None:
        """Show the ranges of the filters, and the number that passes."""
        sifted = self._exploration.sifted
        self._stack.setCurrentIndex(0 if sifted is None else 1)
        self.menu_button.setEnabled(sifted is not None)
        if sifted is None:
            self._empty.set_content(
                tr("Searching. Choose the results to show here.")
                if self._document.locked
                else tr("No search yet. Choose the results to show here.")
            )
            return
        facts = sifted.alternatives.facts
        if facts is not self._facts:
            self._facts = facts
            spans = zip(facts.names, facts.lattice.bottom, facts.lattice.top, strict=True)
            self.levels.show_choices([LevelChoice(*span) for span in spans])
            self.removed.set_range(0, max(1, facts.suppressible))
            self._show_removed()
        self._show_counts(sifted)
        if not self._later.isActive():
            self.score.set_bars(float(sifted.edges[0]), float(sifted.edges[-1]), sifted.bars.tolist())
            self._show_range()
        self._show_levels()

    def _show_counts(self, sifted: Sifted) -> None:
        every, known = sifted.alternatives.facts.lattice.size, len(sifted.alternatives) - sifted.counts["unknown"]
        is_proven = sifted.alternatives.is_proven
        self.classes.show_counts({**sifted.counts, "unknown": every - known}, is_proven=is_proven)
        self._known.setText(_known_words(known, every, self._took))
        passing = sifted.passing["anonymous"] + sifted.passing["optimum"]
        strong = f'<span style="font-weight:600">{count(passing)}</span>'
        self._passing.setText(_passing_words(passing, strong))
        self._passing.setAccessibleName(_passing_words(passing, count(passing)))

    def _show_range(self) -> None:
        sifted, filters = self._exploration.sifted, self._wanted
        usable = sifted is not None and bool(sifted.bars.any())
        for widget in (self.score, self.lowest, self.highest):
            widget.setEnabled(usable)
        if sifted is None or not usable:
            self.score.set_range(None, None)
            return
        low, high = float(sifted.edges[0]), float(sifted.edges[-1])
        decimals = 4 if max(abs(low), abs(high)) < LARGE_SCORE else 0
        self.score.set_range(filters.lowest_score, filters.highest_score)
        for box, number, usual in (
            (self.lowest, filters.lowest_score, low),
            (self.highest, filters.highest_score, high),
        ):
            shown = usual if number is None else number
            with QSignalBlocker(box):
                box.setDecimals(decimals)
                box.setSingleStep(max(10.0**-decimals, round((high - low) / 100, decimals)))
                box.setRange(min(low, shown) - 10.0**-decimals, max(high, shown) + 10.0**-decimals)
                box.setValue(shown)

    def _show_removed(self) -> None:
        removed = self._wanted.removed
        self.removed.set_value(self.removed.box.maximum() if removed is None else removed)

    def _show_levels(self) -> None:
        alternatives, selected = self._exploration.alternatives, self._document.selected
        names = alternatives.facts.names if alternatives is not None else ()
        chosen = dict(zip(names, selected or (), strict=False)) if selected and len(selected) == len(names) else {}
        self.levels.show_state(self._wanted.forbidden, chosen)

    def _show_classifying(self) -> None:
        """Remember how long it took, as far as it was seen."""
        share = self._exploration.classification.share
        if share is not None and self._begun is None:
            self._begun, self._took = time.perf_counter(), None
        elif share is None and self._begun is not None:
            self._took, self._begun = time.perf_counter() - self._begun, None

    # Changing

    def _want(self, filters: Filters, *, at_once: bool = True) -> None:
        self._wanted = filters
        self._later.start()
        if at_once:
            self._announce()

    def _announce(self) -> None:
        self._later.stop()
        self._exploration.document.set_filters(self._wanted)
        self._show_filters()

    def _toggle_class(self, state: str, shown: bool) -> None:
        self._want(edits.with_class(self._wanted, state, shown))

    def _toggle_level(self, name: str, level: int) -> None:
        self._want(edits.with_level_toggled(self._wanted, name, level))

    def _move_range(self, lowest: float, highest: float) -> None:
        no_lowest, no_highest = self.score.is_open
        limits = (None if no_lowest else lowest, None if no_highest else highest)
        for box, number in ((self.lowest, lowest), (self.highest, highest)):
            with QSignalBlocker(box):
                box.setValue(number)
        self._want(edits.with_scores(self._wanted, *limits), at_once=False)

    def _type_lowest(self, number: float) -> None:
        self._want(edits.with_scores(self._wanted, self._inner(number, 0), self._wanted.highest_score))

    def _type_highest(self, number: float) -> None:
        self._want(edits.with_scores(self._wanted, self._wanted.lowest_score, self._inner(number, -1)))

    def _inner(self, number: float, end: int) -> float | None:
        """A number that was typed; None where it leaves out no score at that end."""
        sifted = self._exploration.sifted
        if sifted is None:
            return number
        edge = float(sifted.edges[end])
        return None if (number <= edge if end == 0 else number >= edge) else number

    def _move_removed(self, number: float) -> None:
        removed = None if number >= self.removed.box.maximum() else int(number)
        self._want(self._wanted.model_copy(update={"removed": removed}), at_once=False)

    def _reset(self) -> None:
        self._want(Filters())

    def _open_menu(self) -> None:
        menu = self.quick_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.menu_button.mapToGlobal(self.menu_button.rect().bottomLeft()))

    # Putting together

    def _connect(self) -> None:
        self._exploration.sifted_changed.connect(self._show_sifted)
        self._exploration.classification.changed.connect(self._show_classifying)
        self._document.explore_changed.connect(self._show_filters)
        self._document.lock_changed.connect(self._show_sifted)
        self._document.selection_changed.connect(self._show_levels)
        self.classes.toggled.connect(self._toggle_class)
        self.score.range_changed.connect(self._move_range)
        self.lowest.valueChanged.connect(self._type_lowest)
        self.highest.valueChanged.connect(self._type_highest)
        self.levels.cells.toggled.connect(self._toggle_level)
        self.removed.value_changed.connect(self._move_removed)
        self.reset_link.clicked.connect(self._reset)
        self.menu_button.clicked.connect(self._open_menu)

    def _lay_out(self) -> QScrollArea:
        page = QWidget()
        rule = QFrame()
        rule.setProperty("line", "horizontal")
        layouts.column(
            label(tr("Class"), "dense", "1", 600),
            self.classes,
            self._known,
            4,
            label(tr("Score"), "dense", "1", 600),
            self.score,
            self._range_fields(),
            4,
            label(tr("Level per attribute"), "dense", "1", 600),
            self.levels,
            paragraph(tr("Framed: the selection. Click a level to allow or forbid it."), "caption", "3"),
            4,
            WrappingLabel(tr("Removed records, at most"), "dense", "1", 600),
            self.removed,
            4,
            rule,
            self._passing,
            layouts.STRETCH,
            spacing=8,
            margins=(12, 10, 12, 12),
            inside=page,
        )
        self._passing.setTextFormat(Qt.TextFormat.RichText)
        self.removed.box.setGroupSeparatorShown(True)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(page)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it scrolls to the focused widget
        area.setAccessibleName(tr("Filters"))
        return area

    def _range_fields(self) -> QHBoxLayout:
        for box, name in ((self.lowest, tr("Lowest score")), (self.highest, tr("Highest score"))):
            box.setAccessibleName(name)
            box.setMinimumWidth(64)
        return layouts.row(
            (self.lowest, 1),
            label(tr_of("from one number to another", "to"), "dense", "2"),
            (self.highest, 1),
            spacing=8,
        )


def _passing_words(passing: int, shown: str) -> str:
    return tr_n(
        passing,
        "{n} anonymous transformation passes the filters.",
        "{n} anonymous transformations pass the filters.",
        n=shown,
    )


def _known_words(known: int, every: int, seconds: float | None) -> str:
    """The classified share of the lattice, and the time it took if known."""
    if known < every:
        return tr_n(
            known,
            "{n} of {every} transformations is classified.",
            "{n} of {every} transformations are classified.",
            every=short_count(every),
        )
    if seconds is None:
        return tr_n(
            every, "All {n} transformation is classified.", "All {n} transformations are classified.", n=count(every)
        )
    return tr_n(
        every,
        "All {n} transformation is classified; this took {seconds} s.",
        "All {n} transformations are classified; this took {seconds} s.",
        seconds=decimal(seconds, 2 if seconds < 10 else 0),
        n=count(every),
    )
