"""XML from strangers: a tree, or a refusal; never an entity, a file or an endless document."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.arx.files import xml_tree
from arxdesk_engine.arx.files.xml_tree import RefusedXml, parsed

LAUGHS = b"""<!DOCTYPE lolz [
<!ENTITY lol "lol"><!ENTITY lol1 "&lol;&lol;&lol;&lol;"><!ENTITY lol2 "&lol1;&lol1;&lol1;">
]>
<config><metric>&lol2;</metric></config>"""


def test_that_elements_texts_and_attributes_are_there():
    root = parsed(b'<a x="1">  before<b>  one </b><c/><b>two</b>after</a>')
    assert (root.tag, root.attributes, root.text) == ("a", {"x": "1"}, "  beforeafter")
    assert [each.text for each in root.all("b")] == ["  one ", "two"]
    assert (root.value("b"), root.exact("b"), root.value("z", default="none")) == ("one", "  one ", "none")
    assert root.child("z", "c").tag == "c"


def test_that_the_encoding_is_guessed():
    assert parsed("<a>Köln €</a>".encode()).text == "Köln €"
    assert parsed("<a>Köln €</a>".encode("utf-8-sig")).text == "Köln €"
    assert parsed("<a>Köln €</a>".encode("cp1252")).text == "Köln €"
    assert parsed(b"<a>&lt;&#228;&quot;</a>").text == '<ä"'


def test_that_what_arx_writes_though_xml_does_not_allow_it_is_read():
    assert parsed(b"<a>&#55357;&#56832; x &#57344;</a>").text == "\U0001f600 x \ue000"
    assert parsed(b"<a>&#55357; &#56832;</a>").text == "\ufffd \ufffd"
    assert parsed(b"<a>x\x01\x1f\ty&#65535;</a>").text == "x\ufffd\ufffd\ty\ufffd"


@pytest.mark.parametrize(
    "raw",
    [
        LAUGHS,
        b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
        b'<!DOCTYPE a SYSTEM "http://example.org/a.dtd"><a/>',
        b"<!DOCTYPE a [<!ENTITY % p \"<!ENTITY x 'y'>\">%p;]><a>&x;</a>",
        b"<!DOCTYPE a><a/>",
    ],
)
def test_that_document_types_are_refused(raw):
    with pytest.raises(RefusedXml, match="document type"):
        parsed(raw)


@pytest.mark.parametrize(
    "raw", [b"", b"<a>", b"<a></b>", b"text", b"<a>&unknown;</a>", b"<a/><b/>", b"\x00", b"<\x01a></a>"]
)
def test_that_what_is_no_xml_is_refused(raw):
    with pytest.raises(RefusedXml):
        parsed(raw)


def test_that_depth_and_number_of_elements_are_limited(monkeypatch):
    with pytest.raises(RefusedXml, match="nested too deeply"):
        parsed(b"<a>" * 100_000)
    monkeypatch.setattr(xml_tree, "MAX_ELEMENTS", 1_000)
    with pytest.raises(RefusedXml, match="more than 1,000 elements"):
        parsed(b"<a>" + b"<b/>" * 2_000 + b"</a>")


@given(st.binary(max_size=300))
def test_that_any_bytes_are_read_or_refused(raw):
    for content in (raw, b"<a>" + raw + b"</a>", b"<!DOCTYPE " + raw):
        try:
            parsed(content)
        except RefusedXml:
            continue
