"""The evidence report for a data-protection officer: facts, HTML, and blocks for printing.

`facts_of` collects the facts as plain values; `document_of` puts them into words, tables and charts; `html_of` makes
a page of these, and the desktop prints the same blocks.
"""
