"""The two commands: what they decide, what they repair and what they say, without building a real environment."""

import ast
import importlib.util
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import ModuleType

import pytest

from tests.places import ROOT

PACKAGING = ROOT / "packaging"


def load_from_packaging(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, PACKAGING / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def start(monkeypatch):
    """start.py as a fresh module, with its neighbour importable as it is for a script."""
    monkeypatch.syspath_prepend(str(PACKAGING))
    monkeypatch.delitem(sys.modules, "system_packages", raising=False)
    yield load_from_packaging("start")
    sys.modules.pop("system_packages", None)


@pytest.fixture
def system_packages(start):
    return start.system_packages


@pytest.fixture
def root(tmp_path):
    """A repository with the two files an environment is made from."""
    (tmp_path / "packaging").mkdir()
    (tmp_path / "packaging" / "requirements.lock").write_text("numpy==2.0\n")
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    return tmp_path


class Installer:
    """Stands for `run_quietly`: records the commands, makes what they would make, fails where it is told to."""

    def __init__(self, start, root):
        self.commands = []
        self.python = start.environment_python(root)
        self.fails_at = None
        self.output = ""
        self.interrupted_at = None

    def __call__(self, command, when_slow=""):
        line = " ".join(str(part) for part in command)
        self.commands.append(line)
        if self.interrupted_at and self.interrupted_at in line:
            raise KeyboardInterrupt
        if self.fails_at and self.fails_at in line:
            return 1, self.output
        if "-m venv" in line:
            self.python.parent.mkdir(parents=True)
            self.python.touch()
        if line.endswith("-c ") and not self.python.exists():
            raise FileNotFoundError(self.python)
        return 0, ""

    @property
    def built(self):
        return sum("-m venv" in line for line in self.commands)


@pytest.fixture
def installer(start, root, monkeypatch):
    fake = Installer(start, root)
    monkeypatch.setattr(start, "run_quietly", fake)
    return fake


# Freshness and repair


def test_that_the_first_set_up_installs_the_lock_with_hashes_then_the_project_then_compiles(start, root, installer):
    start.set_up(root, {})
    steps = [line.partition(" ")[2] for line in installer.commands]
    assert "-m venv" in steps[0]
    assert "--require-hashes" in steps[1]
    assert "requirements.lock" in steps[1]
    assert "--no-deps --no-build-isolation -e" in steps[2]
    assert "arxdesk_engine.kernels.compile" in steps[3]
    assert start.stamp_path(root).read_text() == start.fingerprint(root)


def test_that_a_complete_environment_is_used_again(start, root, installer):
    start.set_up(root, {})
    start.set_up(root, {})
    assert installer.built == 1
    assert sum("arxdesk_engine.kernels.compile" in line for line in installer.commands) == 2


def test_that_what_needs_no_kernels_runs_while_they_are_compiled(start, root, installer, monkeypatch):
    both = threading.Barrier(2, timeout=60)
    monkeypatch.setattr(start, "compile_kernels", lambda root: both.wait())

    def meanwhile():
        both.wait()
        return 3

    assert start.set_up(root, {}, meanwhile) == 3


def test_that_kernels_are_compiled_in_the_main_thread_where_nothing_else_is_to_be_done(
    start, root, installer, monkeypatch
):
    """There a request to terminate reaches whoever waits for the compiler, and ends it."""
    threads = []
    monkeypatch.setattr(start, "compile_kernels", lambda root: threads.append(threading.current_thread()))
    assert start.set_up(root, {}) == 0
    assert threads == [threading.main_thread()]


@pytest.mark.parametrize("changed", ["packaging/requirements.lock", "pyproject.toml"])
def test_that_a_changed_dependency_file_makes_the_environment_stale(start, root, installer, changed):
    start.set_up(root, {})
    (root / changed).write_text("changed\n")
    assert not start.is_fresh(root)
    start.set_up(root, {})
    assert installer.built == 2
    assert start.is_fresh(root)


def test_that_another_interpreter_version_makes_the_environment_stale(start, root, installer, monkeypatch):
    start.set_up(root, {})
    monkeypatch.setattr(start.sys, "version", "3.99.0 (main)")
    assert not start.is_fresh(root)


def test_that_a_moved_repository_needs_a_new_environment(start, root, tmp_path_factory):
    before = start.fingerprint(root)
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "clone"
    root.rename(elsewhere)
    assert start.fingerprint(elsewhere) != before


def test_that_an_environment_whose_interpreter_is_gone_is_rebuilt(start, root, installer):
    start.set_up(root, {})
    start.environment_python(root).unlink()
    start.set_up(root, {})
    assert installer.built == 2


def test_that_an_interpreter_that_cannot_be_executed_does_not_start(start, tmp_path):
    assert start.starts(Path(sys.executable))
    assert not start.starts(tmp_path / "absent")


@pytest.mark.parametrize("step", ["-m venv", "--require-hashes", "--no-deps"])
def test_that_an_interrupted_set_up_leaves_no_stamp_and_is_redone_from_scratch(start, root, installer, step):
    installer.interrupted_at = step
    with pytest.raises(KeyboardInterrupt):
        start.set_up(root, {})
    assert not start.is_fresh(root)
    (root / ".venv").mkdir(exist_ok=True)
    remnant = root / ".venv" / "remnant"
    remnant.touch()
    installer.interrupted_at = None
    start.set_up(root, {})
    assert not remnant.exists()
    assert start.is_fresh(root)


def test_that_a_rebuild_withdraws_the_stamp_before_anything_else(start, root, installer, monkeypatch):
    start.set_up(root, {})

    def fail(folder):
        assert not start.stamp_path(root).exists()
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr(start.shutil, "rmtree", fail)
    with pytest.raises(PermissionError):
        start.build_environment(root)
    assert not start.is_fresh(root)


def test_that_kernels_that_do_not_compile_stop_the_start_but_keep_the_environment(start, root, installer):
    installer.fails_at = "arxdesk_engine.kernels.compile"
    installer.output = "TypingError: no conversion"
    with pytest.raises(start.SetUpError, match="TypingError: no conversion"):
        start.set_up(root, {})
    assert start.is_fresh(root)


@pytest.mark.parametrize(
    ("output", "advice"),
    [
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        ("NewConnectionError: Name or service not known", "check the network connection"),
        ("ERROR: Could not find a version that satisfies x==1 (from versions: none)", "could not be reached"),
        ("THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE", "not the one that was recorded"),
    ],
)
def test_that_a_failed_installation_shows_pips_output_and_what_it_means(start, root, installer, output, advice):
    installer.fails_at = "--require-hashes"
    installer.output = output
    with pytest.raises(start.SetUpError) as failure:
        start.set_up(root, {})
    assert output in str(failure.value)
    assert advice in str(failure.value)
    assert not start.is_fresh(root)


def test_that_a_second_start_waits_for_the_first_and_says_so(start, root, capfd):
    order = []

    def second():
        with start.sole_set_up(root):
            order.append("second")

    with start.sole_set_up(root):
        waiting = threading.Thread(target=second)
        waiting.start()
        deadline = time.monotonic() + 60
        while "waiting for it" not in capfd.readouterr().out:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        order.append("first")
    waiting.join(60)
    assert order == ["first", "second"]


@pytest.mark.skipif(os.name != "posix", reason="locks are inherited on POSIX only")
def test_that_an_installer_that_outlives_its_start_keeps_the_others_waiting(start, root):
    script = (
        "import pathlib, time; pathlib.Path('begun').touch()\n"
        "while not pathlib.Path('finish').exists(): time.sleep(0.01)"
    )
    start.ROOT = root
    installing = threading.Thread(target=start.run_quietly, args=([sys.executable, "-c", script],))
    with start.sole_set_up(root):
        installing.start()
        deadline = time.monotonic() + 60
        while not (root / "begun").exists():
            assert time.monotonic() < deadline
            time.sleep(0.01)
    with (root / "build" / "set-up.lock").open("a") as file:
        assert not start.try_lock(file)
        (root / "finish").touch()
        installing.join(60)
        assert start.try_lock(file)


# The display


@pytest.mark.parametrize(
    ("system", "environ", "expected"),
    [
        ("linux", {}, ""),
        ("linux", {"DISPLAY": ""}, ""),
        ("linux", {"DISPLAY": ":0"}, "xcb"),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, "wayland"),
        ("linux", {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "xcb"),
        ("linux", {"QT_QPA_PLATFORM": "vnc:port=5900"}, "vnc"),
        ("linux", {"QT_QPA_PLATFORM": "xcb"}, ""),
        ("linux", {"QT_QPA_PLATFORM": "wayland;xcb", "DISPLAY": ":0"}, "xcb"),
        ("linux", {"QT_QPA_PLATFORM": "offscreen", "DISPLAY": ":0"}, ""),
        ("freebsd14", {}, ""),
        ("darwin", {}, "native"),
        ("darwin", {"QT_QPA_PLATFORM": "offscreen"}, ""),
        ("win32", {}, "native"),
        ("win32", {"QT_QPA_PLATFORM": "minimal"}, ""),
    ],
)
def test_that_a_window_is_opened_only_where_a_person_would_see_it(start, system, environ, expected):
    assert start.window_platform(system, environ) == expected


@pytest.fixture
def children(start, root, monkeypatch):
    """The commands given to child processes, which all end with status 7, and the libraries that were demanded."""
    recorded = {"commands": [], "libraries": []}

    def run_child(command, environ=None):
        recorded["commands"].append((command[1:], environ))
        return 7

    def set_up(root, libraries, meanwhile=None):
        recorded["libraries"].append(set(libraries))
        return 0 if meanwhile is None else meanwhile()

    monkeypatch.setattr(start, "ROOT", root)
    monkeypatch.setattr(start, "run_child", run_child)
    monkeypatch.setattr(start, "set_up", set_up)
    monkeypatch.setattr(start.sys, "platform", "linux")
    monkeypatch.setattr(start.signal, "signal", lambda *_: None)
    for variable in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(variable, raising=False)
    return recorded


def test_that_run_opens_the_example_where_there_is_a_display(start, children, monkeypatch):
    monkeypatch.setenv("DISPLAY", ":0")
    assert start.main(["run"]) == 7
    assert children["commands"] == [(["-m", "arxdesk", start.EXAMPLE], None)]
    assert "libxcb-cursor.so.0" in children["libraries"][0]


def test_that_run_computes_the_example_without_a_display_and_without_demanding_qt(start, children):
    assert start.main(["run"]) == 7
    [(command, _)] = children["commands"]
    assert command[:4] == ["-m", "arxdesk", "run", start.EXAMPLE]
    assert children["libraries"] == [set()]


def test_that_run_without_a_display_says_where_the_result_is(start, children, root, monkeypatch, capsys):
    monkeypatch.setattr(start, "run_child", lambda command: 0)
    assert start.main(["run"]) == 0
    said = capsys.readouterr().out
    assert str(root / "build" / "example" / "discharge-anonymous.csv") in said
    assert str(root / "build" / "example" / "discharge-report.json") in said


def test_that_test_hands_its_arguments_and_the_offscreen_platform_to_pytest(start, children):
    assert start.main(["test", "-k", "lattice"]) == 7
    [(command, environ)] = children["commands"]
    assert command == ["-m", "pytest", "-k", "lattice"]
    assert environ["QT_QPA_PLATFORM"] == "offscreen"
    assert "libEGL.so.1" in children["libraries"][0]
    assert "libxcb-cursor.so.0" not in children["libraries"][0]


def test_that_test_alone_checks_first_and_then_runs_everything_in_two_processes(start, children, monkeypatch, capsys):
    monkeypatch.setattr(start, "run_child", lambda command, _environ: children["commands"].append(command[2:]) or 0)
    assert start.main(["test"]) == 0
    tools = [command[0] for command in children["commands"]]
    assert tools == ["ruff", "ruff", "mypy", "pytest", "pytest"]
    _pytest, _quiet, *checked = children["commands"][-2]
    ignored = [f"--ignore={file}" for file in checked]
    assert children["commands"][-1] == ["pytest", "-n", "2", "--dist", "loadfile", *ignored]
    assert capsys.readouterr().out.split("\n")[-2] == "== Tests"


def test_that_a_check_that_fails_ends_the_tests(start, children):
    assert start.main(["test"]) == 7
    assert [command for command, _environ in children["commands"]] == [["-m", "ruff", "check", "."]]


def test_that_the_fast_tier_is_asked_for_in_the_environment(start, children):
    assert start.main(["test", "--fast", "tests/engine"]) == 7
    [(command, environ)] = children["commands"]
    assert command == ["-m", "pytest", "-n", "2", "--dist", "loadfile", "tests/engine"]
    assert environ["ARXDESK_TESTS"] == "fast"


def test_that_the_tests_keep_what_python_compiles_even_where_the_environment_forbids_it(start, children, monkeypatch):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    start.main(["test"])
    assert "PYTHONDONTWRITEBYTECODE" not in children["commands"][0][1]


def test_that_test_keeps_a_qt_platform_that_was_asked_for(start, children, monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    start.main(["test"])
    assert children["commands"][0][1]["QT_QPA_PLATFORM"] == "xcb"
    assert "libxcb-cursor.so.0" in children["libraries"][0]


# What the system has to bring


def test_that_a_missing_library_is_named_with_its_debian_package(system_packages, monkeypatch):
    monkeypatch.setattr(system_packages, "loads", lambda library: library != "libEGL.so.1")
    missing = system_packages.missing_libraries(system_packages.qt_libraries("linux", "offscreen"))
    assert missing == {"libEGL.so.1": "libegl1"}


def test_that_a_library_that_does_not_exist_does_not_load(system_packages):
    assert not system_packages.loads("libarxdesk-absent.so.99")


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_that_no_system_library_is_demanded_outside_linux(system_packages, system):
    assert system_packages.qt_libraries(system, "native") == {}


def test_that_a_python_without_ensurepip_is_told_debians_package(system_packages, monkeypatch):
    monkeypatch.setattr(system_packages.importlib.util, "find_spec", lambda name: None if name == "ensurepip" else name)
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    assert system_packages.missing_python_modules() == {"Python's module ensurepip": package}


def test_that_without_the_right_to_install_the_command_to_do_so_is_given(system_packages, monkeypatch):
    monkeypatch.setattr(system_packages.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(system_packages, "is_administrator", lambda: False)
    with pytest.raises(system_packages.MissingPackagesError, match=r"sudo apt-get install libegl1 libgl1$"):
        system_packages.provide({"libGL.so.1": "libgl1", "libEGL.so.1": "libegl1"}, print)


def test_that_other_distributions_are_told_the_library(system_packages, monkeypatch):
    monkeypatch.setattr(system_packages.shutil, "which", lambda name: None)
    with pytest.raises(system_packages.MissingPackagesError, match=r"libEGL\.so\.1.*your package manager"):
        system_packages.provide({"libEGL.so.1": "libegl1"}, print)


def test_that_the_administrator_gets_the_packages_installed_after_a_refresh_of_the_lists(system_packages, monkeypatch):
    commands = []

    def run_apt(command):
        commands.append(" ".join(command))
        refreshed = any(line.endswith("update") for line in commands)
        return (0 if refreshed else 100), "E: Unable to locate package"

    said = []
    monkeypatch.setattr(system_packages.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(system_packages, "is_administrator", lambda: True)
    monkeypatch.setattr(system_packages, "run_apt", run_apt)
    system_packages.provide({"libEGL.so.1": "libegl1"}, said.append)
    assert commands[-2].endswith("update")
    assert commands[-1].endswith("install --yes --no-install-recommends libegl1")
    assert said == ["Installing system packages: libegl1 ..."]


def test_that_an_installation_that_fails_shows_what_apt_said(system_packages, monkeypatch):
    monkeypatch.setattr(system_packages, "run_apt", lambda command: (100, "E: Could not resolve host"))
    with pytest.raises(system_packages.MissingPackagesError, match="Could not resolve host"):
        system_packages.install_debian_packages(["libegl1"])


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Qt's system libraries are looked up on Linux only")
def test_that_every_library_the_qt_wheel_links_to_is_known(system_packages):
    pyside = importlib.util.find_spec("PySide6")
    assert pyside is not None
    assert pyside.origin is not None
    wheel = Path(pyside.origin).parent
    own = {path.name for path in (*wheel.rglob("*.so*"), *(wheel.parent / "shiboken6").glob("*.so*"))}
    needed_by_python = {"libc.so.6", "libgcc_s.so.1", "libm.so.6", "libstdc++.so.6"}
    plugins = {"offscreen": ("platforms/libqoffscreen.so",), "xcb": ("platforms/libqxcb.so",), "wayland": ()}
    for qt_platform, names in plugins.items():
        files = [wheel / "QtWidgets.abi3.so", *(wheel / "Qt" / "plugins" / name for name in names)]
        files += [wheel / "Qt" / "lib" / f"libQt6{name}.so.6" for name in ("Core", "Gui", "Widgets", "DBus")]
        extra = {"xcb": "XcbQpa", "wayland": "WaylandClient"}.get(qt_platform)
        files += [wheel / "Qt" / "lib" / f"libQt6{extra}.so.6"] if extra else []
        named = {
            match.decode()
            for file in files
            for match in re.findall(rb"(?<=\0)(lib[\w+.-]+\.so\.[.\d]+)(?=\0)", file.read_bytes())
        }
        assert named - own - needed_by_python <= set(system_packages.qt_libraries("linux", qt_platform))


# The command line


def test_that_a_python_that_is_too_old_gets_one_sentence(start):
    complaint = start.version_complaint((3, 9, 18))
    assert complaint == "ArxDesk needs Python 3.11 or later, but this is Python 3.9.18; start it with a newer one."
    assert start.version_complaint((3, 11, 0)) == ""
    assert start.version_complaint((3, 14, 1)) == ""


def test_that_a_python_that_is_too_old_ends_with_status_2(start, monkeypatch, capsys):
    monkeypatch.setattr(start.sys, "version_info", (3, 8, 1))
    assert start.main(["run"]) == 2
    assert "Python 3.8.1" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["start.py", "system_packages.py"])
def test_that_an_old_python_can_read_the_files(name):
    source = (PACKAGING / name).read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 6))
    assert "from __future__ import annotations" not in source  # Python 3.6 would stop there


@pytest.mark.parametrize("arguments", [[], ["dance"], ["run", "faster"]])
def test_that_unknown_words_end_with_the_usage_and_status_2(start, children, capsys, arguments):
    assert start.main(arguments) == 2
    assert capsys.readouterr().err.startswith("usage:")
    assert children["commands"] == []


@pytest.mark.parametrize(("status", "expected"), [(0, 0), (3, 3)])
def test_that_the_status_of_a_child_is_passed_on(start, status, expected):
    assert start.run_child([sys.executable, "-c", f"raise SystemExit({status})"]) == expected


@pytest.mark.skipif(os.name != "posix", reason="signals end processes on POSIX only")
def test_that_a_child_ended_by_a_signal_gives_the_status_a_shell_would_give(start):
    assert start.run_child([sys.executable, "-c", "import os; os.abort()"]) == 128 + signal.SIGABRT


def test_that_an_interrupted_child_may_end_in_its_own_way_before_the_status_is_130(start, monkeypatch):
    waits = []

    class Child:
        returncode = None

        def __init__(self, *_, **__): ...
        def __enter__(self):
            return self

        def __exit__(self, *_): ...
        def wait(self):
            waits.append(1)
            if len(waits) == 1:
                raise KeyboardInterrupt
            self.returncode = 0

    monkeypatch.setattr(start.subprocess, "Popen", Child)
    assert start.run_child(["child"]) == 130
    assert len(waits) == 2


def test_that_an_interruption_of_the_set_up_ends_with_status_130(start, children, monkeypatch):
    def interrupt(root, libraries):
        raise KeyboardInterrupt

    monkeypatch.setattr(start, "set_up", interrupt)
    assert start.main(["run"]) == 130


@pytest.mark.parametrize(
    ("failure", "sentence"),
    [
        (PermissionError(13, "Permission denied", ".venv"), "Permission denied: '.venv'"),
        (OSError(28, "No space left on device"), "The disk is full"),
    ],
)
def test_that_trouble_with_files_is_told_without_a_traceback(start, children, monkeypatch, capsys, failure, sentence):
    def fail(root, libraries):
        raise failure

    monkeypatch.setattr(start, "set_up", fail)
    assert start.main(["run"]) == 1
    told = capsys.readouterr().err
    assert sentence in told
    assert "Traceback" not in told


def test_that_quiet_commands_return_status_and_output(start):
    script = "import sys; print('said'); print('complained', file=sys.stderr); sys.exit(4)"
    status, output = start.run_quietly([sys.executable, "-u", "-c", script])
    assert status == 4
    assert output.split() == ["said", "complained"]


def test_that_the_script_runs_by_its_path_from_any_folder(tmp_path):
    done = subprocess.run(
        [sys.executable, PACKAGING / "start.py", "--help"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert done.stdout.startswith("usage:")


def test_that_the_example_of_the_first_start_is_there(start):
    assert (ROOT / start.EXAMPLE).is_file()
