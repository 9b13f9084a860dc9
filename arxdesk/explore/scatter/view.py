"""Score against risk: of the known alternatives, and of the best for other settings."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QStackedWidget, QWidget

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.scatter.alternatives_plot import AlternativesPlot
from arxdesk.explore.scatter.frontier_view import FrontierView
from arxdesk.explore.scatter.words import ACROSS, RISKS
from arxdesk.help.mark import help_mark
from arxdesk.help.window import show_help
from arxdesk.ui import layouts
from arxdesk.ui.help_topics import SCATTER
from arxdesk.ui.icons import icon
from arxdesk.ui.widgets.basics.buttons import icon_button
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.frames.pane import Pane
from arxdesk_engine.exploration.points import Across, Risk
from arxdesk_engine.foundation.language import tr

ALTERNATIVES, FRONTIER = "alternatives", "frontier"


class ScatterView(Pane):
    """Every transformation as a point, with the Pareto frontier; or the frontier of a series of settings."""

    def __init__(
        self, exploration: Exploration, frontier: FrontierView | None = None, parent: QWidget | None = None
    ) -> None:
        """`frontier` is that view where it is made already."""
        super().__init__(tr("Score against risk"), parent=parent)
        self.plot = AlternativesPlot(exploration)
        self.frontier = frontier or FrontierView(exploration)
        self.risk = ChoiceBox(tr("Risk"), [(risk.value, tr(text)) for risk, text in RISKS])
        self.risk.set_value(Risk.AVERAGE)
        self.across = ChoiceBox(tr("Across"), [(across.value, tr(text)) for across, text in ACROSS])
        self.across.set_value(Across.SCORE)
        for choice in (self.risk, self.across):
            choice.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToContents)
        self.switch = Segmented(tr("What is drawn"), [(ALTERNATIVES, tr("Alternatives")), (FRONTIER, tr("Frontier"))])
        self._risks = {ALTERNATIVES: Risk.AVERAGE, FRONTIER: Risk.HIGHEST}
        copy = icon_button("copy", tr("Copy the chart as a picture"))
        self.add_header_widget(self.risk)
        self.add_header_widget(copy)
        self.add_header_widget(help_mark(SCATTER, tr("score against risk")))
        self.title.setToolTip(
            tr(
                "Each point is an anonymous result: at the left it keeps more detail, "
                "further down people are harder to find"
            )
        )
        self._stack = QStackedWidget()
        self._stack.addWidget(self.plot)
        self._stack.addWidget(self.frontier)
        self.set_body(self._lay_out())
        copy.clicked.connect(self._copy)
        for chart in (self.plot.chart, self.frontier.chart):
            chart.chart_menu.menu.addSeparator()
            chart.chart_menu.menu.addAction(icon("help"), tr("What does this show?"), self.show_help)
        self.risk.chosen.connect(self._choose_risk)
        self.across.chosen.connect(self._choose_across)
        self.switch.chosen.connect(self.show_part)
        self._exploration = exploration
        exploration.sifted_changed.connect(self._leave_out_average)

    def _leave_out_average(self) -> None:
        """Without a mean over records where people are counted, who can be in several groups."""
        sifted = self._exploration.sifted
        if sifted is not None and sifted.alternatives.facts.counts_people and self._risks[ALTERNATIVES] is Risk.AVERAGE:
            self.risk.set_value(Risk.HIGHEST)
            self._choose_risk(Risk.HIGHEST)

    def show_part(self, key: str) -> None:
        """Show the alternatives, or the frontier of a series of settings."""
        self.switch.set_value(key)
        self._stack.setCurrentIndex(0 if key == ALTERNATIVES else 1)
        self.across.setVisible(key == ALTERNATIVES)
        offered = RISKS if key == ALTERNATIVES else RISKS[:2]  # other risks would need an estimate for each
        self.risk.set_options([(risk.value, tr(text)) for risk, text in offered])
        self.risk.set_value(self._risks[key])

    def show_help(self) -> None:
        """Explain both charts."""
        show_help(SCATTER)

    def _lay_out(self) -> QWidget:
        row = layouts.row(self.switch, layouts.STRETCH, self.across, spacing=8, margins=(12, 6, 12, 2))
        body = QWidget()
        layouts.column(row, (self._stack, 1), spacing=0, inside=body)
        return body

    def _choose_risk(self, key: str) -> None:
        risk = Risk(key)
        self._risks[self.switch.value] = risk
        if self.switch.value == FRONTIER:
            self.frontier.set_risk(risk)
        else:
            self.plot.set_axes(replace(self.plot.axes, risk=risk))

    def _choose_across(self, key: str) -> None:
        self.plot.set_axes(replace(self.plot.axes, across=Across(key)))

    def _copy(self) -> None:
        chart = self.frontier.chart if self.switch.value == FRONTIER else self.plot.chart
        chart.chart_menu.copy_picture()
