"""The switch in the command bar that shows risks before and after, or one side alone."""

from __future__ import annotations

from typing import cast

from PySide6.QtWidgets import QWidget

from arxdesk.analysis.analysis import Analysis, Sides
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk_engine.foundation.language import marked, tr

_OPTIONS = (("both", marked("Before and after")), ("before", marked("Before")), ("after", marked("After")))


class SidesSwitch(Segmented):
    """Chooses the sides of the analysis that it follows; where nothing is applied there is one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Sides shown"), [(key, tr(words)) for key, words in _OPTIONS], parent)
        self._analysis: Analysis | None = None
        self.chosen.connect(self._choose)
        self.hide()

    def follow(self, analysis: Analysis | None) -> None:
        """Switch the sides of another project."""
        self._analysis = analysis
        if analysis is not None:
            analysis.subject_changed.connect(self._show_sides)
            analysis.sides_changed.connect(self._show_sides)
        self._show_sides()

    def _show_sides(self) -> None:
        if self._analysis is None:
            return
        for key, _words in _OPTIONS:
            self.set_option_enabled(key, key == "before" or self._analysis.output is not None)
        self.set_value(self._analysis.sides)

    def _choose(self, key: str) -> None:
        if self._analysis is not None:
            self._analysis.set_sides(cast("Sides", key))
