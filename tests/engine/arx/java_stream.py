"""A writer of Java's object serialization streams, as the protocol specifies them; it was compared with Java's own.

Values: None, str, `Primitive` (in fields and arrays alone), and what the functions here make.
"""

import struct
from dataclasses import dataclass, field

MAGIC = b"\xac\xed\x00\x05"
NULL, REFERENCE, CLASS, OBJECT, STRING, ARRAY, BLOCK, END, ENUM = (
    *(b"\x70", b"\x71", b"\x72", b"\x73", b"\x74", b"\x75", b"\x77", b"\x78", b"\x7e"),
)
CLASS_OBJECT = b"\x76"
RESET, BLOCK_LONG, EXCEPTION, LONG_STRING, PROXY = b"\x79", b"\x7a", b"\x7b", b"\x7c", b"\x7d"
FIRST_HANDLE = 0x7E0000
WRITES, SERIALIZABLE, EXTERNALIZABLE, IS_ENUM = 1, 2, 4, 16
PACKED = {"B": ">b", "C": ">H", "D": ">d", "F": ">f", "I": ">i", "J": ">q", "S": ">h", "Z": ">?"}


@dataclass(frozen=True)
class Primitive:
    """A value of a primitive type: "I" 5, "D" 0.5, "Z" True, "C" ";"."""

    code: str
    value: object

    @property
    def packed(self) -> bytes:
        value = ord(self.value) if self.code == "C" else self.value
        return struct.pack(PACKED[self.code], value)


@dataclass(eq=False)
class Declared:
    """A class, with the types of its fields: "I" or "Ljava/lang/String;"."""

    name: str
    fields: dict[str, str] = field(default_factory=dict)
    parent: "Declared | None" = None
    flags: int = SERIALIZABLE
    uid: int = 1


@dataclass(eq=False)
class Object:
    """An object: its class, the values of the fields of each class, and what each class wrote itself."""

    kind: Declared
    values: dict[str, object] = field(default_factory=dict)
    written: dict[str, list[object]] = field(default_factory=dict)
    """By the name of the class; bytes are blocks."""


@dataclass(eq=False)
class Array:
    kind: Declared
    cells: list[object]


@dataclass(eq=False)
class Constant:
    kind: Declared
    name: str


def stream(*contents: object) -> bytes:
    """Contents one after the other; bytes are written as they are."""
    writer = Writer()
    return MAGIC + b"".join(writer.content(each) for each in contents)


class Writer:
    def __init__(self) -> None:
        self.handles: dict[object, int] = {}

    def reference(self, key: object) -> bytes | None:
        handle = self.handles.get(key)
        return None if handle is None else REFERENCE + struct.pack(">i", handle)

    def number(self, key: object) -> None:
        self.handles[key] = FIRST_HANDLE + len(self.handles)

    def content(self, value: object) -> bytes:
        match value:
            case None:
                return NULL
            case bytes():
                return value
            case str():
                return self.text(value)
            case Object():
                return self.reference(value) or self.of_object(value)
            case Array():
                return self.reference(value) or self.array(value)
            case Constant():
                return self.reference(value) or self.constant(value)
            case Declared():
                return self.reference(("class", value.name)) or self.of_class(value)
        raise TypeError(value)

    def text(self, value: str) -> bytes:
        known = self.reference(value)
        if known is not None:
            return known
        self.number(value)
        return STRING + utf(value)

    def described(self, kind: Declared | None) -> bytes:
        if kind is None:
            return NULL
        known = self.reference(kind)
        if known is not None:
            return known
        result = CLASS + utf(kind.name) + struct.pack(">q", kind.uid)
        self.number(kind)
        ordered = in_order(kind.fields)
        result += struct.pack(">BH", kind.flags, len(ordered))
        for name in ordered:
            kind_of_field = kind.fields[name]
            result += kind_of_field[0].encode() + utf(name)
            if kind_of_field[0] in "L[":
                result += self.text(kind_of_field)
        return result + END + self.described(kind.parent)

    def of_class(self, value: Declared) -> bytes:
        result = CLASS_OBJECT + self.described(value)
        self.number(("class", value.name))
        return result

    def of_object(self, value: Object) -> bytes:
        result = OBJECT + self.described(value.kind)
        self.number(value)
        for kind in family(value.kind):
            for name in in_order(kind.fields):
                result += self.in_field(value.values.get(name))
            if kind.flags & WRITES:
                result += b"".join(map(self.annotation, value.written.get(kind.name, []))) + END
        return result

    def in_field(self, value: object) -> bytes:
        return value.packed if isinstance(value, Primitive) else self.content(value)

    def annotation(self, value: object) -> bytes:
        return block(value) if isinstance(value, bytes) else self.content(value)

    def array(self, value: Array) -> bytes:
        result = ARRAY + self.described(value.kind)
        self.number(value)
        return result + struct.pack(">i", len(value.cells)) + b"".join(map(self.in_field, value.cells))

    def constant(self, value: Constant) -> bytes:
        result = ENUM + self.described(value.kind)
        self.number(value)
        return result + self.text(value.name)


