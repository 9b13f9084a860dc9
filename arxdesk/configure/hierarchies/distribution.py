"""The number of people with each value of the attribute in focus, or in each group of a level of its hierarchy."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import icon_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.charts.bar_chart import BarCategory, BarChart
from arxdesk.ui.words import count, people, percent
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.hierarchies.audit import Inspection
from arxdesk_engine.hierarchies.occupancy import Bars, value_bars

MOST = 100
"""The most distinguishable bars: beyond, neighbouring numbers share one, and the rarest other values are left out."""
_LONGEST = 14


class HierarchyDistribution(QWidget):
    """Bars with a choice of the level."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column: Column | None = None
        self._inspection: Inspection | None = None
        self.level = QComboBox()
        self.level.setAccessibleName(tr("Level shown"))
        self.level.currentIndexChanged.connect(self._draw)
        self.sentence = ElidedLabel("", "dense", "2")
        self.chart = BarChart(tr("Distribution"))
        self.chart.setMinimumHeight(40)
        copy = icon_button("copy", tr("Copy the numbers"))
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
        found = value_bars(column, MOST) if inspection is None or level == 0 else inspection.occupancy.bars(level, MOST)
        whole = max(1, int(column.counts().sum()))
        categories = [_category(words, number, whole) for words, number in found.bars]
        self.chart.set_data(
            categories, tr("{name}, number of people", name=column.name), percent=False, sides=("", tr("People"))
        )
        self.sentence.setText(_sentence(level, found))
        self.sentence.setToolTip(self.sentence.text())


def _category(label: str, number: int, whole: int) -> BarCategory:
    """A bar; a long label is cut below it and read out in full."""
    cut = len(label) > _LONGEST
    short = f"{label[: _LONGEST - 1]}…" if cut else label
    share = percent(number / whole)
    meaning = (
        tr("{label}: {share} of all people", label=label, share=share)
        if cut
        else tr("{share} of all people", share=share)
    )
    return BarCategory(short, after=float(number), meaning=meaning)


def _levels(level: int, groups: int) -> str:
    if level == 0:
        return tr_n(groups, "Level {level} ({n} value)", "Level {level} ({n} values)", level=level)
    return tr_n(groups, "Level {level} ({n} group)", "Level {level} ({n} groups)", level=level)


def _sentence(level: int, found: Bars) -> str:
    sizes = found.sizes
    if not sizes.held:
        return tr("None of its values occurs.")
    said = [
        tr(
            "The smallest value has {smallest}, the largest {largest}."
            if level == 0
            else "The smallest group has {smallest}, the largest {largest}.",
            smallest=people(sizes.smallest),
            largest=people(sizes.largest),
        )
    ]
    if sizes.single and level == 0:
        said.append(tr_n(sizes.single, "{n} value has a single person.", "{n} values have a single person."))
    elif sizes.single:
        said.append(tr_n(sizes.single, "{n} group has a single person.", "{n} groups have a single person."))
    if found.shown < sizes.held:
        said.append(tr("Shown are the {shown} largest of {held}.", shown=count(found.shown), held=count(sizes.held)))
    return " ".join(said)
