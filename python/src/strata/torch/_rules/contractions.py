"""Products of matrices, and attention."""

import math

import torch

from strata.torch import _types
from strata.torch._builder import Builder, Value
from strata.torch._rules.elementwise import operand
from strata.torch._rules.table import rule


def plus(b: Builder, value: Value, bias, beta, alpha) -> Value:
    """alpha times a product and beta times a summand."""
    if alpha != 1:
        value = b.map("multiply", value, b.like(value, alpha))
    if beta == 0:
        return value
    bias = operand(b, bias, value.shape, value.dtype)
    return b.map("add", value, bias if beta == 1 else b.map("multiply", bias, b.like(bias, beta)))


@rule("mm.default")
def mm(b, x, y):
    return b.dot(x, y, contract=((1,), (0,)))


@rule("mv.default")
def mv(b, x, y):
    return b.dot(x, y, contract=((1,), (0,)))


@rule("dot.default", "vdot.default")
def dot(b, x, y):
    return b.dot(x, y, contract=((0,), (0,)))


@rule("bmm.default")
def bmm(b, x, y):
    return b.dot(x, y, ((0,), (0,)), ((2,), (1,)))


@rule("addmm.default")
def addmm(b, bias, x, y, *, beta=1, alpha=1):
    return plus(b, mm(b, x, y), bias, beta, alpha)


@rule("addmv.default")
def addmv(b, bias, x, y, *, beta=1, alpha=1):
    return plus(b, mv(b, x, y), bias, beta, alpha)


@rule("baddbmm.default")
def baddbmm(b, bias, x, y, *, beta=1, alpha=1):
    return plus(b, bmm(b, x, y), bias, beta, alpha)


@rule("linear.default")
def linear(b, x, weight, bias=None):
    value = b.dot(x, weight, contract=((x.rank - 1,), (1,)))
    return value if bias is None else plus(b, value, bias, 1, 1)


def matrices(b: Builder, left: Value, right: Value, contract) -> Value:
    """The product of matrices in the last two dimensions."""
    batch = tuple(range(left.rank - 2))
    return b.dot(left, right, (batch, batch), ((contract[0],), (contract[1],)))


def spread(b: Builder, value: Value, shape, missing: int) -> Value:
    """Repeats a value along a dimension that it lacks."""
    return b.broadcast_in_dim(value, shape, [i for i in range(len(shape)) if i != missing])


def scores(b: Builder, query: Value, key: Value, causal, mask, scale) -> Value:
    """The scaled products of queries and keys with a mask, in single precision at least."""
    wide = _types.wide(query.dtype)
    scale = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    # The scale is of the smaller operand.
    query = b.map("multiply", b.convert(query, wide), b.constant(scale, wide, query.shape))
    value = matrices(b, query, b.convert(key, wide), (query.rank - 1, key.rank - 1))
    lowest = b.like(value, -math.inf)
    if causal:
        rows, columns = (b.iota(value.shape, value.rank - k) for k in (2, 1))
        value = b.select(b.compare("GE", rows, columns), value, lowest)
    if mask is not None:
        if mask.dtype == torch.bool:
            value = b.select(b.broadcast(mask, value.shape), value, lowest)
        else:
            value = b.map("add", value, operand(b, mask, value.shape, wide))
    return value


@rule("_scaled_dot_product_flash_attention_for_cpu.default")
def attention(b, query, key, value, dropout_p=0.0, is_causal=False, *, attn_mask=None, scale=None):
    logits = scores(b, query, key, is_causal, attn_mask, scale)
    last = logits.rank - 1
    top = b.reduce(logits, [last], "maximum", -math.inf)
    # A row whose elements are all masked has no probabilities, but zeros.
    safe = b.select(b.compare("EQ", top, b.like(top, -math.inf)), b.like(top, 0), top)
    powers = b.map("exponential", b.map("subtract", logits, spread(b, safe, logits.shape, last)))
    sums = b.reduce(powers, [last], "add", 0)
    divisor = b.select(b.compare("EQ", sums, b.like(sums, 0)), b.like(sums, 1), sums)
    weights = b.map("divide", powers, spread(b, divisor, powers.shape, last))
    result = matrices(b, weights, b.convert(value, weights.dtype), (last, value.rank - 2))
    logsumexp = b.map("add", b.map("log", sums), safe)
    return b.convert(result, query.dtype), b.convert(logsumexp, b.results[1][1])


@rule("_scaled_dot_product_flash_attention_for_cpu_backward.default")
def attention_backward(b, grad, query, key, value, out, logsumexp, dropout_p, is_causal, *, attn_mask=None, scale=None):
    factor = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    logits = scores(b, query, key, is_causal, attn_mask, scale)
    wide, last = logits.dtype, logits.rank - 1
    lse = b.convert(logsumexp, wide)
    # A row whose elements are all masked has the sum 0 and probabilities 0.
    lse = b.select(b.compare("EQ", lse, b.like(lse, -math.inf)), b.like(lse, 0), lse)
    weights = b.map("exponential", b.map("subtract", logits, spread(b, lse, logits.shape, last)))
    grad, out, query, key, value = (b.convert(each, wide) for each in (grad, out, query, key, value))
    of_value = matrices(b, weights, grad, (last - 1, last - 1))
    of_weights = matrices(b, grad, value, (last, last))
    delta = b.reduce(b.map("multiply", grad, out), [last], "add", 0)
    of_scores = b.map("multiply", weights, b.map("subtract", of_weights, spread(b, delta, weights.shape, last)))
    of_scores = b.map("multiply", of_scores, b.like(of_scores, factor))
    of_query = matrices(b, of_scores, key, (last, last - 1))
    of_key = matrices(b, of_scores, query, (last - 1, last - 1))
    return tuple(b.convert(each, dtype) for each, (_, dtype) in zip((of_query, of_key, of_value), b.results))
