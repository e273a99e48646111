"""Measures the programs of a pack on a GPU, and what torch (with cuBLAS) and JAX make of the same; prints a table and writes it.

Usage: run.sh bench [--target cuda|gpusim] [--tiny] [--only REGEX] [--without torch,jax] [--output FILE.md] [--seconds S]

A time is that of one call among many, one behind the other, with arguments and results in memory of the GPU. Rates are of the operations
that the program asks for, or of the bytes of its arguments and results. "ratio" is the better one of torch and JAX divided by ours: more
than 1 means that ours is faster. "error" is the largest difference to JAX, in parts of the largest element.
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import ml_dtypes  # noqa: E402
import numpy as np  # noqa: E402

import cases  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
NUMPY = {"f32": np.dtype(np.float32), "f16": np.dtype(np.float16), "bf16": np.dtype(ml_dtypes.bfloat16)}
#: Seconds that one program may take.
LIMIT = 60
#: What a call takes at most for the results to be compared, in elements.
COMPARED = 1 << 24


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", default="cuda")
    parser.add_argument("--tiny", action="store_true", help="sizes that a simulator can run")
    parser.add_argument("--only", help="cases whose names match")
    parser.add_argument("--without", default="", help="torch, jax or both, with a comma between")
    parser.add_argument("--output", type=pathlib.Path, help="where the table goes, too")
    parser.add_argument("--seconds", type=float, default=0.2, help="of each measurement, about")
    parser.add_argument("--budget", type=float, default=420, help="seconds for everything; later cases are left out")
    options = parser.parse_args()
    place = HERE / "bench" / ("tiny" if options.tiny else "full")
    packed = set(json.loads((place / "cases.json").read_text()))
    chosen = [c for c in cases.all_cases(options.tiny) if c.name in packed and re.search(options.only or "", c.name)]
    peers = [peer for peer in (Torch, Jax) if peer.name not in options.without.split(",")]
    peers = [peer for peer in (open_peer(peer, options) for peer in peers) if peer]
    rows, start, failed = [], time.monotonic(), 0
    with tempfile.TemporaryDirectory(dir="/dev/shm" if pathlib.Path("/dev/shm").is_dir() else None) as scratch:
        for case in chosen:
            if time.monotonic() - start > options.budget:
                print(f"{case.name}: left out, the time is up", flush=True)
                continue
            row = measure(case, place, pathlib.Path(scratch), peers, options)
            failed += row["us"] is None or row.get("wrong", False)
            rows.append(row)
            print(line(row, peers), flush=True)
    text = table(rows, peers, options)
    print("\n" + text)
    if options.output:
        options.output.write_text(text)
    sys.exit(1 if failed else 0)


def measure(case, place, scratch, peers, options):
    """The figures of a case."""
    inputs = [numbers(shape, NUMPY[element], seed) for seed, (shape, element) in enumerate(case.inputs)]
    row = {"case": case, "us": None, "why": "", "error": None}
    command = [tool(), place / f"{case.name}.mlir", f"--target={options.target}", "--json"]
    command += [f"--benchmark={repetitions(case, options)}", f"--output-dir={scratch}"]
    for i, array in enumerate(inputs):
        np.save(scratch / f"in_{i}.npy", array.view(np.uint16) if array.dtype == NUMPY["bf16"] else array)
        command.append(f"--input={scratch / f'in_{i}.npy'}")
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
        if done.returncode == 0:
            figures = json.loads(done.stdout.splitlines()[-1])
            row["us"] = figures.get("each_us", figures["median_us"])
            row["alone"] = figures["median_us"]
            row["recorded"] = figures.get("recorded", False)
        else:
            row["why"] = next((one for one in done.stderr.splitlines() if one.strip()), f"exit status {done.returncode}")
    except subprocess.TimeoutExpired:
        row["why"] = f"no end within {LIMIT} s"
    for peer in peers:
        try:
            row[peer.name], result = peer.measure(case, inputs, options.seconds)
        except Exception as error:  # Whatever a peer cannot do is not our failure.
            row[peer.name], result = None, None
            print(f"{case.name}: {peer.name}: {str(error).splitlines()[0][:200]}", flush=True)
        if peer.name == "jax" and result is not None and row["us"] is not None and result.size <= COMPARED:
            got = np.load(scratch / "0.npy")
            got = got.view(result.dtype) if got.dtype.kind == "V" or got.dtype == np.uint16 else got
            row["error"] = difference(got, result)
            row["wrong"] = not row["error"] <= 2.0 ** (5 - case.precision)
    for file in scratch.iterdir():
        file.unlink()
    return row


def numbers(shape, dtype, seed):
    """Random numbers: a block of them, again and again, as making hundreds of millions takes longer than all the rest."""
    count = int(np.prod(shape))
    # The length of the block is odd, so that rows differ.
    block = np.random.default_rng(seed).standard_normal(min(count, 1_000_003), dtype=np.float32)
    scale = 1.0 if len(shape) < 2 else 1.0 / np.sqrt(min(shape[-1], 64))
    return np.resize((block * scale).astype(dtype), shape)


def repetitions(case, options):
    """How many calls take about the seconds that were asked for, if ours is half as fast as can be."""
    if options.target == "gpusim":
        return 1
    best = max(case.operations / 3e14, case.bytes / 4e12, 5e-6)
    return int(min(max(options.seconds / (2 * best), 10), 2000))


def difference(got, want):
    got, want = np.asarray(got, np.float64), np.asarray(want, np.float64)
    if got.shape != want.shape:
        return float("nan")
    largest = np.abs(want).max(initial=0.0)
    return float(np.abs(got - want).max(initial=0.0) / (largest or 1.0))


class Torch:
    name = "torch"

    def __init__(self):
        import torch

        if not torch.cuda.is_available():
            raise RuntimeError("torch finds no GPU")
        self.torch = torch
        self.version = f"torch {torch.__version__}"

    def measure(self, case, inputs, seconds):
        torch = self.torch
        kinds = {NUMPY["f32"]: torch.float32, NUMPY["f16"]: torch.float16, NUMPY["bf16"]: torch.bfloat16}
        plain = [torch.from_numpy(a.astype(np.float32)).cuda().to(kinds[a.dtype]) for a in inputs]
        run = case.torch()
        with torch.no_grad():
            for _ in range(3):
                run(*plain)
            torch.cuda.synchronize()

            def series(count):
                begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
                begin.record()
                for _ in range(count):
                    run(*plain)
                end.record()
                end.synchronize()
                return begin.elapsed_time(end) * 1e3 / count

            us = series(3)
            us = min(series(max(3, min(2000, int(seconds * 1e6 / us / 3)))) for _ in range(3))
        del plain
        torch.cuda.empty_cache()
        return us, None

    def copy_bandwidth(self):
        """What copying 1 GiB reaches, in bytes a second."""
        torch = self.torch
        source = torch.empty(1 << 28, dtype=torch.float32, device="cuda").normal_()
        target = torch.empty_like(source)
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        for _ in range(3):
            target.copy_(source)
        begin.record()
        for _ in range(20):
            target.copy_(source)
        end.record()
        end.synchronize()
        return 20 * 2 * 4 * (1 << 28) / (begin.elapsed_time(end) / 1e3)


class Jax:
    name = "jax"

    def __init__(self, timed=True):
        if not timed:
            os.environ.setdefault("JAX_PLATFORMS", "cpu")
        import jax

        self.timed = timed
        if timed and jax.default_backend() not in ("gpu", "cuda"):
            raise RuntimeError("jax finds no GPU")
        self.jax = jax
        self.version = f"jax {jax.__version__}"

    def measure(self, case, inputs, seconds):
        jax = self.jax
        arrays = [jax.device_put(array) for array in inputs]
        run = jax.jit(case.jax())
        result = run(*arrays)
        result.block_until_ready()
        if not self.timed:
            return None, np.asarray(result)

        def series(count):
            begin = time.perf_counter()
            for _ in range(count):
                last = run(*arrays)
            last.block_until_ready()
            return (time.perf_counter() - begin) * 1e6 / count

        us = series(3)
        us = min(series(max(3, min(2000, int(seconds * 1e6 / us / 3)))) for _ in range(3))
        return us, np.asarray(result) if result.size <= COMPARED else None


def open_peer(peer, options):
    timed = options.target == "cuda"
    try:
        # Beside a simulator, JAX only says what the results are.
        return peer() if timed else peer(timed=False) if peer is Jax else None
    except Exception as error:  # A peer that is not there is left out.
        print(f"without {peer.name}: {str(error).splitlines()[0][:200]}", flush=True)
        return None


def tool():
    return pathlib.Path(os.environ["STRATA_TOOLS_DIR"]) / "strata-run"


def rate(case, us):
    if case.operations:
        return f"{case.operations / us / 1e6:.1f} TFLOP/s"
    return f"{case.bytes / us / 1e3:.0f} GB/s"


def cells(row, peers):
    case, us = row["case"], row["us"]
    others = [row[peer.name] for peer in peers if row.get(peer.name)]
    texts = [case.name, f"{us:.1f}" if us else row["why"][:80].replace("|", "/"), rate(case, us) if us else ""]
    texts += [f"{row[peer.name]:.1f}" if row.get(peer.name) else "" for peer in peers]
    texts.append(f"{min(others) / us:.2f}" if others and us else "")
    wrong = " wrong" if row.get("wrong") else ""
    texts.append(f"{row['error']:.1e}{wrong}" if row["error"] is not None else "")
    return texts


def line(row, peers):
    return "  ".join(f"{text:>14}" for text in cells(row, peers))


def table(rows, peers, options):
    """The table as Markdown, with what it was measured on."""
    names = ["program", "us", "rate", *(f"{peer.name} us" for peer in peers), "ratio", "error"]
    gpu = output(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]) or options.target
    versions = ", ".join(peer.version for peer in peers)
    revision = (HERE / "revision").read_text().strip()
    about = f"{datetime.date.today().isoformat()}, {gpu}, revision {revision}" + (f", {versions}" if versions else "")
    lines = [f"# GPU benchmark\n\n{about}.\n"]
    lines += [peer_line(peer) for peer in peers if hasattr(peer, "copy_bandwidth")]
    lines.append("\n" + __doc__.split("\n\n", 2)[2].replace("\n", " ").strip() + "\n")
    for group in dict.fromkeys(row["case"].group for row in rows):
        lines.append(f"\n## {group.capitalize()}\n")
        lines.append("| " + " | ".join(names) + " |")
        lines.append("|" + "---|" * len(names))
        lines += ["| " + " | ".join(cells(row, peers)) + " |" for row in rows if row["case"].group == group]
    return "\n".join(lines) + "\n"


def peer_line(peer):
    return f"Copying 1 GiB by {peer.name} reaches {peer.copy_bandwidth() / 1e9:.0f} GB/s."


def output(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip().splitlines()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        return None


if __name__ == "__main__":
    main()
