"""`import arxdesk`: its names, their types, and what importing it does not do."""

import re
import subprocess
import sys
import tomllib

import pytest

import arxdesk as ad
from arxdesk_engine.hierarchies.builders import BUILDERS
from arxdesk_engine.privacy import MODELS
from tests.places import ROOT


def run(script, folder):
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=folder)


def test_that_every_public_name_is_there():
    assert len(set(ad.__all__)) == len(ad.__all__)
    assert all(getattr(ad, name) is not None for name in ad.__all__)
    assert dir(ad) == sorted(ad.__all__)  # what completion offers
    with pytest.raises(AttributeError, match="no attribute 'anonymise'"):
        _missing = ad.anonymise


def test_that_no_public_name_is_that_of_a_module():
    """Whoever imports the module would find it in place of the name."""
    modules = {path.stem for path in (ROOT / "arxdesk").iterdir() if path.is_dir() or path.suffix == ".py"}
    assert set(ad.__all__) & modules == set()


def test_that_all_models_and_builders_are_public():
    public = {getattr(ad, name) for name in ad.__all__}
    assert set(MODELS.values()) <= public
    assert set(BUILDERS.values()) <= public


def test_that_every_public_name_has_words():
    told = [name for name in ad.__all__ if name != "__version__"]
    assert [name for name in told if not (getattr(ad, name).__doc__ or "").strip()] == []


def test_that_its_words_name_all_of_it():
    groups = re.search(r"What there is.*?\n\n(.*?)\n\n", ad.__doc__, re.DOTALL)[1]
    assert {*ad.__all__} - {*re.findall(r"\w+", groups)} == {"__version__"}


def test_that_importing_it_loads_nothing(tmp_path):
    script = (
        "import gc, sys; before = gc.get_threshold(); import arxdesk; "
        "print([n for n in sys.modules if n.startswith(('PySide6', 'numpy', 'pandas', 'arxdesk_engine', 'pydantic'))], "
        "gc.get_threshold() == before)"
    )
    assert run(script, tmp_path).stdout == "[] True\n"


def test_that_the_library_needs_no_window(tmp_path):
    script = (
        "import sys, arxdesk; [getattr(arxdesk, name) for name in arxdesk.__all__]; "
        "print([n for n in sys.modules if n.startswith('PySide6')])"
    )
    assert run(script, tmp_path).stdout == "[]\n"


def test_that_a_model_shows_what_it_was_made_of():
    assert repr(ad.KAnonymity(k=5)) == "KAnonymity(k=5)"
    assert repr(ad.LDiversity(attribute="diagnosis", l=3)) == "LDiversity(attribute='diagnosis', l=3.0)"
    assert repr(ad.Automatic()) == "Automatic()"
    assert repr(ad.Intervals(intervals=[[0, 10]], upper_range="repeat")).startswith("Intervals(intervals=(Interval(")
    assert repr(ad.Quality(model="precision")).startswith("Quality(model='precision'")
    many = ad.Table(rows=[[str(number), "*"] for number in range(5000)])
    assert len(repr(many)) < 150


def test_that_a_checker_sees_the_types(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import arxdesk as ad\n"
        "model: ad.KAnonymity = ad.KAnonymity(k=5)\n"
        'result = ad.anonymize(None, quasi_identifiers=["age"], privacy=model)\n'
        "reveal_type(result)\n"
        'ad.anonymize(None, quasi_identifiers=["age"], privacy=model, suppression=0.5)\n'
    )
    options = ["--config-file", "pyproject.toml", str(script)]  # the settings of the whole check, and its cache
    found = run(f"from mypy import api; print(api.run({options})[0])", ROOT).stdout
    assert 'Revealed type is "arxdesk_engine.library.result.Result"' in found
    assert 'Unexpected keyword argument "suppression"' in found


def test_that_the_wheel_has_types_and_three_names():
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert [each.rpartition("/")[2] for each in wheel["packages"]] == ["arxdesk", "arxdesk_engine", "arxdesk_resources"]
    assert (ROOT / "arxdesk" / "py.typed").is_file()
    assert (ROOT / "engine" / "arxdesk_engine" / "py.typed").is_file()
