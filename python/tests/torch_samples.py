"""Runs torch's own samples of operators through `strata.torch`, beside eager torch.

Usage: PYTHON python/tests/torch_samples.py [--dtype float32] [--samples N] [--only NAME ...]

PYTHON has torch, expecttest, and the package strata or STRATA_NATIVE_LIBRARY. A line for each operator that has no rule (with the reason)
and for each sample whose result differs. Random numbers differ here: torch's samples set seeds of their own. Places of equal elements
(`topk`, `sort`) are not determined; narrow types differ by roundings. Exit code 1: a difference.
"""

import argparse
import collections
import itertools
import sys
import warnings

import torch
from strata.torch._compiled import Executable
from strata.torch._decompose import decompositions
from strata.torch._graph import translate, why_not
from strata.torch._shapes import Sizes
from torch.fx.experimental.proxy_tensor import make_fx
from torch.testing._internal.common_methods_invocations import op_db
from torch.utils import _pytree as pytree


def traced(operator, sample):
    """The graph of a sample, its tensors, and the results of eager torch."""
    flat, spec = pytree.tree_flatten((sample.input, sample.args, sample.kwargs))
    places = [i for i, value in enumerate(flat) if isinstance(value, torch.Tensor)]

    def call(*tensors):
        values = list(flat)
        for i, tensor in zip(places, tensors):
            values[i] = tensor
        value, args, kwargs = pytree.tree_unflatten(values, spec)
        return [each for each in pytree.tree_leaves(operator.op(value, *args, **kwargs)) if isinstance(each, torch.Tensor)]

    tensors = [flat[i] for i in places]
    with torch.no_grad():
        expected = call(*(tensor.clone() for tensor in tensors))
        functional = torch.func.functionalize(lambda *x: tuple(call(*x)), remove="mutations_and_views")
        graph = make_fx(functional, decomposition_table=decompositions(), tracing_mode="fake", _allow_non_fake_inputs=True)(
            *tensors
        )
    return graph, tensors, expected


def outcome(operator, sample) -> tuple[str, str]:
    """One of `same`, `differs`, `no rule` and `not traced`, and why."""
    try:
        graph, tensors, expected = traced(operator, sample)
    except Exception as why:  # torch cannot trace a few operators, and raises many kinds.
        return "not traced", type(why).__name__
    sizes = Sizes(hints=True)
    for node in graph.graph.nodes:
        why = why_not(node, sizes) if node.op == "call_function" else None
        if why:
            return "no rule", why
    try:
        for one, other in zip(Executable(translate(graph, Sizes()))(tensors), expected):
            if "empty" in operator.name:
                assert one.shape == other.shape
            else:
                torch.testing.assert_close(one, other, rtol=2e-4, atol=2e-4, equal_nan=True, check_stride=False)
    except Exception as why:
        return "differs", f"{type(why).__name__}: {' '.join(str(why).split())[:160]}"
    return "same", ""


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dtype", default="float32")
    parser.add_argument("--samples", type=int, default=2, help="of each operator")
    parser.add_argument("--only", nargs="*")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    dtype, counts = getattr(torch, options.dtype), collections.Counter()
    for operator in op_db:
        if dtype not in operator.supported_dtypes("cpu") or (options.only and operator.name not in options.only):
            continue
        samples = itertools.islice(operator.sample_inputs("cpu", dtype), 3 * options.samples)
        found = [outcome(operator, sample) for sample in list(samples)[::3]]
        for kind, why in dict.fromkeys(found):
            if kind in ("differs", "no rule"):
                print(f"{operator.name} {operator.variant_test_name}: {kind}: {why}", flush=True)
        kinds = {kind for kind, _ in found}
        counts.update([next((kind for kind in ("differs", "no rule", "not traced") if kind in kinds), "same")])
    print(f"operators of {options.dtype}: " + ", ".join(f"{count} {kind}" for kind, count in counts.most_common()))
    return 1 if counts["differs"] else 0


if __name__ == "__main__":
    sys.exit(main())
