"""The values of a parsed stream of Java's objects: containers as lists and dictionaries, boxed numbers as numbers."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from javaobj.v2.beans import (
    BlockData,
    FieldType,
    JavaArray,
    JavaClass,
    JavaClassDesc,
    JavaEnum,
    JavaInstance,
    JavaString,
    ParsedJavaContent,
)

JavaValue = Any
"""None, bool, int, float, str, list, dict, an array of numbers, Constant or Instance."""

_BOXES = frozenset(
    f"java.lang.{name}" for name in ("Integer", "Long", "Short", "Byte", "Double", "Float", "Boolean", "Character")
)
_LISTS = frozenset(
    f"java.util.{name}"
    for name in ("ArrayList", "LinkedList", "ArrayDeque", "HashSet", "CollSer", "concurrent.CopyOnWriteArrayList")
)
_IMMUTABLE, _IMMUTABLE_MAP = "java.util.CollSer", 3
_SORTED_SET = "java.util.TreeSet"
_MAPS = frozenset(f"java.util.{name}" for name in ("HashMap", "TreeMap", "EnumMap", "Hashtable", "IdentityHashMap"))
_INNER = {
    "java.util.Arrays$ArrayList": "a",
    "java.util.EnumSet$SerializationProxy": "elements",
    "java.util.Vector": "elementData",
    "java.util.Collections$SetFromMap": "m",
}
"""The containers that keep what they hold in a field."""
_WRAPPED = ("c", "m", "list", "ss", "sm")
_ENDLESS = object()


class NumberArray(JavaArray):
    """An array of a stream whose cells are numbers, which are kept as they are packed."""

    def __init__(
        self, handle: int, description: JavaClassDesc, kind: FieldType, numbers: array[int] | array[float]
    ) -> None:
        super().__init__(handle, description, kind, [])
        self.numbers = numbers


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant of an enumeration."""

    kind: str
    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(eq=False, repr=False, slots=True)
class Instance:
    """An object of a class that is no container: its fields, those of its parents among them.

    `parents` are the names of the classes that it extends, as far as they have fields of their own. `blocks` are bytes
    that the class wrote itself.
    """

    kind: str
    parents: tuple[str, ...] = ()
    fields: dict[str, JavaValue] = field(default_factory=dict)
    blocks: tuple[bytes, ...] = ()

    @property
    def name(self) -> str:
        """The name of the class without its package."""
        return self.kind.rpartition(".")[2]

    def get(self, *names: str) -> JavaValue:
        """The first of these fields that is there and not null."""
        return next((self.fields[name] for name in names if self.fields.get(name) is not None), None)

    def number(self, *names: str) -> float | None:
        """The first of these fields that is a number."""
        found = self.get(*names)
        return found if isinstance(found, int | float) and not isinstance(found, bool) else None

    def text(self, *names: str) -> str | None:
        """The first of these fields that is a text or a constant."""
        found = self.get(*names)
        return found if isinstance(found, str) else found.name if isinstance(found, Constant) else None

    def flag(self, *names: str) -> bool | None:
        """The first of these fields that is true or false."""
        found = self.get(*names)
        return found if isinstance(found, bool) else None

    def table(self, *names: str) -> dict[JavaValue, JavaValue]:
        """The first of these fields where it is a dictionary; else an empty one."""
        found = self.get(*names)
        return found if isinstance(found, dict) else {}

    def items(self, *names: str) -> list[JavaValue]:
        """The first of these fields where it is a list or an array of numbers; else an empty list."""
        found = self.get(*names)
        return found if isinstance(found, list) else found.tolist() if isinstance(found, array) else []

    def part(self, *names: str) -> Instance | None:
        """The first of these fields where it is an object."""
        found = self.get(*names)
        return found if isinstance(found, Instance) else None


def plain(contents: Iterable[ParsedJavaContent | None]) -> list[JavaValue]:
    """The objects of a stream. Raises ValueError where a container holds nothing but itself."""
    converter = _Converter()
    return [converter.value(each) for each in contents]


