"""Cells of scripts are shown with what they print; building the site runs every script of the gallery."""

from tests.packaging.scripts import load_script

gallery = load_script("documentation.gallery")


def test_that_cells_are_shown_with_what_they_print_and_their_last_value(tmp_path):
    path = tmp_path / "x.py"
    path.write_text(
        '"""A title.\n\nWhat it shows.\n"""\n\n# %%\nprint("printed")\nx = 2\nx + 1\n\n# %% Words.\ny = x\n'
    )
    assert gallery.page_of(path).split("\n\n") == [
        "# A title",
        "What it shows.",
        '```python\nprint("printed")\nx = 2\nx + 1\n```',
        "```text\nprinted\n3\n```",
        "Words.",
        "```python\ny = x\n```\n",
    ]
