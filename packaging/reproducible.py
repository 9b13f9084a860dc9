"""What makes packages the same, byte for byte, whenever they are built from the same commit.

Only the standard library is used.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VARIABLE = "SOURCE_DATE_EPOCH"


def moment(root: Path = ROOT) -> int:
    """The seconds since 1970 that files are dated with: of the variable SOURCE_DATE_EPOCH, else of the last commit."""
    given = os.environ.get(VARIABLE)
    if given is not None:
        return int(given)
    command = ["git", "-C", str(root), "log", "-1", "--format=%ct"]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(told.stdout)


def environment(root: Path = ROOT) -> dict[str, str]:
    """The variables for tools that write dates or sets."""
    return {**os.environ, VARIABLE: str(moment(root)), "PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C.UTF-8"}


def date_everything(folder: Path, seconds: int) -> None:
    """Give every file and folder within a folder, and itself, the same date."""
    for path in (*folder.rglob("*"), folder):
        os.utime(path, (seconds, seconds), follow_symlinks=False)


def version(root: Path = ROOT) -> str:
    """The version of the program."""
    text = (root / "engine" / "arxdesk_engine" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    if found is None:
        raise ValueError("arxdesk_engine names no version")
    return found[1]
