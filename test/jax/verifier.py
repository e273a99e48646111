"""Compares what the verifier refuses, and its words, with jaxlib on mutated programs.

Takes every op of the valid programs in test/dialects/{stablehlo,chlo,quant} as a seed, changes types, sizes,
attributes, quantization parameters and regions, and gives each program to jaxlib and to strata-opt. The programs are
the same each time.

    python test/jax/verifier.py [--opt target/debug/strata-opt] [--number 10000] [--seed 0] [--only REGEX] [--show 20]

Needs jaxlib. Prints how many programs both take, refuse in the same words and in others, and how many only one
refuses, with examples. `--max-accepted N` and `--max-refused N` end it with status 1 where there are more of these.
Programs on which jaxlib itself crashes count as neither.
"""

import argparse
import bisect
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from jax._src.interpreters import mlir
from jaxlib.mlir import ir, passmanager
from jaxlib.mlir._mlir_libs import _stablehlo

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = [ROOT / "test/dialects" / name for name in ("stablehlo", "chlo", "quant")]
#: Programs that one child process gives to jaxlib; after a crash the part is halved.
BATCH = 500

PER_TENSOR = [
    f"!quant.uniform<{rest}>"
    for rest in (
        "i8:f32, 2.000000e+00:15", "i8:f32, 2.000000e+00:16", "i8:f32, 1.000000e+00:15", "u8:f32, 2.000000e+00:15",
        "i32:f32, 2.000000e+00", "i8:bf16, 2.000000e+00:15", "i4:f32, 2.000000e+00:1", "i16:f32, 2.000000e+00",
        "i8<-127:127>:f32, 2.000000e+00:15", "i2:f32, 2.000000e+00", "i8:f64, 2.000000e+00:15",
    )
]
ELEMENTS = (
    "f32 f32 i32 i1 ui8 i8 f64 bf16 f16 complex<f32> complex<f64> i64 f8E4M3FN f4E2M1FN si8 i3 tf32 index ui32 i4 ui64 "
    "f8E8M0FNU i128 f80"
).split()
STRANGE = [
    "!stablehlo.token", "tuple<tensor<f32>>", "tensor<*xf32>", "memref<2xf32>", "f32", "vector<4xf32>", "index", "none",
    "!stablehlo.future<tensor<2xf32>>",
]
ATTRS = [
    "1 : i32", '"x"', "[]", "dense<0> : tensor<2xi64>", "dense<[[0, 1]]> : tensor<1x2xi64>", "true", "array<i64>",
    "1 : i64", "-1 : i64", "0 : i64", "dense<> : tensor<0x2xi64>", "dense<> : tensor<0xi64>",
]
WORDS = {
    "comparison_direction": "EQ NE LT LE GT GE", "comparison_type": "FLOAT TOTALORDER SIGNED UNSIGNED NOTYPE",
    "fft_type": "FFT IFFT RFFT IRFFT", "rng_algorithm": "DEFAULT PHILOX THREE_FRY",
    "rng_distribution": "UNIFORM NORMAL", "precision": "DEFAULT HIGH HIGHEST",
    "transpose": "NO_TRANSPOSE TRANSPOSE ADJOINT TRANSPOSE_INVALID",
}
TENSOR = re.compile(r"tensor<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>")
LOCATION = re.compile(r":(\d+):(\d+)\)")


# Types as text.


def split(text):
    """Sizes, element type and encoding of a tensor type; None for another type."""
    if not text.startswith("tensor<"):
        return None
    rest, dims = text[len("tensor<") : -1], []
    while match := re.match(r"(\d+|\?|\*)x", rest):
        dims.append(match.group(1))
        rest = rest[match.end() :]
    depth = 0
    for i, c in enumerate(rest):
        depth += (c in "<{(") - (c in ">})")
        if c == "," and depth == 0:
            return dims, rest[:i], rest[i + 1 :].strip()
    return dims, rest, ""


