"""What an attacker finds out in lines: before, after, and beside people outside the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.risk.intervals import Share, is_open

if TYPE_CHECKING:  # pandas is slow to import
    from arxdesk_engine.attacks.anonymity_loss import AnonymityLoss
    from arxdesk_engine.attacks.findings import Attacked, Figure
    from arxdesk_engine.attacks.found_people import FoundPeople
    from arxdesk_engine.attacks.inference import Inference
    from arxdesk_engine.attacks.nearest import NearestRows

NOBODY = marked("nobody")
NO_MORE = marked("no more than outside")
"""Where the interval of a difference contains 0."""
TOO_FEW = marked("too few held out to tell")
"""Where it contains 0 and large differences as well."""


@dataclass(frozen=True, slots=True)
class AttackLine:
    """One figure: its label, its share in the input and in the release, and of people `outside` the table; None: not
    asked there. A figure that is no share has a `value` in place of that in the release, and a `judgement`.

    `difference` of the release and those outside comes with its interval. `figure` and `secret` are those of the people
    that it counts (`Attacked.people`), None where it counts nobody in particular. `hint` is its sentence and formula.
    """

    label: str
    before: Share | None
    after: Share | None
    hint: str
    outside: Share | None = None
    difference: tuple[float, float, float] | None = None
    figure: Figure | None = None
    secret: str = ""
    value: str = ""
    judgement: str = ""

    @property
    def is_disclosure(self) -> bool:
        """Whether more is told of people in the table than of others."""
        return self.difference is not None and self.difference[1] > 0.0

    def meaning(self, words: Words = ENGLISH) -> str:
        """The judgement, or what the difference means; "" without both."""
        if self.judgement or self.difference is None:
            return self.judgement
        value, low, high = self.difference
        if low > 0.0:
            return tr("{points} more than outside", points=points(value, words))
        if high < 0.0:
            return tr("{points} less than outside", points=points(-value, words))
        return tr(TOO_FEW) if is_open(self.difference) else tr(NO_MORE)

    def uncertainty(self, words: Words = ENGLISH) -> str:
        """The share after with its interval of 95 %, and the same outside, in words; "" without a share."""
        if self.after is None:
            return ""
        low, high = self.after.interval
        told = tr(
            "{share} ({low} to {high}).",
            share=words.percent(self.after.value, 3),
            low=words.percent(low),
            high=words.percent(high),
        )
        if self.outside is not None and self.difference is not None:
            low, high = self.outside.interval
            others = tr(
                "Of people outside the table {share} ({low} to {high}).",
                share=words.percent(self.outside.value, 3),
                low=words.percent(low),
                high=words.percent(high),
            )
            value, low, high = self.difference
            apart = tr(
                "Difference {points} ({low} to {high}).",
                points=points(value, words),
                low=points(low, words),
                high=points(high, words),
            )
            return f"{told} {others} {apart}"
        return told


def points(share: float, words: Words = ENGLISH) -> str:
    """A difference of shares in percentage points."""
    sign = "\u2212" if round(share, 3) < 0 else ""
    return tr("{n} points", n=f"{sign}{words.decimal(abs(100 * share), 1)}")


def share_text(share: Share | None, words: Words = ENGLISH) -> str:
    """A share where there is room for a few letters; "" for none."""
    return "" if share is None else words.percent(share.value, 3) if share.some else tr(NOBODY)


def attack_lines(found: Attacked, words: Words = ENGLISH) -> tuple[AttackLine, ...]:
    """All figures of an attacker, in the order in which they are told."""
    out, raw = found.singling_out, found.before.singling_out
    lines = [
        AttackLine(
            tr("Singled out"),
            raw.single,
            out.single,
            tr("People with one candidate: one released record has labels that cover all that is known of them"),
            figure="single",
        ),
        AttackLine(
            tr("Fewer than {least} candidates", least=words.count(out.least)),
            raw.few,
            out.few,
            tr(
                "People with 1 to {most} candidates. A guess among c candidates is right with 1/c",
                most=words.count(out.least - 1),
            ),
            figure="few",
        ),
    ]
    if found.linkability is not None:
        other = words.joined(found.attacker.other, 8)
        hint = tr(
            "People linked with a source that knows {other}: both have one candidate in common, and each alone more",
            other=other,
        )
        lines.append(
            AttackLine(tr("Linked with a second source"), None, found.linkability.linked, hint, figure="linked")
        )
    if found.membership is not None:
        lines.append(
            AttackLine(
                tr("May be in the table"),
                None,
                found.membership.members,
                tr(
                    "People with a candidate. Where fewer people outside have one, the release tells who is in the "
                    "table"
                ),
                found.membership.outside,
                found.membership.advantage,
            )
        )
    for each, would in zip(found.inferences, found.before.inferences, strict=True):
        lines += _of_secret(each, would)
    return tuple(lines)


def loss_line(found: AnonymityLoss, words: Words = ENGLISH) -> AttackLine:
    """What the release tells of a secret beyond a model that has learned from other people's records."""
    value = words.decimal(found.coefficient, 2)
    value = value.replace("-", "\u2212")
    label, hint = tr("Anonymity loss: {secret}", secret=found.secret), found.sentence(words).removesuffix(".")
    return AttackLine(label, None, None, hint, value=value, judgement=found.meaning)


def nearest_line(found: NearestRows, words: Words = ENGLISH) -> AttackLine:
    """How near released rows come to people in the table, and whether nearer than to people outside."""
    hint = " ".join(found.sentences(words)).removesuffix(".")
    judgement, value = "", words.decimal(found.half, 3)
    if found.closer is not None:
        judgement = tr("closer than outside") if found.closer[1] > 0.0 else tr("no closer than outside")
    return AttackLine(
        tr("Distance of the nearest row"), None, None, hint, difference=found.closer, value=value, judgement=judgement
    )


def people_lines(found: FoundPeople, words: Words = ENGLISH) -> tuple[AttackLine, ...]:
    """What is found out of people with several records, by the one of theirs that tells most."""
    people = words.people(found.of)
    lines = [
        AttackLine(
            tr("People singled out by one record"),
            None,
            found.by_one.single,
            tr(
                "Of {people}: those who have a record with one candidate. Nobody knows which record an attacker knows",
                people=people,
            ),
        )
    ]
    if found.by_all is not None:
        lines.append(
            AttackLine(
                tr("People singled out by all records"),
                None,
                found.by_all.single,
                tr(
                    "Of {people}: the release shows whose each row is, and one person has a candidate for every record",
                    people=people,
                ),
            )
        )
    for each in found.told:
        hint = tr(
            "Of {people}: those who have a record of which all candidates show the same {secret}",
            people=people,
            secret=each.secret,
        )
        lines.append(
            AttackLine(tr("People told with certainty: {secret}", secret=each.secret), None, each.certain, hint)
        )
    return tuple(lines)


def _of_secret(found: Inference, before: Inference) -> Iterator[AttackLine]:
    yield AttackLine(
        tr("Told with certainty: {secret}", secret=found.secret),
        before.members.share_certain,
        found.members.share_certain,
        tr("People all of whose candidates show the same {secret}", secret=found.secret),
        figure="certain",
        secret=found.secret,
    )
    outside = None if found.outside is None else found.outside.share_right
    yield AttackLine(
        tr("Guessed right: {secret}", secret=found.secret),
        before.members.share_right,
        found.members.share_right,
        tr("People whose {secret} is the commonest one among their candidates", secret=found.secret),
        outside,
        found.excess,
    )
