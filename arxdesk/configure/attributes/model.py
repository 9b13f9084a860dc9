"""The attributes of a document as rows: role, type, completeness of the hierarchy, treatment."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from arxdesk.core.attributes import type_words
from arxdesk.core.attributes.treatments import FUNCTIONS, TITLES, Treatment, treatment_of
from arxdesk.core.configured_table import UNDECIDED
from arxdesk.core.document import Document
from arxdesk.core.values.declared import DECLARED_TITLES, declared_parts
from arxdesk.core.values.role_words import role_word
from arxdesk.ui import words
from arxdesk.ui.item_roles import ROLE_ROLE, TONE_ROLE
from arxdesk.ui.tooltips import plain
from arxdesk_engine.data import type_names
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType, Role
from arxdesk_engine.foundation.language import marked, tr, tr_n, tr_of
from arxdesk_engine.job.attributes import AttributeSettings

Index = QModelIndex | QPersistentModelIndex


class Trait(IntEnum):
    """The columns of the list."""

    NAME = 0
    TYPE = 1
    VALUES = 2
    MISSING = 3
    FITS = 4
    HIERARCHY = 5
    LEVELS = 6
    TREATMENT = 7
    WEIGHT = 8


_TITLES = (
    marked("Attribute"),
    marked("Type"),
    marked("Values"),
    marked("Missing"),
    marked("Fits"),
    marked("Hierarchy"),
    marked("Levels"),
    marked("Transformation"),
    marked("Weight"),
)
_EXPLAINED = {
    Trait.VALUES: marked("Distinct values, without missing cells"),
    Trait.MISSING: marked("Missing cells"),
    Trait.FITS: marked("Cells with content that fit the type"),
    Trait.HIERARCHY: marked("Whether every value has an entry"),
    Trait.LEVELS: marked("Levels allowed in a search"),
    Trait.WEIGHT: marked("A higher weight keeps an attribute more detailed"),
}
_RIGHT = (Trait.VALUES, Trait.MISSING, Trait.FITS, Trait.LEVELS, Trait.WEIGHT)
NOTHING = "–"


class AttributesModel(QAbstractTableModel):
    """One row per attribute that passes the filter, in column order or sorted; follows the document."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._role: str | None = None
        self._sorted: tuple[Trait, Qt.SortOrder] | None = None
        self._rows: list[str] = list(document.dataset.names)
        self._row_of: dict[str, int] = {name: row for row, name in enumerate(self._rows)}
        self._missing: dict[str, tuple[Column, int]] = {}
        self._focused = document.focus
        document.attributes_changed.connect(self._refresh_several)
        document.hierarchy_changed.connect(self._refresh)
        document.perturbation_changed.connect(self._refresh_all)
        document.focus_changed.connect(self._move_focus)

    def name_of(self, row: int) -> str:
        """The attribute in a row."""
        return self._rows[row]

    def row_of(self, name: str) -> int:
        """The row of an attribute, -1 where the filter leaves it out."""
        return self._row_of.get(name, -1)

    def set_role(self, role: str | None) -> None:
        """Show only the attributes that have a role, or "undecided" ones; None: all of them."""
        self._role = role
        self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort the rows by a column; -1 puts them in the order of the table."""
        self._sorted = None if column < 0 else (Trait(column), order)
        self._arrange()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of attributes that pass the filter."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of columns."""
        return 0 if parent.isValid() else len(Trait)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The titles of the columns."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return tr(_TITLES[section])
        if role == Qt.ItemDataRole.ToolTipRole:
            return tr(_EXPLAINED.get(Trait(section), "")) or None
        return _alignment(Trait(section)) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The content of a cell."""
        if not index.isValid():
            return None
        name, shown = self._rows[index.row()], Trait(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(name, shown)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(shown)
        if role == TONE_ROLE:
            return self._tone(name, shown)
        if role == ROLE_ROLE:
            return self._document.shown_role(name) if shown is Trait.NAME else None
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return plain(self._explained(name, shown))
        return None

    def _explained(self, name: str, shown: Trait) -> str:
        text = self._text(name, shown)
        if shown is not Trait.NAME:
            return text
        declared = [tr(DECLARED_TITLES[part]).lower() for part in declared_parts(self._document.job.data, name)]
        role = self._document.shown_role(name)
        return ", ".join((text, tr("undecided") if role == UNDECIDED else role_word(Role(role)), *declared))

    def _text(self, name: str, shown: Trait) -> str:
        column, settings = self._document.dataset[name], self._document.settings_of(name)
        match shown:
            case Trait.NAME:
                return name
            case Trait.TYPE:
                return type_names.NAMES[column.type.kind]
            case Trait.VALUES:
                return words.count(len(column.values) - (type_words.missing_code(column) is not None))
            case Trait.MISSING:
                missing = self._missing_cells(name)
                return words.count(missing) if missing else NOTHING
            case Trait.FITS:
                return NOTHING if column.type.kind is DataType.STRING else "100 %"
            case Trait.HIERARCHY:
                return self._hierarchy(name)
            case Trait.LEVELS:
                return self._levels(name, settings)
            case Trait.TREATMENT:
                perturbed = self._document.job.perturbation_of(name)
                return _treatment(settings) if perturbed is None else perturbed.title
            case _:
                return words.decimal(settings.weight, 2) if settings.role is Role.QUASI_IDENTIFYING else NOTHING

    def _hierarchy(self, name: str) -> str:
        if name not in self._document.hierarchies:
            return tr_of("a hierarchy", "None") if self._document.settings_of(name).is_grouped else NOTHING
        missing = len(self._document.missing_values(name))
        return tr_n(missing, "{n} missing", "{n} missing") if missing else tr("Complete")

    def _levels(self, name: str, settings: AttributeSettings) -> str:
        """Empty unless there are levels to choose from."""
        if not settings.is_grouped or name not in self._document.hierarchies:
            return NOTHING
        low, high = self._document.level_limits(name)
        return tr("{low} to {high}", low=words.count(low), high=words.count(high))

    def _tone(self, name: str, shown: Trait) -> str | None:
        if shown is Trait.NAME and name == self._document.focus:
            return "strong"
        if shown is Trait.HIERARCHY and self._document.settings_of(name).is_grouped:
            return "warn" if self._document.missing_values(name) else None
        return None

    @property
    def any_missing(self) -> bool:
        """Whether a cell of any attribute is missing."""
        return any(self._missing_cells(name) for name in self._document.dataset.names)

    def _missing_cells(self, name: str) -> int:
        column = self._document.dataset[name]
        known = self._missing.get(name)
        if known is None or known[0] is not column:
            known = (column, type_words.missing_cells(column))
            self._missing[name] = known
        return known[1]

    def _arrange(self) -> None:
        self.beginResetModel()
        names = self._document.dataset.names
        rows = [name for name in names if self._role in (None, self._document.shown_role(name))]
        if self._sorted is not None:
            shown, order = self._sorted
            rows.sort(key=self._key(shown), reverse=order == Qt.SortOrder.DescendingOrder)
        self._rows = rows
        self._row_of = {name: row for row, name in enumerate(rows)}
        self.endResetModel()

    def _key(self, shown: Trait) -> Callable[[str], Any]:
        document = self._document
        keys: dict[Trait, Callable[[str], Any]] = {
            Trait.VALUES: lambda name: len(document.dataset[name].values),
            Trait.MISSING: self._missing_cells,
            Trait.HIERARCHY: lambda name: (
                name in document.hierarchies,
                -len(document.missing_values(name)),
            ),
            Trait.LEVELS: lambda name: (self._text(name, Trait.LEVELS) != NOTHING, document.level_limits(name)[::-1]),
            Trait.WEIGHT: lambda name: (
                document.settings_of(name).weight if document.settings_of(name).role is Role.QUASI_IDENTIFYING else -1.0
            ),
        }
        return keys.get(shown, lambda name: self._text(name, shown).casefold())

    def _refresh(self, name: str) -> None:
        self._tell([self.row_of(name)])

    def _refresh_several(self, names: tuple[str, ...]) -> None:
        if self._role is not None and any(
            (self._document.settings_of(name).role is self._role) != (name in self._row_of) for name in names
        ):
            self._arrange()
            return
        self._tell(map(self.row_of, names))

    def _refresh_all(self) -> None:
        self._tell(range(len(self._rows)))

    def _tell(self, rows: Iterable[int]) -> None:
        shown = [row for row in rows if row >= 0]
        if shown:
            last = self.index(max(shown), len(Trait) - 1)
            self.dataChanged.emit(self.index(min(shown), 0), last)

    def _move_focus(self, name: str) -> None:
        for each in (self._focused, name):
            self._refresh(each)
        self._focused = name


def _treatment(settings: AttributeSettings) -> str:
    chosen = treatment_of(settings)
    if chosen is Treatment.SUPPRESS:
        return tr("Suppress")
    if settings.is_aggregated:
        function = tr(FUNCTIONS[settings.function]) if settings.function else tr("No function")
        return tr("{function}, clustered", function=function) if chosen is Treatment.CLUSTER else function
    return tr(TITLES[chosen])


def _alignment(shown: Trait) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if shown in _RIGHT else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
