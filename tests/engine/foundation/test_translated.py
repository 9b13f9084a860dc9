"""Texts of declarations are read in the language of the moment, and kept in English."""

from dataclasses import FrozenInstanceError, dataclass

import pytest

from arxdesk_engine.foundation import translated as texts
from arxdesk_engine.foundation.translated import ClassText, Texts, translated


@translated("name", "choices", "meanings")
@dataclass(frozen=True, slots=True)
class Declared:
    key: str
    name: str
    choices: tuple[tuple[str, str], ...] = ()
    meanings: tuple[str, ...] = ()


class Method:
    title = ClassText("Noise")


@pytest.fixture
def language(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A language in which every text stands in brackets while the list holds one."""
    brackets: list[str] = []
    monkeypatch.setattr(texts, "tr", lambda text: f"[{text}]" if brackets else text)
    return brackets


def test_that_fields_are_read_in_the_language_of_the_moment(language: list[str]):
    made = Declared("k", "Size", (("poisson", "estimated"), ("", "the whole")), ("one", "two"))
    assert (made.name, made.choices[0], made.meanings) == ("Size", ("poisson", "estimated"), ("one", "two"))
    language.append("other")
    assert (made.key, made.name) == ("k", "[Size]")
    assert made.choices == (("poisson", "[estimated]"), ("", "[the whole]"))
    assert made.meanings == ("[one]", "[two]")
    language.clear()
    assert made.name == "Size"


def test_that_declarations_stay_what_they_are():
    made = Declared("k", "Size")
    assert made == Declared("k", "Size")
    assert hash(made) == hash(Declared("k", "Size"))
    with pytest.raises(FrozenInstanceError):
        made.name = "other"  # type: ignore[misc]


def test_that_classes_and_tables_say_their_texts(language: list[str]):
    table = Texts({1: "one", 2: "two"})
    assert (Method.title, Method().title, table[1], list(table.values())) == ("Noise", "Noise", "one", ["one", "two"])
    language.append("other")
    assert (Method.title, Method().title, table[1], dict(table)) == (
        "[Noise]",
        "[Noise]",
        "[one]",
        {1: "[one]", 2: "[two]"},
    )
    assert (len(table), 3 in table, table.get(3, "none")) == (2, False, "none")