class _Converter:
    """Every object is converted once, so that what is one in Java stays one, also in circles."""

    def __init__(self) -> None:
        self._known: dict[int, JavaValue] = {}

    def value(self, content: object) -> JavaValue:
        if not isinstance(content, ParsedJavaContent):
            return content
        if isinstance(content, JavaString):
            return content.value
        known = self._known.get(id(content))
        if known is _ENDLESS:
            raise ValueError("a container that holds itself")
        if known is None:
            self._known[id(content)] = _ENDLESS
            known = self._known[id(content)] = self._converted(content)
        return known

    def _converted(self, content: ParsedJavaContent) -> JavaValue:
        match content:
            case JavaEnum():
                return Constant(str(content.classdesc.name), str(content.value))
            case NumberArray():
                return _numbers(content.field_type, content.numbers)
            case JavaArray():
                return self._list(content, content.data)
            case JavaInstance():
                return self._instance(content)
            case JavaClass():
                return Instance("java.lang.Class", fields={"name": content.name})
            case BlockData():
                return content.data
            case _:
                return None

    def _list(self, owner: ParsedJavaContent, elements: Iterable[object]) -> list[JavaValue]:
        found: list[JavaValue] = []
        self._known[id(owner)] = found
        found.extend(map(self.value, elements))
        return found

    def _map(self, owner: ParsedJavaContent, pairs: Iterable[tuple[object, object]]) -> dict[JavaValue, JavaValue]:
        found: dict[JavaValue, JavaValue] = {}
        self._known[id(owner)] = found
        for key, value in pairs:
            name = self.value(key)
            found[tuple(map(repr, name)) if isinstance(name, list | dict) else name] = self.value(value)
        return found

    def _instance(self, content: JavaInstance) -> JavaValue:
        classes: list[JavaClassDesc] = []
        content.classdesc.get_hierarchy(classes)
        names = [str(each.name) for each in classes]
        fields = {
            each.name: value
            for description in classes
            for each, value in content.field_data.get(description, {}).items()
        }
        if names[-1] in _BOXES:
            return self.value(fields["value"])
        for description, name in zip(classes, names, strict=True):
            written = content.annotations.get(description, [])
            elements = [each for each in written if not isinstance(each, BlockData)]
            if name == _IMMUTABLE and fields.get("tag") == _IMMUTABLE_MAP:
                return self._map(content, _pairs(elements))
            if name in _LISTS:
                return self._list(content, elements)
            if name == _SORTED_SET:
                return self._list(content, elements[1:])  # the first is how it is sorted
            if name in _MAPS:
                return self._map(content, _pairs(elements))
            if name.startswith("java.util.Collections$") or name in _INNER:
                return self._unwrapped(content, name, fields)
        found = Instance(names[-1], tuple(names[:-1]))
        self._known[id(content)] = found
        found.fields.update((name, self.value(value)) for name, value in fields.items())
        blocks = (each for written in content.annotations.values() for each in written if isinstance(each, BlockData))
        found.blocks = tuple(bytes(each.data) for each in blocks)
        return found

    def _unwrapped(self, content: JavaInstance, name: str, fields: dict[str, object]) -> JavaValue:
        """What a container holds that is made around another one, or around one element."""
        if "$Empty" in name:
            return {} if name.endswith("Map") else []
        if "$Singleton" in name:
            if name.endswith("Map"):
                return self._map(content, [(fields.get("k"), fields.get("v"))])
            return self._list(content, [fields.get("element")])
        inner = self.value(fields.get(_INNER.get(name) or next((each for each in _WRAPPED if each in fields), "")))
        if name == "java.util.Vector" and isinstance(inner, list):
            return inner[: self.value(fields.get("elementCount"))]
        return list(inner) if name.endswith("SetFromMap") and isinstance(inner, dict) else inner


def _numbers(kind: FieldType, cells: array[Any]) -> JavaValue:
    """An array of numbers as it is; of characters or of what is true or false, as a list."""
    if kind == FieldType.CHAR:
        return list(cells.tobytes().decode(f"utf-16-{sys.byteorder[0]}e", errors="replace"))
    return [cell != 0 for cell in cells] if kind == FieldType.BOOLEAN else cells


def _pairs(elements: Sequence[object]) -> Iterator[tuple[object, object]]:
    return zip(elements[::2], elements[1::2], strict=False)
