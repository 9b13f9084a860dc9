"""The settings of the analysis that a project keeps: the accepted risks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from arxdesk_engine.foundation.language import marked
from arxdesk_engine.job.attributes import Section

Share = Annotated[float, Field(ge=0.0, le=1.0, allow_inf_nan=False, strict=True)]


class Thresholds(Section):
    """The risks up to which a table counts as safe, as shares; nothing of it changes what is searched.

    `highest_risk`: of the person who is easiest to find; `records_at_risk`: of the records whose risk is above that;
    `success_rate`: of the people whom an attacker finds when trying all (reference 5.3). The defaults are those that
    are usual for data which are shared in confidence (El Emam 2013).
    """

    highest_risk: Share = 0.2
    records_at_risk: Share = 0.05
    success_rate: Share = 0.05


class AnalysisSettings(Section):
    """The thresholds by which results are judged."""

    thresholds: Thresholds = Thresholds()


@dataclass(frozen=True, slots=True)
class ThresholdPreset:
    """A highest risk that an authority asks for or that is in use, and its source."""

    name: str
    highest_risk: float
    source: str


OF_THREE = ThresholdPreset(
    marked("1/3: groups of 3"),
    1 / 3,
    marked("Least cell size of some statistical offices and data holders (El Emam, 2013, Cell size precedents)"),
)
OF_FIVE = ThresholdPreset(
    marked("1/5: groups of 5"),
    1 / 5,
    marked("The usual least cell size for data that are shared in confidence (El Emam, 2013, Cell size precedents)"),
)
OF_TEN = ThresholdPreset(
    marked("1/10: groups of 10"), 1 / 10, marked("Least cell size of some statistical offices, for sensitive tables")
)
OF_ELEVEN = ThresholdPreset(
    marked("1/11: groups of 11"),
    1 / 11,
    marked("Cell size suppression policy of the Centers for Medicare & Medicaid Services: no cell of 1 to 10"),
)
CLINICAL_DATA = ThresholdPreset(
    marked("0.09: published clinical data"),
    0.09,
    marked("EMA, external guidance on Policy 0070; Health Canada, Public Release of Clinical Information (2019)"),
)
PUBLIC_USE = ThresholdPreset(
    marked("0.05: public use files"),
    0.05,
    marked("Canadian precedents for public files of patients: groups of 20 (El Emam, 2013, Cell size precedents)"),
)
THRESHOLD_PRESETS = (OF_THREE, OF_FIVE, OF_TEN, OF_ELEVEN, CLINICAL_DATA, PUBLIC_USE)
"""Laxest first. 0.09 is less than 1/11: as a number it takes groups of 12, and 1/11 is there for groups of 11."""
