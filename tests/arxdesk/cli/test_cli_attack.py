"""`arxdesk attack`: of the result of a job, and of files that others made."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arxdesk.cli import commands as cli
from arxdesk.cli.arguments import INVALID
from arxdesk_engine.projects.archive import write_project
from tests.engine.projects.released_projects import release, study, table

JOB = """
[data]
path = "table.csv"
[attributes.name]
role = "identifying"
masking = { method = "pseudonym", key_file = "keys/k.key", create_key = true, mapping_file = "keys/who.csv" }
[attributes.age]
role = "quasi-identifying"
hierarchy = { builder = "automatic" }
[attributes.sex]
role = "quasi-identifying"
[attributes.illness]
role = "sensitive"
[[privacy]]
model = "k-anonymity"
k = 4
[suppression]
limit = 0.1
[output]
path = "out.csv"
suppressed = "drop"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    generator = np.random.default_rng(2)
    with (tmp_path / "table.csv").open("w", newline="") as stream:
        rows = csv.writer(stream)
        rows.writerow(("name", "age", "sex", "illness"))
        for number in range(200):
            rows.writerow((f"n{number}", generator.integers(20, 80), "fm"[number % 2], "abc"[generator.integers(3)]))
    (tmp_path / "keys").mkdir()
    (tmp_path / "job.toml").write_text(JOB)
    return tmp_path


def attack(folder: Path, *more: str) -> dict:
    assert cli.main(["attack", str(folder / "job.toml"), "--quiet", "--report", str(folder / "a.json"), *more]) == 0
    return json.loads((folder / "a.json").read_text())


def test_that_the_result_of_a_job_is_attacked_and_nothing_of_it_stays(folder: Path):
    before = {path.name for path in folder.rglob("*")}
    found = attack(folder)
    assert {path.name for path in folder.rglob("*")} - before <= {"a.json", "k.key"}
    (one,) = found["attackers"]
    assert one["knows"] == ["age", "sex"]
    assert (one["singling_out"]["single"]["some"], one["singling_out"]["few"]["below"]) == (0, 5)
    assert one["singling_out"]["fewest_candidates"] >= 4
    assert one["membership"] is None
    with (folder / "table.csv").open() as stream:
        people = [(row["age"], row["sex"]) for row in csv.DictReader(stream)]
    alone = sum(people.count(each) == 1 for each in people)
    before = one["before"]
    assert (before["singling_out"]["single"]["some"], alone > 0) == (alone, True)
    assert before["inference"][0]["members"]["certain"]["some"] >= alone


def test_that_the_loss_is_measured_against_a_model_without_the_person(folder: Path, capsys):
    (loss,) = attack(folder)["attackers"][0]["anonymity_loss"]
    assert (loss["secret"], loss["targets"]) == ("illness", 200)
    assert loss["interval"][0] <= loss["coefficient"] <= loss["interval"][1] <= 1.0
    for side in ("attack", "by_baseline"):
        recalls = [each["recall"] for each in loss[side]]
        assert recalls == sorted(recalls, reverse=True)
    assert cli.main(["attack", str(folder / "job.toml")]) == 0
    assert "Anonymity loss of illness" in capsys.readouterr().out


def test_that_rows_are_isolated_by_who_has_the_release_alone(folder: Path, capsys):
    found = attack(folder)["predicates"]
    assert found["columns"] == 3
    assert found["isolating"]["of"] == min(2_000, found["found"])
    assert 0.0 <= found["by_chance"] <= found["most_by_chance"] < 0.38
    assert cli.main(["attack", str(folder / "job.toml"), "--release", str(folder / "table.csv")]) == 0
    assert "hold of exactly one person of the input" in capsys.readouterr().out


def test_that_held_out_records_are_those_outside(folder: Path):
    (folder / "job.toml").write_text(JOB + "[sampling]\nfraction = 0.75\nseed = 3\n")
    found = attack(folder)
    assert (found["records"], found["held_out"]) == (150, 50)
    inference = found["attackers"][0]["inference"][0]
    assert inference["outside"]["right"]["of"] == 50
    assert inference["interval"][0] <= inference["excess"] <= inference["interval"][1]


