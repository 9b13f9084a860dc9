"""Code on the pages of help and site: jobs are valid, Python compiles, commands exist, and how-tos run."""

from __future__ import annotations

import ast
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from arxdesk.__main__ import main
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.job import job_from
from tests.packaging.scripts import EXAMPLES, load_script
from tests.places import SEARCH_PATH

gathering = load_script("documentation.gathering")
blocks = load_script("documentation.blocks").blocks
commands = load_script("documentation.command_reference").commands()
PAGES = {
    path.relative_to(gathering.PAGES).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(gathering.PAGES.rglob("*.md"))
}
HELP = {
    f"help/{path.relative_to(gathering.HELP).as_posix()}": path.read_text(encoding="utf-8")
    for path in sorted(gathering.HELP.rglob("*.md"))
}
BLOCKS = [block for page, text in {**PAGES, **HELP}.items() for block in blocks(page, text)]
RUN = sorted(
    {
        block.page
        for block in BLOCKS
        if block.language in ("sh", "python") and block.page.startswith(("how-to/", "project/extending"))
    }
)
COMMAND = re.compile(r"^(?:\$ )?(?:[\w./]*/)?arxdesk (.*)$", re.MULTILINE)


def named(language):
    found = [block for block in BLOCKS if block.language == language]
    return pytest.mark.parametrize("block", found, ids=[f"{block.page}:{block.line}" for block in found])


def faults_of(block) -> list[str]:
    """Parts of a job are checked as such: what is missing beside them is no fault."""
    content = tomllib.loads(block.text)
    if block.title == "pyproject.toml":
        return []
    if "hierarchy" in content:  # a key of [attributes.NAME]
        content = {"attributes": {"x": content}}
    try:
        job_from({"data": {"path": "t.csv"}} | content)
    except InvalidJob as error:
        return [str(each) for each in error.problems if "is missing" not in each.found]
    return []


@named("toml")
def test_that_jobs_are_valid(block):
    assert faults_of(block) == []


@named("python")
def test_that_python_is_valid_and_uses_what_is_there(block):
    ast.parse(block.text)


def test_that_commands_and_their_options_exist():
    wrong = []
    for block in BLOCKS:
        if block.language not in ("sh", "text", ""):
            continue
        for found in COMMAND.finditer(block.text.replace("\\\n", " ")):
            words = shlex.split(found[1], comments=True)
            name, options = words[0], [word for word in words if re.fullmatch(r"--?[a-z][a-z-]*", word)]
            if name in commands:
                known = set(commands[name]._option_string_actions)
                wrong += [f"{block.page}:{block.line} {name} {each}" for each in options if each not in known]
            elif not name.startswith("-") and not Path(name).suffix and name != "JOB":
                wrong.append(f"{block.page}:{block.line} {name}")
    assert wrong == []


def test_that_options_in_sentences_exist():
    """Such as `arxdesk run JOB --output FILE` in running text."""
    known = {"--check", "--version", *(option for each in commands.values() for option in each._option_string_actions)}
    wrong = []
    for page, text in {**PAGES, **HELP}.items():
        for said in re.findall(r"`(arxdesk [^`]*)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
            wrong += [f"{page}: {said}" for option in re.findall(r"(?<=\s)--[a-z-]+", said) if option not in known]
    assert wrong == []


@pytest.mark.parametrize("page", RUN)
def test_that_a_how_to_runs_as_it_is_read(page, tmp_path, monkeypatch):
    (tmp_path / "examples").symlink_to(EXAMPLES)
    monkeypatch.chdir(tmp_path)
    for block in blocks(page, PAGES[page]):
        if block.title.endswith((".toml", ".py")):
            Path(block.title).write_text(block.text, encoding="utf-8")
        if block.language == "python" and not block.title:
            environ = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), SEARCH_PATH))}
            command = [sys.executable, "-c", block.text]
            done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
        if block.language == "sh":
            for line in block.text.replace("\\\n", " ").splitlines():
                words = shlex.split(line, comments=True)
                if words[:1] == ["mkdir"]:
                    Path(words[1]).mkdir()
                elif words:
                    assert words[0] == "arxdesk", line
                    assert main(words[1:]) == 0, line


def test_that_faults_of_a_job_are_found():
    page = "x\n\n```toml\n[suppression]\nlimit = 5\nlimits = 0.05\n```\n"
    (block,) = blocks("x.md", page)
    assert block.line == 4
    assert len(faults_of(block)) == 2
