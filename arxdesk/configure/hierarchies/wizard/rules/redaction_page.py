"""Redaction: which end, which characters, how many at each level."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QWidget

from arxdesk.configure.hierarchies.wizard.rules.rule_page import RulePage, caption, new_form, numbers_in
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.fields.segmented import Option, Segmented
from arxdesk.ui.widgets.fields.spin_box import SpinBox
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.hierarchies.preview import Preview, Survey

_REDACTING, _PADDING = ("*", "x", "#", "-"), ("*", " ", "0", "x", "#", "-")
_BLANK = marked("blank")
_LONGEST = 10_000


class RedactionPage(RulePage):
    """The settings of `RedactionBuilder`."""

    def __init__(self, survey: Survey, parent: QWidget | None = None) -> None:
        super().__init__(survey, parent)
        self.direction = Segmented(
            tr("Characters go"),
            (Option("right-to-left", tr("From the end")), Option("left-to-right", tr("From the beginning"))),
        )
        self.alignment = Segmented(
            tr("Shorter values are filled"),
            (Option("left", tr("At their end")), Option("right", tr("At their beginning"))),
        )
        self.redaction = _characters(tr("Redaction character"), _REDACTING)
        self.padding = _characters(tr("Fill character"), _PADDING)
        self.by_data = QCheckBox(tr("As the longest value"))
        self.length = SpinBox(1, _LONGEST, 1)
        self.length.setAccessibleName(tr("Length"))
        self.steps = _field(tr("Characters redacted at each level"), tr("one more at each level"))
        self.alphabet = _field(tr("Characters allowed"), tr("any"))
        self.root = QCheckBox(tr("The last level reads *"))
        self.example = QLabel()
        self.example.setTextFormat(Qt.TextFormat.PlainText)
        self.example.setWordWrap(True)
        self._lay_out()
        self.direction.chosen.connect(lambda key: self.change(direction=key))
        self.alignment.chosen.connect(lambda key: self.change(alignment=key))
        self.redaction.currentTextChanged.connect(lambda text: self._change_character("redaction", text))
        self.padding.currentTextChanged.connect(lambda text: self._change_character("padding", text))
        self.by_data.clicked.connect(self._change_length)
        self.length.valueChanged.connect(self._change_length)
        self.steps.editingFinished.connect(self._change_steps)
        self.alphabet.editingFinished.connect(lambda: self.change(alphabet=self.alphabet.text() or None))
        self.root.clicked.connect(lambda on: self.change(root=SUPPRESSED if on else None))

    def refresh(self) -> None:
        """Fill the fields."""
        content = self.content
        self.direction.set_value(str(content.get("direction", "right-to-left")))
        self.alignment.set_value(str(content.get("alignment", "left")))
        for box, name in ((self.redaction, "redaction"), (self.padding, "padding")):
            with QSignalBlocker(box):
                character = str(content.get(name, SUPPRESSED))
                box.setCurrentText(_shown(character))
        length = content.get("length")
        with QSignalBlocker(self.length), QSignalBlocker(self.by_data):
            self.by_data.setChecked(length is None)
            self.length.setValue(int(length) if length is not None else max(map(len, self.survey.frequent), default=1))
        self.length.setEnabled(length is not None)
        with QSignalBlocker(self.steps), QSignalBlocker(self.alphabet), QSignalBlocker(self.root):
            self.steps.setText(", ".join(map(str, content.get("redacted", ()))))
            self.alphabet.setText(str(content.get("alphabet", "")))
            self.root.setChecked(content.get("root") == SUPPRESSED)

    def show_preview(self, preview: Preview | None) -> None:
        """Show a value on its way through the levels."""
        super().show_preview(preview)
        rows = preview.shown.rows if preview is not None else ()
        row = max(rows, key=lambda each: len(each[0]), default=())
        self.example.setText(" → ".join(dict.fromkeys(row)))

    def _change_character(self, name: str, text: str) -> None:
        character = " " if text == tr(_BLANK) else text
        if character != self.content.get(name, SUPPRESSED):
            self.change(**{name: character})

    def _change_length(self) -> None:
        self.change(length=None if self.by_data.isChecked() else self.length.value())

    def _change_steps(self) -> None:
        text = self.steps.text().strip()
        numbers = numbers_in(text)
        if text and numbers is None:
            self.refuse(tr("the characters at each level are not numbers"), tr("Example: 1, 2, 4."))
        elif (numbers or []) != list(self.content.get("redacted", ())):
            self.change(redacted=numbers)

    def _lay_out(self) -> None:
        form = new_form()
        form.addRow(caption(tr("Characters go")), self.direction)
        form.addRow(caption(tr("Shorter values are filled")), self.alignment)
        form.addRow(caption(tr("Written for a character")), self.redaction)
        form.addRow(caption(tr("Filled with")), self.padding)
        form.addRow(caption(tr("Length")), self.by_data)
        form.addRow("", self.length)
        form.addRow(caption(tr("Redacted at each level")), self.steps)
        form.addRow(caption(tr("Characters allowed")), self.alphabet)
        form.addRow("", self.root)
        self.add_other_row(form)
        for box in (self.redaction, self.padding, self.length):
            box.setMaximumWidth(96)
        layouts.column(
            form,
            label(tr("The longest value"), "body", "1", 600),
            self.example,
            layouts.STRETCH,
            spacing=12,
            inside=self,
        )


def _shown(character: str) -> str:
    return tr(_BLANK) if character == " " else character


def _characters(name: str, options: tuple[str, ...]) -> QComboBox:
    box = QComboBox()
    box.setEditable(True)
    box.setAccessibleName(name)
    box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    box.addItems([_shown(each) for each in options])
    return box


def _field(name: str, empty: str) -> QLineEdit:
    made = QLineEdit()
    made.setAccessibleName(name)
    made.setPlaceholderText(empty)
    return made
