"""The settings of one attribute: its role, how it is read, and how it may be transformed."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainValidator, SerializeAsAny, model_validator

from arxdesk_engine.data.schema import DEFAULT_SEPARATOR, SUPPRESSED, DataType, Role, ValueType
from arxdesk_engine.data.spelling import of_long_years
from arxdesk_engine.foundation.errors import UnfitValue, quoted
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.hierarchies.builder import HierarchyBuilder

Transformation = Literal["generalize", "microaggregate", "cluster-microaggregate", "suppress"]
AggregateFunction = Literal["arithmetic-mean", "geometric-mean", "median", "mode", "interval", "set"]
DecimalMark = Literal[".", ","]
ThousandsMark = Literal["", ".", ",", " ", "'"]
"""The mark between thousands; a blank also means blanks without a line break, an apostrophe also a raised comma."""
MissingValues = Literal["ignore", "as-value", "as-zero"]
_LONGEST_NAME = 255
"""Bytes of a name in the file systems that are in use."""
LONGEST_SEPARATOR = 8
"""Characters between two items of a set."""
AGGREGATING: tuple[Transformation, ...] = ("microaggregate", "cluster-microaggregate")
TELLING = 0.5
"""From this share of different values among the records on, a column that stays as it is can name people."""
FEWEST = 20
"""Tables with fewer records are too small to tell that by a share."""
PSEUDONYM_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""The characters of pseudonyms unless a job says otherwise: none that looks like another."""


