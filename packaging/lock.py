"""The libraries of requirements.lock: for each its version, the markers of where it is used, and its digests."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from packaging.markers import Marker
from packaging.utils import canonicalize_name

LOCK = Path(__file__).resolve().parent / "requirements.lock"
_ENTRY = re.compile(r"([\w.-]+)==(\S+)(?: ; (.+?))?")
_DIGEST = re.compile(r"--hash=sha256:([0-9a-f]{64})")


@dataclass(frozen=True)
class Locked:
    """A version of a library, used where `marker` holds, with the digests of the files that it may come in."""

    name: str
    version: str
    marker: str
    digests: tuple[str, ...]

    def applies(self, environment: Mapping[str, str]) -> bool:
        """Whether it is used where the markers of Python's packaging have these values."""
        return not self.marker or Marker(self.marker).evaluate(dict(environment))

    @property
    def requirement(self) -> str:
        """The line for pip, without the marker."""
        return " ".join((f"{self.name}=={self.version}", *(f"--hash=sha256:{each}" for each in self.digests)))


def locked(text: str) -> list[Locked]:
    """Everything in the text of a lock file. Raises ValueError for an entry without digests."""
    found = []
    lines = (line.strip() for line in text.replace("\\\n", "").splitlines())
    for line in lines:
        if not line or line.startswith("#"):
            continue
        entry = _ENTRY.match(line.partition(" --hash")[0].strip())
        digests = tuple(_DIGEST.findall(line))
        if entry is None or not digests:
            raise ValueError(f"the lock file has an entry without a version or digests: {line[:60]}")
        marker = line.partition(" ; ")[2].partition(" --hash")[0].strip()
        found.append(Locked(canonicalize_name(entry[1]), entry[2], marker, digests))
    return found


def chosen(entries: Iterable[Locked], names: Iterable[str], environment: Mapping[str, str]) -> list[Locked]:
    """The entries of some libraries for an environment. Raises ValueError where one is not locked."""
    wanted = set(names)
    found = [each for each in entries if each.name in wanted and each.applies(environment)]
    absent = wanted - {each.name for each in found}
    if absent:
        raise ValueError(f"not in the lock file: {', '.join(sorted(absent))}")
    return found
