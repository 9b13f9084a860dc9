"""The kinds of rules that make a hierarchy, and the page with the settings of each."""