class Section(BaseModel):
    """A table of settings in a job: unknown keys are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_enum_values=False)

    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        """What differs from the defaults."""
        fields = type(self).model_fields
        return [(name, value) for name, value in self if value != fields[name].get_default(call_default_factory=True)]


def _path(value: str) -> str:
    if not value or "\0" in value:
        raise UnfitValue(
            tr("{value} is not the name of a file", value=quoted(value)), tr("Write a path, relative to the job file.")
        )
    if any(len(name.encode(errors="replace")) > _LONGEST_NAME for name in re.split(r"[/\\]", value)):
        raise UnfitValue(
            tr("{value} is longer than the name of a file can be", value=quoted(value)), tr("Write a shorter one.")
        )
    return value


FilePath = Annotated[str, AfterValidator(_path)]


def _hierarchy(value: object) -> str | HierarchyBuilder | None:
    if value is None:
        return None
    if isinstance(value, str):
        return _path(value)
    if isinstance(value, HierarchyBuilder):
        return value
    if isinstance(value, dict):
        from arxdesk_engine.hierarchies.builders import builder_from  # noqa: PLC0415 - they take long, and few jobs need them

        return builder_from(value)
    remedy = tr("Write the name of a file, or a table such as {example}.", example='{ builder = "automatic" }')
    raise UnfitValue(tr("{value} is not allowed", value=f"{value}"[:80]), remedy)


HierarchySource = Annotated[str | SerializeAsAny[HierarchyBuilder] | None, PlainValidator(_hierarchy)]
"""Where the hierarchy of an attribute comes from: a file, or a builder and its specification."""


class CodingSettings(Section):
    """Top and bottom coding: values below `bottom` read "<bottom", values from `top` on read ">=top"."""

    bottom: str | None = Field(default=None, min_length=1)
    top: str | None = Field(default=None, min_length=1)

    @model_validator(mode="after")
    def _is_something(self) -> Self:
        if self.bottom is None and self.top is None:
            raise UnfitValue(tr("there is no bound"), tr('Write bottom = "18", top = "90", or both.'))
        return self


class MaskingSettings(Section):
    """The masking of an identifying attribute: "*", some of its characters, or a pseudonym.

    `key_file` holds the secret that pseudonyms are made with; it is created where `create_key` says so.
    `mapping_file` is written with every value and its pseudonym.
    """

    method: Literal["suppress", "redact", "pseudonym"] = "suppress"
    keep_first: int = Field(default=0, ge=0, strict=True)
    keep_last: int = Field(default=0, ge=0, strict=True)
    character: str = Field(default=SUPPRESSED, min_length=1, max_length=1)
    key_file: FilePath | None = None
    create_key: bool = Field(default=False, strict=True)
    length: int = Field(default=16, ge=1, le=64, strict=True)
    alphabet: str = PSEUDONYM_ALPHABET
    mapping_file: FilePath | None = None

    @model_validator(mode="after")
    def _fits_its_method(self) -> Self:
        of_method = {
            "suppress": {"method"},
            "redact": {"method", "keep_first", "keep_last", "character"},
            "pseudonym": {"method", "key_file", "create_key", "length", "alphabet", "mapping_file"},
        }[self.method]
        others = {name: each for name, each in type(self).model_fields.items() if name not in of_method}
        if foreign := [name for name, each in others.items() if getattr(self, name) != each.default]:
            fitting = "redact" if foreign[0] in ("keep_first", "keep_last", "character") else "pseudonym"
            raise UnfitValue(
                tr("{foreign} has no meaning for {method}", foreign=foreign[0], method=self.method),
                tr('Leave it out, or write "{fitting}".', fitting=fitting),
            )
        if self.method == "pseudonym" and self.key_file is None:
            raise UnfitValue(
                tr("pseudonyms need a key"), tr('Write key_file = "project.key", and keep that file secret.')
            )
        if len(set(self.alphabet)) < 2 or len(set(self.alphabet)) < len(self.alphabet):
            raise UnfitValue(tr("the alphabet has too few characters"), tr("Write at least two, each of them once."))
        if any(character.isspace() or not character.isprintable() for character in self.alphabet):
            raise UnfitValue(tr("the alphabet has invisible characters"), tr("Write letters and digits."))
        return self


class ShiftSettings(Section):
    """Dates are moved by a number of days, up to `days` back or forth, that is one for all dates of a person.

    `person` is the attribute that says whose they are; `key_file` the secret that the numbers are made with.
    """

    person: str = Field(min_length=1)
    days: int = Field(ge=1, le=36_500, strict=True)
    key_file: FilePath
    create_key: bool = Field(default=False, strict=True)


class ReplacementSettings(Section):
    """A rule that puts one text in place of another: of cells that read so, or of each place in a cell where it stands.

    The empty text stands for missing cells; a rule for parts of cells looks for some text. Blanks around what a rule
    leaves are cut off. Without `case`, capital letters and small ones are the same.
    """

    find: str
    by: str = ""
    whole: bool = Field(default=True, strict=True)
    case: bool = Field(default=True, strict=True)

    @property
    def sentence(self) -> str:
        """The rule in words, with its texts."""
        if not self.find:
            told = marked("a missing cell becomes {by}" if self.by else "a missing cell stays missing")
        elif self.whole:
            told = marked(
                "{found} becomes {by} where a cell reads so"
                if self.by
                else "{found} becomes missing where a cell reads so"
            )
        else:
            told = marked(
                "{found} becomes {by} wherever it stands" if self.by else "{found} is taken out wherever it stands"
            )
        rule = tr(told, found=quoted(self.find), by=quoted(self.by))
        return rule if self.case else tr("{rule}, in capitals or not", rule=rule)

    @model_validator(mode="after")
    def _looks_for_something(self) -> Self:
        if not self.find and not self.whole:
            raise UnfitValue(
                tr("find is empty"), tr("Write the text to look for, or whole = true to fill missing cells.")
            )
        return self


class AttributeSettings(Section):
    """The settings of one column: its role, its type, and how it may be transformed.

    `replace` puts other texts in place of some cells when the table is read, `replacements` are rules that come after
    it, one after the other; both come before the type is looked at. Dates written in one of `other_formats` are
    rewritten in `format`. `decimal_mark`, `thousands_mark` and `two_digit_years_until` say how the column is written
    where it differs from the table; None: as that. `separator` stands between the items of a set (None: "|").
    `function` and `missing` say how a microaggregating transformation forms the aggregates of a class; `coding`,
    `masking` and `shift` what becomes of attributes that are not quasi-identifying.
    """

    role: Role = Role.INSENSITIVE
    type: DataType | None = None
    format: str | None = None
    other_formats: tuple[str, ...] = ()
    decimal_mark: DecimalMark | None = None
    thousands_mark: ThousandsMark | None = None
    two_digit_years_until: dt.date | None = None
    order: tuple[str, ...] = ()
    separator: str | None = Field(default=None, min_length=1, max_length=LONGEST_SEPARATOR)
    replace: dict[str, str] = Field(default_factory=dict)
    replacements: tuple[ReplacementSettings, ...] = ()
    hierarchy: HierarchySource = None
    minimum_level: int = Field(default=0, ge=0, strict=True)
    maximum_level: int | None = Field(default=None, ge=0, strict=True)
    weight: float = Field(default=0.5, ge=0.0, le=1.0, strict=True)
    transformation: Transformation = "generalize"
    function: AggregateFunction | None = None
    missing: MissingValues = "ignore"
    coding: CodingSettings | None = None
    masking: MaskingSettings = MaskingSettings()
    shift: ShiftSettings | None = None

    @model_validator(mode="after")
    def _has_two_marks(self) -> Self:
        if self.thousands_mark is not None and self.decimal_mark == self.thousands_mark:
            raise UnfitValue(
                tr("the same mark stands before decimals and between thousands"), tr("Write two different ones.")
            )
        return self

    @model_validator(mode="after")
    def _has_a_separator_of_items(self) -> Self:
        if self.separator is None:
            return self
        if self.type is not DataType.SET:
            raise UnfitValue(tr("a separator of items has no meaning for other types"), tr('Write type = "set".'))
        if not self.separator.strip() and self.separator != " ":
            raise UnfitValue(
                tr("the separator is invisible"), tr("Write the text between two items, or a single blank.")
            )
        if SUPPRESSED in self.separator:
            raise UnfitValue(tr('"*" stands for removed cells'), tr("Write another separator."))
        return self

    @property
    def has_role(self) -> bool:
        """Whether somebody has said which role it has; without a word it is insensitive."""
        return "role" in self.model_fields_set

    @property
    def hierarchy_file(self) -> str | None:
        """The file that its hierarchy is read from, where it is not built."""
        return self.hierarchy if isinstance(self.hierarchy, str) else None

    @property
    def value_type(self) -> ValueType | None:
        """The type to read the column as; None: detected. Dates are held with years of four digits."""
        if self.type is None:
            return None
        separator = DEFAULT_SEPARATOR if self.separator is None else self.separator
        return ValueType(self.type, of_long_years(self.format, ())[0], self.order, separator)

    @property
    def formats_beside(self) -> tuple[str, ...]:
        """The formats in which dates may be written beside the one in which they are held."""
        return of_long_years(self.format, self.other_formats)[1]

    @property
    def replaced(self) -> int:
        """The number of cells and rules that replace texts of the file."""
        return len(self.replace) + len(self.replacements)

    @property
    def is_aggregated(self) -> bool:
        """Whether an aggregate of each class is shown."""
        return self.role is Role.QUASI_IDENTIFYING and self.transformation in AGGREGATING

    @property
    def is_grouped(self) -> bool:
        """Whether classes are formed by it: it is quasi-identifying, and shown at a level of its hierarchy or as what
        such classes have in common."""
        return self.role is Role.QUASI_IDENTIFYING and self.transformation in ("generalize", "cluster-microaggregate")

    @property
    def shown_as(self) -> str:
        """The treatment of the attribute, in a word or two."""
        if self.transformation == "suppress":
            return "suppress"
        if self.role is Role.QUASI_IDENTIFYING:
            return f"{self.transformation} ({self.function})" if self.is_aggregated else self.transformation
        if self.role is Role.IDENTIFYING:
            return self.masking.method
        changes = [name for name, change in (("code", self.coding), ("shift dates", self.shift)) if change is not None]
        return ", ".join(changes) or "keep"

    @property
    def secret_files(self) -> tuple[str, ...]:
        """The files with keys, and those with pseudonyms and what they stand for."""
        named = (self.masking.key_file, self.masking.mapping_file, None if self.shift is None else self.shift.key_file)
        return tuple(path for path in named if path is not None)

    def with_secret_files(self, change: Callable[[str], str]) -> Self:
        """The same settings with the paths of `secret_files` changed."""
        masking = self.masking.model_copy(
            update={
                name: change(path)
                for name in ("key_file", "mapping_file")
                if (path := getattr(self.masking, name)) is not None
            }
        )
        shift = self.shift
        if shift is not None:
            shift = shift.model_copy(update={"key_file": change(shift.key_file)})
        return self.model_copy(update={"masking": masking, "shift": shift})
