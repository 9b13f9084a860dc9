"""The evidence report in the form that an authority asks for: the points of a standard in its order, each with its
answer.

A form (`report.forms.form`) is data: points, and for each the evidence that answers it and the statements that people
write. `report.form_answers` answers them from the facts of a report, `report.form_chapters` puts them into words.
Forms arrange evidence by the points of a standard; they certify nothing.
"""
