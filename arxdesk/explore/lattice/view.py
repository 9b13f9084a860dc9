"""The lattice of transformations: its heights in a strip, and beside it the neighbours of one, or the whole."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QStackedWidget, QWidget

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.lattice.hasse import STEP, HasseView
from arxdesk.explore.lattice.neighbourhood import NeighbourhoodView
from arxdesk.explore.lattice.node_menu import NodeMenu
from arxdesk.explore.lattice.overview import Overview
from arxdesk.help.mark import help_mark
from arxdesk.ui import layouts
from arxdesk.ui.help_topics import LATTICE
from arxdesk.ui.models.figures_text import Cell, FiguresText
from arxdesk.ui.widgets.basics.buttons import icon_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.ui.widgets.basics.state_mark import Legend
from arxdesk.ui.widgets.charts.chart_menu import ChartMenu
from arxdesk.ui.widgets.charts.score_colors import ScoreScale
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.frames.pane import Pane
from arxdesk.ui.words import count, short_count
from arxdesk_engine.exploration.alternatives import Alternatives, State
from arxdesk_engine.exploration.neighbours import best_row
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.lattice.lattice import Levels

NOTHING_YET = marked("No search yet. Anonymize to see all alternatives.")
SEARCHING = marked("Searching. The lattice fills while transformations are checked.")
STRIP, WIDEST_STRIP = 140, 348
USUAL_WIDTH = 652
"""The pane in the reference window; where it is wider the strip takes its part of that."""
CONTROLS, _AROUND_LEGEND = 36, 88
NARROWEST, LOWEST = 340, 240
WITH_STRIP = 420
"""From this width on there is room for the strip beside the neighbours."""


class LatticeView(Pane):
    """The whole lattice by height, and the neighbours of the selection."""

    def __init__(self, exploration: Exploration, parent: QWidget | None = None) -> None:
        super().__init__(tr("Lattice"), parent=parent)
        self._exploration = exploration
        self.overview_title = ElidedLabel("", "dense", "2", 600)
        self.neighbourhood = NeighbourhoodView(exploration)
        self.hasse = HasseView(exploration)
        self.way = Segmented(tr("Display of the lattice"), [("neighbours", tr("Neighbours")), ("whole", tr("Whole"))])
        self.coloring = Segmented(tr("Meaning of colours"), [("class", tr("Class")), ("score", tr("Score"))])
        self.zoom_out_button = icon_button("minus", tr("Zoom out (−)"))
        self.zoom_in_button = icon_button("plus", tr("Zoom in (+)"))
        self.fit_button = icon_button("maximize", tr("Show the whole lattice (0)"))
        self.find_button = icon_button("crosshair", tr("Zoom to the selection (1)"))
        self.copy_button = icon_button("copy", tr("Copy the lattice as a picture"))
        self.legend = Legend()
        self.scale = ScoreScale()
        self._zooming = (self.zoom_out_button, self.zoom_in_button, self.fit_button, self.find_button)
        self._views = QStackedWidget()
        self._views.addWidget(self.neighbourhood)
        self._views.addWidget(self.hasse)
        self._drawn = QWidget()
        self.overview = Overview(exploration, self._drawn)
        self._empty = EmptyState(tr(NOTHING_YET))
        self._stack = QStackedWidget()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._drawn)
        self._lay_out()
        self.setMinimumSize(NARROWEST, LOWEST)  # else the current content of the header would set the least width
        self.set_body(self._stack)
        self._menu = ChartMenu(self._drawn, self.numbers)
        self._connect()
        self.refresh()
        self._show_coloring()

    def numbers(self) -> FiguresText:
        """The number of transformations of each class at every height, as tab-separated text."""
        known = self._exploration.alternatives
        if known is None:
            return FiguresText(())
        rows: list[tuple[Cell, ...]] = [tuple(tr("Height\tAnonymous\tNot anonymous\tUnknown").split("\t"))]
        for height in range(len(known.sizes)):
            counts = self.overview.counts(height)
            rows.append((known.facts.lowest + height, counts["anonymous"], counts["not"], counts["unknown"]))
        return FiguresText(rows)

    def show_neighbours(self, levels: Levels | None = None) -> None:
        """Show the neighbours of a transformation, or of the selection."""
        if levels is not None:
            self._exploration.select(levels)
        self._show_way("neighbours")

    def show_whole(self) -> None:
        """Show the whole lattice, where it can be drawn."""
        known = self._exploration.alternatives
        if known is not None and known.is_whole:
            self._show_way("whole")

    def refresh(self) -> None:
        """Show the known results."""
        known = self._exploration.alternatives
        self._stack.setCurrentWidget(self._empty if known is None else self._drawn)
        self._empty.set_content(
            *((tr(SEARCHING),) if self._exploration.document.locked else (tr(NOTHING_YET), tr("Anonymize")))
        )
        for widget in (self.legend, self.copy_button):
            widget.setEnabled(known is not None)
        if known is None:
            self.set_caption("")
            self._show_controls()
            return
        size = known.facts.lattice.size
        self.overview_title.setText(tr("The only one") if size == 1 else tr("All {size}", size=short_count(size)))
        self.overview_title.setAccessibleName(tr("All {size} transformations", size=count(size)))
        self._allow_whole(known)
        self.set_caption(tr("fills while the search runs") if self._exploration.is_searching else "")
        self._show_legend(known)
        self._show_frame()
        self._show_controls()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the strip its share, and hide the parts of the header that do not fit."""
        super().resizeEvent(event)
        wide = STRIP + round(max(0, self.width() - USUAL_WIDTH) * 0.7)
        self._left.setFixedWidth(min(WIDEST_STRIP, wide))
        self._show_strip()
        self._arrangement.activate()  # else requests made while the splitters move are lost
        self._show_controls()

    # Inside

    def _lay_out(self) -> None:
        self._left = QFrame()
        self._left.setProperty("layer", "sunken")
        title = QWidget()
        title.setFixedHeight(CONTROLS)
        layouts.row((self.overview_title, 1), margins=(12, 0, 8, 0), inside=title)
        layouts.column(title, (self.overview, 1), spacing=0, inside=self._left)
        self.overview.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        line = self._strip_line = QFrame()
        line.setProperty("line", "vertical")
        controls = QWidget()
        controls.setFixedHeight(CONTROLS)
        zooming = layouts.row(*self._zooming, spacing=0)
        layouts.row(
            self.way, self.coloring, layouts.STRETCH, zooming, spacing=8, margins=(12, 0, 12, 0), inside=controls
        )
        right = layouts.column(controls, (self._views, 1), spacing=0)
        whole = self._arrangement = QHBoxLayout(self._drawn)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._left)
        whole.addWidget(line)
        layouts.nest(whole, right, 1)
        for widget in (self.scale, self.legend, self.copy_button, help_mark(LATTICE, tr("the lattice"))):
            self.add_header_widget(widget)

    def _connect(self) -> None:
        exploration = self._exploration
        exploration.sifted_changed.connect(self.refresh)
        self._empty.action_triggered.connect(exploration.document.wishes.anonymize)
        exploration.emphasis.coloring_changed.connect(self._show_coloring)
        exploration.document.lock_changed.connect(self.refresh)
        self.way.chosen.connect(self._show_way)
        self.coloring.chosen.connect(exploration.emphasis.set_coloring)
        self.copy_button.clicked.connect(self._menu.copy_picture)
        self.zoom_in_button.clicked.connect(self._zoom_in)
        self.zoom_out_button.clicked.connect(self._zoom_out)
        self.fit_button.clicked.connect(self.hasse.fit)
        self.find_button.clicked.connect(self.hasse.zoom_to_selection)
        self.overview.height_chosen.connect(self._go_to_height)
        self.hasse.confirmed.connect(exploration.apply_selection)
        self.hasse.neighbours_requested.connect(self.show_neighbours)
        for view in (self.hasse, self.neighbourhood):
            view.moved.connect(self._show_frame)
            view.node_menu_requested.connect(self._show_menu)

    def _allow_whole(self, known: Alternatives) -> None:
        self.way.set_option_enabled("whole", known.is_whole)
        size = count(known.facts.lattice.size)
        why = tr("{size} transformations are too many to draw. Neighbours shows those around the selection.", size=size)
        self.way.segment("whole").setToolTip("" if known.is_whole else why)
        self.way.segment("whole").setAccessibleDescription("" if known.is_whole else why)
        if not known.is_whole and self.way.value == "whole":
            self._show_way("neighbours")

    def _show_way(self, way: str) -> None:
        self.way.set_value(way)
        self._views.setCurrentWidget(self.hasse if way == "whole" else self.neighbourhood)
        self._show_strip()
        self._show_frame()
        self._show_controls()

    def _show_strip(self) -> None:
        """Beside the whole it would show the same once more."""
        for part in (self._left, self._strip_line):
            part.setVisible(self.way.value != "whole" and self.width() >= WITH_STRIP)

    def _show_coloring(self) -> None:
        self.coloring.set_value(self._exploration.emphasis.coloring)
        known = self._exploration.alternatives
        if known is not None:
            self._show_legend(known)
        self._show_controls()

    def _show_legend(self, known: Alternatives) -> None:
        by_score = self._exploration.emphasis.coloring == "score"
        entries = [("optimum", tr("Optimum") if known.is_proven else tr("Best so far"))]
        if not by_score:
            entries.append(("anonymous", tr("Anonymous")))
        self.legend.set_entries([*entries, ("not", tr("Not anonymous")), ("unknown", tr("Unknown"))])
        sifted = self._exploration.sifted
        if sifted is not None:
            self.scale.set_range(float(sifted.edges[0]), float(sifted.edges[-1]))

    def _show_controls(self) -> None:
        """The legend is the first to go where the pane is narrow: the filters show the same marks with their words."""
        has_any = self._exploration.alternatives is not None
        by_score = has_any and self._exploration.emphasis.coloring == "score"
        room = self.width() - self.title.sizeHint().width() - self.copy_button.width() - _AROUND_LEGEND
        self.scale.setVisible(by_score)
        room -= self.scale.sizeHint().width() if by_score else 0
        self.legend.setVisible(self.legend.fits(room) and has_any)
        for button in self._zooming:
            button.setVisible(has_any and self.way.value == "whole")
        strip = 0 if self._left.isHidden() else self._left.width()
        beside = self.width() - strip - sum(each.sizeHint().width() for each in (self.way, self.coloring))
        for place, button in enumerate(self._zooming, 1):
            if beside < 40 + 24 * place:
                button.hide()  # the keys and the wheel do the same

    def _show_frame(self) -> None:
        """Frame the visible heights in the strip."""
        known = self._exploration.alternatives
        if known is None:
            return
        view = self.hasse.viewport
        if self.way.value == "whole":
            if self.hasse.picture is None:
                return
            half = view.height / 2 / view.row_pitch
            self.overview.set_frame(view.y - half + 0.5, view.y + half - 0.5)
        elif self.neighbourhood.middle_levels is not None:
            height = sum(self.neighbourhood.middle_levels) - known.facts.lowest
            self.overview.set_frame(height - 1, height + 1)

    def _go_to_height(self, height: int) -> None:
        """In the whole its row comes into the middle; else the best one of that height is selected."""
        known = self._exploration.alternatives
        if known is None:
            return
        if self.way.value == "whole":
            self.hasse.show_height(height)
            return
        row = best_row(known, known.by_height[int(known.starts[height]) : int(known.starts[height + 1])])
        if row >= 0:
            self._exploration.select(known.levels_of(row))

    def _zoom_in(self) -> None:
        self.hasse.zoom_around_selection(STEP)

    def _zoom_out(self) -> None:
        self.hasse.zoom_around_selection(1 / STEP)

    def _can_apply(self, levels: Levels) -> bool:
        known, document = self._exploration.alternatives, self._exploration.document
        row = -1 if known is None else known.row_of(levels)
        return known is not None and row >= 0 and bool(known.state[row] == State.ANONYMOUS) and not document.locked

    def _show_menu(self, levels: Levels, at: QPoint) -> None:
        menu = NodeMenu(levels, self._can_apply(levels), self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.bind(menu.select_action, self._exploration.select)
        menu.bind(menu.neighbours_action, self.show_neighbours)
        menu.bind(menu.pin_action, self._exploration.document.wishes.toggle_pin)
        menu.bind(menu.apply_action, self._select_and_apply)
        menu.popup(at)

    def _select_and_apply(self, levels: Levels) -> None:
        self._exploration.select(levels)
        self._exploration.apply_selection()
