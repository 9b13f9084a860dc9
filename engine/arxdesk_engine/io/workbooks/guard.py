"""Looking at a workbook before it is opened: what it is, and whether it would fit into the memory.

The reader of workbooks lays a sheet out as a full rectangle and ends the program where that is too large: a single
cell in the last corner of a sheet would do.
"""

from __future__ import annotations

import mmap
import posixpath
import re
import xml.parsers.expat
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

from arxdesk_engine.data.raw_table import MAX_COLUMNS
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidData, Problem, UnreadableFile
from arxdesk_engine.foundation.language import tr, whole

MAX_CELLS = 60_000_000
MAX_UNPACKED_BYTES = 3 * 1024**3
_PIECE = 4 * 1024 * 1024
_OVERLAP = 1024
_MARGIN = 32
_MOST_COUNTED = 200_000_000
"""No list in a workbook can be longer; the reader makes room for as many entries as a list says it has."""

_ROW = re.compile(rb"""<(?:\w+:)?row\s[^>]{0,400}?\br=["']([0-9]{1,7})["']""")
# They begin with a letter as it is, which is found several times as fast as anything else.
_FAR_COLUMN = re.compile(rb"""r=(?<=\sr=)["']([A-Z]{2,3})[0-9]""")
_FAR_CELL = re.compile(rb"""r=(?<=\sr=)["'][A-Z]{1,3}([0-9]{5,7})["']""")
_UNUSUAL = re.compile(rb"""r[\s=](?<=\sr[\s=])(?:(?<=\s)|(?!["'][A-Z]{0,3}[0-9]{1,7}["']))""")
"""Places written as no program does it, but as the reader understands them: they are looked at one by one."""
_PLACE = re.compile(r"\s*([A-Za-z]*)([0-9]*)\s*")
_DIMENSION = re.compile(rb"""<(?:\w+:)?dimension\s[^>]*ref=["'](?:[A-Z]+[0-9]+:)?([A-Z]{1,3})([0-9]{1,7})["']""")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


@dataclass(frozen=True, slots=True)
class SheetSize:
    """The rows and columns of a sheet, from its first cell to the last one."""

    rows: int
    columns: int


def kind_of_workbook(path: Path) -> str:
    """The kind of a file by its content: "xlsx", "xls" or "ods". Raises UnreadableFile or InvalidData."""
    try:
        with path.open("rb") as stream:
            start = stream.read(8)
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error
    if start == _OLE:
        if path.suffix.lower() != ".xls" and _is_encrypted(path):
            raise encrypted(path)
        return "xls"
    if start.startswith(b"PK"):
        with _archive(path) as archive:
            names = {name.lower() for name in archive.namelist()}
        if "content.xml" in names:
            return "ods"
        if "xl/workbook.xml" in names:
            return "xlsx"
    found = tr("this is not a workbook, despite its suffix") if start else tr("the file is empty")
    raise InvalidData(Problem(str(path), found, tr("Save it as an Excel workbook (xlsx), or as CSV.")))


def encrypted(path: Path) -> InvalidData:
    """The error for a workbook that only opens with a password."""
    return InvalidData(
        Problem(
            str(path),
            tr("the workbook is protected by a password"),
            tr("Save a copy without a password, and read that."),
        )
    )


def broken_workbook(path: Path, reason: object) -> InvalidData:
    """The error for a workbook that cannot be read."""
    first = (str(reason).strip().splitlines() or [tr("no further details")])[0].rstrip(".")
    found = tr("the workbook cannot be read ({reason})", reason=first)
    return InvalidData(Problem(str(path), found, tr("Open it in Excel and save it again.")))


def declared_extents(path: Path) -> dict[str, SheetSize]:
    """The declared sizes of the sheets of an xlsx workbook; sheets that declare none are left out."""
    extents = {}
    with _archive(path) as archive:
        for sheet, parts in _sheet_parts(archive).items():
            with archive.open(parts[0]) as stream:
                found = _DIMENSION.search(stream.read(4096))
            if found:
                extents[sheet] = SheetSize(int(found[2]), _column_number(found[1]))
    return extents


