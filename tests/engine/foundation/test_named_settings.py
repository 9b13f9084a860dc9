"""Settings made by a program: what is wrong is said in a sentence, and what belongs to pydantic is not listed."""

import inspect
import pydoc

import pytest

import arxdesk as ad
from arxdesk_engine.job.job import job_from


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: ad.KAnonymity(k=0), "KAnonymity, k: 0 is not allowed. It should be greater than or equal to 1."),
        (ad.KAnonymity, "KAnonymity, k: is missing. Add it."),
        (lambda: ad.KAnonymity(k=5, l=2), "KAnonymity, l: this key is not known. Allowed: model, k."),
        (lambda: ad.KMap(k=3, region="Germny"), 'KMap, region: "Germny" is not known. Did you mean "Germany"?'),
        (lambda: ad.Table(rows=[]), "Table, rows: there are no rows (rows). List every value with its labels."),
        (lambda: ad.Quality(model="los"), 'Quality, model: "los" is not known. Did you mean "loss"?'),
    ],
)
def test_that_a_mistake_is_told_in_a_sentence(make, said):
    with pytest.raises(ad.InvalidJob) as raised:
        make()
    assert str(raised.value) == said
    assert isinstance(raised.value, ValueError)
    assert raised.value.__cause__ is None
    assert "pydantic" not in str(raised.value)


def test_that_all_mistakes_are_told():
    with pytest.raises(ad.InvalidJob) as raised:
        ad.LDiversity(attribute="", l=0)
    assert [problem.place for problem in raised.value.problems] == ["LDiversity, attribute", "LDiversity, l"]


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: ad.KAnonymity(5), r"write KAnonymity\(k=...\)"),
        (lambda: ad.Redaction("left"), r"write Redaction\(other=..., alignment=..., "),
        (lambda: ad.Quality("loss"), r"write Quality\(model=..., "),
    ],
)
def test_that_settings_have_names(make, said):
    with pytest.raises(TypeError, match=said):
        make()


def test_that_a_job_tells_all_its_faults_together():
    with pytest.raises(ad.InvalidJob) as raised:
        job_from({"data": {"path": "a.csv"}, "quality": {"model": "x"}, "privacy": [{"model": "k-anonymity", "k": 0}]})
    assert sorted(problem.place for problem in raised.value.problems) == ["job, privacy.1.k", "job, quality.model"]


def test_that_help_on_a_model_is_about_the_model():
    assert list(inspect.signature(ad.KAnonymity).parameters) == ["model", "k"]
    text = pydoc.plain(pydoc.render_doc(ad.KAnonymity))
    assert "model_dump" not in text
    assert {"title", "sentence", "bind"} <= set(dir(ad.KAnonymity))
    assert {"title", "sentence", "bind", "holds_again"} <= set(dir(ad.PrivacyModel))
    assert "model_dump" in dir(ad.KAnonymity(k=5))


def test_that_a_model_of_a_script_that_is_no_module_finds_its_types():
    """As cells of a notebook are run, and the scripts of the gallery."""
    script = """
from __future__ import annotations
from typing import Literal
import arxdesk as ad

class Twice(ad.KAnonymity):
    mode: Literal["a", "b"] = "a"

made = Twice(k=3, mode="b")
"""
    names = {"__name__": "__main__"}
    exec(compile(script, "<cell>", "exec"), names)  # noqa: S102
    assert (names["made"].k, names["made"].mode) == (3, "b")
