"""Name, version and licence of the program."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from arxdesk.ui.dialogs.foot import lay_out_over_foot
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk_engine import __version__
from arxdesk_engine.foundation.language import tr

WIDTH = 440


class AboutDialog(FramedDialog):
    """Name, version, licence, and where the data stay."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About ArxDesk"))
        self.setMinimumWidth(WIDTH)
        lay_out_over_foot(
            self,
            label("ArxDesk", "page"),
            label(tr("Version {version}", version=__version__), "dense", "2"),
            paragraph(
                tr("Makes tables about people safe to share, with proof. Your data stay on this computer."), "body"
            ),
            paragraph(tr("Apache License 2.0. Inter is under the SIL Open Font License."), "dense", "2"),
        )
