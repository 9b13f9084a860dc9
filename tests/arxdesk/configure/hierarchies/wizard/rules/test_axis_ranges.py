"""Ranges in sight: the selected one stays selected while others change, and no window draws too many."""

import math
from decimal import Decimal

import pytest

from arxdesk.configure.hierarchies.wizard.rules import interval_edits as edits
from arxdesk.configure.hierarchies.wizard.rules.axis_ranges import AxisRanges
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.builders import builder_from
from arxdesk_engine.hierarchies.preview import survey
from tests.engine.hierarchies.columns import column

AGES = ["18", "25", "25", "31", "44", "52", "79", "85"]
TENS = {
    "builder": "interval",
    "intervals": [[0, 10]],
    "levels": [[2]],
    "label": "range",
    "lower_range": {"coding": 20},
    "upper_range": {"coding": 80},
}


def ranges_of(content=TENS, values=AGES):
    made = AxisRanges(survey(column(values, name="age"), Control()))
    made.take(builder_from(content))
    return made


def test_that_the_range_with_the_middle_of_the_records_is_selected_first():
    ranges = ranges_of()
    ranges.look_at(0, 100, may_be_negative=False)
    assert (ranges.level, ranges.selected.low, ranges.selected.high) == (0, 30, 40)
    assert ranges.records(ranges.selected) == 1


def test_that_the_selected_range_stays_selected_while_others_change():
    ranges = ranges_of()
    rows = ranges.look_at(0, 100, may_be_negative=False)
    place = next(place for place, span in enumerate(rows[0]) if span.low == 50)
    assert ranges.select(0, place)
    ranges.take(builder_from(edits.with_limit(ranges.builder, "low", Decimal(40))))
    ranges.look_at(30, 100, may_be_negative=False)
    assert ranges.selected.low == 50
    assert ranges.selected_place[1] < place
    ranges.look_at(0, 20, may_be_negative=False)
    assert ranges.selected is None


def test_that_a_coded_end_has_no_number():
    ranges = ranges_of()
    rows = ranges.look_at(0, 100, may_be_negative=False)
    assert [span.kind for span in (rows[0][0], rows[0][-1])] == ["open", "open"]
    ranges.select(0, len(rows[0]) - 1)
    assert ranges.number is None
    assert ranges.selected.low == 80


def test_that_too_many_ranges_are_none():
    assert ranges_of({**TENS, "lower_range": "repeat", "upper_range": "repeat"}).between(0, 0, 1e6) is None


@pytest.mark.parametrize(("may_be_negative", "lowest"), [(True, -20), (False, 0)])
def test_that_ranges_below_zero_are_drawn_only_where_values_may_be(may_be_negative, lowest):
    ranges = ranges_of({**TENS, "lower_range": "repeat", "upper_range": "repeat"})
    rows = ranges.look_at(-15, 100, may_be_negative=may_be_negative)
    assert min(span.low for span in rows[0]) == lowest
    assert not any(math.isinf(span.low) for span in rows[0])


def test_that_an_extension_ends_the_range_of_the_highest_value():
    ranges = ranges_of()
    assert ranges.extended_end() == 90
    ranges.take(builder_from(edits.with_limit(ranges.builder, "high", Decimal(90))))
    assert ranges.extended_end() is None
