"""Models and builders of another distribution, as it is installed: a folder on the path with its entry points."""

import subprocess
import sys
import textwrap

import pytest

from arxdesk_engine.hierarchies.builders import BUILDERS, register
from arxdesk_engine.hierarchies.redaction import RedactionBuilder
from arxdesk_engine.privacy import register as register_privacy_model
from arxdesk_engine.privacy.size import KAnonymity
from arxdesk_engine.quality import register as register_quality_model
from arxdesk_engine.quality.loss import Loss
from tests.places import SEARCH_PATH

MODULE = '''
from typing import ClassVar, Literal

import arxdesk as ad


class Pairs(ad.ClassCriterion):
    def violating(self, classes):
        return classes.counts < 2


class TwoOfAKind(ad.PrivacyModel):
    """Every class has two rows."""

    description = ad.Description(
        name="Two", against="being found", promise="Two.", protects_against="being found", term="identity",
        in_short="two", rule="two", source="here",
    )
    model: Literal["two-of-a-kind"] = "two-of-a-kind"

    def bind(self, table):
        return Pairs()

    @property
    def title(self):
        return "two of a kind"

    @property
    def sentence(self):
        return "Every row has a twin."


class CountedTwice(TwoOfAKind):
    model: Literal["counted-twice"] = "counted-twice"

    def holds_again(self, sizes, values):
        return sizes >= 2

    @property
    def title(self):
        return "two, counted twice"


class FirstLetter(ad.ClassifyingBuilder):
    """The first letter."""

    builder: Literal["first-letter"] = "first-letter"
    title: ClassVar = "first letter"
    _levels: ClassVar = 1
    _expected: ClassVar = "word"

    def _classifier(self):
        return lambda value: (value[:1],)
'''
ENTRIES = """
[arxdesk.privacy_models]
two = own_models:TwoOfAKind
twice = own_models:CountedTwice
broken = own_models:Missing

[arxdesk.quality_models]
gone = not_there:Model

[arxdesk.builders]
letter = own_models:FirstLetter
"""
SCRIPT = """
import warnings
import pandas as pd
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    import arxdesk as ad
    from arxdesk_engine.job.job import job_from
    job = job_from({
        "data": {"path": "a.csv"},
        "attributes": {"word": {"role": "quasi-identifying", "hierarchy": {"builder": "first-letter"}}},
        "privacy": [{"model": "two-of-a-kind"}, {"model": "counted-twice"}],
    })
print(sorted(str(each.message).split(" is left out")[0] for each in told if each.category is ad.ExtensionWarning))
frame = pd.DataFrame({"word": ["apple", "ant", "bee", "bear"]})
result = ad.anonymize(
    frame, quasi_identifiers={"word": job.attributes["word"].hierarchy}, privacy=list(job.privacy)
)
print(result.frame["word"].tolist())
print(result.verify().sentence)
"""


@pytest.fixture
def installed(tmp_path):
    """A folder with a distribution."""
    folder = tmp_path / "site"
    facts = folder / "own_models-1.0.dist-info"
    facts.mkdir(parents=True)
    (folder / "own_models.py").write_text(MODULE)
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: own-models\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(ENTRIES)
    return folder


def test_that_an_installed_distribution_adds_models_and_builders(installed, tmp_path):
    finished = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(SCRIPT)],
        env={"PYTHONPATH": f"{installed}:{SEARCH_PATH}", "PATH": "/usr/bin", "HOME": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = finished.stdout.splitlines()
    assert lines, finished.stderr
    assert lines[0] == str(["not_there:Model (arxdesk.quality_models)", "own_models:Missing (arxdesk.privacy_models)"])
    assert lines[1] == "['a', 'a', 'b', 'b']"
    assert lines[2] == "Verified by a recount of the written file: two, counted twice."
    assert lines[3].startswith("Not recounted: two of a kind (the recount has no definition of its own")


@pytest.mark.parametrize(
    ("registering", "known"),
    [(register, RedactionBuilder), (register_privacy_model, KAnonymity), (register_quality_model, Loss)],
)
def test_that_registering_twice_is_no_matter_and_a_twin_is_one(registering, known):
    registering(known)
    twin = type(known.__name__, (known,), {"__module__": __name__})
    with pytest.raises(ValueError, match="there are two"):
        registering(twin)
    with pytest.raises(ValueError, match=r"has no (name|description)"):
        registering(type("Nameless", (), {"model_fields": {}}))


def test_that_builders_keep_their_order():
    assert list(BUILDERS)[:3] == ["automatic", "interval", "order"]
