"""Sets ArxDesk up in `.venv` beside this folder and starts it (`run`) or its tests (`test`).

Only the standard library is used, and Python 3.6 and later can read the file, so that an interpreter that is too old
gets a sentence instead of a syntax error. Generic types in annotations are quoted for the same reason.
"""

import contextlib
import errno
import hashlib
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import FrameType
from typing import IO

import system_packages

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = "resources/arxdesk_resources/examples/discharge/discharge.toml"
OLDEST_PYTHON = (3, 11)
USAGE = "usage: python3 packaging/start.py run | test [--fast] [pytest arguments...]"

# The tests of one file share what their fixtures have solved, so that a file stays in one process.
TWO_PROCESSES = ("-n", "2", "--dist", "loadfile")
# What answers within a minute comes before the tests: style, types and the rules of the house.
HOUSE = ("tests/test_directions.py", "tests/test_house.py", "tests/benchmarks/test_house_table.py")
CHECKS = (("Lint", ("ruff", "check", ".")), ("Format", ("ruff", "format", "--check", ".")), ("Types", ("mypy",)))
TESTS = (
    ("Rules of the house", ("pytest", "-q", *HOUSE)),
    ("Tests", ("pytest", *TWO_PROCESSES, *(f"--ignore={file}" for file in HOUSE))),
)

# Qt platforms that need a display server, with the variable that names it, and those that show nothing at all.
DISPLAY_VARIABLES = {"xcb": "DISPLAY", "wayland": "WAYLAND_DISPLAY"}
INVISIBLE_PLATFORMS = ("offscreen", "minimal")

# Words in pip's output, and the sentence that tells a person what they mean.
PIP_TROUBLES = {
    "No space left on device": "The disk is full; about 1.5 GB are needed.",
    "Permission denied": "Files could not be written; check who owns this folder.",
    "DO NOT MATCH THE HASHES": "A downloaded file is not the one that was recorded; do not use it, and report this.",
    "ReadTimeoutError": "The package index did not answer in time; try again.",
    "ConnectTimeoutError": "The package index could not be reached; check the network connection and the proxy.",
    "NewConnectionError": "The package index could not be reached; check the network connection and the proxy.",
    "NameResolutionError": "The package index could not be reached; check the network connection and the proxy.",
    "ProxyError": "The proxy refused the connection to the package index; check its settings.",
    "SSLError": "The package index could not be trusted; check the certificates of this machine.",
    "from versions: none": "The package index could not be reached, or has nothing for this Python and this system.",
}


class SetUpError(Exception):
    """Something foreseeable prevents the start; the message says what it is and what to do."""


def say(sentence: str) -> None:
    """Print at once, so that the order is kept with what child processes print."""
    print(sentence, flush=True)


def version_complaint(version: "Sequence[int]") -> str:
    """Return the sentence about a Python that is too old, or nothing when it will do."""
    if tuple(version[:2]) >= OLDEST_PYTHON:
        return ""
    found, needed = (".".join(str(part) for part in numbers) for numbers in (version[:3], OLDEST_PYTHON))
    return f"ArxDesk needs Python {needed} or later, but this is Python {found}; start it with a newer one."


# The display


def window_platform(system: str, environ: "Mapping[str, str]") -> str:
    """Return the Qt platform on which a person would see a window, or nothing where there is none.

    `system` is a value of `sys.platform`; the result is "native" on systems that always have a display.
    """
    has_display_server = system not in ("win32", "darwin")
    wished = environ.get("QT_QPA_PLATFORM") or ("xcb;wayland" if has_display_server else "native")
    for wish in wished.split(";"):
        name = wish.partition(":")[0]
        if name in INVISIBLE_PLATFORMS:
            continue
        variable = DISPLAY_VARIABLES.get(name)
        if variable is None or environ.get(variable):
            return name
    return ""


# Child processes


def wait_and_tell(child: "subprocess.Popen[bytes]", when_slow: str) -> None:
    """Wait for a child process, and say a sentence when that takes more than three seconds."""
    try:
        child.wait(3)
    except subprocess.TimeoutExpired:
        if when_slow:
            say(when_slow)
        child.wait()


def run_quietly(command: "Sequence[str]", when_slow: str = "") -> "tuple[int, str]":
    """Run a command in the repository; return its exit status and what it printed."""
    with tempfile.TemporaryFile() as output:
        with subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, close_fds=False
        ) as child:
            try:
                wait_and_tell(child, when_slow)
            except BaseException:
                child.kill()
                raise
        output.seek(0)
        return child.returncode, output.read().decode(errors="replace").strip()


