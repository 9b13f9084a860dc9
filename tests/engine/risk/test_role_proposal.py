"""Proposed roles: what names and values give away, on the columns of well-known tables and on made-up ones."""

import numpy as np
import pytest

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.job import load_job
from arxdesk_engine.preparation.loading import load_dataset
from arxdesk_engine.risk.role_proposal import MOST_BY_CONTENTS, proposed_roles
from tests.places import EXAMPLE_JOB

ID, Q, S, N = Role.IDENTIFYING, Role.QUASI_IDENTIFYING, Role.SENSITIVE, Role.INSENSITIVE


def column(name, values, records=None):
    codes = np.arange(records or len(values), dtype=np.int32) % len(values)
    return Column.encode(name, codes, values)


def proposal_of(name, values=("1", "2"), records=None):
    return proposed_roles(Dataset((column(name, values, records),)))[name]


WELL_KNOWN = {
    Q: "sex age race marital-status education native-country workclass occupation ZIP GENDER STATE SEX MARRIAGE EDUC "
    "MARSTAT RACEA REGION familysize married gender admission_date length_of_stay Wohnort Familienstand PLZ "
    "Geburtsdatum Staatsangehörigkeit sexe nacionalidad",
    S: "salary-class INCOME LIMIT_BAL PAY_0 BILL_AMT1 religion diagnosis icd10 HIV Hauptdiagnose Jahreseinkommen "
    "enfermedad Konfession",
    ID: "patient_id name Nachname email phone SSN Versichertennummer street_address MRN",
    N: "RAMNTALL NGIFTALL MINRAMNT Q1A Q10A PERNUM",
}


@pytest.mark.parametrize(("role", "name"), [(role, name) for role in WELL_KNOWN for name in WELL_KNOWN[role].split()])
def test_that_well_known_columns_get_their_role_by_name(role, name):
    assert proposal_of(name).role is role


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("Highest level of school completed", Q),
        ("Labor force status", Q),
        ("Citizenship status", Q),
        ("default-payment-next-month", S),
        ("insurance number", ID),
        ("age at diagnosis", Q),
        ("sampling_weight", N),
        ("Final person weight", N),
        ("Hochrechnungsfaktor", N),
        ("body weight", Q),
        ("household_id", ID),
        ("Haushalts-ID", ID),
        ("household size", Q),
    ],
)
def test_that_words_in_a_longer_name_count(name, role):
    assert proposal_of(name).role is role


def test_that_the_columns_of_a_sample_are_told_as_such():
    assert proposal_of("survey weight").reason == (
        "Its name suggests a sampling weight, which is about the sample and not about a person."
    )
    assert proposal_of("hhid").reason == "Its name suggests the number of a household, which points to a few people."


def test_that_every_column_of_the_example_gets_the_role_its_maker_gave_it():
    job = load_job(EXAMPLE_JOB)
    proposals = proposed_roles(load_dataset(job))
    assert {name: each.role for name, each in proposals.items()} == {
        name: job.settings_of(name).role for name in proposals
    }


def test_that_codes_of_diagnoses_are_sensitive_under_any_name():
    found = proposal_of("v17", ["E11.9", "I10", "J45.0", "C50.1", "A09"], 50)
    assert (found.role, found.category) == (S, "an illness or its treatment")


def test_that_values_that_look_like_identifiers_identify():
    found = proposal_of("v1", [f"person{number}@example.org" for number in range(40)])
    assert (found.role, found.category) == (ID, "e-mail address")
    assert "e-mail addresses, which point to one person" in found.reason


def test_that_numbers_that_every_record_has_another_one_of_identify():
    assert proposal_of("v1", [str(1000 + number) for number in range(100)]).role is ID


def test_that_measurements_that_are_all_different_do_not_identify():
    assert proposal_of("v1", [f"{number}.{number}7" for number in range(100)]).role is N


def test_that_texts_of_their_own_may_name_people():
    texts = [f"the {number}th visitor came late again" for number in range(50)]
    found = proposal_of("remarks", texts)
    assert (found.role, found.category) == (ID, "free text")


