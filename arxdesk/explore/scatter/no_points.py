"""Why no transformation is plotted, with the way out."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.scatter import words as plot_words
from arxdesk.explore.scatter.estimates import Estimates
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk_engine.exploration.points import Axes, Risk
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.job.explore import Filters

ANONYMIZE, CONFIGURE, RESET = marked("Anonymize"), marked("Open Configure"), marked("Reset the filters")


class NoPoints(EmptyState):
    """Takes the place of the chart while there is nothing to draw."""

    def __init__(self, exploration: Exploration, estimates: Estimates, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._exploration, self._estimates = exploration, estimates
        self._remedy = ""
        self.action_triggered.connect(self._follow_remedy)

    def explain(self, axes: Axes) -> bool:
        """Say why nothing can be drawn; False where something can."""
        sentence, self._remedy = self._reason(axes)
        if sentence:
            self.set_content(tr(sentence), tr(self._remedy))
        return bool(sentence)

    def explain_unknown(self, axes: Axes) -> None:
        """Say why the transformations that pass have no points."""
        if axes.risk is not Risk.POPULATION:
            self.set_content(tr(plot_words.NONE_KNOWN))
        else:
            self.set_content(tr(plot_words.ESTIMATING) if self._estimates.is_running else tr(plot_words.NO_ESTIMATE))

    def _reason(self, axes: Axes) -> tuple[str, str]:
        """A sentence and the words of its remedy in English; "" where there is none."""
        exploration, sifted = self._exploration, self._exploration.sifted
        if sifted is None:
            searching = exploration.is_searching or exploration.document.locked
            return (plot_words.SEARCHING, "") if searching else (plot_words.NOTHING_YET, ANONYMIZE)
        if axes.risk is Risk.POPULATION:
            result = exploration.document.result
            if exploration.document.job.population is None:
                return plot_words.NO_POPULATION, CONFIGURE
            if result is not None and not result.policy.tells_alternatives:
                return plot_words.DRAWN_BY_CHANCE, ""
            if not exploration.may_look:
                return plot_words.WHEN_ENDED, ""
            if self._estimates.problem:
                return self._estimates.problem, CONFIGURE
        if not sifted.counts["anonymous"] + sifted.counts["optimum"]:
            return (plot_words.NONE_ANONYMOUS if exploration.is_settled else plot_words.SEARCHING), ""
        if not sifted.passing["anonymous"] + sifted.passing["optimum"]:
            return plot_words.NONE_PASSES, RESET
        return "", ""

    def _follow_remedy(self) -> None:
        document = self._exploration.document
        if self._remedy == RESET:
            document.set_filters(Filters())
        elif self._remedy == ANONYMIZE:
            document.wishes.anonymize()
        else:
            document.wishes.show_perspective("configure")
