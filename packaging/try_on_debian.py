"""Tries every installer on a bare Debian, as a person without rights: installs, checks, uses and removes it.

    debootstrap --variant=minbase bookworm /var/tmp/debian12
    sudo .venv/bin/python packaging/try_on_debian.py /var/tmp/debian12 --artefacts dist [--uv FILE] [--way NAME ...]
        [--output FILE.json] [--pictures FOLDER]

Each way is tried in a system of its own that lies over the one given (an overlay), which stays as it is. What Debian
has to bring is installed first, from the network; the person then works in a network without interfaces. Told are
what each way takes, and what is left of it anywhere, apart: of ArxDesk, of the tool that installed it, of others.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import resource
import shutil
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import system_packages

EXAMPLE = Path(__file__).resolve().parent.parent / "resources" / "arxdesk_resources" / "examples" / "discharge"
PERSON = "person"
HOME = Path("home") / PERSON
HANDED_OVER = "srv/arxdesk"
"""Where the artefacts, the example and uv lie in the system."""
TESTED_WITH = ("xvfb", "xauth")
INSIDE = "ARXDESK_TRIES_INSIDE"
# Not looked into: file systems of the kernel, what was handed over, and what Debian itself notes about its packages.
PASSED_OVER = ("proc", "sys", "dev", "run", HANDED_OVER, "var/lib/apt", "var/lib/dpkg", "var/cache/apt", "var/log")
LINES_TOLD = 15
WINDOW_SECONDS = 40
LOG = "~/.local/state/ArxDesk/log/arxdesk.log"
NOTHING_WRONG = f"test -s {LOG}\nif grep -E '^[-0-9]+ [:,0-9]+ (WARNING|ERROR|CRITICAL) ' {LOG}; then exit 1; fi"
"""Fails where the window has written no log, or of anything that went wrong; says what."""
FUSE = Path("/dev/fuse")
"""What programs mount by that have no rights; every desktop has it."""
PROJECT = "ArxDesk"
KEPT_BY = {
    "uv": (".cache/uv", ".local/share/uv", ".local/bin"),
    "pipx": (
        *(".local/share/pipx", ".local/state/pipx", ".local/pipx", ".cache/pipx"),
        *(".local/bin", ".local/share/man"),
    ),
    "pip": (".cache/pip",),
    "fontconfig": (".cache/fontconfig",),
    "Mesa": (".cache/mesa_shader_cache", ".cache/mesa_shader_cache_db"),
}
"""Where tools keep what is theirs below the home of the person; all else is of ArxDesk."""
OF_RUNTIME = ("tmp/appimage_extracted_", "tmp/.mount_")
"""Where the runtime of AppImages unpacks or mounts one while it runs."""
SHARED = ("pip", "fontconfig", "Mesa")
"""Those that are asked by more programs than ArxDesk, whichever way it was installed."""
FOR_ALL = (".cache", ".local", ".local/share", ".local/state", ".config")
"""Folders of all programs, which are on every desktop: what is in them is looked at."""


class TrialError(Exception):
    """Something foreseeable prevents the trials; the message says what it is and what to do."""


@dataclass(frozen=True)
class Way:
    """One way to install: shell commands of the person, or of root where only root can."""

    name: str
    artefact: str  # the pattern of its file or folder
    install: str
    program: str
    remove: str
    packages: tuple[str, ...] = ()  # of Debian, that have to be there before
    is_for_root: bool = False
    tool: str = ""  # that the person installs and removes with, where it keeps files of its own
    forget: str = "rm -rf ~/.cache/ArxDesk ~/.config/ArxDesk ~/.local/state/ArxDesk"  # as the page on installing says


@dataclass(frozen=True)
class Left:
    """What is left by somebody: the uppermost paths, the number of files in them, and their bytes on the disk."""

    owner: str
    paths: list[str]
    files: int
    size: int

    def told(self) -> str:
        """It in a line."""
        places = ", ".join(f"`/{path}`" for path in self.paths)
        return f"{self.owner}: {self.size / 1e6:,.1f} MB in {self.files:,} files ({places})"


@dataclass
class Outcome:
    """What was seen of one way: bytes, seconds that passed and of the processor in user mode, what is left."""

    way: str
    system: str
    packed: int = 0
    installed: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    processor: dict[str, float] = field(default_factory=dict)
    left: list[Left] = field(default_factory=list)
    left_after_forgetting: list[Left] = field(default_factory=list)
    failure: str = ""


_WINDOW = ("libegl1",)
"""What every desktop has."""
_QT = tuple(sorted({*system_packages.QT_LIBRARIES.values(), *system_packages.PLATFORM_LIBRARIES["xcb"].values()}))
"""What Qt's own wheel asks the system for; the other ways bring it."""
_PYTHON = ("python3", "python3-venv", *_QT)
_OFFLINE = "PIP_NO_INDEX=1 PIP_FIND_LINKS=/srv/arxdesk/wheels"
WAYS = (
    Way(
        name="wheel, uv",
        artefact="wheels",
        install="uv tool install --quiet --offline --no-index --find-links /srv/arxdesk/wheels 'arxdesk[desktop]'",
        program="~/.local/bin/arxdesk",
        remove="uv tool uninstall --quiet arxdesk",
        packages=_PYTHON,
        tool="uv",
    ),
    Way(
        name="wheel, pipx",
        artefact="wheels",
        install=f"{_OFFLINE} pipx install 'arxdesk[desktop]'",
        program="~/.local/bin/arxdesk",
        remove="pipx uninstall arxdesk",
        packages=(*_PYTHON, "pipx"),
        tool="pipx",
    ),
    Way(
        name="offline bundle",
        artefact="*-offline-*.tar",
        install="tar -xf /srv/arxdesk/*-offline-*.tar && arxdesk-*/install.sh",
        program="~/.local/bin/arxdesk",
        remove="arxdesk-*/install.sh --remove && rm -r arxdesk-*-offline-*",
        packages=_PYTHON,
    ),
    Way(
        name="portable folder",
        artefact="ArxDesk",
        install="cp -R /srv/arxdesk/ArxDesk . && ArxDesk/install.sh",
        program="~/ArxDesk/arxdesk",
        remove="ArxDesk/install.sh --remove && rm -r ArxDesk",
        packages=_WINDOW,
    ),
    Way(
        name=".deb",
        artefact="arxdesk_*.deb",
        install="apt-get install --quiet --quiet --yes --no-install-recommends /srv/arxdesk/arxdesk_*.deb",
        program="arxdesk",
        remove="apt-get purge --quiet --quiet --yes --autoremove arxdesk",
        is_for_root=True,
    ),
    Way(
        name="AppImage",
        artefact="*.AppImage",
        install="cp /srv/arxdesk/*.AppImage .",
        program="~/ArxDesk-*.AppImage --appimage-extract-and-run",
        remove="rm ArxDesk-*.AppImage",
        packages=_WINDOW,
    ),
    Way(
        name="AppImage, mounted",
        artefact="*.AppImage",
        install="cp /srv/arxdesk/*.AppImage .",
        program="~/ArxDesk-*.AppImage",
        remove="rm ArxDesk-*.AppImage",
        packages=(*_WINDOW, "fuse3", "libfuse2"),
    ),
)
WAYS_BY_PACKAGES = [way.packages for way in WAYS]


