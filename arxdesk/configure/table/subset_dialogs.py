"""Questions about the research subset: an expression, or a share that is drawn at random."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QFormLayout, QWidget

from arxdesk.configure.forms.expression import ExpressionHelp, example_of
from arxdesk.core.document import Document
from arxdesk.core.selecting_work import satisfying
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui import layouts
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.widgets.basics.label import label, paragraph, set_tone
from arxdesk.ui.widgets.fields.selection_field import SelectionField
from arxdesk.ui.widgets.fields.spin_box import DoubleSpinBox, SpinBox
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk.ui.words import count_with_share
from arxdesk_engine.data.selection import InvalidSelection
from arxdesk_engine.foundation.language import marked, tr, tr_n, tr_of
from arxdesk_engine.preparation.subset import Included
from arxdesk_engine.preparation.ticking import ticks

TRYING = Activity(marked("Trying an expression"))

_WIDTH = 560
_LARGEST_SEED = 2**31 - 1


class ExpressionDialog(FramedDialog):
    """An expression, with how many records satisfy it; it can only be accepted when that is known."""

    def __init__(self, document: Document, jobs: Jobs, expression: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._jobs = document, jobs
        self.setWindowTitle(tr("Subset by expression"))
        self.setMinimumWidth(_WIDTH)
        self.field = SelectionField(tr("Expression"), tr("Such as {condition}", condition=example_of(document)))
        self.field.setMinimumHeight(28)
        self._help = ExpressionHelp(self.field, document, jobs, self)
        self.outcome = paragraph("", "dense", "2")
        self.outcome.setMinimumHeight(36)
        self.foot = DialogFoot(tr("Use as subset"))
        self.foot.primary.setEnabled(False)
        body = layouts.column(
            label(tr("Which records are shared?"), "lead"),
            paragraph(tr("The others stay in the table as the population around them."), "dense", "2"),
            self.field,
            self.outcome,
            spacing=8,
            margins=(20, 20, 20, 16),
        )
        layouts.column(body, self.foot, spacing=0, inside=self)
        self.field.textChanged.connect(self._doubt)
        self.field.settled.connect(self._try)
        self.field.confirmed.connect(self._try)
        self.foot.accepted.connect(self.accept)
        self.foot.rejected.connect(self.reject)
        self.field.put(expression)
        self._try(expression)

    @property
    def expression(self) -> str:
        """The written expression."""
        return self.field.text().strip()

    def _doubt(self) -> None:
        self.foot.primary.setEnabled(False)

    def _try(self, expression: str) -> None:
        if not expression.strip():
            self._tell(tr("Write a condition. Attributes and values are suggested while you type."), "2")
            return
        work = partial(satisfying, self._document.dataset, expression)
        self._jobs.start(self, TRYING, work, partial(self._take, expression), partial(self._refuse, expression))

    def _take(self, expression: str, passing: Included) -> None:
        if expression != self.field.text():
            return
        number, records = ticks(passing)
        self.field.show_error(-1)
        self.foot.primary.setEnabled(number > 0)
        found = f"{count_with_share(number, records, 'records')}."
        self._tell(found if number else f"{found} {tr('A subset needs some.')}", "2")

    def _refuse(self, expression: str, error: object) -> None:
        if expression == self.field.text() and isinstance(error, InvalidSelection):
            self.field.show_error(error.position - 1)
            problem = error.problems[0]
            self._tell(f"{problem.found[:1].upper()}{problem.found[1:]}. {problem.remedy}", "error")

    def _tell(self, words: str, tone: str) -> None:
        self.outcome.setText(words)
        set_tone(self.outcome, "error" if tone == "error" else "2")


class RandomDialog(FramedDialog):
    """A share of the records and the seed that it is drawn with; either the share or the number can be written."""

    def __init__(self, records: int, share: float, seed: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._records = records
        self.setWindowTitle(tr("Random subset"))
        self.setMinimumWidth(_WIDTH)
        self._percent = DoubleSpinBox(0.01, 100.0, 100 * share, 2)
        self._percent.setSuffix(" %")
        self._percent.setSingleStep(5.0)
        self._percent.setAccessibleName(tr("Share of the records"))
        self._number = SpinBox(1, max(1, records), max(1, round(share * records)))
        self._number.setAccessibleName(tr("Number of records"))
        self._seed = SpinBox(0, _LARGEST_SEED, seed)
        self._seed.setAccessibleName(tr_of("a field", "Seed"))
        self._seed.setGroupSeparatorShown(False)
        self._exact: float | None = share
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        for field in (self._percent, self._number, self._seed):
            field.setMinimumWidth(140)
        self.whole = label(tr_n(records, "of {n} record", "of {n} records"), "dense", "2")
        form.addRow(label(tr("Share"), "dense", "2"), self._percent)
        form.addRow(label(tr("Records"), "dense", "2"), layouts.row(self._number, self.whole, spacing=8))
        form.addRow(label(tr_of("a field", "Seed"), "dense", "2"), self._seed)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        self.foot = DialogFoot(tr("Draw"))
        words = tr("The same seed draws the same records. Keep it secret: anyone who knows it can draw them again.")
        body = layouts.column(
            label(tr("Draw records at random"), "lead"),
            form,
            paragraph(words, "caption", "2"),
            spacing=8,
            margins=(20, 20, 20, 16),
        )
        layouts.column(body, self.foot, spacing=0, inside=self)
        self._percent.valueChanged.connect(self._take_percent)
        self._number.valueChanged.connect(self._take_number)
        self.foot.accepted.connect(self.accept)
        self.foot.rejected.connect(self.reject)

    @property
    def share(self) -> float:
        """The share that was chosen, in (0, 1]."""
        return self._exact if self._exact is not None else self._percent.value() / 100.0

    @property
    def seed(self) -> int:
        """The seed."""
        return self._seed.value()

    def _take_percent(self, percent: float) -> None:
        self._exact = round(percent / 100.0, 8)
        with QSignalBlocker(self._number):
            self._number.setValue(max(1, round(self._exact * self._records)))

    def _take_number(self, number: int) -> None:
        self._exact = number / self._records
        with QSignalBlocker(self._percent):
            self._percent.setValue(100.0 * number / self._records)
