"""The risk of a sample with weights or households before and after, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from arxdesk_engine.analysis.risk.figures import SIDES
from arxdesk_engine.analysis.risk.sample import SampleFigures
from arxdesk_engine.report.layout.blocks import Block, Paragraph, Table, TableColumn, cells
from arxdesk_engine.report.layout.words import count, percent

_MISSING = "–"
_Text = Callable[[SampleFigures], str]
_ROWS: tuple[tuple[str, _Text], ...] = (
    ("Records", lambda found: count(found.records)),
    ("People of the population that they stand for", lambda found: count(round(found.population))),
    ("Average individual risk", lambda found: percent(found.average)),
    ("Highest individual risk", lambda found: percent(found.highest)),
    ("Expected re-identifications", lambda found: f"{found.expected:,.1f}"),
    ("Records that look like no other", lambda found: count(found.sample_uniques)),
    ("Of these, expected to be alone in the population", lambda found: f"{found.population_uniques:,.1f}"),
)
_HOUSEHOLD_ROWS: tuple[tuple[str, _Text], ...] = (
    ("Households", lambda found: _MISSING if found.household is None else count(found.household.households)),
    ("Average household risk", lambda found: _MISSING if found.household is None else percent(found.household.average)),
    (
        "Records expected to be found in their household",
        lambda found: _MISSING if found.household is None else f"{found.household.expected:,.1f}",
    ),
)


def sample_blocks(sides: Mapping[str, SampleFigures]) -> Iterator[Block]:
    """A table of both sides, and what its figures mean; nothing where no weights or households are declared."""
    if not sides:
        return
    heads = (TableColumn("Risk of the sample"), TableColumn("Before", "right"), TableColumn("After", "right"))
    has_households = any(found.household is not None for found in sides.values())
    rows = _ROWS + (_HOUSEHOLD_ROWS if has_households else ())
    shown = [
        cells(label, *(_MISSING if sides.get(side) is None else text(sides[side]) for side in SIDES))
        for label, text in rows
    ]
    yield Table("The table as a sample of a population", heads, tuple(shown))
    yield Paragraph(
        "Individual risk is the mean of 1/F for a record, F being how many people of the population look like it, "
        "estimated from the sampling weights (Benedetti and Franconi 1998). Who is alone in the population is "
        "estimated by a log-linear model (Skinner and Shlomo 2008). The risk of a household is that of finding any of "
        "its members.",
        "note",
    )
