"""The project archive: a job with the table as it was read, its hierarchies, what a search found and who did what when.

Such a file ends in `.arxdesk` and is a zip archive of a readable `project.json`, Parquet and CSV files. See
`resources/arxdesk_resources/help/projects.md` for what is in it and what never is.
"""
