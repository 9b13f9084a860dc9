"""The job file: what is wrong is told, all at once and with its place; what is right survives writing and reading."""

import re
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.data.schema import DataType, Role
from arxdesk_engine.foundation.composed import composed
from arxdesk_engine.foundation.errors import InvalidJob, UnreadableFile, UserError
from arxdesk_engine.io.text.detect import can_delimit
from arxdesk_engine.job.job import MAX_JOB_BYTES, Job, job_from, load_job, model_from
from arxdesk_engine.privacy import MODELS as PRIVACY_MODELS
from arxdesk_engine.privacy.size import KAnonymity
from arxdesk_engine.quality import MODELS as QUALITY_MODELS
from arxdesk_engine.quality.aggregate import AGGREGATES
from arxdesk_engine.search import ALGORITHMS
from tests.tiers import examples

DATA = '[data]\npath = "a.csv"\n'
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
PATHS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=12)
SHARE = st.floats(0.0, 1.0)
BOUND = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
MASKINGS = st.fixed_dictionaries(
    {"method": st.just("redact")},
    optional={"keep_first": st.integers(0, 9), "keep_last": st.integers(0, 9), "character": st.sampled_from('*#"é')},
) | st.fixed_dictionaries(
    {"method": st.just("pseudonym"), "key_file": PATHS},
    optional={
        "create_key": st.booleans(),
        "length": st.integers(1, 64),
        "alphabet": st.sampled_from(["01", "aéx"]),
        "mapping_file": PATHS,
    },
)
BUILT = (
    {"builder": "automatic"},
    {"builder": "interval", "intervals": [[0, 0.1], [0.1, "1e20"]], "levels": [[2, {"size": 1, "label": "bounds"}]]},
    {"builder": "interval", "intervals": [["2020-01-01", "2020-01-08"]], "upper_range": "repeat"},
    {"builder": "priority", "priorities": {"a.b": 1, "": 2.5}},
    {"builder": "date", "granularities": ["month"], "formats": {"month": "%m/%Y"}},
    {"builder": "order", "levels": [[2]], "label": {"function": "constant", "text": 'quo"te'}},
    {"builder": "ready-made", "name": "icd-10", "other": "none"},
)


def problems_of(tmp_path, text):
    path = tmp_path / "job.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(InvalidJob) as caught:
        load_job(path)
    prefix = f"{path}, "
    return {
        problem.place.removeprefix(prefix): f"{problem.found}. {problem.remedy}" for problem in caught.value.problems
    }


def attributes():
    return st.fixed_dictionaries(
        {},
        optional={
            "role": st.sampled_from([role.value for role in Role]),
            "type": st.sampled_from([kind.value for kind in DataType]),
            "format": TEXT,
            "order": st.lists(TEXT, max_size=3),
            "hierarchy": PATHS | st.sampled_from(BUILT),
            "minimum_level": st.integers(0, 5),
            "maximum_level": st.integers(0, 5),
            "weight": SHARE,
            "transformation": st.sampled_from(["generalize", "microaggregate", "cluster-microaggregate", "suppress"]),
            "function": st.sampled_from(["arithmetic-mean", "median", "mode", "set"]),
            "missing": st.sampled_from(["ignore", "as-value", "as-zero"]),
            "coding": st.fixed_dictionaries({"bottom": BOUND}, optional={"top": BOUND}),
            "masking": MASKINGS,
            "shift": st.fixed_dictionaries(
                {"person": BOUND, "days": st.integers(1, 999), "key_file": PATHS},
                optional={"create_key": st.booleans()},
            ),
        },
    )


