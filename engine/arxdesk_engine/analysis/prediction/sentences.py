"""Predictions in words: the question, and the share of people predicted right."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk_engine.analysis.prediction.predictions import Predictions
from arxdesk_engine.analysis.statistics.classification import ClassificationPerformance, MethodPerformance
from arxdesk_engine.analysis.statistics.performance import Performance
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.utility import MethodName, UtilitySettings
from arxdesk_engine.preparation.quality_choice import CLASSIFICATION

METHODS: dict[MethodName, str] = {
    "logistic-regression": "Logistic regression",
    "naive-bayes": "Naive Bayes",
    "random-forest": "Random forest",
}


@dataclass(frozen=True, slots=True)
class MethodResult:
    """One method tried on one target."""

    target: str
    whole: ClassificationPerformance
    method: MethodPerformance

    @property
    def key(self) -> str:
        """A key that is unique among trials."""
        return f"{self.method.method} {self.target}"

    @property
    def title(self) -> str:
        """The title in the list of trials."""
        return f"{self.target}, {method_name(self.method.method).lower()}"


def settings_of(job: Job) -> UtilitySettings:
    """The settings of a job; by default the targets of its quality model, and the quickest method."""
    if job.utility is not None:
        return job.utility
    chosen = job.quality
    targets = chosen.targets if chosen.model == CLASSIFICATION else ()
    return UtilitySettings(targets=targets, methods=("logistic-regression",))


def method_name(method: str) -> str:
    """The name of a method on screen."""
    return next((name for key, name in METHODS.items() if key == method), method)


def all_tried(found: Predictions) -> list[MethodResult]:
    """The finished trials, target by target."""
    return [
        MethodResult(target, whole, method)
        for target, whole in found.by_target.items()
        if whole is not None
        for method in whole.methods
    ]


def question(settings: UtilitySettings, features: int, words: Words = ENGLISH) -> str:
    """The question in a line."""
    methods = words.joined([method_name(each).lower() for each in settings.methods])
    columns = words.counted(features, "column", "columns")
    return f"Predict {words.joined(settings.targets, 3)} from {columns} by {methods}"


def sentence(tried: MethodResult, words: Words = ENGLISH, *, has_output: bool) -> str:
    """The number of correct predictions out of a hundred people."""
    whole, method = tried.whole, tried.method
    before, after = method.before, method.after
    guessed = _hundredths(whole.baseline_before, words)
    if not has_output:
        return (
            f"With the input a computer guesses {tried.target} right for {_hundredths(before, words)} of 100 records; "
            f"always naming the most frequent one gets {guessed}."
        )
    if after is None or whole.baseline_after is None:
        right = f"with the input it is right for {_hundredths(before, words)} of 100 records"
        return f"The output leaves nothing to learn {tried.target} from; {right}."
    if _hundredths(whole.baseline_after, words) != guessed:
        guessed = f"{_hundredths(whole.baseline_after, words)} there, and {guessed} in the input"
    right = f"{_hundredths(after, words)} of 100 records; with the input {_hundredths(before, words)}"
    guessing = f"always naming the most frequent one gets {guessed}"
    said = f"With the output a computer guesses {tried.target} right for {right}; {guessing}."
    if len(after.classes) >= len(before.classes):
        return said
    values = words.counted(len(after.classes), "value", "values")
    return f"{said} The output has {values} to tell apart, the input {words.count(len(before.classes))}."


def _hundredths(found: Performance, words: Words) -> str:
    return words.count(round(100 * found.accuracy))
