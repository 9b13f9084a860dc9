"""Models are found in the files of their package, described whole, and registered once."""

import pkgutil

import pytest

import arxdesk_engine.privacy
from arxdesk_engine.privacy import MODELS, models_by_harm, register
from arxdesk_engine.privacy.model import PrivacyModel
from arxdesk_engine.privacy.size import KAnonymity
from tests.engine.privacy.even_size import EvenSize


def test_that_every_model_of_the_package_is_listed_once_in_its_order():
    files = {file.name for file in pkgutil.iter_modules(arxdesk_engine.privacy.__path__)}
    assert {model.__module__.rpartition(".")[2] for model in MODELS.values()} <= files
    assert list(MODELS)[:2] == ["k-anonymity", "event-anonymity"]
    assert len(MODELS) == 15
    orders = [model.description.order for model in MODELS.values()]
    assert orders == sorted(set(orders))


@pytest.mark.parametrize("model", MODELS.values())
def test_that_a_description_is_whole(model: type[PrivacyModel]):
    described = model.description
    assert all((described.name, described.against, described.in_short, described.rule, described.term))
    assert described.promise.endswith(".")
    assert any(character.isdigit() for character in described.source), "a source has a year"
    for parameter in described.parameters:
        assert len(parameter.meanings) in (0, len(parameter.choices))
        if parameter.is_of_job:
            assert parameter.name in model.model_fields
        if parameter.short:
            assert parameter.least < parameter.most
            assert parameter.step > 0


def test_that_a_model_is_added_at_the_end_and_its_name_taken_once():
    class Another(EvenSize):
        pass

    class Undescribed(EvenSize):
        description = None

    before = dict(MODELS)
    try:
        register(EvenSize, EvenSize, KAnonymity)
        assert list(MODELS) == [*before, "even-size"]
        assert models_by_harm()[-1] == "even-size"
        with pytest.raises(ValueError, match="two privacy models even-size"):
            register(Another)
        with pytest.raises(ValueError, match="Declare both"):
            register(Undescribed)
    finally:
        MODELS.clear()
        MODELS.update(before)
