"""Series of values that can be typed, and what can be varied."""

import pytest
from PySide6.QtCore import QLocale

from arxdesk.core.protection.series import MOST_VALUES, numbers_of, read_series, write_series
from arxdesk_engine.job.job import Job, job_from
from arxdesk_engine.job.variation import varied
from arxdesk_engine.privacy import MODELS
from arxdesk_engine.privacy.description import ParameterKind

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture
def german():
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
    yield
    QLocale.setDefault(before)


def job(*models) -> Job:
    return job_from({"data": {"path": "t.csv"}, "privacy": list(models), "suppression": {"limit": 0.05}})


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("2, 3, 5", ParameterKind.WHOLE, (2, 3, 5)),
        ("2,3;5 7", ParameterKind.WHOLE, (2, 3, 5, 7)),
        ("5, 2, 5", ParameterKind.WHOLE, (5, 2)),
        ("0.1, .5, 1e-3", ParameterKind.NUMBER, (0.1, 0.5, 0.001)),
        ("5 %, 0.1, 33.4", ParameterKind.SHARE, (0.05, 0.001, 0.334)),
        ("  7  ", ParameterKind.WHOLE, (7,)),
    ],
)
def test_that_values_are_read_however_they_are_separated(text, kind, expected):
    assert read_series(text, kind) == expected


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        ("", ParameterKind.WHOLE, "Write at least one value."),
        ("2, x", ParameterKind.WHOLE, '"x" is not a whole number.'),
        ("2.5", ParameterKind.WHOLE, '"2.5" is not a whole number.'),
        ("0.5, a", ParameterKind.NUMBER, '"a" is not a number.'),
        ("nan", ParameterKind.SHARE, '"nan" is not a number.'),
        (" ".join(map(str, range(60))), ParameterKind.WHOLE, f"There are 60 values. Write at most {MOST_VALUES}."),
    ],
)
def test_that_what_cannot_be_read_is_told(text, kind, sentence):
    with pytest.raises(ValueError, match="^" + sentence.replace(".", r"\.") + "$"):
        read_series(text, kind)


def test_that_decimal_commas_are_read_where_the_locale_has_them(german):
    assert write_series((0.1, 0.25), ParameterKind.NUMBER) == "0,1; 0,25"
    assert read_series("0,1; 0,25", ParameterKind.NUMBER) == (0.1, 0.25)
    assert read_series("2; 3 5", ParameterKind.WHOLE) == (2, 3, 5)


WITHOUT_SERIES = ("differential-privacy", "profitability", "km-anonymity")


@pytest.mark.parametrize("model", [name for name in MODELS if name not in WITHOUT_SERIES])
def test_that_what_is_proposed_is_read_back_and_accepted(model):
    extra = {"attribute": "a"} if model in _SENSITIVE else {}
    extra |= {"subset": "a = 1"} if model in ("delta-presence", "k-map") else {}
    posed = job({"model": model, **MODELS[model].description.usual[-1].values, **extra})
    found = numbers_of(posed)
    assert len(found) >= 2
    for numbered in found:
        proposal = numbered.proposal(posed)
        assert numbered.variable.value_of(posed) in proposal
        assert list(proposal) == sorted(proposal)
        assert len(proposal) >= 4
        assert read_series(write_series(proposal, numbered.kind), numbered.kind) == pytest.approx(proposal)
        if numbered.variable.name not in ("dmin", "dmax"):  # which limit each other
            assert len(varied(posed, numbered.variable, proposal)) == len(proposal)


_SENSITIVE = ("l-diversity", "t-closeness", "delta-disclosure", "beta-likeness")


def test_that_numbers_are_told_in_words_and_apart():
    diversity = {"model": "l-diversity", "l": 3.0, "attribute": "illness"}
    found = numbers_of(
        job(
            {"model": "k-anonymity", "k": 5},
            diversity,
            diversity | {"attribute": "income", "variant": "recursive", "c": 4.0},
            {"model": "average-risk", "threshold": 0.1},
            {"model": "average-risk", "threshold": 0.2},
        )
    )
    assert [each.label for each in found] == [
        "People at least per group (k)",
        "Values at least per group (l), illness",
        "Values at least per group (l), income",
        "Dominance at most (c), income",
        "Average risk at most – Average risk 1",
        "Average risk at most – Average risk 2",
        "Records removed at most",
    ]
    assert len({each.key for each in found}) == len(found)
    assert [found[0].told(5), found[-1].told(0.05), found[3].told(0.5)] == ["k = 5", "5 %", "c = 0.5"]


def test_that_what_says_how_things_are_is_not_varied():
    found = numbers_of(job({"model": "population-uniqueness", "threshold": 0.01, "population": 1000}))
    assert [each.variable.name for each in found] == ["threshold", "limit"]
