"""The files for desktops say the same as the program, follow their specifications, and are put where desktops look."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from arxdesk.app import make_application
from arxdesk.ui import application_icon, theme
from arxdesk.ui.application_icon import IDENTIFIER, SIZES, picture, write_pictures
from tests.packaging.test_start import PACKAGING, load_from_packaging

SHARE = PACKAGING / "linux" / "share"
ENTRY = SHARE / "applications" / f"{IDENTIFIER}.desktop"
METAINFO = SHARE / "metainfo" / f"{IDENTIFIER}.metainfo.xml"
TYPES = SHARE / "mime" / "packages" / f"{IDENTIFIER}.xml"
ICONS = SHARE / "icons" / "hicolor"
MEDIA_TYPE = "application/vnd.arxdesk.project"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"
# Registered in the Desktop Menu Specification; additional ones stand beside the main ones they belong to.
CATEGORIES = {"Science", "DataVisualization", "Office"}


def entry_of(path: Path) -> configparser.SectionProxy:
    parser = configparser.RawConfigParser(strict=True, delimiters=("=",), comment_prefixes=("#",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(path.read_text(encoding="utf-8"))
    return parser["Desktop Entry"]


# The files


def test_that_the_entry_has_what_the_specification_demands():
    entry = entry_of(ENTRY)
    assert (entry["Type"], entry["Name"], entry["Terminal"]) == ("Application", "ArxDesk", "false")
    assert entry["Exec"] == "arxdesk %f"
    assert entry["Icon"] == IDENTIFIER
    for key in ("Categories", "Keywords", "MimeType"):
        assert entry[key].endswith(";")
    assert set(entry["Categories"].rstrip(";").split(";")) == CATEGORIES
    assert entry["MimeType"] == f"{MEDIA_TYPE};"
    known = "Type Version Name GenericName Comment Exec TryExec Icon Terminal StartupNotify StartupWMClass Categories"
    keys = {re.sub(r"\[\w+\]$", "", key) for key in entry}
    assert keys - {*known.split(), "Keywords", "MimeType"} == set()


def test_that_the_type_of_files_is_known_by_name_and_by_content():
    root = ET.fromstring(TYPES.read_text(encoding="utf-8"))  # noqa: S314 - our own
    [kind] = root
    assert (root.tag, kind.tag, kind.get("type")) == (f"{MIME}mime-info", f"{MIME}mime-type", MEDIA_TYPE)
    assert kind.find(f"{MIME}glob").get("pattern") == "*.arxdesk"
    assert kind.find(f"{MIME}sub-class-of").get("type") == "application/zip"
    assert kind.find(f"{MIME}icon").get("name") == IDENTIFIER
    matches = [(int(match.get("offset")), match.get("value")) for match in kind.iter(f"{MIME}match")]
    assert matches == [(0, "PK\\003\\004"), (30, f"mimetype{MEDIA_TYPE}")]


@pytest.mark.skipif(shutil.which("update-mime-database") is None, reason="shared-mime-info is not installed")
def test_that_the_tool_for_types_takes_the_file(tmp_path: Path):
    (tmp_path / "packages").mkdir()
    shutil.copy(TYPES, tmp_path / "packages")
    environ = {**os.environ, "XDG_DATA_DIRS": str(tmp_path.parent)}
    command = ["update-mime-database", "-V", str(tmp_path)]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"50:{MEDIA_TYPE}:*.arxdesk" in (tmp_path / "globs2").read_text(encoding="utf-8")


def test_that_the_metainfo_has_what_the_specification_demands():
    root = ET.fromstring(METAINFO.read_text(encoding="utf-8"))  # noqa: S314 - our own
    assert (root.tag, root.get("type")) == ("component", "desktop-application")
    required = ("id", "name", "summary", "metadata_license", "project_license", "description", "launchable")
    assert [tag for tag in required if len(root.findall(tag)) != 1] == []
    assert root.findtext("id") == IDENTIFIER
    assert root.findtext("project_license") == "Apache-2.0"
    summary = root.findtext("summary")
    assert summary == entry_of(ENTRY)["Comment"]
    assert not summary.endswith(".")
    assert root.findtext("launchable") == ENTRY.name
    assert {each.text for each in root.iter("category")} <= CATEGORIES
    assert {each.tag for each in root.find("description").iter()} <= {"description", "p", "ul", "li"}
    assert root.findtext("provides/mediatype") == MEDIA_TYPE


@pytest.mark.skipif(shutil.which("appstreamcli") is None, reason="AppStream is not installed")
def test_that_appstream_takes_the_metainfo():
    command = ["appstreamcli", "validate", "--no-net", str(METAINFO)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


# The icon


def test_that_the_committed_pictures_are_what_the_drawing_gives(qapp: QApplication, tmp_path: Path):
    write_pictures(tmp_path)
    drawn = {path.relative_to(tmp_path) for path in tmp_path.rglob("*.*")}
    assert drawn == {path.relative_to(ICONS) for path in ICONS.rglob("*.*")}
    for path in drawn:
        if path.suffix == ".png":
            assert QImage(str(tmp_path / path)) == QImage(str(ICONS / path))
        else:
            assert (tmp_path / path).read_bytes() == (ICONS / path).read_bytes()


def test_that_the_icon_is_flat_in_the_accent_and_white_and_sharp_at_16_pixels(qapp: QApplication):
    image = picture(16)
    inner = {image.pixelColor(x, y).name() for x in range(3, 13) for y in range(3, 13)}
    assert inner == {theme.LIGHT.color("accent").name(), "#ffffff"}
    assert "gradient" not in application_icon.DRAWING.read_text(encoding="utf-8").lower()


def test_that_the_application_shows_the_icon_and_names_its_entry(qapp: QApplication, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("arxdesk.app.QApplication", lambda arguments: qapp)
    before = qapp.desktopFileName(), qapp.applicationName(), qapp.organizationName()
    app = make_application([])
    assert app.desktopFileName() == IDENTIFIER
    assert {size.width() for size in app.windowIcon().availableSizes()} == set(SIZES[:-1])
    qapp.setDesktopFileName(before[0])
    qapp.setApplicationName(before[1])
    qapp.setOrganizationName(before[2])


def test_that_the_icons_of_other_systems_hold_every_size(qapp: QApplication, tmp_path: Path):
    icon_files = load_from_packaging("icon_files")
    windows, mac = tmp_path / "a.ico", tmp_path / "a.icns"
    icon_files.write_windows_icon(windows)
    icon_files.write_mac_icon(mac)
    content = windows.read_bytes()
    _zero, kind, count = struct.unpack_from("<HHH", content)
    assert (kind, count) == (1, len(icon_files.WINDOWS_SIZES))
    for number, size in enumerate(icon_files.WINDOWS_SIZES):
        length, start = struct.unpack_from("<II", content, 6 + 16 * number + 8)
        assert QImage.fromData(content[start : start + length]) == picture(size)
    content = mac.read_bytes()
    assert content[:4] == b"icns"
    assert struct.unpack_from(">I", content, 4) == (len(content),)
    place, sizes = 8, []
    while place < len(content):
        [length] = struct.unpack_from(">I", content, place + 4)
        sizes.append(QImage.fromData(content[place + 8 : place + length]).width())
        place += length
    assert sizes == list(icon_files.MAC_KINDS.values())


# Putting them in place


def unescaped(value: str) -> list[str]:
    """The words of a command line of a desktop entry: first the escapes of any text, then those of quoted words."""
    text = re.sub(r"\\(.)", lambda match: {"s": " ", "n": "\n", "t": "\t"}.get(match[1], match[1]), value)
    words = re.findall(r'"((?:\\.|[^"\\])*)"|(\S+)', text)
    return [re.sub(r"\\(.)", r"\1", quoted).replace("%%", "%") or plain for quoted, plain in words]


@pytest.fixture
def installed(tmp_path: Path):
    """Calls install.sh in a folder with signs that shells and desktops give a meaning."""
    folder = tmp_path / "My 100% $HOME \\ `Büro`" / "ArxDesk"
    shutil.copytree(SHARE, folder / "share")
    shutil.copy(PACKAGING / "linux" / "install.sh", folder)
    program = folder / "arxdesk"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        environ = {"HOME": str(tmp_path / "home"), "PATH": os.environ["PATH"]}
        command = ["sh", str(folder / "install.sh"), *arguments]
        return subprocess.run(command, env=environ, capture_output=True, text=True, check=False)

    call.program, call.data = program, tmp_path / "home" / ".local" / "share"  # type: ignore[attr-defined]
    return call


@pytest.mark.skipif(sys.platform == "win32", reason="a script for shells")
def test_that_the_entry_starts_the_program_where_it_lies(installed):
    done = installed()
    assert (done.returncode, done.stderr) == (0, "")
    entry = entry_of(installed.data / "applications" / ENTRY.name)
    assert unescaped(entry["Exec"]) == [str(installed.program), "%f"]
    assert "TryExec" not in entry
    placed = {path.relative_to(installed.data) for path in installed.data.rglob(f"{IDENTIFIER}.*")}
    assert placed == {path.relative_to(SHARE) for path in SHARE.rglob("*.*")}


@pytest.mark.skipif(sys.platform == "win32", reason="a script for shells")
def test_that_all_of_it_can_be_removed_and_nothing_else(installed):
    installed()
    other = installed.data / "applications" / "other.desktop"
    other.write_text("[Desktop Entry]\nType=Application\nName=Other\nExec=true\n")
    cache = installed.data.parent.parent / ".cache" / "ArxDesk"
    cache.mkdir(parents=True)
    for _ in range(2):
        done = installed("--remove")
        assert (done.returncode, done.stderr) == (0, "")
    assert list(installed.data.rglob(f"{IDENTIFIER}.*")) == []
    assert other.exists()
    assert not cache.exists()
    assert not (installed.data / "metainfo").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="a script for shells")
def test_that_removing_keeps_settings_and_purging_leaves_an_empty_home(installed):
    installed()
    home = installed.data.parent.parent
    kept = [home / ".config" / "ArxDesk" / "ArxDesk.ini", home / ".local" / "state" / "ArxDesk" / "unsaved"]
    for path in kept:
        path.parent.mkdir(parents=True)
        path.touch()
    said = installed("--remove").stdout
    assert all(path.exists() and str(path.parent) in said for path in kept)
    assert not installed.data.exists()
    done = installed("--purge")
    assert (done.returncode, done.stderr) == (0, "")
    assert list(home.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="a script for shells")
def test_that_the_script_says_what_is_missing(installed):
    installed.program.unlink()
    done = installed()
    assert done.returncode == 1
    assert "There is no program beside install.sh" in done.stderr
    assert installed("--faster").returncode == 2