def join(dims, elem, encoding=""):
    return f"tensor<{''.join(f'{d}x' for d in dims)}{elem}{', ' + encoding if encoding else ''}>"


def per_axis(rng, dims):
    axis = rng.randrange(max(1, len(dims))) if rng.random() < 0.95 else len(dims)
    size = int(dims[axis]) if axis < len(dims) and dims[axis].isdigit() else rng.choice([1, 2, 3])
    size = max(1, min(size + (rng.random() < 0.08), 16))
    points = rng.choice([lambda: 0, lambda: 0, lambda: 3, lambda: rng.randrange(-5, 6)])
    scales = [f"{rng.choice(['1.000000e+00', '2.000000e+00', '5.000000e-01'])}:{points()}" for _ in range(size)]
    storage = rng.choice("i8 i8 i8 i32 i32 u8 i4 i8<-127:127> i16".split())
    return f"!quant.uniform<{storage}:{rng.choice(['f32'] * 4 + ['bf16'])}:{axis}, {{{','.join(scales)}}}>"


def other_type(rng, text, others):
    parts = split(text)
    if parts is None:
        return rng.choice(STRANGE + others)
    dims, elem, encoding = list(parts[0]), parts[1], parts[2]
    at = rng.randrange(len(dims)) if dims else None
    kind = rng.choices(
        ["strange", "same", "size", "drop", "add", "order", "bound", "unknown", "elem", "tensor", "axis"],
        [4, 5, 26, 5, 5, 4, 8, 3, 13, 14, 13],
    )[0]
    if kind == "strange" or kind == "same" and not others:
        return rng.choice([*STRANGE, f"tuple<{text}>", f"tensor<*x{elem}>", f"!stablehlo.future<{text}>"])
    if kind == "same":
        return rng.choice(others)
    if kind == "elem":
        elem = rng.choice(ELEMENTS)
    elif kind == "tensor":
        elem = rng.choice(PER_TENSOR)
    elif kind == "axis":
        elem = per_axis(rng, dims)
    elif kind == "add":
        dims.insert(rng.randrange(len(dims) + 1), rng.choice("1123"))
        encoding = ""
    elif dims and kind == "size":
        n = int(dims[at]) if dims[at].isdigit() else 3
        dims[at] = str(rng.choice([n + 1, max(0, n - 1), 0, 1, 2 * n, "?", "?", n + 2]))
        encoding = encoding if "?" in dims else ""
    elif dims and kind == "drop":
        del dims[at]
        encoding = ""
    elif dims and kind == "bound":
        old, dims[at] = dims[at], "?"
        bounds = [str(rng.choice([old if old.isdigit() else 3, 4, 2, "?"])) if d == "?" else "?" for d in dims]
        encoding = f"#stablehlo.bounds<{', '.join(bounds)}>"
    elif dims and kind == "unknown":
        dims, encoding = ["?"] * len(dims), ""
    else:
        rng.shuffle(dims)
    return join(dims, elem, encoding)


# Attributes and regions as text.


def other_list(rng, items):
    kind = rng.randrange(5)
    if kind == 0 and items:
        del items[rng.randrange(len(items))]
    elif kind == 1 or not items:
        items.insert(rng.randrange(len(items) + 1), rng.choice(["0", "1", "2", "3", "-1"]))
    elif kind == 2:
        rng.shuffle(items)
    else:
        at = rng.randrange(len(items))
        number = int(items[at]) if re.fullmatch(r"-?\d+", items[at]) else None
        items[at] = str(rng.choice([number + 1, number - 1, -1, 0, 1, 2, 100])) if number is not None else (
            "true" if items[at] == "false" else "false"
        )
    return ", ".join(items)


def other_number(rng, text):
    numbers = [m for m in re.finditer(r"-?\b\d+\b", text) if text[max(0, m.start() - 1)] not in "if"]
    if not numbers:
        return rng.choice(ATTRS)
    m = rng.choice(numbers)
    n = int(m.group())
    return text[: m.start()] + str(rng.choice([n + 1, n - 1, -1, 0, 1, 2, -n, 100, n + 2])) + text[m.end() :]


