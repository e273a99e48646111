"""Checks that errors which tests of the verifier expect are those of jaxlib.

Reads files of programs split by `// -----`, each with the errors that it expects (`// expected-error@+1 {{...}}`) or
none, and gives every program to jaxlib. Programs on which jaxlib crashes are named and do not count.

    python test/jax/expected_errors.py [FILE...]

Needs jaxlib. Without files it takes those whose texts are jaxlib's word by word. Ends with status 1 where an error
differs.
"""

import argparse
import pathlib
import re
import sys

import verifier

#: The files whose texts are jaxlib's word by word.
NAMES = ["*hlo/texts*.mlir", "*hlo/tags*.mlir", "stablehlo/properties.mlir"]
EXPECTED = re.compile(r"// expected-error@\+(\d+) \{\{(.*)\}\}")


def expected(part):
    """The errors that a program expects, as pairs of line and message."""
    lines = part.split("\n")
    found = [(i + 1, m) for i, line in enumerate(lines) if (m := EXPECTED.search(line))]
    return sorted([at + int(m.group(1)), m.group(2)] for at, m in found)


def differs(theirs, ours):
    same = len(theirs) == len(ours) and all(a[0] == b[0] and b[1] in a[1] for a, b in zip(sorted(theirs), ours))
    return not same


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    files = parser.parse_args().files
    files = files or [file for name in NAMES for file in sorted((verifier.ROOT / "test/dialects").glob(name))]
    parts = [(file, part) for file in files for part in re.split(r"^// -----.*$", file.read_text(), flags=re.M)]
    wrong = crashed = 0
    for (file, part), theirs in zip(parts, verifier.by_jaxlib([part for _, part in parts])):
        ours = expected(part)
        if theirs is None:
            crashed += 1
            print(f"{file}: jaxlib crashes on\n{part}")
        elif differs(theirs, ours):
            wrong += 1
            print(f"{file}:{part}\n  jaxlib: {sorted(theirs)}\n  expected: {ours}\n")
    print(f"{len(parts)} programs, {wrong} with other errors, {crashed} on which jaxlib crashes")
    sys.exit(wrong != 0)


if __name__ == "__main__":
    main()
