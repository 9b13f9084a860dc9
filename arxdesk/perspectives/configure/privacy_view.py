"""The privacy models as cards. So far there is one kind: k-anonymity."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from arxdesk.commands import ChangePrivacy
from arxdesk.document import Document
from arxdesk.widgets.buttons import dense_button
from arxdesk.widgets.empty_state import EmptyState
from arxdesk.widgets.label import label, paragraph
from arxdesk.widgets.pane import Pane
from arxdesk.widgets.spin_box import SpinBox
from arxdesk.words import count, unbroken
from engine.privacy.size import KAnonymity
from engine.schema import Role

DEFAULT_K = 5
CARD_WIDTH = (260, 300)


class PrivacyView(Pane):
    """Adds, changes and removes k-anonymity."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__("Privacy models", parent=parent)
        self._document = document
        self._add = dense_button("Add k-anonymity", "plus")
        self._add.clicked.connect(self._add_model)
        self.add_header_widget(self._add)
        self._k = SpinBox(2, 1_000_000, DEFAULT_K)
        self._k.setFixedWidth(72)
        self._k.setAccessibleName("k, people at least per group")
        self._k.valueChanged.connect(self._change_k)
        self._title = label("", "body", "1", 600)
        self._sentence = paragraph()
        self._covers = paragraph("", "dense", "2")
        self._remove = dense_button("Remove")
        self._remove.clicked.connect(self._remove_model)
        self._card = self._lay_out_card()
        self._empty = EmptyState()
        self._empty.action_triggered.connect(self._add_model)
        body = QWidget()
        row = QHBoxLayout(body)
        row.setContentsMargins(12, 12, 12, 12)
        row.addWidget(self._card)
        row.addWidget(self._empty, 1)
        row.addStretch()
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(body)
        self.set_body(area)
        document.privacy_changed.connect(self.refresh)
        document.attribute_changed.connect(self._refresh_covers)
        document.lock_changed.connect(self._show_lock)
        self.refresh()

    def refresh(self) -> None:
        """Show the models of the document."""
        model = self._model()
        self._card.setVisible(model is not None)
        self._empty.setVisible(model is None)
        self._empty.set_content("No privacy model yet: the table would stay as it is.", "Add k-anonymity")
        self.set_caption("" if model is None else "1 active")
        if model is not None:
            with QSignalBlocker(self._k):
                self._k.setValue(model.k)
            self._title.setText(model.title)
            self._sentence.setText(unbroken(model.sentence))
        self._refresh_covers()
        self._show_lock(self._document.locked)

    def _model(self) -> KAnonymity | None:
        return next((model for model in self._document.job.privacy if isinstance(model, KAnonymity)), None)

    def _lay_out_card(self) -> QFrame:
        card = QFrame()
        card.setProperty("layer", "card")
        card.setMinimumWidth(CARD_WIDTH[0])
        card.setMaximumWidth(CARD_WIDTH[1])
        top = QHBoxLayout()
        top.addWidget(self._title)
        top.addStretch()
        top.addWidget(self._remove)
        parameter = QHBoxLayout()
        parameter.setSpacing(8)
        parameter.addWidget(label("k", "dense", "2"))
        parameter.addWidget(self._k)
        parameter.addWidget(label("people at least per group", "dense", "2"))
        parameter.addStretch()
        rule = QFrame()
        rule.setProperty("line", "horizontal")
        column = QVBoxLayout(card)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(8)
        column.addLayout(top)
        column.addLayout(parameter)
        column.addWidget(self._sentence)
        column.addStretch()
        column.addWidget(rule)
        column.addWidget(self._covers)
        return card

    def _refresh_covers(self) -> None:
        number = len(self._document.attributes_with(Role.QUASI_IDENTIFYING))
        few = {0: "Covers no column yet: give one the role quasi-identifying.", 1: "Covers the only one."}
        covers = few.get(number, f"Covers all {count(number)}.")
        self._covers.setText(f"Protects against: being found by someone who knows the quasi-identifiers. {covers}")

    def _show_lock(self, locked: bool) -> None:
        for control in (self._k, self._remove, self._empty):
            control.setEnabled(not locked)
        self._add.setEnabled(not locked and self._model() is None)

    def _put(self, model: KAnonymity | None, text: str, *, mergeable: bool) -> None:
        others = tuple(other for other in self._document.job.privacy if not isinstance(other, KAnonymity))
        after = others if model is None else (model, *others)
        self._document.push(ChangePrivacy(self._document, after, text, mergeable=mergeable))

    def _add_model(self) -> None:
        self._put(KAnonymity(k=DEFAULT_K), "Add k-anonymity", mergeable=False)

    def _remove_model(self) -> None:
        self._put(None, "Remove k-anonymity", mergeable=False)

    def _change_k(self, k: int) -> None:
        self._put(KAnonymity(k=k), "k of k-anonymity", mergeable=True)
