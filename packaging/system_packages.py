"""What ArxDesk needs from the operating system: Qt's libraries on Linux, and the parts Debian splits from Python.

Standard library only, readable by Python 3.6 and later, as start.py explains.
"""

import ctypes
import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

# What Qt's libraries and platform plugins link to outside the wheel, with the Debian package that brings it.
QT_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
PLATFORM_LIBRARIES = {
    "xcb": {
        "libX11-xcb.so.1": "libx11-xcb1",
        "libxcb.so.1": "libxcb1",
        "libxcb-cursor.so.0": "libxcb-cursor0",
        "libxcb-icccm.so.4": "libxcb-icccm4",
        "libxcb-image.so.0": "libxcb-image0",
        "libxcb-keysyms.so.1": "libxcb-keysyms1",
        "libxcb-randr.so.0": "libxcb-randr0",
        "libxcb-render-util.so.0": "libxcb-render-util0",
        "libxcb-render.so.0": "libxcb-render0",
        "libxcb-shape.so.0": "libxcb-shape0",
        "libxcb-shm.so.0": "libxcb-shm0",
        "libxcb-sync.so.1": "libxcb-sync1",
        "libxcb-util.so.1": "libxcb-util1",
        "libxcb-xfixes.so.0": "libxcb-xfixes0",
        "libxcb-xkb.so.1": "libxcb-xkb1",
        "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    },
    "wayland": {
        "libwayland-client.so.0": "libwayland-client0",
        "libwayland-cursor.so.0": "libwayland-cursor0",
    },
}


class MissingPackagesError(Exception):
    """The system lacks something that could not be installed; the message names it and says how to get it."""


def qt_libraries(system: str, qt_platform: str) -> "dict[str, str]":
    """Return the system libraries that Qt needs for one of its platforms, with their Debian packages."""
    if not system.startswith("linux"):
        return {}
    return {**QT_LIBRARIES, **PLATFORM_LIBRARIES.get(qt_platform, {})}


def loads(library: str) -> bool:
    """Tell whether the dynamic linker finds the library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def missing_libraries(libraries: "Mapping[str, str]") -> "dict[str, str]":
    """Return those libraries that do not load, with their packages."""
    return {library: package for library, package in libraries.items() if not loads(library)}


def missing_python_modules() -> "dict[str, str]":
    """Return the modules for making an environment that Debian's Python leaves to another package."""
    package = "python{}.{}-venv".format(*sys.version_info)
    names = [name for name in ("venv", "ensurepip") if importlib.util.find_spec(name) is None]
    return {f"Python's module {name}": package for name in names}


def provide(missing: "Mapping[str, str]", say: "Callable[[str], None]") -> None:
    """Install the packages of what is missing where that is allowed; otherwise raise, and tell how to."""
    if not missing:
        return
    packages = sorted(set(missing.values()))
    finding = f"Missing on this system: {', '.join(missing)}."
    if shutil.which("apt-get") is None:
        raise MissingPackagesError(
            f"{finding} Please install them with your package manager and start again "
            f"(Debian calls the packages {', '.join(packages)})."
        )
    if not is_administrator():
        raise MissingPackagesError(
            f"{finding} Please install them and start again:\n    sudo apt-get install {' '.join(packages)}"
        )
    say(f"Installing system packages: {' '.join(packages)} ...")
    install_debian_packages(packages)
    importlib.invalidate_caches()


def is_administrator() -> bool:
    """Tell whether this process may install packages."""
    return sys.platform != "win32" and os.geteuid() == 0


def install_debian_packages(packages: "Sequence[str]") -> None:
    """Install packages without questions, refreshing the package lists first where they are missing or too old."""
    apt = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300"]
    install = [*apt, "install", "--yes", "--no-install-recommends", *packages]
    has_lists = any(Path("/var/lib/apt/lists").glob("*_Packages*"))
    if has_lists and run_apt(install)[0] == 0:
        return
    run_apt([*apt, "update"])
    status, output = run_apt(install)
    if status != 0:
        raise MissingPackagesError(
            f"{output}\n\nThe system packages could not be installed (the output of apt-get is above). Please install "
            f"them and start again:\n    apt-get install {' '.join(packages)}"
        )


def run_apt(command: "Sequence[str]") -> "tuple[int, str]":
    """Run apt-get without questions; return its exit status and what it printed."""
    done = subprocess.run(
        command,
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.returncode, done.stdout.decode(errors="replace").strip()
