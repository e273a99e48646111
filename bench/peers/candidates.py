"""The two compilers that vs_xla.py compares, each with a program, its inputs, and what runs it; and how results are compared."""

import ctypes
import math
import re
import subprocess
import sys
import time

import jax
import numpy as np

# Cache lines and vector registers are at most this long.
ALIGNMENT = 64


class Refused(Exception):
    """The program does not compile, or its result is wrong; the first line says why."""


def aligned(like):
    """An array of that shape and type which begins at a cache line."""
    room = np.empty(like.nbytes + ALIGNMENT, np.uint8)
    start = -room.ctypes.data % ALIGNMENT
    return room[start : start + like.nbytes].view(like.dtype).reshape(like.shape)


class Strata:
    """The program as a library of this process, with buffers of its own."""

    def __init__(self, name, text, inputs, results, arguments, folder):
        source, library = folder / f"{name}.mlir", folder / f"lib{name}.so"
        source.write_text(re.sub(r"module @\S+", f"module @{name}", text, count=1))
        command = [arguments.translate, "--mlir-to-shared", str(source), "-o", str(library), *arguments.translate_flag]
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.compile_seconds = time.perf_counter() - start
        if done.returncode != 0:
            raise Refused(next((line for line in done.stderr.splitlines() if "error" in line), done.stderr[:200]))
        self.library = ctypes.CDLL(str(library))
        self.entry = getattr(self.library, f"{name}_main")
        self.entry.argtypes = [ctypes.c_void_p] * 3
        self.new_context = getattr(self.library, f"{name}_context_new")
        self.new_context.restype, self.new_context.argtypes = ctypes.c_void_p, [ctypes.c_int32]
        self.inputs = [aligned(np.asarray(array)) for array in inputs]
        for mine, theirs in zip(self.inputs, inputs, strict=True):
            mine[...] = theirs
        self.results = [aligned(np.asarray(array)) for array in results]
        pointers = [(ctypes.c_void_p * len(list_))(*(a.ctypes.data for a in list_)) for list_ in (self.inputs, self.results)]
        self.pointers = pointers

    def with_threads(self, threads):
        """A function that runs the program on so many threads."""
        arguments = (*(ctypes.cast(p, ctypes.c_void_p) for p in self.pointers), self.new_context(threads))

        def run():
            if self.entry(*arguments) != 0:
                sys.exit("a compiled program failed")

        return run


class Xla:
    """The executable of XLA with its inputs on the device."""

    def __init__(self, lowered, inputs):
        start = time.perf_counter()
        self.executable = lowered.compile()
        self.compile_seconds = time.perf_counter() - start
        self.inputs = [jax.device_put(array) for array in inputs]

    def run(self):
        return jax.block_until_ready(self.executable(*self.inputs))


def difference(results, expected):
    """The largest difference relative to the largest value."""
    worst = 0.0
    for mine, theirs in zip(results, expected, strict=True):
        theirs = np.asarray(theirs)
        if mine.dtype != theirs.dtype or not np.array_equal(np.isnan(mine), np.isnan(theirs)):
            return math.inf
        wide = np.complex128 if np.iscomplexobj(mine) else np.float64
        mine, theirs = (np.nan_to_num(array.astype(wide)) for array in (mine, theirs))
        largest = max(np.abs(theirs).max(initial=0), 1e-30)
        worst = max(worst, float(np.abs(mine - theirs).max(initial=0) / largest))
    return worst


def check(results, expected, tolerance):
    """The difference, which has to be within the tolerance."""
    error = difference(results, expected)
    if not error <= tolerance:
        raise Refused(f"wrong result: differs by {error:.1e} of the largest value, more than {tolerance:.0e}")
    return error
