"""Privacy models: conditions that a table must meet before it may be shared. `MODELS` lists them by name.

Every file of this package is searched for models, so that a new one needs no entry anywhere.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator

from arxdesk_engine.privacy.description import Description
from arxdesk_engine.privacy.model import PrivacyModel

MODELS: dict[str, type[PrivacyModel]] = {}
"""Every privacy model by the name it has in a job, in the order in which they are listed."""


def register(*models: type[PrivacyModel]) -> None:
    """Add models to `MODELS`. Raises ValueError where a name is taken or a description is missing."""
    for model in models:
        field = model.model_fields.get("model")
        name = None if field is None else field.default
        if not isinstance(name, str) or not isinstance(getattr(model, "description", None), Description):
            raise ValueError(f"{model.__name__} has no name in a job, or no description. Declare both in its class.")
        if MODELS.get(name, model) is not model:
            raise ValueError(f"there are two privacy models {name}. Rename one of them.")
        MODELS[name] = model
    listed = sorted(MODELS.items(), key=lambda entry: entry[1].description.order)
    MODELS.clear()
    MODELS.update(listed)


def models_by_harm() -> list[str]:
    """The names of all models, those against the same harm together, in the order in which each harm comes first."""
    harms = list(dict.fromkeys(model.description.against for model in MODELS.values()))
    return sorted(MODELS, key=lambda name: harms.index(MODELS[name].description.against))


def declared_models() -> Iterator[type[PrivacyModel]]:
    """The models in the files of this package, also where these are modules of a frozen program."""
    for file in pkgutil.iter_modules(__path__, f"{__name__}."):
        module = importlib.import_module(file.name)
        for _name, found in inspect.getmembers(module, inspect.isclass):
            is_own = found.__module__ == module.__name__
            if is_own and issubclass(found, PrivacyModel) and not inspect.isabstract(found):
                yield found


register(*declared_models())
