"""The form of the de-identification standard of HIPAA: 45 CFR 164.514(b), as amended 2013, and 164.514(c).

Paragraph (b)(1) is the determination by an expert, (b)(2) the Safe Harbor with its 18 kinds of identifiers: one of the
two is enough. Principles are those of the guidance of the Office for Civil Rights of 26 November 2012.
"""

from __future__ import annotations

from arxdesk_engine.foundation.language import marked
from arxdesk_engine.job.analysis import OF_ELEVEN
from arxdesk_engine.report.forms.form import FormEvidence, FormPart, Point, ReportForm
from arxdesk_engine.risk.identifiers import IdentifierCategory

_LETTERS = "ABCDEFGHIJKLMNOPQR"
_HEADINGS = {
    IdentifierCategory.NAME: marked("Names"),
    IdentifierCategory.GEOGRAPHY: marked("Geographic subdivisions smaller than a state"),
    IdentifierCategory.DATE: marked("Dates other than the year, and ages over 89"),
    IdentifierCategory.TELEPHONE: marked("Telephone numbers"),
    IdentifierCategory.FAX: marked("Fax numbers"),
    IdentifierCategory.EMAIL: marked("E-mail addresses"),
    IdentifierCategory.SOCIAL_SECURITY: marked("Social security numbers"),
    IdentifierCategory.MEDICAL_RECORD: marked("Medical record numbers"),
    IdentifierCategory.HEALTH_PLAN: marked("Health plan beneficiary numbers"),
    IdentifierCategory.ACCOUNT: marked("Account numbers"),
    IdentifierCategory.LICENCE: marked("Certificate and licence numbers"),
    IdentifierCategory.VEHICLE: marked("Vehicle identifiers and licence plates"),
    IdentifierCategory.DEVICE: marked("Device identifiers and serial numbers"),
    IdentifierCategory.URL: marked("Web addresses"),
    IdentifierCategory.IP_ADDRESS: marked("IP addresses"),
    IdentifierCategory.BIOMETRIC: marked("Biometric identifiers"),
    IdentifierCategory.PHOTOGRAPH: marked("Full-face photographs and comparable images"),
    IdentifierCategory.OTHER: marked("Any other unique number, characteristic or code"),
}
_RULES = {
    IdentifierCategory.GEOGRAPHY: marked(
        "Only states may stay, and the first three digits of postal codes of areas with more than 20,000 people."
    ),
    IdentifierCategory.DATE: marked(
        "Only years may stay; ages from 90 on, and years that tell them, become one group."
    ),
}
_REMOVED = marked("To be removed, of people, their relatives, employers and household members.")


def _identifier(letter: str, category: IdentifierCategory) -> Point:
    number, asked = f"(b)(2)(i)({letter})", _RULES.get(category, _REMOVED)
    return Point(number, _HEADINGS[category], asked, (FormEvidence.SAFE_HARBOR,), ("identifiers_left",), category.value)


_IDENTIFIERS = tuple(_identifier(*each) for each in zip(_LETTERS, IdentifierCategory, strict=True))
HIPAA = ReportForm(
    key="hipaa",
    title="HIPAA",
    sentence=marked("Expert determination and Safe Harbor with its 18 identifiers, by 45 CFR 164.514."),
    edition=marked("45 CFR 164.514(b) and (c); guidance of the Office for Civil Rights of 26 November 2012"),
    parts=(
        FormPart(
            "expert",
            marked("Expert determination, 164.514(b)(1)"),
            (
                Point(
                    "(b)(1)",
                    marked("The expert"),
                    marked("Knowledge of and experience with generally accepted statistical methods."),
                    statements=("expert",),
                ),
                Point(
                    "(b)(1)(i)",
                    marked("Principles and methods that were applied"),
                    marked("Replicability, availability of other sources, and how far people can be distinguished."),
                    (
                        FormEvidence.ROLES,
                        FormEvidence.MODELS,
                        FormEvidence.TREATMENT,
                        FormEvidence.RANDOMIZATION,
                        FormEvidence.REMOVED,
                    ),
                    ("quasi_identifiers", "other_sources"),
                ),
                Point(
                    "(b)(1)(i)",
                    marked("Risk that a recipient identifies somebody"),
                    marked("Whether it is very small, alone or with other information that is reasonably available."),
                    (FormEvidence.VERDICT, FormEvidence.RISKS, FormEvidence.THRESHOLD, FormEvidence.POPULATION),
                    ("recipients", "threshold", "residual_risk"),
                ),
                Point(
                    "(b)(1)(i)",
                    marked("Attempts to identify somebody"),
                    marked("What attackers find out who read the table."),
                    (
                        FormEvidence.ATTACKERS,
                        FormEvidence.ATTACK_VERDICT,
                        FormEvidence.SINGLING_OUT,
                        FormEvidence.LINKABILITY,
                        FormEvidence.INFERENCE,
                    ),
                ),
                Point(
                    "(b)(1)(ii)",
                    marked("Documentation of methods and results"),
                    marked("How the result was checked, and how it can be made again."),
                    (FormEvidence.TABLE, FormEvidence.RECOUNT, FormEvidence.REPRODUCTION),
                ),
            ),
        ),
        FormPart(
            "safe-harbor",
            marked("Safe Harbor, 164.514(b)(2)"),
            (
                *_IDENTIFIERS,
                Point(
                    "(b)(2)(i)(B)",
                    marked("Areas of three digits with 20,000 people or fewer"),
                    marked("They have to read 000, by the current census."),
                    (FormEvidence.POSTAL_CODES,),
                    ("postal_codes",),
                ),
                Point(
                    "(b)(2)(ii)",
                    marked("Actual knowledge"),
                    marked("No knowledge that what remains could identify somebody, alone or with other information."),
                    statements=("actual_knowledge",),
                ),
            ),
        ),
        FormPart(
            "codes",
            marked("Codes, 164.514(c)"),
            (
                Point(
                    "(c)",
                    marked("Codes by which the holder can identify people again"),
                    marked("They are not derived from information about people, and their key is not disclosed."),
                    (FormEvidence.PSEUDONYMS,),
                    ("codes", "original_data"),
                ),
            ),
        ),
    ),
    thresholds=(OF_ELEVEN,),
)
