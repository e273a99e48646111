"""Times strata-opt against mlir-opt as whole processes on the modules of generators/make_modules.py.

Usage: python3 bench/text_vs_mlir_opt.py --strata target/release/strata-opt [--rounds N] [--kinds KIND,...] [--json FILE]

The two tools run in turn, on one processor, with multithreading off, each writing to a file on /dev/shm or the temporary folder.
The first run of a pair is dropped. Reported are minimum and median of wall and processor time, peak memory, and how many times
faster strata-opt is (ratio of the minima of processor time). For parse+verify+print the outputs in generic form have to be equal;
for passes the number of operations left has to be. Where the tools leave different operations by design, as when they fuse or
bufferize, each has to accept the output of the other, and both have to keep the arithmetic. bench/README.md explains every option.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from generators import make_modules  # noqa: E402
from peers import native  # noqa: E402

# The passes timed besides parse+verify+print, by kind; `None` stands for no pass.
PASSES = {
    "empty": [None],
    "symdce": [None, "canonicalize", "cse", "symbol-dce"],
    "linalg": [None, "canonicalize", "cse", "linalg-fuse-producers"],
    "chain": ["linalg-fuse-elementwise-ops", "bufferize-program"],
    "longchain": ["linalg-fuse-producers", "linalg-fuse-elementwise-ops", "bufferize-program"],
}
# Passes after which the tools have different operations, all valid: strata-opt splits long payloads, frees its buffers, and gives
# functions buffers as arguments.
OWN_RESULTS = {"linalg-fuse-producers", "bufferize-program"}
# The passes of `mlir-opt` that passes of our own are compared with.
UPSTREAM_NAMES = {"bufferize-program": "one-shot-bufferize", "linalg-fuse-producers": "linalg-fuse-elementwise-ops"}
DEFAULT_PASSES = [None, "canonicalize", "cse"]
DEFAULT_KINDS = "empty,arith,onefunc,cfg,nested,linalg,shlo_generic,symdce,canon,cse,chain"
SINGLE_THREAD = "--mlir-disable-threading"
GENERIC = "--mlir-print-op-generic"
UNREGISTERED = "--allow-unregistered-dialect"


class Tool:
    def __init__(self, name, path, always):
        self.name = name
        self.path = path
        self.always = always

    def command(self, flags, file):
        return [self.path, *self.always, *flags, str(file)]

    def pass_flag(self, pass_name):
        return f"--{UPSTREAM_NAMES.get(pass_name, pass_name) if self.name == 'mlir' else pass_name}"


class Launcher:
    """Runs commands under the compiled launcher."""

    def __init__(self, folder):
        self.program = str(native.build_launcher(folder))
        self.folder = pathlib.Path(folder)

    def run(self, command, output):
        """One run: (wall seconds, processor seconds, peak bytes); exits where the command fails."""
        result = subprocess.run(
            [self.program, str(output), *command], capture_output=True, text=True, check=False
        )
        fields = result.stdout.split()
        if result.returncode != 0 or len(fields) != 4 or fields[0] != "0":
            sys.exit(f"failed: {' '.join(command)}\n{result.stdout}{result.stderr[:4000]}")
        return float(fields[1]), float(fields[2]), int(fields[3]) * 1024


def summary(runs):
    wall, cpu, peak = zip(*runs)
    return {
        "wall_min_s": min(wall),
        "wall_median_s": statistics.median(wall),
        "cpu_min_s": min(cpu),
        "cpu_median_s": statistics.median(cpu),
        "peak_rss_bytes": statistics.median(peak),
    }


def cross_check(launcher, tools, file, pass_name):
    """Whether each tool accepts what the other makes, and both have the same arithmetic, in words for the table."""
    counts = []
    for tool, other in (tools, tools[::-1]):
        output = launcher.folder / f"{tool.name}.mlir"
        launcher.run(tool.command([tool.pass_flag(pass_name)], file), output)
        launcher.run(other.command([], output), os.devnull)
        counts.append(make_modules.count_arithmetic(output.read_text()))
    return f"valid, {counts[0]} arith" if counts[0] == counts[1] else f"DIFFERENT: {counts[0]} and {counts[1]} arith"


def compare_outputs(launcher, tools, file, pass_name):
    """Whether the outputs are equal, in words for the table."""
    if pass_name in OWN_RESULTS:
        return cross_check(launcher, tools, file, pass_name)
    flags = [GENERIC] + ([f"--{pass_name}"] if pass_name else [])
    texts = []
    for tool in tools:
        output = launcher.folder / f"{tool.name}.generic"
        launcher.run(tool.command(flags, file), output)
        texts.append(output.read_text())
    # mlir-opt ends its output with an empty line.
    texts = [text.rstrip("\n") for text in texts]
    if texts[0] == texts[1]:
        return "equal"
    if pass_name is None:
        for number, (ours, theirs) in enumerate(zip(texts[0].split("\n"), texts[1].split("\n")), 1):
            if ours != theirs:
                return f"DIFFERENT at line {number}: {ours.strip()[:60]!r} and {theirs.strip()[:60]!r}"
        return "DIFFERENT: one is a prefix of the other"
    counts = [make_modules.count_operations(text) for text in texts]
    return f"{counts[0]} ops" if counts[0] == counts[1] else f"DIFFERENT: {counts[0]} and {counts[1]} ops"


def measure(launcher, tools, file, pass_name, rounds):
    """The summaries of the tools, run in turn; the order alternates so that neither always follows the other's cache state."""
    runs = {tool.name: [] for tool in tools}
    for number in range(rounds + 1):
        for tool in tools if number % 2 == 0 else tools[::-1]:
            flags = [tool.pass_flag(pass_name)] if pass_name else []
            figures = launcher.run(tool.command(flags, file), launcher.folder / f"{tool.name}.out")
            if number > 0:
                runs[tool.name].append(figures)
    return {name: summary(values) for name, values in runs.items()}


