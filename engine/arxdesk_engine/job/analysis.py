"""The settings of the analysis that a project keeps: the accepted risks."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

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
