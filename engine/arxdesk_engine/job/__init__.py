"""The job: what to anonymize and how, a file for each section, and the text it is written as."""
