"""Loads the compiled module: that of the package, or one of a build that `STRATA_NATIVE_LIBRARY` names."""

import importlib.machinery
import importlib.util
import os
import pathlib
import sys

#: Names another library than that of the package, as target/debug/libstrata_python.so.
VARIABLE = "STRATA_NATIVE_LIBRARY"
_NAME = "strata._native"


def load() -> None:
    """Makes `strata._native` importable."""
    chosen = os.environ.get(VARIABLE)
    if not chosen or _NAME in sys.modules:
        return
    path = pathlib.Path(chosen).expanduser()
    if not path.is_file():
        raise ImportError(f"strata: {VARIABLE} names {path}, which is not a file")
    loader = importlib.machinery.ExtensionFileLoader(_NAME, str(path.resolve()))
    spec = importlib.util.spec_from_file_location(_NAME, path, loader=loader)
    module = importlib.util.module_from_spec(spec)
    sys.modules[_NAME] = module
    spec.loader.exec_module(module)
