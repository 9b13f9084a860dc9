"""The attackers of a release: those of the job, else those that the roles of its columns suggest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arxdesk_engine.attacks.proposals import knowledge_of
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, Problem, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.attackers import PRESETS, AttackerSettings, Preset
from arxdesk_engine.job.job import Job


def attackers_of(job: Job, roles: Mapping[str, Role]) -> tuple[AttackerSettings, ...]:
    """The attackers of a job; what their presets know, and their secrets, written out.

    `roles` are those of the columns that both the input and the release have. Raises InvalidData for other columns,
    InvalidJob for a preset that no column fits.
    """
    sensitive = tuple(name for name, role in roles.items() if role is Role.SENSITIVE)
    found = []
    for number, each in enumerate(job.attackers or _by_roles(roles)):
        knows = each.knows
        if each.preset is not None and not knows:
            knows = knowledge_of(each.preset, roles)
            if not knows:
                problem = tr("no column has a name that the preset {preset} looks for", preset=quoted(each.preset))
                raise InvalidJob(
                    Problem(f"{job.source}, attackers.{number}", problem, tr("Name the columns by knows."))
                )
        secrets = each.secrets or tuple(name for name in sensitive if name not in knows)
        _require((*knows, *each.other, *secrets, *each.error), roles)
        found.append(each.model_copy(update={"name": each.title, "knows": knows, "secrets": secrets}))
    return tuple(found)


def _by_roles(roles: Mapping[str, Role]) -> tuple[AttackerSettings, ...]:
    """Somebody who knows what identifies people, and somebody who knows everything but the secrets."""
    names: tuple[Preset, ...] = ("quasi-identifiers", "everything")
    quasi, everything = (AttackerSettings(name=PRESETS[each], knows=knowledge_of(each, roles)) for each in names)
    return (quasi,) if everything.knows == quasi.knows else (quasi, everything)


def _require(names: Sequence[str], roles: Mapping[str, Role]) -> None:
    missing = [name for name in names if name not in roles]
    if missing:
        found = tr("{name} is not in the input and in the release", name=quoted(missing[0]))
        raise InvalidData(Problem("attack", found, tr("Name columns that both have.")))
