"""Score against risk in words: axes, points, drawn and missing ones."""

from __future__ import annotations

from collections.abc import Sequence

from arxdesk.ui.words import count, counted, decimal, percent, percent_fixed, score
from arxdesk_engine.exploration.alternatives import Alternatives
from arxdesk_engine.exploration.points import Across, Axes, Points, Risk
from arxdesk_engine.exploration.recoded_point import RecodedPoint

RISKS = ((Risk.HIGHEST, "Highest risk"), (Risk.AVERAGE, "Average risk"), (Risk.POPULATION, "Population uniqueness"))
ACROSS = ((Across.SCORE, "Score"), (Across.REMOVED, "Records removed"), (Across.LOWER_BOUND, "Best possible score"))

TITLES = {
    Across.SCORE: "Score (0 keeps every detail)",
    Across.REMOVED: "Records removed (share of all)",
    Across.LOWER_BOUND: "Best possible score (nothing removed)",
}
MOST_LEVELS = 12
BY_GROUPS = "group by group"

NOTHING_YET = "No search yet. Anonymize to see score and risk of all alternatives."
SEARCHING = "Searching. Points appear as soon as an anonymous transformation is found."
NONE_ANONYMOUS = "No transformation is anonymous under these rules."
NONE_PASSES = "No anonymous transformation passes the filters."
NONE_KNOWN = "The anonymous transformations that pass are not checked yet. Select one in the list to check it."
NO_POPULATION = "Choose the population of the table in Configure."
WHEN_ENDED = "Uniqueness in the population is estimated when the search has ended."
DRAWN_BY_CHANCE = "With differential privacy only what was drawn is known. Choose another risk."
ESTIMATING = "Estimating how many are unique in the population."
NO_ESTIMATE = "None of them has an estimate. Choose another risk."


def risk_name(risk: Risk) -> str:
    """A risk as it stands in a sentence."""
    return dict(RISKS)[risk].lower()


def across_text(across: Across, value: float, decimals: int) -> str:
    """A number at the axis below."""
    return f"{decimal(value * 100, max(0, decimals - 2))} %" if across is Across.REMOVED else decimal(value, decimals)


def point_lines(points: Points, place: int, *, is_selected: bool) -> Sequence[str]:
    """A point in words: its transformation, score, risk and removed records."""
    alternatives, row = points.alternatives, int(points.rows[place])
    told = _name(alternatives, row)
    name = f"Selected: {told}" if is_selected else told[:1].upper() + told[1:]
    risk = float(points.y[place])
    removed = int(alternatives.suppressed[row])
    lines = [name, f"Score {score(float(alternatives.score[row]))}, {risk_name(points.axes.risk)} {percent(risk)}"]
    if points.axes.across is Across.LOWER_BOUND:
        lines.append(f"Best possible {score(float(alternatives.lower_bound[row]))} if nothing is removed")
    if removed >= 0:
        share = removed / max(1, alternatives.facts.records)
        lines.append(f"{counted(removed, 'record', 'records')} removed ({percent(share)})")
    return lines


def recoded_lines(point: RecodedPoint) -> Sequence[str]:
    """A table that was recoded group by group in words, with how far it can be from the best possible."""
    proof, risk = point.proof, f"{risk_name(point.axes.risk)} {percent(point.y)}"
    figures = risk.capitalize() if point.score is None else f"Score {score(point.score)}, {risk}"
    lost = f"{percent_fixed(proof.loss)} of the detail is lost"
    bound = f", at most {percent(proof.gap)} from the best possible" if proof.lower_bound > 0.0 else ""
    removed = f"{counted(point.suppressed_records, 'record', 'records')} removed"
    return "Recoded group by group, applied", figures, removed, f"{lost}{bound}"


def _name(alternatives: Alternatives, row: int) -> str:
    if row == alternatives.best:
        return "the optimum" if alternatives.is_proven else "the best so far"
    levels = alternatives.levels_of(row)
    text = ", ".join(map(str, levels[:MOST_LEVELS]))
    return f"{text}, …" if len(levels) > MOST_LEVELS else text


def drawn_sentence(points: Points, *, as_density: bool) -> str:
    """The number of points, how they are drawn, and how many are missing."""
    if points.axes.risk is Risk.POPULATION:
        return ""
    said = counted(len(points), "anonymous transformation", "anonymous transformations")
    if as_density:
        said += ", stronger where there are more"
    left_out = points.anonymous - len(points)
    return said + (f". {count(left_out)} without these figures" if left_out else "")


ALL_ZERO = "All of them 0 %: no kept record is unique in the table"


def estimated_sentence(points: Points, done: int, wanted: int, *, is_running: bool) -> str:
    """For how many transformations the uniqueness is estimated."""
    anonymous = points.anonymous
    which = f"all {count(wanted)}" if wanted == anonymous else f"the best {count(wanted)} of {count(anonymous)}"
    if is_running:
        return f"Estimated for {count(done)} of {which}"
    if done < wanted:
        return f"Stopped: estimated for {count(done)} of {which}"
    none = wanted - len(points)
    notes = [f"{count(none)} without an estimate"] if none > 0 else []
    notes += [ALL_ZERO] if len(points) and not points.y.any() else []
    return ". ".join([f"Estimated for {which}", *notes])


def spoken(axes: Axes) -> str:
    """The name of the chart."""
    return f"{dict(ACROSS)[axes.across]} against {risk_name(axes.risk)}"
