"""What the README shows is true: its example runs, its job is valid, its pictures and links exist."""

import re
import subprocess
import sys
import tomllib

from arxdesk_engine.job.job import job_from
from tests.places import ROOT

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    blocks = re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    assert len(blocks) == 1
    return blocks[0]


def test_that_the_python_example_runs_as_written_and_has_five_lines():
    code = block("python")
    assert len([line for line in code.splitlines() if line]) == 5
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("<Result: 10,000 rows, 5-anonymity, ")
    assert done.stderr == ""
    assert "Verified by a recount of the written file: 5-anonymity." in done.stdout


def test_that_the_job_file_is_valid():
    job = job_from(tomllib.loads(block("toml")))
    assert [model.title for model in job.privacy] == ["5-anonymity", "0.3-closeness of diagnosis (equal distance)"]
    assert job.settings_of("postal_code").weight == 0.8


def test_that_pictures_and_links_exist():
    targets = re.findall(r"\]\(([^)#]+)\)", TEXT)
    assert [target for target in targets if not (ROOT / target).exists()] == []
    assert any(target.endswith(".png") for target in targets)
