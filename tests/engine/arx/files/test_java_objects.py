"""Java's objects are read as data, and nothing but data: whatever a stream says, it ends in values or a refusal."""

import random
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.arx.files import java_objects
from arxdesk_engine.arx.files.java_objects import RefusedObjects, is_known, read_objects, text_of
from arxdesk_engine.arx.files.java_values import Constant, Instance
from arxdesk_engine.foundation.control import Control, Stopped
from tests.engine.arx import java_stream as java
from tests.engine.arx.arx_classes import constant, instance, project_model, row_set
from tests.engine.arx.java_stream import Declared, Object, Primitive, stream


def one(value):
    (found,) = read_objects(stream(value))
    return found


def test_that_fields_of_all_kinds_are_read():
    values = {"B": -2, "C": "ü", "D": 0.25, "F": 1.5, "I": -5, "J": 2**40, "S": 7, "Z": True}
    kind = Declared("org.deidentifier.arx.Any", {f"field{code}": code for code in values})
    made = Object(kind, {f"field{code}": Primitive(code, value) for code, value in values.items()})
    found = one(made)
    assert isinstance(found, Instance)
    assert (found.kind, found.name) == ("org.deidentifier.arx.Any", "Any")
    assert found.fields == {f"field{code}": value for code, value in values.items()}


def test_that_containers_become_lists_and_dictionaries():
    kind = java.enumeration("org.deidentifier.arx.Some$Kind")
    chosen = java.Constant(kind, "CHOSEN")
    made = instance(
        "Holder",
        map=java.hash_map({"a": java.boxed(1), "b": None}),
        linked=java.linked_map({"z": java.boxed(0.5), "a": java.boxed(True)}),
        tree=java.tree_map({"t": "text"}),
        enums=java.enum_map(kind, {chosen: "value"}),
        set=java.hash_set(["one", "two"]),
        list=java.array_list([java.long(3), "x", None, chosen]),
        rows=java.texts([["a", "b"], ["c"]]),
        words=java.longs([1, -1]),
    )
    found = one(made)
    name = Constant("org.deidentifier.arx.Some$Kind", "CHOSEN")
    assert found.get("map") == {"a": 1, "b": None}
    assert list(found.get("linked").items()) == [("z", 0.5), ("a", True)]
    assert found.get("tree") == {"t": "text"}
    assert found.get("enums") == {name: "value"}
    assert found.get("set") == ["one", "two"]
    assert found.get("list") == [3, "x", None, name]
    assert found.get("rows") == [["a", "b"], ["c"]]
    assert found.items("words") == [1, -1]


def test_that_wrapped_containers_hold_what_is_in_them():
    def wrapped(name, **fields):
        kind = Declared(name, {key: java_type(value) for key, value in fields.items()})
        return Object(kind, fields)

    def java_type(value):
        return value.code if isinstance(value, Primitive) else "Ljava/lang/Object;"

    inner = java.array_list(["u"])
    assert one(wrapped("java.util.Collections$UnmodifiableCollection", c=inner)) == ["u"]
    assert one(wrapped("java.util.Collections$UnmodifiableMap", m=java.hash_map({"k": "v"}))) == {"k": "v"}
    assert one(wrapped("java.util.Collections$SingletonList", element="s")) == ["s"]
    assert one(wrapped("java.util.Collections$SingletonMap", k="k", v="v")) == {"k": "v"}
    assert one(wrapped("java.util.Collections$EmptyList")) == []
    assert one(wrapped("java.util.Collections$EmptyMap")) == {}
    array = java.array("[Ljava.lang.Object;", ["x", None, None])
    assert one(wrapped("java.util.Arrays$ArrayList", a=array)) == ["x", None, None]
    assert one(wrapped("java.util.Vector", elementData=array, elementCount=Primitive("I", 1))) == ["x"]
    immutable = Declared("java.util.CollSer", {"tag": "I"}, None, java.WRITES | java.SERIALIZABLE)
    for tag, expected in ((1, ["k", "v"]), (2, ["k", "v"]), (3, {"k": "v"})):
        made = Object(immutable, {"tag": Primitive("I", tag)}, {immutable.name: [struct.pack(">i", 2), "k", "v"]})
        assert one(made) == expected


