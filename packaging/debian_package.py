"""Makes a .deb, for all people of a computer, of the folder that build.py has made.

    python3 packaging/debian_package.py dist/ArxDesk [--output dist] [--maintainer "Name <address>"]

It needs dpkg-deb, which every Debian has. What the package depends on is read from its libraries.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

import reproducible
import system_packages

MAINTAINER = "The ArxDesk maintainers <maintainers@arxdesk.org>"
SYSTEM_LIBRARIES = {
    name: package
    for libraries in (system_packages.QT_LIBRARIES, *system_packages.PLATFORM_LIBRARIES.values())
    for name, package in libraries.items()
} | {"libwayland-egl.so.1": "libwayland-egl1", "libstdc++.so.6": "libstdc++6", "libgcc_s.so.1": "libgcc-s1"}
C_LIBRARY = re.compile(r"(libc|libm|libdl|libpthread|librt|libutil|ld-linux-x86-64|libresolv|libanl)\.so\.\d")
NEEDED = re.compile(r"\(NEEDED\).*\[(.+)\]")
GLIBC = re.compile(rb"GLIBC_(\d+)\.(\d+)\0")
DESCRIPTION = """Make tables about people safe to share
 A workbench and a command line for anonymization with proof: load a table, say
 what each column is and how safe the result must be, and ArxDesk finds the
 version of the table that keeps most detail.
 .
 The package brings its own Python and libraries, and makes no connection to
 any network."""
COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: ArxDesk

Files: *
Copyright: 2026 The ArxDesk maintainers
License: Apache-2.0
 On Debian systems, the full text of the Apache License version 2.0 is in
 /usr/share/common-licenses/Apache-2.0.
Comment: The licences of the libraries are beside them, in
 /usr/lib/arxdesk/_internal, in the folders that end in .dist-info.
"""
OVERRIDES = """# The program brings the libraries that it was tested with, as the portable folder does.
arxdesk: embedded-library
arxdesk: custom-library-search-path
arxdesk: hardening-no-fortify-functions
arxdesk: hardening-no-pie
arxdesk: library-not-linked-against-libc
arxdesk: shared-library-lacks-prerequisites
arxdesk: shared-library-lacks-stack-section
arxdesk: executable-stack-in-shared-library
arxdesk: unstripped-binary-or-object
arxdesk: exit-in-shared-library
arxdesk: package-contains-python-dot-directory
arxdesk: extra-license-file
arxdesk: no-changelog
arxdesk: initial-upload-closes-no-bugs
"""


class PackageError(Exception):
    """Something foreseeable prevents the package; the message says what it is and what to do."""


def lay_out(folder: Path, target: Path, maintainer: str) -> None:
    """Lay out the folder of the program as Debian has it: /usr/lib, a link in /usr/bin, and what desktops read."""
    own = target / "usr" / "lib" / "arxdesk"
    shutil.copytree(folder, own, symlinks=True)
    shutil.move(own / "share", target / "usr" / "share")
    (own / "install.sh").unlink()
    commands = target / "usr" / "bin"
    commands.mkdir()
    (commands / "arxdesk").symlink_to("../lib/arxdesk/arxdesk")
    documents = target / "usr" / "share" / "doc" / "arxdesk"
    documents.mkdir(parents=True)
    (documents / "copyright").write_text(COPYRIGHT, encoding="utf-8")
    date = format_datetime(datetime.fromtimestamp(reproducible.moment(), UTC))
    number = reproducible.version()
    news = f"arxdesk ({number}) stable; urgency=medium\n\n  * Version {number}.\n\n -- {maintainer}  {date}\n"
    write_compressed(documents / "changelog.gz", news.encode())
    overrides = target / "usr" / "share" / "lintian" / "overrides"
    overrides.mkdir(parents=True)
    (overrides / "arxdesk").write_text(OVERRIDES, encoding="utf-8")
    add_what_the_program_writes(own / "arxdesk", target / "usr" / "share")


def add_what_the_program_writes(program: Path, share: Path) -> None:
    """Add the manual page and the completions of shells, which the program makes of its own options."""
    manual = share / "man" / "man1"
    manual.mkdir(parents=True)
    write_compressed(manual / "arxdesk.1.gz", _said(program, "man"))
    places = {"bash": "bash-completion/completions/arxdesk", "zsh": "zsh/vendor-completions/_arxdesk"}
    places["fish"] = "fish/vendor_completions.d/arxdesk.fish"
    for shell, place in places.items():
        (share / place).parent.mkdir(parents=True)
        (share / place).write_bytes(_said(program, "completion", shell))


