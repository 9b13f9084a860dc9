"""An environment that holds what the package requires without any extra, and nothing else; made without a network."""

from __future__ import annotations

import sys
import sysconfig
import venv
from pathlib import Path

from tests.packaging.scripts import load_script
from tests.places import ROOT


def core_environment(folder: Path) -> Path:
    """Make the environment in `folder`, its libraries as links to those here and this checkout; its interpreter."""
    venv.create(folder, symlinks=True)
    scheme = {"base": str(folder), "platbase": str(folder)}
    target, here = (Path(sysconfig.get_path("purelib", "venv", each)) for each in (scheme, None))
    tops = {
        file.parts[0]
        for each in load_script("distributions").required().values()
        for file in each.files or ()
        if file.parts[0] not in ("..", "__pycache__")
    }
    for top in tops:
        (target / top).symlink_to(here / top)
    (target / "checkout.pth").write_text("\n".join(str(ROOT / part) for part in ("", "engine", "resources")))
    return folder / "bin" / Path(sys.executable).name