JOBS = st.fixed_dictionaries(
    {
        "data": st.fixed_dictionaries(
            {"path": PATHS},
            optional={
                "delimiter": st.characters().filter(can_delimit),
                "encoding": TEXT,
                "header": st.booleans(),
                "null_values": st.lists(TEXT, max_size=3),
            },
        )
    },
    optional={
        "attributes": st.dictionaries(TEXT | st.sampled_from(["*", "a.b", 'quo"te', "marital-status"]), attributes()),
        "privacy": st.lists(
            st.builds(lambda k: {"model": "k-anonymity", "k": k}, st.integers(1, 2**31 - 1)), max_size=3
        ),
        "paused": st.lists(
            st.builds(lambda t: {"model": "t-closeness", "attribute": "a", "t": t}, st.floats(0.0, 1.0)), max_size=2
        ),
        "sampling": st.fixed_dictionaries(
            {"fraction": st.floats(0.0, 1.0, exclude_min=True)}, optional={"seed": st.integers(0, 9)}
        ),
        "subset": st.fixed_dictionaries(
            {},
            optional={
                "select": st.sampled_from(["age >= 18", "sex = 'f'"]),
                "invert": st.booleans(),
                "include": st.sampled_from(["", "1-5, 9", "7"]),
                "exclude": st.sampled_from(["", "6", "10-12, 20"]),
            },
        ),
        "suppression": st.fixed_dictionaries(
            {"limit": SHARE}, optional={"sensitive": st.booleans(), "insensitive": st.booleans()}
        ),
        "perturbation": st.lists(
            st.fixed_dictionaries(
                {"method": st.just("pram"), "columns": st.lists(TEXT, min_size=1, max_size=3, unique_by=composed)},
                optional={
                    "strata": st.lists(TEXT, max_size=2),
                    "retention": SHARE,
                    "invariant": st.booleans(),
                    "alpha": SHARE,
                    "seed": st.integers(0, 9),
                },
            ).filter(lambda asked: not set(asked["columns"]) & set(asked.get("strata", [])))
            | st.builds(
                lambda name, value: {"method": "pram", "columns": [name], "matrix": {value: {value: 1.0}}}, TEXT, TEXT
            ),
            max_size=2,
        ),
        "quality": st.fixed_dictionaries(
            {},
            optional={
                "model": st.sampled_from(list(QUALITY_MODELS)),
                "aggregate": st.sampled_from(list(AGGREGATES)),
                "generalization_suppression_factor": SHARE,
            },
        ),
        "search": st.fixed_dictionaries(
            {},
            optional={
                "algorithm": st.sampled_from(list(ALGORITHMS)),
                "time_limit": st.floats(0.0, 1e9, exclude_min=True),
                "check_limit": st.integers(1, 10**9),
                "seed": st.integers(0, 2**63 - 1),
                "local_recoding": st.just(False)
                | st.fixed_dictionaries({}, optional={"iterations": st.integers(1, 10**6)}),
            },
        ),
        "output": st.fixed_dictionaries({}, optional={"path": PATHS, "suppressed": st.sampled_from(["keep", "drop"])}),
    },
)


@given(JOBS)
@settings(max_examples=examples(200))
def test_that_a_saved_job_is_loaded_as_it_was(tmp_path_factory, content):
    job = job_from(content)
    path = tmp_path_factory.getbasetemp() / "round-trip.toml"
    job.save(path)
    loaded = load_job(path)
    assert load_job(str(path)) == loaded
    assert loaded.model_dump() == job.model_dump()
    assert [type(model) for model in loaded.privacy] == [type(model) for model in job.privacy]
    assert loaded.perturbation == job.perturbation
    assert loaded.to_toml() == job.to_toml()


def test_that_the_documented_job_is_read(tmp_path):
    path = tmp_path / "job.toml"
    path.write_text(
        '[data]\npath = "adult.csv"\ndelimiter = ";"\nencoding = "utf-8"\nnull_values = ["", "NA"]\n'
        '[attributes.age]\nrole = "quasi-identifying"\ntype = "integer"\nhierarchy = "hierarchy_age.csv"\n'
        "minimum_level = 0\nmaximum_level = 4\nweight = 0.5\n"
        '[attributes."*"]\nrole = "sensitive"\n'
        '[[privacy]]\nmodel = "k-anonymity"\nk = 5\n'
        "[suppression]\nlimit = 0.05\n"
        '[quality]\nmodel = "loss"\naggregate = "geometric-mean"\ngeneralization_suppression_factor = 0.5\n'
        '[search]\nalgorithm = "optimal"\ntime_limit = 30.0\ncheck_limit = 1000\nseed = 0\n'
        '[output]\npath = "out.csv"\nsuppressed = "keep"\n'
    )
    job = load_job(path)
    assert job.privacy == (KAnonymity(k=5),)
    assert job.settings_of("age").maximum_level == 4
    assert job.settings_of("anything else").role is Role.SENSITIVE
    assert job.resolve(job.data.path) == tmp_path / "adult.csv"
    assert job.source == str(path)


@pytest.mark.parametrize("written", ["true", "100", '"yes"', "[]"])
def test_that_local_recoding_is_told_how_it_is_written(tmp_path, written):
    problems = problems_of(tmp_path, f"{DATA}[search]\nlocal_recoding = {written}\n")
    assert problems == {"search.local_recoding": f"{written} is not allowed. Write false, or {{ iterations = 100 }}."}


