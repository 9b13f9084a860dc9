"""Makes an AppImage, one file that runs without being installed, of the folder that build.py has made.

    python3 packaging/appimage.py dist/ArxDesk --runtime runtime-x86_64 [--compressor gzip] [--output dist]

The runtime is the small program at the head of every AppImage (type 2). It is no part of this project: take it from the
releases of AppImage/type2-runtime on GitHub, or from a mirror that you trust. mksquashfs comes from squashfs-tools.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import reproducible

NAME = "org.arxdesk.ArxDesk"
MAGIC = b"AI\x02"
MAGIC_PLACE = 8
START = """#!/bin/sh
here="$(dirname "$(readlink -f "$0")")"
exec "$here/usr/lib/arxdesk/arxdesk" "$@"
"""


class ImageError(Exception):
    """Something foreseeable prevents the image; the message says what it is and what to do."""


def lay_out(folder: Path, target: Path) -> None:
    """Lay out the folder of the program as an AppDir: how to start it, its entry and its icon at the top."""
    shutil.copytree(folder, target / "usr" / "lib" / "arxdesk", symlinks=True)
    own = target / "usr" / "lib" / "arxdesk"
    shutil.move(own / "share", target / "usr" / "share")
    (own / "install.sh").unlink()
    start = target / "AppRun"
    start.write_text(START, encoding="utf-8")
    start.chmod(0o755)
    share = target / "usr" / "share"
    shutil.copy(share / "applications" / f"{NAME}.desktop", target)
    shutil.copy(share / "icons" / "hicolor" / "256x256" / "apps" / f"{NAME}.png", target)
    (target / ".DirIcon").symlink_to(f"{NAME}.png")
    # Desktops look for this name beside the other one.
    (share / "metainfo" / f"{NAME}.appdata.xml").symlink_to(f"{NAME}.metainfo.xml")


def compressed(target: Path, image: Path, compressor: str) -> None:
    """Write a folder as a file system of its own. Raises ImageError."""
    seconds = str(reproducible.moment())
    command = [
        "mksquashfs",
        str(target),
        str(image),
        "-root-owned",
        "-noappend",
        "-no-xattrs",
        "-quiet",
        "-no-progress",
    ]
    command += ["-comp", compressor, "-b", "1M", "-mkfs-time", seconds, "-all-time", seconds]
    environ = {name: value for name, value in os.environ.items() if name != reproducible.VARIABLE}
    try:
        done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise ImageError("mksquashfs is missing; Debian's package squashfs-tools brings it.") from None
    if done.returncode != 0:
        raise ImageError(f"mksquashfs failed: {done.stderr.strip()}")


def head(runtime: Path) -> bytes:
    """The content of a runtime. Raises ImageError where it is none."""
    content = runtime.read_bytes()
    if not content.startswith(b"\x7fELF") or content[MAGIC_PLACE : MAGIC_PLACE + len(MAGIC)] != MAGIC:
        raise ImageError(f"{runtime} is no runtime of AppImages of type 2.")
    return content


def make_image(folder: Path, runtime: Path, output: Path, compressor: str) -> Path:
    """Make the image of a folder; its path. Raises ImageError."""
    if not (folder / "arxdesk").is_file():
        raise ImageError(f"There is no program in {folder}. Build it with packaging/build.py.")
    beginning = head(runtime)
    if compressor == "zstd" and b"zstd" not in beginning.lower():
        raise ImageError(f"{runtime} does not read zstd, and such an image would not start; add --compressor gzip.")
    output.mkdir(parents=True, exist_ok=True)
    path = output / f"ArxDesk-{reproducible.version()}-{platform.machine()}.AppImage"
    with tempfile.TemporaryDirectory(dir=output) as scratch:
        target, image = Path(scratch) / "ArxDesk.AppDir", Path(scratch) / "image"
        lay_out(folder, target)
        compressed(target, image, compressor)
        with path.open("wb") as stream, image.open("rb") as rest:
            stream.write(beginning)
            shutil.copyfileobj(rest, stream)
    path.chmod(0o755)
    return path


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out the command line; return the exit status."""
    parser = argparse.ArgumentParser(description="Make an AppImage of the built folder.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runtime", type=Path, required=True)
    parser.add_argument("--compressor", default="zstd", help="one that the runtime reads: zstd (default), gzip or xz")
    parser.add_argument("--output", type=Path, default=Path("dist"))
    options = parser.parse_args(arguments)
    try:
        path = make_image(options.folder, options.runtime, options.output, options.compressor)
    except (ImageError, OSError) as failure:
        print(failure, file=sys.stderr)
        return 1
    print(f"{path} ({path.stat().st_size / 1e6:,.0f} MB)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
