"""The protocol of privacy models: their parameters in a job, and their criterion for one table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from arxdesk_engine.foundation.errors import UnfitValue, quoted, suggestion
from arxdesk_engine.foundation.language import marked, tr, whole
from arxdesk_engine.foundation.named_settings import NamedSettings
from arxdesk_engine.privacy.arx_forms import ArxForms
from arxdesk_engine.privacy.criterion import Criterion
from arxdesk_engine.privacy.description import Condition, Description, Parameter, ParameterKind
from arxdesk_engine.privacy.implied import ImpliedBounds
from arxdesk_engine.privacy.mechanism import RandomMechanism
from arxdesk_engine.privacy.table import WholeTable
from arxdesk_engine.risk.population import REGIONS

SUBSET_SUFFIXES = (".csv", ".tsv", ".txt", ".parquet", ".pq")
"""How the name of a file with the records of a research subset ends; any other text is an expression."""


ValueCounts = NDArray[np.int64]
"""The records with each value of a column, int64[values]."""

_USUAL_CLASS, _LARGE_CLASS = 100, 0.05


class UnfitModel(UnfitValue):
    """A model cannot be asked of a table: what was found, and what to do."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The room that a column leaves to a model: its different values, its records, and those a class needs at least."""

    values: int
    records: int
    fewest: int

    @property
    def is_small(self) -> bool:
        """Whether groups would have to be larger than is usual."""
        return self.fewest > max(_USUAL_CLASS, self.records * _LARGE_CLASS)


@dataclass(frozen=True, slots=True)
class ItemCombinations:
    """What a model asks of a column of sets: every combination of at most m items occurs in k records, or in none.

    `removal_limit` is the share of all items in all cells that may be left out for that.
    """

    attribute: str
    k: int
    m: int
    removal_limit: float = 0.0


@dataclass(frozen=True, slots=True)
class GroupValues:
    """The sensitive values of the groups of a released table: `count` records of a `group` have a `value`.

    Each is int64[entries], each pair of group and value once. `overall` int64[values] are the records of the whole
    table with each value.
    """

    group: NDArray[np.int64]
    value: NDArray[np.int64]
    count: NDArray[np.int64]
    overall: NDArray[np.int64]


