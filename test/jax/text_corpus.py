"""Compares the text of StableHLO programs with the printer of jaxlib, byte by byte.

Traces a sample of the programs of JAX's own test harnesses and prints each in pretty and in generic form with jaxlib.
strata-opt reads the pretty form and prints both, and reads the generic form and prints it again. The sample is the
same each time; `--number 0` takes all programs.

    python test/jax/text_corpus.py [--opt target/debug/strata-opt] [--number 1200] [--seed 0] [--keep DIR]

Needs jax and numpy. Ends with `N passed, N failed`, and with status 1 if a program failed or there are fewer of them.
"""

import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import numpy as np
from jaxlib.mlir import ir

import programs as corpus

SEPARATOR = "// -----\n"


def sample(number, seed):
    """Harnesses in an order that depends on the seed alone, more than needed as some are not traced on CPU."""
    harnesses = corpus.load(x64=True)
    random.Random(seed).shuffle(harnesses)
    programs = []
    for harness in harnesses:
        if number and len(programs) == number:
            break
        if not corpus.is_implemented(harness):
            continue
        try:
            lowered = jax.jit(harness.dyn_fun).lower(*harness.dyn_args_maker(np.random.RandomState(seed)))
        except Exception as error:  # The harness says what JAX itself cannot do only in part.
            print(f"not traced: {harness.fullname}: {type(error).__name__}", file=sys.stderr)
            continue
        module = lowered.compiler_ir("stablehlo").operation
        pretty = module.get_asm()
        # The pretty form leaves out empty dictionaries of arguments, so that what is read from it has none.
        with module.context:
            read = ir.Module.parse(pretty).operation.get_asm(print_generic_op_form=True)
        programs.append((harness.fullname, pretty, read, module.get_asm(print_generic_op_form=True)))
    return programs


def run(opt, text, generic):
    """What strata-opt prints for the programs of a text, one item each; an item that failed is empty."""
    flags = ["--split-input-file"] + (["--mlir-print-op-generic"] if generic else [])
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        result = subprocess.run([opt, file.name, *flags], capture_output=True, text=True)
    return result.stdout.split(SEPARATOR), result.stderr


def difference(expected, actual):
    """The first line in which two texts differ."""
    expected, actual = expected.strip().split("\n"), actual.strip().split("\n")
    for a, b in zip(expected, actual):
        if a != b:
            return f"    jaxlib: {a.strip()[:300]}\n    strata: {b.strip()[:300]}"
    if len(expected) != len(actual):
        return f"    jaxlib: {len(expected)} lines\n    strata: {len(actual)} lines"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    tools = os.environ.get("STRATA_TOOLS_DIR", "target/debug")
    parser.add_argument("--opt", default=f"{tools}/strata-opt")
    parser.add_argument("--number", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=pathlib.Path, help="folder for the programs")
    args = parser.parse_args()

    programs = sample(args.number, args.seed)
    if len(programs) < args.number:
        sys.exit(f"there are only {len(programs)} programs and not {args.number}")
    names = [program[0] for program in programs]
    pretty, read, generic = ([program[form] for program in programs] for form in (1, 2, 3))
    if args.keep:
        args.keep.mkdir(parents=True, exist_ok=True)
        (args.keep / "pretty.mlir").write_text(SEPARATOR.join(pretty))
        (args.keep / "generic.mlir").write_text(SEPARATOR.join(generic))
        (args.keep / "names.txt").write_text("\n".join(names))
    failed = {}
    for form, given, flag, expected in (
        ("pretty", pretty, False, pretty),
        ("pretty to generic", pretty, True, read),
        ("generic", generic, True, generic),
    ):
        printed, errors = run(args.opt, SEPARATOR.join(given), flag)
        if len(printed) != len(programs):
            sys.exit(f"strata-opt gave {len(printed)} programs for {len(programs)}\n{errors[:4000]}")
        for name, wanted, actual in zip(names, expected, printed):
            why = difference(wanted, actual)
            if why:
                failed.setdefault(name, f"{name}, {form} form:\n{why}")
        for line in errors.splitlines():
            if ": error: " in line:
                print(line, file=sys.stderr)
    for why in failed.values():
        print(why)
    print(f"{len(programs) - len(failed)} passed, {len(failed)} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
