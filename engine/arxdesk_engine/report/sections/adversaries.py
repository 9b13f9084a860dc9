"""What attackers find out who read the released file, beside what they find of people who are not in it."""

from __future__ import annotations

from arxdesk_engine.attacks.attack import AttackReport
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.layout.blocks import Message, Paragraph, named
from arxdesk_engine.report.layout.words import count
from arxdesk_engine.report.sections import attacks
from arxdesk_engine.report.sections.algorithm import knowing_the_algorithm
from arxdesk_engine.report.sections.answer import Answer, NotApplicable, no_table
from arxdesk_engine.report.sections.beyond_chance import anonymity_losses, rows_that_stand_alone


def attackers(facts: Facts) -> Answer:
    """The attackers that were tried, what each of them knows, and the control that they are compared with."""
    found = _found(facts)
    if not isinstance(found, AttackReport):
        return found
    sizes = [
        (tr("Released rows"), count(found.rows)),
        (tr("Records that were to be released"), count(found.members)),
        (tr("Records held out to compare with"), count(found.outside)),
    ]
    return (
        attacks.attackers(found),
        named(tr("What was attacked"), sizes),
        Paragraph(attacks.how_attacked(found), "note"),
    )


def verdict(facts: Facts) -> Answer:
    """What all attackers together find."""
    found = _found(facts)
    return (attacks.attack_verdict(found),) if isinstance(found, AttackReport) else found


def singling_out(facts: Facts) -> Answer:
    """Everybody's candidates: released rows whose labels cover what is known."""
    found = _found(facts)
    if not isinstance(found, AttackReport):
        return found
    before = [each.before.singling_out.single for each in found.found]
    most = max((share.some for share in before), default=0)
    told = tr("In the input an attacker would single out up to {number} people.", number=count(most))
    note = tr("Candidates of a person are the released records whose labels cover what the attacker knows.")
    alone = () if found.predicates is None else tuple(rows_that_stand_alone(found.predicates))
    return attacks.singling_out(found), Paragraph(note, "note"), Paragraph(told), *alone


def linkability(facts: Facts) -> Answer:
    """Two sources that the release links."""
    found = _found(facts)
    if not isinstance(found, AttackReport):
        return found
    if any(each.linkability is not None for each in found.found):
        return (attacks.linkability(found),)
    candidates = [number for each in found.found for number in each.singling_out.candidates.tolist() if number]
    told = tr(
        "Nobody who is linked with the release by what these attackers know has fewer than {number} candidates in it. "
        "That two sources are linked by the release was not tried: no attacker of this project has a second source.",
        number=count(min(candidates, default=0)),
    )
    return (Paragraph(told),)


def inference(facts: Facts) -> Answer:
    """What candidates tell of secret columns, beside what they tell of people outside the table."""
    found = _found(facts)
    if not isinstance(found, AttackReport):
        return found
    if not any(each.inferences for each in found.found):
        told = tr("No column is sensitive, and no attacker names a secret, so that nothing is there to infer.")
        return NotApplicable(told)
    blocks = attacks.inference(found), Paragraph(attacks.inference_note(found), "note"), *anonymity_losses(found)
    return blocks if found.outside else (*blocks, Paragraph(_no_control()))


def membership(facts: Facts) -> Answer:
    """Whether the release tells who is in it."""
    found = _found(facts)
    if not isinstance(found, AttackReport):
        return found
    if not any(each.membership is not None for each in found.found):
        return (Paragraph(_no_control()),)
    return (attacks.membership(found),)


def algorithm(facts: Facts) -> Answer:
    """What somebody concludes who knows how the release was made."""
    found = _found(facts)
    if not isinstance(found, AttackReport):
        return found
    if found.refinement is None:
        return NotApplicable(tr("What somebody concludes who knows the algorithm was not examined for this release."))
    return tuple(knowing_the_algorithm(found.refinement))


def earlier_releases(facts: Facts) -> Answer:
    """What this release tells together with earlier ones that were attacked beside it."""
    found = _found(facts)
    if not isinstance(found, AttackReport):
        return found
    told = tuple(attacks.earlier(found, () if facts.attacks is None else facts.attacks.not_compared))
    if found.earlier is None:
        return (Paragraph(tr("No earlier release of the same people was attacked beside this one.")), *told)
    return told


def _found(facts: Facts) -> AttackReport | Answer:
    """The attacks; without them why there are none."""
    if facts.applied is None or facts.attacks is None:
        return no_table()
    if facts.attacks.found is None:
        told = tr("The release was not attacked, so that this has to be shown in another way.")
        return (Message("warn", told, (tr(facts.attacks.reason),)),)
    return facts.attacks.found


def _no_control() -> str:
    return tr(
        "Nobody was held out, so that there is no control: what is guessed right of anybody, in the table or not, "
        "cannot be told from disclosure. A job that shares a sample holds the others out."
    )
