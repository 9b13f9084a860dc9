"""The dialog for a defect of the program: calm, with the technical text folded and free of data values."""

from __future__ import annotations

import platform
from types import TracebackType

from PySide6.QtWidgets import QWidget

from arxdesk.ui.dialogs.foot import lay_out_over_foot
from arxdesk.ui.widgets.basics.error_card import ErrorCard
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk_engine import __version__
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.log import code_places

WIDTH = 560


def technical_text(kind: type[BaseException], trace: TracebackType | None) -> str:
    """The trace of an exception, without its message, which could hold values of the data."""
    program = f"ArxDesk {__version__}, Python {platform.python_version()}, {platform.system()}"
    return f"{program}\n{kind.__name__}\n{code_places(trace)}"


class CrashDialog(FramedDialog):
    """Says that something went wrong, and offers the next steps."""

    def __init__(self, details: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Something went wrong"))
        self.setMinimumWidth(WIDTH)
        self.card = ErrorCard()
        self.card.set_error(
            tr("This is a defect of ArxDesk, not of your data."),
            tr("The last action was not completed. Your files are unchanged."),
            tr("Save your project and start again. The details below say where it happened; they hold no data."),
            details,
        )
        lay_out_over_foot(self, self.card)
        self.card.folded.connect(self.adjustSize)
