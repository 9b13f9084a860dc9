"""One word for one thing in all data frames of the library, each with its meaning."""

import pytest

import arxdesk as ad
from arxdesk_engine.library.columns import meanings
from tests.engine.library.frames_of_people import QUASI_IDENTIFIERS, asked, people


@pytest.fixture(scope="module")
def result():
    return ad.anonymize(people(), **asked())


@pytest.fixture(scope="module")
def known():
    return [name for words in meanings().values() for name in words]


def test_that_no_word_has_two_meanings(known):
    assert len(known) == len({*known})
    assert all(meaning for words in meanings().values() for meaning in words.values())


def test_that_every_column_of_figures_has_a_meaning(result, known):
    varied = {"privacy": [ad.KAnonymity(k=k) for k in (3, 1000)]}
    swept = ad.sweep(people(), varied, **{name: value for name, value in asked().items() if name != "privacy"})
    recoded = ad.anonymize(people(), **asked(recoding="groupwise"))
    found = {
        "risk": result.risk().columns,
        "risk_of": ad.risk_of(people(), quasi_identifiers=[*QUASI_IDENTIFIERS]).columns,
        "quality": result.quality().columns,
        "alternatives": [name for name in result.alternatives().columns if name not in QUASI_IDENTIFIERS],
        "sweep": swept.columns,
        "summary": [*result.summary().index, *recoded.summary().index],
    }
    assert {where: {*names} - {*known} for where, names in found.items()} == {where: set() for where in found}
    assert {*known} - {name for names in found.values() for name in names} == set()  # and no word is for nothing


def test_that_a_figure_is_the_same_in_all_frames(result):
    figures, risk = result.summary()["value"], result.risk().loc[("output", "prosecutor")]
    others = result.alternatives()
    levels = others[[*QUASI_IDENTIFIERS]].eq([result.levels[name] for name in QUASI_IDENTIFIERS]).all(axis=1)
    (here,) = others[levels].to_dict("records")
    for name in ("groups", "smallest_group", "suppressed_records", "score", "highest_risk", "average_risk"):
        assert here[name] == pytest.approx(figures[name]), name
    assert (risk["groups"], risk["highest"]) == (figures["groups"], figures["highest_risk"])
