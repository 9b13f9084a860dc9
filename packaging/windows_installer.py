"""Makes the installer for Windows, on Linux: the official embeddable Python, all wheels, and an installer by NSIS.

    .venv/bin/python packaging/windows_installer.py --python-zip python-3.13.2-embed-amd64.zip [--output dist]
        [--certificate FILE.p12]

The zip is the "Windows embeddable package (64-bit)" of python.org; its version decides which wheels are taken. It
installs for one person, without administrator rights. `makensis` comes from Debian's package nsis. A certificate signs
installer and uninstaller with osslsigncode; the variable ARXDESK_CERTIFICATE_PASSWORD has its password.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

import distributions
import icon_files
import lock
import offline_bundle
import reproducible
import sbom

SCRIPT = Path(__file__).resolve().parent / "windows" / "arxdesk.nsi"
PASSWORD = "ARXDESK_CERTIFICATE_PASSWORD"  # noqa: S105 - the name of a variable
START = '@"%~dp0python\\python.exe" -m arxdesk %*\r\n'
SUPERFLUOUS = re.compile(
    r"/tests?/|\.pyi$|/__pycache__/|\.(pyx|pxd|h|hpp|lib)$|^PySide6/(qml|metatypes|typesystems|include|glue|doc)/|"
    r"^PySide6/translations/(?!qtbase_(de|es|fr)\.qm)|^PySide6/\w+\.exe$|"
    r"^PySide6/(Qt6|Qt)(Qml|Quick|Network|Designer|Pdf|VirtualKeyboard|Test|Sql|Help|UiTools|3D|Labs)\w*\.(dll|pyd)$|"
    r"^PySide6/(opengl32sw|av\w+-\d+)\.dll$|^pyarrow/(include|src|tests|includes)/|^pyarrow/(arrow_flight|_flight)"
)


class InstallerError(Exception):
    """Something foreseeable prevents the installer; the message says what it is and what to do."""


def version_of(names: Sequence[str]) -> tuple[int, int]:
    """The version of Python in a zip, by the names of its files. Raises InstallerError."""
    for name in names:
        if found := re.search(r"(?:^|/)python(\d)(\d+)\.dll$", name):
            return int(found[1]), int(found[2])
    raise InstallerError("This zip is no embeddable Python for Windows: it holds no pythonXY.dll.")


def unpack_python(archive: Path, target: Path) -> tuple[int, int]:
    """Unpack Python and let it find the libraries beside it; its version."""
    with zipfile.ZipFile(archive) as content:
        files = [entry for entry in content.infolist() if not entry.is_dir()]
        version = version_of([entry.filename for entry in files])
        for entry in files:
            (target / Path(entry.filename).name).write_bytes(content.read(entry))
    [places] = target.glob("python*._pth")
    places.write_text(f"python{version[0]}{version[1]}.zip\n.\n..\\libraries\n", encoding="ascii")
    return version


def environment_of(version: tuple[int, int]) -> dict[str, str]:
    """What the markers of Python's packaging say on Windows with a version of Python."""
    short = f"{version[0]}.{version[1]}"
    return {
        "implementation_name": "cpython",
        "implementation_version": f"{short}.0",
        "os_name": "nt",
        "platform_machine": "AMD64",
        "platform_python_implementation": "CPython",
        "platform_system": "Windows",
        "python_full_version": f"{short}.0",
        "python_version": short,
        "sys_platform": "win32",
    }


def unpack_libraries(wheels: Path, target: Path) -> None:
    """Unpack wheels side by side, without what nothing loads."""
    for wheel in sorted(wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as content:
            for entry in content.infolist():
                name = re.sub(r"^[^/]+\.data/(purelib|platlib)/", "", entry.filename)
                if entry.is_dir() or ".data/" in name or SUPERFLUOUS.search(name):
                    continue
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                (target / name).write_bytes(content.read(entry))


def fill(folder: Path, python: Path, extras: Sequence[str], wheels: Path | None) -> None:
    """Put Python, the libraries and the ways to start into a folder; `wheels` are downloaded where none are given."""
    for part in ("python", "libraries"):
        (folder / part).mkdir(parents=True)
    version = unpack_python(python, folder / "python")
    with tempfile.TemporaryDirectory() as scratch:
        if wheels is None:
            wheels = Path(scratch)
            entries = lock.locked(lock.LOCK.read_text(encoding="utf-8"))
            needed = lock.chosen(entries, distributions.required(extras), environment_of(version))
            abi = f"cp{version[0]}{version[1]}"
            options = ["--platform", "win_amd64", "--python-version", f"{version[0]}.{version[1]}"]
            options += ["--implementation", "cp", "--abi", abi, "--abi", "abi3", "--abi", "none"]
            offline_bundle.download(needed, wheels, options)
            offline_bundle.build_wheel(wheels)
        unpack_libraries(wheels, folder / "libraries")
    (folder / "arxdesk.cmd").write_text(START, encoding="ascii", newline="")
    shutil.copy(reproducible.ROOT / "LICENSE", folder / "LICENSE.txt")
    icon_files.write_windows_icon(folder / "arxdesk.ico")
    reproducible.date_everything(folder, reproducible.moment())


def make_installer(folder: Path, path: Path, certificate: Path | None, compressor: str) -> None:
    """Make the installer of a folder. Raises InstallerError."""
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) // 1024
    values = {"SOURCE": folder, "TARGET": path, "VERSION": reproducible.version(), "KILOBYTES": size}
    values["COMPRESSOR"] = compressor
    if certificate is not None:
        values["SIGN"] = f"osslsigncode sign -pkcs12 '{certificate}' -readpass /dev/stdin -h sha256 -n ArxDesk"
        values["PASSWORD"] = PASSWORD
    command = ["makensis", "-V2", "-INPUTCHARSET", "UTF8", *(f"-D{name}={value}" for name, value in values.items())]
    environ = reproducible.environment()
    done = subprocess.run([*command, str(SCRIPT)], env=environ, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise InstallerError(f"{done.stdout}{done.stderr}\nmakensis failed (the output is above).")


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out the command line; return the exit status."""
    parser = argparse.ArgumentParser(description="Make the installer for Windows.")
    parser.add_argument("--python-zip", type=Path, required=True)
    parser.add_argument("--wheels", type=Path, help="a folder with all wheels; else they are downloaded")
    parser.add_argument("--certificate", type=Path)
    parser.add_argument("--compressor", default="lzma", choices=("lzma", "bzip2", "zlib"))
    parser.add_argument("--output", type=Path, default=Path("dist"))
    parser.add_argument("--keep", type=Path, help="where to leave the folder that is installed, to look at it")
    options = parser.parse_args(arguments)
    path = (options.output / f"ArxDesk-{reproducible.version()}-windows.exe").resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory(dir=path.parent) as scratch:
            folder = (options.keep or Path(scratch) / "ArxDesk").resolve()
            fill(folder, options.python_zip, sbom.EXTRAS, options.wheels)
            make_installer(folder, path, options.certificate, options.compressor)
    except FileNotFoundError as failure:
        print(f"{failure.filename} is missing; Debian's package nsis brings makensis.", file=sys.stderr)
        return 1
    except (InstallerError, offline_bundle.BundleError, OSError, zipfile.BadZipFile) as failure:
        print(failure, file=sys.stderr)
        return 1
    print(f"{path} ({path.stat().st_size / 1e6:,.0f} MB)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
