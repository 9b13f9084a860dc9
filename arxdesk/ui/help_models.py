"""The parts of the help that are made from the descriptions of the models, so that a new one is listed by itself.

A page names each part in a line of its own: `<!-- privacy models: table -->`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from arxdesk.ui.help_topics import of_privacy_model, of_quality_model
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.privacy import MODELS, models_by_harm
from arxdesk_engine.privacy.description import Parameter
from arxdesk_engine.privacy.model import PrivacyModel, SensitiveModel
from arxdesk_engine.quality import MODELS as QUALITY_MODELS

_MOST_CHOICES = 6
_PART = re.compile(r"<!-- ([a-z :]+) -->")


def completed(markdown: str) -> str:
    """A page with the parts that it names."""
    if "<!--" not in markdown:
        return markdown
    return "\n".join("\n".join(_part(line)) for line in markdown.split("\n"))


def _part(line: str) -> Iterable[str]:
    named = _PART.fullmatch(line)
    return [line] if named is None else _PARTS[named[1]]()


def _contents() -> list[str]:
    """The entries of the table of contents."""
    described = ((name, MODELS[name].description) for name in models_by_harm())
    return [_entry(each.name, of_privacy_model(name), each.in_short) for name, each in described]


def _entry(title: str, page: str, hint: str) -> str:
    return "  - " + tr("{label}: {text}", label=f"[{title}]({page}.md)", text=hint)


def _harms() -> list[str]:
    """A row for each harm with the models that limit it."""
    groups: dict[str, list[str]] = {}
    for name in models_by_harm():
        described = MODELS[name].description
        groups.setdefault(described.against, []).append(described.name)
    rows = (f"| {harm} | {', '.join(names)} |" for harm, names in groups.items())
    return [f"| {tr('against')} | {tr('models')} |", "|---|---|", *rows]


def _table() -> list[str]:
    """A row for each model with its parameters and its rule."""
    rows = (
        f"| [`{name}`]({of_privacy_model(name)}.md) | {_parameters(model)} | {model.description.rule} |"
        for name, model in MODELS.items()
    )
    return [f"| `model` | {tr('parameters')} | {tr('condition')} |", "|---|---|---|", *rows]


def _parameters(model: type[PrivacyModel]) -> str:
    """The parameters as in a job: required ones first, the sensitive column before all others."""
    required = ["`attribute`"] if issubclass(model, SensitiveModel) else []
    optional: list[str] = []
    for parameter in model.description.parameters:
        if parameter.is_of_job:
            named = required if model.model_fields[parameter.name].is_required() else optional
            named.append(f"`{parameter.name}`{_choices(parameter)}{_condition(parameter, model)}")
    needed, others = (
        ", ".join(required),
        tr("optional {parameters}", parameters=", ".join(optional)) if optional else "",
    )
    return tr("{before}; {after}", before=needed, after=others) if needed and others else needed or others


def _choices(parameter: Parameter) -> str:
    keys = [f"`{key}`" for key, _words in parameter.choices if key]
    return f" ({', '.join(keys)})" if keys and len(keys) <= _MOST_CHOICES else ""


def _condition(parameter: Parameter, model: type[PrivacyModel]) -> str:
    """The choice that it belongs to: " (with `recursive`)"."""
    if parameter.when is None or parameter.when[0] not in model.model_fields:
        return ""
    name, values = parameter.when
    if values == ("",):
        return " " + tr("(without {parameter})", parameter=f"`{name}`")
    return " " + tr("(with {parameter})", parameter=f"`{values[0] if len(values) == 1 else name}`")


def _quality_contents() -> list[str]:
    described = (model.description for model in QUALITY_MODELS.values())
    return [_entry(each.name, of_quality_model(each.model), each.in_short) for each in described]


def _quality_table() -> list[str]:
    """A row for each quality model with its measure."""
    described = (model.description for model in QUALITY_MODELS.values())
    rows = (
        f"| [`{each.model}`]({of_quality_model(each.model)}.md) | {each.measure} | {each.scale} |" for each in described
    )
    return [f"| `model` | {tr('meaning of its number')} | {tr('it is')} |", "|---|---|---|", *rows]


_PARTS: Mapping[str, Callable[[], list[str]]] = {
    "privacy models: contents": _contents,
    "privacy models: harms": _harms,
    "privacy models: table": _table,
    "quality models: contents": _quality_contents,
    "quality models: table": _quality_table,
}