def run_child(command: "Sequence[str]", environ: "Mapping[str, str] | None" = None) -> int:
    """Run a command in the foreground and return its exit status as a shell would (128 + signal).

    An interrupt from the keyboard reaches the child as well; it may end in its own way until the second one.
    """
    interrupted = False
    with subprocess.Popen(command, cwd=ROOT, env=environ) as child:
        while child.returncode is None:
            try:
                child.wait()
            except KeyboardInterrupt:
                if interrupted:
                    child.terminate()
                interrupted = True
            except SystemExit:
                child.terminate()
                raise
    if interrupted:
        return 130
    return child.returncode if child.returncode >= 0 else 128 - child.returncode


def end_with_children(signal_number: int, _frame: "FrameType | None") -> None:
    """Turn a request to terminate into an orderly end that the waiting functions hand on to their children."""
    sys.exit(128 + signal_number)


# The environment


def environment_python(root: Path) -> Path:
    """Return the interpreter inside the environment, whether it exists or not."""
    return root / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def stamp_path(root: Path) -> Path:
    """Return the file that is written when an environment is complete."""
    return root / ".venv" / "set-up.sha256"


def fingerprint(root: Path) -> str:
    """Return a digest of everything an environment is made from, its place included (scripts name it)."""
    digest = hashlib.sha256()
    for name in ("packaging/requirements.lock", "pyproject.toml"):
        digest.update((root / name).read_bytes())
    digest.update("\0".join((sys.version, platform.machine(), str(root))).encode())
    return digest.hexdigest()


def starts(python: Path) -> bool:
    """Tell whether an interpreter runs at all; its base may have been removed."""
    try:
        return run_quietly([str(python), "-c", ""])[0] == 0
    except OSError:
        return False


def is_fresh(root: Path) -> bool:
    """Tell whether the environment is complete, up to date and alive."""
    stamp = stamp_path(root)
    return stamp.is_file() and stamp.read_text() == fingerprint(root) and starts(environment_python(root))


def remove_environment(root: Path) -> None:
    """Remove what is left of an environment, the stamp first, so that an interruption leaves no false promise."""
    environment = root / ".venv"
    if environment.is_symlink():
        environment.unlink()
    if environment.exists():
        with contextlib.suppress(FileNotFoundError):
            stamp_path(root).unlink()
        shutil.rmtree(environment)


def build_environment(root: Path) -> None:
    """Make the environment anew, install the locked packages and the project, and stamp it."""
    say("Setting up ArxDesk in .venv (once, about two minutes) ...")
    remove_environment(root)
    # The started interpreter may be the environment's own, which was just removed.
    base = getattr(sys, "_base_executable", sys.executable)
    python = str(environment_python(root))
    pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input", "install"]
    install([base, "-m", "venv", str(root / ".venv")])
    lock = str(root / "packaging" / "requirements.lock")
    # Python compiles what is imported; all that is installed takes as long again.
    install([*pip, "--no-compile", "--require-hashes", "--only-binary=:all:", "-r", lock])
    install([*pip, "--no-deps", "--no-build-isolation", "-e", str(root)])
    stamp_path(root).write_text(fingerprint(root))


def install(command: "Sequence[str]") -> None:
    """Run one step of the installation; when it fails show all it said, and what that means."""
    status, output = run_quietly(command)
    if status != 0:
        advice = next((advice for words, advice in PIP_TROUBLES.items() if words in output), "")
        raise SetUpError(f"{output}\n\nArxDesk could not be set up (the output is above). {advice}".rstrip())


def compile_kernels(root: Path) -> None:
    """Bring the cache of compiled kernels up to date; quick when it is."""
    command = [str(environment_python(root)), "-m", "arxdesk_engine.kernels.compile"]
    status, output = run_quietly(command, when_slow="Compiling the computing kernels (after changes only) ...")
    if status != 0:
        raise SetUpError(f"{output}\n\nThe computing kernels could not be compiled (the output is above).")


def try_lock(file: "IO[str]") -> bool:
    """Take the operating system's lock on a file, which ends with this process at the latest."""
    if sys.platform == "win32":
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
    else:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


@contextlib.contextmanager
def sole_set_up(root: Path) -> "Iterator[None]":
    """Wait until no other start is setting up the same repository, and keep others waiting meanwhile."""
    (root / "build").mkdir(exist_ok=True)
    with (root / "build" / "set-up.lock").open("a") as file:
        if not try_lock(file):
            say("Another start is setting ArxDesk up; waiting for it ...")
            while not try_lock(file):
                time.sleep(0.5)
        # If this process is killed, an installer it has started goes on and must keep the lock until it ends.
        os.set_inheritable(file.fileno(), True)
        yield


