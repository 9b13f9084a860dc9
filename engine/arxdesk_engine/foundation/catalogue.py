"""The translations into a language: its catalogues, compiled once and kept in the user's cache folder.

A language has a catalogue for each part of the program. A text stands in the first of them that has it.
"""

from __future__ import annotations

import contextlib
import gettext
import hashlib
import importlib.resources
import io
import os
import struct
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

if TYPE_CHECKING:
    from babel.messages.catalog import Message

DOMAINS = ("report", "engine", "window")
"""The catalogues of a language, in the order in which they are asked."""


def read(code: str, folder: Path | None = None) -> gettext.GNUTranslations:
    """The translations into a language, as compiled in `folder` (default: the user's cache) or compiled now.

    Where nothing can be kept, they are compiled at every start.
    """
    sources = [source(code, domain) for domain in DOMAINS]
    digest = hashlib.sha256(b"\0".join(sources)).hexdigest()[:16]
    kept = (cache_folder() if folder is None else folder) / f"{code}-{digest}.mo"
    try:
        with kept.open("rb") as stream:
            return gettext.GNUTranslations(stream)
    except (OSError, ValueError, struct.error):  # not there, or damaged
        compiled = compiled_of(code, sources)
    with contextlib.suppress(OSError):
        _keep(compiled, kept, code)
    return gettext.GNUTranslations(io.BytesIO(compiled))


def source(code: str, domain: str) -> bytes:
    """A catalogue in PO format."""
    folder = importlib.resources.files("arxdesk_resources").joinpath("languages", code)
    return folder.joinpath(f"{domain}.po").read_bytes()


def compiled_of(code: str, sources: Sequence[bytes]) -> bytes:
    """Catalogues in PO format as one in MO format; of a text that several have, the translation of the first."""
    from babel.messages.catalog import Catalog  # noqa: PLC0415 - only where nothing is compiled yet
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    every = [read_po(io.BytesIO(each), locale=code, charset="utf-8") for each in sources]
    whole = Catalog(locale=code, charset="utf-8")
    whole.mime_headers = every[0].mime_headers  # the rule of plurals
    for message in (message for catalog in every for message in catalog if message.id):
        known = whole.get(message.id, message.context)
        has_forms = isinstance(message.id, tuple) and known is not None and isinstance(known.id, str)
        if _is_translated(message) and (known is None or has_forms):
            whole.add(message.id, message.string, context=message.context)
    compiled = io.BytesIO()
    write_mo(compiled, whole)
    return compiled.getvalue()


def _is_translated(message: Message) -> bool:
    return any(message.string) if isinstance(message.string, (tuple, list)) else bool(message.string)


def cache_folder() -> Path:
    """Where compiled catalogues are kept."""
    return Path(platformdirs.user_cache_dir("ArxDesk", appauthor=False)) / "languages"


def _keep(compiled: bytes, place: Path, code: str) -> None:
    """Write a compiled catalogue whole or not at all, in place of those of earlier versions."""
    place.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=place.parent, prefix=f"{code}-", suffix=".part")
    try:
        with os.fdopen(number, "wb") as stream:
            stream.write(compiled)
        Path(name).replace(place)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
    for earlier in place.parent.glob(f"{code}-*.mo"):
        if earlier != place:
            earlier.unlink(missing_ok=True)
