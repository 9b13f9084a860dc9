"""What the command line prints about the usefulness of an output."""

import json

from arxdesk.cli import commands as cli

JOB = """
[data]
path = "people.csv"
[attributes.age]
role = "quasi-identifying"
hierarchy = "ages.csv"
[attributes.sick]
role = "insensitive"
[[privacy]]
model = "k-anonymity"
k = 10
[utility]
targets = ["sick"]
methods = ["naive-bayes"]
folds = 2
"""


def test_that_a_job_that_asks_for_it_is_told_what_can_still_be_predicted(tmp_path, capsys):
    people = "age,sick\n" + "".join(f"{20 + n % 10},{'yes' if n % 10 > 4 else 'no'}\n" for n in range(200))
    (tmp_path / "people.csv").write_text(people)
    (tmp_path / "ages.csv").write_text(
        "".join(f"{age},{'20-24' if age < 25 else '25-29'},*\n" for age in range(20, 30))
    )
    (tmp_path / "job.toml").write_text(JOB)
    report = tmp_path / "report.json"
    assert cli.main(["run", str(tmp_path / "job.toml"), "--report", str(report)]) == 0
    printed = capsys.readouterr().out
    assert "Predicting sick, tried on 200 records in 2 parts: guessing is right in 50 %." in printed
    assert "naive bayes  100 %           100 %            100 %" in printed
    assert "Distributions changed most: age 0.00, sick 0.00" in printed
    facts = json.loads(report.read_text())["utility"]
    assert facts["classification"]["sick"]["methods"]["naive-bayes"]["after"]["accuracy"] == 1.0
    (tmp_path / "job.toml").write_text(JOB.partition("[utility]")[0])
    assert cli.main(["run", str(tmp_path / "job.toml"), "--report", str(report)]) == 0
    assert "utility" not in json.loads(report.read_text())
    assert "Predicting" not in capsys.readouterr().out
