"""What engines outside memory have in common: their border, the shape of a release, refusals, files, stopping."""
