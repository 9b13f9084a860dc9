"""Score against risk in words: axes, points, drawn and missing ones."""

from __future__ import annotations

from collections.abc import Sequence

from arxdesk.ui.words import count, decimal, percent, percent_fixed, score
from arxdesk_engine.exploration.alternatives import Alternatives
from arxdesk_engine.exploration.points import Across, Axes, Points, Risk
from arxdesk_engine.exploration.recoded_point import RecodedPoint
from arxdesk_engine.foundation.language import marked, tr, tr_n

RISKS = (
    (Risk.HIGHEST, marked("Highest risk")),
    (Risk.AVERAGE, marked("Average risk")),
    (Risk.POPULATION, marked("Population uniqueness")),
)
ACROSS = (
    (Across.SCORE, marked("Score")),
    (Across.REMOVED, marked("Records removed")),
    (Across.LOWER_BOUND, marked("Best possible score")),
)

_IN_SENTENCES = {
    Risk.HIGHEST: marked("highest risk"),
    Risk.AVERAGE: marked("average risk"),
    Risk.POPULATION: marked("population uniqueness"),
}

TITLES = {
    Across.SCORE: marked("Score (0 keeps every detail)"),
    Across.REMOVED: marked("Records removed (share of all)"),
    Across.LOWER_BOUND: marked("Best possible score (nothing removed)"),
}
MOST_LEVELS = 12
BY_GROUPS = marked("group by group")

NOTHING_YET = marked("No search yet. Anonymize to see score and risk of all alternatives.")
SEARCHING = marked("Searching. Points appear as soon as an anonymous transformation is found.")
NONE_ANONYMOUS = marked("No transformation is anonymous under these rules.")
NONE_PASSES = marked("No anonymous transformation passes the filters.")
NONE_KNOWN = marked("The anonymous transformations that pass are not checked yet. Select one in the list to check it.")
NO_POPULATION = marked("Choose the population of the table in Configure.")
WHEN_ENDED = marked("Uniqueness in the population is estimated when the search has ended.")
DRAWN_BY_CHANCE = marked("With differential privacy only what was drawn is known. Choose another risk.")
ESTIMATING = marked("Estimating how many are unique in the population.")
NO_ESTIMATE = marked("None of them has an estimate. Choose another risk.")


def risk_name(risk: Risk) -> str:
    """A risk as it stands in a sentence."""
    return tr(_IN_SENTENCES[risk])


def across_text(across: Across, value: float, decimals: int) -> str:
    """A number at the axis below."""
    return f"{decimal(value * 100, max(0, decimals - 2))} %" if across is Across.REMOVED else decimal(value, decimals)


def point_lines(points: Points, place: int, *, is_selected: bool) -> Sequence[str]:
    """A point in words: its transformation, score, risk and removed records."""
    alternatives, row = points.alternatives, int(points.rows[place])
    told = _name(alternatives, row)
    name = tr("Selected: {told}", told=told) if is_selected else told[:1].upper() + told[1:]
    risk = float(points.y[place])
    removed = int(alternatives.suppressed[row])
    lines = [
        name,
        tr(
            "Score {score}, {risk} {share}",
            score=score(float(alternatives.score[row])),
            risk=risk_name(points.axes.risk),
            share=percent(risk),
        ),
    ]
    if points.axes.across is Across.LOWER_BOUND:
        lines.append(
            tr(
                "Best possible {lower_bound} if nothing is removed",
                lower_bound=score(float(alternatives.lower_bound[row])),
            )
        )
    if removed >= 0:
        share = removed / max(1, alternatives.facts.records)
        lines.append(
            tr_n(removed, "{n} record removed ({share})", "{n} records removed ({share})", share=percent(share))
        )
    return lines


def recoded_lines(point: RecodedPoint) -> Sequence[str]:
    """A table that was recoded group by group in words, with how far it can be from the best possible."""
    proof, share = point.proof, percent(point.y)
    if point.score is None:
        figures = f"{tr(dict(RISKS)[point.axes.risk])} {share}"
    else:
        risk = risk_name(point.axes.risk)
        figures = tr("Score {score}, {risk} {share}", score=score(point.score), risk=risk, share=share)
    lost = percent_fixed(proof.loss)
    if proof.lower_bound > 0.0:
        said = tr(
            "{loss} of the detail is lost, at most {gap} from the best possible", loss=lost, gap=percent(proof.gap)
        )
    else:
        said = tr("{loss} of the detail is lost", loss=lost)
    removed = tr_n(point.suppressed_records, "{n} record removed", "{n} records removed")
    return tr("Recoded group by group, applied"), figures, removed, said


def _name(alternatives: Alternatives, row: int) -> str:
    if row == alternatives.best:
        return tr("the optimum") if alternatives.is_proven else tr("the best so far")
    levels = alternatives.levels_of(row)
    text = ", ".join(map(str, levels[:MOST_LEVELS]))
    return f"{text}, …" if len(levels) > MOST_LEVELS else text


def drawn_sentence(points: Points, *, as_density: bool) -> str:
    """The number of points, how they are drawn, and how many are missing."""
    if points.axes.risk is Risk.POPULATION:
        return ""
    if as_density:
        said = tr_n(
            len(points),
            "{n} anonymous transformation, stronger where there are more",
            "{n} anonymous transformations, stronger where there are more",
            n=count(len(points)),
        )
    else:
        said = tr_n(len(points), "{n} anonymous transformation", "{n} anonymous transformations", n=count(len(points)))
    left_out = points.anonymous - len(points)
    if not left_out:
        return said
    rest = tr_n(left_out, "{n} without these figures", "{n} without these figures", n=count(left_out))
    return f"{said}. {rest}"


ALL_ZERO = marked("All of them 0 %: no kept record is unique in the table")


def estimated_sentence(points: Points, done: int, wanted: int, *, is_running: bool) -> str:
    """For how many transformations the uniqueness is estimated."""
    anonymous = points.anonymous
    which = (
        tr("all {wanted}", wanted=count(wanted))
        if wanted == anonymous
        else tr("the best {wanted} of {anonymous}", wanted=count(wanted), anonymous=count(anonymous))
    )
    if is_running:
        return tr("Estimated for {done} of {which}", done=count(done), which=which)
    if done < wanted:
        return tr("Stopped: estimated for {done} of {which}", done=count(done), which=which)
    none = wanted - len(points)
    notes = [tr_n(none, "{n} without an estimate", "{n} without an estimate", n=count(none))] if none > 0 else []
    notes += [tr(ALL_ZERO)] if len(points) and not points.y.any() else []
    return ". ".join([tr("Estimated for {which}", which=which), *notes])


def spoken(axes: Axes) -> str:
    """The name of the chart."""
    return tr("{across} against {risk}", across=tr(dict(ACROSS)[axes.across]), risk=risk_name(axes.risk))
