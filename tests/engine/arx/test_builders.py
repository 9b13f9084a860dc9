"""ARX's hierarchy builders: specifications of ours where they make the stored rows, else these rows, and a line."""

import datetime as dt

import numpy as np
import pytest

from arxdesk_engine.arx.builder_file import read_ahs
from arxdesk_engine.arx.files.java_objects import read_objects
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.arx.functional import functional
from arxdesk_engine.arx.hierarchies import StoredHierarchy
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.errors import InvalidHierarchy, UnreadableFile
from arxdesk_engine.hierarchies.builders import builder_from
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from tests.engine.arx import arx_classes as arx
from tests.engine.arx import java_stream as java

GROUPING = "aggregates.HierarchyBuilderGroupingBased"
HOUR = 3_600_000


def function(name, **values):
    return arx.instance(f"aggregates.AggregateFunction${name}", "aggregates.AggregateFunction", **values)


INTERVAL = function("GenericInterval", lowerIncluded=True, upperIncluded=False)
CLOSED = function("GenericInterval", lowerIncluded=True, upperIncluded=True)
SET = function("GenericSet")


def levels(*sizes, label=INTERVAL):
    made = {}
    for number, groups in enumerate(sizes):
        listed = [
            arx.instance(f"{GROUPING}$Group", size=size, function=own)
            for size, own in ((each, label) if isinstance(each, int) else each for each in groups)
        ]
        made[java.boxed(number)] = arx.instance(f"{GROUPING}$Level", level=number, list=java.array_list(listed))
    return java.hash_map(made)


def edge(snap=None, coding=None, extreme=None):
    return arx.instance(
        "aggregates.HierarchyBuilderIntervalBased$Range", repeatBound=snap, snapBound=coding, labelBound=extreme
    )


def intervals(*bounds, lower=None, upper=None, groups=(), label=INTERVAL):
    made = [
        arx.instance("aggregates.HierarchyBuilderIntervalBased$Interval", min=low, max=high, function=label, lower=None)
        for low, high in bounds
    ]
    return arx.instance(
        "aggregates.HierarchyBuilderIntervalBased",
        GROUPING,
        intervals=java.array_list(made),
        lowerRange=lower or edge(),
        upperRange=upper or edge(),
        groups=levels(*groups, label=label),
        datatype=arx.instance("DataType$ARXInteger"),
        function=label,
    )


def ordered(comparator, *sizes, label=SET):
    return arx.instance(
        "aggregates.HierarchyBuilderOrderBased",
        GROUPING,
        groups=levels(*sizes, label=label),
        comparator=comparator,
        function=label,
        datatype=arx.instance("DataType$ARXString"),
    )


def listed(*values):
    places = java.hash_map({value: java.boxed(place) for place, value in enumerate(values)})
    kind = java.Declared(f"{arx.ARX}aggregates.HierarchyBuilderOrderBased$3", {"val$map": "Ljava/util/Map;"})
    return java.Object(kind, {"val$map": places})


def by_type(name):
    kind = java.Declared(f"{arx.ARX}aggregates.HierarchyBuilderOrderBased$1", {"val$type": "Ljava/lang/Object;"})
    return java.Object(kind, {"val$type": arx.instance(f"DataType${name}")})


def redaction(align="LEFT_TO_RIGHT", order="RIGHT_TO_LEFT", padding="*", character="*", **more):
    kind = "aggregates.HierarchyBuilderRedactionBased"
    return arx.instance(
        kind,
        aligmentOrder=arx.constant(f"{kind}$Order", align),
        redactionOrder=arx.constant(f"{kind}$Order", order),
        paddingCharacter=java.Primitive("C", padding),
        redactionCharacter=java.Primitive("C", character),
        **more,
    )


def dates(*names, formats=None, bottom=None, top=None):
    kind = "aggregates.HierarchyBuilderDate$Granularity"
    return arx.instance(
        "aggregates.HierarchyBuilderDate",
        granularities=java.array(f"[L{arx.ARX}{kind};", [arx.constant(kind, name) for name in names]),
        format=arx.instance(
            "aggregates.HierarchyBuilderDate$Format",
            map=java.hash_map({arx.constant(kind, name): text for name, text in (formats or {}).items()}),
        ),
        bottomCoding=bottom,
        topCoding=top,
        timeZone=None,
    )


