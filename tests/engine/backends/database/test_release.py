"""Releases within a database beside those of memory, of random tables with all that a database can hold."""

import csv
import datetime as dt
import decimal
import tempfile
from collections import Counter
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from arxdesk_engine.job.job import Job, job_from
from arxdesk_engine.preparation.loading import load_dataset
from tests.engine.backends.database.systems import Database
from tests.engine.backends.releases import released, rounded
from tests.tiers import examples

NAMES = ('age "x"', "it's 100%", "Zip :Code", "select", "Diagnosis %(x)s", "note `n`")
QUASI = NAMES[:4]
TABLE = 'Visits "of" 100% :all'
TEXTS = [
    *(None, "", "  ", "a", " a", "a ", "A", "á", "Á", "a\u0301", "ß", "ss", "NULL", "0", "007", "7", "7.0"),
    *('q"u', "o'", "x,y", "*", "back\\slash", "tab\tx", "line\nx", "%s", ":x", "\\N"),
]
DAY, MOMENT = dt.date(2024, 2, 29), dt.datetime(2024, 2, 29, 23, 30)  # noqa: DTZ001 - most columns of moments have no zone
EAST = dt.timezone(dt.timedelta(hours=5))
WHOLE, FLOAT = [None, 0, -3, 7, 12], [None, 0.0, -0.0, 1.5, 7.0, 1e300, 0.1]
DECIMALS = [None, decimal.Decimal("1.50"), decimal.Decimal("1.5"), decimal.Decimal(7)]
DATES, MOMENTS = [None, DAY, dt.date(1999, 1, 1)], [None, MOMENT, MOMENT.replace(hour=0, minute=0)]
KINDS = {
    "sqlite": {
        "text": ("TEXT COLLATE NOCASE", TEXTS),
        "trimmed": ("TEXT COLLATE RTRIM", TEXTS),
        "whole": ("INTEGER", WHOLE),
        "float": ("REAL", FLOAT),
        "number": ("NUMERIC", [None, 7, "7", "7.0", 7.5, "x"]),
        "any": ("", [None, 7, "7", 7.0, "7.0", 2**53 + 1, float(2**53), b"a", "a", ""]),
    },
    "postgresql": {
        "text": ("text", TEXTS),
        "merging": ("text COLLATE no_case", TEXTS),
        "short": ("varchar(40)", TEXTS),
        "padded": ("char(4)", [None, "", "a", "a ", "A", "7"]),
        "mood": ("mood", [None, "sad", "Sad"]),
        "whole": ("integer", WHOLE),
        "float": ("double precision", [*FLOAT, float("nan")]),
        "single": ("real", [None, 0.1, 1.5, float("nan")]),
        "scaled": ("numeric(6, 2)", DECIMALS),
        "number": ("numeric", [*DECIMALS, decimal.Decimal("NaN")]),
        "date": ("date", DATES),
        "moment": ("timestamp", MOMENTS),
        "zoned": ("timestamptz", [None, MOMENT.replace(tzinfo=dt.UTC), MOMENT.replace(tzinfo=EAST)]),
        "flag": ("boolean", [None, True, False]),
        "bytes": ("bytea", [None, b"a", b"A", b"\xff"]),
    },
    "mariadb": {
        "text": ("VARCHAR(40) COLLATE utf8mb4_general_ci", TEXTS),
        "accents": ("VARCHAR(40) COLLATE utf8mb4_unicode_ci", TEXTS),
        "latin": ("VARCHAR(40) CHARACTER SET latin1", [None, "", "a", "A", "á", "ß", "a "]),
        "long": ("LONGTEXT", TEXTS),
        "mood": ("ENUM('sad', 'glad')", [None, "sad", "glad"]),
        "whole": ("INTEGER", WHOLE),
        "float": ("DOUBLE", FLOAT),
        "single": ("FLOAT", [None, 0.1, 1.5]),
        "scaled": ("DECIMAL(6, 2)", DECIMALS),
        "date": ("DATE", DATES),
        "moment": ("DATETIME", MOMENTS),
        "stamp": ("TIMESTAMP NULL", MOMENTS),
        "flag": ("BOOLEAN", [None, True, False]),
        "bytes": ("VARBINARY(4)", [None, b"a", b"A", b"\xff"]),
    },
}


