"""Projects of ARX 3.x (`.deid`) and its hierarchy specifications (`.ahs`): read as data, never run."""
