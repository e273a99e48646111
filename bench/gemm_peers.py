"""Times a compiled f32 matrix product against OpenBLAS (through NumPy) and the processor's peak, in one process.

Usage: python3 bench/gemm_peers.py --translate target/release/strata-translate [--m 512 --n 512 --k 512]
       python3 bench/gemm_peers.py --lib libgemm.so [--module gemm] [--entry main]

With --translate the script writes the StableHLO program and has it compiled by `strata-translate --mlir-to-shared`; with --lib it
takes a library that is there. The library is loaded into this process through its C entry, so that all candidates see
the same clock frequency, caches and neighbours. They run in turn on one processor with one thread; times are
processor time of the process. Every candidate's result is checked against 64-bit floats before it is timed.
Exit code 1: a wrong result, or less than --min-percent-of-peak. bench/README.md explains every option.
"""

import os

# OpenBLAS reads these when it is loaded, so they have to be set before NumPy is imported.
for _variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_variable] = "1"

import argparse  # noqa: E402
import ctypes  # noqa: E402
import json  # noqa: E402
import pathlib  # noqa: E402
import statistics  # noqa: E402
import subprocess  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402
import time  # noqa: E402

import numpy as np  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from peers import native  # noqa: E402

PROGRAM = """module @{module} {{
  func.func public @{entry}(%arg0: tensor<{m}x{k}xf32>, %arg1: tensor<{k}x{n}xf32>) -> tensor<{m}x{n}xf32> {{
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<{m}x{k}xf32>, tensor<{k}x{n}xf32>) -> tensor<{m}x{n}xf32>
    return %0 : tensor<{m}x{n}xf32>
  }}
}}
"""
# Cache lines and vector registers are at most this long.
ALIGNMENT = 64


class CompiledProgram:
    """The C entry of a library made by `strata-translate --mlir-to-shared`."""

    def __init__(self, path, module, entry):
        library = ctypes.CDLL(str(pathlib.Path(path).resolve()))
        self.entry = self.symbol(library, f"{module}_{entry}", ctypes.c_int32, [ctypes.c_void_p] * 3)
        self.last_error = self.symbol(library, f"{module}_last_error", ctypes.c_char_p, [])
        new_context = self.symbol(library, f"{module}_context_new", ctypes.c_void_p, [ctypes.c_int32])
        self.free_context = self.symbol(library, f"{module}_context_free", None, [ctypes.c_void_p])
        self.context = new_context(1)
        if not self.context:
            sys.exit(f"{path}: no context: {self.error()}")

    @staticmethod
    def symbol(library, name, result, arguments):
        try:
            function = getattr(library, name)
        except AttributeError:
            sys.exit(f"the library has no symbol '{name}'; --module and --entry give its parts")
        function.restype, function.argtypes = result, arguments
        return function

    def error(self):
        return (self.last_error() or b"no message").decode(errors="replace")

    def bind(self, inputs, output):
        """A function of no arguments that runs the program; the pointers are made once and not in the timed part."""
        pointers = (ctypes.c_void_p * len(inputs))(*(array.ctypes.data for array in inputs))
        results = (ctypes.c_void_p * 1)(output.ctypes.data)
        arrays = (ctypes.cast(pointers, ctypes.c_void_p), ctypes.cast(results, ctypes.c_void_p), self.context)

        def run():
            # The closure keeps `pointers` and `results` alive.
            if self.entry(*arrays) != 0 or pointers is None or results is None:
                sys.exit(f"the program failed: {self.error()}")

        return run

    def close(self):
        self.free_context(self.context)


def aligned(shape):
    """An uninitialized f32 array that starts at a multiple of ALIGNMENT; NumPy's own need not."""
    count = int(np.prod(shape))
    raw = np.empty(count * 4 + ALIGNMENT, np.uint8)
    start = -raw.ctypes.data % ALIGNMENT
    return raw[start : start + count * 4].view(np.float32).reshape(shape)


def compile_program(opts, folder):
    """Writes the program and compiles it; returns the path of the library."""
    source, library = folder / f"{opts.module}.mlir", folder / f"lib{opts.module}.so"
    source.write_text(PROGRAM.format(module=opts.module, entry=opts.entry, m=opts.m, n=opts.n, k=opts.k))
    command = [opts.translate, "--mlir-to-shared", str(source), "-o", str(library), f"--entry={opts.entry}"]
    command += opts.translate_flag
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"failed: {' '.join(command)}\n{result.stderr[:4000]}")
    return library


def check(name, got, want, k):
    """Exits where a result is further from the product in 64-bit floats than rounding explains."""
    # The inputs are in [-1, 1]: partial sums are of the order of sqrt(k), and so is the number of units that k roundings,
    # which do not conspire, add up to. Twice the product of the two leaves room for any order of summation.
    error = float(np.max(np.abs(got.astype(np.float64) - want)))
    allowed = 2 * k * np.finfo(np.float32).eps
    # NaN fails the comparison as well.
    if not error <= allowed:
        sys.exit(f"{name}: wrong result, largest error {error:g}, allowed {allowed:g}")
    return error


