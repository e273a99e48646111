"""What is measured on a GPU: each case as a function of JAX, which is lowered to StableHLO when the pack is made, and of torch.

Neither of the two is imported before a case needs it: the pack is made where there is no torch.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Case:
    """One row of the table."""

    name: str
    #: Shapes and element types of the arguments.
    inputs: list
    #: Makes the function of JAX.
    jax: Callable
    #: Makes the function of torch, which may write where the result of the call before is.
    torch: Callable
    #: Operations on numbers, where these are what takes the time.
    operations: float = 0.0
    #: Bytes of arguments and results.
    bytes: float = 0.0
    #: Bits of the fraction that results are right to, but for five: the largest element is one.
    precision: int = 23
    group: str = field(default="")


WIDTH = {"f32": 4, "f16": 2, "bf16": 2}
#: Fractions of the types, and of tf32.
FRACTION = {"f32": 23, "tf32": 10, "f16": 10, "bf16": 7}


def all_cases(tiny):
    """All cases; with `tiny` of sizes that a simulator can run."""
    cases = list(products([64] if tiny else [512, 1024, 2048, 4096, 8192]))
    n = 1 << 12 if tiny else 1 << 26
    rows, columns = (32, 64) if tiny else (8192, 8192)
    cases += elementwise(n) + reductions(rows, columns) + row_kernels(rows, columns)
    cases += transformers(*((1, 2, 32, 16) if tiny else (4, 16, 1024, 64)))
    return cases


def products(sizes):
    for kind in ("bf16", "f16", "tf32", "f32"):
        element = "f32" if kind == "tf32" else kind
        for n in sizes:
            yield Case(
                f"gemm-{kind}-{n}",
                [((n, n), element)] * 2,
                lambda kind=kind: jax_product(kind),
                lambda kind=kind: torch_product(kind),
                operations=2.0 * n**3,
                bytes=3.0 * n * n * WIDTH[element],
                precision=FRACTION[kind],
                group="products of matrices",
            )


def jax_product(kind):
    import jax
    import jax.numpy as jnp

    precision = {"tf32": jax.lax.DotAlgorithmPreset.TF32_TF32_F32, "f32": jax.lax.Precision.HIGHEST}.get(kind)
    return lambda a, b: jnp.matmul(a, b, precision=precision)


def torch_product(kind):
    import torch

    def run(a, b):
        torch.backends.cuda.matmul.allow_tf32 = kind == "tf32"
        return torch.matmul(a, b)

    return run


def simple(name, inputs, result, jax, torch, group, precision=None):
    """A case that takes the time of its memory traffic."""
    sizes = sum(math.prod(shape) * WIDTH[element] for shape, element in [*inputs, *result])
    fraction = precision or min(FRACTION[element] for _, element in inputs)
    return Case(name, inputs, jax, torch, bytes=float(sizes), precision=fraction, group=group)


def elementwise(n):
    one = [((n,), "f32")]

    def chain_jax():
        import jax.numpy as jnp

        return lambda x, y: jnp.tanh(x * 1.5 + y) * jnp.exp(-x * x) + jnp.maximum(y, 0.0)

    def chain_torch():
        import torch

        return lambda x, y: torch.tanh(x * 1.5 + y) * torch.exp(-x * x) + torch.relu(y)

    def neg_torch():
        import torch

        return torch.neg

    return [
        simple("copy", one, one, lambda: lambda x: -x, neg_torch, "memory"),
        simple("chain", one * 2, one, chain_jax, chain_torch, "memory"),
    ]


def reductions(rows, columns):
    matrix = [((rows, columns), "f32")]

    def transpose_jax():
        return lambda x: x.T

    def transpose_torch():
        return lambda x: x.t().contiguous()

    return [
        simple("sum-rows", matrix, [((rows,), "f32")], lambda: lambda x: x.sum(1), lambda: lambda x: x.sum(1), "memory", 12),
        simple("sum-columns", matrix, [((columns,), "f32")], lambda: lambda x: x.sum(0), lambda: lambda x: x.sum(0), "memory", 12),
        simple("sum-all", matrix, [((), "f32")], lambda: lambda x: x.sum(), lambda: lambda x: x.sum(), "memory", 12),
        simple("max-rows", matrix, [((rows,), "f32")], lambda: lambda x: x.max(1), lambda: lambda x: x.amax(1), "memory"),
        simple("transpose", matrix, matrix, transpose_jax, transpose_torch, "memory"),
    ]


def row_kernels(rows, columns):
    def softmax_jax():
        import jax

        return lambda x: jax.nn.softmax(x, axis=-1)

    def softmax_torch():
        import torch

        return lambda x: torch.softmax(x, -1)

    def norm_jax():
        return lambda x, g, b: normalized(x) * g + b

    def norm_torch():
        import torch

        return lambda x, g, b: torch.nn.functional.layer_norm(x, x.shape[-1:], g, b)

    cases = []
    for element in ("f32", "bf16"):
        matrix, row = ((rows, columns), element), ((columns,), element)
        cases.append(simple(f"softmax-{element}", [matrix], [matrix], softmax_jax, softmax_torch, "rows"))
        cases.append(simple(f"layer-norm-{element}", [matrix, row, row], [matrix], norm_jax, norm_torch, "rows"))
    return cases


def normalized(x):
    """Rows of mean zero and variance one, computed on f32."""
    import jax.numpy as jnp

    wide = x.astype(jnp.float32)
    centred = wide - wide.mean(-1, keepdims=True)
    return (centred / jnp.sqrt((centred * centred).mean(-1, keepdims=True) + 1e-5)).astype(x.dtype)


def transformers(batch, heads, length, width):
    model = heads * width
    part = ((batch, heads, length, width), "bf16")
    x, square = ((batch, length, model), "bf16"), ((model, model), "bf16")
    up, down = ((model, 4 * model), "bf16"), ((4 * model, model), "bf16")
    tokens = float(batch * length)
    attention = 4.0 * batch * heads * length * length * width
    return [
        Case("attention", [part] * 3, attention_jax, attention_torch, operations=attention, precision=7, group="transformers"),
        Case(
            "transformer-block",
            [x, square, square, square, square, up, down],
            lambda: block_jax(heads),
            lambda: block_torch(heads),
            operations=attention + 2.0 * tokens * (4 * model * model + 8 * model * model),
            precision=5,
            group="transformers",
        ),
    ]


def attention_jax():
    import jax
    import jax.numpy as jnp

    def run(q, k, v):
        scores = jnp.einsum("bhqd,bhkd->bhqk", q, k, preferred_element_type=jnp.float32)
        weights = jax.nn.softmax(scores * (q.shape[-1] ** -0.5), axis=-1)
        return jnp.einsum("bhqk,bhkd->bhqd", weights.astype(q.dtype), v)

    return run


def attention_torch():
    import torch

    return torch.nn.functional.scaled_dot_product_attention


def block_jax(heads):
    import jax

    attend = attention_jax()

    def run(x, wq, wk, wv, wo, up, down):
        batch, length, model = x.shape
        h = normalized(x)
        split = lambda w: (h @ w).reshape(batch, length, heads, model // heads).transpose(0, 2, 1, 3)  # noqa: E731
        mixed = attend(split(wq), split(wk), split(wv)).transpose(0, 2, 1, 3).reshape(batch, length, model)
        x = x + mixed @ wo
        return x + jax.nn.gelu(normalized(x) @ up) @ down

    return run


def block_torch(heads):
    import torch
    from torch.nn import functional

    def run(x, wq, wk, wv, wo, up, down):
        batch, length, model = x.shape
        h = functional.layer_norm(x, (model,))
        split = lambda w: (h @ w).reshape(batch, length, heads, model // heads).transpose(1, 2)  # noqa: E731
        mixed = functional.scaled_dot_product_attention(split(wq), split(wk), split(wv))
        x = x + mixed.transpose(1, 2).reshape(batch, length, model) @ wo
        return x + functional.gelu(functional.layer_norm(x, (model,)) @ up, approximate="tanh") @ down

    with torch.no_grad():
        return run
