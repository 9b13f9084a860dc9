"""Who attacks: the attackers of a job, and what their presets propose by the names and the roles of columns."""

import pytest

from arxdesk_engine.attacks.attackers import attackers_of
from arxdesk_engine.attacks.proposals import Topic, knowledge_of, topic_of
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob
from arxdesk_engine.job.attackers import AttackerSettings
from arxdesk_engine.job.job import job_from

ROLES = {
    "name": Role.IDENTIFYING,
    "birth_year": Role.QUASI_IDENTIFYING,
    "Geschlecht": Role.QUASI_IDENTIFYING,
    "PLZ": Role.QUASI_IDENTIFYING,
    "maritalStatus": Role.INSENSITIVE,
    "admission date": Role.INSENSITIVE,
    "income": Role.INSENSITIVE,
    "diagnosis": Role.SENSITIVE,
    "note": Role.INSENSITIVE,
}


def attackers(*given, roles=ROLES):
    return attackers_of(job_from({"data": {"path": "a.csv"}, "attackers": list(given)}), roles)


@pytest.mark.parametrize(
    ("name", "topic"),
    [
        ("age", Topic.AGE),
        ("Alter bei Aufnahme", Topic.AGE),
        ("Geburtsdatum", Topic.AGE),
        ("native-country", Topic.ORIGIN),
        ("ZIP_5", Topic.PLACE),
        ("HospitalWard", Topic.STAY),
        ("workclass", Topic.WORK),
        ("Staatsangehörigkeit", Topic.ORIGIN),
        ("stage", None),
        ("sexton", None),
        ("", None),
    ],
)
def test_that_names_tell_what_a_column_is_about(name, topic):
    assert topic_of(name) is topic


@pytest.mark.parametrize(
    ("preset", "known"),
    [
        ("neighbour", ("birth_year", "Geschlecht", "PLZ", "maritalStatus")),
        ("employer", ("birth_year", "Geschlecht", "PLZ", "maritalStatus", "income")),
        ("insurer", ("birth_year", "Geschlecht", "PLZ", "admission date")),
        ("journalist", ("birth_year", "Geschlecht", "PLZ", "maritalStatus")),
        ("quasi-identifiers", ("birth_year", "Geschlecht", "PLZ")),
        ("everything", ("birth_year", "Geschlecht", "PLZ", "maritalStatus", "admission date", "income", "note")),
    ],
)
def test_that_presets_know_what_people_in_their_place_see_and_nothing_sensitive(preset, known):
    assert knowledge_of(preset, ROLES) == known
    (one,) = attackers({"preset": preset})
    assert (one.knows, one.secrets) == (known, ("diagnosis",))
    assert one.name


def test_that_roles_suggest_attackers_where_a_job_has_none():
    first, second = attackers()
    assert (first.name, first.knows) == ("Knows the quasi-identifiers", ("birth_year", "Geschlecht", "PLZ"))
    assert second.name == "Knows everything but the sensitive"
    (alone,) = attackers(roles={"age": Role.QUASI_IDENTIFYING, "illness": Role.SENSITIVE})
    assert (alone.knows, alone.secrets) == (("age",), ("illness",))


def test_that_columns_that_are_named_win_over_the_preset():
    (one,) = attackers({"preset": "neighbour", "name": "Frau Nolte", "knows": ["note"], "secrets": ["income"]})
    assert (one.name, one.knows, one.secrets) == ("Frau Nolte", ("note",), ("income",))


def test_that_faults_name_the_place_and_what_to_do():
    with pytest.raises(InvalidJob, match=r"attackers\.0: an attacker has no name\. Write one of name and preset\."):
        attackers({"knows": ["note"]})
    with pytest.raises(InvalidJob, match=r"attackers\.0: no column has a name .*\"employer\".*Name the columns by"):
        attackers({"preset": "employer"}, roles={"x": Role.QUASI_IDENTIFYING})
    with pytest.raises(InvalidData, match='"sax" is not in the input and in the release'):
        attackers({"name": "N", "knows": ["sax"]})


def test_that_attackers_are_written_as_they_were_read():
    given = [{"preset": "insurer"}, {"name": "N", "knows": ["age"], "secrets": ["income"], "other": ["note"]}]
    job = job_from({"data": {"path": "a.csv"}, "attackers": given})
    assert job.content()["attackers"] == given
    assert job_from(job.content()) == job


def test_that_equal_attackers_are_one_key_whatever_the_order_of_their_errors():
    given = {"name": "N", "knows": ["a", "b"]}
    one, other = (AttackerSettings(**given, error=error) for error in ({"a": 1, "b": "5 %"}, {"b": "5 %", "a": 1}))
    assert one == other
    assert len({one, other, AttackerSettings(**given)}) == 2
