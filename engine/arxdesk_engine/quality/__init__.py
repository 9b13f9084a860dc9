"""Quality models: how much a transformation loses. `MODELS` lists them by name.

Every file of this package is searched for models, so that a new one needs no entry anywhere.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator

from arxdesk_engine.quality.description import QualityDescription
from arxdesk_engine.quality.model import QualityModel


def _declared() -> Iterator[type[QualityModel]]:
    """The models in the files of this package: classes with a description of their own."""
    for file in pkgutil.iter_modules(__path__, f"{__name__}."):
        module = importlib.import_module(file.name)
        for _name, found in inspect.getmembers(module, inspect.isclass):
            is_own = found.__module__ == module.__name__
            if is_own and issubclass(found, QualityModel) and "description" in vars(found):
                yield found


MODELS: dict[str, type[QualityModel]] = {
    model.description.model: model for model in sorted(_declared(), key=lambda each: each.description.order)
}
"""Every quality model by the name it has in a job, in the order in which they are listed."""


def register(model: type[QualityModel]) -> None:
    """Add a model to `MODELS`. Raises ValueError where its name is taken or a description is missing."""
    if not isinstance(getattr(model, "description", None), QualityDescription):
        raise ValueError(f"{model.__name__} has no description. Declare it in its class.")
    name = model.description.model
    if MODELS.get(name, model) is not model:
        raise ValueError(f"there are two quality models {name}. Rename one of them.")
    MODELS[name] = model
