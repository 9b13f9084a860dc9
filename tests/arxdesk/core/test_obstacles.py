"""What keeps a search from beginning is told at once, with its place, and is what a search would refuse."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from arxdesk.core.document import Document
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.attributes import AttributeSettings, CodingSettings, MaskingSettings, ShiftSettings
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.population import PopulationSettings
from arxdesk_engine.job.quality import QualitySettings
from arxdesk_engine.privacy.differential import DifferentialPrivacy
from arxdesk_engine.privacy.diversity import LDiversity
from arxdesk_engine.privacy.size import KAnonymity, KMap
from tests.arxdesk.conftest import banded_hierarchy, small_project

QUASI = Role.QUASI_IDENTIFYING


def attributes(**settings: AttributeSettings) -> Callable[[Job], Job]:
    return lambda job: job.model_copy(update={"attributes": {**job.attributes, **settings}})


def section(**values: object) -> Callable[[Job], Job]:
    return lambda job: job.model_copy(update=values)


def both(first: Callable[[Job], Job], second: Callable[[Job], Job]) -> Callable[[Job], Job]:
    return lambda job: second(first(job))


PRIVATE = DifferentialPrivacy(epsilon=1.0, delta=1e-3, scheme="medium")
DIVERSE = LDiversity(l=2, attribute="note")
AVERAGED = AttributeSettings(role=QUASI, transformation="microaggregate", function="arithmetic-mean")
CASES: list[tuple[Callable[[Job], Job], str, tuple[str, str, int | None]]] = [
    (
        attributes(age=AttributeSettings(), sex=AttributeSettings()),
        "Give at least one column the role quasi-identifying.",
        ("attributes", "", None),
    ),
    (
        attributes(age=AVERAGED, sex=AttributeSettings()),
        "No quasi-identifier is left to form groups by.",
        ("attributes", "", None),
    ),
    (section(privacy=()), "Add a privacy model.", ("privacy", "", None)),
    (
        attributes(sex=AVERAGED),
        "sex: arithmetic-mean cannot be formed of values of the type string.",
        ("attributes", "sex", None),
    ),
    (
        attributes(age=AttributeSettings(role=QUASI, transformation="microaggregate")),
        "age: no function is chosen.",
        ("attributes", "age", None),
    ),
    (
        attributes(age=AttributeSettings(role=QUASI, minimum_level=9)),
        "The levels 9 to 3 of age do not exist: it has 0 to 3.",
        ("attributes", "age", None),
    ),
    (
        attributes(note=AttributeSettings(coding=CodingSettings(top="c"))),
        "note: values of the type string have no order.",
        ("attributes", "note", None),
    ),
    (
        attributes(
            note=AttributeSettings(shift=ShiftSettings(person="sex", days=3, key_file="/no/key", create_key=True))
        ),
        "note: only dates can be moved",
        ("attributes", "note", None),
    ),
    (
        attributes(note=AttributeSettings(masking=MaskingSettings(method="redact"))),
        "note: only identifying attributes can be masked",
        ("attributes", "note", None),
    ),
    (
        section(privacy=(KAnonymity(k=2), LDiversity(l=2, attribute="note"))),
        "needs note to be sensitive, and it is insensitive.",
        ("privacy", "", 1),
    ),
    (
        section(privacy=(LDiversity(l=2, attribute="fare"),)),
        "is about fare, which the table does not have.",
        ("privacy", "", 0),
    ),
    (section(privacy=(KMap(k=2),)), "2-map needs a research subset.", ("privacy", "", 0)),
    (
        section(privacy=(KMap(k=2, estimator="poisson"),)),
        "needs the size of the population.",
        ("privacy", "", 0),
    ),
    (
        both(attributes(note=AttributeSettings(role=Role.SENSITIVE)), section(privacy=(PRIVATE, DIVERSE))),
        "(1, 0.001)-differential privacy cannot be combined with distinct 2-diversity of note: ",
        ("privacy", "", 1),
    ),
    (section(population=PopulationSettings(size=3)), "smaller than the sample", ("population", "", None)),
    (
        section(quality=QualitySettings(model="classification")),
        "Classification needs an attribute to predict.",
        ("quality", "", None),
    ),
]


@pytest.mark.parametrize(("change", "words", "place"), CASES)
def test_that_what_a_search_refuses_is_told_with_its_place(qapp, change, words, place):
    job, dataset, hierarchies = small_project()
    document = Document(change(job), dataset, hierarchies, None)
    (found,) = document.obstacles
    assert words in found.text
    assert (found.section, found.attribute, found.model) == place
    if "population" not in place:  # too small a one is found by the models that need it
        with pytest.raises(UserError):
            Anonymizer.formulate(document.job, dataset, hierarchies)


def test_that_what_can_be_searched_has_no_obstacles(qapp):
    job, dataset, hierarchies = small_project()
    for change in (attributes(age=AVERAGED), section(quality=QualitySettings(model="height"))):
        document = Document(change(job), dataset, hierarchies, None)
        assert document.obstacles == ()
        Anonymizer.formulate(document.job, dataset, hierarchies)


def test_that_names_with_dots_lead_to_their_attribute(qapp):
    dataset = Dataset.from_pandas(pd.DataFrame({"a": ["1", "2"], "a.b": ["x", "y"], "a.b.c": ["x", "y"]}))
    bad = AttributeSettings(role=QUASI, transformation="microaggregate", function="median")
    job = Job(
        data=DataSource(path="x.csv"),
        attributes={"a": AttributeSettings(role=QUASI), "a.b": bad},
        privacy=(KAnonymity(k=2),),
    )
    (found,) = Document(job, dataset, {}, None).obstacles
    assert (found.attribute, found.field) == ("a.b", "function")


def test_that_many_values_of_an_aggregated_column_are_looked_at_in_part(qapp):
    job, dataset, _hierarchies = small_project()
    settings = AttributeSettings(role=QUASI, transformation="microaggregate", function="geometric-mean")
    values = [str(number) for number in range(100_000)]
    column = Column.encode("age", np.arange(100_000, dtype=np.int32) % 8, values)
    others = [each for each in dataset if each.name != "age"]
    document = Document(attributes(age=settings)(job), Dataset((column, *others)), {}, None)
    assert document.obstacles == ()


def test_that_a_sensitive_hierarchy_counts_only_where_a_model_looks_at_it(qapp):
    job, dataset, hierarchies = small_project()
    short: Hierarchy = banded_hierarchy(["a", "b"])
    sensitive = attributes(note=AttributeSettings(role=Role.SENSITIVE))
    document = Document(sensitive(job), dataset, {**hierarchies, "note": short}, None)
    assert document.obstacles == ()
    model = section(privacy=(LDiversity(l=2, attribute="note"),))
    document = Document(both(sensitive, model)(job), dataset, {**hierarchies, "note": short}, None)
    (found,) = document.obstacles
    assert found.text.startswith("6 values of note have no entry in its hierarchy.")
