"""From a job and its table to a problem: what the models are told of the table, and every mistake in words."""

from collections import Counter

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.errors import InvalidData, InvalidHierarchy, InvalidJob, UnreadableFile, UserError
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import job_from
from arxdesk_engine.privacy.size import MinimalSize
from arxdesk_engine.release.formulation import formulate
from tests.tiers import examples

AGES = ("31", "33", "38", "52", "57", "58", "31", "33", "38", "52", "57", "58")
SEXES = ("f", "m") * 6
ILLNESSES = ("flu", "cold", "flu", "cold", "flu", "gout", "flu", "", "flu", "cold", "gout", "gout")
PEOPLE = Dataset.from_pandas(pd.DataFrame({"age": AGES, "sex": SEXES, "illness": ILLNESSES}), "people.csv")
OF_AGE = Hierarchy(tuple((age, f"{age[0]}0s", "*") for age in sorted(set(AGES))), "age.csv")
OF_ILLNESS = Hierarchy(
    (("flu", "infection", "*"), ("cold", "infection", "*"), ("gout", "other", "*"), ("", "other", "*")), "illness.csv"
)
ROLES = {
    "age": {"role": "quasi-identifying"},
    "sex": {"role": "quasi-identifying"},
    "illness": {"role": "sensitive"},
}
K = {"model": "k-anonymity", "k": 2}
PRESENCE = {"model": "delta-presence", "dmin": 0.1, "dmax": 0.9}
CLOSE = {"model": "t-closeness", "attribute": "illness", "t": 0.2}
PRIVATE = {"model": "differential-privacy", "epsilon": 1.0, "delta": 1e-3, "scheme": "medium", "seed": 1}
SEARCHED = {"model": "differential-privacy", "epsilon": 1.0, "delta": 1e-3, "search_budget": 0.1, "seed": 1}
PRECISION = {"model": "precision"}
SUBSET_REMEDY = 'Write subset = "file.csv", an expression, or { random = 0.1, seed = 1 }.'


def job_of(*privacy, attributes=None, **sections):
    return job_from(
        {"data": {"path": "people.csv"}, "attributes": attributes or ROLES, "privacy": list(privacy), **sections}
    )


def posed(*privacy, hierarchies=None, dataset=PEOPLE, **sections):
    given_ = {"age": OF_AGE} if hierarchies is None else hierarchies
    return formulate(job_of(*privacy, **sections), dataset, given_)[1]


def faults_of(*privacy, error=InvalidJob, **sections):
    """What is said to be wrong, by place: found and remedy. Every fault has all three."""
    with pytest.raises(UserError) as caught:
        posed(*privacy, **sections)
    assert type(caught.value) is error
    for problem in caught.value.problems:
        assert problem.place
        assert problem.found[-1] not in ". "
        assert problem.remedy[-1] in ".?"
    places = [problem.place.removeprefix("job, ") for problem in caught.value.problems]
    assert len(set(places)) == len(places)
    return {
        place: (problem.found, problem.remedy) for place, problem in zip(places, caught.value.problems, strict=True)
    }


def test_that_models_are_told_the_facts_of_the_table():
    hierarchies = {"age": OF_AGE, "illness": OF_ILLNESS}
    variants = [{**CLOSE, "variant": variant} for variant in ("equal", "ordered", "hierarchical")]
    poisson = {"model": "k-map", "k": 5, "estimator": "poisson"}
    problem = posed(*variants, poisson, {"model": "profitability"}, hierarchies=hierarchies, population={"size": 120})
    *close, sized, paying = problem.privacy
    counts = Counter(ILLNESSES)
    assert all(criterion.overall.tolist() == [counts[text] for text in PEOPLE["illness"].values] for criterion in close)
    assert close[2].largest_distance == 2.0
    assert isinstance(sized, MinimalSize)
    assert paying.domain_sizes.tolist() == [6, 2]
    assert problem.grouping.rows.sensitive["illness"].dtype == np.int32


