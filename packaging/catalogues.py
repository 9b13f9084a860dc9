"""Bring the catalogues of translations up to date: every text of the report, with the translations that they have.

Run from the root of the repository after a text was added, changed or removed:

    python packaging/catalogues.py

Each text marked by `arxdesk_engine.foundation.language` gets an entry in every catalogue, translations of texts that
have not changed are kept, and entries of texts that are gone are removed. What is not translated yet is counted.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
SOURCES = (ROOT / "engine" / "arxdesk_engine", ROOT / "arxdesk" / "printing")
FOLDER = ROOT / "resources" / "arxdesk_resources" / "languages"
MODULE = "arxdesk_engine.foundation.language"
TRANSLATED = {"de": "n != 1", "fr": "n > 1", "es": "n != 1"}
"""The languages, and when each of them has the plural; millions, which ask for "de" in French and Spanish, have it."""


def extracted() -> Catalog:
    """Every text in the order of the files. Raises ValueError for one that is put together."""
    found = Catalog(charset="utf-8")
    for source in SOURCES:
        for path in sorted(source.rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if MODULE in text:
                place = path.relative_to(ROOT).as_posix()
                for message, context in texts_of(text, place):
                    found.add(message, locations=[(place, 1)], context=context)
    return found


def texts_of(source: str, place: str) -> Iterator[tuple[str | tuple[str, str], str | None]]:
    """The texts of a module with their contexts, in its order; a text with a plural is a pair. Raises ValueError."""
    calls = [each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.Call)]
    for call in sorted(calls, key=lambda each: (each.lineno, each.col_offset)):
        match call:
            case ast.Call(ast.Name("tr" | "marked"), [text, *_]):
                yield from ((each, None) for each in _literals(text, place))
            case ast.Call(ast.Name("tr_of"), [ast.Constant(str(context)), text, *_]):
                yield from ((each, context) for each in _literals(text, place))
            case ast.Call(ast.Name("tr_n"), [_, ast.Constant(str(one)), ast.Constant(str(many)), *_]):
                yield (one, many), None
            case ast.Call(ast.Name("tr_of" | "tr_n")):
                raise ValueError(f"{place}, line {call.lineno}: a text is no literal")


def _literals(text: ast.expr, place: str) -> Iterator[str]:
    """The literals among which an expression chooses; names and the like stand for constants that are marked."""
    match text:
        case ast.Constant(str(literal)):
            yield literal
        case ast.IfExp():
            yield from _literals(text.body, place)
            yield from _literals(text.orelse, place)
        case ast.JoinedStr() | ast.BinOp() | ast.Call(ast.Attribute(attr="format")):
            raise ValueError(f"{place}, line {text.lineno}: a text is put together, and cannot be translated")


def read(code: str) -> Catalog:
    """The catalogue of a language; an empty one where there is none."""
    path = FOLDER / f"{code}.po"
    if not path.is_file():
        return Catalog(locale=code, charset="utf-8")
    with path.open("rb") as stream:
        return read_po(stream, locale=code, charset="utf-8")


def updated(code: str, texts: Catalog) -> str:
    """The catalogue of a language with the texts of today, as it is written to its file."""
    old, new = read(code), Catalog(locale=code, charset="utf-8", fuzzy=False)
    new.mime_headers = [("Plural-Forms", f"nplurals=2; plural=({TRANSLATED[code]});")]
    for message in texts:
        if message.id:
            known = old.get(message.id, message.context)
            kept = known.string if known is not None and known.id == message.id else None
            new.add(message.id, kept, message.locations, context=message.context, auto_comments=message.auto_comments)
    return "".join(_text(new))


def _text(catalog: Catalog) -> Iterator[str]:
    """Without the header of Babel, which has the time, and without numbers of lines, which change all the time."""
    plural = f"nplurals={catalog.num_plurals}; plural={catalog.plural_expr};"
    yield 'msgid ""\nmsgstr ""\n'
    yield f'"Language: {catalog.locale}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    yield f'"Plural-Forms: {plural}\\n"\n\n'
    stream = io.BytesIO()
    write_po(stream, catalog, width=0, omit_header=True, include_lineno=False)
    yield stream.getvalue().decode("utf-8")


def untranslated(catalog: Catalog) -> list[str]:
    """The texts of a catalogue that have no translation."""
    missing = []
    for message in catalog:
        strings = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        if message.id and not all(strings):
            missing.append(message.id if isinstance(message.id, str) else message.id[0])
    return missing


def main() -> int:
    """Write every catalogue; says what is not translated."""
    texts = extracted()
    for code in TRANSLATED:
        path = FOLDER / f"{code}.po"
        path.write_text(updated(code, texts), encoding="utf-8")
        print(f"{path.name}: {len(texts)} texts, {len(untranslated(read(code)))} of them not translated")
    return 0


if __name__ == "__main__":
    sys.exit(main())
