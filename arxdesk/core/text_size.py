"""The scale of the window: as the user chose, else by the font of the system.

Qt takes a scale when the application begins and never again. So a size holds from the next start on, and the system's
font, which nobody can ask for before, is noted for the next start.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtGui import QFontDatabase, QGuiApplication

from arxdesk.core.preferences import TEXT_SIZE, TextSize
from arxdesk.core.settings import Settings
from arxdesk_engine.foundation.language import tr

SIZES: tuple[TextSize, ...] = tuple(size for size, _words in TEXT_SIZE.options if size != "system")
USUAL = 100
CLEARLY_LARGER, CLEARLY_SMALLER = 1.15, 0.85
"""Desktops differ by a point in what they call usual; only beyond that somebody has chosen."""
SCALE = "QT_SCALE_FACTOR"
DESKTOPS = ("windows", "cocoa", "xcb", "wayland")
"""Platforms that know a font of the system."""
_POINTS = {"win32": 9.0, "darwin": 13.0}
_OTHER_POINTS = 10.0


class Running:
    """The size that this process was started with, in percent."""

    percent = USUAL


running = Running()


def is_larger() -> bool:
    """Whether everything is drawn larger than usual."""
    return running.percent > USUAL


def percent_for(points: float, platform: str = sys.platform) -> int:
    """The size that a system asks for whose font is of so many points."""
    share = points / _POINTS.get(platform, _OTHER_POINTS)
    if points <= 0 or CLEARLY_SMALLER < share < CLEARLY_LARGER:
        return USUAL
    return min((int(size) for size in SIZES), key=lambda size: abs(size - share * USUAL))


def percent_of(size: TextSize, settings: Settings) -> int:
    """The percentage of a choice."""
    return settings.system_text_size if size == "system" else int(size)


@contextmanager
def begun_with(settings: Settings) -> Iterator[None]:
    """Let an application that is made here be drawn as large as was chosen; programs it starts do not inherit it."""
    before = os.environ.get(SCALE)
    running.percent = percent_of(settings.value(TEXT_SIZE), settings)
    if running.percent != USUAL:
        os.environ[SCALE] = f"{_number(before) * running.percent / USUAL:g}"
    try:
        yield
    finally:
        if before is not None:
            os.environ[SCALE] = before
        else:
            os.environ.pop(SCALE, None)


def note_system(settings: Settings) -> None:
    """Store the font size of the system for the next start."""
    if QGuiApplication.platformName() in DESKTOPS:
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
        settings.store_system_text_size(percent_for(font.pointSizeF()))


def next_size(size: TextSize, step: int, settings: Settings) -> TextSize:
    """The size some steps larger or smaller, within the range."""
    percent = percent_of(size, settings)
    place = min(range(len(SIZES)), key=lambda place: abs(int(SIZES[place]) - percent))
    return SIZES[min(max(place + step, 0), len(SIZES) - 1)]


def sentence(size: TextSize, settings: Settings) -> str:
    """The message after a choice."""
    percent = percent_of(size, settings)
    words = tr("Text size {n} %, as the system.", n=percent) if size == "system" else tr("Text size {n} %.", n=percent)
    if percent == running.percent:
        return f"{words} {tr('It is in effect.')}"
    return f"{words} {tr('It takes effect at the next start.')}"


def _number(text: str | None) -> float:
    try:
        return float(text or 1)
    except ValueError:
        return 1.0
