"""Proposed roles of columns, each with its reason; ticked proposals are accepted together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QSize, Qt, Signal
from PySide6.QtCore import QPersistentModelIndex as _Persistent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QTableView, QWidget

from arxdesk.core.values.role_words import role_title
from arxdesk.ui import layouts
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.tooltips import plain
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk.ui.widgets.tables.paged_list import PagedList
from arxdesk.ui.words import percent
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.risk.role_proposal import RoleProposal

SIZE = QSize(1000, 640)
NAME, NOW, PROPOSED, CERTAINTY, REASON = range(5)
_TITLES = (marked("Column"), marked("Role now"), marked("Proposed"), marked("Certainty"), marked("Why"))
_WIDTHS = (200, 132, 132, 84, 380)
_ROW = 40  # two lines
SURE = 0.5
"""Proposals from here on are ticked at first."""

_SURE = ((0.9, marked("very likely")), (0.7, marked("likely")), (SURE, marked("perhaps")), (0.0, marked("a guess")))

Index = QModelIndex | _Persistent


@dataclass(frozen=True, slots=True)
class ProposalRow:
    """One row of the proposals."""

    name: str
    now: Role
    proposal: RoleProposal

    @property
    def changes(self) -> bool:
        """Whether it proposes a role that the column does not have yet."""
        return self.proposal.role is not self.now


class ProposalsModel(QAbstractTableModel):
    """The rows with their check marks."""

    ticked = Signal()

    def __init__(self, rows: Iterable[ProposalRow], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows = tuple(rows)
        self.checked = {row.name for row in self.rows if row.changes and row.proposal.confidence >= SURE}

    def check(self, names: Iterable[str]) -> None:
        """Check these and no others."""
        self.checked = {row.name for row in self.rows if row.changes} & set(names)
        if self.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, 0))
        self.ticked.emit()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """One for each column."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Name, role now, proposed, certainty, reason."""
        return 0 if parent.isValid() else len(_TITLES)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The titles of the columns."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return tr(_TITLES[section])
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Proposals that change nothing cannot be ticked."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        usual = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        changes = self.rows[index.row()].changes and index.column() == NAME
        return usual | Qt.ItemFlag.ItemIsUserCheckable if changes else usual

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Texts and check marks."""
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.CheckStateRole and index.column() == NAME and row.changes:
            return Qt.CheckState.Checked if row.name in self.checked else Qt.CheckState.Unchecked
        texts = (
            row.name,
            role_title(row.now),
            role_title(row.proposal.role) if row.changes else tr("as it is"),
            certainty(row.proposal.confidence),
            row.proposal.reason,
        )
        if role == Qt.ItemDataRole.DisplayRole:
            return texts[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            said = texts[index.column()]
            return plain(f"{said}, {percent(row.proposal.confidence)}" if index.column() == CERTAINTY else said)
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tick or untick."""
        if role != Qt.ItemDataRole.CheckStateRole or not self.flags(index) & Qt.ItemFlag.ItemIsUserCheckable:
            return False
        name = self.rows[index.row()].name
        self.checked ^= {name} if (Qt.CheckState(value) == Qt.CheckState.Checked) != (name in self.checked) else set()
        self.dataChanged.emit(index, index)
        self.ticked.emit()
        return True


def certainty(confidence: float) -> str:
    """The certainty in words: the numbers behind it come from rules of thumb."""
    return tr(next(said for least, said in _SURE if confidence >= least))


class RoleProposalsDialog(FramedDialog):
    """`accepted_roles` are those checked when Accept was chosen."""

    def __init__(
        self, proposals: Mapping[str, RoleProposal], roles: Mapping[str, Role], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Guess roles"))
        self.resize(SIZE)
        rows = (ProposalRow(name, roles[name], proposal) for name, proposal in proposals.items())
        self.model = ProposalsModel(sorted(rows, key=lambda row: not row.changes), self)
        self.table = QTableView()
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(_ROW)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.list = PagedList(self.table, tr("columns"))
        self.list.set_model(self.model)
        for column, width in enumerate(_WIDTHS):
            self.table.setColumnWidth(column, width)
        self.foot = DialogFoot(tr("Accept"))
        self.foot.accepted.connect(self.accept)
        self.foot.rejected.connect(self.reject)
        self.all_link, self.none_link = link_button(tr("Tick all")), link_button(tr("Tick none"))
        for link in (self.all_link, self.none_link):
            link.setEnabled(any(row.changes for row in self.model.rows))
        self.all_link.clicked.connect(self._tick_all)
        self.none_link.clicked.connect(self._tick_none)
        self.model.ticked.connect(self._show_number)
        self._lay_out()
        self._show_number()

    @property
    def accepted_roles(self) -> dict[str, Role]:
        """The role of each column that is ticked."""
        return {row.name: row.proposal.role for row in self.model.rows if row.name in self.model.checked}

    def _tick_all(self) -> None:
        self.model.check(row.name for row in self.model.rows)

    def _tick_none(self) -> None:
        self.model.check(())

    def _show_number(self) -> None:
        number = len(self.model.checked)
        self.foot.primary.setEnabled(number > 0)
        self.foot.primary.setText(tr_n(number, "Accept {n} role", "Accept {n} roles") if number else tr("Accept"))

    def _lay_out(self) -> None:
        links = layouts.row(self.all_link, self.none_link, layouts.STRETCH, spacing=16)
        panel = QFrame()
        panel.setProperty("layer", "panel")
        words = tr("Guessed from names and values. Only you know the meaning of the columns: check each.")
        layouts.column(
            paragraph(words, "body", "2"), (self.list, 1), links, spacing=8, margins=(20, 16, 20, 12), inside=panel
        )
        layouts.column((panel, 1), self.foot, spacing=0, inside=self)
