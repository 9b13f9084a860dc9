"""Bring the catalogues of translations up to date: every text of the program, with the translations that they have.

Run from the root of the repository after a text was added, changed or removed:

    python packaging/catalogues.py

Each text marked by `arxdesk_engine.foundation.language` gets an entry in the catalogue of its part of the program, in
every language. A text of several parts stands in the first of them. Translations of texts that have not changed are
kept, also where they move to another part, and entries of texts that are gone are removed. What is not translated yet
is counted.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from arxdesk_engine.foundation.catalogue import DOMAINS

ROOT = Path(__file__).parents[1]
SOURCES = (ROOT / "engine" / "arxdesk_engine", ROOT / "arxdesk")
FOLDER = ROOT / "resources" / "arxdesk_resources" / "languages"
MODULES = ("arxdesk_engine.foundation.language", "arxdesk_engine.foundation.messages")
"""What marks texts; a module that imports none of them has none."""
TRANSLATED = {"de": "n != 1", "fr": "n > 1", "es": "n != 1"}
"""The languages, and when each of them has the plural; millions, which ask for "de" in French and Spanish, have it."""


def extracted() -> dict[str, Catalog]:
    """Every text in the order of the files, by its catalogue. Raises ValueError for one that is put together."""
    found = {domain: Catalog(charset="utf-8") for domain in DOMAINS}
    for source in SOURCES:
        for path in sorted(source.rglob("*.py")):
            place, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
            domain = domain_of(place)
            if domain and has_texts(text):
                for message, context in texts_of(text, place):
                    found[domain].add(message, locations=[(place, 1)], context=context)
    for number, domain in enumerate(DOMAINS):
        for entry in list(found[domain]):
            if entry.id and any(_has(found[earlier], entry) for earlier in DOMAINS[:number]):
                found[domain].delete(entry.id, entry.context)
    return found


def has_texts(source: str) -> bool:
    """Whether a module may have texts."""
    return any(module in source for module in MODULES)


def domain_of(place: str) -> str:
    """The catalogue of a module; none for the command line, which is English."""
    if place.startswith(("engine/arxdesk_engine/report/", "arxdesk/printing/")):
        return "report"
    if place.startswith("arxdesk/cli/"):
        return ""
    return "engine" if place.startswith("engine/") else "window"


def _has(catalog: Catalog, message: Message) -> bool:
    known = catalog.get(message.id, message.context)
    return known is not None and known.id == message.id


def texts_of(source: str, place: str) -> Iterator[tuple[str | tuple[str, str], str | None]]:
    """The texts of a module with their contexts, in its order; a text with a plural is a pair. Raises ValueError."""
    calls = [each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.Call)]
    for call in sorted(calls, key=lambda each: (each.lineno, each.col_offset)):
        match call:
            case ast.Call(ast.Name("tr" | "marked" | "told"), [text, *_]):
                yield from ((each, None) for each in _literals(text, place))
            case ast.Call(ast.Name("tr_of"), [ast.Constant(str(context)), text, *_]):
                yield from ((each, context) for each in _literals(text, place))
            case ast.Call(ast.Name("tr_n" | "told_n"), [_, ast.Constant(str(one)), ast.Constant(str(many)), *_]):
                yield (one, many), None
            case ast.Call(ast.Name("tr_of" | "tr_n" | "told_n")):
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


def read(code: str, domain: str) -> Catalog:
    """A catalogue of a language; an empty one where there is none."""
    path = FOLDER / code / f"{domain}.po"
    if not path.is_file():
        return Catalog(locale=code, charset="utf-8")
    with path.open("rb") as stream:
        return read_po(stream, locale=code, charset="utf-8")


def updated(code: str, texts: dict[str, Catalog]) -> dict[str, str]:
    """The catalogues of a language with the texts of today, as they are written to their files."""
    old = {domain: read(code, domain) for domain in DOMAINS}
    written = {}
    for domain in DOMAINS:
        new = Catalog(locale=code, charset="utf-8", fuzzy=False)
        new.mime_headers = [("Plural-Forms", f"nplurals=2; plural=({TRANSLATED[code]});")]
        for message in texts[domain]:
            if message.id:
                order = (old[domain], *old.values())
                kept = next((known.string for each in order if (known := _translated(each, message))), None)
                new.add(message.id, kept, message.locations, context=message.context)
        written[domain] = "".join(_text(new))
    return written


def _translated(catalog: Catalog, message: Message) -> Message | None:
    """The message as a catalogue has it, if it has a translation of it."""
    known = catalog.get(message.id, message.context)
    return known if known is not None and known.id == message.id and _is_translated(known) else None


def _is_translated(message: Message) -> bool:
    return all(message.string) if isinstance(message.string, (tuple, list)) else bool(message.string)


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
    return [
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalog
        if message.id and not _is_translated(message)
    ]


def main() -> int:
    """Write every catalogue; says what is not translated."""
    texts = extracted()
    for code in TRANSLATED:
        (FOLDER / code).mkdir(exist_ok=True)
        for domain, text in updated(code, texts).items():
            (FOLDER / code / f"{domain}.po").write_text(text, encoding="utf-8")
            missing = len(untranslated(read(code, domain)))
            print(f"{code}/{domain}.po: {len(texts[domain])} texts, {missing} of them not translated")
    return 0


if __name__ == "__main__":
    sys.exit(main())
