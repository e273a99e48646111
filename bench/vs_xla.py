"""Times compiled programs against XLA:CPU and NumPy, in one process, on one processor with one thread unless --threads says otherwise.

Usage: PYTHON bench/vs_xla.py [--translate target/release/strata-translate] [--only REGEX] [--threads N] [--torch] [--json FILE]

PYTHON has jax. Each program of peers/programs.py, and each model of peers/models.py, is written in JAX and lowered once to StableHLO;
`strata-translate --mlir-to-shared` compiles the text to a library that is loaded into this process, and XLA compiles the same program;
NumPy runs what peers/in_numpy.py has of it and, with --torch, torch what peers/in_torch.py has. They run in turn, and the order changes
every round. A time is the fastest mean of a series of calls, of the processor with one thread, so that others on the machine count
little, and of a clock with several: XLA's calls include its dispatch (about 6 us), ours a call of a C function. Results are compared
before anything is timed. "ratio" is XLA's time divided by ours: more than 1 means that ours is faster; "numpy" and "torch" are the same
of their times. The processor is printed first; a figure without it says nothing. With --threads N both have N threads on N processors, and "scaling" is our time with one thread divided by ours with N; results
must be the same bits. Exit code 1: a wrong result, or a program that does not compile. bench/README.md explains every option.
"""

import argparse
import os

PARSER = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
PARSER.add_argument("--translate", default="target/release/strata-translate")
PARSER.add_argument("--translate-flag", action="append", default=[])
PARSER.add_argument("--programs")
PARSER.add_argument("--only", metavar="REGEX")
PARSER.add_argument("--torch", action="store_true")
PARSER.add_argument("--clock", choices=["cpu", "wall"])
PARSER.add_argument("--threads", type=int, default=1)
PARSER.add_argument("--rounds", type=int, default=7)
PARSER.add_argument("--seconds", type=float, default=0.02)
PARSER.add_argument("--cpu", type=int, default=min(os.sched_getaffinity(0)))
PARSER.add_argument("--json")
ARGUMENTS = PARSER.parse_args()

# XLA and NumPy read these when they start.
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = str(ARGUMENTS.threads)
# Threads of NumPy and torch sleep after their work: while they spin, whoever is timed next has fewer processors.
os.environ["OPENBLAS_THREAD_TIMEOUT"] = "4"
os.environ["OMP_WAIT_POLICY"] = "passive"
if ARGUMENTS.threads == 1:
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1 " + os.environ.get("XLA_FLAGS", "")
    os.sched_setaffinity(0, {ARGUMENTS.cpu})
else:
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: ARGUMENTS.threads])

import ctypes  # noqa: E402
import json  # noqa: E402
import math  # noqa: E402
import pathlib  # noqa: E402
import re  # noqa: E402
import statistics  # noqa: E402
import subprocess  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402
import time  # noqa: E402

import jax  # noqa: E402
import numpy as np  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from peers import processor  # noqa: E402
from peers.in_numpy import NUMPY  # noqa: E402
from peers.models import LARGE, MODELS  # noqa: E402
from peers.programs import PROGRAMS  # noqa: E402

jax.config.update("jax_default_matmul_precision", "highest")
# Cache lines and vector registers are at most this long.
ALIGNMENT = 64
# What others do on the machine is not in the time of this process; that of several threads is no time that anybody waits.
CLOCK = time.process_time if (ARGUMENTS.clock or ("cpu" if ARGUMENTS.threads == 1 else "wall")) == "cpu" else time.perf_counter


class Refused(Exception):
    """The program does not compile; the first line says why."""


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


def series(run, calls):
    start = CLOCK()
    for _ in range(calls):
        run()
    return (CLOCK() - start) / calls


def times(runs, arguments):
    """The fastest and the median mean of a series of calls, of each candidate."""
    calls = []
    for run in runs:
        once = min(series(run, 1) for _ in range(3))
        calls.append(max(1, round(arguments.seconds / max(once, 1e-7))))
    means = [[] for _ in runs]
    for number in range(arguments.rounds):
        order = list(range(len(runs)))
        for i in order[:: 1 if number % 2 else -1]:
            means[i].append(series(runs[i], calls[i]))
    return [(min(m), statistics.median(m)) for m in means]


def check(strata, expected, program):
    error = difference(strata.results, expected)
    if not error <= program.tolerance:
        raise Refused(f"wrong result: differs by {error:.1e} of the largest value, more than {program.tolerance:.0e}")
    return error


def measure(name, arguments, folder):
    # Models are made when it is their turn, and forgotten after it.
    program = (PROGRAMS | MODELS)[name]()
    with jax.enable_x64(program.wide):
        return compare(name, program, arguments, folder)


def beside_torch(name, program, expected, arguments):
    """What runs the program in torch, whose results are those of XLA; nothing where it is not written."""
    from peers import in_torch

    run = in_torch.function(name, program)
    if run is not None:
        error = difference(in_torch.results(run, arguments.threads), expected)
        if not error <= max(10 * program.tolerance, 1e-3):
            raise Refused(f"torch's program computes something else: differs by {error:.1e} of the largest value")
    return run


