"""How well a computer predicts, as people say it: a sentence, and the rows of the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from arxdesk.quality.classification.work import FoundPredictions
from arxdesk.ui import words
from arxdesk.ui.models.figures import FigureRow
from arxdesk.ui.models.read_only_table import Heading
from arxdesk.ui.widgets.charts.bar_list import ListedBar
from arxdesk_engine.analysis.statistics.classification import ClassificationPerformance, MethodPerformance
from arxdesk_engine.analysis.statistics.performance import ClassPerformance, Performance
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.utility import MethodName, UtilitySettings
from arxdesk_engine.preparation.quality_choice import CLASSIFICATION

METHODS: dict[MethodName, str] = {
    "logistic-regression": "Logistic regression",
    "naive-bayes": "Naive Bayes",
    "random-forest": "Random forest",
}
NOTHING = "–"
_BRIER = "How far the probabilities of this value are from the truth, squared: 0 never, smaller is better"
_AUC = "How well people of this value are told from others: 1 always, 0.5 by chance"
ACCURACY = (
    Heading("Target", is_text=True),
    Heading("Method", is_text=True),
    Heading("Guessing", "input", "Right when always the most frequent value of the input is named", is_before=True),
    Heading("Guessing", "output", "Right when always the most frequent value of the output is named"),
    Heading("Right", "input", "Accuracy: the share of people for whom the input predicts right", is_before=True),
    Heading("Right", "output", "Accuracy: the share of people for whom the output predicts right"),
    Heading("Kept", "of the gain", "Relative accuracy: how much of what is better than guessing is left, all at 100 %"),
    Heading("Brier", "skill", "0: the probabilities are as good as with the input; below 0 they are worse"),
)
CLASSES = (
    Heading("Value", is_text=True),
    Heading("People", hint="Who have this value, of those that were tried"),
    Heading("AUC", "input", _AUC, is_before=True),
    Heading("AUC", "output", _AUC),
    Heading("Sensitivity", "input", "The share of the people of this value who are found", is_before=True),
    Heading("Sensitivity", "output", "The share of the people of this value who are found"),
    Heading("Specificity", "input", "The share of the others who are not taken for it", is_before=True),
    Heading("Specificity", "output", "The share of the others who are not taken for it"),
    Heading("Brier", "input", _BRIER, is_before=True),
    Heading("Brier", "output", _BRIER),
)
CURVES = (CLASSES[0], CLASSES[2], CLASSES[3])


@dataclass(frozen=True, slots=True)
class Tried:
    """One method tried on one target."""

    target: str
    whole: ClassificationPerformance
    method: MethodPerformance

    @property
    def key(self) -> str:
        """What tells it from all others."""
        return f"{self.method.method} {self.target}"

    @property
    def title(self) -> str:
        """How it is called where one is chosen."""
        return f"{self.target}, {method_name(self.method.method).lower()}"


@dataclass(frozen=True, slots=True)
class BothSides:
    """One value of a target in the input and in the output; None where it is not there."""

    label: str
    before: ClassPerformance | None
    after: ClassPerformance | None


def settings_of(job: Job) -> UtilitySettings:
    """What a job says about predictions; else the targets of its quality model, and the quickest method."""
    if job.utility is not None:
        return job.utility
    chosen = job.quality
    targets = chosen.targets if chosen.model == CLASSIFICATION else ()
    return UtilitySettings(targets=targets, methods=("logistic-regression",))


def method_name(method: str) -> str:
    """The name of a method on screen."""
    return next((name for key, name in METHODS.items() if key == method), method)


def all_tried(found: FoundPredictions) -> list[Tried]:
    """What was finished, target by target."""
    return [
        Tried(target, whole, method)
        for target, whole in found.by_target.items()
        if whole is not None
        for method in whole.methods
    ]


def question(settings: UtilitySettings, features: int) -> str:
    """What is asked, in a line."""
    methods = words.joined([method_name(each).lower() for each in settings.methods])
    columns = words.counted(features, "column", "columns")
    return f"Predict {words.joined(settings.targets, 3)} from {columns} by {methods}"


def accuracy_bars(tried: Sequence[Tried], *, has_output: bool) -> list[ListedBar]:
    """How often each trial is right, and below the trials of a target how often guessing is."""
    found: list[ListedBar] = []
    for place, each in enumerate(tried):
        whole = each.whole
        found.append(_bar(each.title, each.method.before, each.method.after if has_output else None))
        if place + 1 == len(tried) or tried[place + 1].target != each.target:
            after = whole.baseline_after if has_output else None
            found.append(_bar(f"{each.target}, always the most frequent", whole.baseline_before, after))
    return found


def _bar(label: str, before: Performance, after: Performance | None) -> ListedBar:
    texts = (words.percent(before.accuracy), "" if after is None else words.percent(after.accuracy))
    lines = [label, f"Input: right for {texts[0]}", *([] if after is None else [f"Output: right for {texts[1]}"])]
    return ListedBar(label, before.accuracy, None if after is None else after.accuracy, texts, tuple(lines))


def sentence(tried: Tried, *, has_output: bool) -> str:
    """How many people of a hundred are predicted right."""
    whole, method = tried.whole, tried.method
    before, after = method.before, method.after
    guessed = _hundredths(whole.baseline_before)
    if not has_output:
        return (
            f"With the input a computer guesses {tried.target} right for {_hundredths(before)} of 100 people; "
            f"always naming the most frequent one gets {guessed}."
        )
    if after is None or whole.baseline_after is None:
        right = f"with the input it is right for {_hundredths(before)} of 100 people"
        return f"The output leaves nothing to learn {tried.target} from; {right}."
    if _hundredths(whole.baseline_after) != guessed:
        guessed = f"{_hundredths(whole.baseline_after)} there, and {guessed} in the input"
    right = f"{_hundredths(after)} of 100 people; with the input {_hundredths(before)}"
    guessing = f"always naming the most frequent one gets {guessed}"
    said = f"With the output a computer guesses {tried.target} right for {right}; {guessing}."
    if len(after.classes) >= len(before.classes):
        return said
    values = words.counted(len(after.classes), "value", "values")
    return f"{said} The output has {values} to tell apart, the input {words.count(len(before.classes))}."


def accuracy_row(tried: Tried) -> FigureRow:
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
        for name, choose in (("Minimum", min), ("Average", _mean), ("Maximum", max))
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


def _hundredths(found: Performance) -> str:
    return words.count(round(100 * found.accuracy))
