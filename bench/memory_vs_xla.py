"""Compares the memory for temporaries of compiled programs with XLA:CPU's.

Usage: PYTHON bench/memory_vs_xla.py [--run target/release/strata-run] [--only REGEX] [--all] [--markdown FILE] [--json FILE]

PYTHON has jax. The programs are those of vs_xla.py, lowered once to StableHLO. Ours is the peak of temporary buffers that `strata-run
--memory` reports after a call with one thread and random inputs: what the context of the runtime gave out, and what routines reserve.
XLA's is `temp_size_in_bytes` of its executable. "ratio" is ours divided by XLA's: less than 1 means that ours needs less. Where ours is
larger, the largest buffers of our program are listed, of the stage that has loops, and what routines reserve. XLA does not count what
its libraries allocate themselves: fusions of YNN, Fourier transforms, LAPACK. Exit code 1: a program that does not compile.
bench/README.md explains every option.
"""

import argparse
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from peers.one_thread import xla_flags

os.environ["XLA_FLAGS"] = xla_flags()

import jax  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from peers import report  # noqa: E402
from peers.memory_reasons import REASONS  # noqa: E402
from peers.models import LARGE, MODELS  # noqa: E402
from peers.programs import PROGRAMS  # noqa: E402

jax.config.update("jax_default_matmul_precision", "highest")

#: Bytes of the elements of a buffer; of an index, too.
BYTES = {"i1": 1, "index": 8}
#: Differences below this are no memory worth speaking of.
SMALL = 1 << 14


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", default="target/release/strata-run")
    parser.add_argument("--only", metavar="REGEX", default="")
    parser.add_argument("--all", action="store_true", help="the largest models too")
    parser.add_argument("--timeout", type=int, default=60, help="seconds for compiling and running a program")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--markdown", metavar="FILE")
    return parser.parse_args()


def bytes_of(shape):
    """How many bytes a buffer of a type such as 3x4xf32 has; 0 where its size is not known."""
    *dims, element = re.findall(r"\?|\d+(?=x)|complex<\w+>|(?<=x)\w+$|^\w+$", shape.split(",")[0])
    if "?" in dims:
        return 0
    bits = re.search(r"\d+", element)
    size = BYTES.get(element) or (int(bits[0]) // 8 if bits else 8) * (2 if element.startswith("complex") else 1)
    return math.prod(map(int, dims)) * size


def buffers_of(stages, peak, count=4):
    """The largest temporary buffers of a program, from the text of its loops, and what its routines reserve at the peak.

    Buffers are parts of an arena, or allocations of their own. A flat one is the packed panel of a product.
    """
    text = (stages / "2-loops.mlir").read_text()
    allocated = re.findall(r"memref\.alloc\([^\n]* : memref<(.*)>$", text, re.MULTILINE)
    types = re.findall(r"memref\.view .* to memref<(.*)>$", text, re.MULTILINE)
    types += [ty for ty in allocated if not re.fullmatch(r"\d+xi8", ty)]
    sized = sorted(((bytes_of(ty), ty) for ty in types), reverse=True)
    routines = peak - sum(map(bytes_of, allocated))
    return [ty for _, ty in sized[:count]] + [f"routines {routines / 1024:,.0f} KiB"] * (routines > SMALL)


def ours(source, folder, arguments):
    """The peak of temporary buffers, and the largest ones."""
    stages = folder / "stages"
    command = [arguments.run, str(source), "--random-inputs", "1", "--threads", "1", "--memory", "--json"]
    command += ["--output-dir", str(folder / "results"), "--dump-dir", str(stages), "--timeout", str(arguments.timeout)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(next((line for line in done.stderr.splitlines() if "error" in line), done.stderr[:200]))
    peak = json.loads(done.stdout.splitlines()[-1])["memory"]["peak_temporary_bytes"]
    return peak, buffers_of(stages, peak)


def measure(name, arguments):
    program = (PROGRAMS | MODELS)[name]()
    with jax.enable_x64(program.wide), tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        function, inputs = program.flat()
        lowered = jax.jit(function, keep_unused=True).lower(*inputs)
        source = folder / "program.mlir"
        source.write_text(lowered.as_text())
        theirs = lowered.compile().memory_analysis().temp_size_in_bytes
        mine, buffers = ours(source, folder, arguments)
    return {"program": name, "strata_bytes": mine, "xla_bytes": theirs, "buffers": buffers}


def ratio(row):
    """Ours by XLA's; a program without temporaries of XLA has none."""
    return row["strata_bytes"] / row["xla_bytes"] if row["xla_bytes"] else math.inf if row["strata_bytes"] else 1.0


def larger(row):
    return row["strata_bytes"] > row["xla_bytes"] + SMALL


def markdown(rows, failed):
    behind = sorted((row for row in rows if larger(row)), key=lambda row: row["xla_bytes"] - row["strata_bytes"])
    lines = ["`PYTHON bench/memory_vs_xla.py --all`", "", *summary(rows), "", f"Ours is larger by at least {SMALL // 1024} KiB in:", ""]
    lines += ["| program | ours, KiB | XLA, KiB | ours / XLA | largest buffers |", "|---|---|---|---|---|"]
    for row in behind:
        sizes = f"{row['strata_bytes'] / 1024:,.0f} | {row['xla_bytes'] / 1024:,.0f} | {ratio(row):.2f}"
        buffers = ", ".join(row["buffers"]).replace("<", "\\<")
        lines.append(f"| `{row['program']}` | {sizes} | {buffers} |")
    reasons = report.reasoned({row["program"]: f"`{row['program']}`" for row in behind}, REASONS)
    lines += ["", "Why:", "", *(f"- {why}" for why in reasons)]
    lines += ["", *(f"- `{entry['program']}`: {entry['why']}" for entry in failed)]
    return "\n".join(lines) + "\n"


def summary(rows):
    shared = [ratio(row) for row in rows if row["strata_bytes"] and row["xla_bytes"]]
    mean = math.exp(sum(map(math.log, shared)) / len(shared)) if shared else 1.0
    more = sum(map(larger, rows))
    yield f"{len(rows)} programs: ours needs more in {more}, by at least {SMALL // 1024} KiB; geometric mean of {len(shared)} ratios {mean:.2f}."
    total = [sum(row[f"{who}_bytes"] for row in rows) / 2**20 for who in ("strata", "xla")]
    yield f"All together: ours {total[0]:,.0f} MiB, XLA's {total[1]:,.0f} MiB."


def main():
    arguments = options()
    names = [name for name in [*PROGRAMS, *MODELS] if re.search(arguments.only, name) and (arguments.all or name not in LARGE)]
    rows, failed = [], []
    print(f"{'program':24} {'ours, KiB':>12} {'XLA, KiB':>12} {'ratio':>8}  largest buffers, where ours is larger")
    for name in names:
        try:
            row = measure(name, arguments)
        except RuntimeError as why:
            failed.append({"program": name, "why": str(why)})
            print(f"{name:24} {why}", flush=True)
            continue
        rows.append(row)
        buffers = ", ".join(row["buffers"]) if larger(row) else ""
        print(f"{name:24} {row['strata_bytes'] / 1024:12.1f} {row['xla_bytes'] / 1024:12.1f} {ratio(row):8.2f}  {buffers}", flush=True)
    print("\n".join(summary(rows)))
    if arguments.json:
        pathlib.Path(arguments.json).write_text(json.dumps({"rows": rows, "failed": failed}, indent=1))
    if arguments.markdown:
        report.put(arguments.markdown, "Temporaries", markdown(rows, failed))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
