"""How many people have each value of the attribute in focus, or are in each group of a level of its hierarchy."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QComboBox, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import icon_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.charts.bar_chart import BarCategory, BarChart
from arxdesk.ui.words import count, counted, people, percent
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.hierarchies.audit import Inspection
from arxdesk_engine.hierarchies.groups import Numbers

MOST = 100
"""More bars than this cannot be told apart: neighbouring numbers share one, of other values the rarest are left out."""
_LONGEST = 14


class HierarchyDistribution(QWidget):
    """Bars with a choice of the level."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column: Column | None = None
        self._inspection: Inspection | None = None
        self.level = QComboBox()
        self.level.setAccessibleName("Level shown")
        self.level.currentIndexChanged.connect(self._draw)
        self.sentence = ElidedLabel("", "dense", "2")
        self.chart = BarChart("Distribution")
        self.chart.setMinimumHeight(40)
        copy = icon_button("copy", "Copy the numbers")
        copy.clicked.connect(self.chart.chart_menu.copy_numbers)
        top = layouts.row(self.level, layouts.STRETCH, copy, spacing=8)
        layouts.column(top, self.sentence, (self.chart, 1), spacing=4, inside=self)

    def show_column(self, column: Column, inspection: Inspection | None) -> None:
        """Show a column; with its hierarchy at any level, without it its values."""
        chosen = self.level.currentIndex() if self._column is not None and column.name == self._column.name else 0
        self._column, self._inspection = column, inspection
        if inspection is None:
            texts = [_levels(0, len(column.values))]
        else:
            texts = [_levels(level, inspection.groups.count(level)) for level in range(inspection.groups.levels)]
        self.level.blockSignals(True)
        self.level.clear()
        self.level.addItems(texts)
        self.level.setCurrentIndex(max(0, min(chosen, len(texts) - 1)))
        self.level.blockSignals(False)
        self._draw()

    def _draw(self) -> None:
        column, inspection, level = self._column, self._inspection, max(0, self.level.currentIndex())
        if column is None:
            return
        labels: tuple[str, ...]
        if inspection is None or level == 0:
            labels, numbers = column.values, column.counts()
        else:
            labels = inspection.groups.labels[level]
            numbers = inspection.groups.records(inspection.records, level)
        held = np.flatnonzero(numbers)
        whole, shown = max(1, column.records), len(held)
        if len(held) > MOST and level == 0 and column.type.kind.is_numeric:
            bars = _of_neighbours(column, held, numbers, -(-len(held) // MOST))
        else:
            places = held
            if len(held) > MOST:
                places = np.sort(held[np.argsort(-numbers[held], kind="stable")[:MOST]])
            shown = len(places)
            bars = [(labels[place] or "missing", int(numbers[place])) for place in places.tolist()]
        categories = [_category(words, number, whole) for words, number in bars]
        self.chart.set_data(categories, f"{column.name}, number of people", percent=False, sides=("", "People"))
        self.sentence.setText(_sentence(level, numbers[held], shown))
        self.sentence.setToolTip(self.sentence.text())


def _category(label: str, number: int, whole: int) -> BarCategory:
    """A bar; a long label is cut below it and read out in full."""
    cut = len(label) > _LONGEST
    short = f"{label[: _LONGEST - 1]}…" if cut else label
    full = f"{label}: " if cut else ""
    return BarCategory(short, after=float(number), meaning=f"{full}{percent(number / whole)} of all people")


def _of_neighbours(column: Column, held: Numbers, numbers: Numbers, together: int) -> list[tuple[str, int]]:
    """Bars of so many neighbouring numbers each, so that the tails of the distribution are seen as well."""
    bars = []
    for start in range(0, len(held), together):
        part = held[start : start + together]  # the values of a column are in order
        first, last = column.values[part[0]] or "missing", column.values[part[-1]]
        bars.append((first if len(part) == 1 or not last else f"{first}–{last}", int(numbers[part].sum())))
    return bars


def _levels(level: int, groups: int) -> str:
    words = counted(groups, "value", "values") if level == 0 else counted(groups, "group", "groups")
    return f"Level {level} ({words})"


def _sentence(level: int, numbers: np.ndarray, shown: int) -> str:
    if not len(numbers):
        return "None of its values occurs."
    one = "value" if level == 0 else "group"
    alone = int((numbers == 1).sum())
    smallest, largest = people(int(numbers.min())), people(int(numbers.max()))
    sentence = f"The smallest {one} has {smallest}, the largest {largest}."
    if alone:
        have = "value has" if level == 0 else "group has"
        several = "values have" if level == 0 else "groups have"
        sentence += f" {counted(alone, have, several)} a single person."
    if shown < len(numbers):
        sentence += f" Shown are the {count(shown)} largest of {count(len(numbers))}."
    return sentence
