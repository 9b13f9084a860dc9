"""The types of columns by name."""

from __future__ import annotations

from arxdesk_engine.data.schema import DEFAULT_DATE_FORMAT, DataType, ValueType
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.foundation.moments import pattern_of
from arxdesk_engine.foundation.translated import Texts

NAMES = Texts(
    {
        DataType.STRING: marked("Text"),
        DataType.INTEGER: marked("Integer"),
        DataType.DECIMAL: marked("Decimal"),
        DataType.DATE: marked("Date"),
        DataType.ORDINAL: marked("Ordered"),
        DataType.SET: marked("Set"),
    }
)


def name_of(kind: ValueType) -> str:
    """A type with its format: "Date dd.MM.yyyy"."""
    if kind.kind is DataType.DATE:
        return tr(
            "{names} {pattern_of}", names=NAMES[kind.kind], pattern_of=pattern_of(kind.format or DEFAULT_DATE_FORMAT)
        )
    return NAMES[kind.kind]