def priority(priorities=None, direction="HIGHEST_TO_LOWEST", most=10):
    kind = "aggregates.HierarchyBuilderPriorityBased"
    return arx.instance(
        kind,
        maxLevels=most,
        priority=arx.constant(f"{kind}$Priority", direction),
        priorities=None
        if priorities is None
        else java.hash_map({name: java.boxed(number) for name, number in priorities.items()}),
        type=None if priorities is not None else arx.instance("DataType$ARXString"),
    )


def column(values, kind=None):
    codes = np.array([place for place, _value in enumerate(values)], np.int32)
    return Column.encode("x", codes, list(values), kind or ValueType())


def found(builder, rows, values=None, kind=None, **options):
    """What becomes of a builder with stored rows: a specification or None, and what was listed."""
    findings = Findings()
    stored = None if rows is None else StoredHierarchy(Hierarchy(tuple(map(tuple, rows))), "x.csv")
    (read,) = read_objects(java.stream(builder))
    texts = [row[0] for row in rows] if values is None else values
    made = functional(read, stored, column(texts, kind), findings, **options)
    return made, findings


INTEGER = ValueType(DataType.INTEGER)
DATE = ValueType(DataType.DATE, "%d.%m.%Y")
AGES = [
    ["3", "[0, 20[", "[0, 40[", "[0, 80[", "*"],
    ["45", "[40, 60[", "[40, 80[", "[0, 80[", "*"],
    ["98", "[80, 100[", "[80, 100[", "[80, 100[", "*"],
    ["150", ">=100", ">=100", ">=100", "*"],
]


def test_that_intervals_with_groups_and_ranges_are_a_specification():
    builder = intervals(
        (java.boxed(0), java.boxed(20)),
        upper=edge(java.boxed(99), java.boxed(100), java.boxed(200)),
        lower=edge(java.boxed(0), java.boxed(0), java.boxed(0)),
        groups=[[2], [2]],
    )
    made, findings = found(builder, AGES, kind=INTEGER)
    assert findings.left_out == []
    assert made.builder == builder_from(
        {
            "builder": "interval",
            "intervals": [[0, 20]],
            "levels": [[2], [2]],
            "lower_range": {"snap": 0, "coding": 0, "extreme": 0},
            "upper_range": {"snap": 99, "coding": 100, "extreme": 200},
        }
    )
    assert findings.notes == ["Loss counts the values that an interval holds; ARX measures how wide it is."]


def test_that_labels_of_intervals_are_taken_over():
    labels = (
        (CLOSED, "[0, 10]"),
        (function("GenericInterval", lowerIncluded=False, upperIncluded=True), "]0, 10]"),
        (function("GenericBounds"), "[0, 10]"),
        (function("GenericConstant", value="few"), "few"),
        (function("AggregateFunctionArithmeticMeanOfBounds"), "5"),
    )
    for label, text in labels:
        builder = intervals((java.boxed(0), java.boxed(10)), label=label)
        made, findings = found(builder, [["3", text, "*"], ["4", text, "*"]], kind=INTEGER)
        assert made is not None, text
        assert findings.left_out == []


def test_that_a_set_of_bounds_has_no_counterpart():
    made, findings = found(intervals((java.boxed(0), java.boxed(10)), label=SET), [["3", "{0, 10}", "*"]], kind=INTEGER)
    assert made is None
    assert findings.left_out[0].found == "intervals have no set of values as their label"
    assert findings.left_out[0].place == 'input/config.dat, hierarchyBuilders, "x"'


def test_that_rows_stay_where_the_same_settings_make_others():
    builder = intervals((java.boxed(0), java.boxed(20)))
    for rows in ([["3", "0-20", "*"]], [["3", "[0, 20[", "[0, 20[", "*"]], [["3", "[0, 20[", "*"], ["4", "*", "*"]]):
        made, findings = found(builder, rows, kind=INTEGER)
        assert made is None
        assert findings.left_out[0].found == "the same settings make other labels or groups here"
        assert findings.left_out[0].instead == "Its rows were imported: they do not follow the data any more."


def test_that_intervals_of_decimals_and_dates_are_read_exactly():
    builder = intervals((java.boxed(0.1), java.boxed(0.3)), (java.boxed(0.3), java.boxed(0.7)))
    rows = [["0.1", "[0.1, 0.3[", "*"], ["0.3", "[0.3, 0.7[", "*"]]
    assert found(builder, rows, kind=ValueType(DataType.DECIMAL))[0] is not None
    midnight = (dt.date(1990, 1, 1) - dt.date(1970, 1, 1)).days * 24 * HOUR
    for zone in (0, -2, 5):  # as hours of a clock east of Greenwich
        low, high = (java.date(midnight + days * 24 * HOUR - zone * HOUR) for days in (0, 10))
        rows = [["03.01.1990", "[01.01.1990, 11.01.1990[", "*"]]
        made, _findings = found(intervals((low, high)), rows, kind=DATE)
        assert made.builder.intervals[0].lower == dt.datetime.fromisoformat("1990-01-01")


