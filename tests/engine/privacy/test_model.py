"""What all privacy models have in common: their names, what they say of themselves, subsets, and unions of parts."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from arxdesk_engine.foundation.named_settings import UnfitSettings
from arxdesk_engine.privacy import MODELS
from arxdesk_engine.privacy.criterion import ClassCriterion, Criterion, PeopleCriterion, TableCriterion
from arxdesk_engine.privacy.model import PrivacyModel, RandomSubset, SubsetModel, UnfitModel
from arxdesk_engine.privacy.presence import DeltaPresence
from arxdesk_engine.privacy.size import KAnonymity
from tests.engine.privacy.tables import SENSITIVE, Given, least_suppressed, parts, table_around, violations
from tests.engine.privacy.textbook import Group, union
from tests.tiers import examples

S = {"attribute": SENSITIVE}
ALL = (
    {"model": "k-anonymity", "k": 3},
    {"model": "k-map", "k": 3},
    {"model": "k-map", "k": 3, "estimator": "poisson", "population": 10_000},
    {"model": "k-map", "k": 3, "estimator": "zero_truncated_poisson", "population": 10_000},
    {"model": "km-anonymity", "k": 3, "m": 2, **S},
    {"model": "event-anonymity", "k": 3, "m": 2},
    {"model": "history-anonymity", "k": 3},
    {"model": "l-diversity", "l": 2, **S},
    {"model": "l-diversity", "l": 2.5, "variant": "shannon", **S},
    {"model": "l-diversity", "l": 2.5, "variant": "grassberger", **S},
    {"model": "l-diversity", "l": 2, "c": 2.0, "variant": "recursive", **S},
    {"model": "t-closeness", "t": 0.3, **S},
    {"model": "t-closeness", "t": 0.3, "variant": "ordered", **S},
    {"model": "t-closeness", "t": 0.3, "variant": "hierarchical", **S},
    {"model": "delta-presence", "dmin": 0.2, "dmax": 0.8},
    {"model": "delta-disclosure", "delta": 0.5, **S},
    {"model": "delta-disclosure", "delta": 0.5, "absent_values": "violating", **S},
    {"model": "beta-likeness", "beta": 0.5, **S},
    {"model": "beta-likeness", "beta": 0.5, "variant": "enhanced", **S},
    {"model": "average-risk", "threshold": 0.3},
    {"model": "average-risk", "threshold": 0.3, "highest": 0.5, "records": 0.1},
    {"model": "sample-uniqueness", "threshold": 0.1},
    {"model": "population-uniqueness", "threshold": 0.1, "population": 10_000},
    {"model": "differential-privacy", "epsilon": 1.0, "delta": 1e-3, "scheme": "low"},
    {"model": "profitability"},
    {"model": "profitability", "attack": False},
    {"model": "profitability", "attacker": "journalist"},
    {"model": "profitability", "attacker": "journalist", "attack": False},
)
"""Every variant of every model."""
NOT_FOR_PARTS = (
    ("k-map", None),
    ("delta-presence", None),
    ("population-uniqueness", None),
    ("differential-privacy", None),
    ("l-diversity", "grassberger"),
    ("delta-disclosure", "allowed"),
    ("profitability", "journalist"),
    ("event-anonymity", None),
    ("history-anonymity", None),
)
"""What parts of a table that fulfil it need not fulfil together, or are compared with another table for."""


def model_of(given_):
    return MODELS[given_["model"]](**given_)


def variant(model):
    """The parameter that decides whether it holds for parts."""
    names = {"l-diversity": "variant", "delta-disclosure": "absent_values", "profitability": "attacker"}
    name = "estimator" if model.model == "k-map" else names.get(model.model)
    found = None if name is None else getattr(model, name)
    return found if (model.model, found) in NOT_FOR_PARTS or name is None else "another"


every_model = pytest.mark.parametrize("model", [model_of(given_) for given_ in ALL], ids=lambda model: model.title)


@st.composite
def tables(draw):
    """Classes with a label each that covers some of four values, and the table of them and of other records."""
    groups = draw(parts())
    shares = (Fraction(draw(st.integers(1, 4)), 4),)
    groups = [replace(group, shares=shares) for group in groups]
    others = draw(st.lists(st.integers(1, 5), min_size=5, max_size=5))
    return groups, table_around(groups, others)


def test_that_every_model_is_here():
    assert {given_["model"] for given_ in ALL} == set(MODELS)
    for name, kind in MODELS.items():
        assert kind.model_fields["model"].default == name
        assert issubclass(kind, PrivacyModel)


@every_model
def test_that_a_model_says_what_it_is_and_is_read_back_as_it_was(model):
    assert model.title
    assert model.sentence[0].isupper()
    assert model.sentence.endswith(".")
    written = model.model_dump(mode="json", exclude_none=True)
    assert written["model"] in MODELS
    assert MODELS[written["model"]](**written) == model


@every_model
def test_that_a_model_cannot_be_changed_and_knows_no_other_parameters(model):
    with pytest.raises(ValidationError):
        model.model = "another"
    with pytest.raises(UnfitSettings):
        type(model)(**{**model.model_dump(), "strength": 3})


@every_model
@given(found=tables())
@settings(max_examples=examples(10))
def test_that_a_model_and_its_criterion_tell_the_same(model, found):
    groups, table = found
    criterion = model.bind(table)
    assert isinstance(criterion, Criterion)
    assert criterion.only_class_size == model.only_class_size
    assert criterion.minimal_class_size >= 1
    assert (model.sensitive_attribute is None) == ("attribute" not in type(model).model_fields)
    if isinstance(criterion, ClassCriterion):
        verdicts = criterion.violating(Given(groups))
        assert verdicts.dtype == bool
        assert len(verdicts) == len(groups)
        if criterion.only_class_size:
            assert verdicts.tolist() == [group.size < criterion.minimal_class_size for group in groups]


@every_model
@given(found=tables())
@settings(max_examples=examples(40))
def test_that_what_holds_for_parts_of_a_table_holds_for_their_union(model, found):
    """Classes of different parts, each anonymized by itself, that look alike."""
    groups, table = found
    assert model.holds_for_union_of_parts == ((model.model, variant(model)) not in NOT_FOR_PARTS)
    criterion = model.bind(table)
    groups = [group for group in groups if group.size > 0]
    if not (model.holds_for_union_of_parts and isinstance(criterion, ClassCriterion)) or not groups:
        return
    if not any(violations(criterion, groups)):
        whole = union(groups)
        assert violations(criterion, [whole]) == [False] or (
            not criterion.is_exact and least_suppressed(criterion, [whole]) == [0]
        )


@every_model
def test_that_models_for_recoding_by_groups_hold_for_unions_and_have_a_rule_for_one_group(model):
    criterion = model.bind(table_around([Group({"a": 5, "b": 5}, 10)]))
    has_rule = (
        isinstance(criterion, TableCriterion | PeopleCriterion)
        or criterion.only_class_size
        or criterion.group_rule is not None
    )
    assert model.is_judged_by_group == (has_rule and model.holds_for_union_of_parts)


@every_model
def test_that_models_of_the_whole_table_are_asked_of_sizes_alone(model):
    criterion = model.bind(table_around([Group({"a": 5, "b": 5}, 10)]))
    of_table = ("average-risk", "sample-uniqueness", "population-uniqueness")
    assert isinstance(criterion, TableCriterion) == (model.model in of_table)


@pytest.mark.parametrize(
    "subset",
    [
        "people.csv",
        "PEOPLE.TSV",
        "people.txt",
        "a.parquet",
        "a.PQ",
        "age >= 18",
        RandomSubset(random=0.1, seed=3),
        None,
    ],
)
def test_that_a_subset_is_a_file_where_it_is_named_like_one(subset):
    model = DeltaPresence(subset=subset)
    is_file = isinstance(subset, str) and "." in subset
    assert model.subset_file == (subset if is_file else None)
    moved = model.with_paths(lambda path: f"/elsewhere/{path}")
    assert moved.subset == (f"/elsewhere/{subset}" if is_file else subset)
    assert (moved.dmin, moved.dmax) == (model.dmin, model.dmax)


def test_that_models_without_a_file_have_no_path_to_change():
    model = KAnonymity(k=2)
    assert model.with_paths(str.upper) is model
    assert (model.subset_file, model.needs_subset, model.sensitive_attribute) == (None, False, None)


@pytest.mark.parametrize(
    "subset", ["", "  ", "a\0b", 3, {"random": 0.0}, {"random": 1.1}, {"random": "0.1"}, {"seed": 1}]
)
def test_that_a_subset_without_a_meaning_is_refused(subset):
    with pytest.raises(UnfitSettings):
        DeltaPresence(subset=subset)


@pytest.mark.parametrize(
    "given_", [{"random": 0.1, "seed": -1}, {"random": True}, {"random": float("nan")}, {"random": 0.1, "share": 1}]
)
def test_that_a_random_subset_is_a_share_and_a_seed(given_):
    with pytest.raises(ValidationError):
        RandomSubset(**given_)


def test_that_models_with_a_subset_are_those_that_may_need_one():
    with_subset = {name for name, kind in MODELS.items() if issubclass(kind, SubsetModel)}
    assert with_subset == {"k-map", "delta-presence", "profitability"}
    assert {given_["model"] for given_ in ALL if model_of(given_).needs_subset} == with_subset


def test_that_an_unfit_model_is_told_with_what_was_found_and_what_to_do():
    error = UnfitModel("there is no population", "Name one.")
    assert (str(error), error.found, error.remedy) == (
        "there is no population. Name one.",
        "there is no population",
        "Name one.",
    )
