"""The job: what to anonymize and how, read from and written to TOML. Its field names are a public contract."""

from __future__ import annotations

import io
import logging
import os
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import (
    Field,
    PrivateAttr,
    SerializeAsAny,
    ValidationError,
)

from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.composed import PLACES, composed_texts
from arxdesk_engine.foundation.costs import Costs
from arxdesk_engine.foundation.errors import InvalidJob, Problem, UnreadableFile, quoted
from arxdesk_engine.foundation.faults import problems_of
from arxdesk_engine.foundation.language import language, marked, tr, whole
from arxdesk_engine.foundation.named_settings import NamedSettings
from arxdesk_engine.foundation.toml_text import toml_of
from arxdesk_engine.foundation.words import ENGLISH
from arxdesk_engine.io.databases.address import file_of, with_file
from arxdesk_engine.io.files.atomic import Replacing, atomic_writer
from arxdesk_engine.job.analysis import AnalysisSettings
from arxdesk_engine.job.attackers import AttackerSettings
from arxdesk_engine.job.attributes import AttributeSettings, Section
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.explore import ExploreSettings
from arxdesk_engine.job.extensions import load_extensions
from arxdesk_engine.job.linked_table import LinkedTable, faults_of_tables
from arxdesk_engine.job.listed import listed
from arxdesk_engine.job.output import OutputSettings
from arxdesk_engine.job.population import PopulationSettings, SamplingSettings
from arxdesk_engine.job.project import ProjectSettings
from arxdesk_engine.job.quality import QualitySettings
from arxdesk_engine.job.report import ReportSettings
from arxdesk_engine.job.search import SearchSettings
from arxdesk_engine.job.statements import Statements
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.job.tables import folded, folded_text, unfolded
from arxdesk_engine.job.text import revised
from arxdesk_engine.job.utility import UtilitySettings
from arxdesk_engine.perturbation import METHODS
from arxdesk_engine.perturbation.method import Perturbation
from arxdesk_engine.privacy import MODELS as PRIVACY_MODELS
from arxdesk_engine.privacy.model import PrivacyModel

_LOG = logging.getLogger(__name__)

MAX_JOB_BYTES = 4 * 1024 * 1024
_APART = {"privacy", "paused", "attributes", "perturbation"}
"""The sections whose parts say what they are, if it is the default."""
ALL_OTHERS = "*"
"""The attribute name whose settings hold for all attributes that are not named."""


class SuppressionSettings(Section):
    """The share of records that may be removed, and what of such a record is hidden.

    Its quasi-identifiers are in any case, its sensitive and its insensitive attributes where it is said. Where the data
    name a person column, a person is removed with all of their records and the limit is a share of the people, unless
    `removes` = "records".
    """

    limit: float = Field(default=0.0, ge=0.0, le=1.0, strict=True)
    sensitive: bool = Field(default=False, strict=True)
    insensitive: bool = Field(default=False, strict=True)
    removes: Literal["people", "records"] | None = None


@dataclass(frozen=True, slots=True)
class _Origin:
    """The file that a job was read from, and its text; jobs are the same wherever they come from."""

    file: Path | None = field(default=None, compare=False)
    text: str = field(default="", compare=False)


