"""How strong the protection is to be: presets, checklists, parameters and their words."""
