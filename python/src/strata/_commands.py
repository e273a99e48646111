"""The commands `strata-opt`, `strata-run` and `strata-translate`."""

import signal
import sys


def _run(name: str) -> int:
    # As the binaries: Ctrl-C ends the process.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from strata import _native

    return _native.run_tool(name, sys.argv[1:])


def opt() -> int:
    """`strata-opt`: runs passes on a program and prints it."""
    return _run("strata-opt")


def run() -> int:
    """`strata-run`: compiles a program and runs it on data."""
    return _run("strata-run")


def translate() -> int:
    """`strata-translate`: writes a program in another form."""
    return _run("strata-translate")