def utf(text: str) -> bytes:
    raw = text.encode("utf-16-be", "surrogatepass")
    units = [unit for (unit,) in struct.iter_unpack(">H", raw)]
    data = b"".join(b"\xc0\x80" if unit == 0 else chr(unit).encode("utf-8", "surrogatepass") for unit in units)
    return struct.pack(">H", len(data)) + data


def block(data: bytes) -> bytes:
    if len(data) < 256:
        return BLOCK + bytes([len(data)]) + data
    return BLOCK_LONG + struct.pack(">i", len(data)) + data


def in_order(fields: dict[str, str]) -> list[str]:
    """Java writes primitive fields first, and each kind of them by name."""
    return sorted(fields, key=lambda name: (fields[name][0] in "L[", name))


def family(kind: Declared) -> list[Declared]:
    return ([] if kind.parent is None else family(kind.parent)) + [kind]


# Java's own classes

NUMBER = Declared("java.lang.Number", uid=-8742448824652078965)
INTEGER = Declared("java.lang.Integer", {"value": "I"}, NUMBER, uid=1360826667806852920)
LONG = Declared("java.lang.Long", {"value": "J"}, NUMBER, uid=4290774380558885855)
DOUBLE = Declared("java.lang.Double", {"value": "D"}, NUMBER, uid=-9172774392245257468)
BOOLEAN = Declared("java.lang.Boolean", {"value": "Z"}, uid=-3665804199014368530)
CHARACTER = Declared("java.lang.Character", {"value": "C"}, uid=3786198910865385080)
MAP = Declared(
    "java.util.HashMap", {"loadFactor": "F", "threshold": "I"}, None, WRITES | SERIALIZABLE, 362498820763181265
)
LINKED_MAP = Declared("java.util.LinkedHashMap", {"accessOrder": "Z"}, MAP, uid=3801124242820219131)
TREE_MAP = Declared(
    "java.util.TreeMap", {"comparator": "Ljava/util/Comparator;"}, None, WRITES | SERIALIZABLE, 919286545866124006
)
ENUM_MAP = Declared(
    "java.util.EnumMap", {"keyType": "Ljava/lang/Class;"}, None, WRITES | SERIALIZABLE, 458661240069192865
)
SET = Declared("java.util.HashSet", {}, None, WRITES | SERIALIZABLE, -5024744406713321676)
LIST = Declared("java.util.ArrayList", {"size": "I"}, None, WRITES | SERIALIZABLE, 8683452581122892189)
DATE = Declared("java.util.Date", {}, None, WRITES | SERIALIZABLE, 7523967970034938905)
LOCALE = Declared(
    "java.util.Locale",
    {
        "hashcode": "I",
        **dict.fromkeys(("country", "extensions", "language", "script", "variant"), "Ljava/lang/String;"),
    },
    None,
    WRITES | SERIALIZABLE,
    9149081749638150636,
)
_ENUM = Declared("java.lang.Enum", {}, None, SERIALIZABLE | IS_ENUM, 0)
_ARRAY_UIDS = {
    "[Ljava.lang.String;": -5921575005990323385,
    "[[Ljava.lang.String;": 3624563915955037271,
    "[J": 8655923659555304851,
    "[D": 4514449696888150558,
}


