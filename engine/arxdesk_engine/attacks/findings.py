"""What one attacker finds out of a release, and would of the input."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from arxdesk_engine.attacks.inference import Inference
from arxdesk_engine.attacks.linkability import Linkability
from arxdesk_engine.attacks.membership import Membership
from arxdesk_engine.attacks.singling_out import SinglingOut
from arxdesk_engine.job.attackers import AttackerSettings


@dataclass(frozen=True, slots=True, eq=False)
class RawFindings:
    """What the attacker would find if the records were shared as the input has them."""

    singling_out: SinglingOut
    inferences: tuple[Inference, ...]

    def plain(self) -> dict[str, Any]:
        """As it stands in a JSON report."""
        return {
            "singling_out": self.singling_out.plain(),
            "inference": [each.plain() for each in self.inferences],
        }


@dataclass(frozen=True, slots=True, eq=False)
class Attacked:
    """What one attacker finds out; `membership` is None where nobody was held out, `linkability` without a second
    source. `before` is what the input would tell."""

    attacker: AttackerSettings
    singling_out: SinglingOut
    membership: Membership | None
    inferences: tuple[Inference, ...]
    before: RawFindings
    linkability: Linkability | None = None

    def plain(self) -> dict[str, Any]:
        """As it stands in a JSON report."""
        return {
            "attacker": self.attacker.name,
            "knows": list(self.attacker.knows),
            "singling_out": self.singling_out.plain(),
            "membership": None if self.membership is None else self.membership.plain(),
            "inference": [each.plain() for each in self.inferences],
            "other": list(self.attacker.other),
            "linkability": None if self.linkability is None else self.linkability.plain(),
            "before": self.before.plain(),
        }
