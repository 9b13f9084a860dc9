"""Texts of Qt itself that its catalogues lack in some language, as a catalogue that `QTranslator` reads.

Qt has changed them since people translated it: those of its file dialog, where the system has none of its own, are left
in English in French and Spanish. Keys and files have the names that our own texts give them. A translator in Python
would not do: Qt asks from threads of its own.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

from arxdesk_engine.foundation.language import tr_of

_UNUSABLE = (
    '<b>The name "%1" cannot be used.</b><p>Try using another name, with fewer characters or no punctuation marks.'
)
_MAGIC = bytes.fromhex("3cb86418caef9c95cd211cbf60a1bddd")
_HASHES, _MESSAGES = 0x42, 0x69
_END, _TRANSLATION, _SOURCE, _CONTEXT, _COMMENT = 1, 3, 6, 7, 8


def catalogue() -> bytes:
    """The texts in the current language, in the format of .qm files (qtbase, src/corelib/kernel/qtranslator.cpp)."""
    return encoded({(context, text): told for context, texts in _texts().items() for text, told in texts.items()})


def encoded(texts: Mapping[tuple[str, str], str]) -> bytes:
    """Translations by context and English text, in the format of .qm files."""
    messages, places = b"", []
    for (context, text), translation in texts.items():
        places.append((_hash(text.encode()), len(messages)))
        parts = (
            (_TRANSLATION, translation.encode("utf-16-be")),
            (_COMMENT, b""),
            (_SOURCE, text.encode()),
            (_CONTEXT, context.encode()),
        )
        messages += b"".join(_sized(tag, content) for tag, content in parts) + bytes([_END])
    hashes = b"".join(struct.pack(">II", *place) for place in sorted(places))
    return _MAGIC + _sized(_HASHES, hashes) + _sized(_MESSAGES, messages)


def _sized(tag: int, content: bytes) -> bytes:
    return struct.pack(">BI", tag, len(content)) + content


def _hash(text: bytes) -> int:
    """The hash of System V's ELF, by which Qt finds a text."""
    value = 0
    for byte in text:
        value = (value << 4) + byte
        high = value & 0xF0000000
        value = (value ^ (high >> 24)) & ~high
    return value or 1


def _texts() -> dict[str, dict[str, str]]:
    """By context, as Qt has them; & stands before the letter that goes with Alt."""
    return {
        "QFileDialog": {
            "&Look in:": tr_of("Qt", "&Look in:"),
            "File &name:": tr_of("Qt", "File &name:"),
            "Files of &type:": tr_of("Qt", "Files of &type:"),
        },
        "QAbstractFileIconProvider": {
            "Alias": tr_of("Qt", "Alias"),
            "Drive": tr_of("Qt", "Drive"),
            "File": tr_of("Qt", "File"),
            "File Folder": tr_of("Qt", "File Folder"),
            "Folder": tr_of("Qt", "Folder"),
            "Shortcut": tr_of("Qt", "Shortcut"),
            "Unknown": tr_of("Qt", "Unknown"),
        },
        "QFileSystemModel": {
            "Invalid filename": tr_of("Qt", "Invalid filename"),
            _UNUSABLE: tr_of(
                "Qt",
                '<b>The name "%1" cannot be used.</b><p>Try using another name, with fewer characters or no punctuation'
                " marks.",
            ),
        },
        "QMimeType": {"TOML document": tr_of("Qt", "TOML document")},
        "QShortcut": {
            "Ctrl": tr_of("a key", "Ctrl"),
            "Shift": tr_of("a key", "Shift"),
            "Return": tr_of("a key", "Enter"),
            "Esc": tr_of("a key", "Esc"),
            "Del": tr_of("a key", "Del"),
        },
    }
