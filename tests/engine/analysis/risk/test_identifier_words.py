"""Signs of identifiers in other languages: the kind that is found is a word of the sentence."""

import pandas as pd
import pytest

from arxdesk_engine.analysis.risk.identifiers import KIND_NAMES, identifier_signs, identifiers_in
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.language import in_language
from arxdesk_engine.job.job import job_from
from arxdesk_engine.risk.identifiers import KINDS


def test_that_every_kind_has_a_name():
    assert set(KIND_NAMES) == set(KINDS)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "(first name), by its name"),
        ("de", "(Vorname), am Namen"),
        ("fr", "(prénom), d’après"),
    ],
)
def test_that_the_kind_is_told_in_the_language(code, told):
    dataset = Dataset.from_pandas(pd.DataFrame({"first_name": ["Ann", "Bo", "Cy", "Ann"]}))
    job = job_from({"data": {"path": "t.csv"}, "attributes": {"first_name": {"role": "identifying"}}})
    with in_language(code):
        [sign, *_] = identifier_signs(identifiers_in(dataset), job)
    assert told in sign.details