def time_one(run, repeats):
    start = time.process_time()
    for _ in range(repeats):
        run()
    return (time.process_time() - start) / repeats


def calibrate(run, seconds):
    """How often to repeat so that one timing takes about `seconds`; also the warm-up."""
    run()
    return max(1, round(seconds / max(time_one(run, 3), 1e-7)))


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--translate", metavar="PATH", help="strata-translate; compiles the program")
    parser.add_argument("--translate-flag", action="append", default=[], metavar="FLAG", help="one more flag for it")
    parser.add_argument("--lib", type=pathlib.Path, metavar="FILE", help="a compiled library, instead of --translate")
    parser.add_argument("--module", metavar="NAME", help="prefix of the symbols; 'gemm', or the stem of --lib less 'lib'")
    parser.add_argument("--entry", default="main", metavar="NAME")
    for size in "mnk":
        parser.add_argument(f"--{size}", type=int, default=512)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.03, help="length of one timing")
    parser.add_argument("--cpu", type=int, metavar="N")
    parser.add_argument("--min-percent-of-peak", type=float, default=0.0, metavar="P")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE")
    opts = parser.parse_args()
    if opts.translate and opts.lib:
        parser.error("--translate and --lib exclude each other")
    if min(opts.m, opts.n, opts.k, opts.rounds) < 1:
        parser.error("sizes and rounds have to be at least 1")
    if not opts.module:
        opts.module = opts.lib.stem.removeprefix("lib") if opts.lib else "gemm"
    return opts


def main():
    opts = options()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0)) if opts.cpu is None else opts.cpu})
    rng = np.random.default_rng(1)
    a, b = aligned((opts.m, opts.k)), aligned((opts.k, opts.n))
    a[:], b[:] = rng.uniform(-1, 1, a.shape), rng.uniform(-1, 1, b.shape)
    want = a.astype(np.float64) @ b.astype(np.float64)
    work = 2.0 * opts.m * opts.n * opts.k

    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        peak = native.load_peak(folder)
        # Long enough that the call of the function does not count.
        peak_work = peak(1) * 100_000
        runs = {"peak": (lambda: peak(100_000), peak_work)}

        results = {"openblas": aligned((opts.m, opts.n))}
        runs["openblas"] = (lambda: np.matmul(a, b, out=results["openblas"]), work)
        program = None
        if opts.translate or opts.lib:
            library = opts.lib or compile_program(opts, folder)
            program = CompiledProgram(library, opts.module, opts.entry)
            results["strata"] = aligned((opts.m, opts.n))
            runs["strata"] = (program.bind([a, b], results["strata"]), work)

        errors = {}
        for name, result in results.items():
            # A result that is never written must not pass because the memory happened to hold the right one.
            result.fill(np.nan)
            runs[name][0]()
            errors[name] = check(name, result, want, opts.k)

        repeats = {name: calibrate(run, opts.seconds) for name, (run, _) in runs.items()}
        times = {name: [] for name in runs}
        names = list(runs)
        for number in range(opts.rounds):
            # Each round starts with another candidate, so that none always runs behind the same one.
            for offset in range(len(names)):
                name = names[(number + offset) % len(names)]
                times[name].append(time_one(runs[name][0], repeats[name]))
        if program:
            program.close()

    rows = {}
    for name in names:
        best, middle = min(times[name]), statistics.median(times[name])
        rows[name] = {"gflops": runs[name][1] / best / 1e9, "gflops_median": runs[name][1] / middle / 1e9}
    print(f"f32 {opts.m}x{opts.n}x{opts.k}, one thread, {opts.rounds} rounds, processor time")
    print("             GF/s  median  % of peak  time of OpenBLAS / time  largest error")
    for name, row in rows.items():
        row["percent_of_peak"] = 100 * row["gflops"] / rows["peak"]["gflops"]
        line = f"{name:9} {row['gflops']:7.1f} {row['gflops_median']:7.1f} {row['percent_of_peak']:10.1f}"
        if name in errors:
            row["ratio_to_openblas"] = row["gflops"] / rows["openblas"]["gflops"]
            row["largest_error"] = errors[name]
            line += f" {row['ratio_to_openblas']:24.2f} {errors[name]:14.1e}"
        print(line)
    if max(row["percent_of_peak"] for row in rows.values()) > 110:
        sys.exit("a candidate is faster than the peak: the measurement of the peak was disturbed, run again")
    if opts.json:
        settings = {key: str(value) for key, value in vars(opts).items()}
        opts.json.write_text(json.dumps({"settings": settings, "rows": rows}, indent=1) + "\n")
    if program and rows["strata"]["percent_of_peak"] < opts.min_percent_of_peak:
        sys.exit(f"less than {opts.min_percent_of_peak:g} % of peak")


if __name__ == "__main__":
    main()
