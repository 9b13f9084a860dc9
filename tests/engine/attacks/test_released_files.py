"""Released files in the forms in which they come: they tell an attacker the same."""

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.attacks.attack import attack_release
from arxdesk_engine.foundation.errors import InvalidData
from arxdesk_engine.job.job import load_job
from arxdesk_engine.trial_release import attack_trial

TOWNS = ("Köln", "Łódź", "=Basel")
JOB = """
[data]
path = "t.csv"
[attributes.town]
role = "quasi-identifying"
hierarchy = {{ builder = "automatic" }}
[attributes.age]
role = "quasi-identifying"
hierarchy = {{ builder = "interval", intervals = [[0, 10], [10, 20]] }}
[attributes.illness]
role = "sensitive"
[[privacy]]
model = "k-anonymity"
k = 2
[output]
{output}
"""


def job_of(folder, output=""):
    rows = [f"{TOWNS[number % 3]},{number % 7},{'ab'[number % 2]}" for number in range(60)]
    (folder / "t.csv").write_text("\n".join(["town,age,illness", *rows]) + "\n", encoding="utf-8")
    (folder / "job.toml").write_text(JOB.format(output=output), encoding="utf-8")
    return load_job(folder / "job.toml")


def tried(job):
    with Anonymizer.open(job) as anonymizer:
        return attack_trial(anonymizer, anonymizer.apply((0, 0)))


@pytest.mark.parametrize(
    "output",
    [
        'encoding = "utf-16"',
        'encoding = "utf-16-le"',
        'encoding = "cp1250"',
        'encoding = "utf-8-sig"',
        'delimiter = "~"',
        'delimiter = ";"\nquote = "all"\nline_end = "crlf"',
        "escape_formulas = true",
    ],
)
def test_that_the_form_of_the_output_does_not_change_what_is_found(tmp_path, output):
    usual, written = tried(job_of(tmp_path)), tried(job_of(tmp_path, output))
    assert written.found[0].singling_out.candidates.tolist() == usual.found[0].singling_out.candidates.tolist()
    assert all(usual.found[0].singling_out.candidates > 0)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_that_files_of_other_programs_are_read_in_their_encodings(tmp_path, encoding):
    job = job_of(tmp_path)
    (tmp_path / "r.csv").write_text("town;age;illness\nKöln;0;a\n" + "Köln;1;b\n" * 9, encoding=encoding)
    found = attack_release(job, tmp_path / "r.csv").found[0]
    assert found.attacker.knows == ("town", "age")
    assert max(found.singling_out.candidates) == 9


def test_that_what_is_no_text_is_explained(tmp_path):
    job = job_of(tmp_path)
    (tmp_path / "r.csv").write_bytes(bytes(range(256)) * 9)
    with pytest.raises(InvalidData, match="binary file"):
        attack_release(job, tmp_path / "r.csv")


def test_that_quasi_identifiers_of_other_names_are_told_and_not_forgotten(tmp_path):
    job = job_of(tmp_path)
    (tmp_path / "r.csv").write_text("town,AGE,illness\nKöln,0,a\nKöln,1,b\n", encoding="utf-8")
    found = attack_release(job, tmp_path / "r.csv")
    assert found.absent == tuple(found.plain()["absent"]) == ("age",)
    assert any(each.endswith("no attacker uses them: age.") for each in found.sentences())
    assert not attack_release(job, tmp_path / "t.csv").absent


def test_that_a_file_without_any_column_of_the_input_is_refused(tmp_path):
    job = job_of(tmp_path)
    (tmp_path / "r.csv").write_text("x,y\n1,2\n")
    with pytest.raises(InvalidData, match='"town" is not in the input and in the release'):
        attack_release(job, tmp_path / "r.csv")


def test_that_rows_are_said_to_be_counted_where_they_stand_for_several_records(tmp_path):
    job_of(tmp_path)
    rows = [f"{TOWNS[number % 2]},{number % 7},a,3" for number in range(14)]
    (tmp_path / "t.csv").write_text("\n".join(["town,age,illness,n", *rows]) + "\n", encoding="utf-8")
    text = JOB.format(output="").replace("[attributes.town]", 'count = "n"\n[attributes.town]')
    text = text.replace('role = "quasi-identifying"\nhierarchy = { builder = "automatic" }', 'role = "insensitive"')
    (tmp_path / "job.toml").write_text(text, encoding="utf-8")
    with Anonymizer.open(load_job(tmp_path / "job.toml")) as anonymizer:
        found = attack_trial(anonymizer, anonymizer.apply((0,)))
    assert "The figures count rows, not the records that n says each row stands for." in list(found.sentences())


def test_that_labels_that_mean_no_value_are_told(tmp_path):
    job = job_of(tmp_path)
    (tmp_path / "r.csv").write_text("town,age,illness\nKoeln,0,a\nKoeln,1,b\nBonn,teen,b\n", encoding="utf-8")
    found = attack_release(job, tmp_path / "r.csv")
    assert found.unread["age"] == found.plain()["unread_labels"]["age"] == 1
    assert "nobody is looked for there." in "\n".join(found.sentences())
    assert "unread_labels" not in attack_release(job, tmp_path / "t.csv").plain()
