"""The table: records, finding, filtering, replacing, the research subset."""
