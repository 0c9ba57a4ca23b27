"""``python -m stello_desktop``."""

import sys

from stello_desktop.app import main

if __name__ == "__main__":
    sys.exit(main())