@given(st.lists(st.booleans(), min_size=12, max_size=12).filter(any), st.data())
@settings(max_examples=examples(15))
def test_that_the_table_is_its_research_subset(tmp_path_factory, chosen, drawn):
    """Listed in a file; what counts, and the shares of the sensitive values, are those of the subset."""
    path = tmp_path_factory.getbasetemp() / "subset.csv"
    PEOPLE.to_pandas()[chosen].sample(frac=1, random_state=1).to_csv(path, index=False)
    problem = posed({**PRESENCE, "subset": str(path)}, CLOSE, population={"sampling_fraction": 0.5})
    counts = Counter(text for text, counts in zip(ILLNESSES, chosen, strict=True) if counts)
    assert problem.grouping.records == sum(chosen)
    assert problem.privacy[1].overall.tolist() == [counts[text] for text in PEOPLE["illness"].values]
    ages = Counter(age for age, counts in zip(AGES, chosen, strict=True) if counts)
    classes = problem.grouping.classes((0, 0))
    of_records = classes.of_records.tolist()
    included = problem.grouping.included.tolist()
    assert Counter(age for age, counts in zip(AGES, included, strict=True) if counts) == ages
    for each in range(len(classes)):
        members = [record for record, number in enumerate(of_records) if number == each]
        assert classes.population_counts[each] == len(members)
        assert classes.counts[each] == sum(included[record] for record in members)


@pytest.mark.parametrize(
    ("subset", "records"), [("age < 50", 6), ({"random": 0.25, "seed": 3}, 3), ({"random": 1e-9}, 1), ("age >= 0", 12)]
)
def test_that_a_subset_is_selected_or_drawn(subset, records):
    problem = posed({**PRESENCE, "subset": subset})
    assert problem.grouping.records == records
    assert problem.grouping.included.sum() == records


def test_that_a_model_without_a_subset_takes_that_of_another():
    problem = posed({"model": "k-map", "k": 3}, {**PRESENCE, "subset": "age < 50"}, {"model": "profitability"})
    assert problem.grouping.records == 6


def test_that_the_same_subset_may_be_named_twice():
    subset = {"random": 0.5, "seed": 4}
    problem = posed({"model": "k-map", "k": 3, "subset": subset}, {**PRESENCE, "subset": subset})
    assert problem.grouping.records == 6


def test_that_a_subset_of_an_estimated_model_counts_as_well():
    estimated = {"model": "k-map", "k": 3, "estimator": "poisson", "population": 100, "subset": "age < 50"}
    assert posed(estimated).grouping.records == 6


@pytest.mark.parametrize(
    ("name", "found", "remedy"),
    [
        ("ilness", 'the table has no attribute "ilness"', 'Did you mean "illness"?'),
        ("name", 'the table has no attribute "name"', "Allowed: age, sex, illness."),
        ("age", '"age" is quasi-identifying', 'Write role = "sensitive" under attributes.age.'),
    ],
)
def test_that_an_attribute_that_is_not_there_or_not_sensitive_is_told(name, found, remedy):
    models = [
        {"model": "l-diversity", "l": 2},
        {"model": "t-closeness", "t": 0.2},
        {"model": "delta-disclosure", "delta": 1.0},
        {"model": "beta-likeness", "beta": 1.0},
    ]
    faults = faults_of(K, *({**model, "attribute": name} for model in models))
    assert faults == {f"privacy.{number}.attribute": (found, remedy) for number in range(2, 6)}


def test_that_an_unknown_attribute_of_the_job_is_told_with_the_nearest_name():
    attributes = {**ROLES, "agee": {"role": "insensitive"}}
    assert faults_of(K, attributes=attributes) == {
        "attributes.agee": ("the table has no such attribute", 'Did you mean "age"?')
    }


def test_that_a_job_that_asks_nothing_of_a_table_is_told():
    faults = faults_of(attributes={"illness": {"role": "sensitive"}})
    assert {place: found for place, (found, _remedy) in faults.items()} == {
        "attributes": "no attribute is quasi-identifying",
        "privacy": "there is no privacy model",
    }


def test_that_a_table_without_records_is_told():
    empty = Dataset.from_pandas(pd.DataFrame({"age": pd.Series([], dtype=str)}), "empty.csv")
    assert faults_of(K, error=InvalidData, dataset=empty) == {
        "empty.csv": ("the table has no records", "Choose a table with records.")
    }


@pytest.mark.parametrize(
    "model",
    [K, {"model": "k-map", "k": 3, "subset": "age < 50"}, {**PRESENCE, "subset": "age < 50"}, PRIVATE],
)
def test_that_models_that_may_be_there_only_once_are_told(model):
    assert faults_of(model, {"model": "sample-uniqueness", "threshold": 0.1}, model)["privacy.3"] == (
        f"{model['model']} is listed 2 times",
        "One is enough: keep the strictest.",
    )


