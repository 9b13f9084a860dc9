"""The attackers of a release: those of the job, else those that the roles of its columns suggest."""

from __future__ import annotations

from arxdesk_engine.attacks.attacked import AttackedTable
from arxdesk_engine.data.schema import Role
from arxdesk_engine.job.attackers import AttackerSettings
from arxdesk_engine.job.job import Job


def attackers_of(job: Job, table: AttackedTable) -> tuple[AttackerSettings, ...]:
    """The attackers of a job with columns that the table has; their secrets written out. Raises InvalidData."""
    sensitive = tuple(name for name, role in table.roles.items() if role is Role.SENSITIVE)
    chosen = job.attackers or _by_roles(table)
    found = []
    for each in chosen:
        secrets = each.secrets or tuple(name for name in sensitive if name not in each.knows)
        table.require((*each.knows, *each.other, *secrets))
        found.append(each.model_copy(update={"secrets": secrets}))
    return tuple(found)


def _by_roles(table: AttackedTable) -> tuple[AttackerSettings, ...]:
    """Somebody who knows what identifies people, and somebody who knows everything but the secrets."""
    quasi = tuple(name for name, role in table.roles.items() if role is Role.QUASI_IDENTIFYING)
    known = (Role.QUASI_IDENTIFYING, Role.INSENSITIVE)
    everything = tuple(name for name, role in table.roles.items() if role in known)
    found = [AttackerSettings(name="Knows the quasi-identifiers", knows=quasi)]
    if everything != quasi:
        found.append(AttackerSettings(name="Knows everything but the sensitive", knows=everything))
    return tuple(found)
