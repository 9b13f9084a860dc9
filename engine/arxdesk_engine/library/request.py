"""What a program asks for, in the words of a job."""

from __future__ import annotations

import reprlib
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arxdesk_engine.data.raw_table import RawColumn, RawTable
from arxdesk_engine.data.schema import DataType, Role, ValueType, detect_type
from arxdesk_engine.foundation.control import Progress
from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted
from arxdesk_engine.hierarchies.automatic import AutomaticBuilder
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.quality import QualitySettings
from arxdesk_engine.library.frames.frame import Frame
from arxdesk_engine.library.hierarchies import hierarchy_source
from arxdesk_engine.privacy.model import PrivacyModel

TABLE_FILE = "table.parquet"
"""The place of the table in the job of a data frame, until somebody names another."""
SOURCE = "anonymize"
"""The name of such a job in messages."""

_OF_DATA = (
    *("path", "person", "weight", "household", "count", "per_person", "row_limit", "null_values", "cleanse"),
    *("decimal_mark", "thousands_mark", "two_digit_years_until"),
)
"""The keys of the section [data] that mean something for a data frame."""

Names = str | Sequence[str]
Hierarchies = Mapping[str, Any] | Sequence[str] | str
Models = PrivacyModel | Mapping[str, Any] | Sequence[PrivacyModel | Mapping[str, Any]]
Sections = Mapping[str, Any]
OnProgress = Callable[[Progress], None] | None
Cancel = threading.Event | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """All that `anonymize` is asked for, beside the frame; its fields are those arguments."""

    quasi_identifiers: Hierarchies
    sensitive: Names = ()
    identifying: Names = ()
    insensitive: Names = ()
    person: str | None = None
    privacy: Models = ()
    suppression_limit: float = 0.0
    suppressed: str = "keep"
    quality: str | QualitySettings | Mapping[str, Any] | None = None
    algorithm: str = "optimal"
    recoding: str | None = None
    time_limit: float | None = None
    seed: int = 0
    attributes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    job: Sections = field(default_factory=dict)

    def roles(self) -> dict[str, Role]:
        """The columns that are named, with their roles. Raises InvalidJob where one is named for two."""
        named: list[tuple[str, Role]] = [(name, Role.QUASI_IDENTIFYING) for name in _names(self.quasi_identifiers)]
        named += [(name, Role.SENSITIVE) for name in _names(self.sensitive)]
        named += [(name, Role.IDENTIFYING) for name in _names(self.identifying)]
        named += [(name, Role.INSENSITIVE) for name in _names(self.insensitive)]
        found: dict[str, Role] = {}
        for name, role in named:
            if found.setdefault(name, role) is not role:
                names = f"{quoted(name)} is named as {found[name].value} and as {role.value}"
                raise InvalidJob(Problem(f"{SOURCE}, attributes.{name}", names, "Give each column one role."))
        beside = self.job.get("data", {})
        if self.person is not None:
            found.setdefault(self.person, Role.IDENTIFYING)
        for key in ("weight", "household"):
            if isinstance(beside.get(key), str):
                found.setdefault(beside[key], Role.INSENSITIVE)
        for name in self.attributes:
            found.setdefault(name, Role.INSENSITIVE)
        return found

    def _require_sections(self) -> None:
        """Raises InvalidJob for what a job says of reading files; nothing is ignored in silence."""
        faults = [
            Problem(f"{SOURCE}, data.{key}", "a data frame is read as it is", "Change the data frame before.")
            for key in self.job.get("data", {})
            if key not in _OF_DATA
        ]
        if "tables" in self.job:
            faults.append(Problem(f"{SOURCE}, tables", "linked tables are read from files", "Use arxdesk run."))
        if faults:
            raise InvalidJob(faults)

    @property
    def null_values(self) -> tuple[str, ...]:
        """The texts that are missing cells."""
        given = self.job.get("data", {}).get("null_values", ("",))
        return tuple(map(str, given)) if isinstance(given, list | tuple) else ("",)

    def columns(self, frame: Frame, *, all_of_them: bool) -> tuple[str, ...]:
        """The columns that belong to the job, in the order of the frame. Raises InvalidData for unknown ones."""
        self._require_sections()
        roles = self.roles()
        for name, role in roles.items():
            frame.require([name], role.value)
        count = self.job.get("data", {}).get("count")
        if isinstance(count, str):
            frame.require([count], "count")
        if all_of_them:
            return frame.names
        return tuple(name for name in frame.names if name in roles or name == count)

    def content(self, frame: Frame, raw: RawTable) -> dict[str, Any]:
        """The job as plain values, with models and builders as they were given."""
        columns = {column.name: column for column in raw.columns}
        data = {"path": TABLE_FILE} | ({} if self.person is None else {"person": self.person})
        search: dict[str, Any] = {"algorithm": self.algorithm, "time_limit": self.time_limit, "seed": self.seed}
        search |= {} if self.recoding is None else {"recoding": self.recoding}
        content: dict[str, Any] = {
            "data": data,
            "attributes": {
                name: self._attribute(frame, columns[name], role)
                for name, role in self.roles().items()
                if name in columns
            },
            "privacy": _models(self.privacy),
            "suppression": {"limit": self.suppression_limit},
            "search": search,
            "output": {"suppressed": self.suppressed},
        }
        if self.quality is not None:
            content["quality"] = _quality(self.quality)
        for section, settings in self.job.items():
            own = content.get(section)
            merged = isinstance(own, dict) and isinstance(settings, Mapping)
            content[section] = {**own, **settings} if merged and own is not None else settings
        return content

    def _attribute(self, frame: Frame, column: RawColumn, role: Role) -> dict[str, Any]:
        settings: dict[str, Any] = {"role": role.value} | type_of(column, frame.order_of(column.name))
        hierarchies = self.quasi_identifiers
        if role is Role.QUASI_IDENTIFYING:
            given = hierarchies[column.name] if isinstance(hierarchies, Mapping) else AutomaticBuilder()
            settings["hierarchy"] = hierarchy_source(given, column.name, has_missing="" in column.dictionary)
        own = dict(self.attributes.get(column.name, {}))
        if "hierarchy" in own:
            own["hierarchy"] = hierarchy_source(own["hierarchy"], column.name, has_missing="" in column.dictionary)
        return settings | own