@dataclass(frozen=True)
class System:
    """A system whose root is a folder."""

    root: Path

    def run(self, script: str, *, as_root: bool = False) -> tuple[float, float]:
        """Run a shell script; the seconds that passed, and those of the processor. Raises TrialError where it fails."""
        home, name = ("/root", "root") if as_root else (f"/{HOME}", PERSON)
        environ = {"HOME": home, "USER": name, "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
        environ["PATH"] = f"/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/{HANDED_OVER}/bin"
        inside = ["chroot", f"--userspec={name}:{name}", "--groups=", str(self.root), "/bin/sh", "-ec"]
        begun, used = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        command = [*([] if as_root else ["unshare", "--net"]), *inside, f"cd ~\n{script}"]
        done = subprocess.run(command, env=environ, capture_output=True, text=True, errors="replace", check=False)
        if done.returncode != 0:
            end = (done.stdout + done.stderr).splitlines()[-LINES_TOLD:]
            raise TrialError("\n".join((f"{script} ended with status {done.returncode}:", *end)))
        return time.monotonic() - begun, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - used

    def name(self) -> str:
        """The name and the number of the distribution."""
        lines = (self.root / "etc" / "os-release").read_text(encoding="utf-8").splitlines()
        facts = dict(line.split("=", 1) for line in lines if "=" in line)
        return f"{facts['NAME'].strip(chr(34)).split()[0]} {facts['VERSION_ID'].strip(chr(34))}"

    def paths(self) -> set[str]:
        """All paths, except for those that say nothing about an installation."""
        return set(_walk(self.root, ""))

    def bytes_of(self, paths: Iterable[str]) -> int:
        """The room that some paths take on the disk; what has several names counts once."""
        entries = []
        for path in paths:
            with contextlib.suppress(PermissionError):  # mounted by the person, and nobody else may look
                entries.append((self.root / path).lstat())
        return sum({(entry.st_dev, entry.st_ino): entry.st_blocks * 512 for entry in entries}.values())


def _walk(root: Path, below: str) -> Iterator[str]:
    try:
        entries = [*os.scandir(root / below)]
    except PermissionError:  # mounted by the person, and nobody else may look
        return
    for entry in entries:
        path = f"{below}/{entry.name}" if below else entry.name
        if path not in PASSED_OVER:
            yield path
            if entry.is_dir(follow_symlinks=False):
                yield from _walk(root, path)


def uppermost(paths: Iterable[str]) -> list[str]:
    """Of some paths those that lie in none of the others, in order."""
    found: list[str] = []
    for path in sorted(paths, key=lambda each: each.split("/")):
        if not (found and path.startswith(f"{found[-1]}/")):
            found.append(path)
    return found


def owner(path: str, tool: str) -> str:
    """Whose a path is that was left: of the tool that installed, of one that programs share, or ArxDesk's."""
    if path.startswith(OF_RUNTIME):
        return "runtime of AppImages"
    below = path.removeprefix(f"{HOME}/")
    if below.startswith(".local/bin/"):
        return PROJECT
    for name in dict.fromkeys((tool, *SHARED)):
        if any(below == place or below.startswith(f"{place}/") for place in KEPT_BY.get(name, ())):
            return name
    return PROJECT


def sorted_out(system: System, paths: Iterable[str], tool: str) -> list[Left]:
    """What is left, by whom: ArxDesk first, and then by name."""
    by_owner: dict[str, list[str]] = {}
    for path in {*paths} - {f"{HOME}/{each}" for each in FOR_ALL}:
        by_owner.setdefault(owner(path, tool), []).append(path)
    found = []
    for name, theirs in by_owner.items():
        # These functions of os.path raise nothing where nobody else may look; those of Path do.
        folders = sum(os.path.isdir(system.root / path) and not os.path.islink(system.root / path) for path in theirs)  # noqa: PTH112, PTH114
        files = len(theirs) - folders
        found.append(Left(name, uppermost(theirs), files, system.bytes_of(theirs)))
    return sorted(found, key=lambda each: (each.owner != PROJECT, each.owner))


def mount(*arguments: str | Path) -> None:
    """Mount into the name space of this process. Raises TrialError."""
    done = subprocess.run(["mount", *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise TrialError(f"mount failed: {done.stderr.strip()}")


def over(lower: Sequence[Path], scratch: Path) -> System:
    """A system that begins as those below, and keeps what changes to itself."""
    parts = {name: scratch / name for name in ("upper", "work", "root")}
    for part in parts.values():
        part.mkdir(parents=True)
    options = f"lowerdir={':'.join(map(str, lower))},upperdir={parts['upper']},workdir={parts['work']}"
    mount("-t", "overlay", "overlay", "-o", options, parts["root"])
    root = parts["root"]
    mount("-t", "proc", "proc", root / "proc")
    mount("-t", "tmpfs", "-o", "mode=1777", "shm", root / "dev" / "shm")
    if FUSE.exists():
        (root / FUSE.relative_to("/")).unlink(missing_ok=True)  # a layer below may have it
        os.mknod(root / FUSE.relative_to("/"), stat.S_IFCHR | 0o666, FUSE.stat().st_rdev)
        (root / FUSE.relative_to("/")).chmod(0o666)
    shutil.copy("/etc/resolv.conf", root / "etc" / "resolv.conf")
    return System(root)


def unmount(system: System) -> None:
    """Take a system away again; what changed in it stays in its folder `upper`."""
    for place in ("dev/shm", "proc", ""):
        subprocess.run(["umount", str(system.root / place)], capture_output=True, check=False)


def prepared(base: Path, packages: tuple[str, ...], scratch: Path) -> Path:
    """A layer over a system that has the person and some packages of Debian."""
    folder = scratch / f"layer-{WAYS_BY_PACKAGES.index(packages)}"
    if not folder.exists():
        system = over([base], folder)
        wanted = " ".join((*TESTED_WITH, *packages))
        system.run(f"apt-get update -qq && apt-get install -qq --yes --no-install-recommends {wanted}", as_root=True)
        # The folder of X's sockets is there on every system that has shown a window, the list of mounts on every one.
        system.run(f"useradd --create-home {PERSON} && install -d -m 1777 /tmp/.X11-unix", as_root=True)
        system.run("ln -sf ../proc/self/mounts /etc/mtab", as_root=True)
        unmount(system)
    return folder / "upper"


def hand_over(system: System, found: Path, uv: Path | None) -> None:
    """Put an artefact, the example and uv where the person finds them."""
    place = system.root / HANDED_OVER
    (place / "bin").mkdir(parents=True)
    if found.is_dir():
        shutil.copytree(found, place / found.name, symlinks=True)
    else:
        shutil.copy(found, place)
    shutil.copytree(EXAMPLE, place / "example")
    if uv is not None:
        shutil.copy(uv, place / "bin" / "uv")


def size(path: Path) -> int:
    """The bytes of a file, or of the larger wheel of ArxDesk in a folder of wheels; a folder is not packed: 0."""
    if path.is_dir():
        return max((wheel.stat().st_size for wheel in path.glob("arxdesk-*.whl")), default=0)
    return path.stat().st_size


def steps(way: Way) -> Iterator[tuple[str, str, bool]]:
    """What the person does between installing and removing: name, script, whether as root."""
    yield "install", way.install, way.is_for_root
    window = f"xvfb-run --auto-servernum {way.program} --check"
    yield "first check", f"{window} ~/pictures", False
    yield "later check", window, False
    job = f"cp -R /{HANDED_OVER}/example . && {way.program} run example/discharge.toml --output result.csv"
    yield "example", f"{job} && test -s result.csv", False
    # Opened as a person does, with settings and a log of their own, and ended as a computer that is switched off does.
    opened = f"timeout --kill-after=10 {WINDOW_SECONDS} {way.program} example/discharge.csv"
    noted = f"xvfb-run --auto-servernum sh -c '{opened}; echo $? > ~/ended' || true"  # its own end may fail
    yield "window", f"{noted}\ntest $(cat ~/ended) -eq 124\nrm -rf ~/ended /tmp/xvfb-run.*\n{NOTHING_WRONG}", False
    yield "remove", way.remove, way.is_for_root


def try_way(way: Way, system: System, outcome: Outcome, pictures: Path | None) -> None:
    """Carry out all steps of a way, and note what is seen. Raises TrialError where one fails."""
    before = system.paths()
    for name, script, as_root in steps(way):
        passed, used = system.run(script, as_root=as_root)
        outcome.seconds[name], outcome.processor[name] = round(passed, 1), round(used, 1)
        if name == "install":
            outcome.installed = system.bytes_of(system.paths() - before)
        elif name == "first check" and pictures is not None:
            place = pictures / f"{outcome.system}, {way.name}".replace(" ", "_")
            shutil.copytree(system.root / HOME / "pictures", place, dirs_exist_ok=True)
    system.run("rm -r ~/example ~/result.csv ~/pictures")  # the person's own files
    outcome.left = sorted_out(system, system.paths() - before, way.tool)
    system.run(way.forget)
    outcome.left_after_forgetting = sorted_out(system, system.paths() - before, way.tool)


def artefact(way: Way, folder: Path) -> Path:
    """What a way installs from. Raises TrialError where there is none or several."""
    found = sorted(folder.glob(way.artefact))
    if len(found) != 1:
        raise TrialError(f"{folder} has {len(found)} times {way.artefact}, which “{way.name}” installs; 1 is needed.")
    return found[0]


def try_all(base: Path, ways: Iterable[Way], options: argparse.Namespace) -> Iterator[Outcome]:
    """Try some ways over a system, one after the other."""
    with tempfile.TemporaryDirectory(dir=base.parent, ignore_cleanup_errors=True) as scratch:
        for number, way in enumerate(ways):
            outcome = Outcome(way.name, System(base).name())
            system = None
            try:
                found = artefact(way, options.artefacts)
                outcome.packed = size(found)
                layer = prepared(base, way.packages, Path(scratch))
                system = over([layer, base], Path(scratch) / str(number))
                hand_over(system, found, options.uv)
                try_way(way, system, outcome, options.pictures)
            except TrialError as failure:
                outcome.failure = str(failure)
            finally:
                if system is not None:
                    unmount(system)
                shutil.rmtree(Path(scratch) / str(number), ignore_errors=True)
            yield outcome


def told(left: Sequence[Left]) -> str:
    """What is left, ArxDesk's first, in any case."""
    by_arxdesk = [] if any(each.owner == PROJECT for each in left) else [f"{PROJECT}: nothing"]
    return "; ".join((*by_arxdesk, *(each.told() for each in left)))


def row(outcome: Outcome) -> str:
    """One way as a row of a table in Markdown."""
    if outcome.failure:
        return f"| {outcome.way} | {outcome.system} | failed: {outcome.failure.splitlines()[0]} | | | | | | | |"
    steps_told = ("install", "first check", "later check", "example")
    took = [f"{outcome.seconds[name]:.0f} s ({outcome.processor[name]:.0f})" for name in steps_told]
    left = [told(each) for each in (outcome.left, outcome.left_after_forgetting)]
    packed = f"{outcome.packed / 1e6:,.0f} MB" if outcome.packed else "–"
    cells = [outcome.way, outcome.system, packed, f"{outcome.installed / 1e6:,.0f} MB", *took, *left]
    return f"| {' | '.join(cells)} |"


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Try every installer on a bare Debian.")
    parser.add_argument("root", type=Path, help="the system, as debootstrap makes it")
    parser.add_argument("--artefacts", type=Path, default=Path("dist"), help="the folder with the installers")
    parser.add_argument("--uv", type=Path, help="the program uv, which Debian does not have")
    parser.add_argument("--way", action="append", choices=[way.name for way in WAYS], help="as often as wanted")
    parser.add_argument("--output", type=Path, help="where to write all that was seen, as JSON")
    parser.add_argument("--pictures", type=Path, help="where to leave pictures of the window")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out the command line; return the exit status, 1 where a way failed."""
    options = _arguments(arguments)
    if os.geteuid() != 0 or not (options.root / "etc" / "os-release").is_file():
        print("It has to be started by root, with the root of a system that debootstrap has made.", file=sys.stderr)
        return 2
    if INSIDE not in os.environ:  # what is mounted goes with the process that has mounted it
        command = ["unshare", "--mount", "--propagation", "private", sys.executable, __file__]
        environ = {**os.environ, INSIDE: "1"}
        return subprocess.run([*command, *(arguments or sys.argv[1:])], env=environ, check=False).returncode
    outcomes = []
    ways = [way for way in WAYS if not options.way or way.name in options.way]
    for outcome in try_all(options.root.resolve(), ways, options):
        outcomes.append(outcome)
        print(row(outcome), flush=True)
        if options.output is not None:
            text = json.dumps([asdict(each) for each in outcomes], indent=1, ensure_ascii=False)
            options.output.write_text(f"{text}\n", encoding="utf-8")
    for outcome in outcomes:
        if outcome.failure:
            print(f"\n{outcome.way}: {outcome.failure}", file=sys.stderr)
    return int(any(outcome.failure for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
