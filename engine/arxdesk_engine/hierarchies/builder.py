"""The protocol of hierarchy builders: a specification that makes the hierarchy of a column from its values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, SerializerFunctionWrapHandler, model_serializer

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.errors import InvalidHierarchy, Problem, UnfitValue, found_and_remedy, quoted
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.foundation.named_settings import NamedSettings
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.scale import exact
from arxdesk_engine.hierarchies.validation import MAX_LEVELS, SHOWN_VALUES, and_more, check

Labels = tuple[str, ...]
Row = tuple[str, ...]
_MOST_SHOWN, _SHOWN_ENTRIES = 6, 3
"""The entries of a list that are shown as they are; those that are shown of a longer one."""


class Part(BaseModel):
    """A table within a specification."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class HierarchyBuilder(BaseModel, ABC, metaclass=NamedSettings):
    """The specification of a hierarchy, kept in the job; `builder` is the name of its kind there.

    A builder of your own has a `builder: Literal["name"] = "name"`, its settings as fields, `title` and `labels_of`, or
    what `ClassifyingBuilder` asks for. It becomes known by an entry point of the group `arxdesk.builders`, or by
    `arxdesk.register_builder`.

    It ends in one root, and the missing value (the empty text) has a branch of its own up to it. The number of
    levels follows from the specification alone, so that rows of different values always fit together.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    builder: str

    def __repr_name__(self) -> str:
        """The public name of the kind."""
        return type(self).__name__.removesuffix("Builder")

    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        """What differs from the defaults, long lists in short."""
        fields = type(self).model_fields
        return [(name, _in_short(value)) for name, value in self if value != fields[name].default]

    @property
    @abstractmethod
    def title(self) -> str:
        """A short name."""

    @property
    def depends_on_data(self) -> bool:
        """Whether the labels of a value follow from the other values of the column, too (see `resolved`)."""
        return False

    @property
    def counts_records(self) -> bool:
        """Whether the labels follow from how many records have each value (see `resolved`)."""
        return False

    def resolved(self, column: Column) -> HierarchyBuilder:  # noqa: ARG002 - most specifications are complete
        """The same with everything explicit that it takes from the column: it labels any values as it does these.

        Raises InvalidHierarchy where the column does not fit.
        """
        return self

    @abstractmethod
    def labels_of(self, values: Sequence[str]) -> list[Row]:
        """A row for each value, seen before or not: the value, then its label at every level, coarser and coarser.

        Settings that depend on the column have to be explicit (`resolved`). Raises InvalidHierarchy naming
        the values without a place.
        """

    def domain(self, column: Column) -> Sequence[str]:
        """The distinct values with a row for a column: its own, and those listed in the specification."""
        return column.values

    def build(self, column: Column) -> Hierarchy:
        """The hierarchy of a column, checked. Raises InvalidHierarchy."""
        place = tr("attribute {column}, {hierarchy}", column=quoted(column.name), hierarchy=self.title)
        try:
            explicit = self.resolved(column)
            rows = tuple(explicit.labels_of(explicit.domain(column)))
        except InvalidHierarchy as error:
            raise InvalidHierarchy(Problem(place, each.found, each.remedy) for each in error.problems) from error
        return check(Hierarchy(rows, place))

    @model_serializer(mode="wrap")
    def _with_name(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Its name is written even where defaults are left out."""
        content: dict[str, Any] = handler(self)
        return {"builder": self.builder, **content}

    def _require_few_levels(self, number: int) -> None:
        """Before labels are made, since a specification may ask for any number of levels."""
        if number > MAX_LEVELS:
            raise self._unfit(tr("{n} levels", n=number), tr("At most {n} levels are possible.", n=MAX_LEVELS))

    def _unfit(self, found: str, remedy: str) -> InvalidHierarchy:
        return InvalidHierarchy(Problem(self.title, found, remedy))


def _label(value: str) -> str:
    if value in ("", SUPPRESSED):
        raise UnfitValue(
            tr("{value} would stand for missing or suppressed values", value=quoted(value)),
            tr('Write a word such as "other".'),
        )
    return value


OtherLabel = Annotated[str, AfterValidator(_label)]


class _Abridged:
    """The first of many entries, for people."""

    def __init__(self, value: tuple[Any, ...]) -> None:
        self._value = value

    def __repr__(self) -> str:
        shown = ", ".join(repr(each) for each in self._value[:_SHOWN_ENTRIES])
        return f"({shown}, ... {len(self._value):,} entries)"


def _in_short(value: Any) -> Any:  # noqa: ANN401 - the settings of any builder
    return _Abridged(value) if isinstance(value, tuple) and len(value) > _MOST_SHOWN else value


class ClassifyingBuilder(HierarchyBuilder):
    """A builder that labels each value by itself.

    `other` is the label, below the root, of values without another place; None: they are errors.
    """

    other: OtherLabel | None = None

    @property
    @abstractmethod
    def _levels(self) -> int:
        """The number of levels between the values and the root."""

    @abstractmethod
    def _classifier(self) -> Callable[[str], Labels | None]:
        """From a value to its labels between itself and the root; None for a value without a place."""

    @property
    def _remedy(self) -> str:
        """The remedy for values without a place."""
        return tr('Correct them, or give them a label of their own: other = "other".')

    @property
    @abstractmethod
    def _expected(self) -> str:
        """The values expected by the builder."""

    def labels_of(self, values: Sequence[str]) -> list[Row]:
        """A row for each value. Raises InvalidHierarchy for values without a place if there is no `other`."""
        self._require_few_levels(self._levels + 2)
        try:
            with exact():
                classify = self._classifier()
                labels = [("",) * self._levels if value == "" else classify(value) for value in values]
        except ValueError as error:
            raise self._unfit(*found_and_remedy(error)) from error
        unfit = [value for value, found in zip(values, labels, strict=True) if found is None]
        if unfit and self.other is None:
            found = tr_n(
                len(unfit),
                "1 value is no {expected}: {values}",
                "{n} values are no {expected}: {values}",
                expected=self._expected,
                values=listed(unfit),
            )
            raise self._unfit(found, self._remedy)
        elsewhere = (self.other or "",) * self._levels
        return [(value, *(found or elsewhere), SUPPRESSED) for value, found in zip(values, labels, strict=True)]


def listed(values: Sequence[str]) -> str:
    """The first of some values, as a message names them."""
    return and_more([quoted(value) for value in values[:SHOWN_VALUES]], len(values))