def test_that_nobody_is_outside_who_has_another_record_inside(folder: Path):
    lines = (folder / "table.csv").read_text().splitlines()
    twice = [line.replace(f"n{number},", f"n{number // 2},", 1) for number, line in enumerate(lines[1:])]
    (folder / "table.csv").write_text("\n".join([lines[0], *twice]) + "\n")
    people = JOB.replace('path = "table.csv"', 'path = "table.csv"\nperson = "name"')
    (folder / "job.toml").write_text(people + "[sampling]\nfraction = 0.75\nseed = 3\n")
    found = attack(folder)
    assert found["records"] == 150
    assert 0 < found["held_out"] < 50
    of_people = found["attackers"][0]["people"]
    assert of_people["people"] == of_people["by_all_records"]["single"]["of"] == 100 - found["held_out"] // 2
    limited = people.replace("[attributes.name]", "[data.per_person]\nrecords = 1\n[attributes.name]")
    (folder / "job.toml").write_text(limited)
    found = attack(folder)
    assert (found["records"], found["held_out"]) == (100, 0)


def test_that_a_file_of_others_is_attacked_by_what_its_labels_look_like(folder: Path, capsys):
    with (folder / "table.csv").open() as stream:
        rows = list(csv.DictReader(stream))
    with (folder / "theirs.csv").open("w", newline="") as stream:
        writer = csv.writer(stream, delimiter=";")
        writer.writerow(("sex", "age", "illness"))
        for row in rows:
            low = int(row["age"]) // 30 * 30
            writer.writerow((row["sex"], f"[{low}, {low + 30}[", row["illness"]))
    found = attack(folder, "--release", str(folder / "theirs.csv"))["attackers"][0]["singling_out"]
    sizes = [sum((int(a["age"]) // 30, a["sex"]) == (int(b["age"]) // 30, b["sex"]) for a in rows) for b in rows]
    assert found["fewest_candidates"] == min(sizes)
    assert found["expected_hits"] == pytest.approx(sum(1 / size for size in sizes))
    assert found["without_candidate"]["some"] == 0
    assert cli.main(["attack", str(folder / "job.toml"), "--release", str(folder / "table.csv")]) == 0
    assert "Singled out: before" in capsys.readouterr().out


def test_that_attackers_of_the_job_know_what_it_says(folder: Path):
    (folder / "job.toml").write_text(
        JOB + '[[attackers]]\nname = "Neighbour"\nknows = ["sex"]\nsecrets = ["age"]\nother = ["age"]\n'
    )
    found = attack(folder, "--sets", "2")
    (one,) = found["attackers"]
    assert one["linkability"]["linked"]["of"] == 200
    assert [each["knows"] for each in found["sets"]] == [["age", "sex"], ["age"], ["sex"]]
    assert (one["attacker"], one["knows"], one["inference"][0]["secret"]) == ("Neighbour", ["sex"], "age")


def test_that_unknown_columns_are_named(folder: Path, capsys):
    (folder / "job.toml").write_text(JOB + '[[attackers]]\nname = "N"\nknows = ["sax"]\n')
    assert cli.main(["attack", str(folder / "job.toml"), "--quiet"]) == INVALID
    assert '"sax" is not in the input and in the release' in capsys.readouterr().err


def test_that_the_input_is_not_replaced_by_the_findings(folder: Path, capsys):
    before = (folder / "table.csv").read_bytes()
    status = cli.main(["attack", str(folder / "job.toml"), "--report", str(folder / "table.csv")])
    assert status == INVALID
    assert (folder / "table.csv").read_bytes() == before


def test_that_earlier_releases_are_put_beside_this_one(folder: Path, capsys):
    with (folder / "table.csv").open() as stream:
        rows = list(csv.DictReader(stream))
    for name, width in (("first.csv", 20), ("second.csv", 30)):
        with (folder / name).open("w", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(("sex", "age", "illness"))
            for row in rows:
                low = int(row["age"]) // width * width
                writer.writerow((row["sex"], f"{low}-{low + width - 1}", row["illness"]))
    one, other = (str(folder / name) for name in ("first.csv", "second.csv"))
    found = attack(folder, "--release", one, "--earlier", other)["earlier_releases"]
    looks = [(row["sex"], int(row["age"]) // 20, int(row["age"]) // 30) for row in rows]
    assert found["fewest_together"] == min(looks.count(each) for each in looks)
    assert cli.main(["attack", str(folder / "job.toml"), "--release", one, "--earlier", other]) == 0
    assert "Together with earlier releases:" in capsys.readouterr().out


def test_that_removed_records_kept_in_the_file_hide_nobody(folder: Path):
    dropped = attack(folder)
    job = folder / "job.toml"
    job.write_text(job.read_text().replace('suppressed = "drop"', 'suppressed = "keep"'))
    kept = attack(folder)
    assert kept.pop("rows") - kept.pop("removed_rows") == dropped.pop("rows")
    assert dropped.pop("removed_rows") == 0
    assert kept == dropped


def test_that_the_ledger_of_a_project_counts_as_earlier_releases(tmp_path: Path, capsys):
    bands = ({"builder": "interval", "intervals": [[20, 27], [27, 34], [34, 61]]}, {"builder": "automatic"})
    settings = [{"age": {"role": "quasi-identifying", "hierarchy": each}} for each in bands]
    path = table(tmp_path, "people.csv", range(60))
    first, _entry = release(study(path, attributes=settings[0]), (1,), tmp_path / "first.csv")
    write_project(tmp_path / "study.arxdesk", replace(study(path, attributes=settings[1]), ledger=first.ledger))
    before = (tmp_path / "study.arxdesk").read_bytes()
    options = ["attack", str(tmp_path / "study.arxdesk"), "--quiet", "--report", str(tmp_path / "a.json")]
    assert cli.main(options) == 0
    pairs = json.loads((tmp_path / "a.json").read_text())["earlier_releases"]["pairs"]
    assert [each["releases"] for each in pairs] == [["this release", "first.csv"]]
    again = [*options, "--earlier", str(tmp_path / "first.csv")]
    assert cli.main(again) == 0
    pairs = json.loads((tmp_path / "a.json").read_text())["earlier_releases"]["pairs"]
    assert len(pairs) == 3
    assert (tmp_path / "study.arxdesk").read_bytes() == before
    other = study(table(tmp_path, "more.csv", range(50)), attributes=settings[1])
    write_project(tmp_path / "study.arxdesk", replace(other, ledger=first.ledger))
    assert cli.main(["attack", str(tmp_path / "study.arxdesk")]) == 0
    assert "not compared: first.csv" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("search", "way", "defence", "tells"),
    [
        ("", "one transformation", None, "one transformation, proven to be the best"),
        ('[search]\nrecoding = "iterated"\n', "iterations", None, "recoded in "),
        ('[search]\nrecoding = "groupwise"\n', "groups", "none", "recoded group by group, no defence, loss 0."),
        (
            '[search]\nrecoding = "groupwise"\ndefence = "public-splits"\n',
            *("groups", "public-splits", "recoded group by group, public splits, loss 0."),
        ),
    ],
)
def test_that_somebody_who_knows_the_algorithm_is_an_attacker(
    folder: Path, capsys, search: str, way: str, defence: str | None, tells: str
):
    (folder / "job.toml").write_text(JOB + search)
    found = attack(folder)["refinement"]
    assert (found["way"], found["defence"]) == (way, defence)
    assert set(found["groups_per_attribute"]) == {"age", "sex"}
    assert found["candidates"]["left"] <= found["candidates"]["by_labels"]
    assert cli.main(["attack", str(folder / "job.toml")]) == 0
    assert f"Knowing the algorithm ({tells}" in capsys.readouterr().out


def test_that_of_other_files_it_is_not_known_how_they_were_made(folder: Path):
    (folder / "theirs.csv").write_text("age,sex,illness\n20-30,f,a\n")
    assert "refinement" not in attack(folder, "--release", str(folder / "theirs.csv"))


def test_that_somebody_may_know_columns_with_an_error(folder: Path, capsys):
    with (folder / "table.csv").open() as stream:
        rows = list(csv.DictReader(stream))
    with (folder / "noisy.csv").open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("age", "sex", "illness"))
        writer.writerows((int(row["age"]) + 0.5, row["sex"], row["illness"]) for row in rows)
    known = '[[attackers]]\nname = "A"\nknows = ["age", "sex"]\n'
    (folder / "job.toml").write_text(JOB + known)
    release = ("--release", str(folder / "noisy.csv"))
    exact = attack(folder, *release)["attackers"][0]
    assert exact["singling_out"]["without_candidate"]["some"] == 200
    (folder / "job.toml").write_text(JOB + known + "error = { age = 0.5 }\n")
    about = attack(folder, *release)["attackers"][0]
    assert (about["error"], about["singling_out"]["without_candidate"]["some"]) == ({"age": 0.5}, 0)
    assert about["singling_out"]["few"]["some"] > 0
    assert about["nearest"]["members"]["low_distance"] > 0.0
    assert about["nearest"]["own_row"] > 0.1
    assert cli.main(["attack", str(folder / "job.toml"), *release]) == 0
    assert "age within 0.5" in capsys.readouterr().out
