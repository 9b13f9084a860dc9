"""Whole runs of jobs that do more than generalize: from the files to a written table that is counted again."""

from __future__ import annotations

import csv
import hashlib
import random
import re
import stat
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob
from arxdesk_engine.job.job import Job, job_from, load_job
from arxdesk_engine.release.export import require_apart, require_no_input
from arxdesk_engine.verification.recount import Recount
from tests.engine.verification.runs import Run, read_table, write_rows, write_table, written
from tests.places import ROOT

K = {"model": "k-anonymity", "k": 4}
QUASI = {"role": "quasi-identifying"}
FUNCTIONS = {
    "age": ("arithmetic-mean", "geometric-mean", "median", "mode", "interval", "set"),
    "income": ("arithmetic-mean", "geometric-mean", "median"),
    "born": ("arithmetic-mean", "median", "mode", "interval"),
    "city": ("mode", "set"),
    "grade": ("median", "interval"),
}
TYPES: dict[str, dict[str, Any]] = {
    "born": {"type": "date", "format": "%d.%m.%Y"},
    "grade": {"type": "ordinal", "order": ["low", "middle", "high"]},
}


def people(records: int = 120, seed: int = 1) -> list[dict[str, str]]:
    """A table with missing cells in every column but the first two; three records to a person."""
    generator = random.Random(seed)  # noqa: S311 - nothing is kept secret with it

    def drawn(values: Any) -> str:
        return "" if generator.random() < 0.05 else str(generator.choice(list(values)))

    return [
        {
            "name": f"Name {number}",
            "patient": f"P{number // 3:03}",
            "age": drawn(range(18, 60)),
            "city": drawn(("Ulm", "Bonn", "Kiel", "*")),
            "sex": generator.choice(("female", "male")),
            "income": drawn((0, "1250.5", "980", "1e3", "2000.25", "410")),
            "born": drawn(("01.02.1960", "15.06.1971", "29.02.1980", "31.12.1999")),
            "grade": drawn(("low", "middle", "high")),
            "visit": drawn(("2020-01-30", "2020-02-01", "2019-12-31")),
            "illness": drawn(("flu", "cold", "gout", "measles")),
            "score": drawn(range(10)),
        }
        for number in range(records)
    ]


def opened(
    folder: Path, attributes: dict[str, Any], rows: Any = None, privacy: Any = (K,), **sections: Any
) -> Anonymizer:
    """A job on the table of `people`, in which sex and city are quasi-identifying unless said otherwise."""
    rows = people() if rows is None else rows
    write_table(folder / "people.csv", rows)
    cities = [
        ("Ulm", "south", "any"),
        ("Bonn", "north", "any"),
        ("Kiel", "north", "any"),
        ("*", "*", "any"),
        ("", "*", "any"),
    ]
    ages = [("", "?", "any"), *((str(age), f"{age // 10}x", "any") for age in range(18, 60))]
    hierarchies = {"city": write_rows(folder / "cities.csv", cities), "age": write_rows(folder / "ages.csv", ages)}
    plain: dict[str, dict[str, Any]] = {"name": {"role": "identifying"}, "sex": dict(QUASI), "city": dict(QUASI)}
    for name, settings in attributes.items():
        plain[name] = {**plain.get(name, {}), **TYPES.get(name, {}), **settings}
    for name, settings in plain.items():
        if name in hierarchies and settings.get("role") == "quasi-identifying":
            settings.setdefault("hierarchy", hierarchies[name])
    content = {"data": {"path": "people.csv", "delimiter": ";"}, "attributes": plain, "privacy": list(privacy)}
    content |= {"suppression": {"limit": 0.3}} | sections
    return Anonymizer.open(job_from(content).at(folder / "job.toml"))


def run(folder: Path, attributes: dict[str, Any], levels: Any = None, **job: Any) -> Run:
    anonymizer = opened(folder, attributes, **job)
    (folder / "shared").mkdir(exist_ok=True)
    return written(anonymizer, folder / "shared" / "out.csv", levels)


def confirmed(done: Run) -> Recount:
    counted = done.verify()
    assert counted.plain()["all"] is True, counted
    return counted


