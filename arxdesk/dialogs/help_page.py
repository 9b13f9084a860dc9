"""A page of the help, as it is written in resources/help."""

from __future__ import annotations

from importlib.resources import files

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

SIZE = (720, 640)
FOLDER = files("resources").joinpath("help")

OF_PERSPECTIVES = {"configure": "transformations", "explore": "exploring", "quality": "utility", "risk": "glossary"}
"""The page that tells most of what a perspective shows."""
FIRST = "projects"


class HelpPage(QDialog):
    """Shows one page; links to other pages are followed, those to the network are not."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Help")
        self.resize(*SIZE)
        self.text = QTextBrowser()
        self.text.setOpenLinks(False)
        self.text.setAccessibleName("Help")
        self.text.anchorClicked.connect(self._follow)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addWidget(self.text, 1)
        column.addWidget(buttons)
        self.show_page(name)

    @classmethod
    def of_perspective(cls, perspective: str, parent: QWidget | None = None) -> HelpPage:
        """What helps with a perspective, or with beginning where there is none."""
        return cls(OF_PERSPECTIVES.get(perspective, FIRST), parent)

    def show_page(self, name: str) -> None:
        """Show a page by the name of its file, without the suffix."""
        self.text.setMarkdown(FOLDER.joinpath(f"{name}.md").read_text(encoding="utf-8"))

    def _follow(self, link: QUrl) -> None:
        name = link.path().rpartition("/")[2].removesuffix(".md")
        if link.isRelative() and FOLDER.joinpath(f"{name}.md").is_file():
            self.show_page(name)
        elif link.hasFragment():
            self.text.scrollToAnchor(link.fragment())
