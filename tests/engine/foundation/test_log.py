"""The log: off by default, a step for each border, and no value of the data."""

import csv
import logging
import re
import shutil

import pytest

from arxdesk.cli import commands as cli
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation import log
from arxdesk_engine.foundation.errors import InvalidData, UnwritableFile
from arxdesk_engine.foundation.log import log_to, logged
from tests.places import EXAMPLE_JOB

LOG = logging.getLogger("arxdesk_engine.tests")


@pytest.fixture
def job(tmp_path):
    shutil.copytree(EXAMPLE_JOB.parent, tmp_path / "job")
    return tmp_path / "job" / EXAMPLE_JOB.name


def cells_of(path):
    with path.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.reader(stream))
    return {cell for row in rows[1:] for cell in row if len(cell) > 2}  # shorter ones occur in any time of day


def test_that_a_run_logs_every_border_and_no_cell_of_its_table(job, tmp_path):
    log, output = tmp_path / "run.log", tmp_path / "result.csv"
    assert cli.main(["run", str(job), "--output", str(output), "--quiet", "--log", str(log)]) == cli.DONE
    text = log.read_text(encoding="utf-8")
    for step in (
        "arxdesk run",
        "read the table",
        "read the hierarchy",
        "search",
        "apply",
        "write a table",
        "second count",
    ):
        assert f"begin: {step}" in text, step
        assert f"end: {step}" in text, step
    table = Anonymizer.open(job).dataset
    values = {value for column in table for value in column.values if len(value) > 2}
    written = cells_of(output)
    assert values
    assert written
    lines = [
        re.sub(r"[0-9.]+ s\b", "", line.partition("] ")[2]).replace(str(tmp_path), "") for line in text.splitlines()
    ]
    assert {value for value in values | written if any(value in line for line in lines)} == set()


def test_that_an_error_is_logged_without_its_message(job, tmp_path):
    log = tmp_path / "run.log"
    with log_to(log), pytest.raises(InvalidData), logged(LOG, "read %s", "file"):
        raise InvalidData("secret value")
    assert "failed: read file" in log.read_text()
    assert "InvalidData at test_log.py:" in log.read_text()
    assert "secret" not in log.read_text()


def test_that_nothing_is_logged_unless_asked_for(job, capfd, tmp_path):
    assert cli.main(["inspect", str(job)]) == cli.DONE
    assert "begin" not in "".join(capfd.readouterr())
    with log_to(None), logged(LOG, "read"):
        pass
    assert list(tmp_path.glob("*.log")) == []
    assert not any(isinstance(each, logging.FileHandler) for each in logging.getLogger("arxdesk_engine").handlers)


def test_that_a_log_is_appended_and_never_to_another_file(job, tmp_path, capsys):
    log = tmp_path / "run.log"
    for _ in range(2):
        assert cli.main(["inspect", str(job), "--log", str(log)]) == cli.DONE
    assert log.read_text().count("begin: arxdesk inspect") == 2
    before = {path: path.read_bytes() for path in job.parent.glob("*.csv")}
    for path in before:
        with pytest.raises(SystemExit):
            cli.main(["inspect", str(job), "--log", str(path)])
    assert "does not end in .log" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in before} == before


def test_that_a_log_that_cannot_be_opened_says_so(tmp_path):
    with pytest.raises(UnwritableFile), log_to(tmp_path / "missing" / "run.log"):
        pass


def test_that_a_rotating_log_makes_its_folder_and_keeps_few_files(tmp_path, monkeypatch):
    monkeypatch.setattr(log, "MOST_BYTES", 200)
    file = tmp_path / "logs" / "arxdesk.log"
    with log.log_to(file, rotating=True):
        for number in range(100):
            logging.getLogger("arxdesk.tasks").info("%d", number)
    assert len(list(file.parent.iterdir())) == 1 + log.KEPT_FILES
    assert "99" in file.read_text(encoding="utf-8")


def test_that_an_unexpected_error_is_logged_by_its_places_and_not_by_its_message(tmp_path):
    with log.log_to(tmp_path / "a.log"):
        try:
            raise ValueError("a cell")
        except ValueError as error:
            log.log_error(logging.getLogger("arxdesk.tasks"), "Counting", type(error), error.__traceback__)
    text = (tmp_path / "a.log").read_text(encoding="utf-8")
    assert "Counting: ValueError" in text
    assert "test_log.py" in text
    assert "a cell" not in text
