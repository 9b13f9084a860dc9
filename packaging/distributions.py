"""Which libraries an installation of ArxDesk brings: what pyproject.toml requires, and what these require in turn.

They are looked up in the environment that this runs in.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PROJECT = "arxdesk"


def required(extras: Iterable[str] = (), *, root: Path = ROOT) -> dict[str, Distribution]:
    """Every distribution that ArxDesk with these extras needs, itself left out, by its canonical name, in order.

    Raises importlib.metadata.PackageNotFoundError where one is not installed.
    """
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: dict[str, Distribution] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    waiting = [Requirement(f"{PROJECT}[{','.join(extras)}]")]
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        if (key := (name, frozenset(requirement.extras))) in seen:
            continue
        seen.add(key)
        if name == PROJECT:
            lines = [*project["dependencies"]]
            lines += [line for extra in requirement.extras for line in project["optional-dependencies"][extra]]
        else:
            found[name] = distribution(name)
            lines = [*(found[name].requires or ())]
        waiting += [each for each in map(Requirement, lines) if _applies(each, requirement.extras)]
    return dict(sorted(found.items()))


def _applies(requirement: Requirement, extras: Iterable[str]) -> bool:
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras))
