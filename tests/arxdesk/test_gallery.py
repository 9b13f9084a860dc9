"""The scripts of the gallery, and the examples in the documentation of public names, as they stand there."""

import doctest
import runpy

import pytest

import arxdesk as ad
from arxdesk_engine import privacy, quality
from arxdesk_engine.hierarchies.builders import BUILDERS
from tests.places import ROOT

SCRIPTS = sorted((ROOT / "resources" / "arxdesk_resources" / "examples" / "python").glob("*.py"))
REGISTERS = (privacy.MODELS, quality.MODELS, BUILDERS)


@pytest.fixture(autouse=True)
def registers():
    """What a script registers is known to it alone."""
    before = [dict(each) for each in REGISTERS]
    yield
    for register, known in zip(REGISTERS, before, strict=True):
        register.clear()
        register.update(known)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_that_a_script_runs(script, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(script))


def test_that_the_examples_of_the_reference_give_what_they_say():
    runner, tried = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE), 0
    for name in ad.__all__:
        found = getattr(ad, name)
        text = getattr(found, "__doc__", None) or ""
        if ">>>" not in text:
            continue
        test = doctest.DocTestParser().get_doctest(text, {}, f"arxdesk.{name}", None, 0)
        assert runner.run(test).failed == 0
        tried += 1
    assert tried >= 5
    assert {"anonymize", "risk_of", "risk_of_rows", "sweep", "Anonymizer"} <= {
        name for name in ad.__all__ if ">>>" in (getattr(ad, name).__doc__ or "")
    }
