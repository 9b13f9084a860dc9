"""The text of a job file with what has changed since it was read: comments, order and spelling of the rest stay."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, MutableSequence
from typing import Any

from arxdesk_engine.foundation.toml_text import inline, toml_of

Content = Mapping[str, Any]
_LONG = 50
"""A value with so many parts is put in at once, as text: one by one, each would look through all that are there."""


def revised(text: str, before: Content, after: Content, written: Content) -> str:
    """`text` with every value that differs between `before` and `after` put in place, added or taken out.

    `written` has the structure of `after`, with values as they are to stand in the file (its paths are relative).
    Where nothing differs the text is returned as it is. Raises ValueError where the text is laid out in a way that the
    library for such texts cannot change, such as a table in several places.
    """
    if before == after:
        return text
    import tomlkit  # noqa: PLC0415 - only to write jobs; reading does without
    from tomlkit.exceptions import TOMLKitError  # noqa: PLC0415

    try:
        document = tomlkit.parse(text)
        _revise(document, before, after, written)
        return tomlkit.dumps(document)
    except (TOMLKitError, LookupError, TypeError, AttributeError) as error:
        raise ValueError("this layout cannot be kept") from error


def _revise(table: MutableMapping[str, Any], before: Content, after: Content, written: Content) -> None:
    for key in before.keys() - after.keys():
        table.pop(key, None)
    for key, value in after.items():
        old, new = before.get(key), written[key]
        if key in before and old == value:
            continue
        present = table.get(key)
        if isinstance(present, MutableMapping) and isinstance(value, Mapping):
            inside = old if isinstance(old, Mapping) else {}
            if len(value.keys() - inside.keys()) >= _LONG:
                table[key] = present = _with_many(key, present, new)
            _revise(present, inside, value, new)
        elif _are_tables(present) and _are_tables(old) and _are_tables(value):
            _revise_list(present, old, value, new)
        else:
            table[key] = _item(key, new) if _is_long(new) else new


def _item(key: str, value: object) -> object:
    """A value as an item of the library, read from its text, which takes no longer than the value is long."""
    import tomlkit  # noqa: PLC0415

    text = toml_of({key: value}) if isinstance(value, Mapping) else f"{inline(key)} = {inline(value)}\n"
    return tomlkit.parse(text)[key]


def _with_many(key: str, present: MutableMapping[str, Any], wanted: Content) -> MutableMapping[str, Any]:
    """A table with the many values that it does not have yet, read from its text with theirs below."""
    import tomlkit  # noqa: PLC0415
    from tomlkit.items import Table  # noqa: PLC0415

    more = {name: value for name, value in wanted.items() if name not in present}
    if not isinstance(present, Table) or any(isinstance(value, Mapping | list) for value in more.values()):
        return present
    heading = f"[{inline(key)}]\n"
    body = present.as_string().rstrip("\n")
    found = tomlkit.parse(f"{heading}{body}\n{toml_of(more)}\n")[key]
    if not isinstance(found, MutableMapping):
        raise TypeError("a table is expected")
    return found


def _is_long(value: object) -> bool:
    if isinstance(value, Mapping):
        return len(value) >= _LONG or any(map(_is_long, value.values()))
    return isinstance(value, list) and len(value) >= _LONG


def _revise_list(tables: Any, before: Any, after: Any, written: Any) -> None:  # noqa: ANN401 - lists of tables
    """Tables at the same place are the same; those at the end are added or taken out."""
    for place, (old, value, new) in enumerate(zip(before, after, written, strict=False)):
        if old != value:
            _revise(tables[place], old, value, new)
    del tables[len(after) :]
    for new in written[len(before) :]:
        tables.append(new)


def _are_tables(value: object) -> bool:
    return (
        isinstance(value, MutableSequence) and bool(value) and all(isinstance(each, MutableMapping) for each in value)
    )