def test_that_fields_of_parents_are_there_and_those_of_children_go_before():
    parent = Declared("org.deidentifier.arx.Parent", {"both": "I", "own": "I"})
    child = Declared("org.deidentifier.arx.Child", {"both": "I"}, parent)
    found = one(Object(child, {"both": Primitive("I", 2), "own": Primitive("I", 1)}))
    assert found.parents == ("org.deidentifier.arx.Parent",)
    assert found.fields == {"both": 2, "own": 1}


def test_that_circles_stay_circles():
    made = instance("Model", self=None)
    made.kind.fields["self"] = "Ljava/lang/Object;"
    made.values["self"] = java.array_list([made])
    found = one(made)
    assert found.get("self")[0] is found


def test_that_nothing_of_the_values_is_shown_by_accident():
    assert "secret" not in repr(one(instance("Model", name="secret")))


@given(st.text(st.characters(), max_size=40))
def test_that_texts_are_those_that_java_wrote(text):
    expected = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    assert one(text) == expected
    assert text_of(java.utf(text)[2:]) == expected


@pytest.mark.parametrize(
    "name",
    [
        *("java.lang.Runtime", "java.lang.ProcessBuilder", "java.util.PriorityQueue", "javax.swing.JFrame"),
        *("org.apache.commons.collections.functors.InvokerTransformer", "java.lang.invoke.SerializedLambda"),
        *("org.deidentifier.arxEvil", "com.sun.rowset.JdbcRowSetImpl", "java.net.URL", "java.util.Scanner"),
    ],
)
def test_that_foreign_classes_are_refused_wherever_they_stand(name):
    foreign = Object(Declared(name, {"x": "I"}), {"x": Primitive("I", 1)})
    in_array = java.array(f"[L{name};", [None])
    parent = Object(Declared("org.deidentifier.arx.Child", {}, Declared(name, {})), {})
    for value in (foreign, instance("Holder", x=foreign), java.hash_map({"k": foreign}), in_array, parent):
        with pytest.raises(RefusedObjects, match="does not belong in a project of ARX"):
            read_objects(stream(value))
    assert not is_known(name)


@pytest.mark.parametrize(
    "name",
    [
        "de.linearbits.newtonraphson.NewtonRaphsonConfiguration",
        *("org.eclipse.swt.graphics.Point", "org.apache.commons.math3.fraction.BigFraction"),
    ],
)
def test_that_classes_of_libraries_that_projects_hold_are_known(name):
    parent = Object(Declared("org.deidentifier.arx.Child", {}, Declared(name, {"x": "I"})), {"x": Primitive("I", 1)})
    assert one(parent).fields == {"x": 1}
    assert not is_known(f"evil.{name}")


def test_that_arrays_of_numbers_are_what_java_wrote():
    cells = {
        "B": [-128, 127],
        "S": [-(2**15), 5],
        "I": [-(2**31), 2**31 - 1],
        "J": [-(2**63), 2**63 - 1],
        "F": [0.5, -1.5],
        "D": [1e-300, -0.1],
    }
    for code, numbers in cells.items():
        found = one(java.array(f"[{code}", [Primitive(code, each) for each in numbers]))
        assert found.tolist() == numbers
    assert one(java.array("[C", [Primitive("C", each) for each in "\r\nü"])) == ["\r", "\n", "ü"]
    assert one(java.array("[Z", [Primitive("Z", each) for each in (True, False)])) == [True, False]
    assert one(java.array("[J", [])).tolist() == []


def test_that_cells_of_arrays_of_numbers_are_no_objects(monkeypatch):
    monkeypatch.setattr(java_objects, "MAX_CELLS", 100)
    monkeypatch.setattr(java_objects, "MAX_OBJECTS", 100)
    kind = java.CLASS + java.utf("[I") + struct.pack(">qBH", 1, 2, 0) + java.END + java.NULL
    (found,) = read_objects(java.MAGIC + java.ARRAY + kind + struct.pack(">i", 10**6) + bytes(4 * 10**6))
    assert (len(found), sum(found)) == (10**6, 0)


def test_that_a_queue_with_a_comparator_is_refused_before_anything_of_it_is_compared():
    queue = Declared(
        "java.util.PriorityQueue",
        {"size": "I", "comparator": "Ljava/util/Comparator;"},
        None,
        java.WRITES | java.SERIALIZABLE,
    )
    gadget = Object(Declared("org.apache.commons.beanutils.BeanComparator", {"property": "Ljava/lang/String;"}), {})
    made = Object(queue, {"size": Primitive("I", 2), "comparator": gadget}, {queue.name: [b"\0\0\0\3", "a", "b"]})
    with pytest.raises(RefusedObjects, match=r"BeanComparator|PriorityQueue"):
        read_objects(stream(made))


