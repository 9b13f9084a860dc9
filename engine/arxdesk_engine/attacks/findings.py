"""What one attacker finds out of a release, and would of the input."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.attacks.anonymity_loss import AnonymityLoss
from arxdesk_engine.attacks.found_people import FoundPeople
from arxdesk_engine.attacks.inference import Inference
from arxdesk_engine.attacks.linkability import Linkability
from arxdesk_engine.attacks.membership import Membership
from arxdesk_engine.attacks.nearest import NearestRows
from arxdesk_engine.attacks.singling_out import SinglingOut
from arxdesk_engine.job.attackers import AttackerSettings

Figure = Literal["single", "few", "none", "linked", "certain"]
"""What people are counted by: one candidate, few of them, none; linked sources; a secret told with certainty."""


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
    source. `before` is what the input would tell; `losses` are those of the secrets, where others' records have been
    asked, `by_person` what is found of people with several records, and `nearest` the rows that come close
    to people, where these have been looked for."""

    attacker: AttackerSettings
    singling_out: SinglingOut
    membership: Membership | None
    inferences: tuple[Inference, ...]
    before: RawFindings
    linkability: Linkability | None = None
    losses: tuple[AnonymityLoss, ...] = ()
    by_person: FoundPeople | None = None
    nearest: NearestRows | None = None

    def people(self, figure: Figure, secret: str = "", *, before: bool = False) -> NDArray[np.bool_]:
        """Which members a figure counts, bool[members], in the release or `before`, in the input. Raises KeyError where
        there is no such figure."""
        found = self.before if before else self
        candidates, few = found.singling_out.candidates, self.singling_out.least
        if figure == "certain":
            return {each.secret: each.members.certain for each in found.inferences}[secret]
        if figure == "linked":
            if before or self.linkability is None:
                raise KeyError(figure)
            return self.linkability.is_linked
        of_candidates: dict[str, NDArray[np.bool_]] = {
            "single": candidates == 1,
            "few": (candidates > 0) & (candidates < few),
            "none": candidates == 0,
        }
        return of_candidates[figure]

    def plain(self) -> dict[str, Any]:
        """As it stands in a JSON report."""
        return {
            "attacker": self.attacker.name,
            "knows": list(self.attacker.knows),
            "error": dict(self.attacker.error),
            "singling_out": self.singling_out.plain(),
            "membership": None if self.membership is None else self.membership.plain(),
            "inference": [each.plain() for each in self.inferences],
            "anonymity_loss": [each.plain() for each in self.losses],
            "nearest": None if self.nearest is None else self.nearest.plain(),
            "people": None if self.by_person is None else self.by_person.plain(),
            "other": list(self.attacker.other),
            "linkability": None if self.linkability is None else self.linkability.plain(),
            "before": self.before.plain(),
        }