@pytest.mark.parametrize(("written", "iterations"), [("false", None), ("{}", 100), ("{ iterations = 7 }", 7)])
def test_that_local_recoding_is_off_or_a_number_of_iterations(written, iterations, tmp_path):
    path = tmp_path / "job.toml"
    path.write_text(f"{DATA}[search]\nlocal_recoding = {written}\n")
    settings = load_job(path).search.local_recoding
    assert (settings and settings.iterations) == iterations


def test_that_unnamed_attributes_are_insensitive():
    assert job_from({"data": {"path": "a"}}).settings_of("x").role is Role.INSENSITIVE


@pytest.mark.parametrize(
    ("text", "place", "nearest"),
    [
        (DATA + "[serach]\nseed = 1\n", "serach", "search"),
        ("dta = 1\n" + DATA, "dta", "data"),
        (DATA + 'encodng = "utf-8"\n', "data.encodng", "encoding"),
        (DATA + '[attributes.age]\nhierachy = "h.csv"\n', "attributes.age.hierachy", "hierarchy"),
        (DATA + '[attributes."a.b"]\nrol = "sensitive"\n', "attributes.a.b.rol", "role"),
        (DATA + '[[privacy]]\nmodel = "k-anonymity"\nk = 2\nkk = 3\n', "privacy.1.kk", "k"),
        (DATA + '[[privacy]]\nmodel = "k-anonimity"\nk = 2\n', "privacy.1.model", "k-anonymity"),
        (DATA + '[[perturbation]]\nmethod = "prm"\ncolumns = ["a"]\n', "perturbation.1.method", "pram"),
        (DATA + '[[perturbation]]\nmethod = "pram"\ncolumns = ["a"]\nsed = 1\n', "perturbation.1.sed", "seed"),
        (DATA + '[quality]\nmodel = "los"\n', "quality.model", "loss"),
        (DATA + '[quality]\naggregate = "geometric"\n', "quality.aggregate", "geometric-mean"),
        (DATA + '[search]\nalgorithm = "optimum"\n', "search.algorithm", "optimal"),
        (DATA + "[search.local_recoding]\niteration = 1\n", "search.local_recoding.iteration", "iterations"),
        (DATA + "[output]\npaht = 1\n", "output.paht", "path"),
    ],
)
def test_that_an_unknown_name_is_told_with_its_path_and_the_nearest_one(tmp_path, text, place, nearest):
    problems = problems_of(tmp_path, text)
    assert list(problems) == [place]
    assert f'Did you mean "{nearest}"?' in problems[place]


