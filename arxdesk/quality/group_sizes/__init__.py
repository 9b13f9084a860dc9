"""The sizes of groups of people who look the same."""
