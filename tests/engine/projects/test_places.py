"""A project that comes from elsewhere does not choose what is replaced, nor where secrets are made."""

from pathlib import Path

import pytest

from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.job import Job, job_from
from arxdesk_engine.projects.places import require_own_places

PSEUDONYM = {"method": "pseudonym", "key_file": "k.key"}


def job(archive: Path, masking: dict[str, object] | None = None, **output: str) -> Job:
    attributes = {} if masking is None else {"name": {"role": "identifying", "masking": PSEUDONYM | masking}}
    return job_from({"data": {"path": "t.csv"}, "attributes": attributes, "output": output}).at(archive)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "there.csv").write_text("old")
    (tmp_path / "project" / "out").symlink_to(tmp_path)
    return tmp_path / "project" / "study.arxdesk"


def refused(job: Job, archive: Path, **asked: bool) -> str:
    said = {"output": False, "codebook": False, "spread": False, "secrets": False} | asked
    try:
        require_own_places(job, archive, **said)
    except InvalidJob as error:
        return error.message
    return ""


@pytest.mark.parametrize(
    "place", ["/etc/cron.d/x.csv", "../other.csv", "there.csv", "out/x.csv", "postgresql://host/db", "~/../../x.csv"]
)
def test_that_a_place_that_is_not_its_own_has_to_be_named(archive: Path, place: str):
    if place.startswith("~"):
        place = place[2:]
    assert "output.path" in refused(job(archive, path=place), archive)
    assert "--output FILE" in refused(job(archive, path=place), archive)
    assert refused(job(archive, path=place), archive, output=True) == ""


def test_that_a_new_file_beside_the_project_needs_no_word(archive: Path):
    assert refused(job(archive, path="new.csv", codebook="new.html"), archive) == ""
    assert refused(job(archive), archive) == ""
    assert refused(job(archive, {"create_key": True, "mapping_file": "m.csv"}), archive) == ""


@pytest.mark.parametrize("place", ["/etc/cron.d/x.csv", "../other.csv", "there.csv", "out/x.csv"])
def test_that_files_of_linked_tables_are_not_chosen_by_a_project(archive: Path, place: str):
    table = {"name": "visits", "rows": "visits.(row)", "key": "patient", "output": place}
    content = {**job(archive, path="new.csv").content(), "tables": [table]}
    assert "tables.1.output" in refused(job_from(content).at(archive), archive)
    assert refused(job_from(content).at(archive), archive, output=True) == ""
    (archive.parent / "new-visits.csv").write_text("old")
    del table["output"]
    assert "tables.1.output" in refused(job_from(content).at(archive), archive)


def test_that_codebooks_copies_and_secrets_are_made_elsewhere_only_when_that_is_allowed(archive: Path, tmp_path: Path):
    assert "output.codebook" in refused(job(archive, codebook="../x.html"), archive, output=True)
    assert refused(job(archive, codebook="../x.html"), archive, codebook=True) == ""
    assert "--spread FILE" in refused(job(archive, spread="../spread.csv"), archive, output=True)
    assert "--spread FILE" in refused(job(archive, spread="there.csv"), archive, output=True)
    assert refused(job(archive, spread="../spread.csv"), archive, spread=True) == ""
    assert refused(job(archive, spread="spread.csv"), archive) == ""
    for masking in ({"mapping_file": "../m.csv"}, {"key_file": str(tmp_path / "k.key"), "create_key": True}):
        assert "--make-secrets" in refused(job(archive, masking), archive, output=True, codebook=True)
        assert refused(job(archive, masking), archive, secrets=True) == ""
    (tmp_path / "m.csv").write_text("there already, and compared")
    assert refused(job(archive, {"mapping_file": "../m.csv"}), archive) == ""
    assert refused(job(archive, {"key_file": str(tmp_path / "k.key")}), archive) == ""
