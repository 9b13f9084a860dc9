"""What typical attackers know, by the names and the roles of the columns: a proposal that anybody can change."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum, auto

from arxdesk_engine.data.schema import Role
from arxdesk_engine.job.attackers import Preset


class Topic(Enum):
    """What a column is about."""

    SEX = auto()
    AGE = auto()
    PLACE = auto()
    HOUSEHOLD = auto()
    ORIGIN = auto()
    EDUCATION = auto()
    WORK = auto()
    PAY = auto()
    STAY = auto()
    CARE = auto()


_WORDS: Mapping[Topic, str] = {
    Topic.SEX: "sex gender geschlecht sexe sexo genero",
    Topic.AGE: "age ages alter edad birth birthdate birthday birthyear born dob yob geburt naissance nacimiento",
    Topic.PLACE: "zip zipcode postcode postal plz postleitzahl city town stadt wohnort ort place address adresse "
    "district region county municipality gemeinde landkreis kreis bundesland commune ville ciudad municipio province "
    "canton kanton residence",
    Topic.HOUSEHOLD: "marital married familienstand household haushalt family familie children kinder civil hogar",
    Topic.ORIGIN: "race ethnic ethnicity nationality country native religion herkunft language sprache "
    "nationalitaet staatsangehoerigkeit nationalite nacionalidad",
    Topic.EDUCATION: "education school degree bildung schulabschluss abschluss diploma estudios",
    Topic.WORK: "occupation job profession beruf work workclass employer employment industry arbeitgeber metier "
    "profesion",
    Topic.PAY: "salary income wage pay gehalt lohn einkommen salaire salario ingreso",
    Topic.STAY: "admission admitted discharge visit stay aufnahme entlassung hospital klinik ward station department",
    Topic.CARE: "diagnosis diagnose icd procedure treatment behandlung drug medication cost costs charge claim",
}
_TOPIC_OF = {word: topic for topic, words in _WORDS.items() for word in words.split()}
_BEGINNINGS = {word: topic for word, topic in _TOPIC_OF.items() if len(word) >= 6}
"""Words that are long enough for columns to begin with: "geburtsdatum", "diagnosecode"."""
_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "é": "e", "è": "e", "ó": "o"})
_SEEN = (Topic.SEX, Topic.AGE, Topic.PLACE)
_KNOWN: Mapping[Preset, tuple[Topic, ...]] = {
    "neighbour": (*_SEEN, Topic.HOUSEHOLD, Topic.ORIGIN, Topic.WORK),
    "employer": (*_SEEN, Topic.HOUSEHOLD, Topic.ORIGIN, Topic.EDUCATION, Topic.WORK, Topic.PAY),
    "insurer": (*_SEEN, Topic.STAY, Topic.CARE),
    "journalist": (*_SEEN, Topic.HOUSEHOLD),
}
_OF_ROLES: Mapping[Preset, tuple[Role, ...]] = {
    "quasi-identifiers": (Role.QUASI_IDENTIFYING,),
    "everything": (Role.QUASI_IDENTIFYING, Role.INSENSITIVE),
}


def topic_of(name: str) -> Topic | None:
    """What a column is about by the words in its name, the first one that is known; None: nobody knows."""
    split = re.sub(r"(?<=[a-zäöü])(?=[A-ZÄÖÜ])", " ", name)
    for word in re.split(r"[\W\d_]+", split.casefold().translate(_LETTERS)):
        if word in _TOPIC_OF:
            return _TOPIC_OF[word]
        begins = next((topic for known, topic in _BEGINNINGS.items() if word.startswith(known)), None)
        if begins is not None:
            return begins
    return None


def knowledge_of(preset: Preset, roles: Mapping[str, Role]) -> tuple[str, ...]:
    """The columns that an attacker is likely to know, in the order of the table; sensitive and identifying ones never.

    Two presets go by roles alone. The others know what people in their place see or have on file.
    """
    offered = [name for name, role in roles.items() if role in _OF_ROLES["everything"]]
    if preset in _OF_ROLES:
        return tuple(name for name in offered if roles[name] in _OF_ROLES[preset])
    return tuple(name for name in offered if topic_of(name) in _KNOWN[preset])
