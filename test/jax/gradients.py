"""Gradients of models, and how far results are from others."""

import math

import jax
import jax.numpy as jnp
import numpy as np


def differentiated(model):
    """The gradients of a weighted sum of a model's results with respect to the arguments that can be differentiated."""
    leaves, tree = jax.tree.flatten(model.arguments)
    places = [i for i, leaf in enumerate(leaves) if jnp.issubdtype(leaf.dtype, jnp.floating)]
    if not places:
        return None

    def total(chosen, rest):
        everything = list(rest)
        for place, leaf in zip(places, chosen):
            everything[place] = leaf
        results = jax.tree.leaves(model.function(*jax.tree.unflatten(tree, everything)))
        sums = [weighted(r) for r in results if jnp.issubdtype(r.dtype, jnp.inexact)]
        if not sums:
            raise TypeError("no floating-point results")
        return sum(sums)

    def function(*arguments):
        leaves = jax.tree.leaves(arguments)
        return jax.grad(total)([leaves[i] for i in places], leaves)

    return function


def weighted(array):
    """A sum to which every element contributes otherwise; infinite ones do not."""
    values = jnp.where(jnp.isfinite(array), array, 0).astype(jnp.float32)
    return (values * jnp.cos(jnp.arange(values.size, dtype=jnp.float32)).reshape(values.shape)).sum()


def distance(got, want):
    """The largest difference, as a part of the largest element."""
    got, want = got.astype(np.float64), want.astype(np.float64)
    if not np.array_equal(np.isfinite(got), np.isfinite(want)):
        return math.inf
    largest = np.abs(want[np.isfinite(want)]).max(initial=1e-30)
    return float(np.nan_to_num(np.abs(got - want), nan=0.0, posinf=0.0).max(initial=0.0) / largest)