def set_up(root: Path, libraries: "Mapping[str, str]", meanwhile: "Callable[[], int] | None" = None) -> int:
    """Make everything ready that a start needs: system packages, environment, compiled kernels.

    What needs no kernels may run while they are compiled; its exit status is returned, else 0.
    """
    with sole_set_up(root):
        fresh = is_fresh(root)
        modules = {} if fresh else system_packages.missing_python_modules()
        system_packages.provide({**modules, **system_packages.missing_libraries(libraries)}, say)
        if not fresh:
            build_environment(root)
        if meanwhile is None:
            compile_kernels(root)
            return 0
        with ThreadPoolExecutor(1) as beside:
            compiling = beside.submit(compile_kernels, root)
            status = meanwhile()
            if status == 0:
                compiling.result()
        return status


# The commands


def run_steps(root: Path, steps: "Iterable[tuple[str, Sequence[str]]]", environ: "Mapping[str, str]") -> int:
    """Run modules of the environment one after the other; return the exit status of the first that fails, else 0."""
    for title, command in steps:
        if title:
            say(f"== {title}")
        status = run_child([str(environment_python(root)), "-m", *command], environ)
        if status != 0:
            return status
    return 0


def run(root: Path) -> int:
    """Open the window with the example project, or compute the example where there is no display."""
    qt_platform = window_platform(sys.platform, os.environ)
    set_up(root, system_packages.qt_libraries(sys.platform, qt_platform) if qt_platform else {})
    python = str(environment_python(root))
    if qt_platform:
        say("Opening ArxDesk with the example project ...")
        return run_child([python, "-m", "arxdesk", EXAMPLE])
    folder = root / "build" / "example"
    folder.mkdir(parents=True, exist_ok=True)
    output, report = (folder / name for name in ("discharge-anonymous.csv", "discharge-report.json"))
    files = ["--output", output.relative_to(root), "--report", report.relative_to(root)]
    status = run_child([python, "-m", "arxdesk", "run", EXAMPLE, *map(str, files)])
    if status == 0:
        say("There is no display here, so the example was anonymized without a window.")
        say(f"The anonymized table is {output}, the report is {report}.")
    return status


def test(root: Path, arguments: "Sequence[str]") -> int:
    """Run the tests, without a screen unless QT_QPA_PLATFORM names another Qt platform.

    All of them, and the checks before them, where nothing else is asked for; `--fast` leaves out what takes long, and
    anything else is handed to pytest as it is.
    """
    qt_platform = os.environ.get("QT_QPA_PLATFORM") or "offscreen"
    libraries = system_packages.qt_libraries(sys.platform, qt_platform.partition(":")[0])
    environ = {**os.environ, "QT_QPA_PLATFORM": qt_platform}
    environ.pop("PYTHONDONTWRITEBYTECODE", None)  # hundreds of interpreters would each compile the same modules
    if not arguments:
        return set_up(root, libraries, partial(run_steps, root, CHECKS, environ)) or run_steps(root, TESTS, environ)
    set_up(root, libraries)
    if arguments[0] == "--fast":
        environ["ARXDESK_TESTS"] = "fast"
        arguments = (*TWO_PROCESSES, *arguments[1:])
    return run_steps(root, [("", ("pytest", *arguments))], environ)


def perform(arguments: "Sequence[str]") -> int:
    """Carry out the command line and return the exit status."""
    if arguments[:1] == ["test"]:
        return test(ROOT, arguments[1:])
    if arguments == ["run"]:
        return run(ROOT)
    if arguments in (["-h"], ["--help"]):
        say(USAGE)
        return 0
    print(USAGE, file=sys.stderr)
    return 2


def main(arguments: "Sequence[str]") -> int:
    """Carry out the command line; say in a sentence what prevents it, and return the exit status."""
    complaint = version_complaint(sys.version_info[:3])
    if complaint:
        print(complaint, file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, end_with_children)
    try:
        return perform(arguments)
    except (SetUpError, system_packages.MissingPackagesError) as failure:
        print(failure, file=sys.stderr)
        return 1
    except OSError as failure:
        advice = PIP_TROUBLES["No space left on device"] if failure.errno == errno.ENOSPC else ""
        print(f"ArxDesk could not be started: {failure}. {advice}".rstrip(), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
