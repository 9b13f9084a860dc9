"""Takes the pictures of the tutorial, going its way by the buttons: `python -m tests.arxdesk.take_tutorial [FOLDER]`.

Reduce their colours before they are committed: `mogrify -dither None -colors 160 PNG8:*.png`.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from arxdesk.app import make_application
from arxdesk.configure.protection.presets_dialog import PresetsDialog
from arxdesk.core.preferences import LOOK
from arxdesk.core.settings import Settings
from arxdesk.exporting.dialog import RESULT, ExportDialog
from arxdesk.importing.dialog import ImportDialog
from arxdesk.ui import theme
from arxdesk.window.window import MainWindow
from tests.arxdesk.take_pictures import Camera, settle, wait
from tests.places import EXAMPLE, ROOT

PICTURES = ROOT / "packaging" / "documentation" / "pages" / "tutorial" / "pictures"
SIZE = (1280, 800)
LEFT = Qt.MouseButton.LeftButton


def button(parent: QWidget, text: str) -> QPushButton:
    return next(each for each in parent.findChildren(QPushButton) if each.text().startswith(text) and each.isVisible())


def dialog_of(window: MainWindow, kind: type[QWidget]) -> QWidget:
    wait(lambda: any(isinstance(each, kind) and each.isVisible() for each in QApplication.topLevelWidgets()))
    return next(each for each in QApplication.topLevelWidgets() if isinstance(each, kind) and each.isVisible())


def go(camera: Camera, table: Path) -> None:
    """The way of the tutorial."""
    window = camera.window
    camera.take("1-start")
    window.flows.project.open(table)
    wizard = dialog_of(window, ImportDialog)
    assert isinstance(wizard, ImportDialog)
    wait(lambda: not wizard.flow.busy)
    for name in ("2-types", "3-roles", "4-finish"):
        settle(window, 0.5)
        camera.take(name)
        wait(wizard.next_button.isEnabled)
        QTest.mouseClick(wizard.next_button, LEFT)
    wait(lambda: window.document is not None)
    settle(window, 1)
    window.document.set_focus("age")
    configure = window.workspace.perspectives["configure"]
    wait(lambda: not configure.turns.isActive())
    camera.take("5-configure")
    QTest.mouseClick(button(configure.privacy_view, "Presets"), LEFT)
    presets = dialog_of(window, PresetsDialog)
    assert isinstance(presets, PresetsDialog)
    research = presets.list.findItems("Research use", Qt.MatchFlag.MatchExactly)[0]
    QTest.mouseClick(presets.list.viewport(), LEFT, pos=presets.list.visualItemRect(research).center())
    camera.take("6-presets")
    QTest.mouseClick(presets.foot.primary, LEFT)
    settle(window, 0.5)
    QTest.mouseClick(window.buttons["anonymize"], LEFT)
    settle(window, 0.3)
    camera.take("7-anonymize")
    QTest.mouseClick(window.dialog.foot.primary, LEFT)
    wait(lambda: window.document.applied is not None)
    settle(window, 1)
    for name, key in (("8-explore", "explore"), ("9-quality", "quality"), ("10-risk", "risk")):
        window.show_perspective(key)
        settle(window, 1.5)
        camera.take(name)
    window.actions_by_name["export"].trigger()
    export = dialog_of(window, ExportDialog)
    assert isinstance(export, ExportDialog)
    camera.take("11-contents")
    QTest.mouseClick(export.next_button, LEFT)
    camera.take("12-place")
    QTest.mouseClick(export.next_button, LEFT)
    wait(lambda: export.place == RESULT and not export.course.busy)
    camera.take("13-result")
    export.done(0)


def main(arguments: list[str]) -> None:
    """Take all pictures."""
    folder = Path(arguments[0]) if arguments else PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    app = make_application([])
    with tempfile.TemporaryDirectory() as kept:
        QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, kept)
        table = Path(tempfile.gettempdir()) / "Documents" / "discharge.csv"  # the last picture shows the place
        table.parent.mkdir(exist_ok=True)
        table.write_bytes((EXAMPLE / "discharge.csv").read_bytes())
        settings = Settings()
        settings.store(LOOK, "light")
        theme.apply(app, "light")
        window = MainWindow(settings)
        window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen, False)
        window.resize(*SIZE)
        window.show()
        go(Camera(window, folder, "light", 1.0), table)
        shutil.rmtree(table.parent)
        window.session.close_document()
        window.close()


if __name__ == "__main__":
    main(sys.argv[1:])
