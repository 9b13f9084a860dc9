"""Line icons in the colours of the theme, sharp at every scale."""

from functools import lru_cache
from importlib.resources import files

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from arxdesk.ui import theme


class _Engine(QIconEngine):
    """Draws one icon in the colour its token has at the moment of painting, so icons follow the theme by themselves."""

    def __init__(self, name: str, token: str, on_token: str, over_token: str) -> None:
        super().__init__()
        self._over_token = over_token
        self._name = name
        self._token = token
        self._on_token = on_token

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Draw the icon into the middle of the rectangle."""
        side = min(rect.width(), rect.height())
        place = QRectF(rect.x() + (rect.width() - side) / 2, rect.y() + (rect.height() - side) / 2, side, side)
        ink = self._on_token if state == QIcon.State.On else self._token
        if mode == QIcon.Mode.Disabled:
            ink = "text.disabled"
        elif mode == QIcon.Mode.Active and state == QIcon.State.Off:
            ink = self._over_token
        paint_icon(painter, place, self._name, theme.current().color(ink))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Return the icon as a transparent picture of that many device pixels."""
        picture = QPixmap(size)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        self.paint(painter, QRect(0, 0, size.width(), size.height()), mode, state)
        painter.end()
        return picture

    def clone(self) -> QIconEngine:
        """Return an engine that draws the same icon."""
        twin = _Engine(self._name, self._token, self._on_token, self._over_token)
        _alive.append(twin)
        return twin


# Qt owns the engines, but Python must keep their overridden methods alive as long as a copy of the icon may exist.
_alive: list[_Engine] = []


@lru_cache(maxsize=256)
def icon(
    name: str,
    token: str = "text.2",  # noqa: S107 (colour tokens)
    on_token: str | None = None,
    over_token: str | None = None,
) -> QIcon:
    """Return an icon tinted with a colour token; checked actions and buttons show it in `on_token` if given, hovered
    ones in `over_token`."""
    if not files("arxdesk_resources").joinpath(f"icons/{name}.svg").is_file():
        raise KeyError(name)
    engine = _Engine(name, token, on_token or token, over_token or token)
    _alive.append(engine)
    return QIcon(engine)


def paint_icon(painter: QPainter, rect: QRectF, name: str, color: QColor) -> None:
    """Draw an icon with any painter, in any colour."""
    _renderer(name, color.name()).render(painter, rect)


@lru_cache(maxsize=512)
def _renderer(name: str, color: str) -> QSvgRenderer:
    drawing = files("arxdesk_resources").joinpath(f"icons/{name}.svg").read_text(encoding="utf-8")
    return QSvgRenderer(QByteArray(drawing.replace("currentColor", color).encode()))


def names() -> list[str]:
    """Return the names of all icons."""
    return sorted(
        entry.name[:-4] for entry in files("arxdesk_resources").joinpath("icons").iterdir() if entry.name[-4:] == ".svg"
    )