class Job(Section, metaclass=NamedSettings):
    """A whole anonymization job. Relative paths are relative to the job file.

    Examples
    --------
    >>> import pandas as pd, arxdesk as ad
    >>> people = pd.DataFrame({"age": [31, 34, 38, 52, 55, 57], "sex": list("fmfmfm")})
    >>> result = ad.anonymize(people, quasi_identifiers=["age", "sex"], privacy=ad.KAnonymity(k=3))
    >>> result.job.privacy
    (KAnonymity(k=3),)
    >>> print(result.job.to_toml().splitlines()[0])
    [data]
    """

    data: DataSource
    project: ProjectSettings = ProjectSettings()
    """The purpose of the work, in words."""
    attributes: dict[str, AttributeSettings] = Field(default_factory=dict)
    privacy: tuple[SerializeAsAny[PrivacyModel], ...] = ()
    paused: tuple[SerializeAsAny[PrivacyModel], ...] = ()
    """Models that are kept with their parameters and asked of no table."""
    costs: Costs = Costs()
    population: PopulationSettings | None = None
    sampling: SamplingSettings | None = None
    subset: SubsetSettings | None = None
    """The records that are anonymized and shared; None: all, unless a privacy model names some."""
    suppression: SuppressionSettings = SuppressionSettings()
    perturbation: tuple[SerializeAsAny[Perturbation], ...] = ()
    """What is done to cells of columns that are no quasi-identifiers, one after the other."""
    quality: QualitySettings = QualitySettings()
    search: SearchSettings = SearchSettings()
    output: OutputSettings = OutputSettings()
    utility: UtilitySettings | None = None
    """Expected uses of the output; None: none."""
    explore: ExploreSettings = ExploreSettings()
    analysis: AnalysisSettings = AnalysisSettings()
    """What the desktop remembers of looking at the results; nothing is computed from it."""
    report: ReportSettings = ReportSettings()
    statements: Statements = Statements()
    """What people write for the report."""
    attackers: tuple[AttackerSettings, ...] = ()
    """Those who attack the release; none: those that the roles suggest."""
    tables: tuple[LinkedTable, ...] = ()
    """Further tables about the same people, joined with that under [data]."""
    _file: Path | None = PrivateAttr(default=None)
    _origin: _Origin = PrivateAttr(default=_Origin())

    def __repr__(self) -> str:
        """What it asks for in short; `to_toml` has all of it."""
        roles = [name for name, each in self.attributes.items() if each.role is Role.QUASI_IDENTIFYING]
        models = ", ".join(model.title for model in self.privacy) or "no privacy model"
        return f"<Job: {models} by {ENGLISH.joined(roles, 8) or 'no quasi-identifier'}>"

    def __str__(self) -> str:
        """The same."""
        return repr(self)

    @property
    def source(self) -> str:
        """The name of the job in messages."""
        return "job" if self._file is None else str(self._file)

    @property
    def file(self) -> Path | None:
        """The file that relative paths are relative to: that of the job, or a project; None where there is none."""
        return self._file

    def at(self, file: Path) -> Job:
        """The same job, its relative paths taken relative to `file`."""
        job = self.model_copy()
        job._file = file  # noqa: SLF001 - our own copy
        return job

    def with_text_of(self, other: Job) -> Job:
        """The same job; what is saved is the text that `other` was read from, with what has changed since."""
        job = self.model_copy()
        job._origin = other._origin  # noqa: SLF001 - both are jobs
        return job

    def resolve(self, path: str) -> Path:
        """The place that a path in the job means."""
        return Path(path) if self._file is None else self._file.parent / path

    @property
    def table_place(self) -> str:
        """The place of the table: a path, or the address of a database."""
        return with_file(self.data.path, lambda path: str(self.resolve(path)))

    def place_of_linked(self, table: LinkedTable) -> str:
        """The place of a linked table that has one: a path, or the address of a database."""
        return with_file(table.path or "", lambda path: str(self.resolve(path)))

    @property
    def table_file(self) -> Path | None:
        """The file with the table; None where a server has it."""
        file = file_of(self.data.path)
        return None if file is None else self.resolve(file)

    @property
    def output_place(self) -> str | None:
        """The target of the result: a path, or the address of a database; None where the job names none."""
        path = self.output.path
        return None if path is None else with_file(path, lambda file: str(self.resolve(file)))

    @property
    def files_beside_output(self) -> tuple[Path, ...]:
        """The files written beside the result: its codebook, and its copy with drawn values."""
        named = (self.output.codebook, self.output.spread)
        return tuple(self.resolve(file) for file in named if file is not None)

    def with_output(self, **settings: object) -> Job:
        """The same job with some settings of its output changed. Raises InvalidJob with every fault."""
        try:
            output = OutputSettings.model_validate({**self.output.model_dump(), **settings})
        except ValidationError as error:
            raise InvalidJob(problems_of(error, self.source, ("output",), OutputSettings)) from error
        return self.model_copy(update={"output": output})

    def absolute(self) -> Job:
        """The same job with absolute paths, which mean the same wherever it is saved."""
        return self._with_paths(lambda path: str(self.resolve(path).absolute()))

    def saved_at(self, file: Path) -> Job:
        """The job as it is written to `file`: paths into the folder of that file are relative to it."""
        folder = file.absolute().parent

        def relative(path: str) -> str:
            place = self.resolve(path).absolute()
            return place.relative_to(folder).as_posix() if place.is_relative_to(folder) else str(place)

        return self._with_paths(relative).at(file)

    def _with_paths(self, change: Callable[[str], str]) -> Job:
        secret = {name: settings.with_secret_files(change) for name, settings in self.attributes.items()}
        attributes = {
            name: settings.model_copy(update={"hierarchy": change(settings.hierarchy_file)})
            if settings.hierarchy_file
            else settings
            for name, settings in secret.items()
        }
        output = self.output.with_paths(change)
        data = self.data.model_copy(update={"path": with_file(self.data.path, change)})
        privacy, paused = (tuple(model.with_paths(change) for model in each) for each in (self.privacy, self.paused))
        subset = None if self.subset is None else self.subset.with_path(change)
        tables = tuple(each.with_paths(change) for each in self.tables)
        changed: dict[str, Any] = {"data": data, "attributes": attributes, "output": output, "tables": tables}
        changed |= {"privacy": privacy, "paused": paused, "subset": subset}
        return self.model_copy(update=changed)

    def settings_of(self, attribute: str) -> AttributeSettings:
        """The settings of an attribute: its own, those of "*", or the defaults."""
        return self.attributes.get(attribute) or self.attributes.get(ALL_OTHERS) or AttributeSettings()

    def perturbation_of(self, attribute: str) -> Perturbation | None:
        """What is done to the cells of an attribute at the end; None: nothing."""
        return next((each for each in self.perturbation if attribute in each.columns), None)

    def undecided(self, names: Iterable[str]) -> tuple[str, ...]:
        """The attributes without a role in the job; they count as insensitive and are released unchanged."""
        others = self.attributes.get(ALL_OTHERS)
        if others is not None and others.has_role:
            return ()
        return tuple(name for name in names if (own := self.attributes.get(name)) is None or not own.has_role)

    def to_toml(self) -> str:
        """The job as a TOML document; what has its default is left out."""
        return toml_of(self.content())

    def text_at(self, path: Path) -> str:
        """The text to write to `path`: the one that the job was read from, with its changes since.

        Comments and spelling stay, and paths as they were written where `path` is in the folder of that text. A job
        that was not read from a file is written anew.
        """
        file, text = self._origin.file, self._origin.text
        if file is None:
            return self.to_toml()
        job, origin = self.saved_at(path), job_from(tomllib.loads(text)).at(file)
        same_folder = file.absolute().parent == path.absolute().parent
        before, after = (origin.absolute(), self.absolute()) if same_folder else (origin, job)
        tables: dict[str, str] = {}
        short = folded_text(text, tables)
        contents = [folded(each.content(), tables) for each in (before, after, job)]
        try:
            found = unfolded(revised(short, *contents), tables)
            kept = job_from(tomllib.loads(found)).at(path).absolute().content() == self.absolute().content()
        except (ValueError, InvalidJob):
            kept = False
        return found if kept else job.to_toml()  # the text was laid out in a way that could not be kept

    def content(self) -> dict[str, Any]:
        """The job as plain values, in the order in which they are written; what has its default is left out."""
        content = self.model_dump(mode="json", exclude_defaults=True, exclude=_APART)
        content["attributes"] = {
            name: ({"role": settings.role.value} if settings.has_role else {})
            | settings.model_dump(mode="json", exclude_defaults=True)
            for name, settings in self.attributes.items()
        }
        for section, models in (("privacy", self.privacy), ("paused", self.paused)):
            content[section] = [model.model_dump(mode="json", exclude_none=True) for model in models]
        content["perturbation"] = [
            {"method": each.method} | each.model_dump(mode="json", exclude_defaults=True) for each in self.perturbation
        ]
        order = (
            *("project", "data", "tables", "attributes", "privacy", "paused", "costs", "population"),
            *("sampling", "subset", "suppression", "perturbation", "quality", "search", "output", "utility"),
            *("attackers", "explore", "analysis", "report", "statements"),
        )
        sections = {key: content[key] for key in order if content.get(key)}
        if self.utility is not None:  # asked for, if only with its defaults
            sections["utility"] = content["utility"]
        if self.subset is not None and not content["subset"]:  # it is one, if of all records
            sections["subset"] = {"base": self.subset.base}
        return sections

    def save(self, path: Path, replacing: Replacing = nullcontext) -> None:
        """Write the job file, whole or not at all. Raises UnwritableFile, or InvalidJob where it could not be read.

        `replacing` stands around the moment in which an old file is replaced.
        """
        try:
            text = self.text_at(path).encode()
        except UnicodeEncodeError as error:  # the name of a file that is not in UTF-8, for instance
            found = tr(
                "{character} in a name cannot be written to a job",
                character=quoted(ascii(error.object[error.start : error.end])),
            )
            raise InvalidJob(
                Problem(str(path), found, tr("Rename the file or the column. Nothing was written."))
            ) from error
        if len(text) > MAX_JOB_BYTES:
            raise InvalidJob(self._too_large(path))
        with atomic_writer(path, replacing=replacing) as stream:
            stream.write(text)

    def _too_large(self, path: Path) -> Problem:
        rows = {name: getattr(settings.hierarchy, "rows", ()) for name, settings in self.attributes.items()}
        largest = max(rows, key=lambda name: len(rows[name]), default=None)
        if largest is None or not rows[largest]:
            return Problem(str(path), tr("the job would be larger than 4 MB"), tr("Shorten its longest parts."))
        found = tr("its table of {n} rows makes the job larger than 4 MB", n=whole(len(rows[largest])))
        remedy = tr("Export the hierarchy to a file, and open it from there. Nothing was written.")
        return Problem(f"{path}, attributes.{largest}.hierarchy", found, remedy)


