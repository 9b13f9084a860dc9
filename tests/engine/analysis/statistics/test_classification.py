"""Classification performance: what must be learned, what cannot be, and the same result every time."""

import dataclasses

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import CategoricalNB

from arxdesk_engine.analysis.statistics import classifiers
from arxdesk_engine.analysis.statistics.classification import Side, chosen_records, classification_performance, folds_of
from arxdesk_engine.analysis.statistics.classifiers import CLASSIFIERS
from arxdesk_engine.analysis.statistics.features import features_of, target_after, target_before
from arxdesk_engine.foundation.control import Control
from tests.engine.problems import column_of

METHODS = tuple(CLASSIFIERS)


@pytest.fixture(autouse=True)
def small_forests(monkeypatch):
    monkeypatch.setattr(classifiers, "TREES", 15)


def side(features, target, numbers=()):
    columns = [column_of(f"f{index}", tuple(cells)) for index, cells in enumerate(features)]
    records = np.arange(len(target))
    return Side(features_of(columns, numbers, records), target_before(column_of("target", tuple(target))))


def judged(before, after=None, suppressed=None, methods=METHODS, folds=3, seed=0, control=None):
    gone = np.zeros(len(before.target.codes), np.bool_) if suppressed is None else np.array(suppressed)
    return classification_performance(before, after or before, gone, methods, folds, seed, control)


def drawn(records=120, classes="ab", seed=1):
    rng = np.random.default_rng(seed)
    return [str(each) for each in rng.choice(list(classes), records)]


def by_method(found):
    return {each.method: each for each in found.methods}


@pytest.mark.parametrize("method", METHODS)
def test_that_a_perfect_feature_is_learned(method):
    target = drawn(classes="abc")
    found = judged(side([target, drawn(seed=2)], target), methods=(method,))
    (each,) = found.methods
    assert (each.before.accuracy, each.after.accuracy, each.relative_accuracy) == (1.0, 1.0, 1.0)
    assert found.complete
    assert all(one.auc == 1.0 and one.sensitivity == 1.0 and one.specificity == 1.0 for one in each.before.classes)


@pytest.mark.parametrize("method", METHODS)
def test_that_chance_is_not_learned(method):
    found = judged(side([drawn(600, seed=5)], drawn(600, "aab", seed=6)), methods=(method,))
    assert found.baseline_before.accuracy == pytest.approx(2 / 3, abs=0.05)
    assert by_method(found)[method].before.accuracy == pytest.approx(found.baseline_before.accuracy, abs=0.05)


def test_that_an_output_that_tells_nothing_is_as_good_as_guessing():
    target = drawn(classes="aab")
    found = judged(side([target], target), side([["*"] * 120], target))
    for each in found.methods:
        assert each.before.accuracy == 1.0
        assert each.after.accuracy == found.baseline_after.accuracy
        assert each.relative_accuracy == 0.0
        assert each.brier_skill is None or each.brier_skill < 0


def test_that_results_depend_on_the_seed_alone(monkeypatch):
    monkeypatch.setattr(classifiers, "WORTH_THREADS", 0)
    rng = np.random.default_rng(3)
    noisy = [cell if rng.random() < 0.7 else "c" for cell in drawn(300)]
    data = side([noisy, drawn(300, "xyz", 4)], drawn(300), [(rng.normal(size=300), "linear")])
    first = judged(data, control=Control(threads=1))
    second = judged(data, control=Control(threads=4))
    other = judged(data, seed=1)
    for one, two, three in zip(first.methods, second.methods, other.methods, strict=True):
        assert figures(one.before) == figures(two.before)
        assert figures(one.after) == figures(two.after)
        if one.method == "random-forest":
            assert figures(one.before) != figures(three.before)


def figures(found):
    classes = [(each.label, each.records, each.auc, each.sensitivity, each.specificity) for each in found.classes]
    return (found.accuracy, found.average_error, found.brier_score, classes)


def test_that_the_library_gives_the_same_probabilities_when_asked_directly():
    rng = np.random.default_rng(7)
    target = drawn(90)
    cells = [cell if rng.random() < 0.8 else "c" for cell in target]
    data = side([cells, drawn(90, "xyz", 9)], target)
    found = by_method(judged(data, methods=("logistic-regression", "naive-bayes")))
    codes, classes = data.features.codes, data.target.codes
    parts = folds_of(classes, 3)
    one_hot = np.hstack([np.eye(size)[codes[:, place]] for place, size in enumerate(data.features.sizes)])
    for method, table, model in (
        ("logistic-regression", one_hot, LogisticRegression(max_iter=200, tol=1e-3)),
        ("naive-bayes", codes, CategoricalNB(min_categories=list(data.features.sizes))),
    ):
        probabilities = np.empty((90, 2))
        for fold in range(3):
            model.fit(table[parts != fold], classes[parts != fold])
            probabilities[parts == fold] = model.predict_proba(table[parts == fold])
        brier = ((probabilities - np.eye(2)[classes]) ** 2).sum(axis=1).mean()
        assert found[method].before.brier_score == pytest.approx(brier, rel=1e-5)
        assert found[method].before.accuracy == (probabilities.argmax(axis=1) == classes).mean()