class PrivacyModel(BaseModel, ABC, metaclass=NamedSettings):
    """A privacy model with its parameters, which pydantic validates. `model` is its name in a job.

    A model is a file in this package with a class that has a `description`: nothing else needs to name it. A model of
    your own is the same class elsewhere: with a `model: Literal["name"] = "name"`, its parameters as fields, `bind`,
    `title` and `sentence`. It becomes known by an entry point of the group `arxdesk.privacy_models`, which names the
    class, or by `arxdesk.register_privacy_model`. Released frames and files are recounted by `holds_again`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    description: ClassVar[Description]
    arx: ClassVar[ArxForms | None] = None
    """How ARX stores it; None for models that ARX does not have."""
    only_once: ClassVar[bool] = False
    """Whether a job may ask for it once at most."""
    is_slow: ClassVar[bool] = False
    """Whether judging a single transformation may take longer than a moment."""
    holds_beside: ClassVar[tuple[str, ...] | None] = None
    """The only models, by name, beside which it holds; None: any."""
    needs_no_labels: ClassVar[bool] = False
    """Whether it looks at nothing but the records of each group and their sensitive values: it is recounted, then,
    from the groups that readers of a file see as well."""
    counts_people: ClassVar[bool] = True
    """Whether it counts people in place of records where the job says whose record each is."""
    needs_person: ClassVar[bool] = False
    """Whether it looks at all records of a person together, so that a column has to say whose they are."""
    needs_fixed_hierarchies: ClassVar[bool] = False
    """Whether it holds for hierarchies alone that do not depend on the data."""

    model: str

    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        """What differs from the defaults: KAnonymity(k=5)."""
        fields = type(self).model_fields
        return [(name, value) for name, value in self if value != fields[name].default]

    @abstractmethod
    def bind(self, table: WholeTable) -> Criterion:
        """The criterion for the classes of this table. Raises UnfitModel."""

    def holds_again(self, sizes: NDArray[np.int64], values: GroupValues | None) -> NDArray[np.bool_] | None:  # noqa: ARG002
        """A second definition for the recount, which shares nothing with `bind`: the groups that fulfil it.

        `sizes` int64[groups] are the records of each group of the released table; `values` those of the sensitive
        attribute, None without one. Models of this program have theirs in `verification.textbook`; a model of your own
        may have it here. bool[groups], or None: it has none, and is "not recounted".
        """
        return None

    @property
    def sensitive_attribute(self) -> str | None:
        """The sensitive attribute whose values it looks at in each class."""
        return None

    @property
    def needs_subset(self) -> bool:
        """Whether it asks for a research subset."""
        return False

    @property
    def needs_population(self) -> bool:
        """Whether it needs the size of the population, and leaves it to the job."""
        return False

    @property
    def needs_costs(self) -> bool:
        """Whether it weighs benefits and costs."""
        return False

    @property
    def names_subset(self) -> bool:
        """Whether it names a research subset itself."""
        return False

    @property
    def mechanism(self) -> RandomMechanism | None:
        """The random mechanism that it makes of the whole release; None for models that judge classes."""
        return None

    @property
    def item_combinations(self) -> ItemCombinations | None:
        """What it asks of the items of a column of sets, in the records that are kept; None for other models."""
        return None

    @property
    def known_records(self) -> int | None:
        """How many records of a person its attacker knows, where it looks at several together; None for others."""
        return None

    @property
    def only_class_size(self) -> bool:
        """Whether a class violates it exactly when it is too small."""
        return False

    @property
    def implied(self) -> ImpliedBounds:
        """The risks that its parameters alone rule out, whatever the table is."""
        return ImpliedBounds()

    def reach(self, counts: ValueCounts) -> Reach:
        """The room that a sensitive attribute leaves to it."""
        return Reach(int(np.count_nonzero(counts)), int(counts.sum()), self.fewest_records(counts))

    def fewest_records(self, counts: ValueCounts) -> int:  # noqa: ARG002 - only some depend on the values
        """The size below which no class can fulfil it, whatever it holds; 1 where nothing is known."""
        return 1

    @property
    def holds_for_union_of_parts(self) -> bool:
        """Whether a table fulfils the model when every part of it, anonymized as a table of its own, does.

        Local recoding needs that: it anonymizes the records in parts, each with a transformation of its own, and
        classes of different parts may look alike and become one (engine reference 2.6).
        """
        return False

    @property
    def is_judged_by_group(self) -> bool:
        """Whether its verdict on a group depends on nothing but the records of that group.

        Recoding group by group needs that, and that the model holds for unions: groups that read alike are one.
        """
        return self.holds_for_union_of_parts

    @property
    def holds_for_union(self) -> bool:
        """Whether classes that fulfil the model fulfil it when several of them are taken for one.

        Clusters of which one aggregate is shown need that: where two show the same, readers see one group.
        """
        return self.holds_for_union_of_parts

    @property
    @abstractmethod
    def title(self) -> str:
        """The model with its parameters, as it is written in the field."""

    @property
    @abstractmethod
    def sentence(self) -> str:
        """The promise of the model, in one plain sentence."""

    @property
    def subset_file(self) -> str | None:
        """The file that holds the records of its research subset."""
        return None

    def with_paths(self, change: Callable[[str], str]) -> Self:  # noqa: ARG002 - most models name no file
        """The same model with the paths that it names changed."""
        return self

    def with_renamed_level(self, old: str, new: str) -> Self:  # noqa: ARG002 - most models name no level
        """The same model where an attribute to which it gives a level has another name."""
        return self

    def without_levels_of(self, names: Collection[str]) -> Self:  # noqa: ARG002 - most models name no level
        """The same model without the levels of some attributes."""
        return self

    def needs_level_of(self, name: str) -> bool:  # noqa: ARG002 - most models name no level
        """Whether it would be incomplete without the level that it gives an attribute."""
        return False


def _region(value: str | None) -> str | None:
    if value is not None and value not in REGIONS:
        raise UnfitValue(tr("{value} is not known", value=quoted(value)), suggestion(value, tuple(REGIONS)))
    return value


Region = Annotated[str | None, AfterValidator(_region)]
"""A region whose population is known (`risk.population.REGIONS`), or none."""


def population_parameters(when: Condition | None = None) -> tuple[Parameter, Parameter]:
    """The parameters of the population, for models that estimate."""
    regions = (("", marked("As set under Population")), *((region, region) for region in REGIONS))
    size = marked("People. Empty: as chosen above.")
    return (
        Parameter("region", marked("Population"), ParameterKind.CHOICE, "", choices=regions, when=when, optional=True),
        Parameter(
            *("population", marked("Or its size"), ParameterKind.WHOLE, None, size),
            when=when,
            optional=True,
            is_varied=False,
        ),
    )


def size_of_population(table: WholeTable, size: int | None, region: str | None) -> int:
    """The size of the population: what a model says itself goes before what is known of the table.

    Raises UnfitModel where both or none of them say it, or where the table would be larger than its population.
    """
    if size is not None and region is not None:
        raise UnfitModel(tr("there are both a population and a region"), tr("Write one of them."))
    named = REGIONS[region] if region is not None else size
    found = table.population if named is None else named
    if found is None:
        remedy = tr('Write population = 100000 or region = "USA" here, or a section [population].')
        raise UnfitModel(tr("the size of the population is not known"), remedy)
    if found < table.units:
        of_table = (
            tr("{n} people", n=whole(table.people)) if table.people else tr("{n} records", n=whole(table.records))
        )
        smaller = tr(
            "the population of {people} is smaller than the table of {size}", people=whole(found), size=of_table
        )
        raise UnfitModel(smaller, tr("Correct the size of the population."))
    return found


class RandomSubset(BaseModel):
    """A random sample of the records as research subset: a share of them, drawn with a seed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    random: float = Field(gt=0.0, le=1.0, strict=True)
    seed: int = Field(default=0, ge=0, strict=True)