_PLACE_IN_TOML = re.compile(r"at line (\d+), column (\d+)")
_A_JOB = marked(
    "Choose a job file (.toml) or a project (.arxdesk, .deid). The window opens tables; a job file names them."
)


def load_job(path: str | os.PathLike[str]) -> Job:
    """Read a job file. Raises UnreadableFile, or InvalidJob with every fault and its dotted path.

    Examples
    --------
    >>> from pathlib import Path
    >>> import pandas as pd, arxdesk as ad
    >>> from tempfile import TemporaryDirectory
    >>> people = pd.DataFrame({"age": [31, 34, 38, 52, 55, 57], "sex": list("fmfmfm")})
    >>> result = ad.anonymize(people, quasi_identifiers=["age", "sex"], privacy=ad.KAnonymity(k=3))
    >>> with TemporaryDirectory() as folder:
    ...     result.job.save(Path(f"{folder}/people.toml"))
    ...     job = ad.load_job(Path(f"{folder}/people.toml"))
    >>> job.privacy
    (KAnonymity(k=3),)
    """
    path = Path(path)
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_JOB_BYTES + 1)
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error
    job = job_of_bytes(raw, path)
    _LOG.info("read the job %s", path)
    return job


def job_of_bytes(raw: bytes, path: Path) -> Job:
    """The job of the content of a job file, its relative paths taken relative to `path`. Raises InvalidJob as above."""
    if len(raw) > MAX_JOB_BYTES:
        raise InvalidJob(Problem(str(path), tr("the file is larger than 4 MB"), tr("This is not a job file.")))
    try:
        content = tomllib.load(io.BytesIO(raw))
    except UnicodeDecodeError as error:
        raise InvalidJob(Problem(str(path), tr("this is not a text file in UTF-8"), tr(_A_JOB))) from error
    except RecursionError as error:
        raise InvalidJob(
            Problem(str(path), tr("the values are nested too deeply"), tr("Write a flat job file."))
        ) from error
    except ValueError as error:  # TOMLDecodeError, or a number with more digits than Python reads
        is_meant = path.suffix.lower() in ("", ".toml")
        remedy = tr("Correct the line." if is_meant else _A_JOB)
        raise InvalidJob(Problem(str(path), _not_toml(error), remedy)) from error
    job = job_from(content, str(path)).at(path)
    job._origin = _Origin(path, raw.decode())  # noqa: SLF001 - our own job
    return job


