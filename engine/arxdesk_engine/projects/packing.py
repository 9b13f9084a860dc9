"""Writing the entries of an archive, each with its size and digest."""

from __future__ import annotations

import contextlib
import hashlib
import io
import zipfile
from collections.abc import Iterator
from typing import BinaryIO, Self

from arxdesk_engine.projects.layout import EntryFacts, is_table

_MODE = 0o600 << 16
_UNTIMED = (1980, 1, 1, 0, 0, 0)


class Packer:
    """An archive that is being written into a stream. Tables are stored, all else is deflated."""

    def __init__(self, stream: BinaryIO) -> None:
        self._zip = zipfile.ZipFile(stream, "w")
        self.entries: dict[str, EntryFacts] = {}

    def add(self, name: str, content: bytes, *, packed: bool = True) -> None:
        """Write an entry."""
        with self.entry(name, packed=packed) as stream:
            stream.write(content)

    @contextlib.contextmanager
    def entry(self, name: str, *, packed: bool | None = None) -> Iterator[BinaryIO]:
        """A stream that becomes an entry; it cannot be read, nor changed behind its end."""
        info = zipfile.ZipInfo(name, _UNTIMED)
        is_packed = not is_table(name) if packed is None else packed
        info.compress_type = zipfile.ZIP_DEFLATED if is_packed else zipfile.ZIP_STORED
        info.external_attr = _MODE
        with self._zip.open(info, "w", force_zip64=True) as target:
            counted = _Counted(target)
            yield counted  # type: ignore[misc]  # a stream for all that is done to it
        self.entries[name] = EntryFacts(sha256=counted.digest.hexdigest(), bytes=counted.size)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        """Write the end of the archive, also of one that nobody will get: zipfile leaves nothing open."""
        with contextlib.suppress(*((OSError, ValueError) if exception[0] is not None else ())):
            self._zip.close()


class _Counted(io.RawIOBase):
    """Passes on what is written, and counts it."""

    def __init__(self, target: object) -> None:
        self._target = target
        self.size = 0
        self.digest = hashlib.sha256()

    def writable(self) -> bool:
        """Nothing else."""
        return True

    def write(self, data: object) -> int:
        """All of it."""
        view = memoryview(data).cast("B")  # type: ignore[arg-type]
        self._target.write(view)  # type: ignore[attr-defined]
        self.digest.update(view)
        self.size += len(view)
        return len(view)

    def tell(self) -> int:
        """How much was written."""
        return self.size