def aggregated(function: str, transformation: str = "microaggregate", **more: Any) -> dict[str, Any]:
    return QUASI | {"transformation": transformation, "function": function} | more


def told(folder: Path, attributes: dict[str, Any], **job: Any) -> str:
    with pytest.raises(InvalidJob) as caught:
        opened(folder, attributes, **job)
    return caught.value.message


@pytest.mark.parametrize(("name", "function"), [(name, each) for name, of in FUNCTIONS.items() for each in of])
@pytest.mark.parametrize("suppressed", ["keep", "drop"])
def test_that_every_aggregate_is_written_and_confirmed(tmp_path: Path, name: str, function: str, suppressed: str):
    attributes = {name: aggregated(function)} | ({"age": QUASI} if name == "city" else {})
    done = run(tmp_path, attributes, output={"suppressed": suppressed})
    assert {each.claim for each in confirmed(done).facts} >= {"aggregates", "quasi-identifiers"}
    grouped = [each for each in done.anonymizer.quasi_identifiers if each != name]
    shown = defaultdict(set)
    for row in done.rows():
        shown[tuple(row[each] for each in grouped)].add(row[name])
    shown.pop(("*",) * len(grouped), None)
    assert shown
    assert all(len(aggregates) == 1 for aggregates in shown.values())


@pytest.mark.parametrize("missing", ["ignore", "as-zero"])
@pytest.mark.parametrize("function", FUNCTIONS["age"])
def test_that_clusters_are_formed_by_the_hierarchy_and_show_aggregates(tmp_path: Path, function: str, missing: str):
    attributes = {"age": aggregated(function, "cluster-microaggregate", missing=missing)}
    done = run(tmp_path, attributes, levels=(1, 1, 0))
    assert done.anonymizer.problem.lattice.top == (2, 2, 0)
    confirmed(done)
    labels = {"any", *(f"{decade}x" for decade in range(1, 6))}
    assert not labels & {row["age"] for row in done.rows()}


def test_that_several_attributes_are_aggregated_at_once(tmp_path: Path):
    attributes = {"age": aggregated("median"), "income": aggregated("arithmetic-mean"), "grade": aggregated("interval")}
    diverse = {"model": "l-diversity", "attribute": "illness", "l": 3}
    done = run(tmp_path, attributes | {"illness": {"role": "sensitive"}}, privacy=(K, diverse))
    confirmed(done)
    assert done.facts["solution"]["levels"].keys() == {"age", "city", "sex", "income", "grade"}
    said = done.facts["transformations"]
    assert (said["age"], said["city"], said["name"]) == ("microaggregate (median)", "generalize", "suppress")
    assert set(done.anonymizer.problem.grouping.aggregated.values()) == {"age", "income", "grade"}


@pytest.mark.parametrize("transformation", ["microaggregate", "cluster-microaggregate"])
def test_that_local_recoding_aggregates_the_final_classes(tmp_path: Path, transformation: str):
    attributes = {"age": aggregated("arithmetic-mean", transformation), "income": aggregated("median")}
    attributes |= {"grade": QUASI} if transformation == "microaggregate" else {}
    sections = {"suppression": {"limit": 0.9}, "quality": {"generalization_suppression_factor": 0.1}}
    done = run(tmp_path, attributes, search={"local_recoding": {"iterations": 5}}, **sections)
    assert len(done.facts["local_recoding"]["iterations"]) > 0
    counted = done.verify()
    assert counted.refuted == ()
    assert [each.verified for each in counted.models] == [True]
    if transformation == "microaggregate":
        assert counted.plain()["all"] is True
    output = done.output
    for name in ("age", "income"):
        cells = output.dataset[name].texts()
        for member in range(len(output.class_sizes)):
            assert len(set(cells[output.members == member])) == 1
        assert set(cells[output.suppressed]) <= {"*"}


