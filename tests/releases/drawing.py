"""Random jobs as their files: a table, hierarchies and a job, with what a judge needs to know of them.

Numbers are spelled in several ways (7, 07, +7, 7.0), cells are missing, hierarchies show `*` below their top level, and
records are removed, recoded locally, aggregated or drawn.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

WORDS = ("ash", "birch", "cedar", "elm", "fir", "larch", "maple", "oak", "pine", "rowan")
LIMITS = ("0.0", "0.05", "0.1", "0.29", "0.3", "0.57", "0.58", "0.7", "1.0")
ALGORITHMS = ("optimal",) * 6 + ("flash", "best-first", "bottom-up", "top-down", "genetic", "two-phase", "ola")
QUALITY = ("loss",) * 5 + ("precision", "height", "discernibility", "average-class-size", "entropy", "ambiguity")
FUNCTIONS = ("arithmetic-mean", "arithmetic-mean", "median", "median", "mode", "interval", "set")
ID = "number"


@dataclass(frozen=True)
class Attribute:
    """A column of a drawn table. `rows` are those of its hierarchy as written: a value and its labels from level 1."""

    name: str
    kind: str
    role: str
    rows: tuple[tuple[str, ...], ...] = ()
    transformation: str = "generalize"
    function: str = ""
    order: tuple[str, ...] = ()


@dataclass(frozen=True)
class Drawn:
    """A job on disk and what it says. `subset` are the numbers of the records that are shared; None: all."""

    folder: Path
    attributes: tuple[Attribute, ...]
    records: tuple[dict[str, str], ...]
    models: tuple[dict[str, object], ...]
    limit: Fraction
    subset: frozenset[int] | None
    is_recoded: bool
    suppressed: str
    options: tuple[str, ...] = field(default=())

    @property
    def job(self) -> Path:
        return self.folder / "job.toml"

    def of_role(self, role: str) -> tuple[Attribute, ...]:
        return tuple(each for each in self.attributes if each.role == role)


def draw(seed: int, folder: Path) -> Drawn:
    """Write a random job into a folder."""
    return _Drawing(random.Random(seed), folder).draw()  # noqa: S311 - a test that can be repeated


def toml(value: object) -> str:
    """A value as it stands in a job."""
    match value:
        case bool():
            return str(value).lower()
        case Fraction():
            return repr(float(value))
        case int() | float():
            return repr(value)
        case dict():
            return "{ " + ", ".join(f"{name} = {toml(each)}" for name, each in value.items()) + " }"
        case list() | tuple():
            return "[" + ", ".join(map(toml, value)) + "]"
        case _:
            return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


class _Drawing:
    def __init__(self, chance: random.Random, folder: Path) -> None:
        self._chance, self._folder = chance, folder
        self._size = chance.choice((5, 8, 12, 12, 20, 35, 60, 100))

    def draw(self) -> Drawn:
        chance = self._chance
        quasi = [self._quasi(place) for place in range(chance.choice((1, 1, 1, 2, 2, 3)))]
        sensitive = [self._sensitive(place) for place in range(chance.choice((0, 1, 1, 1, 2)))]
        attributes = tuple(pair[0] for pair in (*quasi, *sensitive))
        columns = {pair[0].name: pair[1] for pair in (*quasi, *sensitive)}
        records = tuple(
            {ID: f"r{row}", **{name: texts[row] for name, texts in columns.items()}} for row in range(self._size)
        )
        is_private = chance.random() < 0.03 and all(each.transformation == "generalize" for each in attributes)
        subset = None if is_private else self._subset(records)
        models = (
            (self._differential_privacy(attributes),)
            if is_private
            else self._models([each for each in attributes if each.role == "sensitive"], subset is not None)
        )
        if any(each.transformation == "cluster-microaggregate" for each in attributes):
            models = tuple(_beside_clusters(each) for each in models)
        is_recoded = not is_private and chance.random() < 0.45 and all(_allows_recoding(each) for each in models)
        limit = chance.choice(LIMITS)
        suppressed = chance.choice(("keep", "drop"))
        job = self._job(attributes, models, limit, subset, is_recoded=is_recoded, suppressed=suppressed)
        self._write_table(records, attributes)
        (self._folder / "job.toml").write_text(job, encoding="utf-8")
        members = None if subset is None else subset[1]
        return Drawn(self._folder, attributes, records, models, Fraction(limit), members, is_recoded, suppressed)

    # Columns

    def _quasi(self, place: int) -> tuple[Attribute, list[str]]:
        chance, name = self._chance, f"q{place}"
        kind = chance.choice(("integer", "decimal", "date", "string", "string"))
        values = self._values(kind, chance.choice((2, 3, 4, 6)))
        rows = self._hierarchy(values, kind)
        others = ("generalize",) * 4 + ("microaggregate", "suppress") + ("cluster-microaggregate",) * 2
        transformation = "generalize" if place == 0 else chance.choice(others)
        function = ""
        if "micro" in transformation:
            function = chance.choice(FUNCTIONS if kind in ("integer", "decimal") else ("mode", "set"))
            if transformation == "microaggregate":
                rows = ()
        return (
            Attribute(name, kind, "quasi-identifying", rows, transformation, function),
            [self._spelled(chance.choice(values), kind) for _ in range(self._size)],
        )

    def _sensitive(self, place: int) -> tuple[Attribute, list[str]]:
        chance, name = self._chance, f"s{place}"
        kind = chance.choice(("integer", "decimal", "date", "string", "string", "ordinal"))
        values = self._values("string" if kind == "ordinal" else kind, chance.choice((2, 3, 4, 6, 8)))
        weights = [chance.choice((1, 1, 2, 5)) for _ in values]
        order = tuple(chance.sample(values, len(values))) if kind == "ordinal" else ()
        rows = self._hierarchy(values, kind)
        texts = [self._spelled(text, kind) for text in chance.choices(values, weights, k=self._size)]
        if chance.random() < 0.2 and not rows:
            texts = ["" if chance.random() < 0.1 else text for text in texts]
        return Attribute(name, kind, "sensitive", rows, order=order), texts

    def _values(self, kind: str, size: int) -> list[str]:
        chance = self._chance
        if kind == "integer":
            return [str(number) for number in chance.sample(range(-3, 30), size)]
        if kind == "decimal":
            return [f"{number / 2:g}" for number in chance.sample(range(30), size)]
        if kind == "date":
            days = [f"20{year}-{month:02}-{day:02}" for year in (19, 20) for month in (1, 7) for day in (3, 14, 30)]
            return chance.sample(days, size)
        return chance.sample(WORDS, size)

    def _spelled(self, value: str, kind: str) -> str:
        """One of the ways to write a value."""
        chance = self._chance
        if kind not in ("integer", "decimal") or chance.random() < 0.6:
            return value
        sign, digits = ("-", value[1:]) if value.startswith("-") else (chance.choice(("", "+")), value)
        if kind == "decimal":
            digits += chance.choice(("", "0")) if "." in digits else chance.choice((".0", ".00", ""))
        return sign + chance.choice(("", "0")) + digits

    def _hierarchy(self, values: Sequence[str], kind: str) -> tuple[tuple[str, ...], ...]:
        """Labels that merge from level to level; `*` may stand below the top."""
        chance = self._chance
        if chance.random() < 0.1:
            return ()
        height = chance.choice((1, 2, 2, 3))
        levels: list[list[int]] = []
        node = list(range(len(values)))
        for _ in range(height - 1):
            merged = {each: chance.randrange(max(1, len(set(node)) - 1)) for each in sorted(set(node))}
            node = [merged[each] for each in node]
            levels.append(node)
        star = chance.random() < 0.4
        labels = [
            [f"{kind[0]}{level}-{group}" if not (star and group == 0) else "*" for group in groups]
            for level, groups in enumerate(levels, 1)
        ]
        for level in range(1, len(labels)):  # what reads * stays *, and nothing else joins it again
            above = {levels[level][at] for at in range(len(values)) if labels[level - 1][at] == "*"}
            labels[level] = ["*" if levels[level][at] in above else text for at, text in enumerate(labels[level])]
        rows = [(self._spelled(value, kind), *(level[at] for level in labels), "*") for at, value in enumerate(values)]
        return tuple(rows)

    # What is asked for

    def _subset(self, records: Sequence[dict[str, str]]) -> tuple[str, frozenset[int]] | None:
        chance = self._chance
        if chance.random() > 0.35 or self._size < 8:
            return None
        chosen = sorted(chance.sample(range(self._size), chance.randrange(4, self._size)))
        text = ", ".join(str(row + 1) for row in chosen)
        return f'[subset]\nbase = "none"\ninclude = {toml(text)}\n', frozenset(chosen)

    def _differential_privacy(self, attributes: Sequence[Attribute]) -> dict[str, object]:
        chance = self._chance
        return {
            "model": "differential-privacy",
            "epsilon": chance.choice((0.5, 1.0, 2.0)),
            "delta": chance.choice((0.1, 0.01)),
            "scheme": chance.choice(("low", "medium", "high")),
            "seed": chance.randrange(1000),
        }

    def _models(self, sensitive: Sequence[Attribute], has_subset: bool) -> tuple[dict[str, object], ...]:
        chance = self._chance
        found: list[dict[str, object]] = []
        if chance.random() < 0.5 or not sensitive:
            found.append({"model": "k-anonymity", "k": chance.choice((2, 3, 5))})
        found += [self._of_values(each) for each in sensitive if chance.random() < 0.8]
        table: list[dict[str, object]] = [
            {"model": "average-risk", "threshold": chance.choice((0.2, 0.34, 0.5))},
            {"model": "average-risk", "threshold": 0.5, "highest": chance.choice((0.26, 0.4)), "records": 0.1},
            {"model": "sample-uniqueness", "threshold": chance.choice((0.0, 0.05, 0.2))},
            {"model": "profitability", "attacker": "prosecutor", "attack": False},
        ]
        if has_subset:
            table += [
                {"model": "k-map", "k": chance.choice((2, 3, 5))},
                {"model": "delta-presence", "dmin": chance.choice((0.0, 0.2)), "dmax": chance.choice((0.7, 0.9, 1.0))},
            ]
        if chance.random() < 0.4:
            found.append(chance.choice(table))
        return tuple(found) or ({"model": "k-anonymity", "k": 2},)

    def _of_values(self, attribute: Attribute) -> dict[str, object]:
        chance, said = self._chance, {"attribute": attribute.name}
        kinds: list[dict[str, object]] = [
            {"model": "l-diversity", "variant": "distinct", "l": chance.choice((2.0, 3.0))},
            {"model": "l-diversity", "variant": "shannon", "l": chance.choice((1.5, 2.0, 2.5))},
            {"model": "l-diversity", "variant": "recursive", "l": 2.0, "c": chance.choice((1.0, 2.0, 3.5))},
            {"model": "t-closeness", "variant": "equal", "t": chance.choice((0.1, 0.25, 0.5))},
            {
                "model": "beta-likeness",
                "variant": chance.choice(("basic", "enhanced")),
                "beta": chance.choice((1.0, 2.5)),
            },
            {
                "model": "delta-disclosure",
                "delta": chance.choice((0.8, 1.5)),
                "absent_values": chance.choice(("allowed", "violating")),
            },
        ]
        if attribute.kind != "string":
            kinds += [{"model": "t-closeness", "variant": "ordered", "t": chance.choice((0.1, 0.2, 0.4))}] * 2
        if attribute.rows:
            kinds += [{"model": "t-closeness", "variant": "hierarchical", "t": chance.choice((0.1, 0.2, 0.4))}] * 2
        return {**chance.choice(kinds), **said}

    # Files

    def _job(
        self,
        attributes: Sequence[Attribute],
        models: Sequence[dict[str, object]],
        limit: str,
        subset: tuple[str, frozenset[int]] | None,
        *,
        is_recoded: bool,
        suppressed: str,
    ) -> str:
        chance = self._chance
        lines = ["[data]", 'path = "table.csv"', 'delimiter = ","', "header = true"]
        for each in attributes:
            lines += [f"[attributes.{each.name}]", f'role = "{each.role}"', f'type = "{each.kind}"']
            if each.rows:
                lines.append(f'hierarchy = "{each.name}.csv"')
            if each.order:
                lines.append(f"order = {toml(list(each.order))}")
            if each.transformation != "generalize":
                lines.append(f'transformation = "{each.transformation}"')
            if each.function:
                lines.append(f'function = "{each.function}"')
        for model in models:
            lines += ["[[privacy]]", *(f"{name} = {toml(value)}" for name, value in model.items())]
        if subset is not None:
            lines.append(subset[0])
        if any(model["model"] == "profitability" for model in models):
            lines += ["[costs]", "adversary_gain = 10.0", "adversary_cost = 4.0"]
        is_private = models[0]["model"] == "differential-privacy"
        lines += ["[suppression]", f"limit = {'1.0' if is_private else limit}"]
        lines += ["[quality]", f'model = "{"loss" if is_private or is_recoded else chance.choice(QUALITY)}"']
        lines += ["[search]", f'algorithm = "{"optimal" if is_private else chance.choice(ALGORITHMS)}"']
        lines.append("check_limit = 400" if not is_private else "")
        if is_recoded:
            lines.append(f"local_recoding = {{ iterations = {chance.choice((1, 3, 10))} }}")
        lines += ["[output]", f'suppressed = "{suppressed}"']
        return "\n".join(lines) + "\n"

    def _write_table(self, records: Sequence[dict[str, str]], attributes: Sequence[Attribute]) -> None:
        names = [ID, *(each.name for each in attributes)]
        lines = [",".join(names), *(",".join(record[name] for name in names) for record in records)]
        (self._folder / "table.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        for each in attributes:
            if each.rows:
                text = "".join(",".join(row) + "\n" for row in each.rows)
                (self._folder / f"{each.name}.csv").write_text(text, encoding="utf-8")


def _beside_clusters(model: dict[str, object]) -> dict[str, object]:
    """Clusters that show one aggregate read as one group, where only the strict variant holds: the other is refused."""
    return model | {"absent_values": "violating"} if model["model"] == "delta-disclosure" else model


def _allows_recoding(model: dict[str, object]) -> bool:
    """Whether a model that holds for two parts of a table holds for both together."""
    per_group = ("k-anonymity", "l-diversity", "t-closeness", "beta-likeness")
    if model["model"] == "delta-disclosure":
        return model["absent_values"] == "violating"
    return model["model"] in per_group
