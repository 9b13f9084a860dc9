"""A table header whose sections hold editors: a check box with the name, a combo box, a bar and a caption."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QHelpEvent, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QCheckBox,
    QComboBox,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from arxdesk.ui import theme
from arxdesk.ui.widgets.fields.choice import ElidingBox
from arxdesk_engine.foundation.language import tr

HEIGHT = 88
NARROWEST, WIDEST = 92, 260
_USUAL, _MEASURED = 152, 60
_PADDING, _AROUND_CHOICE = 8, 44
_AT_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class EditorSection:
    """The content of one section. `share` is the length of the filled part of its bar, `strong` makes the caption red,
    `shares` follow the choices in their list."""

    name: str
    checked: bool
    choices: tuple[str, ...]
    chosen: int
    shares: tuple[str, ...]
    share: float
    caption: str
    strong: bool = False
    hint: str = ""
    separator: int = 0
    """The number of choices before a separator."""


class _ChoiceDelegate(QStyledItemDelegate):
    """Writes how much fits at the right of a choice, in the list alone."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        share = index.data(Qt.ItemDataRole.UserRole)
        if share:
            painter.setFont(theme.font("caption"))
            painter.setPen(theme.current().color("text.3"))
            room: QRect = option.rect
            painter.drawText(room.adjusted(0, 0, -8, 0), _AT_RIGHT, str(share))


