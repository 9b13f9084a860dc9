"""A whole project of ARX becomes the job that somebody would have written by hand."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk.cli.commands import main
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.arx.imported import Replacement
from arxdesk_engine.arx.reading import load_arx, read_arx
from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.foundation.errors import InvalidData, UnreadableFile
from arxdesk_engine.job.job import job_from, load_job
from arxdesk_engine.release.formulation import require_fitting
from tests.engine.arx import arx_classes as arx
from tests.engine.arx import java_stream as java
from tests.engine.arx.arx_projects import (
    METADATA,
    NAMES,
    PROJECT,
    config,
    csv_of,
    defined,
    hierarchy_of,
    people,
    with_objects,
    written,
    xml_parts,
)
from tests.tiers import examples

BY_HAND = """
[project]
title = "Study"
description = "What it is for"

[data]
path = "study.deid/data/input.csv"
delimiter = ";"
encoding = "utf-8"
header = true

[attributes.name]
role = "identifying"
type = "string"

[attributes.sex]
role = "quasi-identifying"
type = "string"
hierarchy = "study.deid/input/hierarchies/sex.csv"

[attributes.age]
role = "quasi-identifying"
type = "integer"
hierarchy = "study.deid/input/hierarchies/age.csv"
minimum_level = 1
maximum_level = 2
weight = 0.25

[attributes.born]
role = "quasi-identifying"
type = "date"
format = "%d.%m.%Y"
hierarchy = "study.deid/input/hierarchies/born.csv"

[attributes.zip]
role = "quasi-identifying"
type = "string"
hierarchy = "study.deid/input/hierarchies/zip.csv"

[attributes.income]
role = "quasi-identifying"
type = "decimal"
transformation = "microaggregate"
function = "arithmetic-mean"
missing = "as-zero"

[attributes.diagnosis]
role = "sensitive"
type = "ordinal"
order = ["none", "cold", "flu", "cancer"]
hierarchy = "study.deid/input/hierarchies/diagnosis.csv"

[[privacy]]
model = "k-anonymity"
k = 4

[[privacy]]
model = "l-diversity"
attribute = "diagnosis"
variant = "distinct"
l = 2.0

[[paused]]
model = "t-closeness"
attribute = "diagnosis"
variant = "ordered"
t = 0.3

[costs]
publisher_benefit = 800.0

[population]
region = "Germany"

[subset]
select = "age >= '20'"

[suppression]
limit = 0.25
sensitive = true

[quality]
model = "loss"
aggregate = "arithmetic-mean"
generalization_suppression_factor = 0.4
targets = ["diagnosis"]

[search]
algorithm = "bottom-up"
check_limit = 500

[explore.filters]
classes = ["optimum", "anonymous"]

[explore.filters.forbidden]
age = [1]

[[explore.pins]]
levels = { sex = 0, age = 2, born = 3, zip = 1 }
note = "the one for the board"

