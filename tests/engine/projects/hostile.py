"""Archives by people who mean harm, made by hand from one that is as it should be."""

import hashlib
import io
import json
import struct
import warnings
import zipfile
from collections.abc import Callable

import pyarrow as pa
import pyarrow.parquet as pq

from tests.engine.projects.projects import packed

Entries = dict[str, bytes]


def said(entries: Entries) -> dict:
    return json.loads(entries["project.json"])


def with_entry(entries: Entries, name: str, content: bytes) -> bytes:
    """Another content of an entry, with the size and digest that it should have."""
    facts = said(entries)["entries"]
    facts[name] = {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
    return packed({**entries, name: content}, entries=facts)


def parquet(table: pa.Table, **options) -> bytes:
    target = io.BytesIO()
    plain = {"compression": "NONE", "write_statistics": False, "store_schema": False}  # as the tables of archives are
    pq.write_table(table, target, **{**plain, **options})
    return target.getvalue()


def with_data(entries: Entries, table: pa.Table, **options) -> bytes:
    return with_entry(entries, "data.parquet", parquet(table, **options))


def in_job(entries: Entries, section: str, **settings) -> bytes:
    job = said(entries)["job"]
    job[section] = {**job.get(section, {}), **settings}
    return packed(entries, job=job)


def with_tables(entries: Entries, **settings) -> bytes:
    return packed(entries, job={**said(entries)["job"], "tables": [{"name": "more", "key": "city", **settings}]})


def in_outcome(entries: Entries, **settings) -> bytes:
    return packed(entries, outcome={**said(entries)["outcome"], **settings})


def with_info(entries: Entries, change: Callable[[zipfile.ZipInfo], None]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in entries.items():
            info = zipfile.ZipInfo(name)
            change(info)
            archive.writestr(info, content)
    return target.getvalue()


def with_more(entries: Entries, *more: tuple[str, bytes]) -> bytes:
    target = io.BytesIO(packed(entries))
    with warnings.catch_warnings(), zipfile.ZipFile(target, "a") as archive:
        warnings.simplefilter("ignore")  # names that are there already
        for name, content in more:
            archive.writestr(name, content)
    return target.getvalue()


def deflated(entries: Entries, **replaced: bytes) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {**entries, **{key.replace("__", "."): value for key, value in replaced.items()}}.items():
            archive.writestr(name, content)
    return target.getvalue()


def encrypted(entries: Entries) -> bytes:
    raw = bytearray(packed(entries))
    start = raw.index(b"PK\x01\x02")
    raw[start + 8] |= 1
    return bytes(raw)


def with_long_directory(entries: Entries, size: int, *, large: bool) -> bytes:
    raw = bytearray(packed(entries))
    end = raw.rindex(b"PK\x05\x06")
    if not large:
        raw[end + 12 : end + 16] = struct.pack("<I", size)
        return bytes(raw)
    record = b"PK\x06\x06" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, 9, 9, size, 0)
    locator = b"PK\x06\x07" + struct.pack("<IQI", 0, end, 1)
    return bytes(raw[:end]) + record + locator + bytes(raw[end:])


def without(entries: Entries, name: str) -> bytes:
    return packed({key: content for key, content in entries.items() if key != name})


def texts(entries: Entries, records: int = 8) -> dict[str, pa.Array]:
    return {name: pa.array(["x"] * records) for name in said(entries)["columns"]}


def examined(entries: Entries) -> pa.Table:
    return pq.read_table(io.BytesIO(entries["outcome/examined.parquet"]))


def with_examined(entries: Entries, table: pa.Table) -> bytes:
    return with_entry(entries, "outcome/examined.parquet", parquet(table))


def long_texts() -> pa.Array:
    return pa.array(["x" * 20_000_000] * 2 + ["y"] * 6).dictionary_encode()


CITY = "hierarchies/4-city.csv"
ZEROS = bytes(40_000_000)

CORPUS: dict[str, Callable[[Entries], bytes]] = {
    "nothing at all": lambda _e: b"",
    "a text": lambda _e: b"no archive",
    "another archive": lambda _e: packed({"word/document.xml": b"<x/>"}),
    "an empty archive": lambda _e: packed({}),
    "no mimetype": lambda e: without(e, "mimetype"),
    "another mimetype": lambda e: packed({**e, "mimetype": b"application/epub+zip"}),
    "a long mimetype": lambda e: packed({**e, "mimetype": ZEROS}),
    "no content": lambda e: without(e, "project.json"),
    "no table": lambda e: without(e, "data.parquet"),
    "no hierarchy": lambda e: without(e, CITY),
    "no subset": lambda e: without(e, "subsets/1/some.parquet"),
    "no looks": lambda e: without(e, "outcome/examined.parquet"),
    "a name that climbs": lambda e: with_more(e, ("../evil.csv", b"x")),
    "a name from the root": lambda e: with_more(e, ("/etc/evil", b"x")),
    "a name of Windows": lambda e: with_more(e, ("C:/evil", b"x")),
    "a name with backslashes": lambda e: packed({**e, "..\\evil": b"x"}).replace(b"../evil", b"..\\evil"),
    "a name twice": lambda e: with_more(e, (CITY, b"x")),
    "the content twice": lambda e: with_more(e, ("project.json", b"{}")),
    "a pickle": lambda e: with_more(e, ("model.pkl", b"\x80\x04]\x94.")),
    "something else": lambda e: with_more(e, ("notes.txt", b"x")),
    "something else that is listed": lambda e: with_entry(e, "notes.txt", b"x"),
    "a hierarchy with a strange name": lambda e: with_entry(e, "hierarchies/../../x.csv", b"x"),
    "a table with a strange name": lambda e: with_entry(e, "subsets/x/a.parquet", b"x"),
    "a link": lambda e: with_info(e, lambda info: setattr(info, "external_attr", 0o120777 << 16)),
    "a password": encrypted,
    "a strange packing": lambda e: packed(e).replace(
        b"PK\x01\x02\x14\x03\x14\x00\x00\x00\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x00\x00\x63\x00"
    ),
    "a long list of entries": lambda e: with_long_directory(e, 10**9, large=False),
    "a very long list of entries": lambda e: with_long_directory(e, 10**13, large=True),
    "many entries": lambda e: with_more(e, *((f"hierarchies/{number}-x.csv", b"") for number in range(20_001))),
    "another hierarchy": lambda e: packed({**e, CITY: e[CITY].replace(b"NRW", b"XXX")}),
    "a longer hierarchy": lambda e: packed({**e, CITY: e[CITY] + b"x"}),
    "a shorter hierarchy": lambda e: packed({**e, CITY: e[CITY][:-1]}),
    "a packed hierarchy that grows": lambda e: deflated({**e, CITY: ZEROS}),
    "packed content that grows": lambda e: deflated(e, project__json=b" " * 40_000_000),
    "a packed table that grows": lambda e: deflated({**e, "data.parquet": ZEROS}),
    "a packed table that grows as it says": lambda e: deflated(entries_in(with_entry(e, "data.parquet", ZEROS))),
    "a packed hierarchy that is too large": lambda e: packed(
        e, entries={**said(e)["entries"], CITY: {"sha256": "0" * 64, "bytes": 300_000_000}}
    ),
    "hierarchies that are too large together": lambda e: with_many_hierarchies(e, 260_000_000),
    "a size below zero": lambda e: packed(e, entries={**said(e)["entries"], CITY: {"sha256": "0" * 64, "bytes": -1}}),
    "no digest": lambda e: packed(e, entries={**said(e)["entries"], CITY: {"sha256": "x", "bytes": 5}}),
    "content that is no JSON": lambda e: packed({**e, "project.json": b"{"}),
    "content that is no text": lambda e: packed({**e, "project.json": b"\xff\xfe{"}),
    "content that is a list": lambda e: packed({**e, "project.json": b"[]"}),
    "content without anything": lambda e: packed({**e, "project.json": b"{}"}),
    "deep content": lambda e: packed({**e, "project.json": b"[" * 500_000}),
    "deep content in the job": lambda e: packed(
        {
            **e,
            "project.json": e["project.json"].replace(
                b'"data": {', b'"x":' + b"[" * 900 + b"]" * 900 + b',"data": {', 1
            ),
        }
    ),
    "a long number": lambda e: packed(
        {**e, "project.json": e["project.json"].replace(b'"records": 8', b'"records": ' + b"9" * 5_000)}
    ),
    "no version": lambda e: packed(e, version=None),
    "a version that is true": lambda e: packed(e, version=True),
    "a version of long ago": lambda e: packed(e, version=-3),
    "a newer version": lambda e: packed(e, version=99, needs="7.1"),
    "a newer version that needs nonsense": lambda e: packed(e, version=99, needs={"x": "\x1b[31m" * 100}),
    "another format": lambda e: packed(e, format="other"),
    "unknown words": lambda e: packed(e, evil=1),
    "no records": lambda e: packed(e, records=0),
    "billions of records": lambda e: packed(e, records=2_000_000_000),
    "one record more": lambda e: packed(e, records=9),
    "records that are no number": lambda e: packed(e, records="8"),
    "no columns": lambda e: packed(e, columns=[]),
    "other columns": lambda e: packed(e, columns=["a", "b", "c", "d", "e"]),
    "many columns": lambda e: packed(e, columns=[str(number) for number in range(5_000)]),
    "no job": lambda e: packed(e, job={}),
    "a job that is a list": lambda e: packed(e, job=[]),
    "a job with an unknown section": lambda e: in_job(e, "evil", x=1),
    "a job with an unknown model": lambda e: packed(e, job={**said(e)["job"], "privacy": [{"model": "evil"}]}),
    "a job that reads another file": lambda e: in_job(e, "data", path="/etc/passwd"),
    "a job that reads a hierarchy as its table": lambda e: in_job(e, "data", path=CITY),
    "a job that links a file": lambda e: with_tables(e, path="/etc/passwd"),
    "a job that links rows that are not there": lambda e: with_tables(e, rows="row"),
    "a job that links rows by words": lambda e: with_tables(e, rows="city"),
    "a job that reads another subset": lambda e: in_job(e, "subset", file="/etc/passwd"),
    "a job that reads another hierarchy": lambda e: in_job(e, "attributes", city={"hierarchy": "../../x.csv"}),
    "a job whose hierarchy is the content": lambda e: in_job(e, "attributes", city={"hierarchy": "project.json"}),
    "a job that renames": lambda e: in_job(e, "data", rename={"x": "y"}),
    "a hierarchy that is not there": lambda e: packed(e, hierarchies={"city": "hierarchies/9-x.csv"}),
    "a year without a calendar": lambda e: packed(e, saved="0001-01-01T00:00:00+23:59"),
    "an origin with a password": lambda e: packed(e, origin={"name": "x", "data": {"path": "postgresql://a:b@c/d"}}),
    "an outcome with strange levels": lambda e: in_outcome(e, applied=[10**30]),
    "an outcome with a strange status": lambda e: in_outcome(e, status="evil"),
    "an outcome without losses": lambda e: in_outcome(e, lower_bound={"value": 1.0, "losses": []}),
    "an outcome in the year 9999": lambda e: in_outcome(e, moment="9999-12-31T23:59:59-23:59"),
    "a trail of strange actions": lambda e: packed(
        e, trail={"entries": [{"moment": "2026-01-01T00:00:00Z", "action": "evil", "text": "", "digest": ""}]}
    ),
    "a trail of long texts": lambda e: packed(
        e, trail={"entries": [{"moment": "2026-01-01T00:00:00Z", "action": "saved", "text": "x" * 301, "digest": ""}]}
    ),
    "a trail that is too long": lambda e: packed(
        e, trail={"entries": [{"moment": "2026-01-01T00:00:00Z", "action": "saved", "text": "", "digest": ""}] * 5_001}
    ),
    "a hierarchy that is none": lambda e: with_entry(e, CITY, b"a;b\na;c\n"),
    "a hierarchy of bytes": lambda e: with_entry(e, CITY, bytes(range(256))),
    "a table of nothing": lambda e: with_entry(e, "data.parquet", b""),
    "a table that is none": lambda e: with_entry(e, "data.parquet", b"PAR1" * 100),
    "a table with a footer of nonsense": lambda e: with_entry(
        e, "data.parquet", b"PAR1" + b"\x15\xff" * 999 + struct.pack("<I", 1990) + b"PAR1"
    ),
    "a table without columns": lambda e: with_data(e, pa.table({})),
    "a table without records": lambda e: with_data(e, pa.table(texts(e, 0))),
    "a table with a column less": lambda e: with_data(e, pa.table(texts(e)).drop_columns(["city"])),
    "a table of lists": lambda e: with_data(e, pa.table({**texts(e), "city": pa.array([["x"]] * 8)})),
    "a table with statistics": lambda e: with_data(e, pa.table(texts(e)), write_statistics=True),
    "a table with a schema of Arrow": lambda e: with_data(e, pa.table(texts(e)), store_schema=True),
    "a table whose columns cannot be missing": lambda e: with_data(
        e, pa.table(texts(e), pa.schema([pa.field(name, pa.string(), nullable=False) for name in texts(e)]))
    ),
    "a table with pages of the second kind": lambda e: with_data(e, pa.table(texts(e)), data_page_version="2.0"),
    "a table that is compressed": lambda e: with_data(e, pa.table(texts(e)), compression="ZSTD"),
    "a dictionary that grows": lambda e: with_data(
        e,
        pa.table({**texts(e), "city": long_texts()}),
        compression="ZSTD",
    ),
    "texts that grow": lambda e: with_data(
        e,
        pa.table({**texts(e), "city": ["x" * 10_000_000 + str(n) for n in range(8)]}),
        use_dictionary=False,
        column_encoding="DELTA_BYTE_ARRAY",
    ),
    "a table of many columns": lambda e: with_data(e, pa.table({str(number): pa.nulls(8) for number in range(9_000)})),
    "a table of many records": lambda e: with_data(
        e, pa.table({name: pa.nulls(110_000_000) for name in said(e)["columns"]})
    ),
    "a subset of many records": lambda e: with_entry(
        e, "subsets/1/some.parquet", parquet(pa.table({name: pa.nulls(110_000_000) for name in said(e)["columns"]}))
    ),
    "looks without scores": lambda e: with_examined(e, examined(e).drop_columns(["score"])),
    "looks that are texts": lambda e: with_examined(
        e, pa.table({name: pa.array(["x"]) for name in examined(e).column_names})
    ),
    "looks with missing cells": lambda e: with_examined(
        e,
        pa.table(
            {
                name: pa.nulls(3, chunked.type)
                for name, chunked in zip(examined(e).column_names, examined(e).columns, strict=True)
            }
        ),
    ),
    "looks below zero": lambda e: with_examined(
        e, examined(e).set_column(0, "level 0", pa.array([-1] * examined(e).num_rows))
    ),
    "too many looks": lambda e: with_examined(
        e, pa.concat_tables([examined(e)] * (100_001 // examined(e).num_rows + 1))
    ),
    "improvements without seconds": lambda e: with_entry(e, "outcome/improvements.parquet", parquet(examined(e))),
}


def entries_in(raw: bytes) -> Entries:
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def with_many_hierarchies(entries: Entries, size: int) -> bytes:
    facts = said(entries)["entries"]
    names = [f"hierarchies/{number}-x.csv" for number in range(20, 26)]
    facts |= {name: {"sha256": "0" * 64, "bytes": size} for name in names}
    return packed({**entries, **dict.fromkeys(names, b"")}, entries=facts)