@st.composite
def tables(draw, system: str):
    """The types of the columns, and rows."""
    kinds = [KINDS[system][draw(st.sampled_from(sorted(KINDS[system])))] for _name in NAMES]
    rows = draw(st.lists(st.tuples(*(st.sampled_from(values) for _kind, values in kinds)), min_size=1, max_size=30))
    return dict(zip(NAMES, (kind for kind, _values in kinds), strict=True)), rows


def job_of(database: Database, folder: Path, engine: str, **output: object) -> Job:
    roles = dict.fromkeys(QUASI, "quasi-identifying") | {NAMES[4]: "sensitive"}
    attributes: dict[str, dict[str, object]] = {name: {"role": role} for name, role in roles.items()}
    for place, name in enumerate(QUASI):
        attributes[name]["hierarchy"] = str(folder / f"hierarchy {place}.csv")
    place = {"path": database.address, "table": "result"} if engine == "database" else {"path": str(folder / "out.csv")}
    return job_from(
        {
            "data": {"path": database.address, "table": TABLE, "engine": engine},
            "attributes": attributes,
            "privacy": [{"model": "k-anonymity", "k": 2}, {"model": "l-diversity", "attribute": NAMES[4], "l": 1}],
            "suppression": {"limit": 0.4},
            "output": {**place, **output},
        }
    )


def write_hierarchies(database: Database, folder: Path) -> None:
    """For each quasi-identifier a hierarchy that puts values of one length together."""
    dataset = load_dataset(job_from({"data": {"path": database.address, "table": TABLE}}))
    for place, name in enumerate(QUASI):
        with (folder / f"hierarchy {place}.csv").open("w", newline="") as stream:
            csv.writer(stream).writerows((value, f"length {len(value)}", "*") for value in dataset[name].values)


def alike(rows, kinds):
    """Rows with one spelling for equal cells.

    In memory a column of numbers has one spelling for each, in its table not; and moments that are all midnight, once
    others are removed, read as dates from a column of moments, but not from text.
    """
    if rows is None:
        return None
    found = Counter()
    for row, number in rows.items():
        found[tuple(plain(text, kind) for text, kind in zip(row, kinds.values(), strict=True))] += number
    return found


def plain(text, kind):
    if kind in ("timestamp", "DATETIME", "TIMESTAMP NULL"):
        return text.removesuffix("T00:00:00")
    if kind not in ("", "NUMERIC", "numeric"):
        return text
    try:
        return str(decimal.Decimal(text).normalize())
    except decimal.InvalidOperation:
        return text


def prepare(database: Database) -> None:
    """What the types of the columns need."""
    if database.system == "postgresql":
        database.execute(
            "CREATE COLLATION no_case (provider = icu, locale = 'und-u-ks-level1', deterministic = false)",
            "CREATE TYPE mood AS ENUM ('sad', 'Sad')",
        )


@given(data=st.data(), suppressed=st.sampled_from(["keep", "drop"]))
@settings(
    max_examples=examples(40),
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_that_the_release_is_that_of_memory(database, data, suppressed):
    kinds, rows = data.draw(tables(database.system))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not database.tables():
            prepare(database)
        database.make(TABLE, kinds, rows)
        write_hierarchies(database, folder)
        status, told, expected, _recount = released(job_of(database, folder, "memory", suppressed=suppressed))
        job = job_of(database, folder, "database", suppressed=suppressed, replace_table=True)
        other_status, other_told, found, recount = released(job)
        assert other_status == status
        assert rounded(other_told) == rounded(told)
        assert alike(found, kinds) == alike(expected, kinds)
        if recount is not None:
            assert recount.refuted == ()
            assert recount.records == sum(expected.values())
