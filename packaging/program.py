"""Where the packaged program starts: the window, or the command line where there are words for it."""

import multiprocessing
import sys

if __name__ == "__main__":
    # Libraries may start the program again for a piece of their work; such a start ends here.
    multiprocessing.freeze_support()

    from arxdesk_engine.io.apart.limits import SWITCH

    if sys.argv[1:] == [SWITCH, "arxdesk_engine.verification.apart"]:
        from arxdesk_engine.verification.apart import main as read_again

        read_again()
    elif sys.argv[1:2] == [SWITCH]:
        from arxdesk_engine.io.apart.child import main as read_apart

        read_apart()

    from arxdesk.__main__ import main

    sys.exit(main())
