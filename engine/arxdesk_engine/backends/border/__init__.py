"""What every engine outside memory has in common: its border, the shape of a release, refusals, stopping."""
