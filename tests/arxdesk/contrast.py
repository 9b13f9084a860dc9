"""Contrast of colours as WCAG 2 defines it, and of two pictures."""

from __future__ import annotations

from PySide6.QtGui import QColor, QImage


def luminance(color: QColor) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [channel / 255 for channel in (color.red(), color.green(), color.blue())]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: QColor, other: QColor) -> float:
    """Contrast ratio as WCAG 2 defines it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def told_apart(one: QImage, other: QImage) -> int:
    """The number of pixels of two pictures of the same size that differ by at least 3:1."""
    pairs = ((one.pixel(x, y), other.pixel(x, y)) for y in range(one.height()) for x in range(one.width()))
    return sum(before != after and contrast(QColor(before), QColor(after)) >= 3 for before, after in pairs)
