"""The dialog that adds a perturbation, or changes one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from arxdesk.configure.perturbation.form import PerturbationForm, title_of
from arxdesk.core.values.role_words import role_word
from arxdesk.help.mark import help_mark
from arxdesk.ui import layouts
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.help_topics import PERTURBATION
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk.ui.widgets.tables.check_list import CheckEntry
from arxdesk.ui.words import capitalized
from arxdesk_engine.data.schema import Role, ValueType
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.foundation.language import tr, tr_of
from arxdesk_engine.job.job import perturbation_from
from arxdesk_engine.perturbation import METHODS
from arxdesk_engine.perturbation.method import NO_GUARANTEE, Perturbation

SIZE = QSize(620, 620)


@dataclass(frozen=True, slots=True)
class PerturbedColumn:
    """A column of the table: its role and type, how many different values it has, and whether a perturbation could
    change it: it is shown as it is, no privacy model looks at it, and no other perturbation names it."""

    name: str
    role: Role
    type: ValueType
    distinct: int
    is_free: bool


class PerturbationDialog(FramedDialog):
    """`perturbation` is the chosen one after Add."""

    def __init__(
        self,
        columns: tuple[PerturbedColumn, ...],
        edited: Perturbation | None = None,
        *,
        has_households: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Add a perturbation") if edited is None else tr("Change a perturbation"))
        self.resize(SIZE)
        self._columns, self._edited, self._has_households = columns, edited, has_households
        self.perturbation: Perturbation | None = None
        self._free = True
        self.method = ChoiceBox(tr("Method"), [(name, method.title) for name, method in METHODS.items()])
        self.method.set_value(next(iter(METHODS)) if edited is None else edited.method)
        self.method.chosen.connect(self._show_method)
        self._does = paragraph("", "dense", "2")
        self._place = QVBoxLayout()
        self.form: PerturbationForm | None = None
        self.consequence = Message()
        self.foot = DialogFoot(tr("Add") if edited is None else tr_of("a button", "Change"))
        self.foot.accepted.connect(self._accept)
        self.foot.rejected.connect(self.reject)
        self._lay_out()
        self._show_method()

    def choose(self, method: str) -> None:
        """Show another method, by its name in a job."""
        self.method.set_value(method)
        self._show_method()

    def _lay_out(self) -> None:
        top = layouts.row(
            label(tr("Method"), "dense", "2"), (self.method, 1), help_mark(PERTURBATION, tr("perturbation")), spacing=12
        )
        content = QWidget()
        layouts.column(self._place, layouts.STRETCH, margins=(20, 4, 20, 12), inside=content)
        scroll = QScrollArea()
        scroll.setAccessibleName(self.windowTitle())
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(content)
        panel = QFrame()
        panel.setProperty("layer", "panel")
        head = layouts.column(top, self._does, spacing=8, margins=(20, 0, 20, 0))
        end = layouts.column(self.consequence, margins=(20, 0, 20, 12))
        layouts.column(head, (scroll, 1), end, spacing=12, margins=(0, 16, 0, 0), inside=panel)
        layouts.column((panel, 1), self.foot, spacing=0, inside=self)

    def _show_method(self, *_what: object) -> None:
        if self.form is not None:
            self._place.removeWidget(self.form)
            self.form.hide()
            self.form.deleteLater()
        method = METHODS[self.method.value]
        self._does.setText(f"{capitalized(method.does)}.")
        own = () if self._edited is None else self._edited.columns
        free = [each for each in self._columns if (each.is_free or each.name in own) and method.suits(each.type)]
        self._free = bool(free)
        others = [each for each in self._columns if each.role is not Role.IDENTIFYING]
        self.form = PerturbationForm(method, _entries(free), _entries(others), self._judge)
        if self._edited is not None and self._edited.method == method.model_fields["method"].default:
            self.form.show_values(self._edited.model_dump(mode="json", exclude_none=True))
        self._place.insertWidget(0, self.form)
        self._judge()

    def _values(self) -> Mapping[str, object]:
        """The settings as they stand in a job; what has no field stays as it was."""
        if self.form is None:
            raise ValueError("no method is shown")
        values: dict[str, object] = {"method": self.method.value, **self.form.values}
        edited = self._edited
        if edited is not None and edited.method == self.method.value:
            before = edited.model_dump(mode="json", exclude_defaults=True)
            values |= {name: each for name, each in before.items() if name not in self.form.fields}
        chosen = values.get("columns")
        if isinstance(chosen, list):
            values["columns"] = self._in_order(chosen)
        return values

    def _in_order(self, names: list[str]) -> list[str]:
        """The columns as they were where they are the same; otherwise the coarsest first where a method needs that."""
        if self._edited is not None and set(names) == set(self._edited.columns):
            return list(self._edited.columns)
        if not METHODS[self.method.value].is_ordered:
            return names
        distinct = {each.name: each.distinct for each in self._columns}
        return sorted(names, key=lambda name: distinct[name])

    def _judge(self) -> None:
        """Say what would be done, or why it cannot be."""
        self.perturbation, values = None, self._values()
        needs_households = METHODS[self.method.value].needs_households and not self._has_households
        if not values.get("columns"):
            told = tr("Tick the columns whose cells are to be changed.")
            if not self._free:
                told = tr(
                    "It needs one that is sensitive or has no role, of a type that fits, and not perturbed already."
                )
            self.consequence.set_content(
                "info", tr("No column yet.") if self._free else tr("No column suits it."), told
            )
        elif needs_households:
            told = tr("Say in the attribute in focus which column names the household of a record.")
            self.consequence.set_content("warn", tr("No households."), told)
        else:
            try:
                self.perturbation = perturbation_from(values)
                self.consequence.set_content("warn", self.perturbation.sentence, tr(NO_GUARANTEE))
            except InvalidJob as error:
                problem = error.problems[0]
                said = title_of(problem.place.rpartition(".")[2])
                self.consequence.set_content("error", f"{said} {problem.found}.", problem.remedy)
        self.foot.primary.setEnabled(self.perturbation is not None)

    def _accept(self) -> None:
        if self.perturbation is not None:
            self.accept()


def _entries(columns: list[PerturbedColumn]) -> list[CheckEntry]:
    return [CheckEntry(each.name, role_word(each.role)) for each in columns]
