"""The reference of the job file: a table for every section, from the schema of the engine and `keys.toml`."""

from __future__ import annotations

import datetime as dt
import enum
import inspect
import re
import tomllib
import types
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path

from annotated_types import Ge, Gt, Le, Lt
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.builders import BUILDERS
from arxdesk_engine.job.job import Job
from arxdesk_engine.perturbation import METHODS
from arxdesk_engine.perturbation.method import Perturbation
from arxdesk_engine.privacy import MODELS
from arxdesk_engine.privacy.model import PrivacyModel

SENTENCES: Mapping[str, Mapping[str, str]] = tomllib.loads(
    Path(__file__).with_name("keys.toml").read_text(encoding="utf-8")
)
_NAMED_APART = (HierarchyBuilder, PrivacyModel, Perturbation)
"""Settings of several kinds, each with a table of its own."""
_PLAIN = {str: "text", int: "whole number", float: "number", bool: "`true` or `false`", dt.date: "date", dict: "table"}
_BOUNDS = ((Ge, "ge", "at least"), (Gt, "gt", "above"), (Le, "le", "at most"), (Lt, "lt", "below"))
_REPEATED = ("attackers", "tables", "paused", "privacy", "perturbation", "attributes.replacements", "explore.pins")
_MOST_CHOICES = 16
_MACHINE_LIMIT = 2**31 - 1
_FOR_DEVELOPERS = re.compile(
    r"^The section \[[a-z_.]+\](?: of a job)?: |; None: detected|,? (?:as|with the names of) engine reference [\d.]+"
    r"(?: defines)?| \(engine reference [\d.]+\)|, as by `propose`"
)


def sections() -> Iterator[tuple[str, type[BaseModel]]]:
    """Every section of a job by its dotted name, in the order of the schema; those of several kinds are left out."""
    yield from _sections("", Job)


def kinds() -> Iterator[tuple[str, type[BaseModel]]]:
    """What comes in kinds, as `privacy.NAME`, `builder.NAME` (of hierarchies) and `perturbation.NAME`."""
    yield from ((f"privacy.{name}", kind) for name, kind in MODELS.items())
    yield from ((f"builder.{name}", kind) for name, kind in BUILDERS.items())
    yield from ((f"perturbation.{name}", kind) for name, kind in METHODS.items())


def keys(section: str, model: type[BaseModel]) -> list[str]:
    """The keys of a section that need a sentence: all but the name of its kind."""
    kind, _, name = section.partition(".")
    apart = {"builder": "builder", "perturbation": "method", "privacy": "model"}.get(kind) if name else None
    return [name for name in model.model_fields if name != apart]


def job_reference() -> str:
    """All tables, in Markdown."""
    parts = [_table(section, model) for section, model in sections()]
    parts.append("## Privacy models\n")
    parts.append(
        "Each stands under `[[privacy]]`, named by `model`; under `[[paused]]` it is kept and asked of no table.\n"
    )
    parts += [_model_table(name, model) for name, model in MODELS.items()]
    parts.append("## Builders of hierarchies\n")
    parts.append('A `hierarchy` is a file or one of these, such as `hierarchy = { builder = "automatic" }`.\n')
    parts += [_table(section, model, 3) for section, model in kinds() if section.startswith("builder.")]
    parts.append("## Methods of perturbation\n")
    parts.append("Each stands under `[[perturbation]]`, named by `method`.\n")
    parts += [_table(section, model, 3) for section, model in kinds() if section.startswith("perturbation.")]
    return "\n".join(parts)


def _sections(before: str, model: type[BaseModel]) -> Iterator[tuple[str, type[BaseModel]]]:
    for name, field in model.model_fields.items():
        for found in _models_in(field.annotation):
            if not issubclass(found, _NAMED_APART):
                section = f"{before}{name}"
                yield section, found
                yield from _sections(f"{section}.", found)


def _models_in(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for each in typing.get_args(annotation):
        yield from _models_in(each)


def _table(section: str, model: type[BaseModel], level: int = 2) -> str:
    """The heading of a section, what it is, and a row for each key."""
    said = SENTENCES.get(section, {})
    rows = [_row(name, model.model_fields[name], said[name]) for name in keys(section, model)]
    about = f"{_about(model)}\n"
    head = f"{'#' * level} `{_heading(section)}`\n"
    return "\n".join([head, about, *_rows(rows)])


def _about(model: type[BaseModel]) -> str:
    """The first paragraph on a section, without what only its readers in the source need."""
    paragraph = " ".join((inspect.getdoc(model) or "").split("\n\n")[0].split())
    told = _FOR_DEVELOPERS.sub("", paragraph)
    return told[:1].upper() + told[1:]


def _model_table(name: str, model: type[PrivacyModel]) -> str:
    section = f"privacy.{name}"
    rows = [_row(key, model.model_fields[key], SENTENCES[section][key]) for key in keys(section, model)]
    page = f"[{model.description.name}](../help/privacy/{name}.md): {model.description.in_short}.\n"
    return "\n".join([f"### `{name}`\n", page, *_rows(rows)])


def _heading(section: str) -> str:
    kind, _, name = section.partition(".")
    if kind == "builder":
        return name
    if kind == "perturbation" and name:
        return name
    shown = section.replace("attributes", "attributes.NAME", 1) if kind == "attributes" else section
    return f"[[{shown}]]" if section in _REPEATED else f"[{shown}]"


def _rows(rows: list[str]) -> list[str]:
    if not rows:
        return ["It has no settings.\n"]
    return ["| key | type | default | meaning |", "|---|---|---|---|", *rows, ""]


def _row(name: str, field: FieldInfo, sentence: str) -> str:
    cells = (f"`{name}`", _type(field), _default(field), sentence)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _type(field: FieldInfo) -> str:
    bounds = [
        f"{words} {getattr(each, key):g}"
        for kind, key, words in _BOUNDS
        for each in field.metadata
        if isinstance(each, kind) and getattr(each, key) < _MACHINE_LIMIT
    ]
    return ", ".join([_words(field.annotation), *bounds])


def _words(annotation: object) -> str:
    """A type as people say it; what may be left out is said by the default."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        return _words(arguments[0])
    if origin is typing.Literal:
        return _choices(arguments)
    if origin in (typing.Union, types.UnionType):
        kinds_of = (each for each in arguments if each is not type(None))
        return " or ".join(dict.fromkeys(_words(each) for each in kinds_of))
    if origin in (tuple, list):
        return f"list of {_plural(_words(arguments[0]))}"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return "table"
    if isinstance(annotation, type) and issubclass(annotation, enum.Enum):
        return _choices(tuple(each.value for each in annotation))
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return "builder" if issubclass(annotation, HierarchyBuilder) else "table"
    return _PLAIN.get(typing.cast("type", annotation), "text" if annotation is not type(None) else "")


def _choices(values: tuple[object, ...]) -> str:
    named = [f'`"{each}"`' for each in values if each is not None]
    return ", ".join(named[:_MOST_CHOICES]) + (" ..." if len(named) > _MOST_CHOICES else "")


def _plural(words: str) -> str:
    return f"{words}s" if words in ("text", "whole number", "number", "table", "date") else words


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "required"
    value = field.get_default(call_default_factory=True)
    if isinstance(value, enum.Enum):
        value = value.value
    if value is None or isinstance(value, BaseModel) or value in ((), [], {}) or isinstance(value, Mapping):
        return ""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, tuple):
        return ", ".join(f'`"{each}"`' if isinstance(each, str) else f"`{each}`" for each in value)
    return f'`"{value}"`' if isinstance(value, str) else f"`{value}`"
