"""The start page: open a table or a project, the example, recent projects, and what happens next."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QDate, QDateTime, QEvent, QLocale, QObject, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from arxdesk.core.examples import DISCHARGE, OTHER_EXAMPLES
from arxdesk.core.session.recovery_work import Leftover
from arxdesk.core.settings import RecentProject
from arxdesk.projects.words import kind_of
from arxdesk.ui import layouts, theme
from arxdesk.ui.widgets.basics.buttons import link_button, primary_button, secondary_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.icon_mark import IconMark
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.basics.message import Message
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.io.files.archive import PROJECT_SUFFIX

_COLUMN, _LEAST_COLUMN = 480, 380
_SIDE, _TOP, _LEAST_TOP, _BOTTOM = 40, 72, 32, 24
_GAP = 40
_DROP, _LEAST_DROP = 240, 184
_HALF_STEP = 25
_LOW = 720
"""A page lower than this begins further up."""
_STEPS = (
    (marked("Configure"), marked("Set the role of each column and its protection.")),
    (marked("Explore"), marked("Compare results, not only the best.")),
    (marked("Quality"), marked("See how much information is left.")),
    (marked("Risk"), marked("See which records are at risk, before and after.")),
)


class StartPage(QFrame):
    """Shown while no project is open."""

    open_requested = Signal()
    folder_requested = Signal()
    database_requested = Signal()
    example_requested = Signal(str)
    """The name of an example."""
    arx_requested = Signal()
    project_requested = Signal(Path)
    find_requested = Signal(Path)
    """The path of a recent project that is not there any more."""
    forget_requested = Signal()
    restore_requested = Signal(Leftover)
    discard_requested = Signal(Leftover)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("layer", "window")
        self.open_button = primary_button(tr("Open file..."))
        self.open_button.clicked.connect(self.open_requested)
        self.folder_button = secondary_button(tr("Folder..."))
        self.folder_button.setToolTip(tr("Open a folder of Parquet files, however large"))
        self.folder_button.setMinimumHeight(32)
        self.folder_button.clicked.connect(self.folder_requested)
        self.database_button = secondary_button(tr("Database..."), "database")
        self.database_button.setMinimumHeight(32)
        self.database_button.clicked.connect(self.database_requested)
        self.example_button = secondary_button(tr("Open the example"))
        self.example_button.clicked.connect(partial(self.example_requested.emit, DISCHARGE.name))
        self.example_links = [link_button(tr(each.title)) for each in OTHER_EXAMPLES]
        for each, link in zip(OTHER_EXAMPLES, self.example_links, strict=True):
            link.clicked.connect(partial(self.example_requested.emit, each.name))
        self.arx_button = secondary_button(tr("Open a .deid project..."))
        self.arx_button.clicked.connect(self.arx_requested)
        self._forget = link_button(tr("Clear list"))
        self._forget.clicked.connect(self.forget_requested)
        self._left_over: Leftover | None = None
        self.unsaved = Message()
        self.unsaved.hide()
        self.unsaved.link_activated.connect(self._answer_about_unsaved)
        self._recent = QVBoxLayout()
        self._recent.setSpacing(0)
        self._recent_frame = QFrame()
        self._recent_frame.setProperty("layer", "card")
        self._recent_frame.setLayout(self._recent)
        self._recent.setContentsMargins(1, 1, 1, 1)
        columns = self._columns()
        columns.setMaximumWidth(2 * _COLUMN + _GAP)
        body = QWidget()
        self._body = layouts.row(
            layouts.STRETCH, (columns, 1_000), layouts.STRETCH, margins=(_SIDE, _TOP, _SIDE, _BOTTOM), inside=body
        )
        scroll = QScrollArea()
        scroll.setAccessibleName(tr("Start"))
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidgetResizable(True)
        scroll.setWidget(body)
        layouts.column(scroll, inside=self)
        self.show_recent(())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Begin further up where there is little height."""
        super().resizeEvent(event)
        is_low = self.height() < _LOW
        self._drop.setFixedHeight(_LEAST_DROP if is_low else _DROP)
        top = _LEAST_TOP if is_low else _TOP
        self._body.setContentsMargins(_SIDE, top, _SIDE, _BOTTOM)

    def show_unsaved(self, left: Leftover | None) -> None:
        """Offer unsaved changes of an earlier run; None: nothing."""
        self._left_over = left
        self.unsaved.setVisible(left is not None)
        self._recent_heading.setContentsMargins(0, 0 if left is None else 8, 0, 0)
        if left is not None:
            kept = QDateTime.fromSecsSinceEpoch(int(left.kept.timestamp()))
            when = QLocale().toString(kept, QLocale.FormatType.ShortFormat)
            sentence = tr("ArxDesk ended before they were saved. Kept {when}.", when=when)
            links = (("restore", tr("Restore them")), ("discard", tr("Discard them")))
            self.unsaved.set_content("warn", tr("Changes of {name} are not lost.", name=left.name), sentence, links)

    def show_recent(self, projects: tuple[RecentProject, ...]) -> None:
        """List the recent projects."""
        while (item := self._recent.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        stops: list[QWidget] = [self.open_button, self.folder_button, self.database_button]
        stops += [self.example_button, *self.example_links, self.arx_button]
        for place, project in enumerate(projects):
            entry = _RecentEntry(project, first=place == 0)
            entry.clicked.connect(self._open_entry)
            self._recent.addWidget(entry)
            stops.append(entry)
        if not projects:
            empty = paragraph(tr("No projects yet. They appear here once you have opened one."), "dense", "2")
            empty.setContentsMargins(16, 20, 16, 20)
            self._recent.addWidget(empty)
        self._forget.setVisible(bool(projects))
        self._first_steps.setVisible(not projects)
        self._steps.setVisible(bool(projects))
        for one, following in pairwise([*stops, self._forget]):  # in reading order
            QWidget.setTabOrder(one, following)

    def _columns(self) -> QWidget:
        heading = layouts.column(
            label(tr("Start with a table"), "page"),
            label(tr("Nothing leaves this computer. The file you open is never changed."), "body", "2"),
            spacing=4,
        )
        columns = QWidget()
        grid = QGridLayout(columns)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(_GAP)
        grid.setVerticalSpacing(20)
        layouts.nest(grid, heading, 0, 0, 1, 2)
        grid.addWidget(self._left(), 1, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self._right(), 1, 1, Qt.AlignmentFlag.AlignTop)
        for place in (0, 1):
            grid.setColumnStretch(place, 1)
        grid.setRowStretch(2, 1)
        return columns

    def _left(self) -> QWidget:
        self._drop = _DropArea(self.open_button, self.folder_button, self.database_button)
        invented = tr("10,000 invented people with six hierarchies, ready to anonymize.")
        example = _card(tr("Example: hospital discharges"), invented, self.example_button, self.example_links)
        arx_import = tr("Data, hierarchies and models are read; exceptions are listed.")
        arx = _card(tr("Coming from ARX?"), arx_import, self.arx_button)
        left = QWidget()
        left.setMinimumWidth(_LEAST_COLUMN)
        layouts.column(self._drop, example, arx, spacing=16, inside=left)
        return left

    def _right(self) -> QWidget:
        foot = layouts.row(layouts.STRETCH, self._forget)
        self._steps = QWidget()
        steps = QGridLayout(self._steps)
        steps.setContentsMargins(0, 0, 0, 0)
        steps.setHorizontalSpacing(12)
        steps.setVerticalSpacing(6)
        steps.addWidget(label(tr("What happens next"), "body", "1", 600), 0, 0, 1, 3)
        for number, (name, does) in enumerate(_STEPS, 1):
            steps.addWidget(label(str(number), "dense", "3"), number, 0)
            steps.addWidget(label(tr(name), "dense", "1", 600), number, 1)
            steps.addWidget(label(tr(does), "dense", "2"), number, 2)
        steps.setColumnStretch(2, 1)
        right = QWidget()
        right.setMinimumWidth(_LEAST_COLUMN)
        self._recent_heading = label(tr("Recent projects and tables"), "body", "1", 600)
        self._first_steps = _first_steps()
        layouts.column(
            self.unsaved,
            self._first_steps,
            self._recent_heading,
            self._recent_frame,
            foot,
            self._steps,
            spacing=8,
            inside=right,
        )
        return right

    def _answer_about_unsaved(self, answer: str) -> None:
        left = self._left_over
        if left is not None:
            self.show_unsaved(None)
            (self.restore_requested if answer == "restore" else self.discard_requested).emit(left)

    def _open_entry(self) -> None:
        entry = self.sender()
        if isinstance(entry, _RecentEntry):
            wanted = self.project_requested if entry.project.exists else self.find_requested
            wanted.emit(Path(entry.project.path))


class _DropArea(QFrame):
    """Where files can be dropped; the whole window takes them."""

    def __init__(self, *ways: QPushButton) -> None:
        super().__init__()
        self.setFixedHeight(_DROP)
        picture = IconMark("download", "accent", 32)
        lead = label(tr("Drop a file anywhere in this window"), "lead")
        formats = ElidedLabel(tr("CSV, Excel, OpenDocument, Parquet, Stata, SPSS, SAS, or a project"), "dense", "2")
        row = layouts.row(layouts.STRETCH, *ways, layouts.STRETCH, spacing=8)
        layouts.column(
            layouts.STRETCH,
            *((part, 0, Qt.AlignmentFlag.AlignCenter) for part in (picture, lead, formats)),
            4,
            row,
            layouts.STRETCH,
            spacing=12,
            margins=None,
            inside=self,
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the dashed outline."""
        colors = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(colors.color("bg.panel"))
        painter.setPen(QPen(colors.color("line.control"), 1, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 6, 6)


def _card(title: str, words: str, button: QPushButton, links: Sequence[QPushButton] = ()) -> QFrame:
    """A card for one way to begin: title, button, description, and links to others of the kind."""
    card = QFrame()
    card.setProperty("layer", "card")
    row = layouts.row((ElidedLabel(title, "body", "1", 600), 1), button)
    parts = (row, paragraph(words, "dense", "2"), *((_more(links),) if links else ()))
    layouts.column(*parts, margins=16, inside=card)
    return card


def _more(links: Sequence[QPushButton]) -> QGridLayout:
    """Links to others of a kind, two beside each other."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(4)
    grid.addWidget(label(tr("More:"), "dense", "2"), 0, 0)
    widths = [link.sizeHint().width() for link in links]
    more = label(tr("More:"), "dense", "2").sizeHint().width()
    beside = max(widths[::2]) + max(widths[1::2], default=0) + more + 2 * 16 <= _LEAST_COLUMN - 2 * 16
    columns = 2 if beside else 1
    for place, link in enumerate(links):
        grid.addWidget(link, place // columns, 1 + place % columns, Qt.AlignmentFlag.AlignLeft)
    grid.setColumnStretch(3, 1)
    return grid


def _first_steps() -> QFrame:
    """The first steps through the four perspectives, for new users."""
    whole = QFrame()
    card = QFrame()
    card.setProperty("layer", "card")
    rows = QGridLayout(card)
    rows.setContentsMargins(16, 12, 16, 12)
    rows.setHorizontalSpacing(12)
    rows.setVerticalSpacing(0)
    rows.setColumnStretch(1, 1)
    for number, (name, does) in enumerate(_STEPS):
        rows.addWidget(IconMark(name.lower(), "accent", 20), 2 * number, 0, 2, 1, Qt.AlignmentFlag.AlignVCenter)
        rows.addWidget(
            label(f"{number + 1}  {tr(name)}", "body", "1", 600), 2 * number, 1, Qt.AlignmentFlag.AlignBottom
        )
        rows.addWidget(label(tr(does), "dense", "2"), 2 * number + 1, 1, Qt.AlignmentFlag.AlignTop)
        for part in (2 * number, 2 * number + 1):
            rows.setRowMinimumHeight(part, _HALF_STEP)
    layouts.column(
        label(tr("What happens next"), "body", "1", 600), card, spacing=8, margins=(0, 0, 0, 12), inside=whole
    )
    return whole


class _RecentEntry(QPushButton):
    """One recent project or table: name, state and folder, and the day it was open."""

    def __init__(self, project: RecentProject, *, first: bool) -> None:
        super().__init__()
        self.project = project
        path = Path(project.path)
        self.setProperty("entry", True)
        self.setFixedHeight(56)
        self.setAccessibleName(
            tr("Open {name}", name=path.stem) if project.exists else tr("Find {name}", name=path.stem)
        )
        self.setToolTip(project.path)
        self._first = first
        state = (
            tr("{kind}, {state}, in {folder}", kind=kind_of(path), state=project.state, folder=path.parent)
            if project.exists
            else tr("File moved or deleted")
        )
        words = layouts.column(
            ElidedLabel(path.stem, "body", "1" if project.exists else "3", 600),
            ElidedLabel(state, "dense", "3" if project.exists else "warn"),
            spacing=0,
        )
        picture = IconMark("table" if path.suffix.lower() == PROJECT_SUFFIX else "file", "text.2")
        row = layouts.row(picture, (words, 1), spacing=12, margins=(16, 6, 16, 6), inside=self)
        if project.exists and (day := QDate.fromString(project.day, Qt.DateFormat.ISODate)).isValid():
            row.addWidget(label(QLocale().toString(day, QLocale.FormatType.ShortFormat), "dense", "3"))
        if not project.exists:
            row.addWidget(label(tr("Find..."), "dense", "accent"))
        self.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Repaint under the pointer."""
        if watched is self and event.type() in (QEvent.Type.Enter, QEvent.Type.Leave):
            self.update()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw a list entry and not a button."""
        colors = theme.current()
        painter = QPainter(self)
        if self.underMouse() and self.isEnabled():
            painter.fillRect(self.rect(), colors.color("bg.hover"))
        if not self._first:
            painter.fillRect(0, 0, self.width(), 1, colors.color("line.pane"))
        if self.hasFocus():
            painter.setPen(QPen(colors.color("accent"), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
