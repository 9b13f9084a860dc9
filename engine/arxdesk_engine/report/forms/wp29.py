"""The form of Opinion 05/2014 on anonymisation techniques, WP216, of the Article 29 Working Party, 10 April 2014.

Points are its three tests, asked of the whole release; the techniques of sections 3 and 4 with the questions that the
opinion and its annex ask of each; and the practices of section 5.2.
"""

from __future__ import annotations

from arxdesk_engine.foundation.language import marked
from arxdesk_engine.report.forms.form import FormEvidence, FormPart, Point, ReportForm

WP29 = ReportForm(
    key="wp29",
    title=marked("Article 29 Working Party"),
    sentence=marked(
        "The three tests of Opinion 05/2014: singling out, linkability, inference; and the techniques used."
    ),
    edition=marked("Article 29 Working Party, Opinion 05/2014 on anonymisation techniques (WP216), 10 April 2014"),
    parts=(
        FormPart(
            "law",
            marked("Purpose and means (section 2)"),
            (
                Point(
                    "2.2.1",
                    marked("Lawfulness of anonymization"),
                    marked("Purpose and legal basis of anonymizing data that were collected for something else."),
                    statements=("purpose", "legal_basis"),
                ),
                Point(
                    "2.2.2",
                    marked("Means likely reasonably to be used"),
                    marked("Who could identify somebody, and with what."),
                    (FormEvidence.ATTACKERS, FormEvidence.ATTACK_VERDICT),
                    ("motives", "other_sources"),
                ),
                Point(
                    "2.2.3",
                    marked("Remaining risk of anonymized data"),
                    marked("The law that still applies to recipients, and what they agreed to."),
                    (FormEvidence.RECIPIENT,),
                    ("recipients", "agreements"),
                ),
            ),
        ),
        FormPart(
            "tests",
            marked("The three tests (section 3)"),
            (
                Point(
                    "3 (1)",
                    marked("Singling out"),
                    marked("Is it possible to isolate records that belong to one person?"),
                    (FormEvidence.SINGLING_OUT,),
                ),
                Point(
                    "3 (2)",
                    marked("Linkability"),
                    marked("Is it possible to link records about one person or a group of people?"),
                    (FormEvidence.LINKABILITY, FormEvidence.EARLIER_RELEASES),
                ),
                Point(
                    "3 (3)",
                    marked("Inference"),
                    marked("Is it possible to deduce a value from the other values, with significant probability?"),
                    (FormEvidence.INFERENCE, FormEvidence.ALGORITHM),
                ),
            ),
        ),
        FormPart(
            "techniques",
            marked("Techniques (sections 3 and 4, annex)"),
            (
                Point(
                    "3.1",
                    marked("Randomization"),
                    marked("Which columns are changed by chance, how strongly, and whether rows still match."),
                    (FormEvidence.RANDOMIZATION,),
                ),
                Point(
                    "3.2.1",
                    marked("Aggregation into groups of a least size"),
                    marked(
                        "Common mistakes: a quasi-identifier that was missed, groups that are too small, people who do "
                        "not weigh alike in their group."
                    ),
                    (FormEvidence.IDENTITY_MODELS, FormEvidence.ROLES, FormEvidence.RISKS),
                    ("quasi_identifiers",),
                ),
                Point(
                    "3.2.2",
                    marked("Diversity or closeness of sensitive values"),
                    marked("Common mistake: groups whose members all share a value, or nearly all."),
                    (FormEvidence.ATTRIBUTE_MODELS,),
                ),
                Point(
                    "4",
                    marked("Pseudonyms"),
                    marked("Pseudonyms are no anonymization: which columns have them, and who keeps the key."),
                    (FormEvidence.PSEUDONYMS,),
                    ("original_data",),
                ),
                Point(
                    "A",
                    marked("Strength of the treatment"),
                    marked("What became of each column and of the records."),
                    (FormEvidence.TREATMENT, FormEvidence.REMOVED, FormEvidence.DETAIL_KEPT),
                    ("techniques",),
                ),
            ),
        ),
        FormPart(
            "practices",
            marked("Good practices (section 5.2)"),
            (
                Point(
                    "5.2 a",
                    marked("No release that is forgotten"),
                    marked("New risks are looked for, the remaining risk is reassessed regularly."),
                    (FormEvidence.VERDICT,),
                    ("residual_risk", "review"),
                ),
                Point(
                    "5.2 b",
                    marked("Context"),
                    marked("What happens to the original data; how public the release is."),
                    statements=("original_data", "access"),
                ),
                Point(
                    "5.2 c",
                    marked("Disclosure of the technique"),
                    marked("What recipients are told of the treatment; how it is made and checked again."),
                    (FormEvidence.RECOUNT, FormEvidence.REPRODUCTION),
                    ("transparency",),
                ),
            ),
        ),
    ),
)
