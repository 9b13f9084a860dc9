"""How colours look to people who lack one kind of cone, and how far apart two colours are.

Run with pictures as arguments it writes each of them as it looks to them beside it, to be looked at:

    python -m tests.arxdesk.color_vision explore.png risk.png
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
Lab = tuple[float, float, float]

DEFICIENCIES: dict[str, Matrix] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Machado, Oliveira, Fernandes: A physiologically-based model for simulation of color vision deficiency. IEEE
Transactions on Visualization and Computer Graphics 15(6), 2009; the matrices for severity 1.0, for linear RGB."""
_WHITE = (0.95047, 1.0, 1.08883)


def simulated(color: QColor, deficiency: str | None) -> QColor:
    """An opaque colour as somebody with a deficiency sees it; None is nobody's."""
    if deficiency is None:
        return QColor(color.rgb())
    seen = _bytes(_linear(np.array(color.getRgb()[:3], dtype=float)) @ np.array(DEFICIENCIES[deficiency]).T)
    return QColor(*(int(part) for part in seen))


def simulated_picture(picture: QImage, deficiency: str) -> QImage:
    """A picture as somebody with a deficiency sees it."""
    plain = picture.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(plain.constBits(), dtype=np.uint8).reshape(plain.height(), plain.bytesPerLine())
    pixels = rows[:, : 3 * plain.width()].reshape(plain.height(), plain.width(), 3).astype(float)
    seen = np.ascontiguousarray(_bytes(_linear(pixels) @ np.array(DEFICIENCIES[deficiency]).T))
    made = QImage(seen.data, plain.width(), plain.height(), 3 * plain.width(), QImage.Format.Format_RGB888)
    return made.copy()


def difference(one: QColor, other: QColor) -> float:
    """CIEDE2000 (Sharma, Wu, Dalal 2005): about 1 is the least that is seen side by side, 100 black and white."""
    (l1, a1, b1), (l2, a2, b2) = lab(one), lab(other)
    chroma = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * sqrt(chroma**7 / (chroma**7 + 25**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = 0.0 if not c1 * c2 else (h2 - h1 + 180) % 360 - 180
    hue_difference = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = h1 + h2 if not c1 * c2 else _mean_hue(h1, h2)
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    of_lightness = 1 + 0.015 * (lightness - 50) ** 2 / sqrt(20 + (lightness - 50) ** 2)
    of_chroma, of_hue = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    rotation = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    parts = (l2 - l1) / of_lightness, (c2 - c1) / of_chroma, hue_difference / of_hue
    return sqrt(sum(part**2 for part in parts) + rotation * parts[1] * parts[2])


def lab(color: QColor) -> Lab:
    """A colour in CIELAB under the white of a screen (D65)."""
    red, green, blue = _linear(np.array(color.getRgb()[:3], dtype=float))
    x = 0.4124564 * red + 0.3575761 * green + 0.1804375 * blue
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = 0.0193339 * red + 0.1191920 * green + 0.9503041 * blue
    fx, fy, fz = (_root(part / white) for part, white in zip((x, y, z), _WHITE, strict=True))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def write_simulations(paths: Sequence[Path]) -> list[Path]:
    """Write pictures as they look with each deficiency beside them; returns what was written."""
    written = []
    for path in paths:
        picture = QImage(str(path))
        for deficiency in DEFICIENCIES:
            target = path.with_name(f"{path.stem}-{deficiency}.png")
            simulated_picture(picture, deficiency).save(str(target))
            written.append(target)
    return written


def _mean_hue(one: float, other: float) -> float:
    if abs(one - other) <= 180:
        return (one + other) / 2
    return (one + other + 360) / 2 if one + other < 360 else (one + other - 360) / 2


def _root(part: float) -> float:
    return float(part ** (1 / 3)) if part > (6 / 29) ** 3 else float(part * (29 / 6) ** 2 / 3 + 4 / 29)


def _linear(parts: NDArray[np.float64]) -> NDArray[np.float64]:
    share = parts / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def _bytes(linear: NDArray[np.float64]) -> NDArray[np.uint8]:
    inside = np.clip(linear, 0, 1)
    share = np.where(inside <= 0.0031308, 12.92 * inside, 1.055 * inside ** (1 / 2.4) - 0.055)
    return np.rint(share * 255).astype(np.uint8)


if __name__ == "__main__":
    for name in write_simulations([Path(argument) for argument in sys.argv[1:]]):
        print(name)
