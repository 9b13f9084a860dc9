"""A field for a number without a range of its own: its owner judges the typed number."""

from __future__ import annotations

import math
import re

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QLineEdit, QWidget

WIDTH = 120
_GROUPED = re.compile(r"[+-]?\d{1,3}([,.'\u00a0\u202f ])\d{3}(?:\1\d{3})*")
_DECIMAL = re.compile(r"([+-]?\d*)[.,](\d*(?:[eE][+-]?\d+)?)")


def read_number(text: str, *, whole: bool) -> float | int | str | None:
    """The number in a text: None for an empty text, the text itself if it is no number.

    If a whole number is expected, thousands may be separated in any usual way; else a comma is a decimal comma.
    """
    plain = text.strip().replace("\u2212", "-")
    if not plain:
        return None
    if whole and _GROUPED.fullmatch(plain):
        plain = re.sub(r"[^\d+-]", "", plain)
    elif not whole and (found := _DECIMAL.fullmatch(plain)):
        plain = f"{found[1]}.{found[2]}"
    try:
        if whole and re.fullmatch(r"[+-]?\d+", plain):
            return int(plain)
        number = float(plain)
    except ValueError:
        return text
    return number if math.isfinite(number) else text


def write_number(number: float | None, factor: float = 1.0) -> str:
    """A number as it is typed: with the decimal mark of the locale, and without zeros at the end."""
    if number is None:
        return ""
    if isinstance(number, int) and factor == 1.0:
        return str(number)
    mark = QLocale().decimalPoint()
    return f"{number * factor:.12g}".replace(".", mark)


class NumberEdit(QLineEdit):
    """A typed number. A share is typed in percent: `value` is the text divided by 100."""

    def __init__(self, name: str, *, whole: bool = False, share: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole, self._factor = whole, 100.0 if share else 1.0
        self.setAccessibleName(name)
        self.setFixedWidth(WIDTH)

    @property
    def value(self) -> float | int | str | None:
        """The typed number: None if empty, the text if it is no number."""
        found = read_number(self.text(), whole=self._whole)
        if isinstance(found, str) or found is None:
            return found
        if self._factor == 1.0:
            return found if self._whole else float(found)
        return float(f"{found / self._factor:.15g}")  # 5 % is 0.05, not the nearest binary quotient

    def set_value(self, value: float | None) -> None:
        """Show another number, or none."""
        self.setText(write_number(value, self._factor))

    def set_problem(self, problem: bool) -> None:
        """Wear the look of a value that is not allowed."""
        if bool(self.property("problem")) != problem:
            self.setProperty("problem", problem)
            self.style().unpolish(self)
            self.style().polish(self)