def test_that_tampered_aggregates_are_refuted(tmp_path: Path):
    for transformation in ("microaggregate", "cluster-microaggregate"):
        done = run(tmp_path, {"age": aggregated("arithmetic-mean", transformation)})
        chosen = next(number for number, row in enumerate(done.rows()) if row["age"] != "*")

        def of_one_record(rows: list[dict[str, str]], chosen: int = chosen) -> list[dict[str, str]]:
            return [row | {"age": "99"} if number == chosen else row for number, row in enumerate(rows)]

        assert "aggregates" in {each.claim for each in done.tampered(of_one_record).refuted}
        done = run(tmp_path, {"age": aggregated("arithmetic-mean", transformation)})
        group = {name: done.rows()[chosen][name] for name in ("sex", "city", "age")}

        def of_a_group(rows: list[dict[str, str]], group: dict[str, str] = group) -> list[dict[str, str]]:
            return [row | {"age": str(int(group["age"]) + 1)} if group.items() <= row.items() else row for row in rows]

        assert "aggregates" in {each.claim for each in done.tampered(of_a_group).refuted}


def test_that_everything_can_be_suppressed(tmp_path: Path):
    privacy, suppression = ({"model": "k-anonymity", "k": 500},), {"limit": 1.0}
    done = run(
        tmp_path, {"age": aggregated("mode"), "born": aggregated("median")}, privacy=privacy, suppression=suppression
    )
    confirmed(done)
    assert {row["age"] + row["born"] + row["sex"] for row in done.rows()} == {"***"}


def test_that_suppressed_attributes_read_as_nothing_and_form_no_classes(tmp_path: Path):
    attributes = {
        "city": {"transformation": "suppress"},
        "illness": {"role": "sensitive", "transformation": "suppress"},
    }
    done = run(tmp_path, attributes | {"score": {"transformation": "suppress"}, "age": QUASI})
    confirmed(done)
    assert {row["city"] + row["illness"] + row["score"] for row in done.rows()} == {"***"}
    assert done.anonymizer.problem.lattice.top == (2, 0, 0)
    before = done.facts["risk"]["input"]["prosecutor"]["records"]
    assert before == 120
    assert done.facts["input"]["distinct_records"] == len({(row["age"], row["city"], row["sex"]) for row in people()})


@pytest.mark.parametrize("hidden", ["sensitive", "insensitive"])
def test_that_other_cells_of_suppressed_records_are_hidden_where_the_job_says_so(tmp_path: Path, hidden: str):
    masking = {"role": "identifying", "masking": {"method": "redact", "keep_first": 4}}
    attributes = {"age": QUASI, "illness": {"role": "sensitive"}, "patient": masking}
    done = run(tmp_path, attributes, levels=(1, 1, 0), suppression={"limit": 0.9, hidden: True})
    confirmed(done)
    assert 0 < done.output.suppressed_records < 120
    for row, gone, before in zip(done.rows(), done.output.suppressed, people(), strict=True):
        assert row["illness"] == ("*" if gone and hidden == "sensitive" else before["illness"])
        assert row["score"] == ("*" if gone and hidden == "insensitive" else before["score"])
        assert row["patient"] == ("*" if gone else "****" if len(before["patient"]) <= 4 else before["patient"][:4])


@pytest.mark.parametrize("end", ["keep_first", "keep_last"])
def test_that_more_characters_may_be_kept_than_any_name_has(tmp_path: Path, end: str):
    masking = {"role": "identifying", "masking": {"method": "redact", end: 10**18}}
    done = run(tmp_path, {"age": QUASI, "patient": masking}, levels=(1, 1, 0), suppression={"limit": 0.9})
    confirmed(done)
    assert {row["patient"] for row in done.rows()} == {"*", "****"}


def test_that_a_random_sample_is_shared_and_the_others_are_the_population(tmp_path: Path):
    presence = {"model": "delta-presence", "dmin": 0.0, "dmax": 0.9}
    done = run(tmp_path, {"age": aggregated("median")}, sampling={"fraction": 0.5, "seed": 4}, privacy=(K, presence))
    confirmed(done)
    assert done.anonymizer.problem.grouping.records == len(done.rows()) == 60
    again = run(tmp_path, {"age": aggregated("median")}, sampling={"fraction": 0.5, "seed": 4}, privacy=(K, presence))
    other = run(tmp_path, {"age": aggregated("median")}, sampling={"fraction": 0.5, "seed": 5}, privacy=(K, presence))
    assert (again.output.included == done.output.included).all()
    assert (other.output.included != done.output.included).any()


