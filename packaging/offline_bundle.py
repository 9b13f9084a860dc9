"""Makes a bundle that installs ArxDesk without a network: all wheels with their digests, and a script.

    .venv/bin/python packaging/offline_bundle.py [--extra NAME ...] [--python 3.13] [--wheel FILE] [--output dist]

What is downloaded is what requirements.lock names, for the Python and the system that this runs on. On Linux another
version of Python may be named. FILE is the wheel of ArxDesk, as platform_wheel.py makes it for that Python; else one is
made that compiles its kernels at the first start.
"""

from __future__ import annotations

import argparse
import hashlib
import platform
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import distributions
import lock
import reproducible
import sbom
from packaging.markers import default_environment
from packaging.utils import InvalidWheelFilename, parse_wheel_filename

SCRIPT = Path(__file__).resolve().parent / "linux" / "install_offline.sh"
OLDEST_C_LIBRARY, C_LIBRARY = 5, 36
"""Wheels name the oldest minor version of the C library 2 that they run with; Debian 12 has the latter."""


class BundleError(Exception):
    """Something foreseeable prevents the bundle; the message says what it is and what to do."""


def build_wheel(target: Path, root: Path = reproducible.ROOT) -> Path:
    """Build the wheel of ArxDesk; its path. Raises BundleError."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
    _run(command, root)
    [wheel] = target.glob("arxdesk-*.whl")
    return wheel


def download(entries: Iterable[lock.Locked], target: Path, more: Sequence[str] = ()) -> None:
    """Download the wheel of each library, whose digest must be locked; `more` are options of pip. BundleError."""
    with tempfile.TemporaryDirectory() as scratch:
        requirements = Path(scratch) / "requirements.txt"
        requirements.write_text("".join(f"{each.requirement}\n" for each in entries), encoding="utf-8")
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"]
        options = ["--require-hashes", "--only-binary=:all:", "--dest", str(target), "-r", str(requirements)]
        _run([*pip, *options, *more], reproducible.ROOT)


def _run(command: Sequence[str], folder: Path) -> None:
    environ = reproducible.environment()
    done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BundleError(f"{done.stdout}{done.stderr}\nThe bundle could not be made (the output is above).")


def digest(path: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def requirements_of(wheels: Iterable[Path], extras: Sequence[str]) -> str:
    """What pip installs from a folder of wheels: each by its version and digest, ArxDesk with its extras."""
    lines = []
    for wheel in sorted(wheels):
        name, version, *_tags = parse_wheel_filename(wheel.name)
        extra = f"[{','.join(extras)}]" if name == distributions.PROJECT else ""
        lines.append(f"{name}{extra}=={version} --hash=sha256:{digest(wheel)}\n")
    return "".join(lines)


def write_sums(folder: Path) -> None:
    """Write SHA256SUMS, which `sha256sum --check` reads."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != "SHA256SUMS"]
    text = "".join(f"{digest(path)}  {path.relative_to(folder).as_posix()}\n" for path in files)
    (folder / "SHA256SUMS").write_text(text, encoding="utf-8")


def fill(folder: Path, extras: Sequence[str]) -> None:
    """Put requirements, script, bill of materials and sums beside the folder `wheels`."""
    wheels = sorted((folder / "wheels").glob("*.whl"))
    (folder / "requirements.txt").write_text(requirements_of(wheels, extras), encoding="utf-8")
    shutil.copy(SCRIPT, folder / "install.sh")
    names = {str(parse_wheel_filename(wheel.name)[0]): digest(wheel) for wheel in wheels}
    (folder / "arxdesk.cdx.json").write_text(sbom.text_of(sbom.bill(extras, names)), encoding="utf-8")
    write_sums(folder)


def packed(folder: Path, path: Path) -> None:
    """Pack a folder into a tar file that is the same for the same files; wheels are compressed already."""
    seconds = reproducible.moment()

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = seconds
        entry.mode = 0o755 if entry.isdir() or entry.name.endswith(".sh") else 0o644
        return entry

    with tarfile.open(path, "w", format=tarfile.GNU_FORMAT) as archive:
        for inside in (folder, *sorted(folder.rglob("*"))):
            archive.add(inside, inside.relative_to(folder.parent).as_posix(), recursive=False, filter=plain)