def compare(name, program, arguments, folder):
    function, inputs = program.flat()
    lowered = jax.jit(function, keep_unused=True).lower(*inputs)
    xla = Xla(lowered, inputs)
    expected = jax.tree.leaves(xla.run())
    text = lowered.as_text()
    strata = Strata(name, text, inputs, expected, arguments, folder)
    runs = [strata.with_threads(arguments.threads), xla.run]
    runs[0]()
    error = check(strata, expected, program)
    if arguments.threads > 1:
        alone, results = strata.with_threads(1), [array.tobytes() for array in strata.results]
        alone()
        if results != [array.tobytes() for array in strata.results]:
            raise Refused("wrong result: the number of threads changes it")
        runs.append(alone)
    if name in NUMPY:
        mirror = jax.tree.map(np.asarray, NUMPY[name](*program.inputs))
        if not np.allclose(mirror, np.asarray(expected[0]), rtol=1e-3, atol=1e-3 * np.abs(np.asarray(expected[0])).max()):
            raise Refused("NumPy's program computes something else")
        runs.append(lambda: NUMPY[name](*program.inputs))
    torch = beside_torch(name, program, expected, arguments) if arguments.torch else None
    runs += [torch] if torch else []
    (ours, ours_median), (theirs, theirs_median), *more = times(runs, arguments)
    row = {
        "program": name, "strata_us": ours * 1e6, "xla_us": theirs * 1e6, "ratio": theirs / ours,
        "median_ratio": theirs_median / ours_median, "difference": error,
        "strata_compile_ms": strata.compile_seconds * 1e3, "xla_compile_ms": xla.compile_seconds * 1e3,
    }
    if arguments.threads > 1:
        alone, alone_median = more.pop(0)
        row |= {"scaling": alone / ours, "median_scaling": alone_median / ours_median}
    for peer in ["numpy"] * (name in NUMPY) + ["torch"] * bool(torch):
        best, median = more.pop(0)
        row |= {f"{peer}_us": best * 1e6, f"{peer}_ratio": best / ours, f"median_{peer}_ratio": median / ours_median}
    return row


def chosen(arguments):
    """The names of the programs to time; all but the largest models where none are asked for."""
    names = [*PROGRAMS, *MODELS]
    if arguments.programs:
        unknown = [name for name in arguments.programs.split(",") if name not in names]
        if unknown:
            sys.exit(f"unknown programs: {', '.join(unknown)}")
        return arguments.programs.split(",")
    if arguments.only:
        return [name for name in names if re.search(arguments.only, name)] or sys.exit(f"no program is named as {arguments.only}")
    return [name for name in names if name not in LARGE]


def main():
    arguments, names = ARGUMENTS, chosen(ARGUMENTS)
    peers = ["numpy", *["torch"] * arguments.torch]
    about = processor.describe()
    clock = "processor" if CLOCK is time.process_time else "clock"
    print(f"{about}\nthreads: {arguments.threads}; times of the {clock}; jax {jax.__version__}", end="")
    print(f", torch {__import__('torch').__version__}" if arguments.torch else "", flush=True)
    rows, failed = [], []
    scaling = f"{'scaling':>8}" if arguments.threads > 1 else ""
    columns = "".join(f"{peer:>8}" for peer in peers)
    print(f"{'program':18} {'strata us':>10} {'XLA us':>10} {'ratio':>7} {'median':>7}{scaling}{columns}   compile ms (a process; XLA)")
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            try:
                row = measure(name, arguments, pathlib.Path(folder))
            except Refused as why:
                failed.append({"program": name, "why": str(why)})
                print(f"{name:18} {why}", flush=True)
                continue
            rows.append(row)
            scaling = f"{row['scaling']:8.2f}" if "scaling" in row else ""
            columns = "".join(f"{row[f'{peer}_ratio']:8.2f}" if f"{peer}_ratio" in row else " " * 8 for peer in peers)
            print(
                f"{name:18} {row['strata_us']:10.1f} {row['xla_us']:10.1f} {row['ratio']:7.2f} {row['median_ratio']:7.2f}{scaling}{columns}"
                f"   {row['strata_compile_ms']:.0f}; {row['xla_compile_ms']:.0f}",
                flush=True,
            )
    if rows:
        mean = math.exp(statistics.fmean(math.log(row["ratio"]) for row in rows))
        print(f"geometric mean of {len(rows)} ratios: {mean:.2f}; {sum(row['ratio'] >= 1 for row in rows)} at least 1")
    for peer in peers:
        ratios = [row[f"{peer}_ratio"] for row in rows if f"{peer}_ratio" in row]
        if ratios:
            mean = math.exp(statistics.fmean(map(math.log, ratios)))
            print(f"geometric mean of {len(ratios)} ratios to {peer}: {mean:.2f}; {sum(ratio >= 1 for ratio in ratios)} at least 1")
    if arguments.json:
        settings = {key: str(value) for key, value in vars(arguments).items()}
        pathlib.Path(arguments.json).write_text(json.dumps({"processor": about, "settings": settings, "rows": rows, "failed": failed}, indent=1))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
