"""The window of the help, which stands beside the work: pages at the left, the one that is read at the right."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QStackedWidget, QToolButton, QWidget

from arxdesk.core.settings import Settings
from arxdesk.help.contents import CONTENTS, contents, names
from arxdesk.help.contents_view import ContentsView, HitsView
from arxdesk.help.find_bar import FindBar
from arxdesk.help.page_view import PageView
from arxdesk.help.pages import heading_of, page
from arxdesk.help.searching import Hit, find
from arxdesk.ui import help_text, layouts
from arxdesk.ui.widgets.basics.buttons import icon_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.ui.widgets.basics.splitter import splitter
from arxdesk.ui.widgets.fields.icon_field import IconField
from arxdesk_engine.foundation.language import tr

SIZE, SMALLEST = (980, 720), (420, 360)
NARROW = 640
"""Pixels of width below which the list gives its place to the page."""
_LIST, _PAGE, _WIDEST, _AROUND = 268, 712, 320, 24
_HEADER = 40


@dataclass(slots=True)
class _Visit:
    """A page that was read, and how far it was scrolled when it was left."""

    page: str
    heading: str
    place: int | None = None


class HelpWindow(QWidget):
    """Not modal, and without a parent: a dialog that blocks the window of the work leaves this one alone."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self.setWindowTitle(tr("ArxDesk Help"))
        self.setMinimumSize(*SMALLEST)
        self.setProperty("layer", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.search = IconField(tr("Search the help"), tr("Search the help"), "search")
        self.search.textChanged.connect(self._search)
        self.contents = ContentsView(contents())
        self.contents.page_chosen.connect(self.show_topic)
        self.hits = HitsView()
        self.hits.hit_chosen.connect(self._show_hit)
        self._nothing = EmptyState(tr("Nothing found. Try fewer or other words."))
        self.page = PageView()
        self.page.link_chosen.connect(self._show)
        self.find_bar = FindBar(self.page)
        self.where = ElidedLabel("", "dense", "2")
        self._visits: list[_Visit] = []
        self._at = -1
        self._unread = list(names())
        self._reading = QTimer(self)
        self._reading.setInterval(0)
        self._reading.timeout.connect(self._read_one)
        self.back, self.forward = self._button("chevron-left", tr("Back")), self._button("chevron-right", tr("Forward"))
        self.list_button = self._button("list", tr("Pages"))
        self.list_button.setCheckable(True)
        self.list_button.setChecked(True)
        self.find_button, self.copy_button = (
            self._button("search", tr("Find on This Page")),
            self._button("copy", tr("Copy")),
        )
        self._connect()
        self._lay_out()
        self.resize(*SIZE)
        self.restoreGeometry(settings.bytes("help/geometry"))
        self._splitter.restoreState(settings.bytes("help/splitter"))

    @property
    def topic(self) -> tuple[str, str]:
        """The page that is shown, and the heading that was asked for or ""."""
        visit = self._visits[self._at]
        return visit.page, visit.heading

    def show_topic(self, topic: str) -> None:
        """Show a page, with a heading behind # perhaps. What does not exist leads to the first page."""
        name, _, heading = topic.partition("#")
        self._show(name, heading) if help_text.exists(name) else self._show(CONTENTS, "")

    def go(self, step: int) -> None:
        """Go back (-1) or forward (1) in what was read."""
        if 0 <= self._at + step < len(self._visits):
            self._leave()
            self._at += step
            self._open()

    def enter_search(self) -> None:
        """Put the keyboard into the search field, with the list beside the page."""
        self.list_button.setChecked(True)
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def showEvent(self, event: QShowEvent) -> None:
        """Begin to read all pages, so that a search finds them at once."""
        super().showEvent(event)
        self.page.setFocus(Qt.FocusReason.OtherFocusReason)
        if self._unread:
            self._reading.start()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Store the geometry of the window."""
        self._settings.store_bytes("help/geometry", self.saveGeometry())
        self._settings.store_bytes("help/splitter", self._splitter.saveState())
        super().closeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out the list where there is no room for it, and bring it back where there is."""
        super().resizeEvent(event)
        was_narrow, is_narrow = event.oldSize().width() < NARROW, event.size().width() < NARROW
        if was_narrow != is_narrow or not event.oldSize().isValid():
            self.list_button.setChecked(not is_narrow)

    # Reading

    def _show(self, name: str, heading: str) -> None:
        known = heading_of(name, heading) if heading else None
        if self._visits and self.topic == (name, known or ""):
            self._open_heading(known)
            return
        self._leave()
        del self._visits[self._at + 1 :]
        self._visits.append(_Visit(name, known or ""))
        self._at += 1
        self._open()

    def _leave(self) -> None:
        if self._at >= 0:
            self._visits[self._at].place = self.page.place()

    def _open(self) -> None:
        visit = self._visits[self._at]
        if self.page.name != visit.page:
            self.page.show_page(visit.page)
        if visit.place is not None:
            self.page.return_to(visit.place)
        else:
            self._open_heading(visit.heading)
        self.contents.show_current(visit.page)
        title = page(visit.page).title
        self.where.setText(f"{title} – {visit.heading}" if visit.heading else title)
        self.setWindowTitle(tr("{title} – ArxDesk Help", title=title))
        self._back_action.setEnabled(self._at > 0)
        self._forward_action.setEnabled(self._at + 1 < len(self._visits))

    def _open_heading(self, heading: str | None) -> None:
        if not heading or not self.page.scroll_to(heading):
            self.page.return_to(0)

    # Searching

    def _search(self, text: str) -> None:
        if not text.strip():
            self._lists.setCurrentWidget(self.contents)
            return
        while self._unread:
            self._read_one()
        listed = (page(name) for name in names() if name != CONTENTS)  # the list itself has the titles of all
        hits = find(listed, text)
        self.hits.show_hits(hits)
        self._lists.setCurrentWidget(self.hits if hits else self._nothing)

    def _read_one(self) -> None:
        if self._unread:
            page(self._unread.pop(0))
        if not self._unread:
            self._reading.stop()

    def _show_hit(self, hit: Hit) -> None:
        self._show(hit.page, hit.heading)

    def _enter_list(self) -> None:
        """Move from the search field to the matches."""
        if self._lists.currentWidget() is self.hits:
            self.hits.setFocus()
            self.hits.setCurrentRow(max(0, self.hits.currentRow()))
        else:
            self.contents.setFocus()

    # Frame

    def _button(self, icon_name: str, name: str) -> QToolButton:
        return icon_button(icon_name, name)

    def _connect(self) -> None:
        self._back_action = self._action(tr("Back"), "Alt+Left", lambda: self.go(-1), self.back)
        self._forward_action = self._action(tr("Forward"), "Alt+Right", lambda: self.go(1), self.forward)
        self._action(tr("Find on This Page"), "Ctrl+F", self.find_bar.enter, self.find_button)
        self._action(tr("Search the Help"), "Ctrl+K", self.enter_search)
        self._action(tr("Close"), "Esc", self._escape)
        self._action(tr("Close Window"), QKeySequence(QKeySequence.StandardKey.Close), self.close)
        self.search.returnPressed.connect(self._enter_list)
        self.copy_button.setToolTip(tr("Copy what is selected, or the whole page"))
        self.copy_button.clicked.connect(self.page.copy_all)
        self.list_button.setToolTip(tr("Show or hide the list of pages"))

    def _action(self, text: str, keys: str | QKeySequence, slot: object, button: QToolButton | None = None) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(slot)
        self.addAction(action)
        if button is not None:
            button.clicked.connect(action.trigger)
            button.setToolTip(f"{text} ({action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)})")
            action.enabledChanged.connect(button.setEnabled)
        return action

    def _escape(self) -> None:
        """Close what was opened last: the bar, the search, the window."""
        if self.find_bar.isVisible():
            self.find_bar.leave()
        elif self.search.text():
            self.search.clear()
        else:
            self.close()

    def _lay_out(self) -> None:
        self._lists = QStackedWidget()
        for view in (self.contents, self.hits, self._nothing):
            self._lists.addWidget(view)
        left = QFrame()
        left.setProperty("layer", "panel")
        left.setMinimumWidth(180)
        search = layouts.row(self.search, margins=(0, 0, 8, 0))
        layouts.column(search, (self._lists, 1), spacing=8, margins=(8, 8, 0, 0), inside=left)
        right = QFrame()
        right.setProperty("layer", "panel")
        rule = QFrame()
        rule.setProperty("line", "horizontal")
        layouts.column(self._header(), rule, (self.page, 1), self.find_bar, spacing=0, inside=right)
        titles = min(_WIDEST, max(_LIST, self.contents.sizeHintForColumn(0) + _AROUND))
        self._splitter = splitter(Qt.Orientation.Horizontal, [(left, titles), (right, _PAGE + _LIST - titles)])
        self._splitter.setStretchFactor(0, 0)
        self.list_button.toggled.connect(left.setVisible)
        layouts.column(self._splitter, inside=self)

    def _header(self) -> QFrame:
        header = QFrame()
        header.setProperty("layer", "panel")
        header.setFixedHeight(_HEADER)
        layouts.row(
            self.list_button,
            self.back,
            self.forward,
            4,
            (self.where, 1),
            self.find_button,
            self.copy_button,
            spacing=4,
            margins=(8, 0, 8, 0),
            inside=header,
        )
        return header


_shown: list[HelpWindow] = []
"""The window, where there is one: it is one for the whole program, wherever it is asked for."""


def show_help(topic: str) -> HelpWindow:
    """Bring the help to the front, at a page with a heading behind # perhaps."""
    window = _brought_up()
    window.show_topic(topic)
    return window


def search_help() -> HelpWindow:
    """Bring the help to the front, at the page where it was, ready for words to search."""
    window = _brought_up()
    if not window.page.name:
        window.show_topic(CONTENTS)
    window.enter_search()
    return window


def _brought_up() -> HelpWindow:
    if not _shown:
        _shown.append(HelpWindow(Settings()))
    window = _shown[0]
    window.show()
    window.raise_()
    window.activateWindow()
    return window


def shown_help() -> HelpWindow | None:
    """The window of the help where it was asked for."""
    return _shown[0] if _shown else None


def end_help() -> None:
    """Close the help for good, with the window of the work."""
    while _shown:
        window = _shown.pop()
        window.close()
        window.deleteLater()
