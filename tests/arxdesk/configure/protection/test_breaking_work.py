"""Records that break a model now, counted by hand."""

from arxdesk.configure.protection.breaking_work import count_breaking
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.job import model_from
from tests.arxdesk.conftest import small_project


def counted(*models, **sections):
    job, dataset, hierarchies = small_project()
    made = tuple(model_from(model) for model in models)
    job = job.model_copy(update={"privacy": made, **sections})
    found = count_breaking(job, dataset, hierarchies, Control())
    return [found.get(place) for place in range(len(made))]


def test_that_every_record_that_is_alone_breaks_k_anonymity():
    assert counted({"model": "k-anonymity", "k": 2}, {"model": "k-anonymity", "k": 1}) == [8, 0]


def test_that_levels_that_have_to_be_are_taken_into_account():
    job, _dataset, _hierarchies = small_project()
    coarse = job.settings_of("age").model_copy(update={"minimum_level": 1})
    attributes = {**job.attributes, "age": coarse}
    # Bands of four ages, halved by sex: four groups of two.
    found = counted(
        {"model": "k-anonymity", "k": 2},
        {"model": "k-anonymity", "k": 3},
        {"model": "average-risk", "threshold": 0.4},
        attributes=attributes,
    )
    assert found == [0, 8, 8]


def test_that_models_that_do_not_fit_leave_the_others_counted():
    unfit = {"model": "t-closeness", "attribute": "note", "t": 0.1}
    assert counted({"model": "k-anonymity", "k": 2}, unfit) == [8, None]


def test_that_models_that_take_long_are_left_out():
    private = {"model": "differential-privacy", "epsilon": 1.0, "delta": 0.01, "scheme": "low"}
    unique = {"model": "population-uniqueness", "threshold": 0.1, "region": "USA"}
    assert counted({"model": "sample-uniqueness", "threshold": 0.5}, private, unique) == [8, None, None]
