"""The perturbations of a job: their cards, and the dialog that adds and changes one."""
