"""The bytes that a device receives in the collectives of programs on meshes, in Strata's programs and in those of XLA:CPU.

    python test/jax/communication.py [--sample] [NAME...]

The programs are those of `sharded_programs.py` and of `sharded_models.py`. Bytes are counted by one formula on both
sides, that of `strata-run --cost`: of a gathered array all but a device's own part, of a reduced one twice as many. A collective in a loop
counts once, and one in a branch too. A program whose bytes are more than XLA's and that `MORE` does not explain is a failure. `--sample` takes
those models only that `sharded_models.py` takes.
"""

import argparse
import collections
import contextlib
import json
import re
import subprocess
import sys
import tempfile

from sharded_programs import PROGRAMS, TOOLS, meshes  # Before JAX is imported, as it chooses platforms.

import jax

from sharded_models import CASES, SAMPLE

#: The kinds of collectives, as XLA names them.
KINDS = ("all-reduce", "all-gather", "reduce-scatter", "all-to-all", "collective-permute")

#: Why a program needs more bytes than XLA's.
MORE = {
    "spatial_convolutions_gradient": "a small tensor of the gradient is gathered",
    "stencil_on_a_torus": "a rotation is two shifts, each with a permute; XLA sends around the ring once",
    "moves_of_parts": "devices send borders for a reversal and a concatenation, XLA exchanges parts by all-to-all",
    "data_k_means": "a slice of 6 rows is divided by 2 only, and its operand is gathered so far; XLA exchanges borders of uneven parts",
}

ARRAY = re.compile(r"\b(pred|c64|c128|bf16|[suf]\d+(?:e\d+m\d+\w*)?)\[([\d,]*)\]")
COLLECTIVE = re.compile(rf"= (.*?) ({'|'.join(KINDS)})(?:-start)?\((.*)$")


def array_bytes(text):
    """The bytes of all arrays in a type of HLO."""
    total = 0
    for kind, sizes in ARRAY.findall(text):
        count = 1
        for size in filter(None, sizes.split(",")):
            count *= int(size)
        bits = 8 if kind == "pred" else int(re.search(r"\d+", kind).group())
        total += count * bits / 8
    return total


def members(text, devices):
    """The number of devices in a group of a collective."""
    if found := re.search(r"replica_groups=\{\{([\d,]*)\}", text):
        return found.group(1).count(",") + 1
    if found := re.search(r"replica_groups=\[\d+,(\d+)\]", text):
        return int(found.group(1))
    if found := re.search(r"replica_groups=mesh\[(.*?)\]\s*\{(.*?)\}", text):
        axes = dict(re.findall(r"'(\w+)'=(\d+)", found.group(1)))
        count = 1
        for name, part in re.findall(r"'(\w+)'(?::\(\d+\)(\d+))?", found.group(2)):
            count *= int(part or axes[name])
        return count
    return devices


def hlo_bytes(text, devices):
    """The number of collectives and the bytes that a device receives, for each kind of collective in HLO."""
    found = collections.defaultdict(lambda: [0, 0.0])
    for line in text.splitlines():
        if match := COLLECTIVE.search(line):
            result, kind, rest = match.groups()
            size, n = array_bytes(result), members(rest, devices)
            if kind == "collective-permute":
                received = size
            else:
                received = {"all-reduce": 2 * size, "reduce-scatter": size * n}.get(kind, size) * (n - 1) / n
            found[kind][0] += 1
            found[kind][1] += received
    return dict(found)


def strata_bytes(text, partitions, replicas=1):
    """The same for a program of StableHLO with shardings, as Strata divides it."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        flags = [f"--partitions={partitions}", f"--replicas={replicas}", "--cost", "--json"]
        run = subprocess.run([TOOLS / "strata-run", file.name, *flags], capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(run.stderr.strip())
    found = collections.defaultdict(lambda: [0, 0.0])
    for row in json.loads(run.stdout)["cost"]["communication"]:
        kind = row["op"].removeprefix("stablehlo.").replace("_", "-")
        found[kind][0] += row["ops"]
        found[kind][1] += row["ops"] * row["received_bytes_once"]
    return dict(found)


@contextlib.contextmanager
def recorded():
    """Records each compilation: the platform, the program, and what was compiled."""
    from jax._src import compiler

    before, seen = compiler.backend_compile_and_load, []

    def compile_and_record(backend, module, *rest, **options):
        text = str(module)
        executable = before(backend, module, *rest, **options)
        seen.append((backend.platform, text, executable))
        return executable

    compiler.backend_compile_and_load = compile_and_record
    try:
        yield seen
    finally:
        compiler.backend_compile_and_load = before


def number(text, name):
    """A number among the attributes of a module."""
    found = re.search(rf"{name} = (\d+)", text)
    return int(found.group(1)) if found else 1


def of_program(run, mesh):
    """The bytes of all that a function of a mesh compiles for several devices: Strata's and XLA's."""
    ours, theirs = ({kind: [0, 0.0] for kind in KINDS} for _ in range(2))
    with recorded() as seen:
        run(mesh)
    for _, text, executable in seen:
        partitions, replicas = number(text, "mhlo.num_partitions"), number(text, "mhlo.num_replicas")
        if partitions * replicas == 1:
            continue
        hlo = hlo_bytes(executable.hlo_modules()[0].to_string(), partitions * replicas)
        for total, found in (ours, strata_bytes(text, partitions, replicas)), (theirs, hlo):
            for kind, (times, size) in found.items():
                total.setdefault(kind, [0, 0.0])
                total[kind][0] += times
                total[kind][1] += size
    return ours, theirs


def in_words(found):
    """The kinds of collectives with their numbers and bytes."""
    return ", ".join(f"{int(times)} {kind} {size:.0f}" for kind, (times, size) in found.items() if times) or "none"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--sample", action="store_true", help="fewer models")
    arguments = parser.parse_args()
    programs = {name: function for name, (function, _) in PROGRAMS.items()}
    programs |= {name: case.run for name, case in CASES.items() if not arguments.sample or name in SAMPLE}
    mesh = meshes()["cpu"]
    worse, names = 0, arguments.names or programs
    for name in names:
        with jax.default_device(mesh.devices.flat[0]):
            ours, theirs = of_program(programs[name], mesh)
        a, b = (sum(size for _, size in found.values()) for found in (ours, theirs))
        more = a > b and name not in MORE
        worse += more
        print(f"{'FAIL' if more else 'ok':4} {name}: {a:.0f} bytes ({in_words(ours)}), XLA {b:.0f} ({in_words(theirs)})"
            + (f": {MORE[name]}" if a > b and name in MORE else ""))
    print(f"{len(names) - worse} passed, {worse} failed")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
