"""The settings of methods as fields of a form: their kinds, limits and defaults."""

import pytest

from arxdesk_engine.perturbation import METHODS
from arxdesk_engine.perturbation.fields import LARGEST, FieldKind, fields_of
from tests.engine.perturbation.tables import records_of


def test_that_kinds_limits_and_defaults_are_those_of_the_declaration():
    fields = {each.name: each for each in fields_of(METHODS["pram"])}
    assert next(iter(fields)) == "columns"
    assert {name: each.kind for name, each in fields.items()} == {
        "columns": FieldKind.COLUMNS,
        "strata": FieldKind.COLUMNS,
        "retention": FieldKind.NUMBER,
        "matrix": FieldKind.OTHER,
        "invariant": FieldKind.SWITCH,
        "alpha": FieldKind.NUMBER,
        "seed": FieldKind.WHOLE,
    }
    assert [name for name, each in fields.items() if each.is_needed] == ["columns"]
    assert (fields["retention"].least, fields["retention"].most, fields["retention"].default) == (0.0, 1.0, 0.8)
    assert fields["seed"].most == LARGEST
    importance = next(each for each in fields_of(METHODS["local-suppression"]) if each.name == "importance")
    assert (importance.kind, importance.least, importance.most) == (FieldKind.WEIGHTS, 1.0, 1000.0)
    percent = next(each for each in fields_of(METHODS["rank-swapping"]) if each.name == "percent")
    assert (percent.least, percent.most, percent.is_needed) == (1e-4, 100.0, True)


@pytest.mark.parametrize("name", METHODS)
def test_that_every_setting_of_every_method_is_a_field(name):
    assert {each.name for each in fields_of(METHODS[name])} == set(METHODS[name].model_fields) - {"method"}


@pytest.mark.parametrize("name", METHODS)
def test_that_what_does_not_suit_a_method_is_unfit_for_it(name):
    records = records_of(households=range(30), job=[f"j{place % 3}" for place in range(30)], age=range(30))
    made = {FieldKind.COLUMNS: ["age"], FieldKind.WHOLE: 2, FieldKind.NUMBER: 50.0}
    values = {each.name: made[each.kind] for each in fields_of(METHODS[name]) if each.is_needed}
    asked = METHODS[name].model_validate({**values, "columns": ["job"]})
    assert METHODS[name].suits(records.columns["job"].type) == (not list(asked.unfit(records)))
