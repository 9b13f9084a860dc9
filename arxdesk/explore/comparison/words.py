"""A comparison in plain words: the side with more detail, the safer side, the differences."""

from __future__ import annotations

from arxdesk.ui import words
from arxdesk_engine.exploration.comparison import ComparedTransformation, TransformationComparison
from arxdesk_engine.foundation.language import marked, tr, tr_n

SIDES = ("A", "B")
NOTHING = "–"
NOT_ANONYMOUS = marked("{side} does not satisfy the privacy models and cannot be applied")


def verdict(comparison: TransformationComparison) -> str:
    """The better side in each respect."""
    detail, safety = _richer(comparison), _safer(comparison)
    if detail is None:
        if safety is None:
            return tr("Both keep the same detail and are equally safe.")
        return tr("Both keep the same detail; {side} is safer.", side=SIDES[safety])
    if safety is None:
        return tr("{side} keeps more detail; both are equally safe.", side=SIDES[detail])
    if detail == safety:
        return tr("{side} keeps more detail and is safer.", side=SIDES[detail])
    return tr("{richer} keeps more detail, {safer} is safer.", richer=SIDES[detail], safer=SIDES[safety])


def details(comparison: TransformationComparison) -> str:
    """The numbers behind the verdict, and where the levels differ."""
    first, second = comparison.sides
    kept = words.percents_apart(first.mean_granularity, second.mean_granularity)
    highest = words.percents_apart(first.highest_risk, second.highest_risk)
    if first.highest_risk == second.highest_risk:
        figures = tr(
            "Detail kept: {kept}; highest risk {highest} in both, average risk {average}.",
            kept=_against(kept),
            highest=highest[0],
            average=_against(words.percents_apart(first.average_risk, second.average_risk)),
        )
    else:
        figures = tr("Detail kept: {kept}; highest risk {risk}.", kept=_against(kept), risk=_against(highest))
    sentences = [figures, _differences(comparison)]
    scored = _better_score(comparison)
    if scored is not None and scored != _richer(comparison):
        sentences.append(tr("The score, which the search minimizes, prefers {side}.", side=SIDES[scored]))
    for letter, side in zip(SIDES, comparison.sides, strict=True):
        if not side.check.anonymous:
            sentences.append(f"{tr(NOT_ANONYMOUS, side=letter)}.")
    return words.unbroken(" ".join(sentences))


def coarser(first: int, second: int) -> str:
    """The difference of the second level from the first: "2 coarser", "1 finer"; "" if they are equal."""
    if first == second:
        return ""
    if second > first:
        return tr_n(second - first, "{n} coarser", "{n} coarser")
    return tr_n(first - second, "{n} finer", "{n} finer")


def figures(comparison: TransformationComparison) -> list[tuple[str, tuple[str, str], int | None, str]]:
    """Measures with both values, the better side (None: neither), and their meaning."""
    first, second = comparison.sides
    scores = _scores(comparison)
    found = [
        (
            tr("Score"),
            tuple(NOTHING if each is None else words.score(each) for each in scores),
            _smaller(*scores),
            tr("Smaller is better, 0 keeps every detail"),
        ),
        (
            tr("From the optimum") if comparison.is_proven else tr("From the best possible"),
            tuple(_gap(side, comparison) for side in comparison.sides),
            _smaller(first.gap, second.gap),
            tr("Distance of the score from the best possible, as a share of the score"),
        ),
        (
            tr("Detail kept"),
            words.percents_apart(first.mean_granularity, second.mean_granularity),
            _smaller(-first.mean_granularity, -second.mean_granularity),
            tr("Granularity, the mean over the quasi-identifiers: 100 % is every value as in the input"),
        ),
        (
            tr("Groups"),
            (words.count(first.check.classes), words.count(second.check.classes)),
            None,
            tr("Groups that look alike in all quasi-identifiers"),
        ),
        (
            tr("Highest risk"),
            words.percents_apart(first.highest_risk, second.highest_risk),
            _smaller(first.highest_risk, second.highest_risk),
            tr("1 divided by the size of the smallest group"),
        ),
        (
            tr("At the highest risk"),
            (words.count(first.at_highest_risk), words.count(second.at_highest_risk)),
            None,
            tr("Those in groups of the smallest size"),
        ),
        (
            tr("Average risk"),
            words.percents_apart(first.average_risk, second.average_risk),
            _smaller(first.average_risk, second.average_risk),
            tr("Groups divided by the sum of their sizes"),
        ),
        (
            tr("Records removed"),
            (_removed(first, comparison.people), _removed(second, comparison.people)),
            _smaller(first.check.suppressed_records, second.check.suppressed_records),
            tr("Records removed because their groups are too small, and their share"),
        ),
    ]
    if comparison.population is not None:
        unique = tuple(
            NOTHING if each.likely_unique is None else words.count(round(each.likely_unique))
            for each in comparison.sides
        )
        hint = tr(
            "Of the population of {population}, estimated by the rule of Dankar et al.",
            population=words.count(comparison.population),
        )
        found.append(
            (tr("Likely unique in the population"), unique, _smaller(first.likely_unique, second.likely_unique), hint)
        )
    return [(name, (values[0], values[1]), better, hint) for name, values, better, hint in found]


def _differences(comparison: TransformationComparison) -> str:
    first, second = comparison.levels
    names = [name for name, one, other in zip(comparison.names, first, second, strict=True) if one != other]
    if not names:
        return tr("Their levels are the same.")
    return tr_n(
        len(comparison.names),
        "They differ in {number} of {n} quasi-identifier: {names}.",
        "They differ in {number} of {n} quasi-identifiers: {names}.",
        number=words.count(len(names)),
        names=words.joined(names, 4),
    )


def _richer(comparison: TransformationComparison) -> int | None:
    first, second = comparison.sides
    return _smaller(-first.mean_granularity, -second.mean_granularity)


def _scores(comparison: TransformationComparison) -> tuple[float | None, float | None]:
    first, second = (side.check.score if side.check.anonymous else None for side in comparison.sides)
    return first, second


def _better_score(comparison: TransformationComparison) -> int | None:
    return _smaller(*_scores(comparison))


def _safer(comparison: TransformationComparison) -> int | None:
    first, second = comparison.sides
    highest = _smaller(first.highest_risk, second.highest_risk)
    return _smaller(first.average_risk, second.average_risk) if highest is None else highest


def _smaller(first: float | None, second: float | None) -> int | None:
    """The side of the smaller number, unless they differ by rounding only."""
    if first is None or second is None or abs(first - second) <= 1e-12 * max(abs(first), abs(second)):
        return None
    return 0 if first < second else 1


def _against(values: tuple[str, str]) -> str:
    first, second = values
    return first if first == second else tr("{first} against {second}", first=first, second=second)


def _gap(side: ComparedTransformation, comparison: TransformationComparison) -> str:
    if side.gap is None:
        return NOTHING
    return words.percent(side.gap) if comparison.is_proven else tr("at most {gap}", gap=words.percent(side.gap))


def _removed(side: ComparedTransformation, people: int) -> str:
    removed = side.check.suppressed_records
    return f"{words.count(removed)} ({words.percent(removed / people if people else 0.0)})"
