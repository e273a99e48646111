"""Finds the shared library of the plugin."""

import os
import pathlib

#: The compiled module of the package `strata`, which has the plugin, too.
LIBRARY = pathlib.Path("strata", "_native.abi3.so")
#: These name another library than that of the package: one that has the plugin alone, or the compiled module of a build.
VARIABLES = ("STRATA_PJRT_LIBRARY", "STRATA_NATIVE_LIBRARY")


class LibraryNotFound(Exception):
    """There is no library where it should be."""


def library_path() -> pathlib.Path:
    """The library: that of a variable, or else that of the package."""
    variable = next((name for name in VARIABLES if os.environ.get(name)), None)
    if variable:
        path = pathlib.Path(os.environ[variable]).expanduser()
        if not path.is_file():
            raise LibraryNotFound(f"strata: {variable} names {path}, which is not a file")
        return path.resolve()
    path = pathlib.Path(__file__).resolve().parents[1] / LIBRARY
    if not path.is_file():
        raise LibraryNotFound(
            f"strata: {path} is missing; install the wheel that `cargo xtask wheel` makes, or set {VARIABLES[0]} to a libstrata_pjrt.so"
        )
    return path
