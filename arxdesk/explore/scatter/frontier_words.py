"""The frontier of a series of values in words."""

from __future__ import annotations

from collections.abc import Sequence

from arxdesk.core.protection.series import Numbered
from arxdesk.explore.scatter.tracing_work import TraceProgress
from arxdesk.ui.words import count_with_share, counted, decimal, joined, percent, score
from arxdesk_engine.exploration.frontier import FrontierPoint
from arxdesk_engine.exploration.points import Risk
from arxdesk_engine.search.solution import Status

EMPTY = "The cost of protection: the best result for each of several values, risk against score."
OUT_OF_DATE = "The configuration has changed since this was drawn."


def risk_of(point: FrontierPoint, risk: Risk) -> float | None:
    """The risk on the axis."""
    return point.average_risk if risk is Risk.AVERAGE else point.highest_risk


def is_drawn(point: FrontierPoint, risk: Risk) -> bool:
    """Whether a point has both figures."""
    return point.score is not None and risk_of(point, risk) is not None


def point_lines(numbered: Numbered, point: FrontierPoint) -> Sequence[str]:
    """All figures of a point."""
    lines = [numbered.told(point.value)]
    if point.score is None:
        return [*lines, "Nothing is anonymous" if point.status is Status.INFEASIBLE else "Nothing found in time"]
    lines.append(f"Score {score(point.score)}, {_proof(point)}")
    if point.highest_risk is not None:
        lines.append(_risks(point.highest_risk, point.average_risk))
    if point.suppressed_records is not None:
        share = percent(point.suppressed_records / max(1, point.records))
        lines.append(f"{counted(point.suppressed_records, 'record', 'records')} removed ({share})")
    lines.append(f"{counted(point.classes or 0, 'group', 'groups')}, found in {decimal(point.seconds, 2)} s")
    return lines


def chosen_sentence(numbered: Numbered, point: FrontierPoint) -> str:
    """A point in one sentence, below the chart."""
    if point.score is None:
        return f"{numbered.told(point.value)}: nothing is anonymous."
    removed = count_with_share(point.suppressed_records or 0, point.records, "records")
    risk = "" if point.highest_risk is None else f", highest risk {percent(point.highest_risk)}"
    return f"{numbered.told(point.value)}: score {score(point.score)}{risk}, removes {removed}."


def progress_sentence(numbered: Numbered, told: TraceProgress | None) -> str:
    """The value being searched, and the progress."""
    now = None if told is None else told.now
    if now is None:
        return "Drawing the frontier."
    text = f"{numbered.told(now.value)}, {now.number} of {now.of}"
    search = now.search
    if search is not None and search.score is not None and search.gap:
        return f"{text}: at most {percent(search.gap)} from the best possible"
    return text


def missing_sentence(
    numbered: Numbered, points: Sequence[FrontierPoint], asked: Sequence[float], risk: Risk, *, is_running: bool
) -> str:
    """The points that could not be drawn, and the reason."""
    none = [numbered.told(each.value) for each in points if each.status is Status.INFEASIBLE]
    unfound = [numbered.told(each.value) for each in points if each.status is Status.NONE_FOUND]
    empty = [numbered.told(each.value) for each in points if each.score is not None and not is_drawn(each, risk)]
    sentences = []
    if none:
        sentences.append(f"Nothing is anonymous with {joined(none)}.")
    if unfound:
        sentences.append(f"Nothing was found in time for {joined(unfound)}. Allow more time.")
    if empty:
        sentences.append(f"No records are left with {joined(empty)}.")
    if any(each.gap for each in points):
        sentences.append("The lines to the left end at the lowest score still possible.")
    if not is_running and len(points) < len(asked):
        sentences.append(f"Stopped after {len(points)} of {len(asked)}.")
    return " ".join(sentences)


def table_text(numbered: Numbered, points: Sequence[FrontierPoint], names: Sequence[str]) -> str:
    """All points as tab-separated text with all digits."""
    columns = ("Status", "Score", "Lower bound", "Gap", "Highest risk", "Average risk", "Removed", "Groups", "Seconds")
    lines = ["\t".join((numbered.label, *columns, *names))]
    for point in points:
        figures = (
            *(point.value, point.status.value, point.score, point.lower_bound, point.gap),
            *(point.highest_risk, point.average_risk, point.suppressed_records, point.classes, point.seconds),
        )
        cells = (*figures, *(point.levels or ()))
        lines.append("\t".join("" if cell is None else str(cell) for cell in cells))
    return "\n".join(lines)


def _risks(highest: float, average: float | None) -> str:
    return f"Highest risk {percent(highest)}" + ("" if average is None else f", average {percent(average)}")


def _proof(point: FrontierPoint) -> str:
    if point.status is Status.OPTIMAL:
        return "proven best"
    return f"at most {percent(point.gap)} from the best possible" if point.gap else "not proven"
