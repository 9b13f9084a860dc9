"""The evidence report: what a data custodian files with a data-protection officer, as facts, as HTML, for printing.

`facts_of` collects what is told, as plain values; `document_of` puts it into words, tables and charts; `html_of` makes
a page of these, and the desktop prints the same ones.
"""
