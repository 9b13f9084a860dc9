"""Entry point: no arguments or a file opens the window; everything else is a command and leaves Qt unimported."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from arxdesk import cli


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ArxDesk; returns the exit status."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    if cli.is_command(arguments):
        return cli.main(arguments)
    from arxdesk.app import run  # noqa: PLC0415 - the command line starts without Qt

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
