"""Writes the end-to-end programs of this folder: StableHLO text as JAX prints it, inputs, and the results of XLA on the CPU.

Usage: python3 generate.py [--out DIR] [--only NAME]...

Each program becomes a folder with `program.mlir`, `in_0.npy`, ... and `out_0.npy`, ...; `manifest.tsv` lists all of them with
the tolerance of their floating-point results. Every floating-point result of XLA is checked against the same program
evaluated in 64-bit floats, and must be within half of that tolerance: a program whose reference is itself imprecise is
an error here, not a flaky test later. README.md describes the format.
"""

import argparse
import pathlib
import sys

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax

# (relative, absolute) tolerance of floating-point results; `EXACT` is for programs that only move or count.
EXACT = (0.0, 0.0)
F32 = (1e-5, 1e-6)
# Sums of terms of both signs, whose error is relative to the terms and not to a result that happens to be near zero.
F32_SUM = (1e-5, 1e-5)
F64 = (1e-13, 1e-14)
BF16 = (1.6e-2, 1e-2)

PROGRAMS = []


def program(tolerance, *makers, x64=False):
    """Registers a function as a program; `makers` are functions of a random generator, one for each argument."""

    def register(function):
        PROGRAMS.append((function, tolerance, makers, x64))
        return function

    return register


def normal(*shape, dtype=np.float32, scale=1.0):
    return lambda rng: (scale * rng.normal(size=shape)).astype(dtype)


def uniform(low, high, *shape, dtype=np.float32):
    return lambda rng: rng.uniform(low, high, size=shape).astype(dtype)


def integers(low, high, *shape, dtype=np.int32):
    return lambda rng: rng.integers(low, high, size=shape, dtype=dtype)


def booleans(*shape):
    return lambda rng: rng.integers(0, 2, size=shape).astype(bool)


def constant(value, dtype):
    return lambda rng: np.asarray(value, dtype)


# ---- whole programs ----


@program(F32, normal(17, 43, scale=3.0))
def softmax(x):
    return jax.nn.softmax(x, axis=-1)


@program(F32_SUM, normal(19, 61), normal(61), normal(61))
def layer_norm(x, scale, offset):
    mean = jnp.mean(x, axis=-1, keepdims=True)
    centered = x - mean
    variance = jnp.mean(centered * centered, axis=-1, keepdims=True)
    return centered * lax.rsqrt(variance + 1e-5) * scale + offset


@program(F32_SUM, normal(37, 5), normal(37), normal(5), constant(0.05, np.float32))
def gradient_descent_while(x, y, weights, rate):
    """Linear regression by 100 steps of gradient descent; returns the weights and the last loss."""

    def residual(w):
        return x @ w - y

    def step(state):
        count, w, _ = state
        r = residual(w)
        gradient = (2.0 / x.shape[0]) * (x.T @ r)
        return count + 1, w - rate * gradient, jnp.sum(r * r)

    start = (np.int32(0), weights, jnp.zeros((), x.dtype))
    count, weights, loss = lax.while_loop(lambda state: state[0] < 100, step, start)
    return count, weights, loss


@program(
    F32_SUM,
    normal(11, 23, scale=0.3),
    normal(23, scale=0.1),
    normal(23, 7, scale=0.3),
    normal(7, scale=0.1),
    normal(13, 11),
    integers(0, 7, 13),
)
def mlp_train_step(w1, b1, w2, b2, x, labels):
    """One step of gradient descent on the cross entropy of a two-layer network; returns the loss and new parameters."""

    def loss(parameters):
        w1, b1, w2, b2 = parameters
        hidden = jnp.tanh(x @ w1 + b1)
        hidden = jnp.maximum(hidden, 0.0)
        logits = hidden @ w2 + b2
        one_hot = (labels[:, None] == lax.iota(np.int32, 7)[None, :]).astype(logits.dtype)
        shifted = logits - lax.stop_gradient(jnp.max(logits, axis=1, keepdims=True))
        log_sum = jnp.log(jnp.sum(jnp.exp(shifted), axis=1, keepdims=True))
        return -jnp.mean(jnp.sum(one_hot * (shifted - log_sum), axis=1))

    parameters = (w1, b1, w2, b2)
    value, gradient = jax.value_and_grad(loss)(parameters)
    return value, *(p - 0.1 * g for p, g in zip(parameters, gradient))


