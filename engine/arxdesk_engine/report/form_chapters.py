"""The chapters of a report in a form: an overview of all points, and each part with its points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.form_answers import AnsweredPoint, PointState, answered
from arxdesk_engine.report.forms.form import Point, ReportForm
from arxdesk_engine.report.forms.statements import QUESTIONS
from arxdesk_engine.report.layout.blocks import (
    Block,
    Cell,
    Chapter,
    Figure,
    Figures,
    Paragraph,
    PointHeading,
    Room,
    Table,
    TableColumn,
    Tone,
    cells,
)
from arxdesk_engine.report.layout.words import count, labelled, text_line
from arxdesk_engine.report.sections.verdict import verdict

OVERVIEW = "overview"
STATES: dict[PointState, tuple[str, Tone]] = {
    PointState.BY_TOOL: (marked("Answered by the tool"), "ok"),
    PointState.BY_PEOPLE: (marked("Answered by people"), "ok"),
    PointState.OPEN: (marked("To be written"), "warn"),
    PointState.NOT_APPLICABLE: (marked("Does not apply"), ""),
}
_EVIDENCE_GIVEN = marked("Evidence given, text to be written")
_MEANINGS = {
    PointState.BY_TOOL: marked("from the facts of this report"),
    PointState.BY_PEOPLE: marked("with what the project keeps"),
    PointState.OPEN: marked("room is left for them"),
    PointState.NOT_APPLICABLE: marked("the reason is given"),
}


def form_chapters(facts: Facts, form: ReportForm) -> Iterator[Chapter]:
    """The chapters of a report in a form, before its annexes."""
    parts = tuple(answered(facts, form))
    points = [point for _part, found in parts for point in found]
    first = _first_points(points)
    yield Chapter(OVERVIEW, tr("Overview of the points"), tuple(_overview(facts, form, points)))
    for part, found in parts:
        yield Chapter(f"{form.key}-{part.key}", tr(part.heading), tuple(_points(found, first)))


def _overview(facts: Facts, form: ReportForm, points: Sequence[AnsweredPoint]) -> Iterator[Block]:
    yield Paragraph(tr("Arranged by: {edition}.", edition=tr(form.edition)), "lead")
    yield Paragraph(
        tr(
            "This report arranges evidence by the points of that text. What is asked is told in short words of its "
            "own; the text itself is what holds. Nothing here certifies that it is met."
        )
    )
    yield verdict(facts)
    numbers = Counter(each.state for each in points)
    yield Figures(tuple(Figure(tr(STATES[each][0]), count(numbers[each]), tr(_MEANINGS[each])) for each in PointState))
    heads = (TableColumn(tr("Point")), TableColumn(""), TableColumn(tr("Answer")))
    yield Table(tr("All points"), heads, tuple(_row(each) for each in points))


def _row(found: AnsweredPoint) -> tuple[Cell, ...]:
    text, tone = _ended(found)
    return cells(found.point.number, tr(found.point.heading), Cell(text, tone))


def _ended(found: AnsweredPoint) -> tuple[str, Tone]:
    """How a point ends, in words."""
    text, tone = STATES[found.state]
    if found.state is PointState.OPEN and found.blocks:
        text = _EVIDENCE_GIVEN
    return tr(text), tone


def _first_points(points: Sequence[AnsweredPoint]) -> Mapping[str, Point]:
    """The point at which each statement stands first: elsewhere it is referred to."""
    first: dict[str, Point] = {}
    for found in points:
        if found.state is not PointState.NOT_APPLICABLE:
            for key in found.statements:
                first.setdefault(key, found.point)
    return first


def _points(points: Sequence[AnsweredPoint], first: Mapping[str, Point]) -> Iterator[Block]:
    for found in points:
        yield PointHeading(found.point.number, tr(found.point.heading), *_ended(found))
        yield Paragraph(tr(found.point.asked), "note")
        yield from found.blocks
        yield from (Paragraph(each) for each in found.reasons)
        if found.state is not PointState.NOT_APPLICABLE:
            for key, said in found.statements.items():
                if first[key] is found.point:
                    yield from _statement(key, said)
                else:
                    label = tr(QUESTIONS[key].label)
                    yield Paragraph(tr("{statement}: see point {number}.", statement=label, number=first[key].number))


def _statement(key: str, text: str) -> Iterator[Block]:
    question = QUESTIONS[key]
    if not text:
        label, writer = tr(question.label), tr("To be written by {writer}", writer=tr(question.writer))
        yield Room(label, labelled(label, writer), tr(question.asked))
        return
    yield Paragraph(tr(question.label), "lead")
    for line in text.splitlines():
        if line.strip():
            yield Paragraph(text_line(line.strip()))
