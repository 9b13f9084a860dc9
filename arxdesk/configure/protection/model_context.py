"""A privacy model within its project: missing parts, the cost of adding them, and the context of its form."""

from __future__ import annotations

import math
from collections.abc import Sequence

from arxdesk.configure.protection.model_dialog import ModelContext
from arxdesk.configure.protection.model_form import FormContext
from arxdesk.core.document import Document
from arxdesk.core.rows_words import WHY_OFF
from arxdesk.core.values.role_words import role_word
from arxdesk.ui.words import count
from arxdesk_engine.data.item_sets import is_set
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.named_subsets import named_subsets
from arxdesk_engine.privacy import MODELS
from arxdesk_engine.privacy.description import Need
from arxdesk_engine.privacy.model import PrivacyModel

EXCLUDED = marked("It cannot be combined with differential privacy, which would no longer hold.")
NOT_BESIDE = marked("Only k-anonymity can be combined with it: pause the other models.")
MAKE_SENSITIVE = "sensitive"
"""The link that gives the column of a model the role that it needs."""


def sensitive_columns(document: Document) -> tuple[str, ...]:
    """The columns that models of sensitive values are about."""
    return document.attributes_with(Role.SENSITIVE)


def cost_of_sensitive(document: Document, names: Sequence[str]) -> str:
    """The quasi-identifiers and transformations left when some columns become sensitive."""
    quasi = document.attributes_with(Role.QUASI_IDENTIFYING)
    left = [name for name in quasi if name not in names]
    limits = [document.level_limits(name) for name in left if document.settings_of(name).is_grouped]
    number = math.prod(high - low + 1 for low, high in limits) if left else 0
    identifiers = tr_n(len(left), "{n} quasi-identifier", "{n} quasi-identifiers")
    return tr_n(
        number,
        "leaves {identifiers}, {n} transformation",
        "leaves {identifiers}, {n} transformations",
        n=count(number),
        identifiers=identifiers,
    )


def what_it_lacks(document: Document, model: PrivacyModel) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The missing parts of a model, as far as the job shows them, and links that add them; "" for none."""
    name = model.sensitive_attribute
    if name is not None and name not in document.dataset:
        return tr("The table has no such column."), ()
    if name is not None and (role := document.settings_of(name).role) is not Role.SENSITIVE:
        cost = cost_of_sensitive(document, [name])
        link = tr("Make\u00a0it\u00a0sensitive ({cost})", cost=cost)
        said = tr("{column} is {role}, and a model on it needs the role sensitive.", column=name, role=role_word(role))
        return said, ((MAKE_SENSITIVE, link),)
    if model.item_combinations is not None and name is not None and not is_set(document.dataset[name]):
        return tr("{column} is not read as sets of items: choose the type Set for it.", column=name), ()
    policy = document.policy
    if policy.mechanism is not None and policy.excludes(model.model):
        said = tr(
            "{model} cannot be combined with it: the groups that it removes reveal single people.",
            model=policy.mechanism.title,
        )
        return said, ()
    if model.needs_subset and not model.names_subset and not named_subsets(document.job):
        return tr("It needs a research subset, and the project has none."), ()
    if model.needs_population and document.job.population is None:
        return tr("It needs the size of the population, and the project has none."), ()
    return "", ()


def context_of(document: Document) -> ModelContext:
    """The context of the form for a privacy model."""
    job = document.job
    roles = {name: document.settings_of(name).role for name in document.dataset.names}
    roles = {name: role for name, role in roles.items() if role is not Role.IDENTIFYING}
    levels = {name: _highest(document, name) for name in document.attributes_with(Role.QUASI_IDENTIFYING)}
    lacks = _lacks(job)
    if document.rows is not None:
        lacks |= dict.fromkeys((name for name, kind in MODELS.items() if _needs_rows(kind)), f"{tr(WHY_OFF)}.")
    if excluded := [name for name in MODELS if document.policy.excludes(name)]:
        lacks = dict.fromkeys(excluded, tr(EXCLUDED))
    else:
        lacks |= dict.fromkeys((name for name, kind in MODELS.items() if not _holds_in(job, kind)), tr(NOT_BESIDE))
    subset = job.subset.description if job.subset is not None else ""
    in_order = {name for name in roles if document.dataset[name].type.has_scale}
    return ModelContext(
        roles,
        lambda names: cost_of_sensitive(document, names),
        FormContext(levels, subset),
        lacks,
        in_order,
        lambda name: document.dataset[name].counts(),
        (*job.privacy, *job.paused),
    )


def _needs_rows(kind: type[PrivacyModel]) -> bool:
    """Whether models of a kind draw or name single records."""
    return Need.SUBSET in kind.description.needs or kind.mechanism is not PrivacyModel.mechanism


def _lacks(job: Job) -> dict[str, str]:
    """By the name of a model that compares with more than the table, the sentence where the project names none."""
    sentences = {}
    if not named_subsets(job):
        sentences[Need.SUBSET] = tr("The project has no research subset yet.")
    if job.population is None:
        sentences[Need.POPULATION] = tr("The project has no population yet: choose it here or below.")
    if job.data.person is None:
        sentences[Need.PERSON] = tr("No column says whose record each is: mark an identifying column as Person.")
    first = {name: next(iter(model.description.needs), None) for name, model in MODELS.items()}
    return {name: sentences[need] for name, need in first.items() if need in sentences}


def _holds_in(job: Job, kind: type[PrivacyModel]) -> bool:
    """Whether a model of this kind can be combined with those of the job."""
    return kind.holds_beside is None or all(model.model in kind.holds_beside for model in job.privacy)


def _highest(document: Document, name: str) -> int:
    hierarchy = document.hierarchies.get(name)
    return hierarchy.levels - 1 if hierarchy else 0