def test_that_other_models_may_be_there_several_times():
    assert len(posed(CLOSE, {**CLOSE, "variant": "ordered"}, CLOSE).privacy) == 3


@pytest.mark.parametrize(
    ("model", "title"),
    [
        (PRESENCE, "(0.1, 0.9)-presence"),
        ({"model": "k-map", "k": 3}, "3-map"),
        ({"model": "profitability", "attacker": "journalist"}, "profitability (journalist)"),
    ],
)
def test_that_a_missing_subset_is_told(model, title):
    assert faults_of(K, model) == {"privacy.2.subset": (f"{title} needs a research subset", SUBSET_REMEDY)}


def test_that_every_model_that_misses_a_subset_is_told():
    assert list(faults_of(PRESENCE, {"model": "k-map", "k": 3})) == ["privacy.1.subset", "privacy.2.subset"]


@pytest.mark.parametrize("other", ["age < 51", "people.csv", {"random": 0.1, "seed": 1}, {"random": 0.1}])
def test_that_subsets_that_contradict_each_other_are_told(other):
    first = {"random": 0.1, "seed": 2} if isinstance(other, dict) else "age < 50"
    faults = faults_of({"model": "k-map", "k": 3, "subset": first}, K, {**PRESENCE, "subset": other})
    assert faults == {
        "privacy.3.subset": (
            "another model names another subset",
            "All models of a job have the same research subset; name it once.",
        )
    }


def test_that_a_subset_without_records_is_told():
    faults = faults_of({**PRESENCE, "subset": "age > 99"})
    assert faults == {"privacy.1.subset": ("the research subset has no records", "Choose one that has some.")}


def test_that_a_subset_file_without_records_is_told(tmp_path):
    path = tmp_path / "subset.csv"
    path.write_text("age,sex,illness\n")
    faults = faults_of({**PRESENCE, "subset": str(path)}, error=InvalidData)
    assert faults == {str(path): ("the table has a header but no records", "Choose a file with records.")}


def test_that_a_selection_that_cannot_be_followed_is_told_with_its_place():
    with pytest.raises(UserError) as caught:
        posed(K, {**PRESENCE, "subset": "agee < 50"})
    (problem,) = caught.value.problems
    assert problem.place == "job, privacy.2.subset, line 1, column 1"
    assert (problem.found, problem.remedy) == ('the table has no attribute "agee"', 'Did you mean "age"?')


def test_that_a_subset_file_that_is_not_there_or_lists_others_is_told(tmp_path):
    path = tmp_path / "subset.csv"
    (place,) = faults_of({**PRESENCE, "subset": str(path)}, error=UnreadableFile)
    assert place == str(path)
    path.write_text("age,sex,illness\n31,f,flu\n99,f,flu\n")
    faults = faults_of({**PRESENCE, "subset": str(path)}, error=InvalidData)
    assert faults == {
        f"{path}, record 2": (
            "this record is not in the table (1 such record in all)",
            "A subset lists records of the table.",
        )
    }


@pytest.mark.parametrize(
    "model", [{"model": "k-map", "k": 3, "estimator": "poisson"}, {"model": "population-uniqueness", "threshold": 0.1}]
)
def test_that_a_population_that_is_missing_or_wrong_is_told(model):
    remedy = 'Write population = 100000 or region = "USA" here, or a section [population].'
    assert faults_of(K, model) == {"privacy.2": ("the size of the population is not known", remedy)}
    assert faults_of(K, {**model, "population": 11}) == {
        "privacy.2": (
            "the population of 11 is smaller than the table of 12 records",
            "Correct the size of the population.",
        )
    }
    assert faults_of(K, {**model, "population": 100, "region": "USA"}) == {
        "privacy.2": ("there are both a population and a region", "Write one of them.")
    }
    assert faults_of(K, {**model, "region": "Germny"}) == {
        "privacy.2.region": ('"Germny" is not known', 'Did you mean "Germany"?')
    }