def other_attr(rng, text):
    if rng.random() < 0.06:
        return rng.choice(ATTRS)
    if m := re.fullmatch(r"array<(i64|i1|i32)(?:: (.*))?>", text):
        items = other_list(rng, m.group(2).split(", ") if m.group(2) else [])
        return f"array<{m.group(1)}{': ' + items if items else ''}>"
    if m := re.fullmatch(r"#(stablehlo|chlo)<(\w+) \w+>", text):
        if words := WORDS.get(m.group(2)):
            return f"#{m.group(1)}<{m.group(2)} {rng.choice(words.split())}>"
    lists = list(re.finditer(r"\[([-\d, ]*)\]", text))
    if lists and rng.random() < 0.6:
        m = rng.choice(lists)
        items = [item.strip() for item in m.group(1).split(",") if item.strip()]
        return text[: m.start()] + f"[{other_list(rng, items)}]" + text[m.end() :]
    if text.startswith('"'):
        return rng.choice(['"x"', '"a.b"', '""', '"2x"', '"a b"', '"NT"'])
    if text in ("true", "false"):
        return "false" if text == "true" else "true"
    return other_number(rng, text)


def other_regions(rng, text):
    types = sorted(set(TENSOR.findall(text)))
    kind = rng.random()
    if types and kind < 0.75:
        old = rng.choice(types)
        return text.replace(old, other_type(rng, old, types), -1 if kind < 0.55 else 1)
    if kind < 0.85:
        name = rng.choice(["add", "maximum", "subtract"])
        return re.sub(r'"stablehlo\.(add|maximum|minimum|multiply)"', f'"stablehlo.{name}"', text, count=1)
    return rng.choice(["({})", "({\n}, " + text[1:], text[:-1] + ", " + text[1:], other_number(rng, text)])


# Seeds.


class Seed:
    """An op on its own: its name, types of operands, constants among them, types of results, attributes, regions."""

    def __init__(self, op):
        self.name = op.name
        self.operands = [str(v.type) for v in op.operands]
        self.constants = [constant(v) for v in op.operands]
        self.results = [str(v.type) for v in op.results]
        self.attrs = {a if isinstance(a, str) else a.name: str(op.attributes[a] if isinstance(a, str) else a.attr) for a in op.attributes}
        self.regions = regions(op)

    def copy(self):
        other = object.__new__(Seed)
        other.__dict__ = json.loads(json.dumps(self.__dict__))
        return other

    def text(self):
        args, before, names = [], [], []
        for i, (ty, value) in enumerate(zip(self.operands, self.constants)):
            names.append(f"%c{i}" if value else f"%a{i}")
            (before if value else args).append(f"  %c{i} = {value}" if value else f"%a{i}: {ty}")
        n = len(self.results)
        results = "" if n == 0 else "%0 = " if n == 1 else f"%0:{n} = "
        attrs = ", ".join(k if v == "unit" else f"{k} = {v}" for k, v in self.attrs.items())
        parts = [f'"{self.name}"({", ".join(names)})', f"<{{{attrs}}}>" if attrs else "", self.regions]
        types = f"({', '.join(self.operands)}) -> ({', '.join(self.results)})"
        op = f"  {results}{' '.join(p for p in parts if p)} : {types}"
        return "\n".join([f"func.func @f({', '.join(args)}) {{", *before, op, "  func.return", "}"])

    def mutate(self, rng):
        types = sorted(set(self.operands + self.results))
        kinds = ["operand"] * 22 * bool(self.operands) + ["result"] * 18 * bool(self.results) + ["count"] * 5
        kinds += ["type"] * 12 * bool(types) + ["elem"] * 10 + ["regions"] * 5 * bool(self.regions)
        kinds += ["attr"] * 28 * bool(self.attrs)
        kind = rng.choice(kinds)
        if kind == "operand":
            i = rng.randrange(len(self.operands))
            self.operands[i], self.constants[i] = other_type(rng, self.operands[i], types), None
        elif kind == "result":
            i = rng.randrange(len(self.results))
            self.results[i] = other_type(rng, self.results[i], types)
        elif kind == "count":
            lists = rng.choice([[self.operands, self.constants], [self.results]])
            if lists[0]:
                i, add = rng.randrange(len(lists[0])), rng.random() < 0.5
                for values in lists:
                    values.insert(i, values[i]) if add else values.pop(i)
        elif kind == "type":
            old = rng.choice(types)
            self.replace(lambda ty, new=other_type(rng, old, types): new if ty == old else ty)
        elif kind == "elem":
            elems = sorted({parts[1] for parts in map(split, types) if parts})
            if elems:
                old, new = rng.choice(elems), rng.choice(PER_TENSOR + ELEMENTS)
                change = lambda ty: join(p[0], new, p[2]) if (p := split(ty)) and p[1] == old else ty
                self.replace(change)
                self.regions = TENSOR.sub(lambda m: change(m.group()), self.regions)
        elif kind == "regions":
            self.regions = other_regions(rng, self.regions)
        elif kind == "attr":
            name = rng.choice(sorted(self.attrs))
            if rng.random() < 0.06:
                del self.attrs[name]
            else:
                self.attrs[name] = other_attr(rng, self.attrs[name])

    def replace(self, change):
        operands = [change(ty) for ty in self.operands]
        self.constants = [c if a == b else None for a, b, c in zip(self.operands, operands, self.constants)]
        self.operands, self.results = operands, [change(ty) for ty in self.results]


