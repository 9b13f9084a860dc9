"""A privacy model of the job as a card: what it is called, what it promises, what it protects against."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from arxdesk.perspectives.configure.model_words import parameters, protection
from arxdesk.tooltips import plain
from arxdesk.widgets.buttons import icon_button
from arxdesk.widgets.label import label
from arxdesk.widgets.message import Message
from arxdesk.widgets.spin_box import SpinBox
from arxdesk.widgets.wrapping_label import WrappingLabel
from arxdesk.words import capitalized, unbroken
from engine.job import Job
from engine.privacy.model import PrivacyModel
from engine.privacy.size import MOST, KAnonymity

SMALLEST_K = 2
FIELD, ARROWS = 72, 30
ABOVE_TITLE = 4  # its first line stands beside the middle of the button


class ModelCard(QFrame):
    """Shows one model after another; of k-anonymity k can be changed. Signals carry the place of the card."""

    remove_requested = Signal(int)
    k_changed = Signal(int, int)
    sensitive_requested = Signal(int)

    def __init__(self, place: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("layer", "card")
        self._place = place
        self._title = WrappingLabel("", "body", "1", 600)
        self._remove = icon_button("trash", "Remove")
        self._remove.clicked.connect(self._ask_to_remove)
        self._k = SpinBox(SMALLEST_K, MOST, SMALLEST_K)
        self._k.setAccessibleName("k, people at least per group")
        self._k.valueChanged.connect(self._tell_k)
        self._field = QWidget()
        self._parameters = WrappingLabel("", "caption", "3")
        self._sentence = WrappingLabel()
        self._protects = WrappingLabel("", "dense", "2")
        self._problem = Message("warn")
        self._problem.link_activated.connect(self._ask_for_role)
        self._lay_out()

    @property
    def title(self) -> WrappingLabel:
        """The name of the model with its parameters."""
        return self._title

    @property
    def sentence(self) -> WrappingLabel:
        """What it promises."""
        return self._sentence

    @property
    def parameters(self) -> WrappingLabel:
        """What else the job asks of it; hidden where that is nothing."""
        return self._parameters

    @property
    def protects(self) -> WrappingLabel:
        """What it protects against."""
        return self._protects

    @property
    def problem(self) -> Message:
        """Why a search would refuse it; hidden where it would not."""
        return self._problem

    @property
    def k(self) -> SpinBox:
        """The parameter of k-anonymity; hidden for all other models."""
        return self._k

    @property
    def remove(self) -> QToolButton:
        """The button that removes the model."""
        return self._remove

    def show_model(self, model: PrivacyModel, job: Job) -> None:
        """Show another model of the job, or the same one with other parameters."""
        self._title.setText(unbroken(capitalized(model.title)))
        self._sentence.setText(unbroken(model.sentence).replace("(1 in ", "(1\u00a0in\u00a0"))
        self._remove.setToolTip(plain(f"Remove {model.title}"))
        self._remove.setAccessibleName(f"Remove {model.title}")
        self._field.setVisible(isinstance(model, KAnonymity))
        if isinstance(model, KAnonymity):
            self._show_k(model.k)
        others = parameters(model, job)
        self._parameters.setText(unbroken(others))
        self._parameters.setVisible(bool(others))
        self.setAccessibleName(f"{model.title}: {model.sentence}")

    def show_standing(self, model: PrivacyModel, covers: str, problem: str, link: str) -> None:
        """Say what the model means for the columns as they are now, and what keeps it from being searched."""
        against, term = protection(model)
        self._protects.setText(" ".join(part for part in (f"Protects against: {against}.", covers) if part))
        self._protects.setToolTip(plain(term))
        self._problem.setVisible(bool(problem))
        links = (("sensitive", link),) if link else ()
        self._problem.set_content("warn", "Cannot be searched.", problem, links)

    def set_locked(self, locked: bool) -> None:
        """Allow changes, or not while a search uses the model."""
        for control in (self._k, self._remove, self._problem):
            control.setEnabled(not locked)

    def _show_k(self, k: int) -> None:
        with QSignalBlocker(self._k):
            self._k.setMinimum(min(SMALLEST_K, k))
            self._k.setValue(k)
        needed = self._k.fontMetrics().horizontalAdvance(self._k.text()) + ARROWS
        self._k.setFixedWidth(max(FIELD, needed))

    def _lay_out(self) -> None:
        name = QVBoxLayout()
        name.setContentsMargins(0, ABOVE_TITLE, 0, 0)
        name.addWidget(self._title)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addLayout(name, 1)
        top.addWidget(self._remove, 0, Qt.AlignmentFlag.AlignTop)
        parameter = QHBoxLayout(self._field)
        parameter.setContentsMargins(0, 0, 0, 0)
        parameter.setSpacing(8)
        parameter.addWidget(label("k", "dense", "2"))
        parameter.addWidget(self._k)
        unit = WrappingLabel("people at least per group", "dense", "2")
        parameter.addWidget(unit, 1, Qt.AlignmentFlag.AlignVCenter)
        rule = QFrame()
        rule.setProperty("line", "horizontal")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 8, 12)
        column.setSpacing(8)
        column.addLayout(top)
        for part in (self._field, self._sentence, self._parameters):
            column.addWidget(part)
        column.addStretch()
        for part in (self._problem, rule, self._protects):
            column.addWidget(part)

    def _ask_to_remove(self) -> None:
        self.remove_requested.emit(self._place)

    def _tell_k(self, k: int) -> None:
        self.k_changed.emit(self._place, k)

    def _ask_for_role(self, _key: str) -> None:
        self.sensitive_requested.emit(self._place)