def _not_toml(error: ValueError) -> str:
    """What Python's reader says, which is English; in other languages where it found that."""
    place = _PLACE_IN_TOML.search(str(error))
    if language() == "en" or place is None:
        return tr("this is not valid TOML: {error}", error=error)
    return tr("this is not valid TOML (line {line}, column {column})", line=place[1], column=place[2])


def job_from(content: Mapping[str, Any], source: str = "job") -> Job:
    """A job from plain values, as they stand in a job file. Raises InvalidJob with every fault."""
    load_extensions()
    plain: dict[str, Any] = dict(composed_texts(content, PLACES))  # type: ignore[call-overload]
    problems: list[Problem] = []
    models = {
        section: list(_privacy_models(plain.pop(section, []), section, source, problems))
        for section in ("privacy", "paused")
    }
    perturbations = list(_perturbations(plain.pop("perturbation", []), source, problems))
    try:
        job = Job.model_validate({**plain, **models, "perturbation": perturbations})
    except ValidationError as error:
        problems.extend(problems_of(error, source, (), Job))
    else:
        found = faults_of_tables(job.tables)
        problems.extend(Problem(f"{source}, tables.{number}.{key}", *rest) for number, key, *rest in found)
    if problems:
        raise InvalidJob(problems)
    return job


def model_from(values: Mapping[str, Any]) -> PrivacyModel:
    """A privacy model from plain values, as they stand in a job file. Raises InvalidJob with every fault.

    The place of a fault ends with the parameter, or with the number 1 where it is one of several together.
    """
    problems: list[Problem] = []
    models = list(_privacy_models([dict(values)], "privacy", "job", problems))
    if problems:
        raise InvalidJob(problems)
    return models[0]


def perturbation_from(values: Mapping[str, Any]) -> Perturbation:
    """A perturbation from plain values, as they stand in a job file. Raises InvalidJob with every fault."""
    problems: list[Problem] = []
    found = list(_perturbations([dict(values)], "job", problems))
    if problems:
        raise InvalidJob(problems)
    return found[0]


def _privacy_models(entries: object, section: str, source: str, problems: list[Problem]) -> Iterator[PrivacyModel]:
    yield from listed(entries, PRIVACY_MODELS, (section, "model"), source, problems, PrivacyModel)


def _perturbations(entries: object, source: str, problems: list[Problem]) -> Iterator[Perturbation]:
    yield from listed(entries, METHODS, ("perturbation", "method"), source, problems, Perturbation)