def require_named(job: Job, frame: Frame) -> None:
    """Raises InvalidJob where a privacy model looks at a column of the frame that nobody has named."""
    faults = [
        Problem(
            f"{job.source}, privacy.{number}.attribute",
            f"{quoted(name)} is a column of the data frame that was not named",
            f"Name it: sensitive=[{quoted(name)}].",
        )
        for number, model in enumerate(job.privacy, 1)
        if (name := model.sensitive_attribute) in frame.names and name not in job.attributes
    ]
    if faults:
        raise InvalidJob(faults)


def require_frame_sections(job: Job) -> None:
    """Raises InvalidJob where a job changes how its table is read in ways that a data frame has no use for."""
    faults = [
        Problem(f"{job.source}, data.{key}", "a data frame has its own columns", "Change the data frame, and the job.")
        for key in ("columns", "rename")
        if getattr(job.data, key)
    ]
    if job.tables:
        faults.append(Problem(f"{job.source}, tables", "linked tables are read from files", "Use arxdesk run."))
    if faults:
        raise InvalidJob(faults)


def beside(job: Job) -> tuple[str, ...]:
    """The columns that the section [data] of a job names."""
    named = (job.data.person, job.data.weight, job.data.household, job.data.count)
    return tuple(name for name in named if name is not None)


def type_of(column: RawColumn, order: Sequence[str]) -> dict[str, Any]:
    """The type of a column where its cells alone would say another: text that looks like numbers, and an order."""
    known = [value for value in order if value]
    if known and set(column.dictionary) - {""} <= set(known):
        return {"type": DataType.ORDINAL.value, "order": known}
    is_text = column.declared == ValueType()
    if is_text and detect_type([text for text in column.dictionary if text]).kind.is_numeric:
        return {"type": DataType.STRING.value}
    return {}


def _names(given: object) -> tuple[str, ...]:
    if isinstance(given, str):
        return (given,)
    if isinstance(given, Mapping | Iterable):
        return tuple(dict.fromkeys(given))
    found = f"{type(given).__name__} is no list of columns"
    raise InvalidJob(Problem(SOURCE, found, "Give the names of columns as a list of texts."))


def _models(given: object) -> list[Any]:
    if isinstance(given, PrivacyModel | Mapping):
        return [given]
    if isinstance(given, str) or not isinstance(given, Iterable):
        found = f"{reprlib.repr(given)} is no privacy model"
        raise InvalidJob(Problem(f"{SOURCE}, privacy", found, "Give one such as arxdesk.KAnonymity(k=5), or a list."))
    return list(given)


def _quality(given: str | QualitySettings | Mapping[str, Any]) -> Any:  # noqa: ANN401 - a section of a job
    if isinstance(given, str):
        return {"model": given}
    return given.model_dump(mode="json", exclude_defaults=True) if isinstance(given, QualitySettings) else given
