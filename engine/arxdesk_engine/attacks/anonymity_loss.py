"""The anonymity loss coefficient of Francis and Wagner (2025, arXiv 2507.01710): how much better a release lets people
be guessed than their absence from the data would.

Both the attack and the baseline rank their guesses by confidence, and may keep silent below one. Precision P is the
share of right ones among the guesses that are made, recall R the share of the targets about whom one is made. Their
precision-recall coefficient is PRC = P (1 - (log R / log 0.0001)^3): a few sure guesses count, one in ten thousand
does not. Each side has the confidence at which its PRC is largest, and ALC = (PRC_attack - PRC_baseline) / (1 -
PRC_baseline): 0 where the release tells no more than others' records do, 1 where it tells everything, below 0 where
a model of the original is better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.attacks.attacked import AttackedTable
from arxdesk_engine.attacks.baseline import Baseline, baseline
from arxdesk_engine.attacks.inference import CONFIDENCES, Guesses, Inference
from arxdesk_engine.foundation.language import short, tr
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.risk.intervals import Share, wilson_widths

LEAST_RECALL = 1e-4
"""Guesses about fewer of the targets count nothing but their share."""
RECALL_EXPONENT = 3.0
WIDEST = 0.1
"""The interval of a precision that may be chosen is not wider (half of it to either side)."""
STRONG, AT_RISK = 0.5, 0.7
"""Below the first anonymity is strong, below the second it is at risk, above it is poor: the defaults of the package
`anonymity_loss_coefficient` of the authors."""
RESAMPLES = 2_000
_SEED = 20_261_128
_ENDS = (0.025, 0.975)

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]


def precision_recall_coefficient(precision: Floats, recall: Floats) -> Floats:
    """PRC of precisions and recalls, float64[n]; the recall itself up to `LEAST_RECALL`."""
    enough = recall > LEAST_RECALL
    logs = np.log(np.where(enough, recall, 1.0)) / np.log(LEAST_RECALL)
    found: Floats = np.where(enough, precision * (1.0 - logs**RECALL_EXPONENT), recall)
    return found


def loss_coefficient(attack: Floats, base: Floats) -> Floats:
    """ALC from both PRC, float64[n]; 0 where the baseline is perfect, so that nothing is left to tell."""
    left = 1.0 - base
    found: Floats = np.divide(attack - base, left, out=np.zeros(np.shape(left)), where=left > 0)
    return found


@dataclass(frozen=True, slots=True)
class MadeGuesses:
    """Guesses with at least a confidence: the right ones among them, and the `targets` of all guesses."""

    confidence: float
    right: Share
    targets: int

    @property
    def recall(self) -> Share:
        """The targets about whom a guess is made."""
        return Share(self.right.of, self.targets)

    @property
    def coefficient(self) -> float:
        """The precision-recall coefficient."""
        recall = np.array([self.recall.value])
        return float(precision_recall_coefficient(np.array([self.right.value]), recall)[0])

    def plain(self) -> dict[str, object]:
        """As it stands in a JSON report."""
        return {
            "confidence": self.confidence,
            "precision": self.right.plain(),
            "recall": self.recall.value,
            "coefficient": self.coefficient,
        }


@dataclass(frozen=True, slots=True, eq=False)
class AnonymityLoss:
    """Guesses about targets by the release, and by the best `model` that does not use their records.

    Where a target has no candidate the attacker is `silent`, and has the guess of the model, with no confidence.
    """

    secret: str
    attack: Guesses
    base: Guesses
    model: str
    silent: Share

    @property
    def targets(self) -> int:
        """The people who were guessed."""
        return len(self.attack.right)

    @property
    def best_attack(self) -> MadeGuesses:
        """The guesses by the release where their coefficient is largest."""
        return best(self.attack)

    @property
    def best_base(self) -> MadeGuesses:
        """The guesses by the model where their coefficient is largest."""
        return best(self.base)

    @property
    def coefficient(self) -> float:
        """ALC."""
        return float(loss_coefficient(np.array(self.best_attack.coefficient), np.array(self.best_base.coefficient)))

    @property
    def interval(self) -> tuple[float, float]:
        """That of 95 %: targets are drawn anew, and both sides keep their confidence.

        A target is silent, right or wrong on either side: the nine numbers of targets are multinomial.
        """
        sides = []
        for guesses, chosen in ((self.attack, self.best_attack), (self.base, self.best_base)):
            made = guesses.confidence >= chosen.confidence
            sides.append(np.where(made, np.where(guesses.right, 1, 2), 0))
        cells = np.bincount(3 * sides[0] + sides[1], minlength=9)
        generator = np.random.default_rng(_SEED)
        drawn = generator.multinomial(self.targets, cells / self.targets, RESAMPLES).reshape(-1, 3, 3)
        found = loss_coefficient(*(_coefficients(drawn.sum(axis=axis), self.targets) for axis in (2, 1)))
        low, high = np.quantile(found, _ENDS).tolist()
        return min(low, self.coefficient), max(high, self.coefficient)

    @property
    def meaning(self) -> str:
        """What the coefficient means."""
        return _meaning(self.interval[0], self.coefficient)

    def plain(self) -> dict[str, object]:
        """As it stands in a JSON report."""
        return {
            "secret": self.secret,
            "targets": self.targets,
            "without_candidate": self.silent.plain(),
            "baseline": self.model,
            "coefficient": self.coefficient,
            "interval": list(self.interval),
            "best_attack": self.best_attack.plain(),
            "best_baseline": self.best_base.plain(),
            "attack": [precision_at(self.attack, each).plain() for each in CONFIDENCES],
            "by_baseline": [precision_at(self.base, each).plain() for each in CONFIDENCES],
        }

    def sentence(self, words: Words = ENGLISH) -> str:
        """The coefficient, what it means, and what it is made of."""
        low, high = self.interval
        loss = tr(
            "Anonymity loss of {secret} {coefficient} ({low} to {high}): {meaning}.",
            secret=self.secret,
            coefficient=words.decimal(self.coefficient, 2),
            low=words.decimal(low, 2),
            high=words.decimal(high, 2),
            meaning=_meaning(low, self.coefficient),
        )
        made_of = tr(
            "The attacker guesses about {people} of people, {right} of them right; a model ({model}) without their "
            "records "
            "about {people_of_model} of people, {right_of_model} of them right.",
            people=words.percent_fixed(self.best_attack.recall.value),
            right=words.percent_fixed(self.best_attack.right.value),
            model=tr(self.model),
            people_of_model=words.percent_fixed(self.best_base.recall.value),
            right_of_model=words.percent_fixed(self.best_base.right.value),
        )
        return f"{loss} {made_of}"


def best(guesses: Guesses) -> MadeGuesses:
    """The confidence with the largest coefficient among those whose precision is known well enough; where there is
    none, that of all guesses."""
    targets = len(guesses.right)
    if not targets:
        return MadeGuesses(0.0, Share(0, 0), 0)
    confidences, group = np.unique(-guesses.confidence, return_inverse=True)
    made = np.bincount(group, minlength=len(confidences)).cumsum()
    right = np.bincount(group, guesses.right, minlength=len(confidences)).astype(np.int64).cumsum()
    found = precision_recall_coefficient(right / made, made / targets)
    found[:-1][wilson_widths(right, made)[:-1] >= WIDEST] = -1.0
    place = int(found.argmax())
    return MadeGuesses(float(-confidences[place]), Share(int(right[place]), int(made[place])), targets)


def precision_at(guesses: Guesses, confidence: float) -> MadeGuesses:
    """The guesses with at least a confidence."""
    return MadeGuesses(confidence, guesses.precision(confidence), len(guesses.right))


def anonymity_loss(table: AttackedTable, known: Sequence[str], found: Inference, seed: int = 0) -> AnonymityLoss | None:
    """Compare the guesses about members with those of a model that does not use their records.

    Of large tables a sample of the members is compared (`baseline.MOST_RECORDS`); None where there are too few to learn
    from.
    """
    base = baseline(table, known, found.secret, seed)
    return None if base is None else against(base, table, found)


def against(base: Baseline, table: AttackedTable, found: Inference) -> AnonymityLoss:
    """Compare the guesses about members with those of a model."""
    places = np.searchsorted(np.flatnonzero(table.members), base.records)
    confidence = found.members.confidence[places]
    silent = confidence == 0.0
    right = np.where(silent, base.right, found.members.right[places])
    attack = Guesses(right, confidence, found.members.certain[places])
    by_model = Guesses(base.right, base.confidence, base.confidence >= 1.0)
    return AnonymityLoss(found.secret, attack, by_model, base.model, Share(int(silent.sum()), len(silent)))


def _coefficients(cells: NDArray[np.int64], targets: int) -> Floats:
    """PRC of targets who are silent, right and wrong, int64[n, 3]."""
    made = cells[:, 1] + cells[:, 2]
    precision = np.divide(cells[:, 1], made, out=np.zeros(len(made)), where=made > 0)
    return precision_recall_coefficient(precision, made / targets)


def _meaning(low: float, coefficient: float) -> str:
    if low <= 0.0:
        return tr("no more than others' records tell")
    if coefficient < STRONG:
        return tr("below {strong}, where anonymity is strong", strong=short(STRONG))
    if coefficient < AT_RISK:
        return tr(
            "between {strong} and {at_risk}, where anonymity is at risk", strong=short(STRONG), at_risk=short(AT_RISK)
        )
    return tr("poor anonymity")