class _TypeBox(ElidingBox):
    """Knows whether its list was opened for the last choice."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.was_open = False

    def showPopup(self) -> None:
        self.was_open = True
        super().showPopup()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.was_open = False
        super().keyPressEvent(event)


class _Editors(QObject):
    """The check box and the combo box of one visible section."""

    def __init__(self, header: EditorHeader) -> None:
        super().__init__(header)
        self.section = -1
        self._shown: tuple[int, EditorSection, int] | None = None
        self.check = QCheckBox(header.viewport())
        self.check.setFont(theme.font("dense", 600))
        self.combo = _TypeBox(header.viewport())
        self.combo.setFont(theme.font("dense"))  # the inherited one is lost when the colours change
        self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.combo.setMinimumContentsLength(4)
        self.combo.setMaxVisibleItems(24)
        self.combo.setItemDelegate(_ChoiceDelegate(self.combo))
        for editor in (self.check, self.combo):
            editor.installEventFilter(header)
        self.check.clicked.connect(self._tick)
        self.combo.activated.connect(self._choose)
        self._header = header

    def show_section(self, section: int, content: EditorSection) -> None:
        """Edit another section, or the same one that reads differently now."""
        self.section = section
        wanted = (section, content, self._header.sectionSize(section))
        if wanted == self._shown:
            return
        self._shown = wanted
        room = wanted[2] - 2 * _PADDING - 24
        metrics = QFontMetrics(self.check.font())
        self.check.setText(
            metrics.elidedText(content.name, Qt.TextElideMode.ElideRight, max(8, room)).replace("&", "&&")
        )
        self.check.setChecked(content.checked)
        self.check.setAccessibleName(tr("Keep {name}", name=content.name))
        self.check.setToolTip(content.name)
        with QSignalBlocker(self.combo):
            self.combo.clear()
            for choice, share in zip(content.choices, content.shares, strict=True):
                self.combo.addItem(choice, share)
            if content.separator:
                self.combo.insertSeparator(content.separator)
            self.combo.setCurrentIndex(_with_line(content.chosen, content.separator))
        self.combo.setAccessibleName(tr("Type of {name}", name=content.name))
        self.combo.setAccessibleDescription(content.caption)
        self.combo.setToolTip(content.choices[content.chosen] if content.choices else "")
        self.combo.setEnabled(content.checked)
        view = self.combo.view()
        texts = (f"{one}  {two}" for one, two in zip(content.choices, content.shares, strict=True))
        view.setMinimumWidth(max((QFontMetrics(view.font()).horizontalAdvance(each) for each in texts), default=0) + 48)

    def place(self, area: QRect) -> None:
        """Lie inside an area of the header."""
        self.check.setGeometry(area.left() + _PADDING, area.top() + 6, area.width() - 2 * _PADDING, 20)
        self.combo.setGeometry(area.left() + _PADDING, area.top() + 30, area.width() - 2 * _PADDING, 24)
        for editor in (self.check, self.combo):
            editor.show()

    def has_keyboard(self) -> bool:
        """Whether the user is typing there; such editors are reused last."""
        return self.check.hasFocus() or self.combo.hasFocus()

    def hide(self) -> None:
        """Hide the editors."""
        self.section = -1
        for editor in (self.check, self.combo):
            editor.hide()

    def _tick(self, checked: bool) -> None:
        self._header.checked_changed.emit(self.section, checked)

    def _choose(self, item: int) -> None:
        self._header.chosen_in_list = self.combo.was_open
        self._header.choice_made.emit(self.section, self._header.choice_at(self.section, item))


class EditorHeader(QHeaderView):
    """Only visible sections have editors, however many columns there are; Tab scrolls to the next one."""

    checked_changed = Signal(int, bool)
    choice_made = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.chosen_in_list = False
        """Whether the last choice was made in the open list: arrow keys on the closed one only pass choices."""
        self._number = 0
        self._describe: Callable[[int], EditorSection] = self._known_section
        self._known: dict[int, EditorSection] = {}
        self._editors: list[_Editors] = []
        self._own_selection: QItemSelectionModel | None = None
        self._is_fitting = False
        self.setFont(theme.font("dense"))
        self.setAccessibleName(tr("Columns with their types"))
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(NARROWEST)
        self.setResizeContentsPrecision(0)
        self.sectionResized.connect(self._lay_out)
        if isinstance(parent, QAbstractScrollArea):
            parent.horizontalScrollBar().valueChanged.connect(self._lay_out)
        theme.watcher.changed.connect(self.viewport().update)

    def show_sections(self, number: int, describe: Callable[[int], EditorSection]) -> None:
        """Show sections; the model has as many columns. Each is described once it becomes visible."""
        self._number, self._describe = number, describe
        self._known = {}
        self._lay_out()
        self.viewport().update()

    def section(self, place: int) -> EditorSection:
        """The content of a section."""
        if place not in self._known:
            self._known[place] = self._describe(place)
        return self._known[place]

    def refresh_section(self, place: int) -> None:
        """A section reads differently now."""
        self._known.pop(place, None)
        for editors in self._editors:
            if editors.section == place:
                editors.show_section(place, self.section(place))
        self.viewport().update()

    def fit_sections(self) -> None:
        """Fit the width of every section; equal widths for many sections, without measuring each."""
        self.setDefaultSectionSize(_USUAL)
        if self._number > _MEASURED:
            self.resizeSections(QHeaderView.ResizeMode.Fixed)
            self.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
            return
        self._is_fitting = True
        for place in range(self._number):
            self.resizeSection(place, self.width_of(place))
        self._is_fitting = False
        self._lay_out()

    def choice_at(self, section: int, item: int) -> int:
        """The choice that an item of the combo box stands for."""
        line = self.section(section).separator
        return item - 1 if line and item > line else item

    def editors_of(self, section: int) -> tuple[QCheckBox, QComboBox] | None:
        """The editors of a section in view."""
        return next(((each.check, each.combo) for each in self._editors if each.section == section), None)

    def focus_section(self, section: int) -> None:
        """Bring a section into view and give its type the keyboard."""
        self._reveal(section)
        found = self.editors_of(section)
        if found is not None:
            found[1].setFocus()

    def setSelectionModel(self, _selection: QItemSelectionModel) -> None:
        """Install a selection model of its own, so that selecting everything asks no cell for its flags."""
        previous = self._own_selection
        self._own_selection = QItemSelectionModel(self.model(), self)
        super().setSelectionModel(self._own_selection)
        if previous is not None:
            previous.deleteLater()

    def sizeHint(self) -> QSize:
        """The fixed height."""
        return QSize(super().sizeHint().width(), HEIGHT)

    def width_of(self, section: int) -> int:
        """The room that a section needs."""
        content = self.section(section)
        bold, plain, small = (QFontMetrics(theme.font(*face)) for face in (("dense", 600), ("dense",), ("caption",)))
        chosen = content.choices[content.chosen] if content.choices else ""
        needed = (
            bold.horizontalAdvance(content.name) + 24,
            plain.horizontalAdvance(chosen) + _AROUND_CHOICE,
            small.horizontalAdvance(content.caption),
        )
        return max(NARROWEST, min(WIDEST, max(needed) + 2 * _PADDING + 2))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Provide editors for the visible sections."""
        super().resizeEvent(event)
        self._lay_out()

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Draw the ground, the bar and the caption of a section; its editors lie above."""
        if not rect.isValid() or section >= self._number:
            return
        content, colors = self.section(section), theme.current()
        painter.save()
        painter.fillRect(rect, colors.color("bg.sunken"))
        painter.setPen(QPen(colors.color("line.grid"), 1))
        painter.drawLine(rect.topRight(), rect.bottomRight())
        painter.setPen(QPen(colors.color("line.pane"), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        bar = QRect(rect.left() + _PADDING, rect.top() + 60, rect.width() - 2 * _PADDING, 3)
        below = QRect(bar.left(), rect.top() + 66, bar.width(), 16)
        if content.checked:
            full = round(bar.width() * content.share)
            if content.share < 1:
                full = min(full, bar.width() - 3)  # a single cell among a million is still seen
            painter.fillRect(bar, colors.color("error"))
            painter.fillRect(QRect(bar.left(), bar.top(), full, bar.height()), colors.color("ok"))
        else:
            painter.fillRect(bar, colors.color("state.track"))
        painter.setFont(theme.font("caption"))
        painter.setPen(colors.color("error" if content.strong and content.checked else "text.3"))
        words = content.caption if content.checked else tr("left out")
        cut = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, below.width())
        painter.drawText(below, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, cut)
        painter.restore()

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the tooltip of a section."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            section = self.logicalIndexAt(event.pos())
            if 0 <= section < self._number:
                QToolTip.showText(event.globalPos(), self.section(section).hint, self.viewport())
                return True
        return super().viewportEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Bring an editor that gets the keyboard into view; the wheel scrolls the table, not the types."""
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QComboBox):
            event.ignore()
            return True
        if event.type() == QEvent.Type.FocusIn:
            for editors in self._editors:
                if watched in (editors.check, editors.combo):
                    self._reveal(editors.section)
        return super().eventFilter(watched, event)

    def _reveal(self, section: int) -> None:
        left, width = self.sectionPosition(section), self.sectionSize(section)
        table = self.parent()
        if not isinstance(table, QAbstractScrollArea):
            return
        bar = table.horizontalScrollBar()
        if left < self.offset():
            bar.setValue(left)
        elif left + width > self.offset() + self.viewport().width():
            bar.setValue(left + width - self.viewport().width())

    def _lay_out(self, *_what: object) -> None:
        """Provide editors for every visible section and one on each side; kept sections keep theirs."""
        if self._is_fitting:
            return
        wanted = self._in_view()
        free = sorted((each for each in self._editors if each.section not in wanted), key=_Editors.has_keyboard)[::-1]
        of_section = {each.section: each for each in self._editors if each.section in wanted}
        changed = False
        for section in wanted:
            editors = of_section.get(section)
            if editors is None:
                changed = True
                editors = free.pop() if free else self._another()
                of_section[section] = editors
            editors.show_section(section, self.section(section))
            left = self.sectionPosition(section) - self.offset()
            editors.place(QRect(QPoint(left, 0), QSize(self.sectionSize(section), HEIGHT)))
        for editors in free:
            editors.hide()
        if changed:
            self._order([of_section[section] for section in wanted])

    def _in_view(self) -> list[int]:
        number = min(self.count(), self._number)
        if not number:
            return []
        first = max(0, self.visualIndexAt(0))
        last = self.visualIndexAt(max(0, self.viewport().width() - 1))
        last = number - 1 if last < 0 else last
        return list(range(max(0, first - 1), min(number, last + 2)))

    def _known_section(self, place: int) -> EditorSection:
        return self._known[place]

    def _another(self) -> _Editors:
        made = _Editors(self)
        self._editors.append(made)
        return made

    def _order(self, editors: list[_Editors]) -> None:
        """Tab goes as the eye does."""
        stops = [editor for each in editors for editor in (each.check, each.combo)]
        for one, following in pairwise(stops):
            QWidget.setTabOrder(one, following)


def _with_line(choice: int, separator: int) -> int:
    return choice + 1 if separator and choice >= separator else choice
