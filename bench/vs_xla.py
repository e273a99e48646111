"""Times compiled programs against XLA:CPU, NumPy, torch and IREE, in one process, on one processor with one thread unless --threads says otherwise.

Usage: PYTHON bench/vs_xla.py [--translate target/release/strata-translate] [--only REGEX] [--threads N] [--torch] [--iree]
                              [--json FILE] [--markdown FILE]

PYTHON has jax. Each program of peers/programs.py, and each model of peers/models.py, is written in JAX and lowered once to StableHLO;
`strata-translate --mlir-to-shared` compiles the text to a library that is loaded into this process, and XLA compiles the same program;
NumPy runs what peers/in_numpy.py has of it, with --torch, torch what peers/in_torch.py has, and with --iree, IREE the same text. They run
in turn, and the order changes every round. A time is the fastest mean of a series of calls, of the processor with one thread, so that
others on the machine count little, and of a clock with several: XLA's calls include its dispatch (about 6 us), ours a call of a C
function. Results are compared before anything is timed. "ratio" is XLA's time divided by ours: more than 1 means that ours is faster;
"numpy", "torch" and "iree" are the same of their times. Where a peer has no time, the JSON says why. The processor is printed first; a
figure without it says nothing. With --threads N all have N threads on N processors, and "scaling" is our time with one thread divided by
ours with N; results must be the same bits. Exit code 1: a wrong result, or a program that does not compile. bench/README.md explains
every option.
"""

import argparse
import os

from peers.one_thread import xla_flags

PARSER = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
PARSER.add_argument("--translate", default="target/release/strata-translate")
PARSER.add_argument("--translate-flag", action="append", default=[])
PARSER.add_argument("--programs")
PARSER.add_argument("--only", metavar="REGEX")
PARSER.add_argument("--torch", action="store_true")
PARSER.add_argument("--iree", action="store_true")
PARSER.add_argument("--clock", choices=["cpu", "wall"])
PARSER.add_argument("--threads", type=int, default=1)
PARSER.add_argument("--rounds", type=int, default=7)
PARSER.add_argument("--seconds", type=float, default=0.02)
PARSER.add_argument("--cpu", type=int, default=min(os.sched_getaffinity(0)))
PARSER.add_argument("--json")
PARSER.add_argument("--markdown", metavar="FILE")
ARGUMENTS = PARSER.parse_args()

# XLA and NumPy read these when they start.
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = str(ARGUMENTS.threads)
# Threads of NumPy and torch sleep after their work: while they spin, whoever is timed next has fewer processors.
os.environ["OPENBLAS_THREAD_TIMEOUT"] = "4"
os.environ["OMP_WAIT_POLICY"] = "passive"
if ARGUMENTS.threads == 1:
    os.environ["XLA_FLAGS"] = xla_flags()
    os.sched_setaffinity(0, {ARGUMENTS.cpu})
else:
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: ARGUMENTS.threads])

import json  # noqa: E402
import pathlib  # noqa: E402
import re  # noqa: E402
import shlex  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402

import jax  # noqa: E402
import numpy as np  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from peers import processor, report  # noqa: E402
from peers.candidates import Refused, Strata, Xla, check, difference  # noqa: E402
from peers.in_numpy import NUMPY  # noqa: E402
from peers.in_numpy_families import FAMILIES as NUMPY_FAMILIES  # noqa: E402
from peers.models import LARGE, MODELS  # noqa: E402
from peers.programs import PROGRAMS  # noqa: E402
from peers.timing import CLOCKS, times  # noqa: E402

jax.config.update("jax_default_matmul_precision", "highest")
CLOCK = ARGUMENTS.clock or ("cpu" if ARGUMENTS.threads == 1 else "wall")


def measure(name, arguments, folder):
    # Programs are made when it is their turn, and forgotten after it.
    program = (PROGRAMS | MODELS)[name]()
    with jax.enable_x64(program.wide):
        return compare(name, program, arguments, folder)


def beside_numpy(name, program, expected):
    """What runs the program in NumPy, or why nothing does."""
    function = (NUMPY | NUMPY_FAMILIES).get(name)
    if function is None:
        return "not written"
    mirror = jax.tree.leaves(jax.tree.map(np.asarray, function(*program.inputs)))[0]
    largest = np.abs(np.asarray(expected[0])).max()
    if not np.allclose(mirror, np.asarray(expected[0]), rtol=1e-3, atol=1e-3 * largest):
        raise Refused("NumPy's program computes something else")
    return lambda: function(*program.inputs)


def beside_torch(name, program, expected, arguments):
    """What runs the program in torch, whose results are those of XLA, or why nothing does."""
    from peers import in_torch

    run = in_torch.function(name, program)
    if run is None:
        return "not written"
    error = difference(in_torch.results(run, arguments.threads), expected)
    if not error <= max(10 * program.tolerance, 1e-3):
        raise Refused(f"torch's program computes something else: differs by {error:.1e} of the largest value")
    return run


