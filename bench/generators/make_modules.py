"""Writes the text modules on which parsing, printing and generic passes are timed.

Usage: python3 make_modules.py [--out DIR] [--ops N] [--kinds KIND,...] [--validate [--mlir-opt PATH]]

Equal arguments give equal bytes: the operands come from a generator written out here, not from Python's. Every kind has
about N operations (`arith50` 6.25 N) in functions of 1000, and nothing in it folds or is dead unless its name says so.
bench/README.md describes the kinds. `--validate` parses and verifies each file with mlir-opt and checks that
canonicalize, cse and symbol-dce change it as intended; the pretty StableHLO file is checked with jaxlib where that is installed.
"""

import argparse
import pathlib
import re
import subprocess
import sys

FUNCTION_OPS = 1000
GENERICS_PER_FUNCTION = 250
MLIR_OPT = "/usr/lib/llvm-22/bin/mlir-opt"


class Random:
    """A 64-bit linear congruential generator (Knuth's MMIX constants); its sequence is the same everywhere."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n


def spans(total, size):
    """Splits `total` into chunks of at most `size`."""
    return [min(size, total - start) for start in range(0, total, size)]


class Chain:
    """The values of one type in a function. `pick` never returns a value that would let a fold match:
    the newest value is always used, which keeps all of them alive, and the other operand is neither the newest
    value nor an operand of its definition."""

    def __init__(self, arguments):
        self.values = list(arguments)
        self.last_operands = ()

    def pick(self, random):
        newest = self.values[-1]
        while True:
            # A window keeps use lists short; a value of a real program is mostly used near its definition.
            other = self.values[-1 - random.below(min(len(self.values), 40))]
            if other != newest and other not in self.last_operands:
                break
        self.last_operands = (newest, other)
        return newest, other

    def push(self, value):
        self.values.append(value)


INTEGER_OPS = ("addi", "muli", "xori", "subi", "andi", "ori", "maxsi", "minui")
FLOAT_OPS = ("addf", "mulf", "subf", "maximumf")


def arith_function(name, ops, random):
    """A straight line of i32, i64 and f32 arithmetic that is live to the last operation."""
    chains = {"i32": Chain(("%arg0", "%arg1", "%arg2")), "i64": Chain(("%arg3", "%arg4", "%arg5"))}
    chains["f32"] = Chain(("%arg6", "%arg7", "%arg8"))
    types = ("i32", "i64", "f32")
    arguments = ", ".join(f"%arg{i}: {types[i // 3]}" for i in range(9))
    yield f"  func.func @{name}({arguments}) -> (i32, i64, f32) {{\n"
    for index in range(ops):
        of_type = types[random.below(3)]
        left, right = chains[of_type].pick(random)
        names = FLOAT_OPS if of_type == "f32" else INTEGER_OPS
        op = names[random.below(len(names))]
        yield f"    %{index} = arith.{op} {left}, {right} : {of_type}\n"
        chains[of_type].push(f"%{index}")
    results = ", ".join(chains[t].values[-1] for t in types)
    yield f"    return {results} : i32, i64, f32\n  }}\n"


def arith(total, random, size=FUNCTION_OPS):
    yield "module {\n"
    for number, ops in enumerate(spans(total, size)):
        yield from arith_function(f"f{number}", ops, random)
    yield "}\n"


def cfg(total, random):
    """Chains of diamonds; the two sides differ in their operation, so that they are not merged."""
    yield "module {\n"
    for number, ops in enumerate(spans(total, FUNCTION_OPS)):
        yield f"  func.func @f{number}(%arg0: i32, %arg1: i32) -> i32 {{\n"
        current, block, value = "%arg0", 0, 0
        for _ in range(ops // 6):
            here = f"^bb{block}"
            yield f"    %{value} = arith.cmpi slt, {current}, %arg1 : i32\n"
            yield f"    cf.cond_br %{value}, ^bb{block + 1}, ^bb{block + 2}\n"
            left, right = INTEGER_OPS[random.below(3)], INTEGER_OPS[3 + random.below(3)]
            yield f"  ^bb{block + 1}:  // pred: {here}\n"
            yield f"    %{value + 1} = arith.{left} {current}, %arg1 : i32\n"
            yield f"    cf.br ^bb{block + 3}(%{value + 1} : i32)\n"
            yield f"  ^bb{block + 2}:  // pred: {here}\n"
            yield f"    %{value + 2} = arith.{right} {current}, %arg1 : i32\n"
            yield f"    cf.br ^bb{block + 3}(%{value + 2} : i32)\n"
            yield f"  ^bb{block + 3}(%{value + 3}: i32):  // 2 preds: ^bb{block + 1}, ^bb{block + 2}\n"
            current, block, value = f"%{value + 3}", block + 3, value + 4
        yield f"    return {current} : i32\n  }}\n"
    yield "}\n"


def nested(total, random):
    """Nests of depth 6, loops and conditionals in turn, with arithmetic at every level."""

    def nest(depth, current, indent, names):
        pad = "  " * indent
        if depth % 2 == 0:
            result, index, carried = names(), names(), names()
            yield (
                f"{pad}{result} = scf.for {index} = %c0 to %arg2 step %c1 iter_args({carried} = {current}) -> (i32) {{\n"
            )
            inner = carried
        else:
            condition, result = names(), names()
            yield f"{pad}{condition} = arith.cmpi slt, {current}, %arg1 : i32\n"
            yield f"{pad}{result} = scf.if {condition} -> (i32) {{\n"
            inner = current
        for _ in range(3):
            next_value = names()
            yield f"{pad}  {next_value} = arith.{INTEGER_OPS[random.below(2)]} {inner}, %arg1 : i32\n"
            inner = next_value
        if depth < 5:
            inner = yield from nest(depth + 1, inner, indent + 1, names)
        yield f"{pad}  scf.yield {inner} : i32\n"
        if depth % 2 == 1:
            other = names()
            yield f"{pad}}} else {{\n"
            yield f"{pad}  {other} = arith.xori {current}, %arg1 : i32\n"
            yield f"{pad}  scf.yield {other} : i32\n"
        yield f"{pad}}}\n"
        return result

    # A nest is 3 loops of 5 operations and 3 conditionals of 8.
    nest_ops = 39
    yield "module {\n"
    for number, ops in enumerate(spans(total, FUNCTION_OPS)):
        counter = iter(range(10**9))
        yield f"  func.func @f{number}(%arg0: i32, %arg1: i32, %arg2: index) -> i32 {{\n"
        yield "    %c0 = arith.constant 0 : index\n    %c1 = arith.constant 1 : index\n"
        current = "%arg0"
        for _ in range(max(1, ops // nest_ops)):
            current = yield from nest(0, current, 2, lambda: f"%{next(counter)}")
        yield f"    return {current} : i32\n  }}\n"
    yield "}\n"


def linalg(total, random, length=GENERICS_PER_FUNCTION):
    """Chains of elementwise generics on f32 matrices; a generic with its body is 4 operations."""
    matrix = "tensor<16x32xf32>"
    yield "#map = affine_map<(d0, d1) -> (d0, d1)>\nmodule {\n"
    for number, generics in enumerate(spans(total // 4, length)):
        arguments = ", ".join(f"%arg{i}: {matrix}" for i in range(4))
        yield f"  func.func @f{number}({arguments}) -> {matrix} {{\n"
        yield f"    %0 = tensor.empty() : {matrix}\n"
        current = "%arg0"
        for index in range(1, generics + 1):
            first, second = FLOAT_OPS[random.below(4)], FLOAT_OPS[random.below(4)]
            inner = generics + 2 * index
            yield (
                f"    %{index} = linalg.generic {{indexing_maps = [#map, #map, #map], "
                f'iterator_types = ["parallel", "parallel"]}} ins({current}, %arg{1 + random.below(3)} : '
                f"{matrix}, {matrix}) outs(%0 : {matrix}) {{\n"
                "    ^bb0(%in: f32, %in_0: f32, %out: f32):\n"
                f"      %{inner} = arith.{first} %in, %in_0 : f32\n"
                f"      %{inner + 1} = arith.{second} %{inner}, %in_0 : f32\n"
                f"      linalg.yield %{inner + 1} : f32\n"
                f"    }} -> {matrix}\n"
            )
            current = f"%{index}"
        yield f"    return {current} : {matrix}\n  }}\n"
    yield "}\n"


def shlo_op(result, kind, newest, other):
    """One operation on 16x16 matrices in pretty and in generic form."""
    t, vector, predicate = "tensor<16x16xf32>", "tensor<16xf32>", "tensor<16x16xi1>"
    if kind in ("add", "multiply", "subtract", "maximum", "divide"):
        pretty = f"stablehlo.{kind} {newest}, {other} : {t}"
        generic = f'"stablehlo.{kind}"({newest}, {other}) : ({t}, {t}) -> {t}'
    elif kind in ("tanh", "negate", "abs"):
        pretty = f"stablehlo.{kind} {newest} : {t}"
        generic = f'"stablehlo.{kind}"({newest}) : ({t}) -> {t}'
    elif kind == "transpose":
        pretty = f"stablehlo.transpose {newest}, dims = [1, 0] : ({t}) -> {t}"
        generic = f'"stablehlo.transpose"({newest}) <{{permutation = array<i64: 1, 0>}}> : ({t}) -> {t}'
    elif kind == "dot_general":
        pretty = (
            f"stablehlo.dot_general {newest}, {other}, contracting_dims = [1] x [0], "
            f"precision = [DEFAULT, DEFAULT] : ({t}, {t}) -> {t}"
        )
        generic = (
            f'"stablehlo.dot_general"({newest}, {other}) <{{dot_dimension_numbers = '
            "#stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, "
            f"precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}}> : ({t}, {t}) -> {t}"
        )
    elif kind == "compare":
        pretty = f"stablehlo.compare LT, {newest}, {other}, FLOAT : ({t}, {t}) -> {predicate}"
        generic = (
            f'"stablehlo.compare"({newest}, {other}) <{{compare_type = #stablehlo<comparison_type FLOAT>, '
            f"comparison_direction = #stablehlo<comparison_direction LT>}}> : ({t}, {t}) -> {predicate}"
        )
    elif kind == "select":
        # `newest` is the pair of the predicate and the value that it was computed from.
        chosen, value = newest
        pretty = f"stablehlo.select {chosen}, {value}, {other} : {predicate}, {t}"
        generic = f'"stablehlo.select"({chosen}, {value}, {other}) : ({predicate}, {t}, {t}) -> {t}'
    elif kind == "reduce":
        pretty = (
            f"stablehlo.reduce({newest} init: %arg3) applies stablehlo.add across dimensions = [1] "
            f": ({t}, tensor<f32>) -> {vector}"
        )
        generic = (
            f'"stablehlo.reduce"({newest}, %arg3) <{{dimensions = array<i64: 1>}}> ({{\n'
            "    ^bb0(%lhs: tensor<f32>, %rhs: tensor<f32>):\n"
            '      %sum = "stablehlo.add"(%lhs, %rhs) : (tensor<f32>, tensor<f32>) -> tensor<f32>\n'
            '      "stablehlo.return"(%sum) : (tensor<f32>) -> ()\n'
            f"    }}) : ({t}, tensor<f32>) -> {vector}"
        )
    else:
        assert kind == "broadcast_in_dim"
        pretty = f"stablehlo.broadcast_in_dim {newest}, dims = [0] : ({vector}) -> {t}"
        generic = (
            f'"stablehlo.broadcast_in_dim"({newest}) <{{broadcast_dimensions = array<i64: 0>}}> : ({vector}) -> {t}'
        )
    return f"    {result} = {pretty}\n", f"    {result} = {generic}\n"


def shlo(total, random, generic=False):
    """A mix like that of an exported model; both forms are the same module. The two operations in the body of a reduction
    are not counted, since the pretty form does not show them."""
    kinds = ("add", "multiply", "subtract", "maximum", "divide", "add", "multiply", "tanh", "negate", "abs")
    kinds += ("transpose", "dot_general", "compare", "reduce")
    t = "tensor<16x16xf32>"
    yield "module {\n"
    for number, ops in enumerate(spans(total, FUNCTION_OPS)):
        yield f"  func.func @f{number}(%arg0: {t}, %arg1: {t}, %arg2: {t}, %arg3: tensor<f32>) -> {t} {{\n"
        chain = Chain(("%arg0", "%arg1", "%arg2"))
        index, kind = 0, None
        while index < ops:
            # Two of a kind in a row could fold, as two transposes or negations do.
            kind = next(k for k in iter(lambda: kinds[random.below(len(kinds))], None) if k != kind)
            newest, other = chain.pick(random)
            steps = [(kind, newest)]
            if kind == "compare":
                steps.append(("select", (f"%{index}", newest)))
            elif kind == "reduce":
                steps.append(("broadcast_in_dim", f"%{index}"))
            for step, operand in steps:
                yield shlo_op(f"%{index}", step, operand, other)[generic]
                index += 1
            chain.push(f"%{index - 1}")
        yield f"    return {chain.values[-1]} : {t}\n  }}\n"
    yield "}\n"


def symdce(total, random):
    """Functions of 4 operations that call one another: `main` reaches every second one, the others are dead."""
    functions = max(2, total // 4)
    yield "module {\n"
    yield "  func.func @main(%arg0: i32) -> i32 {\n    %0 = call @f0(%arg0) : (i32) -> i32\n    return %0 : i32\n  }\n"
    for number in range(functions):
        first, second = INTEGER_OPS[random.below(2)], INTEGER_OPS[random.below(3)]
        yield f"  func.func private @f{number}(%arg0: i32) -> i32 {{\n"
        yield f"    %0 = arith.{first} %arg0, %arg0 : i32\n"
        if number + 2 < functions:
            yield f"    %1 = call @f{number + 2}(%0) : (i32) -> i32\n"
        else:
            yield "    %1 = arith.addi %0, %arg0 : i32\n"
        yield f"    %2 = arith.{second} %1, %0 : i32\n    return %2 : i32\n  }}\n"
    yield "}\n"


def canon(total, random):
    """Groups of 7 operations of which canonicalization leaves 2: an addition of zero and a product of constants go."""
    yield "module {\n"
    for number, ops in enumerate(spans(total, FUNCTION_OPS)):
        yield f"  func.func @f{number}(%arg0: i32, %arg1: i32) -> i32 {{\n"
        current, value = "%arg0", 0
        for _ in range(max(1, ops // 7)):
            first, second = 1 + random.below(3), 4 + random.below(3)
            yield f"    %{value} = arith.constant 0 : i32\n"
            yield f"    %{value + 1} = arith.addi {current}, %{value} : i32\n"
            yield f"    %{value + 2} = arith.constant {first} : i32\n"
            yield f"    %{value + 3} = arith.constant {second} : i32\n"
            yield f"    %{value + 4} = arith.muli %{value + 2}, %{value + 3} : i32\n"
            yield f"    %{value + 5} = arith.xori %{value + 1}, %{value + 4} : i32\n"
            yield f"    %{value + 6} = arith.muli %{value + 5}, %arg1 : i32\n"
            current, value = f"%{value + 6}", value + 7
        yield f"    return {current} : i32\n  }}\n"
    yield "}\n"


def cse(total, random):
    """Two copies of one chain, so that every second operation goes."""
    yield "module {\n"
    for number, ops in enumerate(spans(total, FUNCTION_OPS)):
        yield f"  func.func @f{number}(%arg0: i32, %arg1: i32, %arg2: i32) -> (i32, i32) {{\n"
        copies, value = ("%arg0", "%arg0"), 0
        for _ in range(max(1, ops // 2)):
            op, other = ("addi", "muli")[random.below(2)], f"%arg{1 + random.below(2)}"
            for copy in copies:
                yield f"    %{value} = arith.{op} {copy}, {other} : i32\n"
                value += 1
            copies = (f"%{value - 2}", f"%{value - 1}")
        yield f"    return {copies[0]}, {copies[1]} : i32, i32\n  }}\n"
    yield "}\n"


def empty(total, random):
    yield "module {\n}\n"


KINDS = {
    "empty": empty,
    "arith": arith,
    "arith50": lambda total, random: arith(total * 25 // 4, random),
    "onefunc": lambda total, random: arith(total, random, size=total),
    "cfg": cfg,
    "nested": nested,
    "linalg": linalg,
    # What mlir-opt does with chains takes quadratic time.
    "chain": lambda total, random: linalg(total // 50, random),
    "longchain": lambda total, random: linalg(total // 50, random, length=total // 200),
    "shlo": shlo,
    "shlo_generic": lambda total, random: shlo(total, random, generic=True),
    "symdce": symdce,
    "canon": canon,
    "cse": cse,
}

# The share of operations that is left after a pass, smallest and largest; canonicalize leaves every other kind as it is.
SHARE_LEFT = {
    ("arith", "canonicalize"): (1.0, 1.0),
    ("arith", "cse"): (1.0, 1.0),
    ("onefunc", "canonicalize"): (1.0, 1.0),
    ("cfg", "canonicalize"): (1.0, 1.0),
    ("linalg", "canonicalize"): (1.0, 1.0),
    ("nested", "canonicalize"): (1.0, 1.0),
    ("shlo_generic", "canonicalize"): (1.0, 1.0),
    ("shlo_generic", "cse"): (1.0, 1.0),
    ("symdce", "symbol-dce"): (0.49, 0.51),
    ("canon", "canonicalize"): (0.28, 0.3),
    ("cse", "cse"): (0.49, 0.51),
}

# An operation starts a line or follows the results; labels, closing braces and signatures do not count.
OPERATION = re.compile(r'^ *(?:%[^=]* = )?(?:"[\w.]+"|[a-z]\w*(?:\.\w+)+|call|return)[ ("{]', re.MULTILINE)


def count_operations(text):
    return len(OPERATION.findall(text))


def count_arithmetic(text):
    return text.count(" = arith.") - text.count(" = arith.constant")


def run_mlir_opt(mlir_opt, path, *flags):
    """The text mlir-opt prints; exits where it refuses the file."""
    result = subprocess.run(
        [mlir_opt, "--allow-unregistered-dialect", *flags, path], capture_output=True, text=True, check=False
    )
    if result.returncode != 0:
        sys.exit(f"{path}: {result.stderr[:2000]}")
    return result.stdout


def validate(kind, path, mlir_opt):
    """Checks one file with mlir-opt and returns what was found, for the table."""
    before = count_operations(run_mlir_opt(mlir_opt, path))
    found = [f"{before} ops"]
    for (of_kind, name), (low, high) in SHARE_LEFT.items():
        if of_kind != kind:
            continue
        after = count_operations(run_mlir_opt(mlir_opt, path, f"--{name}"))
        if not low <= after / before <= high:
            sys.exit(f"{path}: {name} leaves {after} of {before} operations, expected {low} to {high}")
        found.append(f"{name} leaves {after}")
    return ", ".join(found)


def validate_pretty_stablehlo(pretty, generic):
    """Parses both StableHLO files with jaxlib's registered dialect and checks that they are the same module."""
    try:
        from jax._src.interpreters import mlir as jax_mlir
        from jaxlib.mlir import ir
    except ImportError:
        return "not checked: jaxlib is not installed"
    with jax_mlir.make_ir_context(), ir.Location.unknown():
        printed = []
        for path in (pretty, generic):
            module = ir.Module.parse(path.read_text())
            module.operation.verify()
            printed.append(module.operation.get_asm(print_generic_op_form=True))
    if printed[0] != printed[1]:
        sys.exit(f"{pretty} and {generic} are different modules")
    return "verified by jaxlib, the same module as the generic form"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("target/bench-modules"))
    parser.add_argument("--ops", type=int, default=200_000, metavar="N")
    parser.add_argument("--kinds", default=",".join(KINDS), help="comma separated; all of them when not given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--validate", action="store_true")
    parser.add_argument("--mlir-opt", default=MLIR_OPT)
    options = parser.parse_args()
    kinds = options.kinds.split(",")
    for kind in kinds:
        if kind not in KINDS:
            parser.error(f"unknown kind '{kind}'; known are {', '.join(KINDS)}")
    if options.ops < 1:
        parser.error("--ops has to be at least 1")
    options.out.mkdir(parents=True, exist_ok=True)

    for kind in kinds:
        path = options.out / f"{kind}.mlir"
        with path.open("w") as file:
            file.writelines(KINDS[kind](options.ops, Random(options.seed)))
        line = f"{kind:13} {path.stat().st_size / 1e6:7.2f} MB"
        if options.validate:
            if kind == "shlo":
                other = options.out / "shlo_generic.mlir"
                with other.open("w") as file:
                    file.writelines(KINDS["shlo_generic"](options.ops, Random(options.seed)))
                line += "  " + validate_pretty_stablehlo(path, other)
            else:
                line += "  " + validate(kind, path, options.mlir_opt)
        print(line, flush=True)


if __name__ == "__main__":
    main()
