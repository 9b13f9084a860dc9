"""The dialog that makes or changes an attacker: a name, and columns of three kinds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QLineEdit, QWidget

from arxdesk.risk.attacks.errors_of_columns import ErrorsOfColumns
from arxdesk.risk.attacks.titles import shown_title, stored_name
from arxdesk.ui import layouts, words
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.basics.wrapping_label import WrappingLabel
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk.ui.widgets.frames.pages import Pages
from arxdesk.ui.widgets.tables.check_list import CheckEntry, CheckList
from arxdesk_engine.attacks.proposals import knowledge_of
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.job.attackers import PRESETS, AttackerSettings, Preset

SIZE = (460, 540)
KNOWS, SECRETS, OTHER = "knows", "secrets", "other"
_PARTS = {KNOWS: marked("Knows"), SECRETS: marked("Wants to know"), OTHER: marked("A second source knows")}
_MEANINGS = {
    KNOWS: marked("What the attacker knows of everybody."),
    SECRETS: marked("What the attacker wants to find out. If none is ticked: all sensitive columns."),
    OTHER: marked(
        "What another list knows of somebody who may be the same. The release links both where one row fits both."
    ),
}


class AttackerDialog(FramedDialog):
    """Ticked columns, which a preset proposes. Nothing is known that is wanted."""

    def __init__(
        self,
        roles: Mapping[str, Role],
        scales: Sequence[str],
        settings: AttackerSettings,
        parent: QWidget | None = None,
        *,
        is_new: bool = False,
    ) -> None:
        """`roles` are those of the columns that are released; those of `scales` can be known with an error."""
        super().__init__(parent)
        self.setWindowTitle(tr("Add an attacker") if is_new else tr("Change an attacker"))
        self.resize(*SIZE)
        self._roles, self._scales = dict(roles), tuple(scales)
        self.errors = ErrorsOfColumns(settings.error)
        presets = [(preset, tr(title)) for preset, title in PRESETS.items()]
        self.name = QLineEdit(shown_title(settings) if settings.name or settings.preset else "")
        self.name.setAccessibleName(tr("Name of the attacker"))
        self.name.setMaxLength(100)
        self.preset = ChoiceBox(tr("Columns proposed for"), [("", tr("Propose columns for…")), *presets])
        self.part = Segmented(tr("Which columns"), [(part, tr(title)) for part, title in _PARTS.items()])
        self.lists = {part: CheckList(tr(title)) for part, title in _PARTS.items()}
        self.meaning, self.note = WrappingLabel("", "caption", "2"), WrappingLabel("", "caption", "2")
        self.foot = DialogFoot(tr("Attack"))
        self._pages = Pages()
        self._lay_out()
        self._tick({KNOWS: settings.knows, SECRETS: settings.secrets, OTHER: settings.other})
        self.part.chosen.connect(self._turn)
        self.preset.chosen.connect(self.propose)
        self.name.textChanged.connect(self._say)
        self.errors.changed.connect(self._say)
        for each in self.lists.values():
            each.changed.connect(self._say)
        self.foot.accepted.connect(self.accept)
        self.foot.rejected.connect(self.reject)
        self._turn(KNOWS)
        self._say()

    @property
    def settings(self) -> AttackerSettings:
        """The attacker as it is ticked."""
        knows, secrets, other = (self.lists[part].checked for part in (KNOWS, SECRETS, OTHER))
        error = {name: each for name, each in self.errors.values.items() if name in (*knows, *other)}
        name = stored_name(self.name.text().strip())
        return AttackerSettings(name=name, knows=knows, secrets=secrets, other=other, error=error)

    def propose(self, preset: str) -> None:
        """Tick what a typical attacker knows, and take over the name."""
        if not preset:
            return
        kind: Preset = next(each for each in PRESETS if each == preset)
        self.name.setText(tr(PRESETS[kind]))
        self._tick({KNOWS: knowledge_of(kind, self._roles)})
        self._say()

    def _tick(self, parts: Mapping[str, Sequence[str]]) -> None:
        for part, names in parts.items():
            self.lists[part].set_checked(names)

    def _turn(self, part: str) -> None:
        self._pages.setCurrentIndex(list(_PARTS).index(part))
        self.meaning.setText(tr(_MEANINGS[part]))

    def _say(self) -> None:
        knows, secrets = self.lists[KNOWS].checked, self.lists[SECRETS].checked
        both = [name for name in secrets if name in knows]
        fault = ""
        if not self.name.text().strip():
            fault = tr("Give the attacker a name.")
        elif not knows:
            fault = tr("Tick at least one column that is known.")
        elif both:
            fault = tr("{name} is both known and wanted. Untick it in one of the two lists.", name=both[0])
        elif self.errors.fault:
            fault = self.errors.fault
        wants = words.joined(list(secrets), 4) if secrets else tr("the sensitive columns")
        said = tr_n(
            len(knows), "Knows {n} column, and wants {wants}.", "Knows {n} columns, and wants {wants}.", wants=wants
        )
        self.errors.offer([name for name in (*knows, *self.lists[OTHER].checked) if name in self._scales])
        self.note.setText(fault or said)
        self.foot.primary.setEnabled(not fault)

    def _lay_out(self) -> None:
        entries = [
            CheckEntry(name, tr(role.value)) for name, role in self._roles.items() if role is not Role.IDENTIFYING
        ]
        for each in self.lists.values():
            each.set_entries(entries)
            self._pages.addWidget(each)
        head = layouts.row(label(tr("Name"), "dense", "2"), (self.name, 1), spacing=8)
        body = layouts.column(
            head,
            self.preset,
            self.part,
            self.meaning,
            (self._pages, 1),
            self.errors,
            self.note,
            spacing=8,
            margins=(16, 16, 16, 12),
        )
        layouts.column((body, 1), self.foot, spacing=0, inside=self)
