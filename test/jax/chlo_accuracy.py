"""Measures how exact the functions are that `chlo-legalize-to-stablehlo` writes out.

Each op is legalized by strata-opt, evaluated by StableHLO's reference interpreter, which rounds every elementary op
correctly, and compared with mpmath. One line an op and range: the largest and the median error in units in the last
place, and the argument of the largest. The largest must be within the limit of the op, about twice what it is for the
arguments here, which are the same each time. At special values the results are compared with those of JAX.

Usage: chlo_accuracy.py [path of strata-opt]. Needs jax, numpy and mpmath. Ends with `N passed, N failed`.
"""

import os
import subprocess
import sys

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as jnp
import jax.scipy.special as special
import mpmath as mp
import numpy as np
from jax._src.interpreters import mlir as jax_mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

TYPES = {"f32": np.float32, "f64": np.float64}
PASS = "--pass-pipeline=builtin.module(func.func(chlo-legalize-to-stablehlo))"
TOOLS = os.environ.get("STRATA_TOOLS_DIR", "target/debug")
OPT = sys.argv[1] if len(sys.argv) > 1 else f"{TOOLS}/strata-opt"
POINTS = 300

mp.mp.prec = 400
jax.config.update("jax_enable_x64", True)
random = np.random.default_rng(0)
context = jax_mlir.make_ir_context()