def environment_of(version: tuple[int, int]) -> dict[str, str]:
    """What the markers of Python's packaging say on this system with a version of Python."""
    environment = {name: str(value) for name, value in default_environment().items()}
    if version != sys.version_info[:2]:
        number = f"{version[0]}.{version[1]}"
        environment |= {"python_version": number, "python_full_version": f"{number}.0"}
        environment["implementation_version"] = f"{number}.0"
    return environment


def options_for(version: tuple[int, int]) -> list[str]:
    """The options by which pip downloads wheels for a version of Python, for the C library of Debian 12 and older."""
    if version == sys.version_info[:2]:
        return []
    number = f"{version[0]}.{version[1]}"
    options = ["--implementation", "cp", "--python-version", number]
    options += [word for abi in (f"cp{number.replace('.', '')}", "abi3", "none") for word in ("--abi", abi)]
    kinds = [f"manylinux_2_{minor}" for minor in range(C_LIBRARY, OLDEST_C_LIBRARY - 1, -1)]
    for kind in (*kinds, "manylinux2014", "manylinux2010", "manylinux1"):
        options += ["--platform", f"{kind}_{platform.machine()}"]
    return options


def make_bundle(
    extras: Sequence[str], output: Path, version: tuple[int, int] = sys.version_info[:2], wheel: Path | None = None
) -> Path:
    """Make the bundle for a version of Python, with a wheel of ArxDesk that is there; its path. Raises BundleError."""
    require_fitting(wheel, version)
    entries = lock.locked(lock.LOCK.read_text(encoding="utf-8"))
    needed = lock.chosen(entries, distributions.required(extras), environment_of(version))
    kind = f"{sysconfig.get_platform()}-cp{version[0]}{version[1]}".replace("-", "_")
    name = f"arxdesk-{reproducible.version()}-offline-{kind}"
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=output) as scratch:
        folder = Path(scratch) / name
        wheels = folder / "wheels"
        wheels.mkdir(parents=True)
        download(needed, wheels, options_for(version))
        if wheel is None:
            build_wheel(wheels)
        else:
            shutil.copy(wheel, wheels)
        fill(folder, extras)
        path = output / f"{name}.tar"
        packed(folder, path)
    return path


def require_fitting(wheel: Path | None, version: tuple[int, int]) -> None:
    """Raise BundleError for a wheel of ArxDesk of another version, or for another Python."""
    if wheel is None:
        return
    try:
        name, number, _build, tags = parse_wheel_filename(wheel.name)
    except InvalidWheelFilename as failure:
        raise BundleError(f"{failure}; the file of a wheel is needed.") from None
    python = {"py3", f"cp{version[0]}{version[1]}"}
    if (name, str(number)) != (distributions.PROJECT, reproducible.version()) or python.isdisjoint(
        tag.interpreter for tag in tags
    ):
        wanted = f"ArxDesk {reproducible.version()} and Python {version[0]}.{version[1]}"
        raise BundleError(f"{wheel.name} is not for {wanted}; make that one by platform_wheel.py.")


def _version(text: str) -> tuple[int, int]:
    major, minor = text.split(".")
    return int(major), int(minor)


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out the command line; return the exit status."""
    parser = argparse.ArgumentParser(description="Make a bundle that installs ArxDesk without a network.")
    parser.add_argument("--extra", action="append", help="as often as wanted; desktop and postgresql by default")
    parser.add_argument("--python", type=_version, default=sys.version_info[:2], help="3.13, say; else this one")
    parser.add_argument("--wheel", type=Path, help="the wheel of ArxDesk, where it is made already")
    parser.add_argument("--output", type=Path, default=Path("dist"))
    options = parser.parse_args(arguments)
    try:
        path = make_bundle(options.extra or sbom.EXTRAS, options.output, options.python, options.wheel)
    except (BundleError, OSError) as failure:
        print(failure, file=sys.stderr)
        return 1
    print(f"{path} ({path.stat().st_size / 1e6:,.0f} MB, SHA-256 {digest(path)})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