def test_that_privacy_models_see_coded_values(tmp_path: Path):
    rows = [
        {"name": str(number), "sex": "f", "city": "Ulm", "score": score}
        for number, score in enumerate(["1", "7", "8", "9", "7", "8"])
    ]
    diverse = {"model": "l-diversity", "attribute": "score", "l": 3}
    coding = {"bottom": "2", "top": "7"}

    def open_with(settings: dict[str, Any]) -> Anonymizer:
        return opened(tmp_path, {"score": {"role": "sensitive"} | settings}, rows=rows, privacy=(diverse,))

    assert open_with({}).search().best is not None
    assert open_with({"coding": coding}).search().best is None
    ordered = {"model": "t-closeness", "attribute": "score", "variant": "ordered", "t": 1.0}
    done = run(tmp_path, {"score": {"role": "sensitive", "coding": coding}}, rows=rows, privacy=(ordered,))
    confirmed(done)
    assert [row["score"] for row in done.rows()] == ["<2", *[">=7"] * 5]


def test_that_coded_values_are_judged_in_their_order(tmp_path: Path):
    ordered = {"model": "t-closeness", "attribute": "score", "variant": "ordered", "t": 0.3}
    coded = {"role": "sensitive", "type": "integer", "coding": {"bottom": "3", "top": "8"}}
    done = run(tmp_path, {"age": QUASI, "score": coded}, privacy=(K, ordered), suppression={"limit": 0.9})
    confirmed(done)
    assert {row["score"] for row in done.rows()} == {"<3", "3", "4", "5", "6", "7", ">=8", ""}