@program(F32_SUM, normal(2, 3, 9, 5), normal(2, 3, 9, 5), normal(2, 3, 9, 5))
def attention_small(q, k, v):
    """Causal attention; batch 2, 3 heads, 9 positions, 5 features a head."""
    scores = jnp.einsum("bhqd,bhkd->bhqk", q, k) / np.sqrt(np.float32(5.0))
    row = lax.broadcasted_iota(np.int32, (9, 9), 0)
    column = lax.broadcasted_iota(np.int32, (9, 9), 1)
    masked = lax.select(
        lax.broadcast_in_dim(column <= row, scores.shape, (2, 3)), scores, lax.full_like(scores, -1e30)
    )
    weights = jnp.exp(masked - jnp.max(masked, axis=-1, keepdims=True))
    weights = weights / jnp.sum(weights, axis=-1, keepdims=True)
    return jnp.einsum("bhqk,bhkd->bhqd", weights, v)


@program(F32_SUM, normal(9, 11), normal(11))
def call_in_loop(x, v):
    """A `fori_loop`, whose body JAX prints as a call of a private function."""
    return lax.fori_loop(0, 3, lambda i, v: jnp.tanh(x.T @ (x @ v)), v)


# ---- elementwise ----


@program(F32, normal(7, 13), normal(7, 13), normal(7, 13, scale=0.5))
def elementwise_chain(a, b, c):
    return lax.max(lax.tanh(lax.exp(a * b + c)), a - b)


@program(F64, normal(5, 9, dtype=np.float64), normal(5, 9, dtype=np.float64), x64=True)
def elementwise_chain_f64(a, b):
    return lax.max(lax.exp(a * b) / (lax.abs(b) + 1.0), -a)


@program(BF16, normal(7, 11, dtype=ml_dtypes.bfloat16), normal(7, 11, dtype=ml_dtypes.bfloat16))
def elementwise_bf16(a, b):
    return lax.max(a * b, a + b)


@program(F32, uniform(0.1, 4.0, 3, 37))
def unary_positive(x):
    return lax.log(x), lax.sqrt(x), lax.rsqrt(x), lax.log1p(x), lax.cbrt(x)


@program(F32, normal(3, 37))
def unary_any(x):
    return lax.exp(x), lax.expm1(x), lax.tanh(x), lax.logistic(x), lax.sin(x), lax.cos(x)


@program(EXACT, normal(3, 37, scale=5.0))
def unary_rounding(x):
    return lax.floor(x), lax.ceil(x), lax.round(x, lax.RoundingMethod.TO_NEAREST_EVEN), lax.sign(x), lax.abs(x), -x


@program(F32, uniform(0.2, 3.0, 5, 17), uniform(-2.0, 2.0, 5, 17))
def binary_float(a, b):
    return lax.div(a, b), lax.pow(a, b), lax.atan2(b, a), lax.rem(b, a)


@program(EXACT, normal(5, 7), normal(5, 7))
def select_compare(a, b):
    return lax.select(lax.lt(a, b), a, b), lax.ge(a, b)


@program(EXACT, constant(-0.5, np.float32), normal(3, 11), constant(0.75, np.float32))
def clamp(low, x, high):
    return lax.clamp(low, x, high)


@program(EXACT, integers(-1000, 1000, 5, 13), integers(1, 100, 5, 13))
def integer_arithmetic_i32(a, b):
    return a + b, a - b, a * b, lax.div(a, b), lax.rem(a, b), lax.min(a, b), lax.max(a, b)


@program(
    EXACT,
    integers(-(2**62), 2**62, 3, 7, dtype=np.int64),
    integers(1, 2**40, 3, 7, dtype=np.int64),
    x64=True,
)
def integer_arithmetic_i64(a, b):
    return a + b, a * b, lax.div(a, b), lax.rem(a, b)


@program(EXACT, integers(-(2**31), 2**31 - 1, 31), integers(0, 32, 31))
def integer_bits_i32(a, shift):
    return (
        a & shift,
        a | shift,
        a ^ shift,
        ~a,
        lax.shift_left(a, shift),
        lax.shift_right_logical(a, shift),
        lax.shift_right_arithmetic(a, shift),
        lax.population_count(a),
        lax.clz(a),
    )


@program(EXACT, integers(0, 256, 29, dtype=np.uint8), integers(1, 256, 29, dtype=np.uint8))
def integer_arithmetic_ui8(a, b):
    return a + b, lax.div(a, b), lax.max(a, b), lax.lt(a, b)


@program(EXACT, booleans(5, 7), booleans(5, 7))
def boolean_logic(a, b):
    return a & b, a | b, a ^ b, ~a


@program(EXACT, integers(-(2**24), 2**24, 7, 9))
def convert_i32_f32(x):
    return lax.convert_element_type(x, np.float32)


