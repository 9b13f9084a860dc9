"""Settings taken over from an ARX project, and those that were not, each with its alternative."""

from __future__ import annotations

import html
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from arxdesk.core.values.arx_import import ArxImport
from arxdesk.help.mark import help_mark
from arxdesk.ui import layouts, theme
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.help_topics import FROM_ARX
from arxdesk.ui.widgets.basics.buttons import secondary_button
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk.ui.words import capitalized
from arxdesk_engine.foundation.language import marked, tr

SIZE = QSize(720, 600)
COMPLETE = marked("The ARX project itself is never changed. Check Configure before you anonymize.")


class ArxImportDialog(FramedDialog):
    """The list can be copied, and saved as a text (`save_requested`)."""

    save_requested = Signal(str)

    def __init__(self, taken: ArxImport, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Imported from ARX"))
        self.resize(SIZE)
        self._taken = taken
        self.text = QTextBrowser()
        self.text.setAccessibleName(tr("Settings imported, and those left out"))
        self.text.setOpenLinks(False)
        self.copy = secondary_button(tr("Copy"), "copy")
        self.save = secondary_button(tr("Save as text..."), "save")
        self.copy.clicked.connect(self._copy)
        self.save.clicked.connect(self._ask_to_save)
        self.foot = DialogFoot(tr("Close"), "")
        self.foot.cancel.hide()
        self.foot.accepted.connect(self.accept)
        top = layouts.row((label(taken.lead, "verdict"), 1), help_mark(FROM_ARX, tr("projects of ARX")), spacing=8)
        tools = layouts.row(self.copy, self.save, layouts.STRETCH, spacing=8)
        panel = QFrame()
        panel.setProperty("layer", "panel")
        layouts.column(
            top,
            paragraph(f"{taken.name}. {tr(COMPLETE)}" if taken.name else tr(COMPLETE), "dense", "2"),
            (self.text, 1),
            tools,
            spacing=8,
            margins=(20, 16, 20, 12),
            inside=panel,
        )
        layouts.column((panel, 1), self.foot, spacing=0, inside=self)
        self.text.document().setDocumentMargin(0)  # in line with what stands above
        self.foot.primary.setFocus()
        self._write()
        theme.watcher.changed.connect(self._write)

    def changeEvent(self, event: QEvent) -> None:
        """Write the page again in other fonts."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._write()

    def _write(self) -> None:
        self.text.setHtml(_page(self._taken))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._taken.text)
        self.foot.note.setText(tr("Copied."))

    def _ask_to_save(self) -> None:
        self.save_requested.emit(self._taken.text)


def _page(taken: ArxImport) -> str:
    colors = theme.current()
    style = f"font-size: {theme.TYPE['dense'].size}px; color: {colors.color('text.1').name()};"
    parts = []
    if taken.left_out:
        parts.append(_heading(tr("Not imported as in ARX")))
        for each in taken.left_out:
            instead = f'<br><span style="color: {colors.color("text.2").name()}">{_safe(each.instead)}</span>'
            place = f'<span style="font-weight: 600">{_safe(each.place)}</span>'
            said = f"{place}<br>{_safe(_sentence(each.found))}{instead if each.instead else ''}"
            parts.append(f'<p style="margin: 0 0 10px 0">{said}</p>')
    parts += [_heading(tr("Imported")), _list(taken.taken)]
    if taken.notes:
        parts += [_heading(tr("Worth knowing")), _list(tuple(map(tr, taken.notes)))]
    return f'<div style="{style}">{"".join(parts)}</div>'


def _heading(text: str) -> str:
    size = theme.TYPE["body"].size
    return f'<p style="font-size: {size}px; font-weight: 600; margin: 12px 0 6px 0">{_safe(text)}</p>'


def _list(sentences: Sequence[str]) -> str:
    return "".join(f'<p style="margin: 0 0 4px 0">{_safe(_sentence(capitalized(each)))}</p>' for each in sentences)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


def _safe(text: str) -> str:
    return html.escape(text).replace("\n", "<br>")