def constant(value):
    owner = value.owner
    if isinstance(owner, ir.Block) or owner.name != "stablehlo.constant":
        return None
    return f'"stablehlo.constant"() <{{value = {owner.attributes["value"]}}}> : () -> {value.type}'


def regions(op):
    """The regions in generic form, with their parentheses."""
    if not len(op.regions):
        return ""
    text = op.get_asm(print_generic_op_form=True, use_local_scope=True)
    start = text.index("({")
    depth, quoted = 0, False
    for i in range(start, len(text)):
        quoted ^= text[i] == '"'
        depth += 0 if quoted else (text[i] in "({") - (text[i] in ")}")
        if depth == 0:
            return text[start : i + 1]
    return ""


_stablehlo.register_stablehlo_passes()


def context():
    cx = mlir.make_ir_context()
    cx.load_all_available_dialects()
    # A pass on nothing loads the dialect of quantized types, which jaxlib does not register.
    with cx, ir.Location.unknown():
        passmanager.PassManager.parse("builtin.module(vhlo-legalize-to-stablehlo)").run(ir.Module.create().operation)
    return cx


def seeds():
    found = {}

    def visit(op):
        op = op.operation
        if op.name.split(".")[0] in ("stablehlo", "chlo", "quant") and op.name != "stablehlo.return":
            try:
                seed = Seed(op)
            except TypeError:  # Attributes that the bindings do not know.
                seed = None
            if seed and "@" not in "".join(seed.attrs.values()) and len(seed.text()) < 3000:
                found.setdefault(seed.text(), seed)
        for region in op.regions:
            for block in region:
                for inner in block:
                    visit(inner)

    with context():
        for file in sorted(f for folder in FOLDERS for f in folder.glob("*.mlir")):
            for part in re.split(r"^// -----.*$", file.read_text(), flags=re.M):
                try:
                    visit(ir.Module.parse(part).operation)
                except ir.MLIRError:
                    continue
    return [found[text] for text in sorted(found)]


def programs(number, seed, only):
    rng = random.Random(seed)
    by_name = collections.defaultdict(list)
    for s in seeds():
        if re.search(only, s.name):
            by_name[s.name].append(s)
    names, made = sorted(by_name), {}
    for _ in range(3 * number):
        if len(made) == number or not names:
            break
        name = rng.choice(names)
        program = rng.choice(by_name[name]).copy()
        for _ in range(rng.choice([0, 1, 1, 1, 1, 2, 2, 3])):
            program.mutate(rng)
        made.setdefault(program.text(), name)
    return list(made.items())


