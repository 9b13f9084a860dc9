"""The form of ISO/IEC 27559:2022, first edition: privacy enhancing data de-identification framework.

Points are its clauses 6 to 9, by their published numbers and headings.
"""

from __future__ import annotations

from arxdesk_engine.foundation.language import marked
from arxdesk_engine.report.forms.form import FormEvidence, FormPart, Point, ReportForm

ISO_27559 = ReportForm(
    key="iso-27559",
    title="ISO/IEC 27559",
    sentence=marked(
        "The clauses of the international framework for de-identification: context, data, risk, governance."
    ),
    edition=marked("ISO/IEC 27559:2022, first edition, clauses 6 to 9"),
    parts=(
        FormPart(
            "context",
            marked("Context assessment (clause 6)"),
            (
                Point(
                    "6.1",
                    marked("Use and recipients"),
                    marked("What the data are shared for, and with whom."),
                    (FormEvidence.RECIPIENT,),
                    ("purpose", "recipients", "access"),
                ),
                Point(
                    "6.2.2",
                    marked("Security and privacy practices"),
                    marked("The protection of the data where they are used, and what recipients have agreed to."),
                    statements=("controls", "agreements"),
                ),
                Point(
                    "6.2.3",
                    marked("Motives and capacity to re-identify"),
                    marked("Who could try, with what they know and can do. Attackers that were tried are listed."),
                    (FormEvidence.ATTACKERS,),
                    ("motives", "other_sources"),
                ),
                Point(
                    "6.3.2",
                    marked("Transparency of actions and stakeholder engagement"),
                    marked("What people in the data and others are told and asked."),
                    statements=("transparency",),
                ),
                Point(
                    "6.3.3",
                    marked("Privacy-related harms"),
                    marked("What an identification could mean to the people concerned."),
                    statements=("impact",),
                ),
            ),
        ),
        FormPart(
            "data",
            marked("Data assessment (clause 7)"),
            (
                Point(
                    "7.2.2",
                    marked("Data principals"),
                    marked("Whose the records are."),
                    (FormEvidence.PEOPLE,),
                    ("collection",),
                ),
                Point("7.2.3", marked("Data type"), marked("The kind of data and its source."), (FormEvidence.TABLE,)),
                Point(
                    "7.2.4",
                    marked("Attribute types"),
                    marked("The role of each column, and why."),
                    (FormEvidence.ROLES, FormEvidence.DIRECT_IDENTIFIERS),
                    ("quasi_identifiers",),
                ),
                Point(
                    "7.2.5",
                    marked("Dataset properties"),
                    marked("How much the records differ before anything is done."),
                    (FormEvidence.PROPERTIES,),
                ),
                Point(
                    "7.3.2",
                    marked("Maximum or average risk"),
                    marked("The risk of the person who is easiest to find, and of all on average."),
                    (FormEvidence.RISKS,),
                ),
                Point(
                    "7.3.3",
                    marked("Population or sample-based attack"),
                    marked("Whether an attacker knows who is in the table."),
                    (FormEvidence.POPULATION,),
                ),
                Point(
                    "7.3.4",
                    marked("Data privacy models"),
                    marked("The models that were asked for."),
                    (FormEvidence.MODELS,),
                ),
            ),
        ),
        FormPart(
            "identifiability",
            marked("Identifiability assessment and mitigation (clause 8)"),
            (
                Point(
                    "8.2.2",
                    marked("Quantifying identifiability"),
                    marked("The risk after, against what is accepted, and the reason for that threshold."),
                    (FormEvidence.VERDICT, FormEvidence.THRESHOLD),
                    ("threshold",),
                ),
                Point(
                    "8.2.3",
                    marked("Adversarial testing"),
                    marked("Attacks on what would be released, beside people who are not in it."),
                    (
                        FormEvidence.ATTACK_VERDICT,
                        FormEvidence.SINGLING_OUT,
                        FormEvidence.LINKABILITY,
                        FormEvidence.INFERENCE,
                        FormEvidence.MEMBERSHIP,
                        FormEvidence.ALGORITHM,
                    ),
                    ("intruder_test",),
                ),
                Point(
                    "8.3.2",
                    marked("Reconfiguring the environment"),
                    marked("Changes of access, agreements and protection that lower the risk."),
                    statements=("access", "controls"),
                ),
                Point(
                    "8.3.3",
                    marked("Transforming the data"),
                    marked("What was done to each column, what was removed, and what is left."),
                    (
                        FormEvidence.TREATMENT,
                        FormEvidence.RANDOMIZATION,
                        FormEvidence.REMOVED,
                        FormEvidence.DETAIL_KEPT,
                    ),
                    ("techniques",),
                ),
                Point(
                    "8.3.4",
                    marked("Re-evaluation"),
                    marked("The recount of every claim in the written table."),
                    (FormEvidence.RECOUNT,),
                    ("residual_risk",),
                ),
            ),
        ),
        FormPart(
            "governance",
            marked("De-identification governance (clause 9)"),
            (
                Point(
                    "9.2.2",
                    marked("Assigning roles and responsibilities"),
                    marked("Who answers for what."),
                    (FormEvidence.RESPONSIBLE,),
                    ("responsibilities",),
                ),
                Point(
                    "9.2.3",
                    marked("Establishing principles, policies and procedures"),
                    marked("The rules that were followed, and the law behind them."),
                    statements=("legal_basis",),
                ),
                Point(
                    "9.2.4",
                    marked("Identifying and managing a data disclosure"),
                    marked("Other releases about the same people, and how this one can be made and checked again."),
                    (FormEvidence.EARLIER_RELEASES, FormEvidence.REPRODUCTION),
                    ("earlier_releases",),
                ),
                Point(
                    "9.2.5",
                    marked("Communicating with stakeholders"),
                    marked("What recipients and others learn about the treatment of the data."),
                    statements=("transparency",),
                ),
                Point(
                    "9.3.2",
                    marked("Monitoring the data environment"),
                    marked("New sources, new methods, and when this assessment is repeated."),
                    statements=("review",),
                ),
                Point(
                    "9.4",
                    marked("Mitigation in case of incident"),
                    marked("What is done if somebody is identified."),
                    statements=("incidents",),
                ),
            ),
        ),
    ),
)
