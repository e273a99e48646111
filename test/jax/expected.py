"""How many programs of the fixed sample pass: the committed table, and the comparison with a run.

A row of kind `primitive` counts the programs of a primitive of JAX, a row of kind `op` those that contain an op of
StableHLO; a column of a target says how many of them pass on it. `UPDATE_EXPECTED=1 cargo xtask jax` writes the table.
"""

import collections
import os
import pathlib
import re

FILE = pathlib.Path(__file__).resolve().parent / "expected.tsv"
OP = re.compile(r"(?<![#!\w.])(?:stablehlo|chlo)\.[a-z][a-z0-9_]*|\bcall @")


def ops(text):
    """The ops that the text of a program names."""
    return {"func.call" if name == "call @" else name for name in OP.findall(text)}


class Counts:
    """How many programs there are of each row, and how many of them pass on each target."""

    def __init__(self, targets):
        self.targets = targets
        self.programs = collections.Counter()
        self.passed = collections.Counter()

    def add(self, group, text, outcomes):
        """One program, with its outcome for each target."""
        for row in [("primitive", group)] + [("op", op) for op in ops(text)]:
            self.programs[row] += 1
            for target, outcome in zip(self.targets, outcomes):
                self.passed[row, target] += outcome == "passed"

    def table(self):
        """As the text of the file."""
        lines = ["\t".join(["kind", "name", "programs", *self.targets])]
        for row in sorted(self.programs, key=lambda row: (row[0] != "primitive", row[1])):
            lines.append("\t".join([*row, str(self.programs[row]), *(str(self.passed[row, t]) for t in self.targets)]))
        return "".join(line + "\n" for line in lines)

    def compare(self):
        """What is worse than the committed table says, one sentence each; writes the table if that is asked for."""
        if os.environ.get("UPDATE_EXPECTED"):
            FILE.write_text(self.table())
        header, *rows = (line.split("\t") for line in FILE.read_text().splitlines())
        problems, better = [], 0
        if header[3:] != self.targets:
            return [f"the targets are {header[3:]} in {FILE.name} and {self.targets} in this run"]
        for kind, name, programs, *passed in rows:
            row = (kind, name)
            if self.programs[row] != int(programs):
                problems.append(f"{kind} {name}: {self.programs[row]} programs, {programs} were expected")
            for target, want in zip(self.targets, map(int, passed)):
                if self.passed[row, target] < want:
                    problems.append(f"{kind} {name}: {self.passed[row, target]} pass on {target}, {want} were expected")
                better += self.passed[row, target] > want
        unknown = set(self.programs) - {(kind, name) for kind, name, *_ in rows}
        problems += [f"{kind} {name}: no row in {FILE.name}" for kind, name in sorted(unknown)]
        if better and not problems:
            print(f"{better} rows are better than {FILE.name} says; UPDATE_EXPECTED=1 cargo xtask jax writes it")
        return problems