def boxed(value: bool | float) -> Object:
    kind, code = (
        (BOOLEAN, "Z") if isinstance(value, bool) else (INTEGER, "I") if isinstance(value, int) else (DOUBLE, "D")
    )
    return Object(kind, {"value": Primitive(code, value)})


def long(value: int) -> Object:
    return Object(LONG, {"value": Primitive("J", value)})


def buckets(entries: int) -> int:
    size = 16
    while entries > size * 0.75:
        size *= 2
    return size


def _map_values(entries: dict[object, object]) -> tuple[dict[str, object], list[object]]:
    size = buckets(len(entries))
    values = {"loadFactor": Primitive("F", 0.75), "threshold": Primitive("I", int(size * 0.75))}
    return values, [struct.pack(">ii", size, len(entries)), *(each for pair in entries.items() for each in pair)]


def hash_map(entries: dict[object, object]) -> Object:
    values, written = _map_values(entries)
    return Object(MAP, values, {MAP.name: written})


def linked_map(entries: dict[object, object]) -> Object:
    values, written = _map_values(entries)
    return Object(LINKED_MAP, {**values, "accessOrder": Primitive("Z", False)}, {MAP.name: written})


def tree_map(entries: dict[object, object]) -> Object:
    written = [struct.pack(">i", len(entries)), *(each for pair in entries.items() for each in pair)]
    return Object(TREE_MAP, {"comparator": None}, {TREE_MAP.name: written})


def enum_map(kind: Declared, entries: dict[object, object]) -> Object:
    written = [struct.pack(">i", len(entries)), *(each for pair in entries.items() for each in pair)]
    return Object(ENUM_MAP, {"keyType": kind}, {ENUM_MAP.name: written})


def hash_set(elements: list[object]) -> Object:
    size = buckets(len(elements))
    return Object(SET, {}, {SET.name: [struct.pack(">ifi", size, 0.75, len(elements)), *elements]})


def array_list(elements: list[object]) -> Object:
    size = Primitive("I", len(elements))
    return Object(LIST, {"size": size}, {LIST.name: [struct.pack(">i", len(elements)), *elements]})


def date(millis: int) -> Object:
    return Object(DATE, {}, {DATE.name: [struct.pack(">q", millis)]})


def locale(language: str, country: str = "") -> Object:
    values = {"language": language, "country": country, "extensions": "", "script": "", "variant": ""}
    return Object(LOCALE, {"hashcode": Primitive("I", -1), **values}, {LOCALE.name: []})


def enumeration(name: str) -> Declared:
    return Declared(name, {}, _ENUM, SERIALIZABLE | IS_ENUM, 0)


class Arrays:
    """The classes of arrays, one each."""

    def __init__(self) -> None:
        self._known: dict[str, Declared] = {}

    def __call__(self, name: str, cells: list[object]) -> Array:
        kind = self._known.setdefault(name, Declared(name, uid=_ARRAY_UIDS.get(name, 1)))
        return Array(kind, cells)


array = Arrays()


def longs(words: list[int]) -> Array:
    return array("[J", [Primitive("J", word) for word in words])


def texts(rows: list[list[str]]) -> Array:
    """A String[][]."""
    return array("[[Ljava.lang.String;", [array("[Ljava.lang.String;", list(row)) for row in rows])