def print_row(row):
    ours, theirs = row["strata"], row["mlir"]
    print(
        f"{row['file']:13} {row['run']:18} "
        f"{ours['cpu_min_s'] * 1e3:8.1f} {ours['cpu_median_s'] * 1e3:8.1f} {ours['wall_min_s'] * 1e3:8.1f} "
        f"{theirs['cpu_min_s'] * 1e3:8.1f} {theirs['cpu_median_s'] * 1e3:8.1f} {theirs['wall_min_s'] * 1e3:8.1f} "
        f"{row['ratio_cpu_min']:6.2f} {row['ratio_wall_min']:6.2f} "
        f"{ours['peak_rss_bytes'] / 1e6:7.1f} {theirs['peak_rss_bytes'] / 1e6:7.1f} "
        f"{row['strata_bytes_per_op']:6.0f} {row['mlir_bytes_per_op']:6.0f}  {row['outputs']}",
        flush=True,
    )


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--strata", default="target/release/strata-opt", metavar="PATH")
    parser.add_argument("--mlir-opt", default=make_modules.MLIR_OPT, metavar="PATH")
    parser.add_argument("--rounds", type=int, default=7, metavar="N")
    parser.add_argument("--startup-rounds", type=int, default=40, metavar="N")
    parser.add_argument("--ops", type=int, default=200_000, metavar="N")
    parser.add_argument("--kinds", default=DEFAULT_KINDS)
    parser.add_argument("--passes", metavar="PASS,...", help="instead of each kind's own; 'none' is parse+verify+print")
    parser.add_argument("--threads", choices=("one", "default"), default="one")
    parser.add_argument("--cpu", type=int, metavar="N", help="processor to run on; the first allowed one when not given")
    parser.add_argument("--no-compare", action="store_true", help="do not compare the outputs")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE")
    parsed = parser.parse_args()
    if parsed.rounds < 1 or parsed.startup_rounds < 1:
        parser.error("at least one round is needed")
    for kind in parsed.kinds.split(","):
        if kind not in make_modules.KINDS:
            parser.error(f"unknown kind '{kind}'; known are {', '.join(make_modules.KINDS)}")
        if kind == "shlo":
            parser.error("mlir-opt does not know StableHLO's pretty form; use shlo_generic")
    return parsed


def main():
    opts = options()
    if opts.threads == "one":
        cpu = min(os.sched_getaffinity(0)) if opts.cpu is None else opts.cpu
        os.sched_setaffinity(0, {cpu})
    always = [UNREGISTERED] + ([SINGLE_THREAD] if opts.threads == "one" else [])
    tools = [Tool("strata", opts.strata, always), Tool("mlir", opts.mlir_opt, always)]
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    rows, failed = [], False
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        # /dev/shm is mounted without permission to execute on some systems, so the launcher lies elsewhere.
        with tempfile.TemporaryDirectory() as programs:
            launcher = Launcher(programs)
            launcher.folder = pathlib.Path(folder)
            empty = launcher.folder / "empty.mlir"
            empty.write_text("module {\n}\n")
            base = {
                tool.name: min(launcher.run(tool.command([], empty), launcher.folder / "base")[2] for _ in range(3))
                for tool in tools
            }
            print(
                "file          run                 ours: cpu min, median, wall min ms | mlir-opt: the same | "
                "ratio cpu, wall | peak MB ours, mlir | B/op ours, mlir | outputs"
            )
            for kind in opts.kinds.split(","):
                file = launcher.folder / f"{kind}.mlir"
                with file.open("w") as stream:
                    stream.writelines(make_modules.KINDS[kind](opts.ops, make_modules.Random(1)))
                size = file.stat().st_size
                passes = PASSES.get(kind, DEFAULT_PASSES)
                if opts.passes:
                    passes = [None if name == "none" else name for name in opts.passes.split(",")]
                # Memory for each operation refers to what was parsed, whatever a pass leaves.
                ops = max(1, make_modules.count_operations(file.read_text()))
                for pass_name in passes:
                    outputs = "not compared"
                    if not opts.no_compare:
                        outputs = compare_outputs(launcher, tools, file, pass_name)
                        failed |= outputs.startswith("DIFFERENT")
                    rounds = opts.startup_rounds if kind == "empty" else opts.rounds
                    row = {"file": kind, "run": pass_name or "parse+verify+print", "bytes": size, "ops": ops}
                    row |= measure(launcher, tools, file, pass_name, rounds)
                    for name in ("strata", "mlir"):
                        extra = row[name]["peak_rss_bytes"] - base[name] - size
                        row[f"{name}_bytes_per_op"] = 0 if kind == "empty" else max(0, extra) / ops
                    for of in ("cpu", "wall"):
                        # A processor time below the clock's resolution would divide by zero.
                        ours = max(row["strata"][f"{of}_min_s"], 1e-6)
                        row[f"ratio_{of}_min"] = row["mlir"][f"{of}_min_s"] / ours
                    row["outputs"] = outputs
                    rows.append(row)
                    print_row(row)
                file.unlink()
    if opts.json:
        settings = {key: str(value) for key, value in vars(opts).items()}
        opts.json.write_text(json.dumps({"settings": settings, "rows": rows}, indent=1) + "\n")
    if failed:
        sys.exit("some outputs are different")


if __name__ == "__main__":
    main()
