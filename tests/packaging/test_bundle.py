"""The lock file, the bill of materials, and the bundle that installs without a network."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.packaging.scripts import load_script
from tests.places import ROOT

LOCK = """# a comment
first==1.0 \\
    --hash=sha256:{a} \\
    --hash=sha256:{b}
    # via second
numbers==2.4.6 ; python_full_version < '3.12' \\
    --hash=sha256:{a}
    # via first
numbers==2.5.5 ; python_full_version >= '3.12' \\
    --hash=sha256:{b}
""".format(a="a" * 64, b="b" * 64)
MOMENT = "1790000000"


@pytest.fixture(autouse=True)
def dated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", MOMENT)


def test_that_the_lock_is_read_with_markers_and_digests():
    lock = load_script("lock")
    entries = lock.locked(LOCK)
    assert [(each.name, each.version, len(each.digests)) for each in entries] == [
        ("first", "1.0", 2),
        ("numbers", "2.4.6", 1),
        ("numbers", "2.5.5", 1),
    ]
    newer = {"python_full_version": "3.13.2"}
    [chosen] = lock.chosen(entries, ["numbers"], newer)
    assert chosen.requirement == f"numbers==2.5.5 --hash=sha256:{'b' * 64}"
    with pytest.raises(ValueError, match="not in the lock file: absent"):
        lock.chosen(entries, ["first", "absent"], newer)
    with pytest.raises(ValueError, match="without a version or digests"):
        lock.locked("first==1.0\n")


def test_that_everything_that_is_needed_is_locked():
    lock, distributions = load_script("lock"), load_script("distributions")
    locked = {each.name for each in lock.locked(lock.LOCK.read_text(encoding="utf-8"))}
    assert distributions.required(["desktop", "postgresql"]).keys() <= locked


def test_that_the_bill_names_every_library_with_its_licence_and_is_the_same_twice():
    sbom, distributions = load_script("sbom"), load_script("distributions")
    texts = {sbom.text_of(sbom.bill(("desktop",), {"numpy": "c" * 64})) for _ in range(2)}
    [text] = texts
    bill = json.loads(text)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    parts = {each["name"]: each for each in bill["components"]}
    assert parts.keys() == distributions.required(["desktop"]).keys()
    assert [name for name, each in parts.items() if not each.get("licenses")] == []
    assert parts["numpy"]["hashes"] == [{"alg": "SHA-256", "content": "c" * 64}]
    assert parts["numpy"]["purl"] == f"pkg:pypi/numpy@{parts['numpy']['version']}"
    depends = {each["ref"].partition("==")[0]: each.get("dependsOn", []) for each in bill["dependencies"]}
    assert any(each.startswith("numpy==") for each in depends["pandas"])
    assert len(depends["arxdesk"]) == len(parts)


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle of which ArxDesk itself is the only wheel."""
    folder = tmp_path_factory.mktemp("bundle") / "arxdesk-offline"
    (folder / "wheels").mkdir(parents=True)
    offline = load_script("offline_bundle")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", MOMENT)
        offline.build_wheel(folder / "wheels")
        offline.fill(folder, ["desktop"])
    return folder


def install(bundle: Path, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ = {"HOME": str(home), "PATH": "/usr/bin:/bin", "PYTHON": sys.executable}
    command = ["sh", str(bundle / "install.sh"), *arguments]
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False)


@pytest.mark.skipif(sys.platform == "win32", reason="a script for shells")
def test_that_the_bundle_is_installed_without_an_index_and_removed_without_traces(bundle: Path, tmp_path: Path):
    done = install(bundle, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    for name in ("arxdesk", "arxdesk-desktop"):
        assert (tmp_path / ".local" / "bin" / name).resolve().is_file()
    other = tmp_path / ".local" / "bin" / "other"
    other.touch()
    done = install(bundle, tmp_path, "--remove")
    assert (done.returncode, done.stderr) == (0, "")
    assert [path for path in tmp_path.rglob("*") if not path.is_dir()] == [other]


@pytest.mark.skipif(sys.platform == "win32", reason="a script for shells")
def test_that_a_bundle_that_was_changed_is_refused(bundle: Path, tmp_path: Path):
    changed = tmp_path / "changed"
    shutil.copytree(bundle, changed)
    [wheel] = (changed / "wheels").iterdir()
    wheel.write_bytes(wheel.read_bytes() + b" ")
    done = install(changed, tmp_path)
    assert done.returncode == 1
    assert "not the ones that were packed" in done.stderr
    assert not (tmp_path / ".local").exists()


def test_that_the_same_bundle_gives_the_same_file(bundle: Path, tmp_path: Path):
    offline = load_script("offline_bundle")
    copy = tmp_path / bundle.name
    shutil.copytree(bundle, copy, copy_function=shutil.copyfile)
    for number, folder in enumerate((bundle, copy)):
        offline.packed(folder, tmp_path / f"{number}.tar")
    assert (tmp_path / "0.tar").read_bytes() == (tmp_path / "1.tar").read_bytes()
    told = subprocess.run(["tar", "-tvf", str(tmp_path / "0.tar")], capture_output=True, text=True, check=True).stdout
    assert "root" not in told
    assert str(ROOT) not in told


def test_that_another_python_gets_its_own_libraries_and_wheels():
    bundle = load_script("offline_bundle")
    newer = (sys.version_info[0], sys.version_info[1] + 1)
    assert bundle.options_for((sys.version_info[0], sys.version_info[1])) == []
    options = bundle.options_for(newer)
    assert options[options.index("--python-version") + 1] == f"{newer[0]}.{newer[1]}"
    assert any(option.startswith("manylinux_2_28_") for option in options)
    number = f"{newer[0]}.{newer[1]}"
    assert bundle.environment_of(newer)["python_full_version"] == f"{number}.0"


def test_that_a_wheel_of_arxdesk_is_refused_that_does_not_fit_the_bundle(tmp_path: Path):
    bundle, version = load_script("offline_bundle"), load_script("reproducible").version()
    for tags in ("py3-none-any", "cp313-cp313-manylinux_2_29_x86_64"):
        bundle.require_fitting(tmp_path / f"arxdesk-{version}-{tags}.whl", (3, 13))
    for name, told in (
        (f"arxdesk-{version}-cp311-cp311-manylinux_2_29_x86_64.whl", r"is not for ArxDesk .* and Python 3\.13"),
        ("arxdesk-0.0.0-py3-none-any.whl", "is not for ArxDesk"),
        (f"other-{version}-py3-none-any.whl", "is not for ArxDesk"),
        ("arxdesk.zip", "the file of a wheel is needed"),
    ):
        with pytest.raises(bundle.BundleError, match=told):
            bundle.require_fitting(tmp_path / name, (3, 13))


def test_that_a_file_with_a_long_name_is_packed(tmp_path: Path):
    folder = tmp_path / "bundle"
    folder.mkdir()
    (folder / f"{'n' * 150}.whl").write_bytes(b"1")
    load_script("offline_bundle").packed(folder, tmp_path / "bundle.tar")
    with tarfile.open(tmp_path / "bundle.tar") as archive:
        assert archive.getnames() == ["bundle", f"bundle/{'n' * 150}.whl"]
