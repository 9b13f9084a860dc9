"""Commands that end otherwise than well: asked to, without memory, without streams, or with what nobody could check."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arxdesk.cli import commands as cli
from arxdesk.cli.terminal import printable
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.io.files import private_folder as module
from arxdesk_engine.io.files.private_folder import PREFIX, private_folder, remove_abandoned_folders
from arxdesk_engine.verification.findings import Finding
from arxdesk_engine.verification.recount import Recount, UncountedFile
from tests.arxdesk.cli.calling import OnTerminal, arxdesk, found_something
from tests.arxdesk.cli.test_commands import rows, wide_job
from tests.places import ROOT

PEOPLE = "age,sex\n" + "".join(f"{20 + at % 3},{'mf'[at % 2]}\n" for at in range(24))
JOB = """
[data]
path = "people.csv"
[attributes.age]
role = "quasi-identifying"
[[privacy]]
model = "k-anonymity"
k = 2
"""


@pytest.fixture
def job(tmp_path: Path) -> Path:
    (tmp_path / "people.csv").write_text(PEOPLE)
    (tmp_path / "job.toml").write_text(JOB)
    return tmp_path / "job.toml"


@pytest.mark.parametrize("request_to_end", [signal.SIGTERM, signal.SIGHUP])
def test_that_a_search_that_is_asked_to_end_writes_its_best_so_far(tmp_path: Path, request_to_end: signal.Signals):
    target = tmp_path / "out.csv"
    terminal = OnTerminal("run", wide_job(tmp_path), "--output", target)
    terminal.read_until(found_something)
    terminal.process.send_signal(request_to_end)
    assert terminal.end()[0] == 128 + request_to_end
    assert rows(target)
    assert not list(tmp_path.glob(".arxdesk-*"))


def test_that_a_command_that_is_asked_to_end_leaves_nothing_behind(job: Path, monkeypatch, capsys):
    def asked(*_arguments: object) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(10)

    monkeypatch.setattr(Anonymizer, "open", asked)
    assert cli.main(["run", str(job)]) == 128 + signal.SIGTERM
    assert capsys.readouterr().err == "arxdesk: ended on request.\n"


def test_that_too_little_memory_is_told(job: Path, monkeypatch, capsys):
    def exhausted(*_arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr(Anonymizer, "open", exhausted)
    assert cli.main(["run", str(job)]) == 4
    assert "not enough memory" in capsys.readouterr().err


@pytest.mark.parametrize("error", [MemoryError, KeyboardInterrupt])
def test_that_a_file_that_was_written_and_not_counted_has_a_status_of_its_own(job: Path, monkeypatch, capsys, error):
    def ended(*_arguments: object) -> None:
        raise error

    monkeypatch.setattr(Anonymizer, "verify", ended)
    target = job.with_name("out.csv")
    assert cli.main(["run", str(job), "--output", str(target)]) == UncountedFile.exit_status == 6
    assert target.exists()
    assert "it was written, but not recounted" in capsys.readouterr().err


def test_that_an_input_that_is_gone_before_the_count_is_told(job: Path, monkeypatch, capsys):
    write = Anonymizer.write

    def written(anonymizer: Anonymizer, *arguments: object, **more: object) -> object:
        job.with_name("people.csv").unlink()
        return write(anonymizer, *arguments, **more)

    monkeypatch.setattr(Anonymizer, "write", written)
    assert cli.main(["run", str(job), "--output", str(job.with_name("out.csv"))]) == 6
    assert "could be recounted" in capsys.readouterr().err


def test_that_a_single_claim_that_was_not_counted_fails_only_where_that_is_asked():
    counted = Recount("out.csv", (Finding("5-anonymity", True), Finding("another", None, "no second definition")), ())
    counted.require_confirmed()
    with pytest.raises(UncountedFile, match="not every claim"):
        counted.require_confirmed(whole=True)


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_that_closed_streams_change_nothing(job: Path, closed: str):
    target = job.with_name("out.csv")
    command = f'"{sys.executable}" -m arxdesk run "{job}" --output "{target}" {closed}'
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=ROOT, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert target.read_text() == PEOPLE
    assert "Traceback" not in done.stderr


def test_that_the_facts_can_go_to_standard_output(job: Path):
    done = arxdesk("run", job, "--report", "-", "--output", job.with_name("out.csv"))
    assert json.loads(done.stdout)["solution"]["levels"] == {"age": 0}
    assert "Verified" in done.stderr
    assert not Path("-").exists()


def test_that_names_cannot_steer_a_terminal():
    assert printable("a\x1b[31m\x07b\u009b1m\tc\n") == "a\\x1b[31m\\x07b\\x9b1m\tc\n"


def test_that_options_have_their_full_names(job: Path):
    done = arxdesk("run", job, "--outp", "x.csv")
    assert done.returncode == 2
    assert "--outp" in done.stderr


def test_that_the_help_names_statuses_and_variables():
    told = arxdesk("run", "--help").stdout
    assert "exit status:" in told
    assert "ARXDESK_DATABASE_PASSWORD" in told


def test_that_a_report_in_pdf_without_its_libraries_is_told(job: Path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "arxdesk.printing.pdf", None)
    assert cli.main(["report", str(job), "--output", str(job.with_suffix(".pdf"))]) == 4
    assert ".html" in capsys.readouterr().err


def test_that_code_and_home_may_be_read_only(job: Path, tmp_path: Path):
    """Numba finds no folder for compiled code: everything is compiled for this start alone."""
    script = (
        "from numba.core import caching\n"
        "for each in (caching.InTreeCacheLocator, caching.UserWideCacheLocator, caching.UserProvidedCacheLocator):\n"
        "    each.ensure_cache_path = lambda _self: (_ for _ in ()).throw(OSError(30, 'Read-only file system'))\n"
        "from arxdesk_engine.kernels.jit import nb\n"
        "double = nb.njit(cache=True)(lambda number: 2 * number)\n"
        "print(double(21))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, timeout=120, check=False
    )
    assert done.stdout == "42\n", done.stderr


def test_that_folders_of_killed_programs_are_removed_and_those_of_living_ones_stay(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(module.tempfile, "tempdir", str(tmp_path))
    script = (
        "import sys, time, tempfile\n"
        f"tempfile.tempdir = {str(tmp_path)!r}\n"
        "from arxdesk_engine.io.files.private_folder import private_folder\n"
        "with private_folder() as folder:\n"
        "    (folder / 'raw.csv').write_text('secret')\n"
        "    print(folder, flush=True)\n"
        "    time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, cwd=ROOT) as program:
        folder = Path(program.stdout.readline().strip())
        remove_abandoned_folders()
        assert (folder / "raw.csv").exists()
        program.kill()
    assert folder.exists()
    with private_folder() as own:
        assert own.name.startswith(PREFIX)
        assert not folder.exists()
    assert not list(tmp_path.iterdir())
