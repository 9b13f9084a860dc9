"""What packaging/build.py decides and says, without building."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.test_start import PACKAGING, load_from_packaging


@pytest.fixture
def build(monkeypatch):
    """build.py as a fresh module, with its neighbours importable as they are for a script."""
    monkeypatch.syspath_prepend(str(PACKAGING))
    for name in ("start", "system_packages"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setenv("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONHASHSEED", "random")
    monkeypatch.setenv("ARXDESK_WITHOUT_COMPILER", "")
    yield load_from_packaging("build")
    for name in ("start", "system_packages"):
        sys.modules.pop(name, None)


@pytest.fixture
def root(build, tmp_path, monkeypatch):
    """A repository whose PyInstaller makes a folder with two files, and whose set-up is recorded."""
    (tmp_path / "packaging" / "linux" / "share" / "applications").mkdir(parents=True)
    (tmp_path / "packaging" / "linux" / "share" / "applications" / "a.desktop").touch()
    (tmp_path / "packaging" / "linux" / "install.sh").touch()
    commands, set_up = [], []

    def run_quietly(command, when_slow=""):
        commands.append(command)
        build.without_compiler.append(os.environ["ARXDESK_WITHOUT_COMPILER"])
        made = tmp_path / "dist" / "ArxDesk"
        shutil.rmtree(made, ignore_errors=True)
        (made / "_internal" / "numba").mkdir(parents=True)
        (made / "_internal" / "numba" / "large").write_bytes(b"0" * 3_000_000)
        (made / "arxdesk").write_bytes(b"0" * 2_000_000)
        (made / "_internal" / "link").symlink_to(made / "arxdesk")
        return 0, ""

    monkeypatch.setattr(build, "ROOT", tmp_path)
    monkeypatch.setattr(build.start, "run_quietly", run_quietly)
    monkeypatch.setattr(build.start, "set_up", lambda root, libraries: set_up.append((root, libraries)))
    monkeypatch.setattr(build, "succeeds", lambda _command: False)
    monkeypatch.setattr(build.platform, "machine", lambda: "arm64")
    monkeypatch.setattr(build.signal, "signal", lambda *_: None)
    monkeypatch.setattr(build.sys, "platform", "linux")
    build.commands, build.set_up_calls, build.without_compiler = commands, set_up, []
    return tmp_path


def test_that_it_sets_up_with_the_libraries_of_every_platform_and_builds_from_that(build, root, capsys):
    assert build.main([]) == 0
    [(where, libraries)] = build.set_up_calls
    assert where == root
    assert {"libxcb-icccm.so.4", "libwayland-client.so.0", "libEGL.so.1"} <= set(libraries)
    [command] = build.commands
    assert command[0] == str(build.start.environment_python(root))
    assert command[1:3] == ["-m", "PyInstaller"]
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("Building the program")
    assert said[1].startswith("The kernels cannot be compiled here")
    assert said[2] == f"The program is in {root}/dist/ArxDesk (5 MB)."
    assert said[3].startswith("The largest parts, in MB: numba 3, arxdesk 2, ")
    assert build.without_compiler == [""]
    assert (root / "dist" / "ArxDesk" / "share" / "applications" / "a.desktop").exists()
    assert (root / "dist" / "ArxDesk" / "install.sh").exists()


def test_that_kernels_are_compiled_into_a_folder(build, root, monkeypatch):
    commands = []
    monkeypatch.setattr(build, "succeeds", lambda command: commands.append(command) or True)
    monkeypatch.setattr(build.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(build.shutil, "which", lambda name: name)
    assert build.compile_kernels(root, Path("python"), root / "build" / "kernels")
    script, folder = str(root / "packaging" / "compile_kernels.py"), str(root / "build" / "kernels")
    assert commands == [["python", script, folder]]
    assert os.environ["PYTHONHASHSEED"] == "0"


def test_that_compiled_kernels_take_the_place_of_what_compiles_them(build, root, monkeypatch):
    def compile_one(command):
        Path(command[-1]).mkdir(parents=True)
        (Path(command[-1]) / "kernels.so").touch()
        return True

    monkeypatch.setattr(build, "succeeds", compile_one)
    monkeypatch.setattr(build.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(build.shutil, "which", lambda name: name)
    folder = build.make_both(root, Path("python"))
    assert [path.name for path in (folder / "_internal" / "arxdesk_engine" / "kernels" / "built").iterdir()] == [
        "kernels.so"
    ]
    assert build.without_compiler == ["1"]


def test_that_the_folder_is_made_again_where_compiling_fails(build, root, monkeypatch):
    monkeypatch.setattr(build.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(build.shutil, "which", lambda name: name)
    folder = build.make_both(root, Path("python"))
    assert not (folder / "_internal" / "arxdesk_engine").exists()
    assert build.without_compiler == ["1", ""]


def test_that_kernels_are_not_compiled_without_a_compiler_or_where_the_command_fails(build, root, monkeypatch):
    monkeypatch.setattr(build.platform, "machine", lambda: "x86_64")
    assert not build.compile_kernels(root, Path("python"), root / "build" / "kernels")
    monkeypatch.setattr(build.shutil, "which", lambda _name: None)
    monkeypatch.setattr(build, "succeeds", lambda _command: True)
    assert not build.compile_kernels(root, Path("python"), root / "build" / "kernels")
    assert not (root / "build" / "kernels").exists()


def test_that_a_command_has_to_be_there_and_to_succeed(build):
    assert build.succeeds(["true"])
    assert not build.succeeds(["false"])
    assert not build.succeeds(["/no/such/python"])


def test_that_an_interpreter_that_is_given_is_used_without_setting_up(build, root):
    assert build.main(["--python", "/opt/python"]) == 0
    assert build.set_up_calls == []
    assert build.commands[0][0] == "/opt/python"


def test_that_libraries_that_the_folder_will_lack_are_told(build, root, monkeypatch, capsys):
    monkeypatch.setattr(build.system_packages, "loads", lambda library: library != "libxcb-icccm.so.4")
    assert build.main(["--python", "/some/python"]) == 0
    assert "Missing here, and so in the folder: libxcb-icccm.so.4." in capsys.readouterr().out


def test_that_other_systems_get_no_files_of_linux_desktops_and_demand_no_libraries(build, root, monkeypatch):
    monkeypatch.setattr(build.sys, "platform", "darwin")
    assert build.main([]) == 0
    assert build.set_up_calls[0][1] == {}
    assert not (root / "dist" / "ArxDesk" / "share").exists()


@pytest.mark.parametrize(
    ("output", "advice"),
    [
        ("OSError: [Errno 28] No space left on device", "The disk is full"),
        ("/usr/bin/python3: No module named PyInstaller", "leave --python out"),
        ("ValueError: strange", "The program could not be built"),
    ],
)
def test_that_a_failed_build_shows_the_end_of_the_output_and_what_it_means(
    build, root, monkeypatch, capsys, output, advice
):
    long = "\n".join(f"line {number}" for number in range(100))
    monkeypatch.setattr(build.start, "run_quietly", lambda command: (1, f"{long}\n{output}"))
    assert build.main([]) == 1
    told = capsys.readouterr().err
    assert output in told
    assert advice in told
    assert "line 99" in told
    assert "line 50" not in told
    assert "Traceback (most recent call last)" not in told


def test_that_no_interpreter_is_told(build, root, monkeypatch, capsys):
    def fail(command):
        raise FileNotFoundError(command[0])

    monkeypatch.setattr(build.start, "run_quietly", fail)
    assert build.main(["--python", "/nowhere/python"]) == 1
    assert capsys.readouterr().err == "/nowhere/python is no Python interpreter.\n"


def test_that_a_failed_set_up_is_told(build, root, monkeypatch, capsys):
    def fail(root, libraries):
        raise build.start.SetUpError("There is no network.")

    monkeypatch.setattr(build.start, "set_up", fail)
    assert build.main([]) == 1
    assert capsys.readouterr().err == "There is no network.\n"


@pytest.mark.parametrize("arguments", [["--python"], ["fast"], ["--python", "a", "b"]])
def test_that_unknown_words_end_with_the_usage_and_status_2(build, root, capsys, arguments):
    assert build.main(arguments) == 2
    assert capsys.readouterr().err.startswith("usage:")
    assert build.commands == []


def test_that_an_old_python_can_read_the_file():
    for name in ("build.py", "stripping.py"):
        source = (PACKAGING / name).read_text(encoding="utf-8")
        ast.parse(source, feature_version=(3, 6))
        assert "from __future__ import annotations" not in source


def test_that_the_script_runs_by_its_path_from_any_folder(tmp_path: Path):
    command = [sys.executable, PACKAGING / "build.py", "--help"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.startswith("usage:")) == (0, True)
