"""What the help page on hierarchies shows is valid, and it names every builder and ready-made hierarchy."""

import importlib.resources
import re
import tomllib

from arxdesk_engine.hierarchies import ready_made
from arxdesk_engine.hierarchies.builders import BUILDERS, builder_from
from arxdesk_engine.hierarchies.date import GRANULARITIES
from arxdesk_engine.hierarchies.labels import FUNCTIONS

PAGE = importlib.resources.files("arxdesk_resources").joinpath("help", "hierarchies.md").read_text(encoding="utf-8")


def test_that_its_examples_are_valid_and_say_what_becomes_of_values():
    shown = re.findall(r"\{ builder = [^`\n]*\}", PAGE)
    builders = [builder_from(tomllib.loads(f"x = {text}")["x"]) for text in shown if "..." not in text]
    assert {builder.builder for builder in builders} == set(BUILDERS)
    labels = {"interval": "45", "order": "mild", "redaction": "90210", "date": "2020-02-29", "ready-made": "E11.9"}
    for builder in builders:
        if builder.builder in labels:
            value, *row = builder.labels_of([labels[builder.builder]])[0]
            written = re.search(
                rf"^{re.escape(value)} becomes ([^.]*?)`\*`|{re.escape(value)} becomes ([^.]*)\.", PAGE, re.MULTILINE
            )
            assert written is not None
            assert re.findall("`([^`]*)`", written[1] or written[2]) == row[:-1]


def test_that_it_names_everything():
    for name in (*GRANULARITIES, *ready_made.names(), *BUILDERS):
        assert name in PAGE
    assert all(name.removesuffix("-of-bounds") in PAGE for name in FUNCTIONS)
