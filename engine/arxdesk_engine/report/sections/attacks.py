"""The attacks on what would be released, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.layout.blocks import Block, Cell, Message, Paragraph, Table, TableColumn, Tone, cells
from arxdesk_engine.report.layout.words import count, decimal, joined, name, percent, percent_fixed
from arxdesk_engine.report.sections.algorithm import knowing_the_algorithm
from arxdesk_engine.report.sections.beyond_chance import anonymity_losses, rows_that_stand_alone
from arxdesk_engine.risk.intersection import THIS
from arxdesk_engine.risk.intervals import Share, is_open

if TYPE_CHECKING:
    from arxdesk_engine.attacks.attack import AttackReport
    from arxdesk_engine.attacks.findings import Attacked
    from arxdesk_engine.attacks.inference import Inference
    from arxdesk_engine.attacks.second_release import SecondRelease

_MISSING = "–"
_MOST_NAMES = 12
_MOST = 0.5


def blocks(facts: Facts) -> Iterator[Block]:
    """The verdict; who knows what; how many each singles out and links, and what they learn beyond statistics."""
    attacked = facts.attacks
    if attacked is None:
        yield Paragraph(tr("There is no output, so that nothing could be attacked."))
        return
    if attacked.found is None:
        yield Message("warn", tr("The release was not attacked."), (tr(attacked.reason),))
        return
    found = attacked.found
    yield attack_verdict(found)
    yield Paragraph(how_attacked(found))
    yield attackers(found)
    yield singling_out(found)
    yield Paragraph(
        tr(
            "Candidates of a person are the released records whose labels cover what the attacker knows. A guess at "
            "random among c candidates is right with probability 1/c; hits are the sum over all people."
        ),
        "note",
    )
    if any(each.linkability is not None for each in found.found):
        yield linkability(found)
    if any(each.inferences for each in found.found):
        yield inference(found)
        yield Paragraph(inference_note(found), "note")
    yield from anonymity_losses(found)
    if any(each.membership is not None for each in found.found):
        yield membership(found)
    if found.predicates is not None:
        yield from rows_that_stand_alone(found.predicates)
    if found.refinement is not None:
        yield from knowing_the_algorithm(found.refinement)
    yield from earlier(found, attacked.not_compared)


def attack_verdict(found: AttackReport) -> Message:
    """What all attackers together find, in a sentence, with what was found below it."""
    lines: list[str] = []
    for each in found.found:
        lines += _breaches(each)
    lines += _of_all(found)
    if lines:
        return Message("warn", tr("Some attackers learn something of people from the release."), tuple(lines))
    if any(each.singling_out.none.value > _MOST for each in found.found):
        unfit = tr("No released row fits what attackers know of most people: counting candidates says little of them.")
        return Message("warn", unfit, tuple(_comparison(found)))
    sentence = tr("No attacker singles anybody out, and nothing of anybody is told with certainty.")
    return Message("ok", sentence, tuple(_comparison(found)))


def _breaches(found: Attacked) -> Iterator[str]:
    """What one attacker learns, a sentence each."""
    who, single = _who(found), found.singling_out.single
    if single.some:
        yield tr_n(
            single.some,
            "{who} singles out {n} person ({share}).",
            "{who} singles out {n} people ({share}).",
            who=who,
            share=percent(single.value),
        )
    if found.linkability is not None and found.linkability.linked.some:
        linked = found.linkability.linked
        yield tr_n(
            linked.some,
            "{who} links both sources for {n} person ({share}).",
            "{who} links both sources for {n} people ({share}).",
            who=who,
            share=percent(linked.value),
        )
    for each in found.inferences:
        certain = each.members.share_certain
        if certain.some:
            yield tr_n(
                certain.some,
                "{who} is told {secret} with certainty for {n} person ({share}).",
                "{who} is told {secret} with certainty for {n} people ({share}).",
                who=who,
                secret=name(each.secret),
                share=percent(certain.value),
            )
        if each.excess is not None and each.excess[1] > 0.0:
            yield tr(
                "{who} guesses {secret} right more often for people in the table than for people outside it: "
                "{difference}.",
                who=who,
                secret=name(each.secret),
                difference=_difference(each.excess),
            )


def _of_all(found: AttackReport) -> Iterator[str]:
    """What is learned with earlier releases, and by whoever knows the algorithm, a sentence each."""
    if found.earlier is not None and (narrowed := found.earlier.narrowed).some:
        yield tr_n(
            narrowed.some,
            "Together with earlier releases {n} person is among fewer than {least}, and among more in each alone.",
            "Together with earlier releases {n} people are among fewer than {least}, and among more in each alone.",
            least=count(found.earlier.least),
        )
    for each in () if found.earlier is None else found.earlier.secrets:
        if each.told.some:
            yield tr_n(
                each.told.some,
                "Together with earlier releases {secret} is told with certainty for {n} person, and by none alone.",
                "Together with earlier releases {secret} is told with certainty for {n} people, and by none alone.",
                secret=name(each.secret),
            )
    if found.refinement is not None and found.refinement.told.any():
        yield tr_n(
            int(found.refinement.groups.sizes[found.refinement.told].sum()),
            "Whoever knows the algorithm is certain of a finer value of {n} record than its label shows.",
            "Whoever knows the algorithm is certain of a finer value of {n} records than their labels show.",
        )


def _comparison(found: AttackReport) -> Iterator[str]:
    excesses = [told.excess for each in found.found for told in each.inferences if told.excess is not None]
    if any(map(is_open, excesses)):
        yield tr("Too few records were held out to tell whether guesses are right more often than for people outside.")
    elif excesses:
        yield tr("Guesses are right no more often than for people outside the table.")


def how_attacked(found: AttackReport) -> str:
    """What was attacked, and with whom it was compared."""
    attacked = tr_n(
        found.members,
        "What would be released was written and read as a stranger would read it, and compared with {n} record of the "
        "input.",
        "What would be released was written and read as a stranger would read it, and compared with {n} records of "
        "the input.",
    )
    if found.removed:
        removed = tr_n(
            found.removed,
            "{n} row shows nothing in any quasi-identifier; nobody is looked for there.",
            "{n} rows show nothing in any quasi-identifier; nobody is looked for among them.",
        )
        attacked = f"{attacked} {removed}"
    if found.count:
        rows = tr(
            "The figures count rows, not the records that {count} says each row stands for.", count=name(found.count)
        )
        attacked = f"{attacked} {rows}"
    if not found.outside:
        outside = tr(
            "No records were held out, so that guesses cannot be compared with those about people outside the table."
        )
    else:
        outside = tr_n(
            found.outside,
            "{n} record was held out before the table was anonymized: what holds for it is statistics, not disclosure.",
            "{n} records were held out before the table was anonymized: what holds for them is statistics, not "
            "disclosure.",
        )
    return f"{attacked} {outside}"


def attackers(found: AttackReport) -> Table:
    """Who attacks, with which columns."""
    rows = [
        cells(
            _who(each),
            joined([name(known) for known in each.attacker.knows], _MOST_NAMES) or tr("nothing"),
            joined([name(secret) for secret in each.attacker.secrets], _MOST_NAMES) or _MISSING,
        )
        for each in found.found
    ]
    heads = (TableColumn(tr("Attacker")), TableColumn(tr("Knows")), TableColumn(tr("Wants to know")))
    return Table(tr("Who attacks"), heads, tuple(rows))


def singling_out(found: AttackReport) -> Table:
    """How many each attacker singles out."""
    least = found.found[0].singling_out.least if found.found else 0
    heads = (
        TableColumn(tr("Attacker")),
        TableColumn(tr("Singled out"), "right"),
        TableColumn(tr("Fewer than {least} candidates", least=count(least)), "right"),
        TableColumn(tr("Without a candidate"), "right"),
        TableColumn(tr("Hits to expect"), "right"),
    )
    rows = []
    for each in found.found:
        out = each.singling_out
        rows.append(
            cells(
                _who(each),
                _people(out.single, "warn"),
                _people(out.few, "warn"),
                _people(out.none),
                decimal(out.expected, 1),
            )
        )
    return Table(tr("Singling out"), heads, tuple(rows))


def linkability(found: AttackReport) -> Table:
    """How many people two sources are linked for by the release."""
    heads = (
        TableColumn(tr("Attacker")),
        TableColumn(tr("The second source knows")),
        TableColumn(tr("Linked by both, by neither alone"), "right"),
    )
    rows = [
        cells(
            _who(each),
            joined([name(known) for known in each.attacker.other], _MOST_NAMES),
            _people(each.linkability.linked, "warn"),
        )
        for each in found.found
        if each.linkability is not None
    ]
    return Table(tr("Linkability"), heads, tuple(rows))


def inference(found: AttackReport) -> Table:
    """What the candidates tell of secret columns."""
    heads = [TableColumn(tr("Attacker")), TableColumn(tr("Secret")), TableColumn(tr("Told with certainty"), "right")]
    heads.append(TableColumn(tr("Guessed right"), "right"))
    if found.outside:
        heads += [TableColumn(tr("Outside the table"), "right"), TableColumn(tr("Difference in points"), "right")]
        heads.append(TableColumn(""))
    rows = [
        cells(_who(each), *_guesses(secret, has_outside=bool(found.outside)))
        for each in found.found
        for secret in each.inferences
    ]
    return Table(tr("Inference"), tuple(heads), tuple(rows))


def _guesses(found: Inference, *, has_outside: bool) -> Sequence[str | Cell]:
    shown: list[str | Cell] = [
        name(found.secret),
        _people(found.members.share_certain, "warn"),
        percent_fixed(found.members.share_right.value),
    ]
    if not has_outside:
        return shown
    if found.outside is None or found.excess is None:
        return [*shown, _MISSING, _MISSING, ""]
    return [
        *shown,
        percent_fixed(found.outside.share_right.value),
        _difference(found.excess),
        _reading(found.excess),
    ]


def inference_note(found: AttackReport) -> str:
    """How guesses are made and read."""
    guessed = tr(
        "The attacker guesses the commonest value among the candidates. It is told with certainty where all candidates "
        "have it."
    )
    if not found.outside:
        return guessed
    compared = tr(
        "Differences have an interval of 95 % (Newcombe 1998). Where it contains 0 the release tells no more than for "
        "people outside the table."
    )
    return f"{guessed} {compared}"


def membership(found: AttackReport) -> Table:
    """Whether the release tells who is in it."""
    heads = (
        TableColumn(tr("Attacker")),
        TableColumn(tr("In the table: have candidates"), "right"),
        TableColumn(tr("Outside: have candidates"), "right"),
        TableColumn(tr("Difference in points"), "right"),
        TableColumn(""),
    )
    rows = [
        cells(
            _who(each),
            percent_fixed(each.membership.members.value),
            percent_fixed(each.membership.outside.value),
            _difference(each.membership.advantage),
            _reading(each.membership.advantage),
        )
        for each in found.found
        if each.membership is not None
    ]
    return Table(tr("In the table or not"), heads, tuple(rows))


def earlier(found: AttackReport, not_compared: Sequence[str] = ()) -> Iterator[Block]:
    """What several releases tell together, and which of them could not be compared."""
    if found.earlier is not None:
        yield _together(found.earlier)
    if not_compared:
        names = joined(not_compared, _MOST_NAMES)
        yield Paragraph(tr("Not compared, since their rows or people are not known any more: {names}.", names=names))


def _together(second: SecondRelease) -> Table:
    narrowed = second.narrowed
    heads = (TableColumn(""), TableColumn(tr("People"), "right"))
    rows = [
        cells(
            tr("Fewer than {least} look the same in all releases, and more in each alone", least=count(second.least)),
            _people(narrowed, "warn"),
        )
    ]
    if (pair := second.offending) is not None:
        first = tr("this release") if pair.first == THIS else name(pair.first)
        told = tr("Two of them suffice: {first} and {second}", first=first, second=name(pair.second))
        rows.append(cells(told, _people(pair.narrowed, "warn")))
    rows += [
        cells(
            tr("{secret} is told by all releases together, and by none alone", secret=name(each.secret)),
            _people(each.told, "warn"),
        )
        for each in second.secrets
    ]
    if second.left_out:
        what = tr(
            "Not compared, more than {most} different values: {secrets}",
            most=count(second.most_values),
            secrets=joined([name(each) for each in second.left_out], _MOST_NAMES),
        )
        rows.append(cells(what, ""))
    came, went = second.found.came(second.least), second.found.went(second.least)
    if came.of:
        what = tr(
            "Of those in this release and not in all others, fewer than {least} look the same",
            least=count(second.least),
        )
        rows.append(cells(what, _people(came, "warn")))
    if went.of:
        what = tr(
            "Of those in an earlier release and not in this one, fewer than {least} look the same",
            least=count(second.least),
        )
        rows.append(cells(what, _people(went, "warn")))
    return Table(tr("Together with earlier releases"), heads, tuple(rows))


def _who(found: Attacked) -> str:
    """The attacker; the names of presets are those of the language."""
    return name(tr(found.attacker.name))


def _people(share: Share, tone: Tone = "") -> Cell:
    """How many people, and which share of all; marked where there are some."""
    if not share.some:
        return Cell(tr("nobody"))
    return Cell(f"{count(share.some)} ({percent(share.value)})", tone=tone)


def _difference(found: tuple[float, float, float]) -> str:
    """A difference in percentage points with its interval."""
    value, low, high = (_signed(100 * each) for each in found)
    return tr("{value} ({low} to {high})", value=value, low=low, high=high)


def _signed(points: float) -> str:
    rounded = round(points, 1) + 0.0  # so that a little below 0 does not read −0.0
    shown = decimal(rounded, 1)
    return f"+{shown}" if rounded > 0 else shown


def _reading(found: tuple[float, float, float]) -> Cell:
    """What a difference means."""
    _value, low, high = found
    if low > 0.0:
        return Cell(tr("More than for people outside"), tone="warn")
    if high < 0.0:
        return Cell(tr("Less than for people outside"))
    if is_open(found):
        return Cell(tr("Too few held out to tell"))
    return Cell(tr("No more than for people outside"), tone="ok")
