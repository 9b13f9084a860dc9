"""The address of a database: a file of SQLite, or a server with a name, a user and a password."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QLineEdit, QWidget

from arxdesk.ui.widgets.basics.buttons import secondary_button
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.fields.spin_box import SpinBox
from arxdesk_engine.foundation.language import marked, tr

_FIELD, _TITLE, _ROW = 428, 64, 24
SQLITE_SUFFIXES = (".sqlite", ".sqlite3", ".db")
"""The suffixes of database files; others are named by an address."""


@dataclass(frozen=True, slots=True)
class ServerKind:
    """A kind of database that is reached over the network."""

    key: str
    name: str
    port: int


SERVERS = (
    ServerKind("postgresql", "PostgreSQL", 5432),
    ServerKind("mysql", marked("MySQL or MariaDB"), 3306),
    ServerKind("mssql", "Microsoft SQL Server", 1433),
    ServerKind("oracle", "Oracle", 1521),
)


class ConnectionForm(QWidget):
    """Asks for a database; `connect_requested` carries its address (without the password) and the password."""

    connect_requested = Signal(str, str)
    file_requested = Signal()

    changed = Signal()

    def __init__(self, parent: QWidget | None = None, *, connects: bool = True) -> None:
        """`connects`: whether there is a button to connect; else the form is only filled in."""
        super().__init__(parent)
        self._connects = connects
        self.kind = QComboBox()
        self.kind.addItem(tr("SQLite file"), "sqlite")
        for server in SERVERS:
            self.kind.addItem(tr(server.name), server.key)
        self.file = QLineEdit()
        self.file.setPlaceholderText(tr("The file of the database"))
        self.browse = secondary_button(tr("Browse..."))
        self.browse.clicked.connect(self.file_requested)
        self.host = QLineEdit("localhost")
        self.port = SpinBox(1, 65535, SERVERS[0].port)
        self.port.setGroupSeparatorShown(False)  # a name made of digits, not a quantity
        self.database = QLineEdit()
        self.user = QLineEdit()
        self.password = QLineEdit()
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.password.setPlaceholderText(tr("Asked for every time, stored nowhere"))
        self.connect_button = secondary_button(tr("Connect"), "database")
        self.connect_button.clicked.connect(self.connect_now)
        self._lay_out()
        for field in (self.file, self.host, self.database, self.user):
            field.textChanged.connect(self._refresh)
        self.port.valueChanged.connect(self._refresh)
        self.kind.currentIndexChanged.connect(self._change_kind)
        self._change_kind()

    @property
    def address(self) -> str:
        """The file or the address of the database, without the password."""
        if self.is_file:
            path = self.file.text().strip()
            named = Path(path).suffix.lower() in SQLITE_SUFFIXES
            return path if named else f"sqlite:///{path.replace('%', '%25').replace('?', '%3F')}"
        user = quote(self.user.text().strip(), safe="")
        host = self.host.text().strip()
        host = f"[{host}]" if ":" in host else host
        name = quote(self.database.text().strip(), safe="")
        return f"{self.kind.currentData()}://{user + '@' if user else ''}{host}:{self.port.value()}/{name}"

    @property
    def is_filled(self) -> bool:
        """Whether the fields suffice to find a database."""
        needed = [self.file] if self.is_file else [self.host, self.database]
        return all(each.text().strip() for each in needed)

    def show_address(self, address: str) -> None:
        """Fill in the file or the address of a database."""
        if "://" not in address:
            self.choose_file(Path(address))
            return
        parts = urlsplit(address)
        key = parts.scheme.partition("+")[0]
        if key == "sqlite":
            self.choose_file(Path(unquote(parts.path.removeprefix("/"))))
            return
        self.kind.setCurrentIndex(max(0, self.kind.findData(key)))
        self.host.setText(parts.hostname or "")
        self.user.setText(unquote(parts.username or ""))
        self.database.setText(unquote(parts.path.removeprefix("/")))
        with contextlib.suppress(ValueError):  # a port that there cannot be
            self.port.setValue(parts.port or self.port.value())

    @property
    def is_file(self) -> bool:
        """Whether the database is a file."""
        return bool(self.kind.currentData() == "sqlite")

    def choose_file(self, path: Path) -> None:
        """Choose a file of SQLite."""
        self.kind.setCurrentIndex(0)
        self.file.setText(str(path))

    def connect_now(self) -> None:
        """Request the connection if the form is filled."""
        if self.connect_button.isEnabled():
            self.connect_requested.emit(self.address, "" if self.is_file else self.password.text())

    def set_busy(self, busy: bool) -> None:
        """Show that a connection is being made."""
        self.connect_button.setText(tr("Connecting...") if busy else tr("Connect"))
        self._refresh()
        if busy:
            self.connect_button.setEnabled(False)

    def holds_keyboard(self) -> bool:
        """Whether a field has the focus, so that Return means to connect."""
        return any(each.hasFocus() for each in (self.file, self.host, self.database, self.user, self.password))

    def _change_kind(self) -> None:
        for row in (self._file_row, self._host_row, self.database, self.user, self.password):
            self._form.setRowVisible(row, (row is self._file_row) == self.is_file)
        server = next((each for each in SERVERS if each.key == self.kind.currentData()), None)
        if server is not None:
            self.port.setValue(server.port)
        self._refresh()

    def _refresh(self) -> None:
        self.connect_button.setEnabled(self.is_filled)
        self.changed.emit()

    def _lay_out(self) -> None:
        self._file_row, self._host_row = QWidget(), QWidget()
        for row, parts in ((self._file_row, (self.file, self.browse)), (self._host_row, (self.host, self.port))):
            line = QHBoxLayout(row)
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(8)
            line.addWidget(parts[0], 1)
            if row is self._host_row:
                line.addWidget(label(tr("Port"), "dense", "2"))
            line.addWidget(parts[1])
            row.setFixedWidth(_FIELD)
        for field in (self.kind, self.database, self.user, self.password):
            field.setFixedWidth(_FIELD)
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setHorizontalSpacing(16)
        self._form.setVerticalSpacing(8)
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._form.setFormAlignment(Qt.AlignmentFlag.AlignLeft)
        rows: tuple[tuple[str, QWidget, QWidget], ...] = (
            (tr("Kind"), self.kind, self.kind),
            (tr("File"), self._file_row, self.file),
            (tr("Server"), self._host_row, self.host),
            (tr("Database"), self.database, self.database),
            (tr("User"), self.user, self.user),
            (tr("Password"), self.password, self.password),
        )
        for words, widget, named in rows:
            title = label(words, "dense", "2")
            title.setMinimumSize(_TITLE, _ROW)  # nothing moves from one kind to another
            title.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
            self._form.addRow(title, widget)
            named.setAccessibleName(words)
        self.port.setAccessibleName(tr("Port"))
        if not self._connects:
            return
        self._form.addRow("", self.connect_button)
        self._form.addRow("", paragraph(tr("Only what you choose is read; nothing is written there."), "caption", "3"))
        self.connect_button.setFixedWidth(140)
