"""The form of the guidance on anonymisation of the Information Commissioner's Office (ICO), as of 28 March 2025.

Points follow the questions of its chapters on effective anonymisation and on accountability and governance, in their
order. The guidance has no numbers: they are our own, that of the chapter and that of the point in it.
"""

from __future__ import annotations

from arxdesk_engine.foundation.language import marked
from arxdesk_engine.report.forms.form import FormEvidence, FormPart, Point, ReportForm

ICO = ReportForm(
    key="ico",
    title="ICO",
    sentence=marked("Identifiability, the motivated intruder test and governance, by the guidance of March 2025."),
    edition=marked("Information Commissioner's Office, guidance on anonymisation, 28 March 2025"),
    parts=(
        FormPart(
            "effective",
            marked("Effective anonymization: identifiability"),
            (
                Point(
                    "2.1",
                    marked("Identifiers"),
                    marked("What in the data can distinguish one person from another."),
                    (FormEvidence.ROLES, FormEvidence.DIRECT_IDENTIFIERS),
                    ("quasi_identifiers",),
                ),
                Point(
                    "2.2",
                    marked("Singling out"),
                    marked("Can somebody be told apart from everybody else?"),
                    (FormEvidence.SINGLING_OUT,),
                ),
                Point(
                    "2.3",
                    marked("Linkability"),
                    marked("Can the table be combined with other sources about the same people?"),
                    (FormEvidence.LINKABILITY, FormEvidence.EARLIER_RELEASES),
                    ("other_sources",),
                ),
                Point(
                    "2.4",
                    marked("Inferences"),
                    marked("Can something be guessed about somebody that others of their kind do not share?"),
                    (FormEvidence.INFERENCE,),
                ),
                Point(
                    "2.5",
                    marked("The spectrum of identifiability"),
                    marked("Who gets the table, who else could get it, and under which conditions."),
                    (FormEvidence.RECIPIENT,),
                    ("recipients", "access", "controls"),
                ),
                Point(
                    "2.6",
                    marked("Factors of the assessment"),
                    marked("Costs, time, technology, and who would have a reason to try."),
                    (FormEvidence.VERDICT, FormEvidence.RISKS),
                    ("motives",),
                ),
            ),
        ),
        FormPart(
            "intruder",
            marked("The motivated intruder test"),
            (
                Point(
                    "3.1",
                    marked("Intruders that were tried"),
                    marked("What they know, and what each of them finds."),
                    (FormEvidence.ATTACKERS, FormEvidence.ATTACK_VERDICT, FormEvidence.MEMBERSHIP),
                ),
                Point(
                    "3.2",
                    marked("Test by people"),
                    marked("A person without prior knowledge who uses what a motivated person can find."),
                    statements=("intruder_test",),
                ),
                Point(
                    "3.3",
                    marked("Outcome"),
                    marked("What follows from the test, who decided, and when it is repeated."),
                    statements=("residual_risk", "review"),
                ),
            ),
        ),
        FormPart(
            "techniques",
            marked("Approaches to anonymization"),
            (
                Point(
                    "4.1",
                    marked("Generalization"),
                    marked("Which columns were made coarser, and which records left out."),
                    (FormEvidence.MODELS, FormEvidence.TREATMENT, FormEvidence.REMOVED),
                    ("techniques",),
                ),
                Point(
                    "4.2",
                    marked("Randomization"),
                    marked("Which columns were changed by chance."),
                    (FormEvidence.RANDOMIZATION,),
                ),
                Point(
                    "4.3",
                    marked("Pseudonyms"),
                    marked("Pseudonymised data stay personal data for whoever can reach the key."),
                    (FormEvidence.PSEUDONYMS,),
                    ("original_data",),
                ),
            ),
        ),
        FormPart(
            "governance",
            marked("Accountability and governance"),
            (
                Point(
                    "5.1",
                    marked("Responsibility"),
                    marked("Who oversees anonymization, and how staff are trained."),
                    (FormEvidence.RESPONSIBLE,),
                    ("responsibilities",),
                ),
                Point(
                    "5.2",
                    marked("Reasons"),
                    marked("Why the data are anonymized, and the law on which that rests."),
                    statements=("purpose", "legal_basis"),
                ),
                Point(
                    "5.3",
                    marked("Other organizations"),
                    marked("Agreements with recipients, and what others hold or release about the same people."),
                    statements=("agreements", "earlier_releases"),
                ),
                Point(
                    "5.4",
                    marked("Impact on people"),
                    marked("The findings of a data protection impact assessment."),
                    statements=("impact",),
                ),
                Point(
                    "5.5",
                    marked("Transparency"),
                    marked("What people are told about anonymization and release."),
                    statements=("transparency",),
                ),
                Point(
                    "5.6",
                    marked("Records of the process"),
                    marked("How the result was checked, and how it can be made again."),
                    (FormEvidence.RECOUNT, FormEvidence.REPRODUCTION),
                ),
                Point(
                    "5.7",
                    marked("Incidents"),
                    marked("What is done if somebody is identified."),
                    statements=("incidents",),
                ),
            ),
        ),
    ),
)