def test_that_the_baseline_is_the_majority_of_the_other_folds():
    found = judged(side([drawn(30)], ["a"] * 20 + ["b"] * 10), methods=())
    assert found.baseline_before.accuracy == pytest.approx(2 / 3)
    assert found.baseline_before.brier_score == pytest.approx(2 * (2 / 3) * (1 / 3), abs=0.01)


def test_that_classes_are_dealt_out_evenly():
    classes = np.array([0] * 10 + [1] * 5, np.int32)
    parts = folds_of(classes, 5)
    for fold in range(5):
        assert np.bincount(classes[parts == fold]).tolist() == [2, 1]


def test_that_suppressed_records_are_not_learned_from_but_judged():
    target = ["a", "b"] * 30
    gone = [index >= 40 for index in range(60)]
    shown = [cell if not hidden else "*" for cell, hidden in zip(target, gone, strict=True)]
    found = judged(side([target], target), side([shown], target), gone, ("naive-bayes",))
    assert found.records == 60
    (each,) = found.methods
    assert each.after.accuracy == pytest.approx((40 + 10) / 60)


def test_that_a_removed_feature_leaves_the_naive_estimate_at_the_majority():
    target = ["a"] * 80 + ["b"] * 20
    gone = [number % 4 == 0 for number in range(100)]
    shown = ["*" if hidden else cell for cell, hidden in zip(target, gone, strict=True)]
    found = judged(side([target, drawn(100)], target), side([shown, shown], target), gone, ("naive-bayes",))
    (each,) = found.methods
    assert each.after.accuracy == pytest.approx((80 + 15) / 100)


def test_that_suppressed_targets_have_the_label_that_others_of_their_value_have():
    before = column_of("t", ("1", "1", "2", "3", "1", "2", "9"))
    after = column_of("t", ("1-2", "1-2", "1-2", "3", "*", "*", "*"))
    found = target_after(before, after, np.array([False] * 4 + [True] * 3))
    texts = ["unknown" if code < 0 else found.labels[code] for code in found.codes]
    assert texts == ["1-2", "1-2", "1-2", "3", "1-2", "1-2", "unknown"]


def test_that_without_records_left_nothing_is_said_of_the_output():
    target = drawn(30)
    shown = Side(
        side([["*"] * 30], target).features,
        target_after(column_of("t", tuple(target)), column_of("t", ("*",) * 30), np.ones(30, np.bool_)),
    )
    found = judged(side([target], target), shown, [True] * 30, ("naive-bayes",))
    assert found.baseline_after is None
    assert (found.methods[0].after, found.methods[0].relative_accuracy) == (None, None)
    assert found.methods[0].before.accuracy == 1.0


def test_that_one_class_is_always_right():
    found = judged(side([drawn(20)], ["a"] * 20))
    assert found.baseline_before.accuracy == 1.0
    for each in found.methods:
        assert (each.before.accuracy, each.before.brier_score, each.relative_accuracy) == (1.0, 0.0, 1.0)
        assert each.brier_skill == 0.0
        assert (each.before.classes[0].auc, each.before.classes[0].specificity) == (None, None)


def test_that_constant_features_and_rare_classes_and_missing_cells_do_no_harm():
    target = ["a"] * 12 + ["b"] * 7 + ["c"]
    found = judged(side([["x"] * 20, ["", "*"] * 10], target), folds=4)
    assert (found.complete, found.folds) == (True, 4)


@pytest.mark.parametrize("records", [0, 1])
def test_that_one_record_cannot_be_cross_validated(records):
    assert judged(side([["x"] * records], ["a"] * records)) is None


def test_that_two_records_are_two_folds():
    assert judged(side([["x", "y"]], ["a", "b"]), folds=10).folds == 2


def test_that_one_fold_is_refused():
    with pytest.raises(ValueError, match="2 folds"):
        judged(side([["x", "y"]], ["a", "b"]), folds=1)


def test_that_numbers_are_scaled_and_unknown_ones_are_told_apart():
    numbers = np.array([1.0, 100.0, np.nan, 0.0])
    found = features_of([], [(numbers, "log")], np.arange(4))
    assert found.numbers[:, 0].tolist() == pytest.approx([0.0, np.log(100), np.nan, np.nan], nan_ok=True)
    table = found.indicators(np.arange(4), found.scale(np.arange(4))).toarray()
    assert table.tolist() == [[-1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]]


