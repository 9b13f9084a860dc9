"""No value of the data stands in a report unless somebody asks for it, wherever a job may hold one."""

from __future__ import annotations

import dataclasses
import re
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.job.job import job_from
from arxdesk_engine.projects.trail import Trail
from arxdesk_engine.release.export import Exported
from arxdesk_engine.report.document import document_of
from arxdesk_engine.report.facts import facts_of
from arxdesk_engine.report.facts.masking import LEFT_OUT, masked_job
from arxdesk_engine.report.facts.subject import Subject
from arxdesk_engine.report.html import html_of
from arxdesk_engine.report.layout.content import ReportContent
from arxdesk_engine.verification.findings import Finding
from arxdesk_engine.verification.recount import Recount
from tests.engine.linked import job_of as linked_job
from tests.engine.report.reports import K, searched
from tests.engine.verification.runs import job_on, people, write_rows

MARKED = "Quixotic"


def secretive(folder: Path) -> Subject:
    """A job that names values of its table wherever a job can."""
    rows = people()
    for number, row in enumerate(rows):
        row["city"] = f"{MARKED}city{number % 3}"
        row["diagnosis"] = f"{MARKED}diagnosis{number % 4}"
        row["note"] = f"{MARKED}note{number % 2}"
    cities = [[f"{MARKED}city{number}", f"{MARKED}land", "*"] for number in range(3)]
    ages = [[str(age), MARKED, "*"] for age in range(15, 60)]
    attributes: dict[str, Any] = {
        "name": {"role": "identifying"},
        "age": {"role": "quasi-identifying", "hierarchy": {"builder": "table", "rows": ages}},
        "city": {"role": "quasi-identifying", "hierarchy": {"builder": "table", "rows": cities}},
        "sex": {"role": "quasi-identifying", "replace": {"female": f"{MARKED}f"}},
        "diagnosis": {"role": "sensitive", "type": "ordinal", "order": [f"{MARKED}diagnosis{n}" for n in range(4)]},
        "days": {"role": "sensitive", "type": "integer", "coding": {"top": "9"}},
    }
    pins = [{"levels": {"age": 1}, "title": f"{MARKED} pin", "note": f"{MARKED} note"}]
    return searched(
        job_on(
            folder,
            rows,
            [{"model": "k-map", "k": 2, "subset": f"note = '{MARKED}note1'"}],
            attributes=attributes,
            explore={"pins": pins},
        )
    )


def test_that_no_value_stands_in_a_report_that_was_not_asked_for_values(tmp_path: Path):
    about = secretive(tmp_path)
    assert MARKED not in repr(facts_of(about))
    assert MARKED not in html_of(facts_of(about))


def test_that_values_stand_there_when_asked_but_never_those_that_name_people(tmp_path: Path):
    page = html_of(facts_of(secretive(tmp_path), ReportContent(with_values=True)))
    for value in ("city0", "diagnosis3", "land", "note1", " pin"):
        assert f"{MARKED}{value}" in page
    assert "n17," not in page


def test_that_a_masked_job_says_what_is_left_out_and_stays_readable(tmp_path: Path):
    text, is_masked = masked_job(secretive(tmp_path).anonymizer.job)
    content = tomllib.loads(text)
    assert is_masked
    assert content["attributes"]["city"]["hierarchy"] == {"builder": "table", "rows": LEFT_OUT}
    assert content["attributes"]["sex"]["replace"] == LEFT_OUT
    assert content["attributes"]["diagnosis"]["order"] == LEFT_OUT
    assert content["attributes"]["days"]["coding"] == LEFT_OUT
    assert content["privacy"] == [{"model": "k-map", "k": 2, "subset": LEFT_OUT} | {"significance": 0.01}]
    assert content["explore"] == {"pins": LEFT_OUT}


def test_that_a_job_without_values_stays_as_it_is():
    told = {
        "attackers": [{"name": "neighbour", "knows": ["a"]}],
        "report": {"form": "ema"},
        "statements": {"motives": "m"},
    }
    job = job_from({"data": {"path": "a.csv"}, "attributes": {"b": {"role": "sensitive"}}, "privacy": [K], **told})
    assert masked_job(job) == (job.to_toml(), False)


@pytest.mark.parametrize(
    "sections",
    [
        {"data": {"path": "a.csv", "null_values": [MARKED]}},
        {"subset": {"select": f"a = '{MARKED}'"}},
        {"subset": {"include": "17"}},
        {"paused": [{"model": "k-map", "k": 2, "subset": f"a = '{MARKED}'"}]},
        {"explore": {"pins": [{"levels": {"a": 1}, "note": MARKED}]}},
    ],
)
def test_that_every_place_of_a_job_that_may_hold_a_value_is_masked(sections: dict[str, Any]):
    text, is_masked = masked_job(job_from({"data": {"path": "a.csv"}, "privacy": [K]} | sections))
    assert is_masked
    assert MARKED not in text
    assert "17" not in text


def test_that_files_of_subsets_and_hierarchies_are_named():
    attributes = {"a": {"role": "quasi-identifying", "hierarchy": "levels.csv"}}
    privacy = [{"model": "k-map", "k": 2, "subset": "some.csv"}]
    text, _masked = masked_job(job_from({"data": {"path": "a.csv"}, "attributes": attributes, "privacy": privacy}))
    assert "levels.csv" in text
    assert "some.csv" in text