@pytest.mark.parametrize(
    ("section", "place"),
    [
        ('[[privacy]]\nmodel = "k-anonymity"\nk = 0\n', "privacy.1.k"),
        ('[[privacy]]\nmodel = "k-anonymity"\nk = 2147483648\n', "privacy.1.k"),
        ('[[privacy]]\nmodel = "k-anonymity"\nk = 2\n[[privacy]]\nmodel = "k-anonymity"\nk = -1\n', "privacy.2.k"),
        ('[[privacy]]\nmodel = "k-anonymity"\nk = true\n', "privacy.1.k"),
        ('[[privacy]]\nmodel = "k-anonymity"\nk = "5"\n', "privacy.1.k"),
        ('[[privacy]]\nmodel = "k-anonymity"\nk = 2.5\n', "privacy.1.k"),
        ('[[privacy]]\nmodel = "k-anonymity"\nk = nan\n', "privacy.1.k"),
        ('[[privacy]]\nmodel = "k-anonymity"\n', "privacy.1.k"),
        ("[[privacy]]\nk = 3\n", "privacy.1.model"),
        ("[privacy]\nk = 3\n", "privacy"),
        ('[[perturbation]]\ncolumns = ["a"]\n', "perturbation.1.method"),
        ('[[perturbation]]\nmethod = "pram"\n', "perturbation.1.columns"),
        ('[[perturbation]]\nmethod = "pram"\ncolumns = []\n', "perturbation.1.columns"),
        ('[[perturbation]]\nmethod = "pram"\ncolumns = ["a", "a"]\n', "perturbation.1"),
        ('[[perturbation]]\nmethod = "pram"\ncolumns = ["a"]\nalpha = 2.0\n', "perturbation.1.alpha"),
        ('[perturbation]\nmethod = "pram"\ncolumns = ["a"]\n', "perturbation"),
        ("[suppression]\nlimit = 1.01\n", "suppression.limit"),
        ("[suppression]\nlimit = -0.1\n", "suppression.limit"),
        ("[suppression]\nlimit = nan\n", "suppression.limit"),
        ("[suppression]\nlimit = true\n", "suppression.limit"),
        ('[suppression]\nlimit = "0.05"\n', "suppression.limit"),
        ("[quality]\ngeneralization_suppression_factor = 2\n", "quality.generalization_suppression_factor"),
        ("[search]\ntime_limit = 0\n", "search.time_limit"),
        ("[search]\ntime_limit = nan\n", "search.time_limit"),
        ("[search]\ncheck_limit = 0\n", "search.check_limit"),
        ("[search]\nseed = -1\n", "search.seed"),
        ("[search]\nlocal_recoding = true\n", "search.local_recoding"),
        ("[search]\nlocal_recoding = 100\n", "search.local_recoding"),
        ("[search]\nlocal_recoding = { iterations = 0 }\n", "search.local_recoding.iterations"),
        ("[search]\nlocal_recoding = { iterations = 2.5 }\n", "search.local_recoding.iterations"),
        ('[attributes.a]\nrole = "quasi"\n', "attributes.a.role"),
        ('[attributes.a]\ntype = "float"\n', "attributes.a.type"),
        ("[attributes.a]\nminimum_level = -1\n", "attributes.a.minimum_level"),
        ("[attributes.a]\nweight = 1.5\n", "attributes.a.weight"),
        ("[attributes.a]\nhierarchy = 3\n", "attributes.a.hierarchy"),
        ('[attributes.a]\nhierarchy = ""\n', "attributes.a.hierarchy"),
        ("[attributes]\na = 3\n", "attributes.a"),
        ('[output]\nsuppressed = "maybe"\n', "output.suppressed"),
    ],
)
def test_that_a_value_that_is_not_allowed_is_told_with_its_path(tmp_path, section, place):
    assert list(problems_of(tmp_path, DATA + section)) == [place]


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("", "data.path"),
        ('path = ""', "data.path"),
        ('path = "a\\u0000b"', "data.path"),
        ('path = "a"\ndelimiter = "→"', "data.delimiter"),
        ('path = "a"\ndelimiter = ";;"', "data.delimiter"),
        ('path = "a"\nheader = "yes"', "data.header"),
        ('path = "a"\nnull_values = "NA"', "data.null_values"),
    ],
)
def test_that_faults_of_the_data_section_are_told(tmp_path, line, place):
    assert list(problems_of(tmp_path, f"[data]\n{line}\n")) == [place]


def test_that_all_faults_are_told_at_once(tmp_path):
    problems = problems_of(
        tmp_path,
        '[data]\n[attributes.a]\nrole = "x"\nweight = 3\n[[privacy]]\nmodel = "k-anonymity"\nk = 0\n'
        '[[privacy]]\nmodel = "nothing"\n[suppression]\nlimit = 7\n[srch]\n',
    )
    assert set(problems) == {
        *("data.path", "attributes.a.role", "attributes.a.weight", "privacy.1.k"),
        *("privacy.2.model", "suppression.limit", "srch"),
    }
    assert problems["data.path"].startswith("is missing")
    assert "0 is not allowed" in problems["privacy.1.k"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "is missing"),
        ("[data\n", "not valid TOML: .*line 1"),
        (DATA + "x = 1\nx = 2\n", "not valid TOML: .*line 4"),
        (b"\xff\xfe\x00", "not a text file in UTF-8"),
        (b"#" * (MAX_JOB_BYTES + 1), "larger than 4 MB"),
        (DATA + "x = " + "[" * 100_000, "nested too deeply"),
        (DATA + "x = " + "{a=" * 5_000 + "1" + "}" * 5_000, "nested too deeply"),
        (DATA + ".".join(["a"] * 5_000) + " = 1\n", "this key is not known"),
        (DATA + "[search]\nseed = " + "1" * 5_000, "not valid TOML"),
    ],
    ids=["empty", "cut", "doubled", "binary", "large", "deep lists", "deep tables", "deep keys", "long number"],
)
def test_that_what_is_no_job_file_is_told_in_a_few_words(tmp_path, text, found):
    message = " ".join(problems_of(tmp_path, text).values())
    assert re.search(found, message)
    assert len(message) < 500


