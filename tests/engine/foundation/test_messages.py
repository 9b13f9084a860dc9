"""Messages: sentences that are kept as a text with its values, and told in the language of whoever reads them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.foundation.language import LANGUAGES, in_language, tr, tr_n
from arxdesk_engine.foundation.messages import TextMessage, ToldText, message_of, told, told_n

TEXTS = st.text(max_size=8)
VALUES = st.recursive(
    st.one_of(TEXTS, st.integers(), st.floats(allow_nan=False, allow_infinity=False)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2).map(tuple),
        st.builds(
            TextMessage,
            st.just("Saved as {name}"),
            st.dictionaries(st.just("name"), inner, max_size=1),
        ),
    ),
    max_leaves=2,
)


@pytest.mark.parametrize("code", LANGUAGES)
def test_that_a_message_is_told_as_its_text_is_translated(code):
    made = told("Not taken over: {place}", place="a.b")
    many = told_n(1_234, "{n} hierarchy", "{n} hierarchies")
    one = told_n(1, "{n} hierarchy", "{n} hierarchies")
    with in_language(code):
        assert made.message.told() == tr("Not taken over: {place}", place="a.b")
        assert many.message.told() == tr_n(1_234, "{n} hierarchy", "{n} hierarchies")
        assert one.message.told() == tr_n(1, "{n} hierarchy", "{n} hierarchies")


def test_that_messages_stand_in_each_other():
    with in_language("de"):
        made = told(
            "Taken over: {sentence}",
            sentence=told("a suppression limit of {share} %", share=2.5),
        )
        assert made == "Übernommen: eine Unterdrückungsgrenze von 2,5\u00a0%"
        assert made.message.in_english() == "Taken over: a suppression limit of 2.5 %"
    listed = told("Hierarchies: {names}", names=("a.csv", told("Saved as {name}", name="b")))
    assert listed == "Hierarchies: a.csv, Saved as b"
    assert told("Saved as {name}", name=float("inf")).message.values == {"name": "inf"}


@given(st.builds(TextMessage, TEXTS.filter(bool), st.dictionaries(TEXTS, VALUES, max_size=3), TEXTS, st.integers()))
def test_that_a_message_comes_back_from_its_plain_form(message):
    if not message.many:
        message = TextMessage(message.text, message.values)
    plain = json.loads(json.dumps(message.plain()))
    assert message_of(plain, depth=50) == message
    assert message_of(plain, depth=50).told() == message.told()
    assert message.size == len(json.dumps(plain))


def test_that_nothing_of_a_text_is_carried_out():
    """A file may have any text: names in braces are filled, and nothing else is done with them."""
    strange = message_of({"text": "{name.__class__} {name:>99999999} {0} {} {name}", "values": {"name": "x"}})
    assert strange.told() == "{name.__class__} {name:>99999999} {0} {} x"


@pytest.mark.parametrize(
    "plain",
    [
        *(None, "x", [], {}, {"text": ""}, {"text": 1}, {"text": "a", "values": []}, {"text": "a", "more": 1}),
        *({"text": "a", "number": True}, {"text": "a", "many": 2}, {"text": "a", "values": {"b": None}}),
        *({"text": "a", "values": {"b": True}}, {"text": "a", "values": {"b": {"no": "text"}}}),
        {"text": "a", "values": {"b": [[[[["deep"]]]]]}},
    ],
)
def test_that_what_is_no_message_is_refused(plain):
    with pytest.raises(ValueError, match="not a message"):
        message_of(plain)


def test_that_a_told_text_is_a_text():
    made = told("Saved as {name}", name="x")
    assert isinstance(made, ToldText)
    assert (made, type(str(made)), f"{made}.") == ("Saved as x", str, "Saved as x.")
