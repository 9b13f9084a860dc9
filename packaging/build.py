"""Builds the program that runs without Python being installed: the folder `dist/ArxDesk`. See packaging/README.md.

It is made from the environment that start.py sets up, by PyInstaller and arxdesk.spec. Only the standard library is
used, and Python 3.6 and later can read the file, as start.py explains.
"""

import errno
import os
import platform
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import fewer_libraries
import icu_data
import start
import stripping
import system_packages

ROOT = Path(__file__).resolve().parent.parent
USAGE = """usage: python3 packaging/build.py [--python PYTHON]

Builds dist/ArxDesk. With --python, an interpreter whose environment already has everything, nothing is set up."""
MEGABYTE = 1_000_000
LINES_OF_FAILURE = 25
LARGEST = 8
UNUSED_THOUGH_LINKED = ("libarrow_substrait.so",)
"""Libraries that the folder does without, as far as nothing asks for what is in them."""
TROUBLES = {
    "No space left on device": "The disk is full; about 3 GB are needed.",
    "Permission denied": "Files could not be written; check who owns this folder, and whether the program runs.",
    "No module named PyInstaller": "This environment lacks PyInstaller; leave --python out, and it is set up.",
}


class BuildError(Exception):
    """Something foreseeable prevents the build; the message says what it is and what to do."""


def libraries() -> "dict[str, str]":
    """Return the system libraries that go into the folder, so that a window opens on systems that lack them."""
    found = {}  # type: dict[str, str]
    if sys.platform.startswith("linux"):
        for qt_platform in system_packages.PLATFORM_LIBRARIES:
            found.update(system_packages.qt_libraries(sys.platform, qt_platform))
    return found


def make_folder(root: Path, python: Path, *, with_compiler: bool) -> Path:
    """Have PyInstaller make the folder, with what compiles kernels or without; return it."""
    work, target = root / "build" / "pyinstaller", root / "dist"
    options = ["--noconfirm", "--log-level", "WARN", "--workpath", str(work), "--distpath", str(target)]
    prepare(root)
    os.environ["ARXDESK_WITHOUT_COMPILER"] = "" if with_compiler else "1"  # arxdesk.spec reads it
    command = [str(python), "-m", "PyInstaller", *options, str(root / "packaging" / "arxdesk.spec")]
    try:
        status, output = start.run_quietly(command)
    except FileNotFoundError:
        raise BuildError(f"{python} is no Python interpreter.") from None
    folder = target / "ArxDesk"
    if status != 0 or not folder.is_dir():
        end = "\n".join(output.splitlines()[-LINES_OF_FAILURE:])
        advice = next((advice for words, advice in TROUBLES.items() if words in output), "")
        raise BuildError(f"{end}\n\nThe program could not be built (why is above). {advice}".rstrip())
    return folder


def can_compile() -> bool:
    """Tell whether kernels can be compiled ahead on this system."""
    return sys.platform.startswith("linux") and platform.machine() == "x86_64" and shutil.which("cc") is not None


def compile_kernels(root: Path, python: Path, target: Path) -> bool:
    """Compile the kernels for the levels of processors into a folder; tell whether that was possible here.

    Where it is not, the program has what compiles them at the first start, and is larger.
    """
    shutil.rmtree(str(target), ignore_errors=True)
    if not can_compile():
        return False
    prepare(root)
    command = [str(python), str(root / "packaging" / "compile_kernels.py"), str(target)]
    if not succeeds(command):
        shutil.rmtree(str(target), ignore_errors=True)
        return False
    return True


def make_both(root: Path, python: Path) -> Path:
    """Make the folder while the kernels are compiled: either takes one core. Return the folder with the kernels in it.

    Where they could not be compiled the folder is made again, with what compiles them.
    """
    kernels = root / "build" / "kernels"
    with ThreadPoolExecutor(1) as beside:
        compiling = beside.submit(compile_kernels, root, python, kernels)
        folder = make_folder(root, python, with_compiler=not can_compile())
        are_compiled = compiling.result()
    if are_compiled:
        shutil.copytree(str(kernels), str(folder / "_internal" / "arxdesk_engine" / "kernels" / "built"))
        return folder
    start.say("The kernels cannot be compiled here; the program does it at its first start. See packaging/README.md.")
    return make_folder(root, python, with_compiler=True) if can_compile() else folder