def beside_iree(name, text, inputs, expected, program, arguments, folder):
    """What runs the program in IREE, or why nothing does; and how long it took to compile."""
    from peers import in_iree

    try:
        iree, seconds = in_iree.compiled(name, text, inputs, folder, arguments.threads)
    except in_iree.Absent as why:
        return str(why), None
    results = iree.results()
    # Some types are others in IREE.
    results = [array.astype(np.asarray(theirs).dtype) for array, theirs in zip(results, expected, strict=True)]
    error = difference(results, expected)
    if not error <= max(10 * program.tolerance, 1e-3):
        return f"wrong result: differs by {error:.1e} of the largest value", seconds
    return iree.run, seconds


def compare(name, program, arguments, folder):
    function, inputs = program.flat()
    lowered = jax.jit(function, keep_unused=True).lower(*inputs)
    xla = Xla(lowered, inputs)
    expected = jax.tree.leaves(xla.run())
    text = lowered.as_text()
    strata = Strata(name, text, inputs, expected, arguments, folder)
    runs = [strata.with_threads(arguments.threads), xla.run]
    runs[0]()
    error = check(strata.results, expected, program.tolerance)
    if arguments.threads > 1:
        alone, results = strata.with_threads(1), [array.tobytes() for array in strata.results]
        alone()
        if results != [array.tobytes() for array in strata.results]:
            raise Refused("wrong result: the number of threads changes it")
        runs.append(alone)
    peers, compile_times = {"numpy": beside_numpy(name, program, expected)}, {}
    if arguments.torch:
        peers["torch"] = beside_torch(name, program, expected, arguments)
    if arguments.iree:
        peers["iree"], seconds = beside_iree(name, text, inputs, expected, program, arguments, folder)
        compile_times = {"iree_compile_ms": seconds * 1e3} if seconds else {}
    there = {peer: run for peer, run in peers.items() if callable(run)}
    runs += there.values()
    (ours, ours_median), (theirs, theirs_median), *more = times(runs, arguments.rounds, arguments.seconds, CLOCKS[CLOCK])
    row = {
        "program": name, "strata_us": ours * 1e6, "xla_us": theirs * 1e6, "ratio": theirs / ours,
        "median_ratio": theirs_median / ours_median, "difference": error,
        "strata_compile_ms": strata.compile_seconds * 1e3, "xla_compile_ms": xla.compile_seconds * 1e3, **compile_times,
    }
    if arguments.threads > 1:
        alone, alone_median = more.pop(0)
        row |= {"scaling": alone / ours, "median_scaling": alone_median / ours_median}
    for peer, (best, median) in zip(there, more, strict=True):
        row |= {f"{peer}_us": best * 1e6, f"{peer}_ratio": best / ours, f"median_{peer}_ratio": median / ours_median}
    return row | {"absent": {peer: why for peer, why in peers.items() if peer not in there}}


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


def versions(arguments):
    """The libraries whose times are measured."""
    from importlib.metadata import version

    names = ["jaxlib", "numpy", *["torch"] * arguments.torch, *["iree-base-compiler"] * arguments.iree]
    clock = "processor" if CLOCK == "cpu" else "clock"
    return f"threads: {arguments.threads}; times of the {clock}; " + ", ".join(f"{name} {version(name)}" for name in names)


def main():
    arguments, names = ARGUMENTS, chosen(ARGUMENTS)
    peers = ["numpy", *["torch"] * arguments.torch, *["iree"] * arguments.iree]
    about, libraries = processor.describe(), versions(arguments)
    print(f"{about}\n{libraries}\n{report.heading(peers, arguments.threads > 1)}", flush=True)
    rows, failed = [], []
    for name in names:
        # What a program leaves is as large as it is.
        with tempfile.TemporaryDirectory() as folder:
            try:
                rows.append(measure(name, arguments, pathlib.Path(folder)))
            except Refused as why:
                failed.append({"program": name, "why": str(why)})
                print(f"{name:22} {why}", flush=True)
                continue
        print(report.line(rows[-1], peers), flush=True)
    print("\n".join(report.summaries(rows, peers)))
    if arguments.json:
        settings = {key: str(value) for key, value in vars(arguments).items()}
        about_all = {"processor": about, "libraries": libraries, "settings": settings}
        pathlib.Path(arguments.json).write_text(json.dumps(about_all | {"rows": rows, "failed": failed}, indent=1))
    if arguments.markdown:
        # Where figures go does not change them.
        words = re.sub(r"--(json|markdown)[= ]\S+ ?", "", shlex.join(sys.argv[1:])).strip()
        command = f"PYTHON bench/vs_xla.py {words}".strip()
        heading = "One thread" if arguments.threads == 1 else f"{arguments.threads} threads"
        report.put(arguments.markdown, heading, report.markdown(about, libraries, command, rows, failed, peers))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
