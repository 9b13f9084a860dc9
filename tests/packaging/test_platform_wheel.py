"""The wheel with compiled kernels: tags that are true, a list of files that installers accept, the same file twice."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from importlib import import_module
from pathlib import Path

import numba
import pytest

from tests.packaging.scripts import load_script

pytestmark = [
    pytest.mark.skipif(sysconfig.get_platform() != "linux-x86_64", reason="kernels are compiled for Linux on x86-64"),
    pytest.mark.skipif(not (shutil.which("cc") and shutil.which("objdump")), reason="there is no C compiler"),
]

NAME = "kernels_x86_64_v2"
PLAIN = "int one(void) { return 1; }"
WITH_MATHEMATICS = "#include <math.h>\ndouble power(double base, double by) { return pow(base, by); }"


@pytest.fixture
def platform_wheel():
    return load_script("platform_wheel")


def library(folder: Path, source: str, *options: str, python: str = "cpython-311") -> Path:
    """A small library under the name that Python looks for."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{NAME}.{python}-x86_64-linux-gnu.so"
    command = ["cc", "-shared", "-fPIC", "-o", str(path), "-x", "c", "-", *options]
    subprocess.run(command, input=source, text=True, capture_output=True, check=True)
    return path


def test_that_tags_name_the_python_and_the_oldest_c_library(platform_wheel, tmp_path: Path):
    plain = library(tmp_path / "plain", PLAIN, "-nostdlib")
    assert platform_wheel.tag_of([plain]) == "cp311-cp311-manylinux_2_17_x86_64"
    free_threaded = library(tmp_path / "free", PLAIN, "-nostdlib", python="cpython-314t")
    assert platform_wheel.tag_of([free_threaded]) == "cp314-cp314t-manylinux_2_17_x86_64"
    newer = library(tmp_path / "newer", WITH_MATHEMATICS, "-x", "none", "-lm")  # pow has a new version since 2.29
    assert platform_wheel.tag_of([plain, newer]) == "cp311-cp311-manylinux_2_29_x86_64"


def test_that_kernels_that_need_more_than_the_c_library_or_two_pythons_get_no_tag(platform_wheel, tmp_path: Path):
    plain = library(tmp_path / "plain", PLAIN)
    other = library(tmp_path / "other", PLAIN, python="cpython-313")
    with pytest.raises(platform_wheel.WheelError, match="2 versions of Python"):
        platform_wheel.tag_of([plain, other])
    command = ["cc", "-shared", "-fPIC", "-o", str(tmp_path / "libmore.so"), "-x", "c", "-"]
    subprocess.run(command, input="int two(void) { return 2; }", text=True, check=True)
    source = "int two(void); int one(void) { return two() - 1; }"
    linked = library(tmp_path / "linked", source, "-x", "none", f"-L{tmp_path}", "-lmore")
    with pytest.raises(platform_wheel.WheelError, match=r"needs libmore\.so"):
        platform_wheel.tag_of([linked])


def pure_wheel(folder: Path) -> Path:
    path = folder / "arxdesk-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("arxdesk_engine/kernels/built.py", "")
        wheel.writestr("arxdesk-1.0.dist-info/METADATA", "Metadata-Version: 2.4\nName: arxdesk\nVersion: 1.0\n")
        description = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        wheel.writestr("arxdesk-1.0.dist-info/WHEEL", description)
        wheel.writestr("arxdesk-1.0.dist-info/RECORD", "arxdesk_engine/kernels/built.py,,\n")
    return path


def test_that_the_wheel_is_installed_with_its_kernels_and_is_the_same_twice(platform_wheel, tmp_path: Path):
    number = f"{sys.version_info.major}{sys.version_info.minor}"
    kernels = library(tmp_path / "kernels", PLAIN, "-nostdlib", python=f"cpython-{number}").parent
    (kernels / "types.json").write_text("{}", encoding="utf-8")
    made = []
    for name in ("one", "another"):
        (tmp_path / name).mkdir()
        made.append(platform_wheel.with_kernels(pure_wheel(tmp_path), kernels, tmp_path / name))
    assert made[0].read_bytes() == made[1].read_bytes()
    assert made[0].name == f"arxdesk-1.0-cp{number}-cp{number}-manylinux_2_17_x86_64.whl"
    pip = [sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--target", str(tmp_path / "installed")]
    subprocess.run([*pip, str(made[0])], capture_output=True, check=True)
    assert {path.name for path in (tmp_path / "installed" / platform_wheel.PLACE).iterdir()} == {
        path.name for path in kernels.iterdir()
    }
    [description] = (tmp_path / "installed").glob("*.dist-info/WHEEL")
    text = description.read_text(encoding="utf-8")
    assert f"Root-Is-Purelib: false\nTag: cp{number}-cp{number}-manylinux_2_17_x86_64\n" in text


def test_that_every_file_is_recorded_with_its_digest(platform_wheel, tmp_path: Path):
    kernels = library(tmp_path / "kernels", PLAIN).parent
    (kernels / "types.json").write_text("{}", encoding="utf-8")
    wheel = platform_wheel.with_kernels(pure_wheel(tmp_path), kernels, tmp_path)
    with zipfile.ZipFile(wheel) as content:
        lines = content.read("arxdesk-1.0.dist-info/RECORD").decode().splitlines()
        assert sorted(line.split(",")[0] for line in lines) == sorted(content.namelist())
    [line] = [line for line in lines if line.startswith("arxdesk_engine/kernels/built/types.json,")]
    digest = "RBNvo1WzZ4oRRq0W9-hknpT7T8If536DEMBg9hyq_4o"  # of {}, as sha256sum and basenc --base64url tell it
    assert line == f"arxdesk_engine/kernels/built/types.json,sha256={digest},2"


def test_that_a_python_that_cannot_compile_is_told(platform_wheel, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert platform_wheel.main(["--python", "/no/such/python", "--output", str(tmp_path)]) == 1
    assert "/no/such/python could not compile the kernels" in capsys.readouterr().err


def test_that_expressions_of_arrays_have_names_that_are_the_same_in_each_library(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(import_module("numba.np.ufunc.array_exprs"), "hash", hash, raising=False)  # until the test ends
    load_script("compile_kernels").number_expressions()
    compiled = numba.njit("float64[:](float64[:], float64[:])")(lambda one, other: (one * other + one) / (one + 1))
    [text] = compiled.inspect_llvm().values()
    assert set(re.findall(r"__numba_array_expr_(0x[0-9a-f]+)B", text)) == {"0x0"}
