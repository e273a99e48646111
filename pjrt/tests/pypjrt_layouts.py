#!/usr/bin/env python3
"""Writes tests/layouts_0_114.tsv, and tests/functions_0_114.txt, from the tables of pypjrt (PyPI), which clang computed from XLA's header.

Usage: pip install pypjrt==0.1.1; python pjrt/tests/pypjrt_layouts.py
"""

import ctypes
import pathlib
import re

from pypjrt._abi import pjrt_0_114 as abi

HERE = pathlib.Path(__file__).parent


def main():
    sources = "\n".join(p.read_text() for p in sorted((HERE.parent / "src/abi").glob("*.rs")))
    names = re.findall(r"^    (?:args|plain) (\w+) \{", sources, re.M)
    lines = []
    for name in names:
        structure = getattr(abi, name)
        fields = [field[0] for field in structure._fields_]
        last = getattr(structure, fields[-1])
        for field in fields:
            offset = getattr(structure, field).offset
            shown = "value" if field.startswith("_anon") else field
            # Functions of an extension are named as Rust names fields.
            shown = re.sub(r"^PJRT_Layouts_(PJRT_|MemoryLayout_)?", "", field).lower() if "_Layouts_" in field else shown
            lines.append(f"{name}\t{last.offset + last.size}\t{shown}\t{offset}")
    (HERE / "layouts_0_114.tsv").write_text("\n".join(sorted(lines)) + "\n")
    (HERE / "functions_0_114.txt").write_text("\n".join(abi.SLOT) + "\n")


if __name__ == "__main__":
    main()
