"""Privacy models: cards, dialogs, presets, checklists."""
