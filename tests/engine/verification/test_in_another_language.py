"""A run in another language releases the same table, says the same in files, and is confirmed as well."""

from pathlib import Path

from tests.arxdesk.pseudo_language import OPEN, pseudo_language
from tests.engine.verification.runs import run


def test_that_only_sentences_differ(tmp_path: Path):
    folders = tmp_path / "english", tmp_path / "other"
    for folder in folders:
        folder.mkdir()
    privacy = [{"model": "k-anonymity", "k": 4}, {"model": "l-diversity", "attribute": "diagnosis", "l": 2.0}]
    changes = {"output": {"codebook": "codebook.csv"}}
    english = run(folders[0], privacy, **changes)
    with pseudo_language():
        other = run(folders[1], privacy, **changes)
        found = other.verify()
        assert OPEN in other.anonymizer.job.privacy[0].title
        assert all(each.verified for each in (*found.models, *found.facts))
        texts = [each.anonymizer.job.text_at(Path("job.toml")) for each in (other, english)]
    assert texts[0] == texts[1]
    assert other.path.read_bytes() == english.path.read_bytes()
    assert (folders[1] / "codebook.csv").read_text() == (folders[0] / "codebook.csv").read_text()
    assert other.facts["solution"]["levels"] == english.facts["solution"]["levels"]
