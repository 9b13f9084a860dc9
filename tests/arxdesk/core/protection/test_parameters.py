"""The tables behind the forms: complete, accepted by the engine, explained in the help."""

import pytest

from arxdesk.ui import help_text
from arxdesk.ui.help_topics import of_privacy_model
from arxdesk_engine.job.job import model_from
from arxdesk_engine.privacy import MODELS
from arxdesk_engine.privacy.model import SensitiveModel, SubsetModel

DESCRIPTIONS = {name: model.description for name, model in MODELS.items()}
WAY = "way"


def made(name, values):
    said = {"model": name, **DESCRIPTIONS[name].job_values(values)}
    if issubclass(MODELS[name], SensitiveModel):
        said["attribute"] = "diagnosis"
    return model_from(said)


@pytest.mark.parametrize("name", MODELS)
def test_that_every_parameter_of_the_engine_has_a_field(name):
    fields = set(MODELS[name].model_fields) - {"model", "attribute"}
    if issubclass(MODELS[name], SubsetModel) and name == "profitability":
        assert "subset" in fields
    assert {each.name for each in DESCRIPTIONS[name].parameters} - {WAY} == fields


def test_that_every_model_has_a_form_and_usual_values():
    assert all(each.parameters and each.usual for each in DESCRIPTIONS.values())


@pytest.mark.parametrize("name", MODELS)
def test_that_a_new_form_is_a_model(name):
    assert made(name, DESCRIPTIONS[name].initial_values()).model == name


@pytest.mark.parametrize(("name", "usual"), [(name, usual) for name in MODELS for usual in DESCRIPTIONS[name].usual])
def test_that_usual_values_are_allowed_and_come_back_from_the_form(name, usual):
    model = made(name, DESCRIPTIONS[name].initial_values() | dict(usual.values))
    for parameter, value in usual.values.items():
        assert getattr(model, parameter) == value
    said = model.model_dump(mode="json", exclude_none=True)
    assert made(name, DESCRIPTIONS[name].form_values(said)) == model


@pytest.mark.parametrize("name", MODELS)
def test_that_choices_are_those_of_the_engine(name):
    for parameter in DESCRIPTIONS[name].parameters:
        for key, _words in parameter.choices:
            values = DESCRIPTIONS[name].initial_values() | {parameter.name: key}
            if parameter.name in ("scheme", WAY) and key in ("", "search", "levels"):
                values |= {WAY: key or "levels", "levels": {"age": 1}}
            assert made(name, values).model == name


@pytest.mark.parametrize("name", MODELS)
def test_that_every_model_has_words_and_a_formula(name):
    assert DESCRIPTIONS[name].promise.endswith(".")
    assert len(help_text.section(of_privacy_model(name), "Formula")) > 20


def test_that_a_section_ends_where_the_next_begins():
    text = help_text.section("privacy/k-anonymity", "Formula")
    assert "c ≥ k" in text
    assert "#" not in text
    assert help_text.section("privacy-models", "no such heading") == ""
