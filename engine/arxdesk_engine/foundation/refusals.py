"""What pydantic says of a refused value, in the language that is set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arxdesk_engine.foundation.language import marked, tr

_SHOULD = {
    "int_type": marked("It should be a valid integer."),
    "int_parsing": marked("It should be a valid integer, unable to parse string as an integer."),
    "int_from_float": marked("It should be a valid integer, got a number with a fractional part."),
    "float_type": marked("It should be a valid number."),
    "float_parsing": marked("It should be a valid number, unable to parse string as a number."),
    "finite_number": marked("It should be a finite number."),
    "bool_type": marked("It should be a valid boolean."),
    "bool_parsing": marked("It should be a valid boolean, unable to interpret input."),
    "string_type": marked("It should be a valid string."),
    "list_type": marked("It should be a valid list."),
    "tuple_type": marked("It should be a valid tuple."),
    "greater_than": marked("It should be greater than {gt}."),
    "greater_than_equal": marked("It should be greater than or equal to {ge}."),
    "less_than": marked("It should be less than {lt}."),
    "less_than_equal": marked("It should be less than or equal to {le}."),
}
"""The sentences by the type of the fault: the common ones."""


def should(fault: Mapping[str, Any]) -> str:
    """What a value should be, by the message of pydantic: of the limits of numbers and texts in the language that is
    set, otherwise in English."""
    known, limits = _SHOULD.get(fault["type"]), fault.get("ctx", {})
    if known is None:
        return f"{fault['msg'].replace('Input should', 'It should')}."
    return tr(known, **limits) if limits else tr(known)
