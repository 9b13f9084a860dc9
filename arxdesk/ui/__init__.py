"""The look: theme, icons, words, and widgets that know no document."""