@pytest.mark.parametrize(
    ("population", "place", "found"),
    [
        ({"size": 11}, "population", "the population (11) is smaller than the sample (12 records)"),
        ({"sampling_fraction": 5e-324}, "population", "a sampling fraction of 5e-324 is too small to compute with"),
        ({"region": "Germny"}, "population.region", '"Germny" is not known'),
        ({"size": 100, "region": "USA"}, "population", "the population is ambiguous"),
    ],
)
def test_that_a_population_of_the_job_that_cannot_be_is_told(population, place, found):
    assert faults_of(K, population=population)[place][0] == found


def test_that_the_hierarchical_distance_without_a_hierarchy_is_told():
    assert faults_of(K, {**CLOSE, "variant": "hierarchical"}) == {
        "privacy.2": (
            'the hierarchical distance needs a hierarchy of "illness"',
            'Give the attribute one, or choose variant = "equal".',
        )
    }


def test_that_a_hierarchy_of_a_sensitive_attribute_has_to_list_its_values():
    lacking = Hierarchy(OF_ILLNESS.rows[:2], "illness.csv")
    hierarchies = {"age": OF_AGE, "illness": lacking}
    faults = faults_of({**CLOSE, "variant": "hierarchical"}, error=InvalidHierarchy, hierarchies=hierarchies)
    assert any("gout" in found for found, _remedy in faults.values())


def test_that_all_faults_of_a_job_are_told_at_once():
    faults = faults_of(
        K,
        K,
        {**CLOSE, "attribute": "ilness"},
        PRESENCE,
        attributes={**ROLES, "agee": {}},
        search={"local_recoding": {"iterations": 3}},
    )
    assert sorted(faults) == [
        "attributes.agee",
        "privacy.2",
        "privacy.3.attribute",
        "privacy.4.subset",
        "search.local_recoding",
    ]


@pytest.mark.parametrize(
    "model",
    [
        {"model": "k-map", "k": 3, "subset": "age < 50"},
        {**PRESENCE, "subset": "age < 50"},
        {"model": "population-uniqueness", "threshold": 0.1, "population": 1000},
        PRIVATE,
        {"model": "profitability", "attacker": "journalist", "subset": "age < 50"},
        {"model": "l-diversity", "variant": "grassberger", "l": 2, "attribute": "illness"},
        {"model": "delta-disclosure", "delta": 1.0, "attribute": "illness"},
    ],
)
def test_that_models_that_do_not_hold_for_parts_are_not_for_local_recoding(model):
    found, remedy = faults_of(model, search={"local_recoding": {"iterations": 3}})["search.local_recoding"]
    assert "cannot be combined with local recoding" in found
    assert "local_recoding = false" in remedy


def test_that_payouts_that_depend_on_labels_are_not_for_recoding_by_groups():
    paying = {"model": "profitability"}
    found, remedy = faults_of(paying, search={"recoding": "groupwise"})["search.recoding"]
    assert found.startswith("profitability (prosecutor) cannot be combined with recoding group by group")
    assert 'recoding = "none"' in remedy
    assert posed(paying, search={"recoding": "iterated"}).privacy
    assert posed({**paying, "attack": False}, search={"recoding": "groupwise"}).privacy


def test_that_a_scheme_is_one_transformation_for_any_data_and_everything_may_go():
    problem = posed(PRIVATE, suppression={"limit": 0.1})
    assert (problem.lattice.bottom, problem.lattice.top) == ((1, 0), (1, 0))
    assert problem.suppression_limit == 1.0
    assert problem.grouping.records < 12


@pytest.mark.parametrize(("limits", "level"), [({"minimum_level": 2}, 2), ({"maximum_level": 0}, 0), ({}, 1)])
def test_that_a_scheme_keeps_to_the_levels_of_the_job(limits, level):
    attributes = {**ROLES, "age": {"role": "quasi-identifying", **limits}}
    lattice = posed(PRIVATE, attributes=attributes).lattice
    assert lattice.bottom == lattice.top == (level, 0)


def test_that_a_search_budget_leaves_the_whole_lattice():
    problem = posed(SEARCHED, quality=PRECISION)
    assert (problem.lattice.bottom, problem.lattice.top) == ((0, 0), (2, 0))
    assert problem.suppression_limit == 1.0


@pytest.mark.parametrize(
    ("levels", "found"),
    [
        ({"agee": 1}, 'level 1 of "agee" does not exist'),
        ({"age": 3}, 'level 3 of "age" does not exist'),
        ({"age": -1}, 'level -1 of "age" does not exist'),
        ({"age": 1}, '"sex" has no level'),
    ],
)
def test_that_levels_of_a_scheme_that_are_not_there_are_told(levels, found):
    private = {"model": "differential-privacy", "epsilon": 1.0, "delta": 1e-3, "levels": levels}
    assert faults_of(private)["privacy.1"][0] == found


