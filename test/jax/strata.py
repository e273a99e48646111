"""Runs a program on Strata and judges what it gives against what XLA computed."""

import os
import pathlib
import re
import subprocess

import numpy as np

import judge
import programs
from carriers import carrier, restored

#: Seconds that one program may take, about a hundred times what the slowest takes.
LIMIT = 60
#: What the tools say about an op they know and cannot handle: `file:line:column: error: …'op'…`, and one of these.
UNSUPPORTED = re.compile(
    r"^\S+:\d+:\d+: error: (?=.*'[a-z_]+\.[\w.-]+').*(not supported|failed to legalize|is not interpreted|does not know)", re.MULTILINE
)


def write(program, place, keep):
    """Writes the program and its inputs; with `keep` also the results that are wanted."""
    place.mkdir(parents=True, exist_ok=True)
    (place / "program.mlir").write_text(program.text)
    for i, array in enumerate(program.inputs):
        np.save(place / f"in_{i}.npy", carrier(array))
    if keep:
        for i, array in enumerate(program.results):
            np.save(place / f"want_{i}.npy", carrier(array))


def run(program, target, place):
    """The outcome of a program that is written in `place`, and why it is that; a target is as gpusim, or gpusim:sm_90a."""
    source, out = place / "program.mlir", place / target.replace(":", "-")
    target, _, arch = target.partition(":")
    command = [tool(), source, f"--target={target}", f"--output-dir={out}", *([f"--arch={arch}"] if arch else [])]
    command += [f"--input={place / f'in_{i}.npy'}" for i in range(len(program.inputs))]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return "failed", f"no end within {LIMIT} s"
    first = next((line for line in done.stderr.splitlines() if line.strip()), "")
    first = first.replace(f"{source}:", "")
    if done.returncode == 1:
        return ("skipped" if UNSUPPORTED.search(done.stderr) else "failed"), first
    if done.returncode != 0:
        return "failed", f"exit status {done.returncode}: {first}"
    files = [out / f"{i}.npy" for i in range(len(program.results))]
    missing = [file.name for file in files if not file.exists()]
    if missing:
        return "failed", f"there is no {missing[0]}"
    got = [restored(np.load(file), want.dtype) for file, want in zip(files, program.results)]
    why = judge.first_difference(got, program.results, program.defined)
    return ("failed", why) if why else ("passed", "")


def tool():
    folder = os.environ.get("STRATA_TOOLS_DIR")
    return (pathlib.Path(folder) if folder else programs.ROOT / "target" / "debug") / "strata-run"
