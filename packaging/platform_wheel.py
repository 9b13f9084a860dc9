"""Makes the wheel of ArxDesk that brings its kernels compiled, for one version of Python on Linux (x86-64).

    .venv/bin/python packaging/platform_wheel.py [--python PYTHON] [--output dist]

PYTHON is an interpreter of that version, whose environment has what ArxDesk requires; else the one that this runs on.
It is the wheel that every system takes, with the libraries of build.py and tags that say what these need. Where both
wheels are offered, pip and uv take this one where it fits.
"""

from __future__ import annotations

import argparse
import base64
import csv
import hashlib
import io
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import build
import offline_bundle
import reproducible
import stripping

from arxdesk_engine.kernels import built

PLACE = f"arxdesk_engine/kernels/{built.FOLDER.name}"
"""Where a wheel has the compiled kernels."""
PURE = "py3-none-any"
OF_THE_C_LIBRARY = re.compile(r"(lib(c|m|pthread)|ld-linux-x86-64)\.so\.\d+")
"""What every Linux with the C library of GNU has."""
OLDEST_C_LIBRARY = 17
"""The oldest minor version of the C library 2 that wheels for Linux name without a name of their own."""


class WheelError(Exception):
    """Something foreseeable prevents the wheel; the message says what it is and what to do."""


def tag_of(libraries: Iterable[Path]) -> str:
    """The tag of a wheel with some libraries: their Python, and the oldest C library whose functions they ask for.

    Raises WheelError where they are for several versions of Python, or linked with anything but the C library.
    """
    pythons, minor = set(), OLDEST_C_LIBRARY
    for library in libraries:
        for_python = re.search(r"\.cpython-(\d+t?)-x86_64-linux-gnu\.so$", library.name)
        command = ["objdump", "--private-headers", str(library)]
        headers = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        needed = re.findall(r"^ +NEEDED +(\S+)$", headers, re.MULTILINE)
        strange = [name for name in needed if not OF_THE_C_LIBRARY.fullmatch(name)]
        if for_python is None or strange:
            raise WheelError(f"{library} needs {', '.join(strange) or 'an unknown Python'}; no wheel may ask for it.")
        pythons.add(for_python[1])
        minor = max([minor, *map(int, re.findall(r"\bGLIBC_2\.(\d+)", headers))])
    if len(pythons) != 1:
        raise WheelError(f"The kernels are for {len(pythons)} versions of Python; 1 is needed.")
    [python] = pythons
    return f"cp{python.rstrip('t')}-cp{python}-manylinux_2_{minor}_x86_64"


def with_kernels(pure: Path, kernels: Path, target: Path) -> Path:
    """Write a wheel that has everything of another and a folder of compiled kernels into `target`; its path."""
    files = sorted(kernels.iterdir())
    tag = tag_of(path for path in files if path.name != built.TYPES)
    wheel = target / pure.name.replace(PURE, tag)
    with zipfile.ZipFile(pure) as source, zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as written:
        entries = {entry: source.read(entry) for entry in source.infolist() if not entry.is_dir()}
        [record] = [entry for entry in entries if entry.filename.endswith(".dist-info/RECORD")]
        [description] = [entry for entry in entries if entry.filename.endswith(".dist-info/WHEEL")]
        text = entries[description].decode()
        text = text.replace("Root-Is-Purelib: true", "Root-Is-Purelib: false").replace(f"Tag: {PURE}", f"Tag: {tag}")
        entries[description] = text.encode()
        del entries[record]
        for path in files:
            entry = zipfile.ZipInfo(f"{PLACE}/{path.name}", description.date_time)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, description.external_attr
            entries[entry] = path.read_bytes()
        entries[record] = _record(entries, record.filename)
        for entry, content in entries.items():
            written.writestr(entry, content)
    return wheel


def _record(entries: dict[zipfile.ZipInfo, bytes], own: str) -> bytes:
    """The list of all files of a wheel with their digests and sizes, as installers check it."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    for entry, content in entries.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.writerow((entry.filename, f"sha256={digest}", len(content)))
    lines.writerow((own, "", ""))
    return text.getvalue().encode()


def make_wheel(python: Path, output: Path, root: Path = reproducible.ROOT) -> Path:
    """Compile the kernels and make the wheel; its path. Raises WheelError and offline_bundle.BundleError."""
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        kernels = Path(scratch) / "kernels"
        if not build.compile_kernels(root, python, kernels):
            raise WheelError(
                f"{python} could not compile the kernels. Linux on x86-64, a C compiler, Python's headers, setuptools "
                "and what ArxDesk requires are needed; packaging/compile_kernels.py says what is missing."
            )
        stripping.strip_libraries(kernels)
        pure = offline_bundle.build_wheel(Path(scratch), root)
        return with_kernels(pure, kernels, output)


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out the command line; return the exit status."""
    parser = argparse.ArgumentParser(description="Make the wheel that brings its kernels compiled.")
    parser.add_argument("--python", type=Path, default=Path(sys.executable), help="the interpreter that it is for")
    parser.add_argument("--output", type=Path, default=Path("dist"))
    options = parser.parse_args(arguments)
    try:
        path = make_wheel(options.python, options.output)
    except (WheelError, offline_bundle.BundleError, OSError, subprocess.CalledProcessError) as failure:
        print(failure, file=sys.stderr)
        return 1
    print(f"{path} ({path.stat().st_size / 1e6:,.1f} MB)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