@pytest.mark.parametrize(
    "other",
    [
        PRESENCE,
        {**PRESENCE, "subset": "age < 50"},
        {"model": "k-map", "k": 3},
        {"model": "k-map", "k": 3, "estimator": "poisson", "population": 100, "subset": "age < 50"},
        {"model": "profitability", "attacker": "journalist", "subset": "age < 50"},
    ],
)
def test_that_differential_privacy_draws_its_own_sample(other):
    (fault,) = faults_of(PRIVATE, other).items()
    place, (found, remedy) = fault
    assert place == "privacy.2"
    assert found.endswith("needs a research subset")
    assert remedy == "(1, 0.001)-differential privacy draws a sample itself."


@pytest.mark.parametrize("private", [PRIVATE, SEARCHED])
def test_that_k_anonymity_may_be_asked_for_beside_differential_privacy(private):
    larger = {"model": "k-anonymity", "k": 10_000}
    for beside in (K, larger):
        assert len(posed(private, beside, quality=PRECISION).privacy) == 2


@pytest.mark.parametrize(
    "other",
    [
        {"model": "k-map", "k": 3, "estimator": "poisson", "population": 100},
        {"model": "l-diversity", "attribute": "illness", "l": 2},
        CLOSE,
        {"model": "delta-disclosure", "attribute": "illness", "delta": 1.0},
        {"model": "beta-likeness", "attribute": "illness", "beta": 1.0},
        {"model": "average-risk", "threshold": 0.5},
        {"model": "sample-uniqueness", "threshold": 0.5},
        {"model": "population-uniqueness", "threshold": 0.5, "population": 100},
        {"model": "profitability"},
        {"model": "profitability", "attack": False},
    ],
)
def test_that_differential_privacy_is_refused_beside_models_that_look_at_more_than_it_covers(other):
    (fault,) = faults_of(PRIVATE, other).items()
    place, (found, remedy) = fault
    assert place == "privacy.2"
    assert "the (1, 0.001)-differential privacy of privacy.1 would not hold" in found
    assert remedy == "Remove this model, or privacy.1. k-anonymity is the only one that may stay beside it."


def test_that_a_search_budget_does_not_score_by_the_values_that_occur():
    """A record with a new value would change the share of every label, and the score by more than 1."""
    faults = faults_of(SEARCHED)
    assert set(faults) == {"attributes.age.hierarchy", "attributes.sex.hierarchy"}
    listed = {"role": "quasi-identifying", "hierarchy": "fixed.csv"}
    fixed = {**ROLES, "age": listed, "sex": listed}
    assert posed(SEARCHED, attributes=fixed).privacy
    assert posed(PRIVATE).privacy  # a scheme scores nothing


@pytest.mark.parametrize("limit", [{"time_limit": 3.0}, {"check_limit": 10}])
def test_that_a_private_search_must_not_end_by_the_time_it_takes(limit):
    (name,) = limit
    assert faults_of(SEARCHED, search=limit, quality=PRECISION) == {
        f"search.{name}": ("a result within a limit reveals something of the data", "Set steps instead.")
    }
    assert posed(PRIVATE, search=limit).privacy  # a scheme is not searched


def test_that_an_empty_sample_is_told():
    private = {**PRIVATE, "epsilon": 0.001}
    found, _remedy = faults_of(K, private)["privacy.2"]
    assert found == "none of the 12 records was drawn into the sample of (0.001, 0.001)-differential privacy"


def test_that_an_epsilon_that_only_endless_classes_could_keep_to_is_told():
    found, _remedy = faults_of({**PRIVATE, "epsilon": 50.0})["privacy.1"]
    assert found.startswith("epsilon is so large that classes of more than 2,000,000 records may be needed")


@pytest.mark.parametrize("costs", [{"adversary_gain": 1e308, "adversary_cost": 1e-308}, {"adversary_cost": 0.0}])
def test_that_extreme_costs_leave_nothing_to_publish_rather_than_a_traceback(costs):
    problem = posed({"model": "profitability", "attack": False}, costs=costs)
    assert problem.privacy[0].minimal_class_size == 2**31 - 1
