"""The contents of an archive: the names of its entries, and its `project.json`."""

from __future__ import annotations

import math
import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, PlainSerializer

from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.messages import message_of
from arxdesk_engine.job.attributes import Section
from arxdesk_engine.projects.ledger import MOST_NUMBER, MOST_RELEASES, MOST_SENTENCE
from arxdesk_engine.projects.origin import Moment, Origin
from arxdesk_engine.projects.trail import MOST_ENTRIES, MOST_MESSAGE, MOST_TEXT, MOST_VALUES, Action
from arxdesk_engine.search.solution import Status

FORMAT = "arxdesk-project"
MEDIA_TYPE = b"application/vnd.arxdesk.project"
MEDIA_TYPE_NAME, CONTENT_NAME, DATA_NAME = "mimetype", "project.json", "data.parquet"
EXAMINED_NAME, IMPROVEMENTS_NAME = "outcome/examined.parquet", "outcome/improvements.parquet"
_HIERARCHY = re.compile(r"hierarchies/[0-9]{1,5}-[a-z0-9-]{1,40}\.csv")
_SUBSET = re.compile(r"subsets/[0-9]{1,5}/[a-z0-9-]{1,40}\.parquet")
_RELEASE = re.compile(r"ledger/[0-9]{1,6}/(released|records)\.parquet")
_NO_SLUG = re.compile(r"[^a-z0-9]+")

Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
ShortText = Annotated[str, Field(max_length=200)]
Number = Annotated[float, PlainSerializer(lambda number: number if math.isfinite(number) else str(number))]
"""A number, which may be infinite: JSON has no word for that."""


def hierarchy_name(number: int, attribute: str) -> str:
    """The entry with the hierarchy of an attribute."""
    return f"hierarchies/{number}-{_slug(attribute)}.csv"


def subset_name(number: int, file: str) -> str:
    """The entry with the records that a file of a research subset lists; it is named as the file was."""
    return f"subsets/{number}/{_slug(file)}.parquet"


def released_name(number: int) -> str:
    """The entry with the rows of a release in the ledger."""
    return f"ledger/{number}/released.parquet"


def records_name(number: int) -> str:
    """The entry with the groups that a release in the ledger has put the records of its input into."""
    return f"ledger/{number}/records.parquet"


def is_table(name: str) -> bool:
    """Whether an entry is a Parquet file; these are stored as they are, all others are packed."""
    return name.endswith(".parquet")


def is_known(name: str) -> bool:
    """Whether an entry can be part of a project."""
    fixed = (MEDIA_TYPE_NAME, CONTENT_NAME, DATA_NAME, EXAMINED_NAME, IMPROVEMENTS_NAME)
    return name in fixed or any(each.fullmatch(name) is not None for each in (_HIERARCHY, _SUBSET, _RELEASE))


def _slug(text: str) -> str:
    return _NO_SLUG.sub("-", text.lower()).strip("-")[:40].strip("-") or "x"


class EntryFacts(Section):
    """The expected SHA-256 and size of an entry."""

    sha256: Digest
    bytes: int = Field(ge=0, strict=True)


class ScoreFacts(Section):
    """A score: a number, and the losses that it was ranked by, where it was."""

    value: Number
    losses: Annotated[tuple[Number, ...], Field(min_length=1)] | None = None


class CheckFacts(Section):
    """One check of a transformation (`search.solution.Check`)."""

    levels: tuple[Annotated[int, Field(ge=0, le=10_000, strict=True)], ...]
    anonymous: bool
    score: ScoreFacts
    lower_bound: ScoreFacts
    suppressed_records: int = Field(ge=0, strict=True)
    classes: int = Field(ge=0, strict=True)
    smallest_class: int = Field(ge=0, strict=True)
    largest_class: int = Field(ge=0, strict=True)
    specializations_fail: bool
    generalizations_hold: bool


class OutcomeFacts(Section):
    """The result of a search (`projects.outcome.Outcome`), without the transformations it examined."""

    algorithm: ShortText
    status: Status
    best: CheckFacts | None = None
    lower_bound: ScoreFacts
    checks: int = Field(ge=0, strict=True)
    seconds: float = Field(ge=0.0, allow_inf_nan=False)
    threads: int = Field(ge=1, strict=True)
    cut_short: bool
    applied: tuple[Annotated[int, Field(ge=0, le=10_000, strict=True)], ...] | None = None
    moment: Moment
    version: ShortText


def _message(plain: dict[str, Any]) -> dict[str, Any]:
    if message_of(plain).size > MOST_MESSAGE:
        raise ValueError(tr("it is too long"))
    return plain


class EntryOfTrail(Section):
    """An entry of the audit trail (`projects.trail.Entry`)."""

    moment: Moment
    action: Action
    text: str = Field(max_length=MOST_TEXT)
    values: str = Field(default="", max_length=MOST_VALUES)
    digest: str = Field(max_length=64)
    message: Annotated[dict[str, Any], AfterValidator(_message)] | None = None
    """What `text` says in English; left out where it was recorded as a text."""


class StoredTrail(Section):
    """The audit trail (`projects.trail.Trail`)."""

    entries: tuple[EntryOfTrail, ...] = Field(default=(), max_length=MOST_ENTRIES)
    dropped: int = Field(default=0, ge=0, strict=True)
    base: str = Field(default="", max_length=64)


class StoredRelease(Section):
    """A release in the ledger (`projects.ledger.LedgerEntry`).

    Its tables are entries of the archive, where it has some.
    """

    number: int = Field(ge=1, le=MOST_NUMBER, strict=True)
    moment: Moment
    name: ShortText
    sha256: Digest
    records: int = Field(ge=0, strict=True)
    columns: tuple[str, ...]
    levels: dict[str, Annotated[int, Field(ge=0, le=10_000, strict=True)]]
    own_levels: bool
    suppressed: int = Field(ge=0, strict=True)
    models: tuple[Annotated[str, Field(max_length=MOST_SENTENCE)], ...]
    privacy: tuple[dict[str, Any], ...] = ()
    recipient: ShortText = ""
    input_digest: Digest
    person: str = ""
    confirmed: bool
    version: ShortText
    has_tables: bool
    has_rows: bool


class StoredLedger(Section):
    """The ledger of releases (`projects.ledger.Ledger`)."""

    entries: tuple[StoredRelease, ...] = Field(default=(), max_length=MOST_RELEASES)
    dropped: int = Field(default=0, ge=0, strict=True)
    key: str = Field(pattern=r"^[0-9a-f]{32}$")


class ProjectFile(Section):
    """The content of `project.json`.

    In `job` the names of entries stand for what is in the archive: the table, hierarchies, files of subsets. All other
    relative paths there (the output, keys) are relative to the folder of the archive. `hierarchies` names the entry of
    every attribute; where the job has a builder it is what that has built, for readers.
    """

    format: Literal["arxdesk-project"] = "arxdesk-project"
    version: int
    needs: ShortText
    """The oldest ArxDesk that reads this version."""
    arxdesk: ShortText
    """The ArxDesk that wrote it."""
    saved: Moment
    records: int = Field(ge=1, strict=True)
    columns: tuple[str, ...]
    job: dict[str, Any]
    hierarchies: dict[str, str] = Field(default_factory=dict)
    entries: dict[str, EntryFacts]
    origin: Origin | None = None
    outcome: OutcomeFacts | None = None
    trail: StoredTrail = StoredTrail()
    ledger: StoredLedger | None = None
    """Left out while nothing was released."""