def test_that_categories_that_tell_apart_are_proposed_with_little_confidence():
    found = proposal_of("v1", ["red", "green", "blue", "grey"], 400)
    assert found.role is Q
    assert found.confidence < 0.5
    assert "75 %" in found.reason


def test_that_categories_do_not_become_quasi_identifying_as_a_whole():
    columns = tuple(column(f"v{number}", ["red", "green", f"b{number}"], 300) for number in range(100))
    found = list(proposed_roles(Dataset(columns)).values())
    assert [each.role for each in found].count(Q) == MOST_BY_CONTENTS
    assert [each.decided for each in found].count(False) == 100 - MOST_BY_CONTENTS


def test_that_the_answers_of_a_form_are_left_to_be_decided():
    often = tuple(column(f"v{number}", ["never", "sometimes", "always"], 300) for number in range(50))
    name = "F006_Zufriedenheit mit dem Angebot der Stadt insgesamt"
    marks = tuple(column(f"{name} {number}", ["1", "2", "3", "4", "5"], 300) for number in range(5))
    for found in proposed_roles(Dataset((*often, *marks))).values():
        assert (found.role, found.decided) == (N, False)
    assert proposal_of("Name der Stadt, in der Sie wohnen", ["Dresden", "Leipzig", "Chemnitz"]).role is Q
    assert proposal_of("What is your age in years", [str(age) for age in range(18, 95)]).role is Q
    assert proposal_of("Abschluss", ["Haupt", "Real", "Abitur"]).role is Q


def test_that_free_text_is_not_passed_on_silently():
    texts = ["", "unauffällig", "Allergie: Penicillin", *(f"Tel. 0351 {number}" for number in range(100_000, 100_090))]
    texts += [f"Angehörige (Tochter {name}) informiert" for name in ("Anna", "Lena", "Mia")]
    found = proposal_of("Bemerkung", texts, 2_000)
    assert (found.role, found.category, found.decided) == (ID, "free text", True)
    assert proposal_of("v1", texts, 2_000).role is ID
    assert proposal_of("Bemerkung", ["gut", "schlecht"], 300).role is not ID


def test_that_a_column_without_any_clue_is_to_be_decided():
    found = proposal_of("v1", [f"{number}.5" for number in range(15, 40)], 300)
    assert (found.role, found.decided) == (N, False)
    found = proposal_of("Kosten", [f"{number}.5" for number in range(15, 40)], 300)
    assert (found.role, found.decided) == (N, True)


def test_that_reasons_are_one_sentence_without_values():
    columns = (
        column("v1", ["zzyzx", "quux", "xyzzy"], 60),
        column("name", ["zzyzx", "quux"], 60),
        column("v2", [f"qq{number}" for number in range(60)]),
        column("v3", ["Z99.9", "C50.1", "A09"], 60),
    )
    for found in proposed_roles(Dataset(columns)).values():
        assert found.reason.endswith(".")
        assert found.reason.count(". ") == 0
        assert 0.0 < found.confidence <= 1.0
        assert not any(text in found.reason for text in ("zzyzx", "quux", "xyzzy", "qq1", "Z99", "C50", "A09"))


def test_that_an_empty_table_and_empty_columns_get_proposals():
    assert proposed_roles(Dataset(())) == {}
    assert proposal_of("v1", [""]).role is N
    assert proposed_roles(Dataset((Column.encode("v1", np.zeros(0, np.int32), []),)))["v1"].role is N


def test_that_the_order_is_that_of_the_columns_and_progress_is_told():
    heard = []
    columns = tuple(column(name, ["red", "green", "blue"], 60) for name in ("v2", "age", "v1"))
    assert list(proposed_roles(Dataset(columns), Control(heard.append))) == ["v2", "age", "v1"]
    assert [progress.fraction for progress in heard] == pytest.approx([1 / 3, 2 / 3, 1.0])


def test_that_a_stopped_guess_returns_what_was_looked_at():
    columns = tuple(column(f"v{number}", ["1", "2"]) for number in range(5))
    control = Control()

    def stop(progress):
        if progress.fraction >= 0.4:
            control.stop()

    control._report = stop
    assert list(proposed_roles(Dataset(columns), control)) == ["v0", "v1"]
