"""AggregatedColumns and hidden cells in output tables, class by class, for one transformation and for several."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.classes.classes import AggregatedColumns, Grouping
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.lattice.recoding import Recoding
from arxdesk_engine.release.transform.apply import KeptClasses, Treatment, apply
from arxdesk_engine.release.transform.local_recoding import recode
from arxdesk_engine.release.transform.microaggregate import Aggregation
from arxdesk_engine.release.treatments.treatments import merging
from tests.engine import naive
from tests.engine.problems import column_of, columns_and_hierarchies
from tests.engine.release.transform.test_microaggregate import INTEGER, textbook
from tests.engine.strategies import cases

FUNCTIONS = ("arithmetic-mean", "median", "mode", "interval", "set")


class Drawn:
    """A case with an attribute that is only aggregated, a note, and a research subset."""

    def __init__(self, case, seed):
        self.generator = generator = np.random.default_rng(seed)
        self.columns, self.bound = columns_and_hierarchies(case)
        values = generator.choice(("", "0", "1", "2", "30"), generator.integers(1, 6))
        self.amounts = tuple(generator.choice(values, case.records).tolist())
        texts = column_of("amount", self.amounts)
        amount = Column.encode("amount", texts.codes, texts.values, INTEGER)
        note = column_of("note", tuple(f"note {number}" for number in range(case.records)))
        self.dataset = Dataset((*self.columns, amount, note))
        included = generator.random(case.records) < 0.8
        self.included = included if generator.random() < 0.5 and included.any() else None
        bound = [*self.bound, merging(amount)]
        codes = [*(column.codes for column in self.columns), np.zeros(case.records, np.int32)]
        place = len(self.columns)
        values_of = {"amount": amount.codes}
        self.grouping = Grouping(
            codes,
            bound,
            values_of,
            self.included,
            aggregates=AggregatedColumns({place: "amount"}),
            ungrouped=[amount.codes],
        )
        self.hierarchies = dict(zip([*(column.name for column in self.columns), "amount"], bound, strict=True))
        self.function = str(generator.choice(FUNCTIONS))
        rule = Aggregation(self.function)
        self.treatment = Treatment(aggregations={"amount": rule}, hidden=frozenset({"note"}))
        self.roles = dict.fromkeys(self.hierarchies, Role.QUASI_IDENTIFYING)

    def check(self, output, labels):
        """`labels` are the texts of the quasi-identifiers that classes are formed by, of every record."""
        shown, notes = output.dataset["amount"].texts().tolist(), output.dataset["note"].texts().tolist()
        members = {}
        for record, gone in enumerate(output.suppressed.tolist()):
            if gone:
                assert (shown[record], notes[record]) == ("*", "*")
            else:
                assert notes[record] == f"note {record}"
                members.setdefault(labels[record], []).append(record)
        assert sorted(map(len, members.values())) == sorted(output.class_sizes.tolist())
        for records in members.values():
            own = [self.amounts[record] for record in records]
            expected = textbook(own, INTEGER, self.function, "ignore", self.amounts)
            assert {shown[record] for record in records} == {str(expected)}
        kept = KeptClasses.of(self.grouping, output.members, len(output.class_sizes))
        errors = kept.errors(self.dataset["amount"], self.treatment.aggregations["amount"])
        assert errors.shape == output.class_sizes.shape
        assert ((errors >= 0.0) & (errors <= 1.0)).all()


@given(case=cases(), seed=st.integers(0, 2**32))
def test_that_each_class_shows_the_aggregate_of_its_records_that_count(case, seed):
    drawn = Drawn(case, seed)
    levels = tuple(drawn.generator.choice(list(naive.transformations(case))).tolist())
    classes = drawn.grouping.classes((*levels, 0))
    violating = drawn.generator.random(len(classes)) < 0.3
    output = apply(drawn.dataset, drawn.grouping, classes, violating, drawn.roles, drawn.hierarchies, drawn.treatment)
    drawn.check(output, naive.generalized(case, levels))
    assert output.levels == (*levels, 0)


@given(case=cases(), seed=st.integers(0, 2**32))
def test_that_each_final_class_of_several_transformations_shows_one_aggregate(case, seed):
    drawn = Drawn(case, seed)
    every, generator = list(naive.transformations(case)), drawn.generator
    transformations = [tuple(levels) for levels in generator.choice(every, generator.integers(1, 4)).tolist()]
    tuples = len(drawn.grouping.tuples)
    chosen = generator.integers(0, len(transformations), tuples).astype(np.int32)
    suppressed = generator.random(tuples) < 0.2
    recoding = Recoding(tuple((*levels, 0) for levels in transformations), chosen, suppressed)
    output = recode(drawn.dataset, drawn.grouping, recoding, drawn.roles, drawn.hierarchies, drawn.treatment)
    rows = [naive.generalized(case, levels) for levels in transformations]
    of_record = drawn.grouping.tuple_of_record
    labels = [rows[chosen[each]][record] for record, each in enumerate(of_record.tolist())]
    drawn.check(output, labels)


@given(case=cases(), seed=st.integers(0, 2**32))
def test_that_the_input_is_told_apart_by_all_quasi_identifiers(case, seed):
    drawn = Drawn(case, seed)
    counted = np.ones(case.records, bool) if drawn.included is None else drawn.included
    rows = list(zip(*case.columns, drawn.amounts, strict=True))
    expected = {}
    for row, counts in zip(rows, counted.tolist(), strict=True):
        sizes = expected.setdefault(row, [0, 0])
        sizes[0] += counts
        sizes[1] += 1
    found = sorted(map(tuple, drawn.grouping.input_sizes.T.tolist()))
    assert found == sorted(tuple(sizes) for sizes in expected.values() if sizes[0])