def test_that_pseudonyms_are_written_with_a_mapping_that_only_its_owner_reads(tmp_path: Path):
    masking = {
        "method": "pseudonym",
        "key_file": "k.key",
        "create_key": True,
        "mapping_file": "secret/map.csv",
        "length": 8,
    }
    (tmp_path / "secret").mkdir()
    attributes = {"patient": {"role": "identifying", "masking": masking}}
    done = run(tmp_path, attributes)
    confirmed(done)
    with (tmp_path / "secret" / "map.csv").open(newline="") as stream:
        pseudonym_of = dict(csv.reader(stream, delimiter=";"))
    for row, gone, before in zip(done.rows(), done.output.suppressed, people(), strict=True):
        assert row["patient"] == ("*" if gone else pseudonym_of[before["patient"]])
    for name in ("k.key", "secret/map.csv"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    again = run(tmp_path, attributes)
    assert again.facts["output"]["sha256"] == done.facts["output"]["sha256"]
    (tmp_path / "secret" / "map.csv").write_text("somebody's work")
    with pytest.raises(InvalidJob, match="already exists"):
        run(tmp_path, attributes)
    with pytest.raises(InvalidJob, match="already exists"):
        opened(tmp_path, attributes).require_releasable()
    assert (tmp_path / "secret" / "map.csv").read_text() == "somebody's work"


def test_that_two_tables_with_one_key_have_the_same_pseudonyms_and_dates(tmp_path: Path):
    masking = {"method": "pseudonym", "key_file": "k.key", "create_key": True}
    shift = {"person": "patient", "days": 40, "key_file": "k.key"}
    attributes = {"patient": {"role": "identifying", "masking": masking}, "visit": {"type": "date", "shift": shift}}
    shown = []
    for rows in (people()[:60], people()[30:]):
        done = run(tmp_path, attributes, rows=rows, privacy=({"model": "k-anonymity", "k": 1},), levels=(0, 0))
        confirmed(done)
        after = read_table(done.path)
        shown.append(
            {
                (old["patient"], old["visit"]): (new["patient"], new["visit"])
                for old, new in zip(rows, after, strict=True)
            }
        )
    common = shown[0].keys() & shown[1].keys()
    assert common
    assert all(shown[0][each] == shown[1][each] for each in common)


def test_that_shifted_dates_and_pseudonyms_are_confirmed_by_the_key_alone(tmp_path: Path):
    shift = {"person": "patient", "days": 40, "key_file": "k.key", "create_key": True}
    done = run(tmp_path, {"visit": {"type": "date", "role": "sensitive", "shift": shift}})
    confirmed(done)

    def one_day_later(rows: list[dict[str, str]]) -> list[dict[str, str]]:
        return [row | {"visit": "2020-01-30"} if row["visit"] else row for row in rows]

    assert {each.claim for each in done.tampered(one_day_later).refuted} == {"other columns"}
    (tmp_path / "k.key").unlink()
    unknown = [each.claim for each in done.verify().facts if each.verified is None]
    assert unknown == ["other columns"]


def test_that_no_file_is_written_where_pseudonyms_collide(tmp_path: Path):
    masking = {"method": "pseudonym", "key_file": "k.key", "create_key": True, "length": 1, "alphabet": "ab"}
    anonymizer = opened(tmp_path, {"patient": {"role": "identifying", "masking": masking}})
    with pytest.raises(InvalidData, match="38 pseudonyms stand for several values"):
        anonymizer.require_releasable()


def test_that_secret_files_are_never_written_to_and_mappings_never_shared(tmp_path: Path):
    masking = {"method": "pseudonym", "key_file": "k.key", "create_key": True, "mapping_file": "shared/map.csv"}
    anonymizer = opened(tmp_path, {"patient": {"role": "identifying", "masking": masking}})
    for name in ("k.key", "shared/map.csv", "people.csv"):
        with pytest.raises(InvalidJob, match="is a file that the job reads"):
            require_no_input(tmp_path / name, anonymizer.job, "--output")
    (tmp_path / "shared").mkdir()
    with pytest.raises(InvalidJob, match=r'--output: the key "k\.key" would lie in the folder of the result'):
        require_apart(tmp_path / "out.csv", anonymizer.job, "--output")
    with pytest.raises(InvalidJob, match=r'--output: the mapping "map\.csv" would lie in the folder of the result'):
        require_apart(tmp_path / "shared" / "out.csv", anonymizer.job, "--output")
    with pytest.raises(InvalidJob, match="would lie in the folder of the result"):
        anonymizer.write(anonymizer.apply((2, 0)), tmp_path / "shared" / "out.csv")
    assert list((tmp_path / "shared").iterdir()) == []
    require_apart(tmp_path / "other" / "out.csv", anonymizer.job, "--output")


def test_that_looking_at_a_job_makes_no_key(tmp_path: Path):
    masking = {"method": "pseudonym", "key_file": "k.key", "create_key": True}
    opened(tmp_path, {"patient": {"role": "identifying", "masking": masking}}).search()
    assert not (tmp_path / "k.key").exists()


SHIFT = {"person": "patient", "days": 3, "key_file": "k.key", "create_key": True}
PSEUDONYM = {"method": "pseudonym", "key_file": "k.key"}
PRIVATE = ({"model": "differential-privacy", "epsilon": 1.0, "delta": 0.001, "scheme": "medium"},)
FAULTS: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "no function": (
        {"age": QUASI | {"transformation": "microaggregate"}},
        {},
        "attributes.age.function: is missing. Write one of",
    ),
    "a function without use": (
        {"age": QUASI | {"function": "mode"}},
        {},
        "attributes.age.function: mode is not applied",
    ),
    "a role": (
        {"score": {"transformation": "microaggregate", "function": "mode"}},
        {},
        "only quasi-identifying attributes",
    ),
    "a scale": ({"city": aggregated("median")}, {}, "median cannot be formed of values without an order"),
    "a type": (
        {"born": aggregated("geometric-mean")},
        {},
        "of the type date. Its type has to be one of integer, decimal",
    ),
    "no classes": (
        {"city": {"transformation": "suppress"}, "sex": aggregated("mode")},
        {},
        "no attribute is left to form classes",
    ),
    "a level": ({"age": aggregated("mode", minimum_level=1, maximum_level=1)}, {}, "the levels 1 to 1 do not exist"),
    "aggregates in private": (
        {"age": aggregated("mode")},
        {"privacy": PRIVATE},
        "not protected by differential privacy",
    ),
    "masks in private": (
        {"name": {"masking": {"method": "redact"}}},
        {"privacy": PRIVATE},
        "nothing of an identifying attribute is shown",
    ),
    "a sample of a sample": ({}, {"privacy": PRIVATE, "sampling": {"fraction": 0.5}}, "draws a sample itself"),
    "two subsets": (
        {},
        {"privacy": ({"model": "k-map", "k": 2, "subset": {"random": 0.5}},), "sampling": {"fraction": 0.5}},
        "sampling: privacy.1 names a research subset, and a sample already is one",
    ),
    "a model of nothing": (
        {"illness": {"role": "sensitive", "transformation": "suppress"}},
        {"privacy": ({"model": "l-diversity", "attribute": "illness", "l": 2},)},
        "would judge values that are not shown",
    ),
    "coding a quasi-identifier": (
        {"age": QUASI | {"coding": {"top": "50"}}},
        {},
        'Write hierarchy = { builder = "coding", top = 50 } and minimum_level = 1.',
    ),
    "coding a name": ({"name": {"coding": {"top": "50"}}}, {}, "the values are not shown in any case"),
    "coding texts": ({"illness": {"coding": {"top": "flu"}}}, {}, "values of the type string have no order"),
    "a bound": ({"score": {"coding": {"top": "many"}}}, {}, 'coding.top: "many" is not of the type integer'),
    "exchanged bounds": ({"score": {"coding": {"bottom": "5", "top": "5"}}}, {}, "bottom 5 is not below top 5"),
    "masking a note": ({"score": {"masking": {"method": "redact"}}}, {}, "only identifying attributes can be masked"),
    "masking nothing": (
        {"name": {"masking": {"method": "redact"}, "transformation": "suppress"}},
        {},
        'every cell reads "*"',
    ),
    "no key": ({"name": {"masking": PSEUDONYM}}, {}, 'masking.key_file: there is no file "k.key". Put the key there'),
    "a short key": ({"name": {"masking": PSEUDONYM | {"key_file": "short.key"}}}, {}, "the key has 5 bytes"),
    "a mapping in the place of a key": (
        {"name": {"masking": PSEUDONYM | {"create_key": True, "mapping_file": "k.key"}}},
        {},
        "would overwrite a key",
    ),
    "one mapping for two": (
        {
            name: {"role": "identifying", "masking": PSEUDONYM | {"create_key": True, "mapping_file": "m.csv"}}
            for name in ("name", "patient")
        },
        {},
        "another attribute has the mapping",
    ),
    "shifting a quasi-identifier": ({"visit": QUASI | {"shift": SHIFT}}, {}, "quasi-identifying dates cannot be moved"),
    "shifting numbers": ({"score": {"shift": SHIFT}}, {}, "only dates can be moved"),
    "nobody": ({"visit": {"shift": SHIFT | {"person": "patiend"}}}, {}, 'Did you mean "patient"?'),
    "itself": ({"visit": {"shift": SHIFT | {"person": "visit"}}}, {}, "the attribute names itself"),
    "shifting bounds": ({"visit": {"shift": SHIFT, "coding": {"top": "2020-01-01"}}}, {}, "when dates are moved"),
    "shifting what is judged": (
        {"visit": {"role": "sensitive", "shift": SHIFT}},
        {"privacy": ({"model": "l-diversity", "attribute": "visit", "l": 2},)},
        "would treat moved dates as different values",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_that_what_does_not_fit_together_is_told_with_a_remedy(tmp_path: Path, fault: str):
    attributes, sections, found = FAULTS[fault]
    (tmp_path / "short.key").write_bytes(b"qqqqq")
    message = told(tmp_path, attributes, **sections)
    assert found in message
    assert "qqqqq" not in message
    assert not (tmp_path / "k.key").exists()


@pytest.mark.parametrize(
    ("section", "found"),
    [
        ({"masking": {"method": "hash"}}, "'suppress', 'redact' or 'pseudonym'"),
        ({"masking": {"method": "pseudonym"}}, "pseudonyms need a key"),
        ({"masking": {"method": "redact", "key_file": "k"}}, "key_file has no meaning for redact"),
        ({"masking": {"keep_first": 2}}, 'keep_first has no meaning for suppress. Leave it out, or write "redact"'),
        ({"masking": PSEUDONYM | {"alphabet": "aa"}}, "the alphabet has too few characters"),
        ({"masking": PSEUDONYM | {"alphabet": "a b"}}, "invisible characters"),
        ({"masking": PSEUDONYM | {"length": 0}}, "greater than or equal to 1"),
        ({"coding": {}}, "there is no bound"),
        ({"coding": {"upper": "1"}}, "this key is not known"),
        ({"shift": {"person": "p", "days": 0, "key_file": "k"}}, "greater than or equal to 1"),
        ({"transformation": "swap"}, "'microaggregate'"),
        ({"function": "maximum"}, "'arithmetic-mean'"),
        ({"missing": "zero"}, "'as-zero'"),
    ],
)
def test_that_a_section_that_is_wrong_in_itself_is_told(section: dict[str, Any], found: str):
    with pytest.raises(InvalidJob) as caught:
        job_from({"data": {"path": "x.csv"}, "attributes": {"a": section}})
    assert found in caught.value.message
    assert "attributes.a" in caught.value.message


def test_that_a_job_with_everything_is_saved_and_read_again(tmp_path: Path):
    attributes = {
        "a": aggregated("mode", missing="as-value"),
        "b": {"role": "identifying", "masking": PSEUDONYM | {"mapping_file": "m.csv", "length": 5}},
        "c": {"coding": {"bottom": "1"}, "transformation": "suppress"},
        "d": {"shift": SHIFT},
    }
    content = {"data": {"path": "x.csv"}, "attributes": attributes, "sampling": {"fraction": 0.5, "seed": 9}}
    job = job_from(content | {"suppression": {"sensitive": True, "insensitive": True}}).at(tmp_path / "a" / "job.toml")
    (tmp_path / "b").mkdir()
    moved = job.saved_at(tmp_path / "b" / "job.toml")
    moved.save(tmp_path / "b" / "job.toml")
    again = load_job(tmp_path / "b" / "job.toml")
    assert again == moved
    assert again.sampling == job.sampling
    files = [again.resolve(path) for settings in again.attributes.values() for path in settings.secret_files]
    assert files == [tmp_path / "a" / name for name in ("k.key", "m.csv", "k.key")]
    assert Job.model_validate(again.model_dump()) is not None


def test_that_level_limits_hold_beside_every_transformation(tmp_path: Path):
    attributes = {
        "age": aggregated("median", "cluster-microaggregate", minimum_level=1, maximum_level=1),
        "city": {"minimum_level": 1, "maximum_level": 1},
        "income": aggregated("arithmetic-mean", minimum_level=0, maximum_level=0),
    }
    anonymizer = opened(tmp_path, attributes)
    assert (anonymizer.problem.lattice.bottom, anonymizer.problem.lattice.top) == ((1, 1, 0, 0), (1, 1, 0, 0))
    best = anonymizer.search().best
    assert best is None or best.levels == (1, 1, 0, 0)


def test_that_level_limits_hold_for_hierarchies_that_are_built(tmp_path: Path):
    coded = QUASI | {
        "hierarchy": {"builder": "coding", "bottom": 25, "top": 50},
        "minimum_level": 1,
        "maximum_level": 1,
    }
    done = run(tmp_path, {"age": coded}, suppression={"limit": 0.99})
    confirmed(done)
    assert done.facts["solution"]["levels"]["age"] == 1
    shown = {row["age"] for row in done.rows()} - {"*", ""}
    assert shown
    assert all(age in ("<25", ">=50") or 25 <= int(age) < 50 for age in shown)
    clusters = coded | {"transformation": "cluster-microaggregate", "function": "interval"}
    done = run(tmp_path, {"age": clusters}, suppression={"limit": 0.99})
    confirmed(done)
    assert done.anonymizer.problem.lattice.bottom[0] == done.anonymizer.problem.lattice.top[0] == 1
    with pytest.raises(InvalidJob, match="the levels 3 to 9 do not exist"):
        opened(tmp_path, {"age": clusters | {"minimum_level": 3, "maximum_level": 9}})


def test_that_the_digest_reported_is_that_of_the_file(tmp_path: Path):
    done = run(tmp_path, {"age": aggregated("set")})
    assert done.facts["output"]["sha256"] == hashlib.sha256(done.path.read_bytes()).hexdigest()


def test_that_the_examples_of_the_help_are_jobs():
    text = (ROOT / "resources" / "arxdesk_resources" / "help" / "transformations.md").read_text()
    examples = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    assert len(examples) == 6
    for example in examples:
        job_from(tomllib.loads(example) | {"data": {"path": "people.csv"}})
