"""Compiled programs."""

from typing import Any

import numpy as np

from strata import _native
from strata._signature import Signature, from_rows


class Executable:
    """A compiled program, called as a function of arrays.

    Arguments are arrays of NumPy, or any with `__dlpack__`; numbers and lists are converted. Names of the signature may be used as
    keywords. One result is an array, several are a tuple. Threads may share an executable; other threads of Python run meanwhile.
    """

    __slots__ = ("_module", "_native", "_settings", "_signature")

    def __init__(self, module: _native.Module, settings: dict[str, Any]):
        self._native = native = module.compile(settings)
        self._module = module
        self._settings = settings
        self._signature = from_rows(native.signature())

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the program."""
        results = self._native.call(args, kwargs)
        return results[0] if len(results) == 1 else results

    @property
    def signature(self) -> Signature:
        """The arguments and results."""
        return self._signature

    @property
    def target(self) -> str:
        """What runs the program: `cpu`, `gpusim`, `cuda` or `interpreter`."""
        return self._settings["target"]

    @property
    def compile_seconds(self) -> float:
        """How long the compilation took."""
        return self._native.compile_ms / 1e3

    def __repr__(self) -> str:
        return f"<strata.Executable {self._signature} on {self.target}>"
