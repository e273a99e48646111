"""Compiles a program's kernels for a GPU and has NVIDIA's assembler, ptxas, make code of them."""

import os
import shutil
import subprocess

import programs
import strata

#: What the tool says where a program computes nothing on the GPU.
NO_KERNELS = "no 'gpu.module' with kernels"


def run(target, place):
    """The outcome of the program that is written in `place`, for the architecture `target`, and why it is that.

    Whatever is emitted has to assemble: only ops that no pass knows are an excuse.
    """
    source = place / "program.mlir"
    command = [strata.tool().with_name("strata-translate"), "--mlir-to-cubin", source, f"--mcpu={target}", "-o", place / target]
    command += [f"--ptxas={assembler()}"] if assembler() else []
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=strata.LIMIT)
    except subprocess.TimeoutExpired:
        return "failed", f"no end within {strata.LIMIT} s"
    first = next((line for line in done.stderr.splitlines() if line.strip()), "").replace(f"{source}:", "")
    if done.returncode == 0:
        return ("failed", first) if "warning" in first else ("passed", "")
    if done.returncode == 1 and NO_KERNELS in done.stderr:
        return "passed", ""
    if done.returncode == 1:
        return ("skipped" if strata.UNSUPPORTED.search(done.stderr) else "failed"), first
    return "failed", f"exit status {done.returncode}: {first}"


def assembler():
    """Where ptxas is; nothing where the tool has to look for it."""
    own = sorted((programs.ROOT / ".venv" / "lib").glob("python*/site-packages/nvidia/*/bin/ptxas"))
    named = os.environ.get("STRATA_PTXAS")
    return None if named else own[-1] if own else None


def is_there():
    """Whether there is an assembler."""
    return bool(os.environ.get("STRATA_PTXAS") or assembler() or shutil.which("ptxas"))