# Judges: the errors of each program, as pairs of line and message; None after a crash.


def by_jaxlib(texts):
    out = []
    for start in range(0, len(texts), BATCH):
        out += in_child(texts[start : start + BATCH])
    return out


def in_child(texts):
    with tempfile.NamedTemporaryFile("w+") as file:
        pid = os.fork()
        if pid == 0:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            cx = context()
            json.dump([errors(cx, text) for text in texts], file)
            file.flush()
            os._exit(0)
        if os.waitpid(pid, 0)[1] == 0:
            return json.load(open(file.name))
    if len(texts) == 1:
        return [None]
    middle = len(texts) // 2
    return in_child(texts[:middle]) + in_child(texts[middle:])


def errors(cx, text):
    with cx:
        try:
            ir.Module.parse(text)
        except ir.MLIRError as e:
            found = [d for d in e.error_diagnostics if d.severity == ir.DiagnosticSeverity.ERROR]
            line = lambda d: int(m.group(1)) if (m := LOCATION.search(str(d.location))) else 0
            return [[line(d), d.message.split("\n")[0].replace("\0", "").strip()] for d in found]
    return []


def by_strata(opt, texts):
    out = [[] for _ in texts]
    starts, lines = [], []
    for text in texts:
        starts.append(len(lines) + 1)
        lines += [*text.split("\n"), "// -----"]
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write("\n".join(lines[:-1]) + "\n")
        file.flush()
        command = [opt, file.name, "--split-input-file", "-o", os.devnull]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if done.returncode not in (0, 1):
        sys.exit(f"exit status {done.returncode}: {done.stderr[-1000:]}")
    for m in re.finditer(r"^\S+\.mlir:(\d+):\d+: error: (.*)$", done.stderr, re.M):
        i = bisect.bisect_right(starts, int(m.group(1))) - 1
        out[i].append([int(m.group(1)) - starts[i] + 1, m.group(2).strip()])
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tools = os.environ.get("STRATA_TOOLS_DIR", str(ROOT / "target/debug"))
    parser.add_argument("--opt", default=f"{tools}/strata-opt")
    parser.add_argument("--number", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--show", type=int, default=20)
    parser.add_argument("--max-accepted", type=int)
    parser.add_argument("--max-refused", type=int)
    args = parser.parse_args()
    made = programs(args.number, args.seed, args.only)
    texts = [text for text, _ in made]
    counts, examples = collections.Counter(), {}
    for (text, name), theirs, ours in zip(made, by_jaxlib(texts), by_strata(args.opt, texts)):
        if theirs is None:
            kind = "jaxlib crashed"
        elif not theirs and not ours:
            kind = "taken by both"
        elif not ours:
            kind = "accepted wrongly"
        elif not theirs:
            kind = "refused wrongly"
        elif theirs == ours:
            kind = "same words"
        else:
            kind = "other first line" if theirs[0] != ours[0] else "other further lines"
        counts[kind] += 1
        if kind not in ("same words", "taken by both", "jaxlib crashed"):
            words = re.sub(r"'[^']*'|-?\d+", "", (theirs or ours)[0][1])[:80]
            examples.setdefault((kind, name, words), (text, theirs, ours))
    for (kind, _, _), (text, theirs, ours) in sorted(examples.items(), key=lambda e: e[0])[: args.show]:
        print(f"{kind}:\n{text}\n  jaxlib: {theirs}\n  strata: {ours}\n")
    print(", ".join(f"{n} {kind}" for kind, n in sorted(counts.items())))
    limits = [("accepted wrongly", args.max_accepted), ("refused wrongly", args.max_refused)]
    if any(limit is not None and counts[kind] > limit for kind, limit in limits):
        sys.exit(1)


if __name__ == "__main__":
    main()
