"""The card of a privacy model: name, promise, parameters and the harm it protects against."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QFrame, QMenu, QPushButton, QToolButton, QVBoxLayout, QWidget

from arxdesk.configure.protection.model_fields import Box, ModelFields, ParameterChange
from arxdesk.configure.protection.model_words import parameters, protection
from arxdesk.ui import layouts
from arxdesk.ui.tooltips import plain
from arxdesk.ui.widgets.basics.buttons import icon_button, link_button
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.basics.wrapping_label import WrappingLabel
from arxdesk.ui.words import capitalized, unbroken
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.job.job import Job
from arxdesk_engine.privacy.model import PrivacyModel

ABOVE_TITLE = 4  # its first line stands beside the middle of the button
EDIT, DUPLICATE, COPY, REMOVE = "edit", "duplicate", "copy", "remove"
_ACTIONS = {
    EDIT: marked("Edit..."),
    DUPLICATE: marked("Duplicate for another column..."),
    COPY: marked("Copy parameters to all of this kind"),
    REMOVE: marked("Remove"),
}


class ModelCard(QFrame):
    """Shows one model after another. Signals carry the place of the card; `asked` one of the actions of its menu."""

    asked = Signal(int, str)
    parameter_changed = Signal(int, ParameterChange)
    pause_changed = Signal(int, bool)
    link_chosen = Signal(int, str)
    formula_requested = Signal(int)

    def __init__(self, place: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._place = place
        self._active = QCheckBox()
        self._active.toggled.connect(self._tell_pause)
        self._title = WrappingLabel("", "body", "1", 600)
        self._more = icon_button("more", tr("More"))
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self._more)
        self._actions = {key: self._menu.addAction(tr(text)) for key, text in _ACTIONS.items()}
        for key, action in self._actions.items():
            action.setData(key)
        self._menu.triggered.connect(self._tell_action)
        self._more.setMenu(self._menu)
        self._fields = ModelFields()
        self._fields.changed.connect(self._tell_parameter)
        self._parameters = WrappingLabel("", "caption", "3")
        self._sentence = WrappingLabel()
        self._protects = WrappingLabel("", "dense", "2")
        self._formula = link_button(tr("Formula"))
        self._formula.clicked.connect(self._ask_for_formula)
        self._breaking = WrappingLabel("", "dense", "2")
        self._problem = Message("warn")
        self._problem.link_activated.connect(self._tell_link)
        self._lay_out()

    @property
    def active(self) -> QCheckBox:
        """The tick of an active model; without it the model is paused."""
        return self._active

    @property
    def title(self) -> WrappingLabel:
        """The name of the model with its parameters."""
        return self._title

    @property
    def sentence(self) -> WrappingLabel:
        """The promise of the model."""
        return self._sentence

    @property
    def parameters(self) -> WrappingLabel:
        """The parameters that the title leaves out; hidden without any."""
        return self._parameters

    @property
    def protects(self) -> WrappingLabel:
        """The harm it protects against."""
        return self._protects

    @property
    def problem(self) -> Message:
        """The reason a search would refuse it, or its pause; hidden for neither."""
        return self._problem

    @property
    def breaking(self) -> WrappingLabel:
        """The number of records that break it now; hidden until it is known."""
        return self._breaking

    @property
    def fields(self) -> ModelFields:
        """The parameters that can be changed in place."""
        return self._fields

    @property
    def k(self) -> Box:
        """The field of the parameter k, of models that have one."""
        return self._fields.boxes["k"]

    @property
    def more(self) -> QToolButton:
        """The button of the menu."""
        return self._more

    @property
    def formula(self) -> QPushButton:
        """The link to the formula."""
        return self._formula

    def action(self, key: str) -> QAction:
        """An action of the menu: EDIT, DUPLICATE, COPY or REMOVE."""
        return self._actions[key]

    def show_model(self, model: PrivacyModel, job: Job, columns: Sequence[str], *, paused: bool, alone: bool) -> None:
        """Show another model of the job, or the same one with other parameters.

        `columns` are those that a model of this kind could refer to; `alone`: no other model is of its kind.
        """
        self.setProperty("layer", "paused" if paused else "card")
        self.style().unpolish(self)
        self.style().polish(self)
        with QSignalBlocker(self._active):
            self._active.setChecked(not paused)
        self._active.setAccessibleName(tr("{model} counts", model=model.title))
        self._active.setToolTip(tr("Untick to pause it: it stays here, and a search ignores it."))
        self._title.setText(unbroken(capitalized(model.title)))
        self._sentence.setText(unbroken(model.sentence).replace("(1 in ", "(1\u00a0in\u00a0"))
        more = tr("More for {model}", model=model.title)
        self._more.setToolTip(plain(more))
        self._more.setAccessibleName(more)
        self._fields.show_model(model, columns)
        self._actions[DUPLICATE].setVisible(model.sensitive_attribute is not None)
        self._actions[COPY].setVisible(model.sensitive_attribute is not None)
        self._actions[COPY].setEnabled(not alone)
        others = parameters(model, job)
        self._parameters.setText(unbroken(others))
        self._parameters.setVisible(bool(others))
        said = f"{model.title}: {model.sentence}"
        self.setAccessibleName(f"{said} {tr('Paused.')}" if paused else said)

    def show_standing(self, model: PrivacyModel, covers: str) -> None:
        """Show the harm the model protects against, and the columns it covers now."""
        against, term = protection(model)
        self._protects.setText(
            " ".join(part for part in (tr("Protects against: {harm}.", harm=against), covers) if part)
        )
        self._protects.setToolTip(plain(term))

    def show_problem(
        self, lead: str, sentence: str, links: tuple[tuple[str, str], ...] = (), *, paused: bool = False
    ) -> None:
        """Show why a search would refuse the model, or that it is `paused`; "" for neither."""
        self._problem.setVisible(bool(lead))
        for part in (self._rule, self._protects):
            part.setVisible(not lead)  # its protection is shown once it works
        self._problem.set_content("warn" if links or not paused else "info", lead, sentence, links)

    def show_breaking(self, text: str) -> None:
        """Show the number of records that break it now; "" while it is unknown."""
        self._breaking.setText(text)
        self._breaking.setVisible(bool(text))

    def set_locked(self, locked: bool) -> None:
        """Forbid changes while a search uses the model."""
        for control in (self._active, self._fields, self._more, self._problem):
            control.setEnabled(not locked)

    def _lay_out(self) -> None:
        name = layouts.column(
            # its lines are higher than its letters
            self._title,
            margins=(0, ABOVE_TITLE - 2, 0, 0),
        )
        tick = layouts.column((self._active, 0, Qt.AlignmentFlag.AlignTop), margins=(0, ABOVE_TITLE, 0, 0))
        top = layouts.row(tick, (name, 1), (self._more, 0, Qt.AlignmentFlag.AlignTop), spacing=4)
        rule = self._rule = QFrame()
        rule.setProperty("line", "horizontal")
        links = layouts.row((self._formula, 0, Qt.AlignmentFlag.AlignTop), (self._breaking, 1), spacing=12)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 8, 8)
        column.setSpacing(6)
        layouts.nest(column, top)
        column.setStretch(0, 0)
        above: tuple[QWidget, ...] = (self._fields, self._sentence, self._parameters)
        below: tuple[QWidget, ...] = (self._problem, rule, self._protects)
        for part in above:
            column.addWidget(part)
        column.addStretch()
        for part in below:
            column.addWidget(part)
        layouts.nest(column, links)

    def _tell_action(self, action: QAction) -> None:
        self.asked.emit(self._place, str(action.data()))

    def _tell_parameter(self, change: ParameterChange) -> None:
        self.parameter_changed.emit(self._place, change)

    def _tell_pause(self, active: bool) -> None:
        self.pause_changed.emit(self._place, not active)

    def _tell_link(self, key: str) -> None:
        self.link_chosen.emit(self._place, key)

    def _ask_for_formula(self) -> None:
        self.formula_requested.emit(self._place)
