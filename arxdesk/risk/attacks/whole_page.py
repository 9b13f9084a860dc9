"""What the release tells without an attacker who knows columns: sentences in three parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from arxdesk.risk.attacks.whole_work import EarlierFound
from arxdesk.ui import layouts, words
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk_engine.foundation.language import marked, tr, tr_n

ALONE, CHOICES, EARLIER = "alone", "choices", "earlier"
TITLES = {
    ALONE: marked("Rows that stand alone in the release"),
    CHOICES: marked("Somebody who knows the algorithm"),
    EARLIER: marked("Earlier releases"),
}
NO_EARLIER = marked(
    "This project has exported nothing yet. Each export is remembered, and later releases are compared with it."
)
WAITING = marked("Attacking…")


class WholePage(QWidget):
    """Each part has a heading and its sentences; the last one a link to records."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.texts = {part: paragraph(tr(WAITING), "dense", "1") for part in TITLES}
        self.narrowed_link = link_button("")
        self.narrowed_link.hide()
        inner = QWidget()
        parts: list[layouts.Part] = []
        for part, title in TITLES.items():
            parts += [label(tr(title), "dense", "1", 600), self.texts[part]]
            parts += [layouts.row(self.narrowed_link, layouts.STRETCH)] if part == EARLIER else [8]
        layouts.column(*parts, layouts.STRETCH, spacing=4, margins=(0, 0, 8, 0), inside=inner)
        scrolled = QScrollArea()
        scrolled.setAccessibleName(tr("What the release tells as a whole"))
        scrolled.setFrameShape(QFrame.Shape.NoFrame)
        scrolled.setWidgetResizable(True)
        scrolled.setWidget(inner)
        layouts.column((scrolled, 1), inside=self)

    def show_found(self, found: Mapping[str, Any], *, has_earlier: bool) -> None:
        """Show the answers received so far, by part."""
        self.texts[ALONE].setText(found.get(ALONE, tr(WAITING)))
        self.texts[CHOICES].setText("\n".join(found.get(CHOICES, (tr(WAITING),))))
        earlier: EarlierFound | None = found.get(EARLIER)
        if not has_earlier:
            self.texts[EARLIER].setText(tr(NO_EARLIER))
        else:
            self.texts[EARLIER].setText(tr(WAITING) if earlier is None else _said(earlier))
        number = 0 if earlier is None or not has_earlier else len(earlier.narrowed)
        self.narrowed_link.setVisible(number > 0)
        self.narrowed_link.setText(tr_n(number, "Show the {n} record", "Show the {n} records"))

    def numbers(self) -> str:
        """All sentences."""
        return "\n\n".join(f"{tr(title)}\n{self.texts[part].text()}" for part, title in TITLES.items())


def _said(found: EarlierFound) -> str:
    """What the releases tell together, and which of them could not be compared."""
    lines = list(found.sentences)
    if found.releases:
        lines.insert(0, tr("Compared with {names}.", names=words.joined(list(found.releases), 4)))
    if found.left_out:
        names = words.joined(list(found.left_out), 4)
        lines.append(tr("Not compared, since their rows or people are no longer known: {names}.", names=names))
    return "\n".join(lines)
