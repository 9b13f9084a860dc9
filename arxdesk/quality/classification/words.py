"""Predictions as rows of tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from arxdesk.ui import words
from arxdesk.ui.models.figures import FigureRow
from arxdesk.ui.models.read_only_table import Heading
from arxdesk.ui.widgets.charts.bar_list import ListedBar
from arxdesk_engine.analysis.prediction.sentences import MethodResult, method_name
from arxdesk_engine.analysis.statistics.classification import MethodPerformance
from arxdesk_engine.analysis.statistics.performance import ClassPerformance, Performance
from arxdesk_engine.foundation.language import marked, tr

NOTHING = "–"
_BRIER = marked("How far the probabilities of this value are from the truth, squared: 0 never, smaller is better")
_AUC = marked("Separation of this value from the others: 1 is perfect, 0.5 is chance")
ACCURACY = (
    Heading(marked("Target"), is_text=True),
    Heading(marked("Method"), is_text=True),
    Heading(
        marked("Guessing"),
        marked("input"),
        marked("Right when always the most frequent value of the input is named"),
        is_before=True,
    ),
    Heading(
        marked("Guessing"), marked("output"), marked("Right when always the most frequent value of the output is named")
    ),
    Heading(
        marked("Right"),
        marked("input"),
        marked("Accuracy: the share of records for which the input predicts right"),
        is_before=True,
    ),
    Heading(
        marked("Right"), marked("output"), marked("Accuracy: the share of records for which the output predicts right")
    ),
    Heading(
        marked("Kept"),
        marked("of the gain"),
        marked("Relative accuracy: how much of what is better than guessing is left, all at 100 %"),
    ),
    Heading(
        "Brier",
        marked("skill"),
        marked("0: the probabilities are as good as with the input; below 0 they are worse"),
    ),
)
CLASSES = (
    Heading(marked("Value"), is_text=True),
    Heading(marked("Records"), hint=marked("Records with this value, among those that were tried")),
    Heading("AUC", marked("input"), _AUC, is_before=True),
    Heading("AUC", marked("output"), _AUC),
    Heading(
        marked("Sensitivity"),
        marked("input"),
        marked("The share of the records of this value that are found"),
        is_before=True,
    ),
    Heading(marked("Sensitivity"), marked("output"), marked("The share of the records of this value that are found")),
    Heading(
        marked("Specificity"),
        marked("input"),
        marked("The share of the others who are not taken for it"),
        is_before=True,
    ),
    Heading(marked("Specificity"), marked("output"), marked("The share of the others who are not taken for it")),
    Heading("Brier", marked("input"), _BRIER, is_before=True),
    Heading("Brier", marked("output"), _BRIER),
)
CURVES = (CLASSES[0], CLASSES[2], CLASSES[3])


@dataclass(frozen=True, slots=True)
class BothSides:
    """One value of a target in the input and in the output; None where it is not there."""

    label: str
    before: ClassPerformance | None
    after: ClassPerformance | None


def accuracy_bars(tried: Sequence[MethodResult], *, has_output: bool) -> list[ListedBar]:
    """The accuracy of each trial, and below the trials of a target that of guessing."""
    found: list[ListedBar] = []
    for place, each in enumerate(tried):
        whole = each.whole
        found.append(_bar(each.title, each.method.before, each.method.after if has_output else None))
        if place + 1 == len(tried) or tried[place + 1].target != each.target:
            after = whole.baseline_after if has_output else None
            found.append(
                _bar(tr("{target}, always the most frequent", target=each.target), whole.baseline_before, after)
            )
    return found


def _bar(label: str, before: Performance, after: Performance | None) -> ListedBar:
    texts = (words.percent(before.accuracy), "" if after is None else words.percent(after.accuracy))
    lines = [
        label,
        tr("Input: right for {share}", share=texts[0]),
        *([] if after is None else [tr("Output: right for {share}", share=texts[1])]),
    ]
    return ListedBar(label, before.accuracy, None if after is None else after.accuracy, texts, tuple(lines))


def accuracy_row(tried: MethodResult) -> FigureRow:
    """The figures of one method on one target, below ACCURACY."""
    whole, method = tried.whole, tried.method
    sides = (whole.baseline_before, whole.baseline_after, method.before, method.after)
    accuracies = [NOTHING if each is None else words.percent_fixed(each.accuracy) for each in sides]
    kept = NOTHING if method.relative_accuracy is None else words.percent_fixed(method.relative_accuracy)
    skill = NOTHING if method.brier_skill is None else words.decimal(method.brier_skill, 3).replace("-", "−")
    return FigureRow((tried.target, method_name(method.method), *accuracies, kept, skill))


def both_sides(method: MethodPerformance) -> list[BothSides]:
    """The values of the input, then those that only the output has."""
    before = {each.label: each for each in method.before.classes}
    after = {} if method.after is None else {each.label: each for each in method.after.classes}
    return [BothSides(label, before.get(label), after.get(label)) for label in dict.fromkeys((*before, *after))]


def class_rows(classes: Sequence[BothSides]) -> list[FigureRow]:
    """The least, the mean and the greatest over all values, then each value, below CLASSES."""
    rows = [
        FigureRow((name, "", *_figures(_over_all(classes, choose))), is_strong=True)
        for name, choose in ((tr("Minimum"), min), (tr("Average"), _mean), (tr("Maximum"), max))
    ]
    for each in classes:
        shown = each.after or each.before
        people = "" if shown is None else words.count(shown.records)
        rows.append(FigureRow((each.label, people, *_figures(_measures(each)))))
    return rows


def curve_row(one: BothSides) -> FigureRow:
    """One value below CURVES."""
    return FigureRow((one.label, *_figures(_measures(one)[:2])))


Measures = list[float | None]


def _measures(of: BothSides) -> Measures:
    return [None if side is None else read(side) for read in _READ for side in (of.before, of.after)]


_READ: tuple[Callable[[ClassPerformance], float | None], ...] = (
    lambda one: one.auc,
    lambda one: one.sensitivity,
    lambda one: one.specificity,
    lambda one: one.brier_score,
)


def _over_all(classes: Iterable[BothSides], choose: Callable[[list[float]], float]) -> Measures:
    columns = zip(*(_measures(each) for each in classes), strict=True)
    known = [[value for value in column if value is not None] for column in columns]
    return [choose(values) if values else None for values in known] or [None] * (2 * len(_READ))


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _figures(values: Measures) -> list[str]:
    return [NOTHING if value is None else words.decimal(value, 3) for value in values]
