"""What happens before there is a window: a mistake on the command line ends with a sentence, not with a crash of Qt."""

from __future__ import annotations

import sys

import pytest

from arxdesk.__main__ import DISPLAYS, main
from arxdesk.cli.arguments import INVALID
from arxdesk.cli.ending import INTERRUPTED
from tests.packaging.scripts import load_script


def no_window(_arguments: object) -> int:
    pytest.fail("the window was opened")


def test_that_a_word_that_is_no_command_and_no_file_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr("arxdesk.app.run", no_window)
    assert main(["inspekt"]) == INVALID
    assert capsys.readouterr().err == 'arxdesk: inspekt is neither a file nor a command. Did you mean "inspect"?\n'


def test_that_ctrl_c_while_it_starts_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    class Interrupts:
        def find_spec(self, name: str, *_more: object) -> None:
            if name == "arxdesk.cli.commands":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "arxdesk.cli.commands")
    monkeypatch.delattr("arxdesk.cli.commands")
    monkeypatch.setattr(sys, "meta_path", [Interrupts(), *sys.meta_path])
    assert main(["run", "job.toml"]) == INTERRUPTED
    assert capsys.readouterr().err == "arxdesk: interrupted.\n"


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a display")
def test_that_a_missing_display_is_told_and_not_left_to_qt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr("arxdesk.app.run", no_window)
    for name in DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    assert main([]) == INVALID
    assert "no display" in capsys.readouterr().err


def test_that_a_library_that_qt_lacks_is_told_and_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    system_packages = load_script("system_packages")

    def import_module(name: str) -> None:
        raise ImportError(f"libEGL.so.1: cannot open shared object file, asked for by {name}")

    monkeypatch.setattr("arxdesk.app.run", no_window)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setattr("arxdesk.__main__.importlib.import_module", import_module)
    assert main([]) == INVALID
    told = capsys.readouterr().err
    xcb = system_packages.PLATFORM_LIBRARIES["xcb"]
    assert told.startswith("arxdesk: the window cannot be opened on this system (libEGL.so.1: cannot open")
    assert "comes on Debian with the packages libegl1 " in told
    packages = {name for names in (system_packages.QT_LIBRARIES, xcb) for name in names.values()}
    assert set(told.partition("the packages ")[2].rstrip(".\n").split()) <= packages


def test_that_a_file_is_opened_where_there_is_a_display(monkeypatch: pytest.MonkeyPatch, tmp_path):
    opened: list[object] = []
    monkeypatch.setattr("arxdesk.app.run", lambda arguments: opened.extend(arguments) or 0)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    file = tmp_path / "people.csv"
    file.write_text("age\n1\n")
    assert main([str(file)]) == 0
    assert opened == [str(file)]


def test_that_the_log_is_taken_from_the_front(monkeypatch: pytest.MonkeyPatch, tmp_path):
    opened: list[object] = []
    monkeypatch.setattr("arxdesk.app.run", lambda arguments: opened.extend(arguments) or 0)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    file, log = tmp_path / "people.csv", tmp_path / "study.log"
    file.write_text("age\n1\n")
    assert main(["--log", str(log), str(file)]) == 0
    assert opened == [str(file)]
    assert "begin: arxdesk" in log.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("given", "told"), [([], "--log needs"), (["a.csv"], "--log needs"), (["{}/absent/a.log"], "cannot be written")]
)
def test_that_a_log_that_cannot_be_written_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path, given, told
):
    monkeypatch.setattr("arxdesk.app.run", no_window)
    assert main(["--log", *(each.format(tmp_path) for each in given)]) == INVALID
    assert told in capsys.readouterr().err