VALUE = "Qx7Z"
"""Stands in every place of the job below that can hold a value of the table."""


def everywhere(folder: Path) -> Subject:
    """A job in which every setting that can name values names some, each with a number of its own."""
    rows = people()
    for number, row in enumerate(rows):
        row["name"] = f"{VALUE}-name-{number}"
        row["city"] = f"{VALUE}-city-{number % 3}"
        row["diagnosis"] = f"{VALUE}-diagnosis-{number % 4}"
        row["note"] = f'{VALUE}-"no"te-{number % 2}'
        row["age"] = str(700_000 + number % 40)
        row["sex"] = f"{VALUE}-sex-{number % 2}"
        row["days"] = str(810_000 + number % 9)
    attributes: dict[str, Any] = {
        "name": {"role": "identifying", "replace": {f"{VALUE}-name-1": f"{VALUE}-name-2"}},
        "age": {
            "role": "quasi-identifying",
            "type": "integer",
            "hierarchy": {"builder": "table", "rows": [[str(700_000 + n), f"{VALUE}-age", "*"] for n in range(40)]},
        },
        "city": {"role": "quasi-identifying", "hierarchy": "lands.csv"},
        "sex": {"role": "quasi-identifying", "replace": {f"{VALUE}-sex-9": f"{VALUE}-sex-8"}},
        "diagnosis": {"role": "sensitive", "type": "ordinal", "order": [f"{VALUE}-diagnosis-{n}" for n in range(4)]},
        "days": {"role": "sensitive", "type": "integer", "coding": {"bottom": "810002", "top": "810007"}},
    }
    write_rows(folder / "lands.csv", [[f"{VALUE}-city-{n}", f"{VALUE}-land", "*"] for n in range(3)])
    pins = [{"levels": {"age": 1}, "title": f"{VALUE} pin", "note": f"{VALUE} note"}]
    trail = Trail().with_entry("changed", "Values of city were replaced", f"{VALUE}-city-1")
    return searched(
        job_on(
            folder,
            rows,
            [{"model": "k-map", "k": 2, "subset": f"note = '{VALUE}-\"no\"te-1' or days = 810003"}],
            data={"path": "people.csv", "delimiter": ";", "null_values": ["", f"{VALUE}-missing"]},
            paused=[{"model": "delta-presence", "dmin": 0.1, "dmax": 0.9, "subset": f"city = '{VALUE}-city-2'"}],
            attributes=attributes,
            explore={"pins": pins},
        ),
        trail=trail,
    )


def spoken(text: str) -> list[str]:
    """Values of the job above that stand in a text."""
    return re.findall(rf"{VALUE}[^\s<]*|\b7000\d\d\b|\b81000\d\b", text.replace(",", ""))


def test_that_no_setting_of_a_job_tells_a_value_on_a_page_or_on_paper(tmp_path: Path):
    facts = facts_of(everywhere(tmp_path))
    assert spoken(repr(facts)) == []
    assert spoken(html_of(facts)) == []
    assert spoken(repr(document_of(facts))) == []  # what is printed


def test_that_values_of_columns_that_name_people_are_left_out_of_the_job_even_with_values(tmp_path: Path):
    facts = facts_of(everywhere(tmp_path), ReportContent(with_values=True))
    assert f"{VALUE}-sex-8" in facts.reproduction.job
    assert f"{VALUE}-name" not in repr(facts)
    assert facts.reproduction.is_masked


@pytest.mark.parametrize(
    "reason",
    [
        f'the value "{VALUE}" is no number',
        f'the value "a "{VALUE}" b" is no number',
        f'the value "a"{VALUE}" is no number, and "{VALUE}" is none',
        f"could not convert string to float: '{VALUE}'",
        f'the value "line\n{VALUE}" is no number',
    ],
)
def test_that_reasons_quote_nothing(tmp_path: Path, reason: str):
    about = everywhere(tmp_path)
    counted = Recount("place", (Finding("model", None, reason),), (Finding("table", False, reason),))
    exported = Exported(str(tmp_path / "out.csv"), "0" * 64, np.arange(1), ";", None, {})
    about = dataclasses.replace(about, exported=exported, recount=counted)
    assert spoken(repr(facts_of(about))) == []
    assert spoken(repr(facts_of(about, ReportContent(with_values=True)).checks))


def test_that_a_report_of_linked_tables_names_them_and_their_keys(tmp_path: Path):
    job = linked_job(tmp_path)
    text, is_masked = masked_job(job)
    assert not is_masked or LEFT_OUT not in str(tomllib.loads(text)["tables"])
    anonymizer = Anonymizer.open(job)
    subject = searched(anonymizer, written=tmp_path / "out.csv")
    anonymizer.write(subject.output)
    facts = facts_of(subject, ReportContent())
    assert facts.reproduction is not None
    assert tomllib.loads(facts.reproduction.job)["tables"] == job.content()["tables"]
    page = html_of(facts)
    assert "other numbers in place of the keys" in page
    assert page.count("replaced by numbers, the same in all tables") == 2
    assert "is not the table that this report describes" not in page