@pytest.mark.parametrize("method", METHODS)
def test_that_numbers_are_learned_from(method):
    numbers = np.linspace(-1, 1, 200)
    target = ["high" if number > 0 else "low" for number in numbers]
    found = judged(side([], target, [(numbers, "linear")]), methods=(method,))
    assert found.methods[0].before.accuracy > 0.9


def test_that_very_many_categories_are_hashed():
    cells = tuple(str(number) for number in range(5000))
    found = features_of([column_of("id", cells)], [], np.arange(5000))
    assert found.sizes == (1000,)
    assert found.codes.max() < 1000
    again = features_of([column_of("id", cells[::-1])], [], np.arange(5000))
    np.testing.assert_array_equal(again.codes, found.codes[::-1])


def test_that_very_many_classes_become_few():
    target = target_before(column_of("t", tuple(f"{min(number, 150)}" for number in range(300))))
    assert (len(target.labels), target.labels[-1]) == (100, "(others)")
    assert "150" in target.labels
    assert set(target.codes.tolist()) == set(range(100))


def test_that_missing_classes_are_unknown():
    found = target_before(column_of("t", ("a", "", "*", "b")))
    assert (found.codes.tolist(), found.labels) == ([0, -1, -1, 1], ("a", "b"))


def test_that_records_are_chosen_at_random_by_the_seed():
    usable = np.arange(100) % 2 == 0
    first, again, other = (chosen_records(usable, 20, seed) for seed in (1, 1, 2))
    assert first.tolist() == again.tolist() != other.tolist()
    assert len(first) == 20
    assert usable[first].all()


def test_that_it_stops_between_two_fits_and_tells_how_far_it_is():
    seen = []
    control = Control(lambda progress: (seen.append(progress), control.stop() if len(seen) == 8 else None))
    target = drawn(40)
    found = judged(side([target], target), control=control)
    assert not found.complete
    assert [each.method for each in found.methods] == ["logistic-regression"]
    assert [progress.fraction for progress in seen] == pytest.approx([index / 18 for index in range(8)])
    assert seen[0].activity == "Predicting by logistic regression"


def test_that_results_are_frozen():
    found = judged(side([["x", "y"]], ["a", "b"]), methods=())
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.records = 3


def test_that_numbers_of_any_size_can_be_learned_from():
    target = ["a"] * 20 + ["b"] * 20
    numbers = np.concatenate([np.linspace(1e150, 2e150, 20), np.linspace(8e150, 9e150, 20)])
    for method in METHODS:
        found = judged(side([], target, [(numbers, "square")]), methods=(method,))
        assert found.methods[0].before.accuracy == 1.0


def test_that_many_classes_of_few_records_raise_no_warning():
    target = [str(number // 2) for number in range(20)]
    assert judged(side([target], target)).complete


def test_that_what_tells_less_than_guessing_is_no_measure_of_the_output():
    before, after = drawn(40, seed=8), drawn(40, seed=8)
    misled = ["b" if cell == "a" else "a" for cell in before]
    parts = folds_of(np.array([cell == "b" for cell in before], np.int32), 2)
    codes = [cell if part else other for cell, other, part in zip(before, misled, parts, strict=True)]
    found = judged(side([codes], before), side([after], after), methods=("naive-bayes",), folds=2)
    (each,) = found.methods
    assert each.before.accuracy < found.baseline_before.accuracy
    assert each.relative_accuracy == pytest.approx(1.0 / found.baseline_after.accuracy)


def test_that_without_features_every_method_guesses():
    target = drawn(30)
    found = judged(side([], target))
    for each in found.methods:
        assert each.before.accuracy == found.baseline_before.accuracy
        assert each.before.brier_score == found.baseline_before.brier_score


def test_that_the_input_alone_is_predicted_as_beside_an_output():
    before = side([drawn(seed=2), drawn(seed=3)], drawn(classes="abc"))
    alone = classification_performance(before, None, None, ("naive-bayes",), 3)
    beside = by_method(judged(before, methods=("naive-bayes",)))["naive-bayes"].before
    (only,) = alone.methods
    assert (only.after, only.relative_accuracy, only.brier_skill, alone.baseline_after) == (None, None, None, None)
    assert alone.complete
    assert (only.before.accuracy, only.before.brier_score) == (beside.accuracy, beside.brier_score)


def test_that_progress_of_the_input_alone_reaches_its_end():
    reports = []
    before = side([drawn(seed=2)], drawn())
    classification_performance(before, None, None, METHODS, 3, control=Control(reports.append))
    assert [round(each.fraction * 9) for each in reports] == list(range(9))
