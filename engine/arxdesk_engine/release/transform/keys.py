"""Secret keys in files, and the numbers derived from them (HMAC-SHA-256; RFC 2104, FIPS 198-1).

Neither keys nor what they are applied to are ever part of a message.
"""

from __future__ import annotations

import contextlib
import hmac
import os
import tempfile
from pathlib import Path

from arxdesk_engine.foundation.errors import InvalidJob, Problem, UnreadableFile, UnwritableFile
from arxdesk_engine.foundation.language import tr, whole

LEAST_KEY_BYTES = 16
NEW_KEY_BYTES = 32
LARGEST_KEY_BYTES = 65_536
_SPARE_BITS = 128
"""So many more bits are drawn than the limit has that no number is more likely than another by more than 2^-128."""


def read_key(path: Path, place: str) -> bytes:
    """All bytes of a key file. Raises UnreadableFile; InvalidJob, naming `place`, where there are too few or many."""
    try:
        with path.open("rb") as stream:
            key = stream.read(LARGEST_KEY_BYTES + 1)
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error
    if not LEAST_KEY_BYTES <= len(key) <= LARGEST_KEY_BYTES:
        found = (
            tr("the key has {n} bytes", n=len(key))
            if len(key) <= LARGEST_KEY_BYTES
            else tr("the file is too large for a key")
        )
        remedy = tr(
            "A key has {least} to {most} bytes, best {best} random ones.",
            least=LEAST_KEY_BYTES,
            most=whole(LARGEST_KEY_BYTES),
            best=NEW_KEY_BYTES,
        )
        raise InvalidJob(Problem(place, found, remedy))
    return key


def create_key(path: Path) -> None:
    """Write a new random key. What is there already stays. Raises UnwritableFile."""
    if not os.path.lexists(path):
        with contextlib.suppress(FileExistsError):  # somebody else was faster
            write_secret(path, os.urandom(NEW_KEY_BYTES))


def write_secret(path: Path, content: bytes) -> None:
    """Write a new file that only its owner may read, whole or not at all.

    Raises FileExistsError where anything of that name is there, which stays as it is; UnwritableFile for any other
    failure of the file system.
    """
    temporary: Path | None = None
    try:
        handle, name = tempfile.mkstemp(prefix=".arxdesk-", suffix=".part", dir=path.parent)  # readable by its owner
        temporary = Path(name)
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        _give_name(temporary, path)
    except FileExistsError:
        raise
    except OSError as error:
        raise UnwritableFile.from_os_error(path, error) from error
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()


def _give_name(temporary: Path, path: Path) -> None:
    """A second name for a file: unlike a rename that never takes the place of another file."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:  # some file systems know no second names
        if os.path.lexists(path):
            raise FileExistsError(17, tr("the file exists"), str(path)) from None
        temporary.rename(path)


class KeyedNumbers:
    """Numbers that nobody without the key can tell from random ones, the same for the same text and `purpose`."""

    def __init__(self, key: bytes, purpose: str) -> None:
        self._key = key
        self._purpose = purpose.encode() + b"\0"

    def below(self, limit: int, text: str) -> int:
        """A number from 0 to limit - 1."""
        blocks = -(-(limit.bit_length() + _SPARE_BITS) // 256)
        message = text.encode(errors="surrogatepass")
        drawn = b"".join(
            hmac.digest(self._key, self._purpose + block.to_bytes(4, "big") + message, "sha256")
            for block in range(blocks)
        )
        return int.from_bytes(drawn, "big") % limit
