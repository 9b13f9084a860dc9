"""The form of anonymization reports for clinical data, of the European Medicines Agency and Health Canada.

Meant are the external guidance on the implementation of EMA policy 0070, whose section on the anonymization process has
these steps, and the guidance document Public Release of Clinical Information of Health Canada, version 1.0, 2019. Both
take one template of a report, and 0.09 for the risk that is accepted of public data. The numbers are our own: that of
the chapter, and that of the point in it.
"""

from __future__ import annotations

from arxdesk_engine.foundation.language import marked
from arxdesk_engine.job.analysis import CLINICAL_DATA
from arxdesk_engine.report.forms.form import FormEvidence, FormPart, Point, ReportForm

EMA = ReportForm(
    key="ema",
    title=marked("EMA and Health Canada"),
    sentence=marked("The anonymization report for published clinical data, with the threshold 0.09."),
    edition=marked(
        "EMA, external guidance on the implementation of Policy 0070; Health Canada, Public Release of Clinical "
        "Information, version 1.0, 2019"
    ),
    parts=(
        FormPart(
            "background",
            marked("Background"),
            (
                Point(
                    "2.1",
                    marked("Data and population"),
                    marked("What the data are about, whom they describe, and whether that population is small."),
                    (FormEvidence.TABLE, FormEvidence.PEOPLE),
                    ("collection",),
                ),
                Point(
                    "2.2",
                    marked("Publication"),
                    marked("How the data become public, and under which terms."),
                    (FormEvidence.RECIPIENT,),
                    ("access", "agreements"),
                ),
                Point(
                    "2.3",
                    marked("Documents beside the table"),
                    marked("Reports, narratives and images: how they were treated."),
                    statements=("other_material",),
                ),
            ),
        ),
        FormPart(
            "variables",
            marked("Identification of data variables"),
            (
                Point(
                    "3.1",
                    marked("Direct identifiers"),
                    marked("Columns that name people, and what became of them."),
                    (FormEvidence.DIRECT_IDENTIFIERS,),
                ),
                Point(
                    "3.2",
                    marked("Quasi-identifiers"),
                    marked("Columns that can identify people in combination, and why they were chosen."),
                    (FormEvidence.ROLES,),
                    ("quasi_identifiers",),
                ),
            ),
        ),
        FormPart(
            "attacks",
            marked("Possible adversaries and plausible attacks"),
            (
                Point(
                    "4.1",
                    marked("Adversaries"),
                    marked("Who could try to identify participants, what they know, and which attacks are plausible."),
                    (FormEvidence.ATTACKERS,),
                    ("motives", "other_sources"),
                ),
                Point(
                    "4.2",
                    marked("The three criteria"),
                    marked("Singling out, linkability and inference."),
                    (FormEvidence.SINGLING_OUT, FormEvidence.LINKABILITY, FormEvidence.INFERENCE),
                ),
            ),
        ),
        FormPart(
            "risk",
            marked("Risk of re-identification"),
            (
                Point(
                    "5.1",
                    marked("Initial risk"),
                    marked("The risk before anything was done."),
                    (FormEvidence.RISKS_BEFORE,),
                ),
                Point(
                    "5.2",
                    marked("Threshold"),
                    marked("The risk that is accepted, and why."),
                    (FormEvidence.THRESHOLD,),
                    ("threshold",),
                ),
                Point(
                    "5.3",
                    marked("Residual risk"),
                    marked("The risk after, measured in the table, and in the population where it is known."),
                    (FormEvidence.VERDICT, FormEvidence.RISKS, FormEvidence.POPULATION),
                ),
                Point(
                    "5.4",
                    marked("Overlap with other releases"),
                    marked("Other publications about the same participants, such as registers and earlier reports."),
                    (FormEvidence.EARLIER_RELEASES,),
                    ("earlier_releases",),
                ),
            ),
        ),
        FormPart(
            "methodology",
            marked("Anonymization methodology"),
            (
                Point(
                    "6.1",
                    marked("Techniques"),
                    marked("What was done to each variable, and why."),
                    (FormEvidence.MODELS, FormEvidence.TREATMENT, FormEvidence.RANDOMIZATION, FormEvidence.REMOVED),
                    ("techniques",),
                ),
                Point(
                    "6.2",
                    marked("Codes of participants"),
                    marked("How numbers of participants were replaced."),
                    (FormEvidence.PSEUDONYMS,),
                    ("codes",),
                ),
                Point(
                    "6.3",
                    marked("Data utility"),
                    marked("What analyses the anonymized data still allow."),
                    (FormEvidence.DETAIL_KEPT,),
                    ("usefulness",),
                ),
            ),
        ),
        FormPart(
            "conclusion",
            marked("Conclusion"),
            (
                Point(
                    "7.1",
                    marked("Documentation and quality control"),
                    marked("How the result was checked, and how it can be made again."),
                    (FormEvidence.RECOUNT, FormEvidence.REPRODUCTION),
                ),
                Point(
                    "7.2",
                    marked("Conclusion"),
                    marked("Who confirms that the risk that remains is acceptable."),
                    (FormEvidence.RESPONSIBLE,),
                    ("residual_risk",),
                ),
            ),
        ),
    ),
    thresholds=(CLINICAL_DATA,),
    names_threshold=True,
)
