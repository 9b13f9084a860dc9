"""The dialog that adds a privacy model, or changes one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from arxdesk.configure.protection.model_form import FormContext, ModelForm
from arxdesk.configure.protection.model_lines import ModelLines, names_width, show_headings
from arxdesk.core.values.role_words import role_word
from arxdesk.help.mark import help_mark
from arxdesk.ui import help_text, layouts
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.dialogs.two_panes import lay_out_two_panes
from arxdesk.ui.help_topics import of_privacy_model
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.fields.icon_field import IconField
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk.ui.widgets.tables.check_list import CheckEntry, CheckList
from arxdesk.ui.words import capitalized, count, joined, unbroken
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.foundation.language import tr, tr_n, tr_of
from arxdesk_engine.job.job import model_from
from arxdesk_engine.privacy import MODELS, models_by_harm
from arxdesk_engine.privacy.description import Parameter
from arxdesk_engine.privacy.model import PrivacyModel, SensitiveModel, ValueCounts

SIZE = QSize(920, 660)
_LIST, _FORMULA, _COLUMNS = 272, 148, 148
_BESIDE_NAMES = 52
"""Margins and the scroll bar beside the names of the models."""


@dataclass(frozen=True, slots=True)
class ModelContext:
    """The facts of the project for the dialog.

    `roles` are the columns that could be sensitive, with their roles; `cost` is the consequence of making some of them
    sensitive; `lacks` the missing parts of models: by the name of the model, one sentence. `in_order` are
    the columns whose values have an order; `counts` the number of records with each value of a column.
    """

    roles: Mapping[str, Role]
    cost: Callable[[tuple[str, ...]], str]
    form: FormContext
    lacks: Mapping[str, str] = field(default_factory=dict)
    in_order: Collection[str] = ()
    counts: Callable[[str], ValueCounts] | None = None
    others: tuple[PrivacyModel, ...] = ()


class PrivacyModelDialog(FramedDialog):
    """`models` are the chosen ones after Add: one, or one for each sensitive column."""

    def __init__(
        self,
        context: ModelContext,
        edited: PrivacyModel | None = None,
        template: PrivacyModel | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """`edited` is the model to change; `template` one that provides the initial parameters of a new one."""
        super().__init__(parent)
        self.setWindowTitle(tr("Add a privacy model") if edited is None else tr("Change a privacy model"))
        self.resize(SIZE)
        self._context, self._edited, self._shown = context, edited, edited or template
        self._own_variant = False
        self.models: tuple[PrivacyModel, ...] = ()
        self.search = IconField(tr("Find a model"), tr("Find a model"), "search")
        self.search.textChanged.connect(self._filter)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Privacy models"))
        self.list.setItemDelegate(ModelLines(self.list))
        self.form: ModelForm | None = None
        self._title = label("", "lead")
        self.help_mark = help_mark("", tr("this model"))
        self._promise = paragraph("", "body", "2")
        self._needs = paragraph("", "dense", "2")
        self.usual = QComboBox()
        self.usual.setAccessibleName(tr("Usual values"))
        self.usual.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.usual.activated.connect(self._take_usual)
        self.columns = CheckList(tr("Sensitive columns"), exclusive=edited is not None)
        self.columns.setFixedHeight(_COLUMNS)
        self.columns.changed.connect(self._take_columns)
        self._columns_title = label("", "dense", "2")
        self._place = QVBoxLayout()
        self.consequence = Message()
        self.formula_link = link_button(tr("Show the formula"))
        self.formula_link.clicked.connect(self._toggle_formula)
        self.formula = QTextBrowser()
        self.formula.setAccessibleName(tr("Formula"))
        self.formula.setFixedHeight(_FORMULA)
        self.formula.document().setDocumentMargin(1)
        self.formula.document().setIndentWidth(16)
        self.formula.hide()
        self.foot = DialogFoot(tr("Add") if edited is None else tr_of("a button", "Change"))
        self.foot.accepted.connect(self._accept)
        self.foot.rejected.connect(self.reject)
        self._lay_out()
        self._fill()
        self.list.currentItemChanged.connect(self._show_model)
        self.choose(self._shown.model if self._shown is not None else next(iter(MODELS)))

    @property
    def chosen(self) -> str:
        """The shown model, by its name in a job; "" if the search finds none."""
        item = self.list.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole)) if item is not None and not item.isHidden() else ""

    @property
    def made_sensitive(self) -> tuple[str, ...]:
        """The columns of the models that have to become sensitive."""
        names = (model.sensitive_attribute for model in self.models)
        return tuple(name for name in names if name and self._context.roles.get(name) is not Role.SENSITIVE)

    def choose(self, model: str) -> None:
        """Show a model, by its name in a job."""
        for row in range(self.list.count()):
            if self.list.item(row).data(Qt.ItemDataRole.UserRole) == model:
                self.list.setCurrentRow(row)

    def _fill(self) -> None:
        for name in models_by_harm():
            words = MODELS[name].description
            if self._edited is not None and name != self._edited.model:
                continue
            item = QListWidgetItem(tr("{model}\nagainst {harm}", model=words.name, harm=words.against))
            item.setData(Qt.ItemDataRole.UserRole, name)
            item.setData(
                Qt.ItemDataRole.AccessibleTextRole,
                tr("{model}, against {harm}", model=words.name, harm=words.against),
            )
            item.setToolTip(words.promise)
            self.list.addItem(item)
        show_headings(self.list, _LIST - 24)

    def _filter(self, text: str) -> None:
        wanted = text.casefold().split()
        for row in range(self.list.count()):
            item = self.list.item(row)
            name = str(item.data(Qt.ItemDataRole.UserRole))
            said = f"{name} {MODELS[name].description.words}".casefold()
            item.setHidden(not all(word in said for word in wanted))
        show_headings(self.list, _LIST - 24)
        current = self.list.currentItem()
        if current is None or current.isHidden():
            shown = (row for row in range(self.list.count()) if not self.list.item(row).isHidden())
            self.list.setCurrentRow(next(shown, -1))

    def _show_model(self) -> None:
        if self.form is not None:
            self._place.removeWidget(self.form)
            self.form.deleteLater()
            self.form = None
        name = self.chosen
        for part in (self._title, self.help_mark, self._promise, self._needs, self.usual, self.formula_link):
            part.setVisible(bool(name))
        if not name:
            self._title.setText("")
            self._show_columns(False)
            self.formula.hide()
            self._judge()
            return
        words = MODELS[name].description
        self._title.setText(words.name)
        self.help_mark.explain(of_privacy_model(name), words.name)
        self._promise.setText(words.promise)
        needs = (
            tr("Needs {requirements}.", requirements=words.requirements)
            if words.needs
            else tr("Needs nothing but quasi-identifiers.")
        )
        said = (tr("Protects against {harm}.", harm=words.against), needs, self._context.lacks.get(name, ""))
        self._needs.setText(" ".join(filter(None, said)))
        self.form = ModelForm(name, self._context.form)
        if self._shown is not None and self._shown.model == name:
            self.form.show_model(self._shown.model_dump(mode="json", exclude_none=True))
        self.form.changed.connect(self._judge)
        self._own_variant = self._shown is not None
        ordered = _for_ordered_values(name)
        field = self.form.fields[ordered.name] if ordered is not None else None
        if isinstance(field, QComboBox):
            field.activated.connect(self._keep_variant)
        self._place.addWidget(self.form)
        self.form.show()
        self.usual.clear()
        self.usual.addItem(tr("Choose usual values"), None)
        for usual in words.usual:
            self.usual.addItem(usual.label, dict(usual.values))
        for other in self._context.others:
            if other.model == name and other != self._edited:
                values = words.form_values(other.model_dump(mode="json", exclude_none=True))
                self.usual.addItem(_same_as(other), values)
        self.formula.setMarkdown(help_text.section(of_privacy_model(name), "Formula"))
        self._show_columns(_is_about_column(name))
        self._take_columns()

    def _show_columns(self, shown: bool) -> None:
        self._columns_title.setVisible(shown)
        self.columns.setVisible(shown)
        if not shown:
            return
        roles = self._context.roles
        ordered = sorted(roles, key=lambda name: roles[name] is not Role.SENSITIVE)
        entries = [
            CheckEntry(name, "" if roles[name] is Role.SENSITIVE else role_word(roles[name])) for name in ordered
        ]
        one = self._edited is not None
        self._columns_title.setText(tr("Sensitive column") if one else tr("Sensitive columns: one model for each"))
        self.columns.set_entries(entries)
        if self._edited is not None and self._edited.sensitive_attribute is not None:
            self.columns.set_checked([self._edited.sensitive_attribute])
        elif self._shown is not None:
            self.columns.set_checked([])  # it is meant for another column
        elif not self.columns.checked:
            sensitive = [name for name in ordered if roles[name] is Role.SENSITIVE]
            self.columns.set_checked(sensitive if len(sensitive) == 1 else [])

    def _take_usual(self) -> None:
        values = self.usual.currentData()
        if self.form is not None and isinstance(values, dict):
            self.form.set_values(values)
            ordered = _for_ordered_values(self.form.model)
            self._own_variant = self._own_variant or (ordered is not None and ordered.name in values)
            self._judge()

    def _keep_variant(self) -> None:
        self._own_variant = True

    def _take_columns(self) -> None:
        """Compare ordered values by their order, unless the user has chosen otherwise."""
        ordered = _for_ordered_values(self.form.model) if self.form is not None else None
        if self.form is not None and ordered is not None and not self._own_variant:
            in_order = bool(self.columns.checked) and set(self.columns.checked) <= set(self._context.in_order)
            self.form.set_values({ordered.name: ordered.for_ordered_values if in_order else ordered.initial})
        self._judge()

    def _toggle_formula(self) -> None:
        self.formula.setVisible(self.formula.isHidden())
        self.formula_link.setText(tr("Show the formula") if self.formula.isHidden() else tr("Hide the formula"))

    def _judge(self) -> None:
        """Show the meaning of the values, or their errors, while typing."""
        self.models = ()
        if self.form is None:
            self.consequence.set_content("info", tr("Nothing found."), tr("Search for another word."))
            self.foot.primary.setEnabled(False)
            return
        needs_column = _is_about_column(self.form.model)
        columns = self.columns.checked if needs_column else ()
        said = self.form.said
        said |= {"attribute": columns[0] if columns else "-"} if needs_column else {}
        try:
            first = model_from(said)
        except InvalidJob as error:
            faults = {problem.place.rpartition(".")[2]: problem for problem in error.problems}
            sentences = {
                name: capitalized(f"{problem.found}. {problem.remedy}".strip()) for name, problem in faults.items()
            }
            self.form.show_faults(sentences)
            others = " ".join(text for name, text in sentences.items() if name not in self.form.fields)
            self.consequence.set_content("error", tr("Not possible."), others or tr("A value has to be corrected."))
            self.foot.primary.setEnabled(False)
            return
        self.form.show_faults({})
        self.foot.primary.setEnabled(not needs_column or bool(columns))
        if needs_column and not columns:
            self.consequence.set_content("warn", tr("No column yet."), tr("Choose a sensitive column."))
            return
        attributes = columns if needs_column else (None,)
        self.models = tuple(
            first if name is None else first.model_copy(update={"attribute": name}) for name in attributes
        )
        self._show_consequence()

    def _show_consequence(self) -> None:
        first = self.models[0]
        text = unbroken(first.sentence)
        if len(self.models) > 1:
            names = [str(model.sensitive_attribute) for model in self.models[1:]]
            text = f"{text} {tr('The same holds for {columns}.', columns=joined(names))}"
        changed = self.made_sensitive
        if changed:
            becomes = tr_n(
                len(changed),
                "{columns} becomes sensitive ({cost}).",
                "{columns} become sensitive ({cost}).",
                columns=capitalized(joined(changed)),
                cost=self._context.cost(changed),
            )
            text = f"{text} {becomes}"
        if warning := self._out_of_reach():
            self.consequence.set_content("warn", f"{capitalized(first.title)}.", warning)
            return
        self.consequence.set_content("warn" if changed else "ok", f"{capitalized(first.title)}.", text)

    def _out_of_reach(self) -> str:
        """The reason groups of usual sizes cannot meet the model; "" where they can."""
        for model in self.models:
            name = model.sensitive_attribute
            if name is None or self._context.counts is None or not model.description.out_of_reach:
                continue
            reach = model.reach(self._context.counts(name))
            if reach.is_small:
                why = model.description.out_of_reach.format(fewest=count(reach.fewest), records=count(reach.records))
                text = tr_n(
                    reach.values,
                    "{column} has {n} value. {why}",
                    "{column} has {n} values. {why}",
                    column=name,
                    why=why,
                )
                return unbroken(f"{text} {self._remedy(model, name)}")
        return ""

    def _remedy(self, model: PrivacyModel, column: str) -> str:
        ordered = _for_ordered_values(model.model)
        if ordered is None or column not in self._context.in_order:
            return tr("Give the column fewer values.")
        label = dict(ordered.choices)[ordered.for_ordered_values]
        return tr('Choose "{choice}".', choice=label.partition(",")[0])

    def _accept(self) -> None:
        if self.models:
            self.accept()

    def _lay_out(self) -> None:
        left = QFrame()
        left.setProperty("layer", "window")
        left.setFixedWidth(max(_LIST, names_width() + _BESIDE_NAMES))
        layouts.column(self.search, (self.list, 1), spacing=8, margins=12, inside=left)
        self.search.setVisible(self._edited is None)
        usual = layouts.row(self.usual, layouts.STRETCH, spacing=12)
        content = QWidget()
        title = layouts.row(self._title, self.help_mark, layouts.STRETCH, spacing=8)
        layouts.column(
            title,
            self._promise,
            self._needs,
            4,
            usual,
            self._columns_title,
            self.columns,
            self._place,
            (self.formula_link, 0, Qt.AlignmentFlag.AlignLeft),
            self.formula,
            layouts.STRETCH,
            spacing=8,
            margins=(20, 16, 20, 16),
            inside=content,
        )
        scroll = QScrollArea()
        scroll.setAccessibleName(self.windowTitle())
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(content)
        right = QFrame()
        right.setProperty("layer", "panel")
        below = layouts.column(self.consequence, margins=(20, 8, 20, 12))
        layouts.column((scroll, 1), below, spacing=0, inside=right)
        lay_out_two_panes(self, left, right, self.foot)


def _is_about_column(model: str) -> bool:
    return issubclass(MODELS[model], SensitiveModel)


def _for_ordered_values(model: str) -> Parameter | None:
    """The parameter of a model that is chosen by whether the values of its column have an order."""
    return next((each for each in MODELS[model].description.parameters if each.for_ordered_values), None)


def _same_as(other: PrivacyModel) -> str:
    """The entry that copies the values of another model of the same kind."""
    column = other.sensitive_attribute
    if column is None:
        return tr("Same as {model}", model=other.title)
    return tr("Same as for {column}: {model}", column=column, model=other.title)