ORDERED = [
    ["a", "{a, b}", "{a, b, c, d}", "*"],
    ["b", "{a, b}", "{a, b, c, d}", "*"],
    ["c", "{c, d}", "{a, b, c, d}", "*"],
    ["d", "{c, d}", "{a, b, c, d}", "*"],
    ["e", "{e}", "{e}", "*"],
]


def test_that_groups_in_an_order_are_a_specification():
    for comparator, order in (
        (by_type("ARXString"), {"order": "text"}),
        (listed("a", "b", "c", "d", "e"), {"order": "listed", "values": list("abcde")}),
        (None, {"order": "listed", "values": list("abcde")}),
    ):
        made, findings = found(ordered(comparator, [2], [2]), ORDERED)
        expected = {"builder": "order", "levels": [[2], [2]], "label": "set", **order}
        assert (made.builder, findings.left_out) == (builder_from(expected), [])


def test_that_an_order_of_its_own_is_kept():
    rows = [["high", "[high, low]", "*"], ["low", "[high, low]", "*"], ["mid", "[mid, mid]", "*"]]
    made, _findings = found(ordered(listed("high", "low", "mid"), [2, 1], label=function("GenericBounds")), rows)
    assert made.builder.values == ("high", "low", "mid")


def test_that_redaction_is_a_specification():
    rows = [["123", "12*", "1**", "***"], ["45", "45*", "4**", "***"]]
    assert found(redaction(), [["123", "12*", "1**", "***"], ["456", "45*", "4**", "***"]])[0] is not None
    rows = [["123", "*23", "**3", "***"], [" 45", "*45", "**5", "***"]]
    builder = redaction("RIGHT_TO_LEFT", "LEFT_TO_RIGHT", padding=" ")
    made, findings = found(builder, [["123", "*23", "**3", "***"], ["145", "*45", "**5", "***"]])
    assert made.builder == builder_from(
        {"builder": "redaction", "alignment": "right", "direction": "left-to-right", "padding": " "}
    )
    assert findings.left_out == []
    assert found(builder, rows)[0] is not None


def test_that_what_redaction_says_of_the_domain_is_listed():
    sizes = {"domainSize": java.boxed(1e5), "alphabetSize": java.boxed(10.0), "maxValueLength": java.boxed(2.0)}
    _made, findings = found(redaction(**sizes), [["12", "1*", "**"]])
    assert "sizes of domain and alphabet" in findings.left_out[0].found


DATES = [
    ["31.12.1999", "12/1999", "Q4 1999", "1999", "[1990, 2000["],
    ["01.01.2000", "01/2000", "Q1 2000", "2000", "[2000, 2010["],
]


def test_that_dates_are_a_specification_whose_root_stays_unused():
    builder = dates("MONTH_YEAR", "QUARTER_YEAR", "YEAR", "DECADE", formats={"MONTH_YEAR": "MM/yyyy"})
    made, findings = found(builder, DATES, kind=DATE)
    assert (made.has_root, findings.left_out) == (True, [])
    assert made.builder == builder_from(
        {
            "builder": "date",
            "granularities": ["month", "quarter", "year", "decade"],
            "formats": {"month": "%m/%Y", "quarter": "Q%q %Y", "year": "%Y"},
        }
    )
    made, findings = found(builder, DATES, kind=DATE, needs_height=True)
    assert made is None
    assert len(findings.left_out) == 1


def test_that_dates_that_are_written_in_other_words_keep_their_rows():
    for rows in ([["31.12.1999", "53/1999"]], [["31.12.1999", "Q4 1999"]]):
        assert found(dates("WEEK_YEAR"), rows, kind=DATE)[0] is None
    made, findings = found(dates("FORTNIGHT"), [["31.12.1999", "x"]], kind=DATE)
    assert (made, findings.left_out[0].found) == (None, "the granularity FORTNIGHT is not known")


def test_that_bottom_and_top_codes_of_dates_are_taken_over():
    low, high = (java.date((dt.date(year, 1, 1) - dt.date(1970, 1, 1)).days * 24 * HOUR) for year in (1990, 2000))
    rows = [["31.12.1989", "<1990-01-01"], ["01.01.1990", "1990"], ["01.01.2000", ">=2000-01-01"]]
    made, _findings = found(dates("YEAR", bottom=low, top=high), rows, kind=DATE)
    assert made.builder.top == dt.datetime.fromisoformat("2000-01-01")