def succeeds(command: "Sequence[str]") -> bool:
    """Run a command without what it says of errors; tell whether it has done what it should."""
    try:
        return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0
    except FileNotFoundError:
        return False


def prepare(root: Path) -> None:
    """Have programs that are started give the same result each time: sets come in the order of hashes, and Numba names
    constants by them."""
    os.environ["PYTHONHASHSEED"] = "0"
    set_path(root)


def set_path(root: Path) -> None:
    """Have Python find what lies here, also where the environment has been made for another copy of the project."""
    os.environ["PYTHONPATH"] = os.pathsep.join(str(root / folder) for folder in ("", "engine", "resources"))


def add_desktop_files(root: Path, folder: Path) -> None:
    """Put what desktops on Linux ask for beside the program."""
    linux = root / "packaging" / "linux"
    shutil.copytree(str(linux / "share"), str(folder / "share"))
    shutil.copy(str(linux / "install.sh"), str(folder))


def size(path: Path) -> int:
    """Return the bytes of a file, or of all files in a folder, links not counted."""
    if path.is_symlink():
        return 0
    return sum(size(inside) for inside in path.iterdir()) if path.is_dir() else path.stat().st_size


def tell(folder: Path) -> None:
    """Say where the program is and what makes it large."""
    parts = [*(folder / "_internal").iterdir(), *(path for path in folder.iterdir() if path.name != "_internal")]
    sizes = sorted(((size(path), path.name) for path in parts), reverse=True)
    start.say(f"The program is in {folder} ({sum(number for number, _ in sizes) / MEGABYTE:,.0f} MB).")
    largest = ", ".join(f"{name} {number / MEGABYTE:,.0f}" for number, name in sizes[:LARGEST])
    start.say(f"The largest parts, in MB: {largest}.")


def build(root: Path, python: "Path | None") -> None:
    """Set up where no interpreter is given, and build."""
    if python is None:
        start.set_up(root, libraries())
        python = start.environment_python(root)
    else:
        missing = system_packages.missing_libraries(libraries())
        if missing:
            names = ", ".join(missing)
            start.say(f"Missing here, and so in the folder: {names}. No window opens where they are missing, too.")
    start.say("Building the program (two to four minutes) ...")
    folder = make_both(root, python)
    if sys.platform.startswith("linux"):
        stripping.strip_libraries(folder / "_internal")
        for name in UNUSED_THOUGH_LINKED:
            fewer_libraries.take_out(folder / "_internal", name)
        fewer_libraries.link_same(folder / "_internal")
        icu_data.shrink(folder / "_internal")
        add_desktop_files(root, folder)
    tell(folder)


def perform(arguments: "Sequence[str]") -> int:
    """Carry out the command line and return the exit status."""
    if arguments in (["-h"], ["--help"]):
        start.say(USAGE)
        return 0
    if arguments and (arguments[0] != "--python" or len(arguments) != 2):
        print(USAGE, file=sys.stderr)
        return 2
    build(ROOT, Path(arguments[1]) if arguments else None)
    return 0


def main(arguments: "Sequence[str]") -> int:
    """Carry out the command line; say in a sentence what prevents it, and return the exit status."""
    complaint = start.version_complaint(sys.version_info[:3])
    if complaint:
        print(complaint, file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, start.end_with_children)
    try:
        return perform(arguments)
    except (BuildError, start.SetUpError, system_packages.MissingPackagesError) as failure:
        print(failure, file=sys.stderr)
        return 1
    except OSError as failure:
        advice = TROUBLES["No space left on device"] if failure.errno == errno.ENOSPC else ""
        print(f"The program could not be built: {failure}. {advice}".rstrip(), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
