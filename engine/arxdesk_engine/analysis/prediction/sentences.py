"""Predictions in words: the question, and the share of people predicted right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arxdesk_engine.analysis.prediction.predictions import Predictions
from arxdesk_engine.analysis.statistics.classification import ClassificationPerformance, MethodPerformance
from arxdesk_engine.analysis.statistics.performance import Performance
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.foundation.translated import Texts
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.utility import MethodName, UtilitySettings
from arxdesk_engine.preparation.quality_choice import CLASSIFICATION

METHODS: Mapping[MethodName, str] = Texts(
    {
        "logistic-regression": marked("Logistic regression"),
        "naive-bayes": marked("Naive Bayes"),
        "random-forest": marked("Random forest"),
    }
)
_IN_SENTENCES = {
    "logistic-regression": marked("logistic regression"),
    "naive-bayes": marked("naive bayes"),
    "random-forest": marked("random forest"),
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
        return f"{self.target}, {_in_sentence(self.method.method)}"


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
    return tr_n(
        features,
        "Predict {targets} from {n} column by {methods}",
        "Predict {targets} from {n} columns by {methods}",
        n=words.count(features),
        targets=words.joined(settings.targets, 3),
        methods=words.joined(list(map(_in_sentence, settings.methods))),
    )


def _in_sentence(method: str) -> str:
    return tr(_IN_SENTENCES.get(method, method))


def sentence(tried: MethodResult, words: Words = ENGLISH, *, has_output: bool) -> str:
    """The number of correct predictions out of a hundred people."""
    whole, method = tried.whole, tried.method
    before, after = method.before, method.after
    guessed = _hundredths(whole.baseline_before, words)
    if not has_output:
        return tr(
            "With the input a computer guesses {target} right for {right} of 100 records; always naming the most "
            "frequent "
            "one gets {guessed}.",
            target=tried.target,
            right=_hundredths(before, words),
            guessed=guessed,
        )
    if after is None or whole.baseline_after is None:
        return tr(
            "The output leaves nothing to learn {target} from; with the input it is right for {right} of 100 records.",
            target=tried.target,
            right=_hundredths(before, words),
        )
    if _hundredths(whole.baseline_after, words) != guessed:
        guessed = tr(
            "{output} there, and {input} in the input", output=_hundredths(whole.baseline_after, words), input=guessed
        )
    said = tr(
        "With the output a computer guesses {target} right for {right} of 100 records; with the input {before}; always "
        "naming the most frequent one gets {guessed}.",
        target=tried.target,
        right=_hundredths(after, words),
        before=_hundredths(before, words),
        guessed=guessed,
    )
    if len(after.classes) >= len(before.classes):
        return said
    number = len(after.classes)
    apart = tr_n(
        number,
        "The output has {n} value to tell apart, the input {input}.",
        "The output has {n} values to tell apart, the input {input}.",
        n=words.count(number),
        input=words.count(len(before.classes)),
    )
    return f"{said} {apart}"


def _hundredths(found: Performance, words: Words) -> str:
    return words.count(round(100 * found.accuracy))
