"""The icon of the application, from one drawing: of the window, and as pictures for desktops and installers.

`python -m arxdesk.ui.application_icon` redraws the pictures in packaging/linux after a change of the drawing.
"""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

IDENTIFIER = "org.arxdesk.ArxDesk"
"""By which a desktop finds the entry of its menu, the icon and the type of files; also in packaging/linux."""
SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
DRAWING = files("arxdesk_resources").joinpath("application", "arxdesk.svg")
_PICTURES = Path("packaging", "linux", "share", "icons", "hicolor")


def picture(size: int) -> QImage:
    """The icon with this many pixels on each side."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(DRAWING.read_bytes())).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return image


def application_icon() -> QIcon:
    """The icon in all sizes in use; sizes of the drawing's grid are sharp."""
    icon = QIcon()
    for size in SIZES[:-1]:
        icon.addPixmap(QPixmap.fromImage(picture(size)))
    return icon


def write_pictures(folder: Path) -> None:
    """Write the pictures and the drawing as icon themes have them."""
    for size in SIZES:
        place = folder / f"{size}x{size}" / "apps"
        place.mkdir(parents=True, exist_ok=True)
        picture(size).save(str(place / f"{IDENTIFIER}.png"))
    place = folder / "scalable" / "apps"
    place.mkdir(parents=True, exist_ok=True)
    (place / f"{IDENTIFIER}.svg").write_bytes(DRAWING.read_bytes())


if __name__ == "__main__":
    _application = QGuiApplication(sys.argv)
    write_pictures(_PICTURES)
