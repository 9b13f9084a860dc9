"""What each statement of a job is to tell: its name, and what is asked of whoever writes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arxdesk_engine.foundation.language import marked


@dataclass(frozen=True, slots=True)
class Question:
    """The label of a statement, what is asked, and who is usually able to answer."""

    label: str
    asked: str
    writer: str


_RESPONSIBLE = marked("the person responsible for the data")
_OFFICER = marked("the data protection officer")
_SECURITY = marked("the person responsible for information security")
_EXPERT = marked("the expert")
_ANALYST = marked("a person who knows the data and their use")

QUESTIONS: Mapping[str, Question] = {
    "purpose": Question(
        marked("Purpose"),
        marked("What are the data shared for? Why is less detail, or no data about people, not enough?"),
        _RESPONSIBLE,
    ),
    "collection": Question(
        marked("Origin of the data"),
        marked("Who collected the data, from whom, when and how? Which population do they describe?"),
        _ANALYST,
    ),
    "legal_basis": Question(
        marked("Legal basis"),
        marked("On which law does it rest to process these data, to anonymize them and to share the result?"),
        _OFFICER,
    ),
    "recipients": Question(
        marked("Recipients"),
        marked("Who gets the table: which people, how many, with which training, and who else may get hold of it?"),
        _RESPONSIBLE,
    ),
    "access": Question(
        marked("Access"),
        marked("How is the table made available: to everybody, on request, or in a protected environment?"),
        _RESPONSIBLE,
    ),
    "agreements": Question(
        marked("Agreements"),
        marked("What have recipients agreed to: no identification, no passing on, audits, deletion, penalties?"),
        _RESPONSIBLE,
    ),
    "controls": Question(
        marked("Security and privacy practices"),
        marked("Which technical and organizational measures protect the table where it is used?"),
        _SECURITY,
    ),
    "motives": Question(
        marked("Motives and capacity"),
        marked("Who could want to identify somebody, what would they gain, and which skills and means do they have?"),
        _RESPONSIBLE,
    ),
    "other_sources": Question(
        marked("Other sources"),
        marked("Which registers, publications, data sets and personal knowledge could be linked with the table?"),
        _ANALYST,
    ),
    "transparency": Question(
        marked("Transparency"),
        marked("What are the people in the data, and the public, told about sharing them? Who was consulted?"),
        _OFFICER,
    ),
    "impact": Question(
        marked("Possible harm"),
        marked("What could happen to people who are identified? Are children or vulnerable groups among them?"),
        _OFFICER,
    ),
    "quasi_identifiers": Question(
        marked("Choice of columns that identify"),
        marked(
            "Why can these columns, and no others, be used to identify people: who knows them, do they stay the same, "
            "do they tell people apart?"
        ),
        _ANALYST,
    ),
    "techniques": Question(
        marked("Choice of techniques"),
        marked("Why do these techniques and privacy models fit the data and their use? Which others were considered?"),
        _RESPONSIBLE,
    ),
    "threshold": Question(
        marked("Choice of the threshold"),
        marked("Why is this risk acceptable for these data, these recipients and this access?"),
        _RESPONSIBLE,
    ),
    "other_material": Question(
        marked("Material beside the table"),
        marked("Is anything else released, such as reports, free texts, images or code lists? How was it treated?"),
        _RESPONSIBLE,
    ),
    "usefulness": Question(
        marked("Usefulness"),
        marked("Which analyses were planned with the data? Do they still give the same answers?"),
        _ANALYST,
    ),
    "intruder_test": Question(
        marked("Test by people"),
        marked("Did people try to identify somebody: who, with which sources, for how long, and what did they find?"),
        _RESPONSIBLE,
    ),
    "earlier_releases": Question(
        marked("Earlier and other releases"),
        marked("Which other tables or statistics about the same people were released, and to whom?"),
        _RESPONSIBLE,
    ),
    "residual_risk": Question(
        marked("Decision on the remaining risk"),
        marked("Who decided, and when, that the risk that remains is acceptable? On which grounds?"),
        _RESPONSIBLE,
    ),
    "original_data": Question(
        marked("Original data and keys"),
        marked("What happens to the original data, and to keys and mappings of pseudonyms? Who can reach them?"),
        _SECURITY,
    ),
    "responsibilities": Question(
        marked("Responsibilities"),
        marked("Who is responsible for anonymization and release? How are they trained? Which rules do they follow?"),
        _RESPONSIBLE,
    ),
    "review": Question(
        marked("Review"),
        marked("When, and by whom, is this assessment repeated? Which events make it necessary earlier?"),
        _RESPONSIBLE,
    ),
    "incidents": Question(
        marked("Incidents"),
        marked("What is done, and by whom, if somebody is identified or the table gets into other hands?"),
        _SECURITY,
    ),
    "expert": Question(
        marked("The expert"),
        marked("Who determined the risk, and with which knowledge and experience of statistical methods?"),
        _EXPERT,
    ),
    "actual_knowledge": Question(
        marked("Actual knowledge"),
        marked("Do you know of any way to identify somebody by what remains, alone or with other information?"),
        _RESPONSIBLE,
    ),
    "codes": Question(
        marked("Codes"),
        marked("How were codes for people assigned? Are they independent of information about them, and kept secret?"),
        _RESPONSIBLE,
    ),
    "postal_codes": Question(
        marked("Small areas"),
        marked(
            "Which areas of three digits have 20,000 people or fewer by the current census, and do they read 000? "
            "Needed only where parts of postal codes are released."
        ),
        _ANALYST,
    ),
    "identifiers_left": Question(
        marked("Identifiers that stay in part"),
        marked(
            "Which columns that look like identifiers stay, in part or as they are, and why do they identify nobody? "
            "Needed only where some do."
        ),
        _RESPONSIBLE,
    ),
}
"""By the keys of `job.statements`, in their order."""