@program(EXACT, normal(7, 9, scale=100.0))
def convert_f32_others(x):
    return (
        lax.convert_element_type(x, np.int32),
        lax.convert_element_type(x, jnp.bfloat16),
        lax.convert_element_type(x, np.float16),
    )


@program(EXACT, booleans(13))
def convert_i1_f32(x):
    return lax.convert_element_type(x, np.float32), lax.convert_element_type(x, np.int32)


@program(EXACT, normal(3, 5))
def bitcast_f32_i32(x):
    return lax.bitcast_convert_type(x, np.int32)


@program(F32, constant(1.25, np.float32), constant(-3.5, np.float32))
def scalars(a, b):
    return a * b + a, lax.exp(b)


# ---- contractions ----


@program(F32_SUM, normal(33, 65), normal(65, 129))
def matmul_33x65x129(a, b):
    return a @ b


@program(F64, normal(7, 11, dtype=np.float64), normal(11, 5, dtype=np.float64), x64=True)
def matmul_f64(a, b):
    return a @ b


@program(F32_SUM, normal(9, 17, dtype=ml_dtypes.bfloat16), normal(17, 13, dtype=ml_dtypes.bfloat16))
def matmul_bf16_f32(a, b):
    return lax.dot_general(a, b, (((1,), (0,)), ((), ())), preferred_element_type=np.float32)


@program(EXACT, integers(-50, 50, 7, 9), integers(-50, 50, 9, 11))
def matmul_i32(a, b):
    return lax.dot_general(a, b, (((1,), (0,)), ((), ())), preferred_element_type=np.int32)


@program(F32_SUM, normal(3, 5, 7), normal(3, 7, 9))
def batch_matmul(a, b):
    return a @ b


@program(F32_SUM, normal(9, 7), normal(11, 9))
def matmul_transposed(a, b):
    """Contracts the first dimension of the left operand with the last of the right one."""
    return lax.dot_general(a, b, (((0,), (1,)), ((), ())))


@program(F32_SUM, normal(5, 3, 7, 2), normal(2, 7, 5, 3))
def dot_general_two_contracting(a, b):
    return lax.dot_general(a, b, (((2, 3), (1, 0)), ((0,), (2,))))


@program(F32_SUM, normal(23, 17), normal(17))
def matvec(a, x):
    return a @ x


@program(F32_SUM, normal(101), normal(101))
def vector_dot(x, y):
    return x @ y


# ---- data movement ----


@program(EXACT, normal(7, 13))
def transpose_2d(x):
    return lax.transpose(x, (1, 0))


@program(EXACT, normal(3, 5, 7))
def transpose_3d(x):
    return lax.transpose(x, (2, 0, 1))


@program(EXACT, normal(5))
def broadcast(x):
    return lax.broadcast_in_dim(x, (3, 5, 7), (1,))


@program(EXACT, normal(3, 1))
def broadcast_size_one(x):
    return lax.broadcast_in_dim(x, (3, 7), (0, 1))


@program(EXACT, normal(3, 10))
def reshape(x):
    return lax.reshape(x, (5, 2, 3))


@program(EXACT)
def iota():
    return lax.broadcasted_iota(np.int32, (3, 5), 1), lax.broadcasted_iota(np.float32, (3, 5), 0)


@program(EXACT, normal(9, 11))
def slice_strided(x):
    return lax.slice(x, (1, 2), (8, 11), (2, 3))


@program(EXACT, normal(3, 5), normal(3, 2), normal(3, 7))
def concatenate(a, b, c):
    return lax.concatenate((a, b, c), 1)


@program(EXACT, normal(5, 3), constant(0.5, np.float32))
def pad(x, value):
    return lax.pad(x, value, ((1, 2, 0), (0, 1, 1)))


@program(EXACT, normal(7, 5), constant(-1.0, np.float32))
def pad_negative(x, value):
    return lax.pad(x, value, ((-2, 1, 0), (1, -1, 2)))


@program(EXACT, normal(9, 7), constant(4, np.int32), constant(100, np.int32))
def dynamic_slice(x, row, column):
    """The second start index is out of bounds and has to be clamped."""
    return lax.dynamic_slice(x, (row, column), (3, 5))


@program(EXACT, normal(9, 7), normal(3, 2), constant(-3, np.int32), constant(2, np.int32))
def dynamic_update_slice(x, update, row, column):
    """The first start index is negative and has to be clamped."""
    return lax.dynamic_update_slice(x, update, (row, column))


@program(EXACT, normal(5, 7))
def reverse(x):
    return lax.rev(x, (0, 1))