def _said(program: Path, *arguments: str) -> bytes:
    done = subprocess.run([program, *arguments], capture_output=True, check=False)
    if done.returncode != 0:
        raise PackageError(f"arxdesk {' '.join(arguments)} failed: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def write_compressed(path: Path, content: bytes) -> None:
    """Write a file as policy asks for: compressed as far as possible, without name and date."""
    path.write_bytes(gzip.compress(content, 9, mtime=0))


def dependencies(folder: Path) -> list[str]:
    """The packages that bring what the libraries of a folder are linked with and it does not hold. PackageError."""
    elves = list(_elves(folder))
    inside = {path.name for path in folder.rglob("*.so*")}
    missing: set[str] = set()
    newest = (2, 17)
    for path in elves:
        told = subprocess.run(["readelf", "-d", str(path)], capture_output=True, text=True, check=True).stdout
        missing |= set(NEEDED.findall(told)) - inside
        newest = max(newest, *((int(a), int(b)) for a, b in GLIBC.findall(path.read_bytes())), newest)
    unknown = {name for name in missing if not C_LIBRARY.match(name)} - set(SYSTEM_LIBRARIES)
    if unknown:
        raise PackageError(f"No package is known for {', '.join(sorted(unknown))}; see packaging/system_packages.py.")
    packages = {SYSTEM_LIBRARIES[name] for name in missing if name in SYSTEM_LIBRARIES}
    return [f"libc6 (>= {newest[0]}.{newest[1]})", *sorted(packages)]


def _elves(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as stream:
                if stream.read(4) == b"\x7fELF":
                    yield path


def describe(target: Path, architecture: str, maintainer: str) -> None:
    """Write what dpkg reads: the description, and the sums of all files."""
    files = [path for path in sorted(target.rglob("*")) if path.is_file() and not path.is_symlink()]
    kilobytes = sum(-(-path.stat().st_size // 1024) for path in files)
    fields = {
        "Package": "arxdesk",
        "Version": reproducible.version(),
        "Section": "science",
        "Priority": "optional",
        "Architecture": architecture,
        "Maintainer": maintainer,
        "Installed-Size": str(kilobytes),
        "Depends": ", ".join(dependencies(target / "usr" / "lib" / "arxdesk")),
        "Description": DESCRIPTION,
    }
    control = target / "DEBIAN"
    control.mkdir()
    (control / "control").write_text("".join(f"{key}: {value}\n" for key, value in fields.items()), encoding="utf-8")
    sums = (f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(target)}\n" for path in files)  # noqa: S324
    (control / "md5sums").write_text("".join(sums), encoding="utf-8")


def set_rights(target: Path) -> None:
    """Everybody may read all of it, and start what can be started."""
    for path in (target, *target.rglob("*")):
        if path.is_symlink():
            continue
        is_started = path.is_dir() or (path.name == "arxdesk" and path.parent.name == "arxdesk")
        path.chmod(0o755 if is_started else 0o644)


def make_package(folder: Path, output: Path, maintainer: str) -> Path:
    """Make the package of a folder; its path. Raises PackageError."""
    if not (folder / "arxdesk").is_file():
        raise PackageError(f"There is no program in {folder}. Build it with packaging/build.py.")
    told = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True)
    architecture = told.stdout.strip()
    output.mkdir(parents=True, exist_ok=True)
    path = output / f"arxdesk_{reproducible.version()}_{architecture}.deb"
    with tempfile.TemporaryDirectory(dir=output) as scratch:
        target = Path(scratch) / "arxdesk"
        lay_out(folder, target, maintainer)
        set_rights(target)
        describe(target, architecture, maintainer)
        reproducible.date_everything(target, reproducible.moment())
        command = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(target), str(path)]
        done = subprocess.run(command, env=reproducible.environment(), capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise PackageError(f"dpkg-deb failed: {done.stderr.strip()}")
    return path


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out the command line; return the exit status."""
    parser = argparse.ArgumentParser(description="Make a package for Debian of the built folder.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--output", type=Path, default=Path("dist"))
    parser.add_argument("--maintainer", default=os.environ.get("DEBEMAIL", MAINTAINER))
    options = parser.parse_args(arguments)
    try:
        path = make_package(options.folder, options.output, options.maintainer)
    except FileNotFoundError as failure:
        print(f"{failure.filename} is missing; dpkg and binutils are needed.", file=sys.stderr)
        return 1
    except (PackageError, OSError) as failure:
        print(failure, file=sys.stderr)
        return 1
    print(f"{path} ({path.stat().st_size / 1e6:,.0f} MB)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