def test_that_a_table_in_place_of_a_job_is_told_what_to_choose(tmp_path):
    for content in (b"age;city\n30;Bonn\n", b"PK\x03\x04\xff"):
        table = tmp_path / "people.csv"
        table.write_bytes(content)
        with pytest.raises(InvalidJob, match="Choose a job file"):
            load_job(table)


def test_that_a_missing_job_file_and_a_folder_are_told(tmp_path):
    for path in (tmp_path / "missing.toml", tmp_path):
        with pytest.raises(UnreadableFile) as caught:
            load_job(path)
        assert isinstance(caught.value, UserError)
        assert str(path) in caught.value.message


def test_that_many_faults_are_summed_up(tmp_path):
    path = tmp_path / "job.toml"
    path.write_text(DATA + "".join(f"[unknown_{index}]\n" for index in range(50)))
    with pytest.raises(InvalidJob) as caught:
        load_job(path)
    assert len(caught.value.problems) == 50
    assert caught.value.message.endswith("... and 30 more problems of this kind.")


def test_that_every_model_and_algorithm_of_the_tables_can_stand_in_a_job():
    for name, model in PRIVACY_MODELS.items():
        assert model.model_fields["model"].default == name
    for algorithm in ALGORITHMS:
        assert job_from({"data": {"path": "a"}, "search": {"algorithm": algorithm}}).search.algorithm == algorithm
    for aggregate in AGGREGATES:
        assert job_from({"data": {"path": "a"}, "quality": {"aggregate": aggregate}}).quality.aggregate == aggregate


def test_that_a_job_cannot_be_changed():
    job = Job(data={"path": "a"})
    with pytest.raises(ValueError, match="frozen"):
        job.data.path = "b"


def test_that_a_paused_model_is_kept_with_its_parameters_and_its_path(tmp_path):
    paused = {"model": "delta-presence", "dmin": 0.1, "dmax": 0.2, "subset": "part.csv"}
    job = job_from({"data": {"path": "a.csv"}, "paused": [paused]}).at(tmp_path / "job.toml")
    assert job.privacy == ()
    assert job.paused == (PRIVACY_MODELS["delta-presence"].model_validate(paused),)
    assert job.absolute().paused[0].subset_file == str(tmp_path / "part.csv")
    job.save(tmp_path / "job.toml")
    assert "[[paused]]" in (tmp_path / "job.toml").read_text()
    assert load_job(tmp_path / "job.toml").paused == job.paused


def test_that_a_fault_of_a_paused_model_is_told_with_its_place():
    with pytest.raises(InvalidJob) as caught:
        job_from({"data": {"path": "a.csv"}, "paused": [{"model": "k-anonymity", "k": 0}]})
    assert caught.value.problems[0].place == "job, paused.1.k"
    with pytest.raises(InvalidJob, match=r"Write each model under \[\[paused\]\]"):
        job_from({"data": {"path": "a.csv"}, "paused": {"model": "k-anonymity"}})


def test_that_one_model_is_made_of_plain_values_or_its_faults_are_told():
    assert model_from({"model": "k-anonymity", "k": 5}) == PRIVACY_MODELS["k-anonymity"](k=5)
    with pytest.raises(InvalidJob) as caught:
        model_from({"model": "delta-presence", "dmin": 0.5, "dmax": 0.1})
    assert caught.value.problems[0].place == "job, privacy.1"
    with pytest.raises(InvalidJob) as caught:
        model_from({"model": "t-closeness", "attribute": "a", "t": 2.0})
    assert caught.value.problems[0].place == "job, privacy.1.t"


def test_that_a_role_that_somebody_chose_is_told_apart_from_none():
    content = {"data": {"path": "a.csv"}, "attributes": {"b": {"role": "insensitive"}, "c": {"type": "decimal"}}}
    job = job_from(content)
    assert job.undecided(("a", "b", "c")) == ("a", "c")
    assert job.settings_of("c").role is job.settings_of("b").role is Role.INSENSITIVE
    again = job_from(tomllib.loads(job.to_toml()))
    assert again.undecided(("a", "b", "c")) == ("a", "c")
    assert again.content()["attributes"] == content["attributes"]
    others = job_from({"data": {"path": "a.csv"}, "attributes": {"*": {"role": "insensitive"}}})
    assert others.undecided(("a", "b")) == ()
