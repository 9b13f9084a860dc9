"""Takes a picture of every screen, to be looked at: `python -m tests.arxdesk.take_pictures FOLDER [light dark ...]`.

The census example of the reference folder is searched, applied and shown in every perspective; dialogs stand where
they would stand in front of the window. Nothing is asserted here.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QSettings, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from arxdesk.app import make_application
from arxdesk.core import text_size
from arxdesk.core.preferences import LOOK
from arxdesk.core.settings import Settings
from arxdesk.ui import theme
from arxdesk.window.window import MainWindow
from tests.places import EXAMPLE

VARIANTS = {"light": ("light", (1440, 900)), "dark": ("dark", (1440, 900)), "2x": ("light", (1440, 900))}
VARIANTS |= {"small": ("light", (1024, 680)), "small-dark": ("dark", (1024, 680))}
VARIANTS |= {"125": ("light", (1152, 720)), "150": ("light", (960, 600))}  # of a screen of 1440 x 900
SCALES = {"2x": 2.0, "125": 1.25, "150": 1.5}
PATIENCE = 60.0
ADULT = ("sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation")


def wait(condition: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Let the event loop turn until something is the case."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        QCoreApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        time.sleep(0.005)
    return condition()


def settle(window: MainWindow, seconds: float = 0.4) -> None:
    """Wait until no work runs, and a little longer."""
    wait(lambda: not window.session.jobs._lanes)
    end = time.monotonic() + seconds
    wait(lambda: time.monotonic() > end, seconds + 1)


def census(folder: Path) -> Path:
    """A job over the census example."""
    shared = Path(os.environ["ARXDESK_SHARED"]) / "data/adult"
    lines = ["[data]", f'path = "{shared / "adult.csv"}"', 'delimiter = ";"']
    for name in (*ADULT, "salary-class"):
        lines += [f"[attributes.{name}]", 'role = "quasi-identifying"', f'hierarchy = "{shared}/hierarchy_{name}.csv"']
    lines += ["[[privacy]]", 'model = "k-anonymity"', "k = 5", "[suppression]", "limit = 0.05"]
    path = folder / "adult.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


class Camera:
    """Keeps pictures of the window, with what stands in front of it."""

    def __init__(self, window: MainWindow, folder: Path, name: str, scale: float) -> None:
        self.window, self.folder, self.name, self.scale = window, folder, name, scale

    def take(self, what: str) -> None:
        """Save a picture of the window and of the dialogs and popups in front of it."""
        settle(self.window, 0.2)
        image = QImage((QSizeF(self.window.size()) * self.scale).toSize(), QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(self.scale)
        image.fill(QColor("white"))
        self.window.render(image, QPoint(0, 0))
        painter = QPainter(image)
        for front in QApplication.topLevelWidgets():
            if front is self.window or not front.isVisible() or not isinstance(front, QWidget):
                continue
            place = QPoint((self.window.width() - front.width()) // 2, (self.window.height() - front.height()) // 2)
            if not isinstance(front, QDialog):
                place = front.pos() - self.window.pos()
            part = QImage((QSizeF(front.size()) * self.scale).toSize(), QImage.Format.Format_ARGB32_Premultiplied)
            part.setDevicePixelRatio(self.scale)
            part.fill(Qt.GlobalColor.transparent)
            front.render(part, QPoint(0, 0))
            painter.drawImage(place, part)
        painter.end()
        image.save(str(self.folder / f"{what}-{self.name}.png"))

    @contextmanager
    def dialog(self, what: str, opens: Callable[[], object]) -> Iterator[None]:
        """Open a dialog, take its picture, close it."""
        opens()
        settle(self.window, 0.3)
        yield
        self.take(what)
        for front in QApplication.topLevelWidgets():
            if isinstance(front, QDialog) and front.isVisible():
                front.done(0)
        settle(self.window, 0.1)


def screens(camera: Camera, folder: Path) -> None:
    """Go through the window."""
    window = camera.window
    camera.take("start")
    actions = window.actions_by_name
    with camera.dialog("import-wizard", lambda: window.flows.project.open(folder / "discharges.csv")):
        pass
    window.flows.project.open(census(folder))
    wait(lambda: window.document is not None)
    settle(window, 1)
    window.document.set_focus("age")
    camera.take("configure")
    named = ("add_model", "presets", "safe_harbor", "guess_roles", "settings", "about", "report", "properties")
    for action in (*named, "audit_trail", "create_hierarchy", "anonymize"):
        with camera.dialog(f"dialog-{action.replace('_', '-')}", actions[action].trigger):
            pass
    window.show_perspective("explore")
    camera.take("explore-empty")
    window.session.searching.anonymize()
    wait(window.panel.isVisible, 5)
    wait(lambda: window.document.result is not None, 0.15)
    image = window.grab()
    image.save(str(camera.folder / f"search-live-{camera.name}.png"))
    wait(lambda: window.document.applied is not None)
    settle(window, 1)
    for key in ("explore", "quality", "risk"):
        window.show_perspective(key)
        settle(window, 1)
        camera.take(key)
    with suppress(Exception), camera.dialog("export-wizard", actions["export"].trigger):
        pass
    window.show_perspective("explore")
    with suppress(Exception), camera.dialog("dialog-compare", actions["compare"].trigger):
        settle(window, 1)


def main(arguments: list[str]) -> None:
    """Take the pictures of the looks asked for, all unless any are named."""
    folder, variants = Path(arguments[0]), arguments[1:] or list(VARIANTS)
    folder.mkdir(parents=True, exist_ok=True)
    app = make_application([])
    with tempfile.TemporaryDirectory() as kept:
        QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, kept)
        example = EXAMPLE / "discharge.csv"
        (Path(kept) / "discharges.csv").write_bytes(example.read_bytes())
        for variant in variants:
            look, size = VARIANTS[variant]
            settings = Settings()
            settings.store(LOOK, "dark" if look == "dark" else "light")  # what the settings go back to
            theme.apply(app, settings.value(LOOK))
            text_size.running.percent = 150 if variant == "150" else text_size.USUAL
            window = MainWindow(settings)
            if variant == "150":
                window.setMinimumSize(*size)
            window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen, False)
            window.resize(*size)
            window.show()
            screens(Camera(window, folder, variant, SCALES.get(variant, 1.0)), Path(kept))
            window.session.close_document()
            window.close()
            settle(window, 0.1)


if __name__ == "__main__":
    main(sys.argv[1:])