def test_that_priorities_are_a_specification():
    rows = [["a", "a", "a", "a", "*"], ["b", "b", "b", "*", "*"], ["c", "c", "*", "*", "*"], ["d", "*", "*", "*", "*"]]
    for builder in (
        priority({"a": 9, "b": 5, "c": 2}),
        priority({"a": 0, "b": 5, "c": 7, "d": 9}, "LOWEST_TO_HIGHEST"),
    ):
        made, findings = found(builder, rows)
        assert made is not None
        assert findings.left_out == []
    made, _findings = found(priority(direction="LOWEST_TO_HIGHEST"), rows)
    assert made.builder == builder_from({"builder": "priority", "by": "order", "direction": "lowest-first"})
    made, _findings = found(priority({"a": 1, "b": 1, "c": 1, "d": 1}), rows)
    assert made.builder == builder_from({"builder": "priority"})  # each occurs once: frequencies
    assert (
        found(
            priority({"a": 9, "b": 5, "c": 2}, most=2),
            [["a", "a", "*"], ["b", "b", "*"], ["c", "*", "*"], ["d", "*", "*"]],
        )[0].builder.maximum_levels
        == 2
    )


def test_that_missing_values_may_be_called_null():
    rows = [["3", "[0, 20[", "*"], ["", "NULL", "*"]]
    assert found(intervals((java.boxed(0), java.boxed(20))), rows, kind=INTEGER)[0] is not None


def test_that_differential_privacy_keeps_the_rows_of_what_would_depend_on_the_data():
    made, findings = found(ordered(by_type("ARXString"), [2], [2]), ORDERED, fixed=True)
    assert made.builder.values == tuple("abcde")
    assert findings.left_out == []
    made, _findings = found(redaction(), [["12", "1*", "**"]], fixed=True)
    assert made is None


def test_that_builders_without_rows_are_tried_on_the_data():
    made, findings = found(intervals((java.boxed(0), java.boxed(20))), None, ["3", "4"], INTEGER)
    assert made is not None
    made, findings = found(intervals((java.boxed(0), java.boxed(2))), None, ["3", "4"], INTEGER)
    assert made is None
    assert findings.left_out[0].instead == "Create a hierarchy."


def test_that_unknown_builders_are_listed():
    made, findings = found(arx.instance("aggregates.HierarchyBuilderMagic"), [["a", "*"]])
    assert (made, findings.left_out[0].found) == (None, "the kind of hierarchy HierarchyBuilderMagic is not known")


def test_that_saved_specifications_are_read(tmp_path):
    file = tmp_path / "age.ahs"
    for builder, expected in (
        (
            intervals((java.boxed(0), java.boxed(20)), groups=[[2, 3]]),
            {"builder": "interval", "intervals": [[0, 20]], "levels": [[2, 3]]},
        ),
        (
            ordered(listed("low", "high"), [2]),
            {"builder": "order", "order": "listed", "values": ["low", "high"], "levels": [[2]], "label": "set"},
        ),
        (redaction(character="#"), {"builder": "redaction", "redaction": "#"}),
        (dates("YEAR"), {"builder": "date", "granularities": ["year"], "formats": {"year": "%Y"}}),
        (priority({"a": 2}, most=4), {"builder": "priority", "maximum_levels": 4, "priorities": {"a": 2}}),
    ):
        file.write_bytes(java.stream(builder))
        assert read_ahs(file) == builder_from(expected)


def test_that_files_that_are_no_specification_are_told_apart(tmp_path):
    file = tmp_path / "age.ahs"
    for content, said in (
        (b"builder = 'interval'", "this is no hierarchy of ARX: it is damaged"),
        (java.stream("text"), "there is no hierarchy in it"),
        (java.stream(arx.instance("RowSet")), "the kind of hierarchy RowSet is not known"),
        (java.stream(intervals()), "it has no intervals"),
        (java.stream(intervals((java.boxed(9), java.boxed(3)))), "its settings do not fit"),
        (java.stream(java.Object(java.Declared("java.lang.Runtime"))), "does not belong in a project of ARX"),
    ):
        file.write_bytes(content)
        with pytest.raises(InvalidHierarchy, match=said):
            read_ahs(file)
    with pytest.raises(UnreadableFile):
        read_ahs(tmp_path / "absent.ahs")
