"""The curves of uniqueness in a population, with their labels."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from arxdesk.analysis.sides import beside
from arxdesk.ui.widgets.charts.share_curves import Curve, CurveLabel, CurvesDrawing
from arxdesk.ui.words import LOCAL, percent, percent_fixed
from arxdesk_engine.analysis.risk.uniqueness import UniquenessEstimates
from arxdesk_engine.analysis.risk.uniqueness_words import ESTIMATORS, Estimator, is_nothing, small_percent
from arxdesk_engine.foundation.language import tr

SOLID: tuple[float, ...] = ()
AFTER_WIDTH = 1.2
VISIBLE = 0.04
"""A curve that has changed by this part of the highest share is seen to move."""
MOST_LEFT_OUT = 0.05
"""Sampling fractions from here on are always shown."""
LEAST_LEAD = 0.25
"""The least part of a decade shown before that."""


@dataclass(frozen=True, slots=True)
class CurveLook:
    """The look of an estimator's curve: colour and dashes."""

    token: str
    dashes: tuple[float, ...]


CURVES = {
    "zayatz": CurveLook("series.3", SOLID),
    "dankar": CurveLook("series.1", SOLID),
    "pitman": CurveLook("series.2", (4.0, 3.0)),
    "snb": CurveLook("series.4", (1.0, 1.5)),
}
"""In the order of the estimators; the dashes of one let the one below show through where both are the same."""


def drawing(found: Mapping[str, UniquenessEstimates]) -> CurvesDrawing:
    """The curves of all sides, with labels at the sampling fraction of the table."""
    first = next(iter(found.values()))
    lowest = _shown_from(found)
    curves: list[Curve] = []
    labels: list[CurveLabel] = []
    note = ""
    for side, known in found.items():
        is_second = side == "after" and len(found) > 1
        if not known.curve:
            note = tr("after: nothing is left") if is_second else tr("nothing is left")
        elif is_second and is_nothing(known.curve):
            note = tr("after: 0 % by all four")
            curves.append(Curve(tr("After, by all four"), "text.1", SOLID, tuple(0.0 for _each in known.curve)))
        else:
            curves += _curves(known, is_second=is_second)
            labels += _labels(known, lowest, is_second=is_second)
    mark = first.fraction if first.kept else None
    text = "" if mark is None else tr("yours: {share}", share=small_percent(mark, LOCAL))
    return CurvesDrawing(first.fractions, tuple(curves), mark, text, tuple(labels), note, lowest)


def _shown_from(found: Mapping[str, UniquenessEstimates]) -> float:
    """The power of ten where the axis begins: where a curve starts to move, or the fraction of the table."""
    first = next(iter(found.values()))
    curves = [
        [each.of(point).share or 0.0 for point in known.curve]
        for known in found.values()
        for each in ESTIMATORS
        if known.curve
    ]
    visible = VISIBLE * max([max(curve) for curve in curves], default=0.0)
    moved = [
        fraction
        for place, fraction in enumerate(first.fractions)
        if any(abs(curve[place] - curve[0]) > visible for curve in curves)
    ]
    told = [*moved[:1], *([first.fraction] if first.fraction and first.kept else [])]
    decade = math.floor(math.log10(min([*told, MOST_LEFT_OUT])) - LEAST_LEAD)
    return max(first.fractions[0], 10.0**decade)


def _curves(known: UniquenessEstimates, *, is_second: bool) -> list[Curve]:
    """The curves with any result."""
    made = []
    for each in ESTIMATORS:
        shares = tuple(each.of(point).share for point in known.curve)
        if any(share is not None for share in shares):
            name = beside("after", each.name) if is_second else each.name
            look = CURVES[each.key]
            made.append(Curve(name, look.token, look.dashes, shares, AFTER_WIDTH if is_second else 2.0))
    return made


def _labels(known: UniquenessEstimates, lowest: float, *, is_second: bool) -> list[CurveLabel]:
    """One label for each distinct share, with the names of its estimators; without a population, names alone."""
    at = known.own
    if at is None:
        shown = [place for place, fraction in enumerate(known.fractions) if fraction >= lowest * (1 - 1e-9)]
        at = known.curve[shown[len(shown) // 8]]
    groups: dict[float, list[Estimator]] = {}
    for each in sorted(ESTIMATORS, key=lambda one: one.key != "dankar"):
        share = each.of(at).share
        if share is not None:
            groups.setdefault(share, []).append(each)
    made = []
    for share, members in groups.items():
        names = " = ".join(each.name for each in members)
        value = f" {_label_percent(share)}" if known.own is not None else ""
        said = f"{names}{value}"
        if is_second:
            said = tr("after: {estimates}", estimates=said)
        made.append(CurveLabel(said, CURVES[members[0].key].token, share))
    return made


def _label_percent(share: float) -> str:
    """With one decimal, so that a small share does not read as zero."""
    return percent_fixed(share) if share == 0.0 or share >= 0.0005 else percent(share, 1)
