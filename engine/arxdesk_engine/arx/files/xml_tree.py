"""Untrusted XML as a plain tree: no entities, no document types, nothing external, and limits on everything."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from arxdesk_engine.foundation.composed import composed
from arxdesk_engine.foundation.language import tr, whole

MAX_ELEMENTS = 2_000_000
MAX_DEPTH = 32
_WESTERN = "cp1252"
_HALF = re.compile(r"&#(5[5-7]\d{3});")
"""ARX writes a character beyond 16 bits as two references, which XML does not allow."""
_FORBIDDEN = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|&#6553[45];")
"""What has no place in XML, and ARX writes where a name or a text has it."""
_UNKNOWN = "\ufffd"
_PLACES = ("ref",)
"""What names another entry of the archive, as it is written there."""


class RefusedXml(ValueError):
    """It is no XML, or XML that nobody needs for a project."""


@dataclass(slots=True)
class Element:
    """An element with its own text, its attributes and its children."""

    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def child(self, *tags: str) -> Element | None:
        """The first child with one of these names."""
        return next((each for each in self.children if each.tag in tags), None)

    def all(self, *tags: str) -> Iterator[Element]:
        """All children with one of these names."""
        return (each for each in self.children if each.tag in tags)

    def value(self, *tags: str, default: str = "") -> str:
        """The text of the first child with one of these names, without blanks around it."""
        found = self.child(*tags)
        if found is None:
            return default
        text = found.text.strip()
        return text if found.tag in _PLACES else composed(text)

    def exact(self, *tags: str) -> str:
        """The text of the first child with one of these names as it stands there; "" where there is none."""
        found = self.child(*tags)
        return "" if found is None else composed(found.text)


def decoded(raw: bytes) -> str:
    """The text of an entry: old programs wrote what their system wrote, which is guessed to be Western."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode(_WESTERN, errors="replace")


def mended(text: str) -> str:
    """Valid XML for what ARX writes."""
    if _HALF.search(text):
        halves = _HALF.sub(lambda found: _half(int(found[1])), text)
        text = halves.encode("utf-16-le", errors="surrogatepass").decode("utf-16-le", errors="replace")
    return _FORBIDDEN.sub(_UNKNOWN, text) if _FORBIDDEN.search(text) else text


def _half(number: int) -> str:
    return chr(number) if 0xD800 <= number <= 0xDFFF else f"&#{number};"


def parsed(raw: bytes) -> Element:
    """The root of a document. Raises RefusedXml."""
    builder = _Builder()
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = _refuse_types
    parser.EntityDeclHandler = _refuse_types
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    try:
        parser.Parse(mended(decoded(raw)).encode("utf-8", errors="replace"), True)
    except expat.ExpatError as error:
        raise RefusedXml(tr("it is not valid XML (line {line})", line=error.lineno)) from error
    if builder.root is None:
        raise RefusedXml(tr("it is empty"))
    return builder.root


def _refuse_types(*_declaration: object) -> None:
    raise RefusedXml(tr("it declares a document type, unlike projects of ARX"))


class _Builder:
    """What the parser calls, building the tree."""

    def __init__(self) -> None:
        self.root: Element | None = None
        self._open: list[Element] = []
        self._elements = 0

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._elements += 1
        if self._elements > MAX_ELEMENTS:
            raise RefusedXml(tr("there are more than {n} elements in it", n=whole(MAX_ELEMENTS)))
        if len(self._open) >= MAX_DEPTH:
            raise RefusedXml(tr("its elements are nested too deeply"))
        element = Element(tag, attributes)
        if self._open:
            self._open[-1].children.append(element)
        elif self.root is None:
            self.root = element
        self._open.append(element)

    def end(self, _tag: str) -> None:
        self._open.pop()

    def data(self, text: str) -> None:
        if self._open:
            self._open[-1].text += text
