"""The risk of a sample with weights or households before and after, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from arxdesk_engine.analysis.risk.sample import SampleFigures
from arxdesk_engine.analysis.risk.sample_lines import sample_lines
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.report.layout.blocks import Block, Paragraph, Table, TableColumn, cells
from arxdesk_engine.report.layout.words import PRINTED


def sample_blocks(sides: Mapping[str, SampleFigures]) -> Iterator[Block]:
    """A table of both sides, and what its figures mean; nothing where no weights or households are declared."""
    if not sides:
        return
    heads = (
        TableColumn(tr("Risk of the sample")),
        TableColumn(tr("Before"), "right"),
        TableColumn(tr("After"), "right"),
    )
    shown = [cells(line.label, line.before, line.after) for line in sample_lines(sides, PRINTED)]
    yield Table(tr("The table as a sample of a population"), heads, tuple(shown))
    yield Paragraph(
        tr(
            "Individual risk is the mean of 1/F for a record, F being how many people of the population look like it, "
            "estimated from the sampling weights (Benedetti and Franconi 1998). Who is alone in the population is "
            "estimated by a log-linear model (Skinner and Shlomo 2008). The risk of a household is that of finding "
            "any of its members."
        ),
        "note",
    )