def require_moderate(path: Path, kind: str, control: Control) -> None:
    """Raises InvalidData where opening a workbook would take too much memory; Stopped.

    Everything is unpacked piece by piece and forgotten, since an archive may say what it likes about its sizes.
    """
    if kind == "xls":
        return  # has 65,536 rows and 256 columns at most
    with _archive(path) as archive:
        if kind == "ods":
            _require_moderate_document(path, archive, control)
            return
        for part in archive.namelist():
            if re.fullmatch(r"xl/[^/]+\.xml", part, re.IGNORECASE):
                _require_moderate_count(path, _pieces(path, archive, part, control))


def require_moderate_sheet(path: Path, kind: str, sheet: str, control: Control) -> None:
    """The same for a sheet of the workbook."""
    if kind != "xlsx":
        return  # their sheets were looked at with the whole workbook
    with _archive(path) as archive:
        parts = _sheet_parts(archive)
        others = (name for name in archive.namelist() if name.lower().endswith(".xml"))
        for part in parts.get(sheet, others):
            extent = _extent(_pieces(path, archive, part, control))
            if extent is None:
                extent = _extent_of_elements(path, _pieces(path, archive, part, control))
            _require_extent(path, extent)


def _require_moderate_count(path: Path, pieces: Iterator[bytes]) -> None:
    """Look through a part, and at the number of entries that its first element says it has."""
    parser, counts = xml.parsers.expat.ParserCreate(), list[str]()

    def start(_tag: str, attributes: dict[str, str]) -> None:
        counts.extend(attributes.get(name, "") for name in ("count", "uniqueCount"))
        parser.StartElementHandler = None

    parser.StartElementHandler = start
    for piece in pieces:
        if counts:
            continue
        try:
            parser.Parse(piece)
        except xml.parsers.expat.ExpatError as error:
            if not counts:
                raise broken_workbook(path, error) from error
        if any(count.strip().isdigit() and int(count.strip()[:30]) > _MOST_COUNTED for count in counts):
            found = tr("the workbook claims more texts than a workbook can have")
            raise InvalidData(Problem(str(path), found, tr("Open it in Excel and save it again.")))


def _require_extent(path: Path, extent: SheetSize) -> None:
    if extent.columns > MAX_COLUMNS:
        found = tr("a sheet has cells up to column {n}", n=whole(extent.columns))
        raise InvalidData(Problem(str(path), found, tr("At most {n} columns can be read.", n=whole(MAX_COLUMNS))))
    if extent.rows * extent.columns > MAX_CELLS:
        found = tr(
            "a sheet spans {rows} rows and {columns} columns", rows=whole(extent.rows), columns=whole(extent.columns)
        )
        remedy = tr(
            "At most {max_cells} cells can be read. Delete cells far from the table, or save it as CSV.",
            max_cells=whole(MAX_CELLS),
        )
        raise InvalidData(Problem(str(path), found, remedy))


def _archive(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise broken_workbook(path, error) from error


def _pieces(path: Path, archive: zipfile.ZipFile, part: str, control: Control) -> Iterator[bytes]:
    """The content of a part of an archive. Raises InvalidData when there is too much of it, or it is damaged."""
    try:
        info = archive.getinfo(part)
        if info.flag_bits & 1:
            raise encrypted(path)
        unpacked = 0
        info.file_size = MAX_UNPACKED_BYTES + 1  # not what the archive says, which the reader does not believe either
        with archive.open(info) as stream:
            while piece := stream.read(_PIECE):
                control.raise_if_stopped()
                unpacked += len(piece)
                if unpacked > MAX_UNPACKED_BYTES:
                    found = tr(
                        "the workbook holds more than {max_unpacked_bytes} GB",
                        max_unpacked_bytes=MAX_UNPACKED_BYTES // 1024**3,
                    )
                    raise InvalidData(Problem(str(path), found, tr("Save the table as CSV, or in parts.")))
                control.report(Progress(tr("Checking the workbook")))
                yield piece
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, KeyError, ValueError) as error:
        raise broken_workbook(path, error) from error


