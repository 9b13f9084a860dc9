"""The AppImage and the package for Debian, made of a small folder in place of the built one."""

from __future__ import annotations

import gzip
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.packaging.scripts import load_script
from tests.places import ROOT

MOMENT = "1790000000"
NAME = "org.arxdesk.ArxDesk"
LINUX = ROOT / "packaging" / "linux"
RUNTIME = b"\x7fELF\x02\x01\x01\x00AI\x02" + b"\0" * 4000


@pytest.fixture(autouse=True)
def dated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", MOMENT)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder as build.py makes it, whose program only says what it was asked for."""
    made = tmp_path / "ArxDesk"
    (made / "_internal").mkdir(parents=True)
    program = made / "arxdesk"
    program.write_text('#!/bin/sh\necho "$@"\n')
    program.chmod(0o755)
    spec = find_spec("PySide6.QtGui")
    assert spec is not None
    assert spec.origin is not None
    shutil.copy(spec.origin, made / "_internal")
    for needed in ("libQt6Gui.so.6", "libQt6Core.so.6", "libpyside6.abi3.so.6.11", "libshiboken6.abi3.so.6.11"):
        (made / "_internal" / needed).touch()
    shutil.copytree(LINUX / "share", made / "share")
    shutil.copy(LINUX / "install.sh", made)
    return made


def tell(*command: object) -> str:
    return subprocess.run([*map(str, command)], capture_output=True, text=True, check=True).stdout


# The AppImage


@pytest.mark.skipif(shutil.which("mksquashfs") is None, reason="squashfs-tools is not installed")
def test_that_an_image_is_its_runtime_and_all_that_starts_the_program(folder: Path, tmp_path: Path):
    appimage = load_script("appimage")
    runtime = tmp_path / "runtime"
    runtime.write_bytes(RUNTIME)
    images = [appimage.make_image(folder, runtime, tmp_path / f"out {number}", "gzip") for number in range(2)]
    with pytest.raises(appimage.ImageError, match="add --compressor gzip"):  # the runtime says nothing of zstd
        appimage.make_image(folder, runtime, tmp_path / "other", "zstd")
    assert images[0].read_bytes() == images[1].read_bytes()
    content = images[0].read_bytes()
    assert content.startswith(RUNTIME)
    assert images[0].stat().st_mode & 0o111
    tell("unsquashfs", "-quiet", "-no-progress", "-o", len(RUNTIME), "-d", tmp_path / "root", images[0])
    root = tmp_path / "root"
    assert tell(root / "AppRun", "run", "a b.toml") == "run a b.toml\n"
    assert {path.name for path in root.iterdir()} == {"AppRun", ".DirIcon", f"{NAME}.desktop", f"{NAME}.png", "usr"}
    for place in (".DirIcon", f"usr/share/metainfo/{NAME}.appdata.xml", f"usr/share/mime/packages/{NAME}.xml"):
        assert (root / place).is_file()


def test_that_what_is_no_runtime_and_no_program_is_told(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    appimage = load_script("appimage")
    wrong = tmp_path / "wrong"
    wrong.write_bytes(b"#!/bin/sh\n")
    assert appimage.main([str(folder), "--runtime", str(wrong), "--output", str(tmp_path)]) == 1
    assert "is no runtime of AppImages" in capsys.readouterr().err
    assert appimage.main([str(tmp_path), "--runtime", str(wrong), "--output", str(tmp_path)]) == 1
    assert "Build it with packaging/build.py" in capsys.readouterr().err


# The package for Debian


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg is a tool of Debian")
def test_that_a_package_holds_the_program_its_manual_and_what_desktops_read(folder: Path, tmp_path: Path):
    debian = load_script("debian_package")
    packages = [debian.make_package(folder, tmp_path / f"out {n}", debian.MAINTAINER) for n in range(2)]
    assert packages[0].read_bytes() == packages[1].read_bytes()
    fields = tell("dpkg-deb", "--field", packages[0])
    depends = next(line for line in fields.splitlines() if line.startswith("Depends: "))
    assert "libc6 (>= 2." in depends
    assert "libgl1" in depends
    root = tmp_path / "root"
    tell("dpkg-deb", "--extract", packages[0], root)
    assert tell(root / "usr" / "bin" / "arxdesk", "a b") == "a b\n"
    share = root / "usr" / "share"
    assert gzip.decompress((share / "man" / "man1" / "arxdesk.1.gz").read_bytes()) == b"man\n"
    assert (share / "bash-completion" / "completions" / "arxdesk").read_text() == "completion bash\n"
    assert (share / "applications" / f"{NAME}.desktop").read_text().count("Exec=arxdesk %f") == 1
    assert not list(root.rglob("install.sh"))
    owners = {line.split()[1] for line in tell("dpkg-deb", "--contents", packages[0]).splitlines()}
    assert owners == {"root/root"}


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg is a tool of Debian")
def test_that_a_library_of_no_known_package_is_told(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "_internal" / "libQt6Core.so.6").unlink()
    assert load_script("debian_package").main([str(folder), "--output", str(tmp_path)]) == 1
    assert "No package is known for libQt6Core.so.6" in capsys.readouterr().err
