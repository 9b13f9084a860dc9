"""Perturbation: cells of a release are changed by chance or by rule. `METHODS` lists the ways by name.

Every file of this package is searched for methods, so that a new one needs no entry anywhere. None of them gives k: a
guarantee is what privacy models give, for the quasi-identifiers, which perturbation never touches.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator

from arxdesk_engine.perturbation.method import Perturbation


def declared_methods() -> Iterator[type[Perturbation]]:
    """The methods in the files of this package, also where these are modules of a frozen program."""
    for file in pkgutil.iter_modules(__path__, f"{__name__}."):
        module = importlib.import_module(file.name)
        for _name, found in inspect.getmembers(module, inspect.isclass):
            is_own = found.__module__ == module.__name__
            if is_own and issubclass(found, Perturbation) and not inspect.isabstract(found):
                yield found


METHODS: dict[str, type[Perturbation]] = {
    str(method.model_fields["method"].default): method for method in declared_methods()
}
"""Every method by the name it has in a job."""
