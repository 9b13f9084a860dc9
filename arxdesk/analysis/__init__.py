"""The parts that Quality and Risk share: tables to analyze, thresholds, selected records."""
