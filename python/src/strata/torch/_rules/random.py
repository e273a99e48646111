"""Random numbers: torch draws them before each call, from its own generator, so that they are those of eager torch."""

import torch

from strata.torch._builder import Builder
from strata.torch._rules.table import rule


def drawn(b: Builder, draw):
    """A tensor that torch fills before each call."""
    shape, dtype = b.result
    return b.host_tensor(lambda: draw(torch.empty(shape, dtype=dtype)), shape, dtype)


@rule("rand.default", "rand_like.default", "uniform.default")
def uniform(b, *arguments, **_):
    low, high = bounds(arguments)
    return drawn(b, lambda x: x.uniform_(low, high))


def bounds(arguments) -> tuple[float, float]:
    """The range of `uniform`, which `rand` has no arguments for."""
    numbers = [x for x in arguments[1:] if isinstance(x, (int, float)) and not isinstance(x, bool)]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else (0.0, 1.0)


@rule("randn.default", "randn_like.default")
def normal(b, *_, **__):
    return drawn(b, lambda x: x.normal_())


@rule("bernoulli.p")
def bernoulli(b, x, p=0.5, **_):
    return drawn(b, lambda y: y.bernoulli_(p))


@rule("randint.default", "randint.low", "randint_like.default", "randint_like.low_dtype")
def integers(b, *arguments, **_):
    numbers = [x for x in arguments if isinstance(x, int)]
    low, high = (0, numbers[0]) if len(numbers) == 1 else numbers[:2]
    return drawn(b, lambda x: x.random_(low, high))


@rule("randperm.default")
def permutation(b, n, **_):
    return drawn(b, lambda x: torch.randperm(n, dtype=x.dtype))


@rule("native_dropout.default")
def dropout(b, x, p, train=None):
    if not train or p == 0:
        return x, b.constant(True, torch.bool, x.shape)
    dtype = x.dtype
    # As the kernel of torch does it: the numbers are of the same type.
    kept = b.host_tensor(lambda: torch.empty(x.shape, dtype=dtype).bernoulli_(1 - p), x.shape, dtype)
    factor = b.map("multiply", kept, b.like(kept, 0 if p == 1 else 1 / (1 - p)))
    return b.map("multiply", x, factor), b.convert(kept, torch.bool)
