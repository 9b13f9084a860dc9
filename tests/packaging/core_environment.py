"""An environment that holds what the package requires without any extra, and nothing else; made without a network."""

from __future__ import annotations

import sys
import sysconfig
import tomllib
import venv
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

from tests.places import ROOT


def core_distributions() -> set[str]:
    """The names of all distributions that the dependencies of pyproject.toml bring, by the metadata of those here."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: set[str] = set()
    waiting = [*map(Requirement, project["dependencies"])]
    while waiting:
        requirement = waiting.pop()
        name = requirement.name.lower()
        if name in found or not _applies(requirement):
            continue
        found.add(name)
        required = [Requirement(line) for line in distribution(name).requires or ()]
        waiting += [each for each in required if _applies(each, requirement.extras)]
    return found


def _applies(requirement: Requirement, extras: Iterable[str] = ()) -> bool:
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras))


def core_environment(folder: Path) -> Path:
    """Make the environment in `folder`, its libraries as links to those here and this checkout; its interpreter."""
    venv.create(folder, symlinks=True)
    scheme = {"base": str(folder), "platbase": str(folder)}
    target, here = (Path(sysconfig.get_path("purelib", "venv", each)) for each in (scheme, None))
    tops = {
        file.parts[0]
        for name in core_distributions()
        for file in distribution(name).files or ()
        if file.parts[0] not in ("..", "__pycache__")
    }
    for top in tops:
        (target / top).symlink_to(here / top)
    (target / "checkout.pth").write_text("\n".join(str(ROOT / part) for part in ("", "engine", "resources")))
    return folder / "bin" / Path(sys.executable).name
