#!/usr/bin/env python3
"""Writes tests/ffi_layouts_0_3.tsv: what a C compiler says about the structures and constants of jaxlib's header of XLA's FFI.

Usage: python pjrt/tests/ffi_layouts.py [--check]
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import jaxlib

HERE = pathlib.Path(__file__).parent
TABLE = HERE / "ffi_layouts_0_3.tsv"
HEADER = "xla/ffi/api/c_api.h"


def program(include: pathlib.Path) -> str:
    """A C program that prints the table."""
    source = (HERE.parent / "src/ffi/abi.rs").read_text()
    # The functions of the table are in lower case in Rust.
    functions = {
        name.lower(): f"XLA_FFI_{name}"
        for name in re.findall(r"_XLA_FFI_API_STRUCT_FIELD\(XLA_FFI_(\w+)\);", (include / HEADER).read_text())
    }
    lines = []
    for name, body in re.findall(r"^    plain (\w+) \{\n(.*?)^    \}", source, re.M | re.S):
        fields = [field.removeprefix("r#") for field in re.findall(r"^        ([\w#]+):", body, re.M)]
        shown = {field: functions.get(field, field) if name == "XLA_FFI_Api" else field for field in fields}
        last = shown[fields[-1]]
        for field, real in shown.items():
            size = f"offsetof({name}, {last}) + sizeof((({name}*)0)->{last})"
            lines.append(f'printf("{name}\\t%zu\\t{field}\\t%zu\\n", {size}, offsetof({name}, {real}));')
    for prefix, body in re.findall(r'^    "(XLA_FFI_\w+_)" \{(.*?)\}', source, re.M | re.S):
        for value in re.findall(r'"(\w+)"', body):
            lines.append(f'printf("{prefix}{value}\\t%d\\n", (int){prefix}{value});')
    for name in ("XLA_FFI_CallFrame", "XLA_FFI_Metadata"):
        lines.append(f'printf("{name}_STRUCT_SIZE\\t%d\\n", (int){name}_STRUCT_SIZE);')
    # Some structures of the header have only a tag.
    names = sorted(set(re.findall(r"^    plain (\w+) \{", source, re.M)))
    typedefs = "\n".join(f"typedef struct {name} {name};" for name in names)
    body = "\n".join(lines)
    return f'#include <stdio.h>\n#include "{HEADER}"\n{typedefs}\nint main(void) {{\n{body}\nreturn 0;\n}}\n'


def table() -> str:
    """The table, sorted."""
    include = pathlib.Path(jaxlib.__file__).parent / "include"
    with tempfile.TemporaryDirectory() as folder:
        source, binary = pathlib.Path(folder, "layouts.c"), pathlib.Path(folder, "layouts")
        source.write_text(program(include))
        compiler = os.environ.get("CC", "cc")
        subprocess.run([compiler, "-std=c11", f"-I{include}", str(source), "-o", str(binary)], check=True)
        output = subprocess.run([str(binary)], check=True, capture_output=True, text=True).stdout
    return "\n".join(sorted(output.splitlines())) + "\n"


def main() -> int:
    made = table()
    if "--check" in sys.argv[1:]:
        return 0 if made == TABLE.read_text() else 1
    TABLE.write_text(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
