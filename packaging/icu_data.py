"""Makes the data of ICU that Qt brings smaller: what only names currencies, units, languages and the like goes.

Qt asks ICU how texts are sorted, how upper and lower case go together, and for the rules of time zones; these stay, for
all languages. The format is ICU's common data (unicode-org/icu, icu4c/source/common/udata.h and ucmndata.h).
"""

import re
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

_SUPERFLUOUS = re.compile(r"(brkitr|curr|lang|rbnf|region|translit|unit|zone)/|.*\.cnv$|unames\.icu$")
_KIND = b"CmnD"
_PLACE_OF_KIND = 12
_ALIGNMENT = 16
_ASSEMBLY = """.section .rodata
.balign 16
.globl {symbol}
.type {symbol}, @object
{symbol}: .incbin "{file}"
.size {symbol}, . - {symbol}
.section .note.GNU-stack,"",@progbits
"""


def shrink(folder: Path) -> int:
    """Replace the library with ICU's data in a folder by a smaller one; the bytes saved, 0 without a C compiler."""
    compiler = shutil.which("cc")
    libraries = [path for path in sorted(folder.rglob("libicudata.so.*")) if not path.is_symlink()]
    if compiler is None or len(libraries) != 1:
        return 0
    path = libraries[0]
    symbol = "icudt{}_dat".format(path.name.rpartition(".")[2])
    with tempfile.TemporaryDirectory() as scratch:
        data, source, smaller = (Path(scratch) / name for name in ("data", "data.s", "library"))
        data.write_bytes(without_superfluous(path.read_bytes()))
        source.write_text(_ASSEMBLY.format(symbol=symbol, file=data), encoding="utf-8")
        options = ["-shared", "-nostdlib", f"-Wl,--soname={path.name}", "-Wl,--build-id=none"]
        command = [compiler, *options, "-o", str(smaller), str(source)]
        if subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode != 0:
            return 0
        saved = path.stat().st_size - smaller.stat().st_size
        shutil.copymode(str(path), str(smaller))
        path.unlink()
        shutil.copy(str(smaller), str(path))
    return saved


def without_superfluous(library: bytes) -> bytes:
    """The common data that a library holds, without what is superfluous. Raises ValueError where it holds none."""
    found = library.find(_KIND)
    if found < _PLACE_OF_KIND:
        raise ValueError("there is no common data of ICU in this library")
    start = found - _PLACE_OF_KIND
    (header_size,) = struct.unpack_from("<H", library, start)
    table = start + header_size
    entries = list(_entries(library, table))
    kept = [(name, content) for name, content in entries if not _SUPERFLUOUS.match(name.partition("/")[2])]
    return library[start:table] + _packed(kept)


def _entries(library: bytes, table: int) -> "list[tuple[str, bytes]]":
    """The names and contents in a table, which lists where both begin; the last one ends with the data."""
    (number,) = struct.unpack_from("<I", library, table)
    places = [struct.unpack_from("<II", library, table + 4 + 8 * entry) for entry in range(number)]
    names = [library[table + name : library.index(b"\0", table + name)].decode("ascii") for name, _content in places]
    starts = [table + content for _name, content in places]
    ends = [*starts[1:], _end(library, starts[-1])]
    return [(name, library[starts[entry] : ends[entry]]) for entry, name in enumerate(names)]


def _end(library: bytes, start: int) -> int:
    """Where the section of constants ends that something stands in."""
    (sections,) = struct.unpack_from("<Q", library, 40)
    size, number = struct.unpack_from("<HH", library, 58)
    for section in range(number):
        _kind, _flags, _address, offset, length = struct.unpack_from("<IQQQQ", library, sections + section * size + 4)
        if offset <= start < offset + length:
            return int(offset + length)
    raise ValueError("the common data of ICU stands in no section of this library")


def _packed(entries: "list[tuple[str, bytes]]") -> bytes:
    """A table of names and contents, in the order of the names, each content at a multiple of 16 bytes."""
    names = b"".join(name.encode("ascii") + b"\0" for name, _content in entries)
    name_place = 4 + 8 * len(entries)
    content_place = -(-(name_place + len(names)) // _ALIGNMENT) * _ALIGNMENT
    places, contents, first_content = [], [], content_place
    for name, content in entries:
        padded = content + b"\xaa" * (-len(content) % _ALIGNMENT)
        places.append(struct.pack("<II", name_place, content_place))
        contents.append(padded)
        name_place += len(name) + 1
        content_place += len(padded)
    head = struct.pack("<I", len(entries)) + b"".join(places) + names
    return head + b"\xaa" * (first_content - len(head)) + b"".join(contents)