def test_that_proxies_exceptions_and_objects_that_write_themselves_are_refused():
    proxy = java.MAGIC + java.OBJECT + java.PROXY + struct.pack(">i", 1) + java.utf("java.lang.Runnable") + java.END
    with pytest.raises(RefusedObjects, match="proxy"):
        read_objects(proxy + java.NULL)
    with pytest.raises(RefusedObjects, match="it is incomplete"):
        read_objects(java.MAGIC + java.EXCEPTION + java.NULL)
    external = Declared("org.deidentifier.arx.Own", {}, None, java.EXTERNALIZABLE | java.WRITES)
    with pytest.raises(RefusedObjects, match="damaged"):
        read_objects(stream(Object(external)))


def test_that_deep_nesting_ends_in_a_refusal():
    with pytest.raises(RefusedObjects, match="nested too deeply"):
        read_objects(deep(5_000))
    listed = "x"
    for _level in range(100):
        listed = java.array_list([listed])
    with pytest.raises(RefusedObjects, match="nested too deeply"):
        read_objects(stream(listed))


def deep(levels):
    """Arrays in arrays, written without recursion."""
    head = java.ARRAY + java.CLASS + java.utf("[Ljava.lang.Object;") + struct.pack(">qBH", 1, 2, 0)
    head += java.END + java.NULL + struct.pack(">i", 1)
    again = java.ARRAY + java.REFERENCE + struct.pack(">ii", java.FIRST_HANDLE, 1)
    return java.MAGIC + head + again * levels + java.NULL


def test_that_chains_of_classes_and_of_references_end_in_a_refusal():
    kind = None
    for number in range(200):
        kind = Declared(f"org.deidentifier.arx.C{number}", {}, kind)
    with pytest.raises(RefusedObjects, match="nested too deeply"):
        read_objects(stream(Object(kind)))


@pytest.mark.parametrize("name", ["[J", "[I", "[Ljava.lang.String;", "[[Ljava.lang.String;", "[B"])
@pytest.mark.parametrize("size", [2**31 - 1, 10**8, -1, -(2**31)])
def test_that_arrays_that_are_larger_than_the_stream_are_refused_at_once(name, size):
    kind = java.CLASS + java.utf(name) + struct.pack(">qBH", 1, 2, 0) + java.END + java.NULL
    with pytest.raises(RefusedObjects):
        read_objects(java.MAGIC + java.ARRAY + kind + struct.pack(">i", size) + bytes(64))


def test_that_numbers_of_objects_values_bytes_and_seconds_are_limited(monkeypatch):
    many = stream(java.array_list([java.boxed(number) for number in range(3_000)]))
    for limit, value in (("MAX_OBJECTS", 1_000), ("MAX_CELLS", 1_000), ("MAX_BYTES", 1_000), ("MAX_SECONDS", -1.0)):
        with monkeypatch.context() as changed:
            changed.setattr(java_objects, limit, value)
            with pytest.raises(RefusedObjects):
                read_objects(many)
    assert len(read_objects(many)[0]) == 3_000


def test_that_reading_can_be_stopped():
    control = Control()
    control.stop()
    with pytest.raises(Stopped):
        read_objects(stream(java.array_list([java.boxed(number) for number in range(3_000)])), control)


def sample():
    return stream(project_model(researchSubset=row_set([True, False] * 50), kind=constant("A$B", "C")))


def test_that_every_beginning_of_a_stream_is_read_or_refused():
    raw = sample()
    for end in range(0, len(raw), 7):
        try:
            read_objects(raw[:end])
        except RefusedObjects:
            continue


@given(st.integers(min_value=0).map(random.Random))
def test_that_damaged_streams_are_read_or_refused(rng):
    raw = bytearray(sample())
    for _change in range(rng.randrange(1, 6)):
        raw[rng.randrange(len(raw))] = rng.randrange(256)
    try:
        read_objects(bytes(raw))
    except RefusedObjects:
        return


@given(st.binary(max_size=200))
def test_that_any_bytes_are_read_or_refused(raw):
    for beginning in (b"", java.MAGIC, java.MAGIC + java.OBJECT, java.MAGIC + java.ARRAY):
        try:
            read_objects(beginning + raw)
        except RefusedObjects:
            continue
