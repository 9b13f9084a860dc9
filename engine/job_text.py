"""The text of a job file with what has changed since it was read: comments, order and spelling of the rest stay."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, MutableSequence
from typing import Any

Content = Mapping[str, Any]


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
            _revise(present, old if isinstance(old, Mapping) else {}, value, new)
        elif _are_tables(present) and _are_tables(old) and _are_tables(value):
            _revise_list(present, old, value, new)
        else:
            table[key] = new


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
