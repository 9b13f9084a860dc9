"""The reference of the library: every public name of `arxdesk`, in its order.

Functions, results and classes with methods of their own are read by mkdocstrings; models and builders, which have the
parameters that they have in a job, stand in tables.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable

from pydantic import BaseModel

import arxdesk
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.privacy.model import PrivacyModel
from documentation.job_reference import keys


def library_reference() -> str:
    """All public names: what does something, then models, builders, what is derived from, and what is raised."""
    found = {name: getattr(arxdesk, name) for name in arxdesk.__all__ if not name.startswith("__")}
    models = {name: each for name, each in found.items() if _is(each, PrivacyModel) and _is_named(each, "model")}
    builders = {
        name: each for name, each in found.items() if _is(each, HierarchyBuilder) and _is_named(each, "builder")
    }
    errors = {name: each for name, each in found.items() if _is(each, BaseException)}
    rest = [name for name in found if name not in {**models, **builders, **errors}]
    parts = [_described(name, found[name]) for name in rest if not is_for_extensions(name)]
    parts.append("## Privacy models\n\nTheir parameters are those of [the job file](job-file.md#privacy-models).\n")
    parts += _table(models, "privacy", "model")
    parts.append("\n## Hierarchies\n\nTheir settings: [the job file](job-file.md#builders-of-hierarchies).\n")
    parts += _table(builders, "builder", "builder")
    parts.append("\n## Errors and warnings\n\nAll of them say what was found where, and what to do.\n")
    parts += ["| name | meaning |", "|---|---|"]
    parts += [f"| `ad.{name}` | {_brief(each)} |" for name, each in errors.items()]
    return "\n".join(parts)


def extension_reference() -> str:
    """What models and builders of one's own are derived from and made known by."""
    return "\n".join(_described(name, None) for name in arxdesk.__all__ if is_for_extensions(name))


def is_for_extensions(name: str) -> bool:
    """Whether a public name is for models and builders of one's own: it stands behind the errors in `__all__`."""
    return arxdesk.__all__.index(name) > arxdesk.__all__.index("UserError") and not name.startswith("__")


def _is_named(kind: type[BaseModel], key: str) -> bool:
    return isinstance(kind.model_fields[key].default, str)


def _is(value: object, kind: type) -> bool:
    """Whether a value is a class of a kind that can be made; those to derive from are told by themselves."""
    return isinstance(value, type) and issubclass(value, kind) and not inspect.isabstract(value)


def _described(name: str, value: object) -> str:
    only = "\n    options:\n      members: false\n      merge_init_into_class: false" if _is(value, BaseModel) else ""
    return f"::: arxdesk.{name}{only}\n"


def _table(named: dict[str, type[BaseModel]], section: str, key: str) -> Iterable[str]:
    yield "| object | settings | in a job |"
    yield "|---|---|---|"
    for name, model in named.items():
        kind = model.model_fields[key].default
        parameters = ", ".join(f"`{each}`" for each in keys(f"{section}.{kind}", model)) or "none"
        yield f"| `ad.{name}` | {parameters} | [`{kind}`](job-file.md#{kind}) |"


def _brief(value: object) -> str:
    return " ".join((inspect.getdoc(value) or "").split("\n\n")[0].split())
