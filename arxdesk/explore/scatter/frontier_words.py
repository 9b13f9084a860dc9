"""The frontier of a series of values in words."""

from __future__ import annotations

from collections.abc import Sequence

from arxdesk.core.protection.series import Numbered
from arxdesk.explore.scatter.tracing_work import TraceProgress
from arxdesk.ui.models.figures_text import Cell, FiguresText
from arxdesk.ui.words import count_with_share, decimal, joined, percent, score
from arxdesk_engine.exploration.frontier import FrontierPoint
from arxdesk_engine.exploration.points import Risk
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.search.solution import Status

EMPTY = marked("The cost of protection: the best result for each of several values, risk against score.")
OUT_OF_DATE = marked("The configuration has changed since this was drawn.")


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
        return [
            *lines,
            tr("Nothing is anonymous") if point.status is Status.INFEASIBLE else tr("Nothing found in time"),
        ]
    lines.append(tr("Score {score}, {proof}", score=score(point.score), proof=_proof(point)))
    if point.highest_risk is not None:
        lines.append(_risks(point.highest_risk, point.average_risk))
    if point.suppressed_records is not None:
        share = percent(point.suppressed_records / max(1, point.records))
        lines.append(
            tr_n(point.suppressed_records, "{n} record removed ({share})", "{n} records removed ({share})", share=share)
        )
    lines.append(
        tr_n(
            point.classes or 0,
            "{n} group, found in {seconds} s",
            "{n} groups, found in {seconds} s",
            seconds=decimal(point.seconds, 2),
        )
    )
    return lines


def chosen_sentence(numbered: Numbered, point: FrontierPoint) -> str:
    """A point in one sentence, below the chart."""
    if point.score is None:
        return tr("{told}: nothing is anonymous.", told=numbered.told(point.value))
    removed = count_with_share(point.suppressed_records or 0, point.records, "records")
    values = {"told": numbered.told(point.value), "score": score(point.score), "removed": removed}
    if point.highest_risk is None:
        return tr("{told}: score {score}, removes {removed}.", **values)
    risk = percent(point.highest_risk)
    return tr("{told}: score {score}, highest risk {risk}, removes {removed}.", **values, risk=risk)


def progress_sentence(numbered: Numbered, told: TraceProgress | None) -> str:
    """The value being searched, and the progress."""
    now = None if told is None else told.now
    if now is None:
        return tr("Drawing the frontier.")
    text = tr("{told}, {number} of {of}", told=numbered.told(now.value), number=now.number, of=now.of)
    search = now.search
    if search is not None and search.score is not None and search.gap:
        return tr("{text}: at most {gap} from the best possible", text=text, gap=percent(search.gap))
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
        sentences.append(tr("Nothing is anonymous with {names}.", names=joined(none)))
    if unfound:
        sentences.append(tr("Nothing was found in time for {names}. Allow more time.", names=joined(unfound)))
    if empty:
        sentences.append(tr("No records are left with {names}.", names=joined(empty)))
    if any(each.gap for each in points):
        sentences.append(tr("The lines to the left end at the lowest score still possible."))
    if not is_running and len(points) < len(asked):
        sentences.append(tr("Stopped after {number} of {whole}.", number=len(points), whole=len(asked)))
    return " ".join(sentences)


def table_text(numbered: Numbered, points: Sequence[FrontierPoint], names: Sequence[str]) -> FiguresText:
    """All points as tab-separated text with all digits."""
    columns = (
        tr("Status"),
        tr("Score"),
        tr("Lower bound"),
        tr("Gap"),
        tr("Highest risk"),
        tr("Average risk"),
        tr("Removed"),
        tr("Groups"),
        tr("Seconds"),
    )
    rows: list[tuple[Cell, ...]] = [(numbered.label, *columns, *names)]
    for point in points:
        figures = (
            *(point.value, point.status.value, point.score, point.lower_bound, point.gap),
            *(point.highest_risk, point.average_risk, point.suppressed_records, point.classes, point.seconds),
        )
        rows.append((*figures, *(point.levels or ())))
    return FiguresText(rows)


def _risks(highest: float, average: float | None) -> str:
    if average is None:
        return tr("Highest risk {highest}", highest=percent(highest))
    return tr("Highest risk {highest}, average {average}", highest=percent(highest), average=percent(average))


def _proof(point: FrontierPoint) -> str:
    if point.status is Status.OPTIMAL:
        return tr("proven best")
    return tr("at most {gap} from the best possible", gap=percent(point.gap)) if point.gap else tr("not proven")