[analysis.thresholds]
highest_risk = 0.25
"""


def full_parts():
    """A project with everything that can be taken over, and nothing that cannot."""
    table = people()
    chosen = [int(row[2]) >= 20 for row in table]
    configuration = arx.model_configuration(
        arx.arx_configuration(
            relMaxOutliers=0.25,
            suppressedAttributeTypes=java.boxed(0b11),
            attributeWeights=java.hash_map({"age": java.boxed(0.25), "sex": java.boxed(0.5)}),
            costBenefitConfiguration=arx.costs(benefit=800.0),
            criteria=java.hash_set([arx.instance("criteria.KAnonymity", k=4), arx.instance("criteria.Inclusion")]),
        ),
        min=java.hash_map({"age": java.boxed(1), "sex": None}),
        max=java.hash_map({"age": java.boxed(2), "born": java.boxed(3), "zip": None}),
        transformationModes=java.hash_map(
            {
                "income": arx.constant("gui.model.ModelTransformationMode", "MICRO_AGGREGATION"),
                "sex": arx.constant("gui.model.ModelTransformationMode", "GENERALIZATION"),
            }
        ),
        microAggregationFunctions=java.hash_map(
            {"income": arx.instance("AttributeType$MicroAggregationFunction$1", label="Arithmetic Mean")}
        ),
        microAggregationIgnoreMissingData=java.hash_map({"income": java.boxed(False)}),
        researchSubset=arx.row_set(chosen),
    )
    model = arx.project_model(
        kAnonymityModel=arx.model_of("KAnonymity", enabled=True, k=4),
        lDiversityModel=arx.by_attribute(
            arx.model_of("LDiversity", enabled=True, attribute="diagnosis", variant=0, l=2, c=0.001),
            arx.model_of("LDiversity", enabled=False, attribute="zip", variant=0, l=2, c=0.001),
        ),
        tClosenessModel=arx.by_attribute(
            arx.model_of("TCloseness", enabled=False, attribute="diagnosis", variant=2, t=0.3)
        ),
        riskModel=arx.risk(
            populationModel=arx.population("GERMANY", 80_767_000), riskThresholdHighestRisk=java.boxed(0.25)
        ),
        metricConfig=arx.metric(
            gsFactor=0.4, aggregateFunction=arx.constant("metric.Metric$AggregateFunction", "ARITHMETIC_MEAN")
        ),
        query="'age' >= '20'",
        subsetOrigin="Query",
        heuristicSearchStepLimit=java.boxed(500),
        heuristicSearchTimeLimit=java.boxed(30_000),
        anonymizationConfiguration=arx.instance(
            "gui.model.ModelAnonymizationConfiguration",
            searchType=arx.constant("gui.model.ModelAnonymizationConfiguration$SearchType", "BEST_EFFORT_BOTTOM_UP"),
            transformationType=arx.constant("gui.model.ModelAnonymizationConfiguration$TransformationType", "GLOBAL"),
            stepLimitEnabled=True,
            timeLimitEnabled=False,
        ),
        auditTrail=java.array_list(
            [
                arx.instance(
                    "gui.model.ModelAuditTrailEntry$AuditTrailEntryFindReplace",
                    "gui.model.ModelAuditTrailEntry",
                    attribute="diagnosis",
                    searchString="grippe",
                    replacementString="flu",
                )
            ]
        ),
    )
    parts = with_objects(xml_parts(table), model, configuration)
    attributes = [
        *(defined("name", "IDENTIFYING"), defined("sex", "QUASI_IDENTIFYING", ref="hierarchies/sex.csv")),
        defined("age", "QUASI_IDENTIFYING", "Integer", ref="hierarchies/age.csv", min="0", max="All"),
        defined("born", "QUASI_IDENTIFYING", "Date/Time", format="dd.MM.yyyy", ref="hierarchies/born.csv"),
        defined("zip", "QUASI_IDENTIFYING", ref="hierarchies/zip.csv"),
        defined("income", "QUASI_IDENTIFYING", "Decimal"),
        defined(
            *("diagnosis", "SENSITIVE", "Ordinal"),
            format="none\ncold\nflu\ncancer",
            response="true",
            ref="hierarchies/diagnosis.csv",
        ),
    ]
    sets = [[0, 1], [2], [0, 1, 2, 3], [0, 1, 2]]
    levels = java.array("[Ljava.util.Set;", [java.hash_set([java.boxed(level) for level in each]) for each in sets])
    stored_filter = arx.instance(
        "gui.model.ModelNodeFilter",
        anonymity=java.hash_set([arx.constant("ARXLattice$Anonymity", "ANONYMOUS")]),
        generalizations=levels,
        maxNumNodesInitial=100,
        minInformationLoss=0.0,
        maxInformationLoss=1.0,
    )
    comments = java.hash_map(
        {
            java.boxed(3): java.hash_map({java.boxed(111): "the one for the board", java.boxed(5): java.boxed(1)}),
            java.boxed(4): java.hash_map({java.boxed(8): java.Object(java.Declared("org.eclipse.swt.graphics.Point"))}),
        }
    )
    return {
        **parts,
        "input/definition.xml": f"<definition>{''.join(attributes)}</definition>",
        "clipboard.xml": "<clipboard><node>[0, 2, 3, 1]</node></clipboard>",
        "filter.dat": java.stream(stored_filter),
        "attributes.dat": java.stream(comments),
        "lattice.xml": (
            '<lattice><level depth="6"><n i="4"><t>[1, 2, 2, 1]</t><a>ANONYMOUS</a></n>'
            '<n i="3"><t>[0, 2, 3, 1]</t><a>ANONYMOUS</a></n></level></lattice>'
        ),
        "lattice.dat": b"not looked at",
        "infoloss.dat": b"not looked at",
        "data/output.dat": b"not looked at",
        "output/config.dat": b"not looked at",
    }


@pytest.fixture
def full(tmp_path):
    return written(tmp_path / "study.deid", full_parts())


def test_that_a_full_project_is_the_job_written_by_hand(full, tmp_path):
    (tmp_path / "by hand.toml").write_text(BY_HAND, encoding="utf-8")
    imported = read_arx(full)
    assert imported.left_out == ()
    assert imported.job.model_dump() == load_job(tmp_path / "by hand.toml").model_dump()
    assert imported.job.source == str(full)
    assert imported.version == "3.7.0"
    assert imported.trail == (Replacement("diagnosis", "grippe", "flu"),)
    assert imported.notes == ("The result that ARX computed is not imported: a search finds it again.",)
    assert imported.summary.startswith("All settings of the ARX project were imported.\n")


def test_that_both_run_alike(full, tmp_path, capsys):
    (tmp_path / "by hand.toml").write_text(BY_HAND, encoding="utf-8")
    outputs = [tmp_path / name for name in ("imported.csv", "by hand.csv")]
    for job, output in zip((full, tmp_path / "by hand.toml"), outputs, strict=True):
        assert main(["run", str(job), "--output", str(output), "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")
    first, second = (output.read_bytes() for output in outputs)
    assert first == second
    assert first.count(b"\n") > 50


def test_that_the_job_of_an_import_reads_and_saves_like_any_other(full, tmp_path):
    imported = read_arx(full)
    saved = tmp_path / "saved.toml"
    imported.job.save(saved)
    again = load_job(saved)
    assert again.model_dump() == imported.job.model_dump()
    assert Anonymizer.open(again).problem.lattice.size == Anonymizer.open(full).problem.lattice.size
    assert job_from(imported.job.absolute().model_dump(mode="json", exclude_none=True)).data.path == str(
        full / "data/input.csv"
    )


def test_that_loading_gives_the_table_and_the_hierarchies_of_the_job(full):
    loaded = load_arx(full, Control())
    assert loaded.imported == read_arx(full)
    assert loaded.dataset.names == NAMES
    assert loaded.dataset.records == 120
    assert set(loaded.hierarchies) == {"sex", "age", "born", "zip", "diagnosis"}
    rows = {row[0]: list(row) for row in loaded.hierarchies["age"].rows}
    assert rows == {row[0]: row for row in hierarchy_of("age", people())}


def test_that_an_import_can_be_stopped(full):
    control = Control()
    control.stop()
    with pytest.raises(Stopped):
        read_arx(full, control)


def test_that_inspect_and_lattice_take_projects_of_arx(full, tmp_path, capsys):
    assert main(["inspect", str(full), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    roles = {each["name"]: each["role"] for each in facts["attributes"]}
    assert roles["income"] == "quasi-identifying"
    assert main(["lattice", str(full), "--output", str(tmp_path / "all.csv"), "--quiet"]) == 0
    assert (tmp_path / "all.csv").read_text().startswith("sex,age,born,zip")


def test_that_the_command_line_says_what_is_missing(tmp_path, capsys):
    project = written(tmp_path / "study.deid", xml_parts())
    assert main(["inspect", str(project)]) == 0
    said = capsys.readouterr().err
    assert "2 things in the ARX project could not be imported as they are:" in said
    assert "- project.dat: it is not in the project." in said
    assert "- input/config.dat: it is not in the project." in said


def test_that_the_xml_parts_alone_give_a_job(tmp_path):
    imported = read_arx(written(tmp_path / "study.deid", xml_parts()))
    job = imported.job
    assert [each.place for each in imported.left_out] == ["project.dat", "input/config.dat"]
    assert (job.project.title, job.suppression.limit, job.quality.model) == ("Study", 0.1, "loss")
    assert [model.title for model in job.privacy] == ["5-anonymity"]
    age = job.attributes["age"]
    assert (age.role, age.minimum_level, age.maximum_level, age.weight) == ("quasi-identifying", 1, None, 0.25)
    assert job.attributes["zip"].hierarchy == "study.deid/input/hierarchies/zip.csv"
    assert job.quality.targets == ("income",)
    assert job.population is None
    assert Anonymizer.open(job).search(Control()).best is not None


def test_that_objects_that_are_damaged_or_hostile_leave_the_xml_parts(tmp_path):
    parts = full_parts()
    foreign = java.stream(java.Object(java.Declared("java.lang.Runtime", {})))
    for number, raw in enumerate((parts["input/config.dat"][:500], b"", b"\xac\xed\x00\x05", foreign)):
        changed = {**parts, "input/config.dat": raw, "project.dat": raw, "filter.dat": raw, "attributes.dat": raw}
        imported = read_arx(written(tmp_path / f"study{number}.deid", changed))
        assert [model.title for model in imported.job.privacy] == ["5-anonymity"]
        places = {each.place for each in imported.left_out}
        assert {"project.dat", "input/config.dat"} <= places
        assert {"filter.dat", "clipboard.xml"} <= places  # all five quasi-identifiers are generalized now


def test_that_objects_of_another_kind_are_refused(tmp_path):
    parts = with_objects(xml_parts(), arx.project_model(), arx.model_configuration())
    swapped = {**parts, "project.dat": parts["input/config.dat"], "input/config.dat": parts["project.dat"]}
    imported = read_arx(written(tmp_path / "study.deid", swapped))
    found = {each.place: each.found for each in imported.left_out}
    assert found["project.dat"] == "there is a ModelConfiguration in it and no Model"
    assert found["input/config.dat"] == "there is a Model in it and no ModelConfiguration"


def test_that_a_configuration_within_the_project_stands_in_for_one_that_is_missing(tmp_path):
    within = arx.model_configuration(min=java.hash_map({"age": java.boxed(2)}))
    parts = with_objects(xml_parts(), arx.project_model(inputConfig=within), within)
    del parts["input/config.dat"]
    imported = read_arx(written(tmp_path / "study.deid", parts))
    assert imported.job.attributes["age"].minimum_level == 2


def test_that_the_first_vocabulary_is_understood(tmp_path):
    parts = xml_parts()
    old = (
        *(defined("name", "IDENTIFYING"), defined("sex", "QUASI_IDENTIFYING", "String")),
        defined("age", "QUASI_IDENTIFYING", "Decimal", ref="hierarchies/age.csv"),
        defined("born", "INSENSITIVE", "dd.MM.yyyy"),
        *(defined("zip", "INSENSITIVE"), defined("income", "INSENSITIVE"), defined("diagnosis", "SENSITIVE")),
    )
    parts |= {
        "metadata.xml": "<metadata><version>2.1</version></metadata>",
        "input/definition.xml": f"<definition>{''.join(old)}</definition>",
        "clipboard.xml": "<clipboard><node>[1, 2]</node></clipboard>",
        "attributes.dat": java.stream(java.hash_map({java.boxed(7): java.hash_map({java.boxed(111): "kept"})})),
        "lattice.xml": (
            '<lattice><level depth="3"><node id="7"><transformation>[1, 2]</transformation></node></level></lattice>'
        ),
    }
    imported = read_arx(written(tmp_path / "study.deid", parts))
    job = imported.job
    assert [each.place for each in imported.left_out] == ["project.dat", "input/config.dat"]
    assert (job.attributes["age"].type, job.attributes["born"].format) == ("decimal", "%d.%m.%Y")
    assert job.attributes["sex"].hierarchy == "study.deid/input/hierarchies/sex.csv"
    assert [(pin.levels, pin.note) for pin in job.explore.pins] == [({"sex": 1, "age": 2}, "kept")]


def test_that_western_xml_and_hierarchies_are_understood(tmp_path):
    rows = [[f"{number}", "Köln" if number % 2 else "Lübeck"] for number in range(30)]
    hierarchy = csv_of([["Köln", "West", "*"], ["Lübeck", "Nord", "*"]])
    parts = {
        "metadata.xml": METADATA,
        "project.xml": PROJECT.replace("Study", "Bevölkerung").encode("cp1252"),
        "data/input.csv": csv_of([["id", "Geburtsort für alle"], *rows]).encode(),
        "input/definition.xml": (
            "<definition>"
            + defined("id", "IDENTIFYING")
            + defined("Geburtsort für alle", "QUASI_IDENTIFYING", ref="hierarchies/Geburtsort für alle.csv")
            + "</definition>"
        ).encode("cp1252"),
        "input/config.xml": config().encode("cp1252"),
        "input/hierarchies/Geburtsort für alle.csv": hierarchy.encode("cp1252"),
    }
    loaded = load_arx(written(tmp_path / "ort.deid", parts))
    assert loaded.imported.job.project.title == "Bevölkerung"
    assert [row[0] for row in loaded.hierarchies["Geburtsort für alle"].rows] == ["Köln", "Lübeck"]


def test_that_every_unknown_thing_is_reported(tmp_path):
    parts = with_objects(
        xml_parts(),
        arx.project_model(colourOfTheFuture="blue", quantumModel=arx.model_of("Quantum", enabled=True, q=3)),
        arx.model_configuration(
            arx.arx_configuration(criteria=java.hash_set([arx.instance("criteria.QuantumPrivacy", q=3)]), warp=9),
            twist=True,
        ),
    )
    parts |= {
        "metadata.xml": "<metadata><version>4.2.0</version><vocabulary>3.0</vocabulary><mood>good</mood></metadata>",
        "project.xml": PROJECT.replace("</project>", "<shine>high</shine></project>"),
        "input/config.xml": config(extra="<entropyBudget>7</entropyBudget>"),
        "input/definition.xml": "<definition>"
        + defined("sex", "SECRET", "Quaternion", smell="sweet")
        + defined("ghost", "INSENSITIVE")
        + "</definition>",
        "input/hierarchies/ghost.csv": "a;*\n",
        "input/plan.bin": b"x",
        "clipboard.xml": "<clipboard><node>[9, 9, 9, 9, 9]</node><scissors/></clipboard>",
    }
    imported = read_arx(written(tmp_path / "study.deid", parts))
    listed = "\n".join(str(each) for each in imported.left_out)
    for expected in (
        "metadata.xml, metadata: the element <mood> is not known",
        "it was written by ARX 4.2.0, and the newest known version is ARX 3.9",
        "its vocabulary is 3.0",
        'project.xml, project: the element <shine> is not known ("high")',
        "input/config.xml, config: the element <entropyBudget> is not known",
        "assigment: the element <smell> is not known",
        'the type "SECRET_ATTRIBUTE" is not known',
        'the data type "Quaternion" is not known',
        'the table has no column "ghost"',
        "input/hierarchies/ghost.csv: the table has no such column",
        "input/plan.bin: this part of a project is not known",
        "clipboard.xml, clipboard: the element <scissors> is not known",
        "the transformation [9, 9, 9, 9, 9] does not fit the quasi-identifiers",
        "the privacy model QuantumPrivacy is not known",
        "the privacy model in the field quantumModel is switched on, and not known",
        'the field "colourOfTheFuture" of Model is not known',
        'the field "twist" of ModelConfiguration is not known (True)',
        'the field "warp" of ARXConfiguration is not known (9)',
    ):
        assert expected in listed


def test_that_missing_values_are_missing_however_null_is_spelled(tmp_path):
    table = people()
    for number, text in ((3, "NULL"), (4, "null"), (5, "")):
        table[number][2] = text
    rows = [*hierarchy_of("age", [row for row in table if row[2].isdigit()]), ["NULL", "NULL", "NULL", "*"]]
    parts = {
        **xml_parts(people()),
        "data/input.csv": csv_of([NAMES, *table]),
        "input/hierarchies/age.csv": csv_of(rows),
    }
    loaded = load_arx(written(tmp_path / "study.deid", parts))
    assert loaded.imported.job.data.null_values == ("", "NULL", "null")
    assert 'the column "age" has empty cells beside missing ones' in [each.found for each in loaded.imported.left_out]
    column = loaded.dataset["age"]
    assert column.type.kind == "integer"
    assert (column.texts()[3:6] == "").all()
    assert ("", "NULL", "NULL", "*") in loaded.hierarchies["age"].rows


def test_that_other_delimiters_are_kept(tmp_path):
    for delimiter in (",", "\t", "|"):
        parts = xml_parts(delimiter=delimiter)
        project = written(tmp_path / f"study{ord(delimiter)}.deid", parts)
        loaded = load_arx(project)
        assert loaded.imported.job.data.delimiter == delimiter
        assert loaded.hierarchies["zip"].levels == 3


def test_that_levels_beyond_the_hierarchy_are_cut_and_listed(tmp_path):
    configuration = arx.model_configuration(
        min=java.hash_map({"sex": java.boxed(2), "born": java.boxed(3)}),
        max=java.hash_map({"zip": java.boxed(9), "born": java.boxed(1)}),
    )
    imported = read_arx(written(tmp_path / "study.deid", with_objects(xml_parts(), arx.project_model(), configuration)))
    attributes = imported.job.attributes
    assert (attributes["sex"].minimum_level, attributes["sex"].maximum_level) == (1, None)
    assert (attributes["zip"].maximum_level, attributes["born"].maximum_level) == (None, None)
    listed = [each.found for each in imported.left_out]
    assert 'level 2 of "sex" is asked for, and its hierarchy ends with level 1' in listed
    assert 'level 9 of "zip" is asked for, and its hierarchy ends with level 2' in listed
    assert 'the highest level of "born" lies below the lowest' in listed


def test_that_what_is_no_project_is_told_apart(tmp_path):
    for content, found in ((b"", "it is not an archive"), (b"PK\x03\x04 and more", "it is not an archive")):
        (tmp_path / "x.deid").write_bytes(content)
        with pytest.raises(InvalidData, match=found):
            read_arx(tmp_path / "x.deid")
    with pytest.raises(InvalidData, match="there is no table to anonymize"):
        read_arx(written(tmp_path / "empty.deid", {"metadata.xml": METADATA}))
    with pytest.raises(UnreadableFile):
        read_arx(tmp_path / "absent.deid")
    with pytest.raises(InvalidData, match="leads outside"):
        read_arx(written(tmp_path / "out.deid", {**xml_parts(), "../../etc/passwd": "x"}))


def test_that_a_table_of_an_old_version_may_be_western(tmp_path):
    table = people()
    table[0][6] = "none"
    parts = {**xml_parts(table), "data/input.csv": csv_of([NAMES, *([*row[:6], row[6]] for row in table)])}
    parts["data/input.csv"] = parts["data/input.csv"].replace("person 0", "Jürgen").encode("cp1252")
    loaded = load_arx(written(tmp_path / "study.deid", parts))
    assert loaded.imported.job.data.encoding == "cp1252"
    assert loaded.dataset["name"].texts()[0] == "Jürgen"
    assert "it is not text in UTF-8" in [each.found for each in loaded.imported.left_out]


@settings(max_examples=examples(40))
@given(st.integers(min_value=0).map(random.Random))
def test_that_damaged_projects_load_or_say_why_not(tmp_path_factory, rng):
    parts = dict(full_parts())
    for _change in range(rng.randrange(1, 4)):
        name = rng.choice([each for each in parts if each != "data/input.csv"])
        raw = bytearray(parts[name] if isinstance(parts[name], bytes) else parts[name].encode())
        for _byte in range(rng.randrange(1, 5)):
            place = rng.randrange(len(raw) + 1)
            raw[place : place + rng.randrange(3)] = rng.choice((b"", b"\x00", b"-1", b"99999999999", b"<a/>", b"NaN"))
        parts[name] = bytes(raw)
    loaded = load_arx(written(tmp_path_factory.mktemp("damaged") / "study.deid", parts))
    require_fitting(loaded.imported.job, loaded.dataset, loaded.hierarchies)


def test_that_what_is_missing_in_a_project_is_not_called_null(tmp_path):
    """ARX's XML says null where there is nothing; its objects say what there is."""
    parts = xml_parts()
    nothing = parts["project.xml"].replace("What it is for", "null")
    assert read_arx(written(tmp_path / "a.deid", {**parts, "project.xml": nothing})).job.project.description == ""
    model = arx.project_model(name="null", description=None)
    whole = with_objects({**parts, "project.xml": nothing}, model, arx.model_configuration())
    project = read_arx(written(tmp_path / "b.deid", whole)).job.project
    assert (project.title, project.description) == ("null", "")


def test_that_characters_beyond_sixteen_bits_are_kept(tmp_path):
    """They are two numbers in ARX's XML, which no parser accepts."""
    parts = xml_parts()
    parts["project.xml"] = parts["project.xml"].replace("Study", "&#55357;&#56832; &#83;tudy")
    imported = read_arx(written(tmp_path / "study.deid", parts))
    assert imported.job.project.title == "\U0001f600 Study"
    assert "project.xml" not in {each.place for each in imported.left_out}


def test_that_fields_of_numbers_that_are_not_known_are_listed_where_they_hold_any(tmp_path):
    model = arx.project_model(unknown=java.longs([1]), empty=java.longs([]))
    imported = read_arx(written(tmp_path / "study.deid", with_objects(xml_parts(), model, arx.model_configuration())))
    assert [each.found for each in imported.left_out] == ['the field "unknown" of Model is not known']
