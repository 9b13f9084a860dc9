"""What Quality and Risk share: the tables that they analyze, the thresholds, the records that somebody wants to see."""