def _subset(value: str | RandomSubset | None) -> str | RandomSubset | None:
    if isinstance(value, str) and (not value.strip() or "\0" in value):
        raise UnfitValue(
            tr("the subset is empty"),
            tr("Write a file name, an expression, or {example}.", example="{ random = 0.1, seed = 1 }"),
        )
    return value


def subset_parameter(when: Condition | None = None) -> Parameter:
    """The parameter of the research subset."""
    hint = marked("All models of a project compare the same records with the whole table.")
    return Parameter("subset", marked("Research subset"), ParameterKind.SUBSET, None, hint, when=when, optional=True)


class SubsetModel(PrivacyModel):
    """A model that compares a research subset with the whole table.

    `subset` is a CSV file with the same columns, an expression that selects records, or a random sample. All models
    of a job that name one have to name the same; those that name none use it.
    """

    subset: Annotated[str | RandomSubset | None, AfterValidator(_subset)] = None

    @property
    def needs_subset(self) -> bool:
        """Always."""
        return True

    @property
    def names_subset(self) -> bool:
        """Unless it uses that of the job."""
        return self.subset is not None

    @property
    def holds_for_union(self) -> bool:
        """Always: of the table and of the population a union has what its classes have together, no larger a share of
        either than the larger one of theirs, and as its records are harder to find they pay no less."""
        return True

    @property
    def subset_file(self) -> str | None:
        """The subset, where it is the name of a file."""
        is_file = isinstance(self.subset, str) and self.subset.lower().endswith(SUBSET_SUFFIXES)
        return str(self.subset) if is_file else None

    def with_paths(self, change: Callable[[str], str]) -> Self:
        """The same model with another path of its subset."""
        path = self.subset_file
        return self if path is None else self.model_copy(update={"subset": change(path)})


class SensitiveModel(PrivacyModel):
    """A model of the values that a sensitive attribute has within each class. All of them judge classes one by one."""

    needs_no_labels = True

    attribute: str = Field(min_length=1)

    @property
    def sensitive_attribute(self) -> str:
        """As the job says."""
        return self.attribute