@program(EXACT, normal(0, 5), normal(3, 5))
def empty_tensor(a, b):
    return a + 1.0, lax.concatenate((a, b), 0)


# ---- reductions ----


@program(F32_SUM, normal(13, 37))
def reduce_sum_rows(x):
    return jnp.sum(x, axis=1)


@program(F32_SUM, normal(13, 37))
def reduce_sum_columns(x):
    return jnp.sum(x, axis=0)


@program(EXACT, normal(13, 37))
def reduce_max_rows(x):
    return jnp.max(x, axis=1)


@program(EXACT, normal(13, 37))
def reduce_max_columns(x):
    return jnp.max(x, axis=0)


@program(F32_SUM, normal(3, 5, 7))
def reduce_sum_all(x):
    return jnp.sum(x)


@program(F64, normal(5, 33, dtype=np.float64), x64=True)
def reduce_sum_f64(x):
    return jnp.sum(x, axis=1)


@program(EXACT, integers(-100, 100, 5, 33))
def reduce_i32(x):
    return jnp.sum(x, axis=1), jnp.min(x, axis=0)


@program(EXACT, booleans(5, 3))
def reduce_any_all(x):
    return jnp.any(x, axis=1), jnp.all(x, axis=0)


@program(EXACT, normal(11, 29))
def argmax(x):
    """A reduction of two operands at once, with a body of compares and selects."""
    return lax.argmax(x, 1, np.int32)


def is_float(array):
    return jnp.issubdtype(array.dtype, jnp.floating)


def evaluate_in_f64(function, arguments):
    """The results of `function` with every float argument widened to 64 bits."""
    with jax.enable_x64(True):
        wide = [a.astype(np.float64) if is_float(a) else a for a in arguments]
        results = jax.jit(function, keep_unused=True)(*wide)
        return [np.asarray(r) for r in jax.tree.leaves(results)]


def check(name, results, exact, tolerance):
    """Fails where a float result of XLA is further than half of the tolerance from the value in 64-bit floats."""
    rtol, atol = tolerance
    for index, (got, want) in enumerate(zip(results, exact, strict=True)):
        if not is_float(got) or tolerance == EXACT:
            continue
        got, want = got.astype(np.float64), want.astype(np.float64)
        assert np.all(np.isfinite(want)), f"{name}: result {index} is not finite"
        allowed = atol + rtol * np.abs(want)
        used = np.max(np.abs(got - want) / allowed, initial=0.0)
        if used > 0.5:
            sys.exit(f"{name}: result {index} of XLA uses {used:.2f} of the tolerance")


def generate(out, function, tolerance, makers, x64):
    """Writes one program and returns its line of the manifest."""
    name = function.__name__
    # The seed depends on the name alone, so adding a program does not change the others.
    rng = np.random.default_rng(list(name.encode()))
    arguments = [maker(rng) for maker in makers]
    with jax.enable_x64(x64):
        lowered = jax.jit(function, keep_unused=True).lower(*arguments)
        text = lowered.as_text().replace(f"module @jit_{name} ", f"module @{name} ")
        results = [np.asarray(r) for r in jax.tree.leaves(lowered.compile()(*arguments))]
    if name == "gradient_descent_while":
        assert text.count("stablehlo.while") == 1, "there has to be exactly one loop"
    # Programs with integer results only are exact; a widened evaluation would change bitcasts and conversions.
    if tolerance != EXACT and tolerance != F64:
        check(name, results, evaluate_in_f64(function, arguments), tolerance)

    folder = out / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "program.mlir").write_text(text.rstrip() + "\n")
    for kind, arrays in (("in", arguments), ("out", results)):
        for index, array in enumerate(arrays):
            # A scalar stays of rank 0: `ascontiguousarray` alone would make it of rank 1.
            contiguous = np.ascontiguousarray(array).reshape(array.shape)
            np.save(folder / f"{kind}_{index}.npy", contiguous)
    return f"{name}\t{len(arguments)}\t{len(results)}\t{tolerance[0]:g}\t{tolerance[1]:g}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).parent)
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="leaves the manifest alone")
    options = parser.parse_args()
    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_default_matmul_precision", "highest")

    manifest = "name\tinputs\toutputs\trtol\tatol\n"
    for function, tolerance, makers, x64 in PROGRAMS:
        if not options.only or function.__name__ in options.only:
            manifest += generate(options.out, function, tolerance, makers, x64)
    if not options.only:
        (options.out / "manifest.tsv").write_text(manifest)


if __name__ == "__main__":
    main()
