"""Numbers and dates of a column as positions on its axis, in fields and on the number line."""

from __future__ import annotations

from decimal import Decimal

from arxdesk.ui.widgets.charts.ticks import nice_step
from arxdesk.ui.widgets.fields.bound_box import BoundBox
from arxdesk.ui.widgets.fields.number_line import NumberLine
from arxdesk_engine.data.schema import DEFAULT_DATE_FORMAT
from arxdesk_engine.hierarchies.preview import Survey
from arxdesk_engine.hierarchies.scale import Scale, instant, iso_text, moment, number_text, seconds

ISO_FORMATS = (DEFAULT_DATE_FORMAT, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S")


def scale_of(survey: Survey) -> Scale:
    """The axis of a column; that of numbers where it has none."""
    return survey.scale or Scale()


def parse(text: str, survey: Survey) -> Decimal | None:
    """The position of a typed text: a number, or a date in the format of the column or ISO 8601."""
    scale = scale_of(survey)
    found = scale.parse(text)
    if found is None and scale.date_format is not None:
        dates = (moment(text, each) for each in ISO_FORMATS)
        found = next((seconds(when) for when in dates if when is not None), None)
    return found


def text_of(at: Decimal, survey: Survey) -> str:
    """A position as it is read; nothing where no calendar has it."""
    try:
        return scale_of(survey).text(at)
    except ValueError:
        return ""


def place_of(at: float) -> Decimal:
    """A place on the drawn axis without the noise of its pixels."""
    return Decimal(f"{at:.12g}") if abs(at) < 1e11 else Decimal(round(at))


def position_of(plain: object, survey: Survey) -> Decimal | None:
    """The position of a bound as it stands in a specification."""
    if plain is None:
        return None
    return parse(str(plain), survey)


def plain_bound(at: Decimal, survey: Survey) -> object:
    """A position as it stands in a specification."""
    if scale_of(survey).date_format is None:
        return number_text(at)
    try:
        return iso_text(instant(at))
    except OverflowError:
        return number_text(at)  # refused, with words of its own, where the specification is judged


def bound_box(name: str, survey: Survey) -> BoundBox:
    """A field for a bound."""
    return BoundBox(name, lambda text: parse(text, survey), lambda at: text_of(at, survey), step_of(survey))


def step_of(survey: Survey) -> Decimal:
    """The step of a bound at one press of a key."""
    if survey.unit:
        return Decimal(int(survey.unit))
    low, high = survey.ends or (0.0, 0.0)
    return Decimal(repr(nice_step(high - low, 200))) if len(survey.positions) > 1 else Decimal(1)


def set_data(line: NumberLine, survey: Survey) -> None:
    """Draw the column on a number line."""
    line.set_data(survey.positions, survey.counts, lambda at: text_of(_rounded(at), survey), survey.unit)


def _rounded(at: float) -> Decimal:
    """A place on the axis without the noise of binary fractions."""
    return Decimal(f"{at:.10g}") if abs(at) < 1e9 else Decimal(round(at))
