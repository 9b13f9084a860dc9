"""The risk of a table that is a sample of a population, and of its households, before and after."""
