"""The command line among others of a shell: completion, manual, version, variables, colours, mistyped words."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from arxdesk.cli.arguments import STATUSES, VARIABLES
from arxdesk.cli.completion import completion_script
from arxdesk.cli.manual import manual_page
from arxdesk.cli.options import COMMANDS, command_parser
from arxdesk.cli.terminal import ProgressBar, styled
from arxdesk_engine import __version__
from arxdesk_engine.foundation.control import Progress
from tests.arxdesk.cli.calling import arxdesk
from tests.arxdesk.cli.test_commands import JOB, PEOPLE
from tests.places import ROOT


@pytest.fixture
def job(tmp_path: Path) -> Path:
    (tmp_path / "people.csv").write_text(PEOPLE)
    (tmp_path / "job.toml").write_text(JOB.replace('hierarchy = "ages.csv"\n', ""))
    return tmp_path / "job.toml"


def completed(tmp_path: Path, *words: str) -> set[str]:
    """What bash completes after sourcing the script; the last word is the one that is typed."""
    script = tmp_path / "arxdesk.bash"
    script.write_text(completion_script("bash"))
    typed = " ".join(f"'{word}'" for word in words)
    program = (
        f"source {script}; COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; "
        '"$(complete -p arxdesk | sed -E \'s/.*-F ([^ ]+).*/\\1/\')"; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.stderr == ""
    return {each.strip() for each in done.stdout.splitlines()} - {""}


def test_that_bash_completes_commands_options_and_files(tmp_path: Path):
    (tmp_path / "study.toml").write_text("")
    assert set(COMMANDS) <= completed(tmp_path, "arxdesk", "")
    assert completed(tmp_path, "arxdesk", "ins") == {"inspect"}
    assert completed(tmp_path, "arxdesk", "run", "--out") == {"--output"}
    assert "study.toml" in completed(tmp_path, "arxdesk", "run", "stu")
    assert "study.toml" in completed(tmp_path, "arxdesk", "run", "--input", "stu")
    assert completed(tmp_path, "arxdesk", "report", "--language", "d") == {"de"}
    assert completed(tmp_path, "arxdesk", "completion", "z") == {"zsh"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_that_a_script_is_accepted_by_its_shell(tmp_path: Path, shell: str):
    done = arxdesk("completion", shell)
    assert done.returncode == 0
    assert all(command in done.stdout for command in COMMANDS)
    script = tmp_path / f"script.{shell}"
    script.write_text(done.stdout)
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed here")
    checked = subprocess.run([shell, "-n", script], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_that_the_manual_has_every_command_option_status_and_variable():
    page = manual_page().replace("\\-", "-")
    parser = command_parser()
    for name, command in parser.commands.items():
        assert f".SS {name}" in page
        assert all(option in page for option in command.options)
    for told in ("ARXDESK_THREADS", "NO_COLOR", ".SH EXIT STATUS", "\\fB130\\fR"):
        assert told in page
    assert page == manual_page().replace("\\-", "-")
    assert json.loads(arxdesk("man", "--json").stdout)["page"] == manual_page()


def test_that_the_page_of_the_help_has_every_command_status_and_variable():
    page = (ROOT / "resources/arxdesk_resources/help/command-line.md").read_text(encoding="utf-8")
    assert all(f"| `{name}" in page for name in COMMANDS)
    assert all(f"| {status} |" in page for status in STATUSES)
    assert all(f"`{variable}" in page for variable in VARIABLES)
    options = {name for command in command_parser().commands.values() for name in command.options}
    assert set(re.findall(r"--[a-z][a-z-]+", page)) <= {*options, "--version"}


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc is not installed here")
def test_that_the_manual_is_well_formed(tmp_path: Path):
    page = tmp_path / "arxdesk.1"
    page.write_text(manual_page())
    done = subprocess.run(["mandoc", "-Tlint", "-Wwarning", page], capture_output=True, text=True, check=False)
    assert [line for line in done.stdout.splitlines() if "missing date" not in line] == []


def test_that_the_version_names_the_libraries_where_asked():
    assert arxdesk("--version").stdout == f"arxdesk {__version__}\n"
    for asked in (["--version", "-v"], ["-v", "--version"]):
        lines = arxdesk(*asked).stdout.splitlines()
        assert lines[0] == f"arxdesk {__version__}"
        assert any(line.startswith("numba ") for line in lines)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["rnu", "job.toml"], "there is no command 'rnu'. Did you mean \"run\"?"),
        (["run", "job.toml", "--ouput", "x.csv"], 'run has no option --ouput. Did you mean "--output"?'),
        (["run", "job.toml", "--outp=x.csv"], 'run has no option --outp. Did you mean "--output"?'),
        (["run", "job.toml", "more.toml"], "run takes no further argument: more.toml"),
        (["run", "job.toml", "-q", "-v"], "not allowed with argument"),
    ],
)
def test_that_mistyped_words_are_told(arguments: list[str], told: str):
    done = arxdesk(*arguments)
    assert done.returncode == 2
    assert told in done.stderr


def test_that_variables_say_what_options_do_not(job: Path, tmp_path: Path, monkeypatch):
    monkeypatch.setenv("ARXDESK_THREADS", "1")
    monkeypatch.setenv("ARXDESK_LOG", str(tmp_path / "all.log"))
    facts = json.loads(arxdesk("run", job, "--json").stdout)
    assert facts["search"]["threads"] == 1
    assert "begin: arxdesk run" in (tmp_path / "all.log").read_text()
    monkeypatch.setenv("ARXDESK_THREADS", "many")
    done = arxdesk("run", job)
    assert (done.returncode, done.stderr.splitlines()[0]) == (
        2,
        "arxdesk: ARXDESK_THREADS: 'many' is not a whole number of at least 1",
    )


def test_that_steps_are_told_where_asked(job: Path):
    quiet, usual, verbose = (arxdesk("run", job, *more).stderr for more in (["-q"], [], ["-v"]))
    assert (quiet, usual) == ("", "")
    assert "end: read the table" in verbose


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("variables", "is_terminal", "has_color"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
        ({"TERM": "dumb"}, True, False),
    ],
)
def test_that_colours_follow_the_variables(monkeypatch, variables: dict[str, str], is_terminal: bool, has_color: bool):
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    stream = Terminal() if is_terminal else io.StringIO()
    assert styled("x", "error", stream) == ("\x1b[1;31mx\x1b[0m" if has_color else "x")


def test_that_a_dumb_terminal_gets_whole_lines(monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    stream = Terminal()
    with ProgressBar(stream) as bar:
        bar.show(Progress("Reading the table"))
    assert "\x1b" not in stream.getvalue()


def test_that_commands_that_print_need_no_table(capsys):
    started = set(COMMANDS) - {"completion", "man"}
    parser = command_parser()
    for name in started:
        assert {"--json", "--quiet", "--verbose", "--log", "--threads"} <= set(parser.commands[name].options)