def evaluate(program, arguments):
    """The results of the legalized program."""
    run = subprocess.run([OPT, "-", PASS], input=program, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(run.stderr)
    with context, ir.Location.unknown(context):
        module = ir.Module.parse(run.stdout)
        values = [ir.DenseElementsAttr.get(np.ascontiguousarray(a)) for a in arguments]
        return [np.array(r) for r in stablehlo.eval_module(module, values)]


def apply_real(op, name, *arguments):
    """An op on tensors of floats."""
    tensor = f"tensor<{len(arguments[0])}x{name}>"
    count = range(len(arguments))
    parameters = ", ".join(f"%a{i}: {tensor}" for i in count)
    operands = ", ".join(f"%a{i}" for i in count)
    types = ", ".join(tensor for _ in count)
    return evaluate(
        f"func.func @main({parameters}) -> {tensor} {{\n"
        f"  %0 = chlo.{op} {operands} : {types} -> {tensor}\n  return %0 : {tensor}\n}}",
        arguments,
    )[0]


def apply_complex(op, name, x, y):
    """The parts of an op on complex numbers."""
    part, whole = f"tensor<{len(x)}x{name}>", f"tensor<{len(x)}xcomplex<{name}>>"
    return evaluate(
        f"func.func @main(%x: {part}, %y: {part}) -> ({part}, {part}) {{\n"
        f"  %z = stablehlo.complex %x, %y : {whole}\n  %0 = chlo.{op} %z : {whole} -> {whole}\n"
        f"  %1 = stablehlo.real %0 : ({whole}) -> {part}\n  %2 = stablehlo.imag %0 : ({whole}) -> {part}\n"
        f"  return %1, %2 : {part}, {part}\n}}",
        [x, y],
    )


def ulps(got, want, name, least=0.0):
    """The error of one number; nothing where the exact value is no normal number. Below `least` it is absolute."""
    limits = np.finfo(TYPES[name])
    if not mp.isfinite(want) or not limits.tiny <= abs(want) <= limits.max:
        return 0.0
    unit = float(np.spacing(TYPES[name](max(abs(want), least))))
    return float(abs(mp.mpf(float(got)) - want) / unit) if np.isfinite(got) else np.inf


def report(label, errors, arguments, limit):
    """One line; whether all errors are within the limit."""
    errors = np.array(errors)
    worst = int(np.argmax(errors))
    good = bool(errors[worst] <= limit)
    note = "" if good else f", which is more than {limit}"
    print(f"{label}: max {errors[worst]:.3g}{note}, median {np.median(errors):.2g}, at {arguments[worst]}", flush=True)
    return good


def uniform(low, high):
    """Numbers of a range."""
    return lambda: random.uniform(low, high, POINTS)


def scaled(low, high):
    """Numbers of both signs and of sizes between powers of ten."""
    return lambda: random.choice([-1, 1], POINTS) * 10.0 ** random.uniform(low, high, POINTS)


def log_gamma(x):
    return mp.log(abs(mp.gamma(x)))


# Ops with their arguments, the limit for f32 and f64, and the magnitude below which errors are absolute: near their
# roots, the functions that are sums of large terms have no exact digits.
REAL = [
    ("erf", mp.erf, [scaled(-6, 0.7)], 8, 0),
    ("erfc", mp.erfc, [uniform(-5, 9)], 12, 0),
    ("erf_inv", mp.erfinv, [uniform(-1, 1)], 7, 0),
    ("erf_inv", mp.erfinv, [uniform(0.99, 1)], 5, 0),
    ("lgamma", log_gamma, [uniform(3, 100)], 30, 0),
    ("lgamma", log_gamma, [uniform(-20, 0)], 30, 1),
    ("digamma", mp.digamma, [uniform(2, 100)], 15, 0),
    ("digamma", mp.digamma, [uniform(-10, 0)], 30, 1),
    ("bessel_i1e", lambda x: mp.besseli(1, x) * mp.exp(-abs(x)), [uniform(-40, 40)], 20, 0),
    ("zeta", mp.zeta, [uniform(1.1, 30), uniform(0.1, 30)], 12, 0),
    ("polygamma", lambda n, x: mp.polygamma(int(n), x), [lambda: random.integers(1, 6, POINTS), uniform(0.5, 20)], 60, 0),
    ("acos", mp.acos, [uniform(-1, 1)], 2, 0),
    ("asin", mp.asin, [uniform(-1, 1)], 2, 0),
    ("atan", mp.atan, [scaled(-5, 5)], 1, 0),
    ("acosh", mp.acosh, [uniform(1, 3)], 3, 0),
    ("acosh", mp.acosh, [uniform(1, 1e30)], 1, 0),
    ("asinh", mp.asinh, [scaled(-6, 30)], 2, 0),
    ("atanh", mp.atanh, [uniform(-1, 1)], 3, 0),
    ("sinh", mp.sinh, [scaled(-6, 1.9)], 4, 0),
    ("cosh", mp.cosh, [scaled(-6, 1.9)], 3, 0),
    ("tan", mp.tan, [uniform(-9, 9)], 1, 0),
]
COMPLEX_LIMIT = 6
COMPLEX = [(op, getattr(mp, op)) for op in ["acos", "acosh", "asin", "asinh", "atan", "atanh"]]
SPECIAL = [0.0, -0.0, 1, -1, 2, -2, 0.5, -0.5, np.inf, -np.inf, np.nan, 1e30, -1e30, 1e-30, -3, -2.5, 30, -30]
LIKE_JAX = {
    "erf": special.erf, "erfc": special.erfc, "erf_inv": special.erfinv, "lgamma": jax.lax.lgamma,
    "digamma": special.digamma, "bessel_i1e": special.i1e, "acos": jnp.arccos, "asin": jnp.arcsin,
    "atan": jnp.arctan, "acosh": jnp.arccosh, "asinh": jnp.arcsinh, "atanh": jnp.arctanh, "sinh": jnp.sinh,
    "cosh": jnp.cosh, "tan": jnp.tan,
}  # fmt: skip


def main():
    """Prints all lines; fails when an error is larger than its limit or a special value differs."""
    outcomes = []
    for name, dtype in TYPES.items():
        for op, function, ranges, limit, least in REAL:
            arguments = [r().astype(dtype) for r in ranges]
            rows = [tuple(float(v) for v in row) for row in zip(*arguments)]
            wanted = [mp.re(function(*map(mp.mpf, row))) for row in rows]
            errors = [ulps(g, w, name, least) for g, w in zip(apply_real(op, name, *arguments), wanted)]
            outcomes.append(report(f"{op} {name}", errors, rows, limit))
        for op, function in COMPLEX:
            for size in [1, 6, 15]:
                x, y = (scaled(-size, size)().astype(dtype) for _ in range(2))
                wanted = [function(mp.mpc(float(a), float(b))) for a, b in zip(x, y)]
                re, im = apply_complex(op, name, x, y)
                errors = [max(ulps(a, w.real, name), ulps(b, w.imag, name)) for a, b, w in zip(re, im, wanted)]
                outcomes.append(report(f"{op} complex<{name}> to 1e{size}", errors, list(zip(x, y)), COMPLEX_LIMIT))
        values = np.array(SPECIAL, dtype)
        for op, function in LIKE_JAX.items():
            got, wanted = apply_real(op, name, values), np.array(function(values))
            near = np.isclose(got, wanted, rtol=1e-5, atol=1e-6, equal_nan=True)
            near &= (got != 0) | (wanted != 0) | (np.signbit(got) == np.signbit(wanted))
            outcomes.append(bool(near.all()))
            for x, g, w in zip(values[~near], got[~near], wanted[~near]):
                print(f"{op} {name} at {x}: {g}, but jax gives {w}")
    print(f"{sum(outcomes)} passed, {len(outcomes) - sum(outcomes)} failed")
    sys.exit(0 if all(outcomes) else 1)


if __name__ == "__main__":
    main()