def _sheet_parts(archive: zipfile.ZipFile) -> dict[str, list[str]]:
    """From the name of each sheet of an xlsx workbook to the parts of the archive that may hold it, in any case."""
    try:
        book = ET.fromstring(archive.read("xl/workbook.xml"))  # noqa: S314 - expat limits entities
        links = ET.fromstring(archive.read("xl/_rels/workbook.xml.rels"))  # noqa: S314
    except (zipfile.BadZipFile, zlib.error, KeyError, OSError, EOFError, NotImplementedError, ET.ParseError):
        return {}  # the reader of workbooks says what is wrong
    target = {link.get("Id"): link.get("Target", "") for link in links}
    found: dict[str, list[str]] = {}
    for element in book.iter():
        if element.tag.endswith("}sheet") and (link := element.get(_RELATION)) in target:
            part = posixpath.normpath(posixpath.join("xl", target[link]).lstrip("/"))
            named = [name for name in archive.namelist() if name.lower() == part.lower()]
            if named:
                found.setdefault(element.get("name", ""), []).extend(named)
    return found


def _extent(pieces: Iterator[bytes]) -> SheetSize | None:
    """The extent of the cells of a sheet. Names of cells are parsed only where they can be far away.

    None where places are written in an unusual way.
    """
    letters: set[bytes] = {b"Z"}
    rows: set[bytes] = set()
    rest = b""
    for piece in pieces:
        text = rest + piece
        odd = _UNUSUAL.search(text)
        cut_off = odd is not None and len(piece) == _PIECE and odd.start() > len(text) - _MARGIN  # it comes again
        if b"\0" in text or (odd and not cut_off):
            return None
        rows.update(_ROW.findall(text))
        if _FAR_COLUMN.search(text):
            letters.update(_FAR_COLUMN.findall(text))
        if _FAR_CELL.search(text):
            rows.update(_FAR_CELL.findall(text))
        rest = text[-_OVERLAP:]
    return SheetSize(max(map(int, rows), default=0), max(map(_column_number, letters)))


def _extent_of_elements(path: Path, pieces: Iterator[bytes]) -> SheetSize:
    """The same from the elements themselves, which takes several times as long."""
    parser, far = xml.parsers.expat.ParserCreate(), [0, 0]

    def start(_tag: str, attributes: dict[str, str]) -> None:
        found = _PLACE.fullmatch(attributes.get("r", ""))
        if found:
            far[0] = max(far[0], int(found[2][:20] or 0))
            far[1] = max(far[1], _column_number(found[1][:10].upper().encode()))

    parser.StartElementHandler = start
    try:
        for piece in pieces:
            parser.Parse(piece)
    except xml.parsers.expat.ExpatError as error:  # the reader of workbooks may go on where this one cannot
        raise broken_workbook(path, error) from error
    return SheetSize(*far)


def _column_number(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - ord("A") + 1
    return number


def _is_encrypted(path: Path) -> bool:
    """Whether an old container holds an encrypted workbook of the new kind."""
    mark = "EncryptedPackage".encode("utf-16-le")
    with path.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as content:
        return content.find(mark) >= 0


class _DocumentExtent:
    """Follows the elements of an OpenDocument sheet: repeated cells and rows count as often as they are repeated."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rows = self._columns = 0
        self._row = self._row_repeats = self._cell = self._cell_repeats = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        if tag == "table:table":
            self._rows = self._columns = self._row = 0
        elif tag == "table:table-row":
            self._row_repeats = _repeats(attributes, "table:number-rows-repeated")
            self._row += self._row_repeats
            self._cell = 0
        elif tag in ("table:table-cell", "table:covered-table-cell"):
            self._cell += _repeats(attributes, "table:number-columns-repeated")
            if any(name.endswith("value-type") for name in attributes):
                self._occupy()
        elif tag == "text:p":
            self._occupy()

    def _occupy(self) -> None:
        self._rows, self._columns = max(self._rows, self._row), max(self._columns, self._cell)
        _require_extent(self._path, SheetSize(self._rows, self._columns))


def _repeats(attributes: dict[str, str], name: str) -> int:
    written = attributes.get(name, "1")
    return int(written) if written.isdigit() and len(written) < 10 else 1


def _require_moderate_document(path: Path, archive: zipfile.ZipFile, control: Control) -> None:
    extent, parser = _DocumentExtent(path), xml.parsers.expat.ParserCreate()
    parser.StartElementHandler = extent.start
    try:
        for piece in _pieces(path, archive, "content.xml", control):
            parser.Parse(piece)
        parser.Parse(b"", True)
    except xml.parsers.expat.ExpatError as error:
        if b"encryption-data" in archive.read("META-INF/manifest.xml"):
            raise encrypted(path) from error
        raise broken_workbook(path, error) from error
