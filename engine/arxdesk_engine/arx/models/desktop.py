"""The privacy models of ARX's desktop, which are stored with every project, switched on or off."""

from __future__ import annotations

from arxdesk_engine.arx.files.configuration import PROJECT_OBJECTS
from arxdesk_engine.arx.files.java_values import Instance
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.arx.models.values import arx_forms, stated
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.privacy import MODELS
from arxdesk_engine.privacy.arx_forms import Values


def desktop_models(model: Instance, findings: Findings) -> tuple[tuple[Values, ...], tuple[Values, ...]]:
    """Those that are switched on, and those that are off with parameters that somebody set."""
    asked: list[Values] = []
    paused: list[Values] = []
    fields = list(dict.fromkeys(arx.desktop_field for _name, arx in arx_forms()))
    for field in fields:
        for each in _instances(model.get(field)):
            values = _values(field, each)
            if each.flag("enabled"):
                asked.append(values)
            elif not _is_preset(values):
                paused.append(values)
    for name, value in model.fields.items():
        if name not in fields and any(each.flag("enabled") for each in _instances(value)):
            found = tr("the privacy model in the field {name} is switched on, and not known", name=name)
            findings.leave_out(PROJECT_OBJECTS, found, tr("Choose one that protects against the same."))
    return tuple(asked), tuple(paused)


def _values(field: str, each: Instance) -> Values:
    """The model that an object in a field of the desktop is."""
    for name, arx in arx_forms():
        if arx.desktop_field == field and arx.holds(each):
            return stated(name, arx.desktop(each))
    unknown = tr("risk-based model number {get}", get=each.get("variant"))  # the one field that holds several models
    return stated(unknown, {"threshold": each.get("threshold")})


def _instances(stored: object) -> list[Instance]:
    """The models in a field: one, several, or one for each attribute, these in the order of their names."""
    if isinstance(stored, Instance):
        return [stored]
    if isinstance(stored, dict):
        named = sorted((str(name), number) for number, name in enumerate(stored))
        values = list(stored.values())
        found = []
        for name, number in named:
            each = values[number]
            if isinstance(each, Instance):
                each.fields.setdefault("attribute", name)
                found.append(each)
        return found
    if isinstance(stored, list):
        several = [each for each in stored if isinstance(each, Instance)]
        return sorted(several, key=lambda each: (f"{each.get('variant')}", f"{each.get('threshold')}"))
    return []


def _is_preset(values: Values) -> bool:
    scheme = values.get("generalization")
    if isinstance(scheme, Instance):  # that of older versions, which asked for no budget of the search
        is_usual = scheme.text("degree") == "MEDIUM" and not scheme.table("degrees") and not scheme.table("levels")
        values = {**values, "search_budget": 0.2} if is_usual else values
    kind = MODELS.get(str(values.get("model")))
    presets = () if kind is None or kind.arx is None else kind.arx.presets
    return any(all(values.get(name) == value for name, value in preset.items()) for preset in presets)
