"""Finds the shared library of the plugin."""

import ctypes
import os
import pathlib

#: The file that `cargo build --package strata-pjrt` writes.
LIBRARY = "libstrata_pjrt.so"
#: Names another library than that of the package.
VARIABLE = "STRATA_PJRT_LIBRARY"
#: Libraries that a distribution may lack; the wheel has copies of them.
BUNDLED = ("libzstd.so.1",)


class LibraryNotFound(Exception):
    """There is no library where it should be."""


def library_path() -> pathlib.Path:
    """The library: that of `STRATA_PJRT_LIBRARY`, or else that of the package."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        path = pathlib.Path(chosen).expanduser()
        if not path.is_file():
            raise LibraryNotFound(f"strata: {VARIABLE} names {path}, which is not a file")
        return path.resolve()
    path = pathlib.Path(__file__).resolve().parent / LIBRARY
    if not path.is_file():
        raise LibraryNotFound(
            f"strata: {path} is missing; install the wheel that `cargo xtask wheel` makes, or set {VARIABLE} to a {LIBRARY}"
        )
    return path


def load_bundled() -> None:
    """Loads the copies that the wheel has of other libraries where the system has none.

    The dynamic linker then uses them for the plugin, since it compares names.
    """
    folder = pathlib.Path(__file__).resolve().parent
    for name in BUNDLED:
        try:
            ctypes.CDLL(name)
        except OSError:
            if (folder / name).is_file():
                ctypes.CDLL(str(folder / name), mode=ctypes.RTLD_GLOBAL)
