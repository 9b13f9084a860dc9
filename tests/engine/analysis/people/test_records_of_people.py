"""Columns that are constant in a person, against dictionaries in plain Python."""

from collections import defaultdict

from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.analysis.people.records_of_people import (
    Constancy,
    differing_people,
    findings,
    people_sentence,
    records_of_people,
)
from arxdesk_engine.data.dataset import Dataset
from tests.engine.problems import column_of

ROWS = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(("x", "y", ""))), min_size=1, max_size=30)


def table(rows):
    people, values = zip(*rows, strict=True)
    return Dataset((column_of("id", people), column_of("value", values)), "t")


@given(ROWS)
def test_that_differing_people_are_those_with_several_values(rows):
    values = defaultdict(list)
    for person, value in rows:
        values[person].append(value)
    differing = {person for person, found in values.items() if len(set(found)) > 1}
    several = [person for person, found in values.items() if len(found) > 1]
    found = records_of_people(table(rows), "id")
    assert (found.people, found.with_several, found.most) == (
        len(values),
        len(several),
        max(len(each) for each in values.values()),
    )
    (column,) = found.columns
    assert (column.name, column.differing) == ("value", len(differing))
    expected = Constancy.CHANGING if differing else Constancy.CONSTANT if several else Constancy.UNKNOWN
    assert column.constancy is expected
    assert differing_people(table(rows), "id", "value").tolist() == [person in differing for person, _value in rows]


def test_that_a_column_that_differs_in_few_people_is_told():
    rows = [(f"p{number}", "x") for number in range(40) for _again in range(2)]
    found = records_of_people(table([*rows, ("p3", "y")]), "id")
    assert found.columns[0].constancy is Constancy.NEARLY_CONSTANT
    sentence = "value differs between the records of 1 person and is the same for all others: check these values."
    assert findings(found) == [sentence]
    assert people_sentence(found) == "40 people, 40 of them with several records, 3 at most."
    assert found.plain()["columns"]["value"] == {"in_a_person": "nearly constant", "people_differing": 1}
    assert people_sentence(records_of_people(table([("a", "x")]), "id")) == "1 person with one record each."
    assert not findings(records_of_people(table([("a", "x")]), "id"))
