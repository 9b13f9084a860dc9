"""Java's serialized objects as plain data: names of classes and fields, numbers, texts, lists. Nothing is run.

The classes of a stream have to be on a list: those of ARX, which are only fields to us, and the containers of Java.
"""

from __future__ import annotations

import io
import struct
import sys
import time
from array import array

from javaobj.constants import TerminalCode
from javaobj.v2.beans import (
    ContentType,
    ExceptionRead,
    FieldType,
    JavaArray,
    JavaClassDesc,
    JavaString,
    ParsedJavaContent,
)
from javaobj.v2.core import JavaStreamParser
from javaobj.v2.stream import DataStreamReader

from arxdesk_engine.arx.files.java_values import JavaValue, NumberArray, plain
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.language import fixed, tr, whole

MAX_BYTES = 256 * 1024 * 1024
MAX_OBJECTS = 3_000_000
MAX_CELLS = 30_000_000
"""Fields, and cells of arrays of objects; those of numbers take no more than their bytes."""
MAX_DEPTH = 60
"""How deeply objects lie in each other; those of ARX lie in a dozen."""
MAX_SECONDS = 120.0
_LOOK_AROUND = 1024

_ARX = "org.deidentifier.arx."
_PACKAGES = (_ARX, "de.linearbits.", "com.carrotsearch.hppc.", "org.apache.commons.math3.")
"""ARX's own classes, and those of libraries that its objects extend or have fields of."""
_SWT = frozenset(f"org.eclipse.swt.graphics.{name}" for name in ("Point", "Rectangle", "RGB"))
"""What the desktop remembers of transformations that it drew."""
_JAVA = frozenset(
    f"java.{name}"
    for name in (
        *("lang.Object", "lang.Number", "lang.Integer", "lang.Long", "lang.Short", "lang.Byte", "lang.Double"),
        *("util.Collection", "util.List", "util.Set", "util.Map", "util.SortedMap", "util.Map$Entry"),
        *("lang.Comparable", "lang.CharSequence", "io.Serializable"),
        *("lang.Float", "lang.Boolean", "lang.Character", "lang.String", "lang.Enum"),
        *("lang.String$CaseInsensitiveComparator", "math.BigInteger", "math.BigDecimal"),
        *("util.ArrayList", "util.LinkedList", "util.Vector", "util.Stack", "util.ArrayDeque"),
        *("util.HashMap", "util.LinkedHashMap", "util.TreeMap", "util.EnumMap", "util.Hashtable", "util.Properties"),
        *("util.HashSet", "util.LinkedHashSet", "util.TreeSet", "util.EnumSet$SerializationProxy", "util.CollSer"),
        *("util.IdentityHashMap", "util.BitSet", "util.Date", "util.Locale", "util.TimeZone", "util.SimpleTimeZone"),
        *("util.Calendar", "util.GregorianCalendar", "util.JapaneseImperialCalendar"),
        *("util.Currency", "util.UUID", "util.Arrays$ArrayList"),
        *("util.concurrent.CopyOnWriteArrayList", "util.concurrent.atomic.AtomicInteger"),
        *("util.AbstractMap$SimpleEntry", "util.AbstractMap$SimpleImmutableEntry"),
        *("util.Collections$ReverseComparator", "util.Collections$SetFromMap"),
        *(
            f"util.Collections${kind}{shape}"
            for kind in ("Unmodifiable", "Synchronized", "Empty", "Singleton")
            for shape in ("Collection", "List", "RandomAccessList", "Set", "SortedSet", "Map", "SortedMap")
        ),
        *(f"text.{name}" for name in ("Format", "DateFormat", "SimpleDateFormat", "DateFormatSymbols")),
        *(f"text.{name}" for name in ("NumberFormat", "NumberFormat$Style", "DecimalFormat", "DecimalFormatSymbols")),
    )
) | {
    "java.util.Collections$SingletonSet",
    "java.math.RoundingMode",
    "sun.util.calendar.ZoneInfo",
    "sun.util.BuddhistCalendar",
}
_PRIMITIVE = frozenset("BCDFIJSZ")
_PACKED = {
    FieldType.BYTE: "b",
    FieldType.BOOLEAN: "b",
    FieldType.CHAR: "H",
    FieldType.SHORT: "h",
    FieldType.INTEGER: "i",
    FieldType.LONG: "q",
    FieldType.FLOAT: "f",
    FieldType.DOUBLE: "d",
}
"""How `array` names the types of cells that are numbers."""

_DAMAGE = (  # all that a parser in Python can stumble over where bytes are not what it expects
    *(ArithmeticError, AssertionError, AttributeError, EOFError, ExceptionRead, LookupError, MemoryError, NameError),
    *(OSError, RecursionError, TypeError, ValueError, struct.error),
)


class RefusedObjects(ValueError):
    """A stream that is damaged, too large, or names classes that no project of ARX has."""


def read_objects(raw: bytes, control: Control | None = None) -> list[JavaValue]:
    """The objects of a stream, one after the other. Raises RefusedObjects; Stopped."""
    if len(raw) > MAX_BYTES:
        raise RefusedObjects(tr("it has {n} bytes, more than {most}", n=whole(len(raw)), most=whole(MAX_BYTES)))
    try:
        return plain(_Parser(raw, control or Control()).run())
    except RefusedObjects:
        raise
    except _DAMAGE as error:
        raise RefusedObjects(tr("it is damaged, or not a stream of Java objects")) from error


