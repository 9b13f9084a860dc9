"""The privacy models of a project: from the desktop's objects, else the library's, else their texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arxdesk_engine.arx.files.configuration import CONFIG_OBJECTS, Configuration
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.arx.files.sections import privacy_model
from arxdesk_engine.arx.models.criteria import criteria_models
from arxdesk_engine.arx.models.desktop import desktop_models
from arxdesk_engine.arx.models.texts import text_models
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.privacy import MODELS
from arxdesk_engine.privacy.arx_forms import Values
from arxdesk_engine.privacy.model import PrivacyModel


def privacy_models(found: Configuration, findings: Findings) -> tuple[tuple[Values, ...], tuple[Values, ...]]:
    """The models as plain values: active ones, and changed ones that are switched off."""
    if found.model.fields:
        asked, paused = desktop_models(found.model, findings)
        _report_others(asked, found, findings)
        return asked, paused
    if found.arx.fields:
        return tuple(criteria_models(found.arx.items("criteria"), findings)), ()
    return tuple(text_models(found.criteria_texts, findings)), ()


def _report_others(asked: tuple[Values, ...], found: Configuration, findings: Findings) -> None:
    """Criteria that the desktop's models do not account for; ARX replaces all criteria by these models."""
    known = {(each.get("model"), each.get("attribute")) for each in asked}
    for each in criteria_models(found.arx.items("criteria"), findings):
        if (each.get("model"), each.get("attribute")) not in known:
            model = _named(each)
            what = tr("{model} is among the criteria, and not among the models that are switched on", model=model)
            findings.leave_out(f"{CONFIG_OBJECTS}, criteria", what, tr("Add it if needed: ARX uses the latter."))


def _named(values: Values) -> str:
    model = values.get("model")
    return tr("{model} of {column}", model=model, column=values["attribute"]) if "attribute" in values else f"{model}"


def compatible(
    asked: tuple[Values, ...], paused: tuple[Values, ...], findings: Findings
) -> tuple[tuple[Values, ...], tuple[Values, ...]]:
    """ARX asks other models together with differential privacy, which does not hold then: these are paused here."""
    beside = next((model.holds_beside for model in _kinds(asked) if model.holds_beside is not None), None)
    if beside is None:
        return asked, paused
    kept = tuple(each for each in asked if each.get("model") in beside)
    others = tuple(each for each in asked if each.get("model") not in beside)
    for each in others:
        found = tr("{model} is combined with differential privacy, which does not hold then", model=_named(each))
        findings.leave_out(f"{CONFIG_OBJECTS}, criteria", found, tr("It was paused: choose one of the two."))
    return kept, (*paused, *others)


def need_fixed_hierarchies(asked: Iterable[Values]) -> bool:
    """Whether one of the models holds for hierarchies alone that do not depend on the data."""
    return any(model.needs_fixed_hierarchies for model in _kinds(asked))


def _kinds(values: Iterable[Values]) -> Iterator[type[PrivacyModel]]:
    for each in values:
        name = each.get("model")
        if isinstance(name, str) and name in MODELS:
            yield MODELS[name]


def built(values: Iterable[Values], place: str, findings: Findings) -> tuple[PrivacyModel, ...]:
    """The models from plain values; those that are not accepted are listed."""
    models = (privacy_model(each, place, findings) for each in values)
    return tuple(each for each in models if each is not None)
