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
    runner, without = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE), []
    for name in ad.__all__:
        text = getattr(ad, name).__doc__ or ""
        if ">>>" not in text:
            without.append(name)
            continue
        test = doctest.DocTestParser().get_doctest(text, {}, f"arxdesk.{name}", None, 0)
        assert runner.run(test).failed == 0
    assert [name for name in without if not has_examples_elsewhere(name)] == []


def has_examples_elsewhere(name: str) -> bool:
    """Whether a name is an error or a warning, or for models of one's own: a how-to and two scripts show those."""
    is_raised = isinstance(getattr(ad, name), type) and issubclass(getattr(ad, name), BaseException)
    return is_raised or ad.__all__.index(name) > ad.__all__.index("UserError")