class _Parser(JavaStreamParser):
    """The library's parser behind the list of classes and the limits, without its transformers."""

    def __init__(self, raw: bytes, control: Control) -> None:
        stream = io.BytesIO(raw)
        super().__init__(stream, [])
        self._stream, self._strings = stream, DataStreamReader(stream)
        self._control, self._deadline = control, time.monotonic() + MAX_SECONDS
        self._objects = self._cells = self._depth = 0

    def _new_handle(self) -> int:
        self._objects += 1
        if self._objects > MAX_OBJECTS:
            raise RefusedObjects(tr("there are more than {n} objects in it", n=whole(MAX_OBJECTS)))
        if self._objects % _LOOK_AROUND == 0:
            self._control.raise_if_stopped()
            if time.monotonic() > self._deadline:
                raise RefusedObjects(tr("it takes longer than {n} seconds to read", n=fixed(MAX_SECONDS, 0)))
        handle: int = super()._new_handle()
        return handle

    def _read_content(
        self, type_code: int, block_data: bool, class_desc: JavaClassDesc | None = None
    ) -> ParsedJavaContent | None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise RefusedObjects(tr("its objects are nested too deeply"))
        try:
            content: ParsedJavaContent | None = super()._read_content(type_code, block_data, class_desc)
        finally:
            self._depth -= 1
        return content

    def _do_classdesc(self, type_code: int) -> JavaClassDesc | None:
        if type_code == TerminalCode.TC_PROXYCLASSDESC:
            raise RefusedObjects(tr("there is a proxy in it"))
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise RefusedObjects(tr("its classes are nested too deeply"))
        description: JavaClassDesc | None = super()._do_classdesc(type_code)
        self._depth -= 1
        if description is not None and not is_known(str(description.name)):
            raise RefusedObjects(
                tr(
                    'the class "{description}" in it does not belong in a project of ARX',
                    description=str(description.name)[:80],
                )
            )
        return description

    def _do_array(self, _type_code: int) -> JavaArray:
        self._depth += 1  # its cells are read without _read_content where they are arrays
        if self._depth > MAX_DEPTH:
            raise RefusedObjects(tr("its arrays are nested too deeply"))
        description = self._read_classdesc()
        if description is None or len(str(description.name)) < 2:
            raise ValueError("an array without a type")
        handle = self._new_handle()
        kind, size = FieldType(ord(str(description.name)[1])), self._strings.read_int()
        if size < 0:
            raise ValueError("an array of negative length")
        if kind in _PACKED:
            content: JavaArray = NumberArray(handle, description, kind, self._numbers(_PACKED[kind], size))
        else:
            content = JavaArray(handle, description, kind, [self._read_field_value(kind) for _ in range(size)])
        self._set_handle(handle, content)
        self._depth -= 1
        return content

    def _numbers(self, code: str, size: int) -> array[int] | array[float]:
        """The cells of an array of numbers, read at once: the library's way takes minutes for a million."""
        numbers = array(code)
        data = self._stream.read(size * numbers.itemsize)
        if len(data) != size * numbers.itemsize:
            raise EOFError
        numbers.frombytes(data)
        if sys.byteorder == "little":
            numbers.byteswap()
        return numbers

    def _read_field_value(self, field_type: FieldType) -> object:
        self._cells += 1
        if self._cells > MAX_CELLS:
            raise RefusedObjects(tr("there are more than {n} values in it", n=whole(MAX_CELLS)))
        return super()._read_field_value(field_type)

    def _do_exception(self, _type_code: int) -> ParsedJavaContent:
        raise RefusedObjects(tr("it is incomplete"))

    def _read_new_string(self, type_code: int) -> JavaString:
        if type_code not in (TerminalCode.TC_STRING, TerminalCode.TC_LONGSTRING):
            string: JavaString = super()._read_new_string(type_code)
            return string
        handle = self._new_handle()
        is_long = type_code == TerminalCode.TC_LONGSTRING
        length = self._strings.read_long() if is_long else self._strings.read_ushort()
        data = self._stream.read(length) if 0 <= length <= MAX_BYTES else b""
        if len(data) != length:
            raise EOFError
        text = _Text(handle, data)
        self._set_handle(handle, text)
        return text


class _Text(JavaString):
    """A string; the library decodes byte by byte, which takes minutes for a large hierarchy."""

    def __init__(self, handle: int, data: bytes) -> None:
        ParsedJavaContent.__init__(self, ContentType.STRING)
        self.handle = handle
        self.value = text_of(data)
        self.length = len(self.value)


def text_of(data: bytes) -> str:
    """A text in Java's variant of UTF-8, which has two bytes for NUL and six for what lies beyond 16 bits."""
    if data.isascii() and 0 not in data:
        return data.decode("ascii")
    halves = data.replace(b"\xc0\x80", b"\0").decode("utf-8", errors="surrogatepass")
    return halves.encode("utf-16-le", errors="surrogatepass").decode("utf-16-le", errors="replace")


def is_known(name: str) -> bool:
    """Whether a class, or an array of such a class, is on the list."""
    inner = name.lstrip("[")
    if inner != name:
        if inner in _PRIMITIVE:
            return True
        if not (inner.startswith("L") and inner.endswith(";")):
            return False
        inner = inner[1:-1]
    return inner in _JAVA or inner in _SWT or inner.startswith(_PACKAGES)
