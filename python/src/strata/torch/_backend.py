"""The backend of `torch.compile`."""

from __future__ import annotations

import torch
from torch import fx
from torch._dynamo.backends.common import aot_autograd
from torch._functorch.aot_autograd import make_boxed_func
from torch._functorch.partitioners import min_cut_rematerialization_partition

from strata.torch._decompose import decompositions, without_onednn
from strata.torch._errors import TorchError
from strata.torch._graph import why_not
from strata.torch._partition import compile_graph
from strata.torch._shapes import Sizes


def compile_function(module: fx.GraphModule, examples):
    """What `aot_autograd` calls for a graph: forward, backward, or without gradients."""
    del examples
    return make_boxed_func(compile_graph(module))


def partition(joint: fx.GraphModule, *arguments, **options):
    """Divides a graph with its gradients into forward and backward; what is quickly computed is computed again."""
    forget_places_of_maxima(joint)
    return min_cut_rematerialization_partition(joint, *arguments, **options)


def forget_places_of_maxima(joint: fx.GraphModule) -> None:
    """Lets the gradient of a pooling depend on the input alone where its rule does.

    The places of the greatest elements are then not computed and not kept between forward and backward.
    """
    sizes = Sizes(hints=True)
    backward = torch.ops.aten.max_pool2d_with_indices_backward.default
    for node in joint.graph.nodes:
        if node.target is backward and why_not(node, sizes) is None:
            node.update_arg(len(node.args) - 1, node.args[1])
    joint.graph.eliminate_dead_code()
    joint.recompile()


def backend(module: fx.GraphModule, example_inputs, **options):
    """Compiles a graph of `torch.compile`; forward and backward are programs of Strata."""
    if options:
        raise TypeError(f"the backend strata has no options, but got {', '.join(sorted(options))}")
    for example in example_inputs:
        if isinstance(example, torch.Tensor) and example.device.type != "cpu":
            raise TorchError(f"the backend strata runs on the CPU, but an argument is on {example.device}")
    compiler = aot_autograd(
        fw_compiler=compile_function,
        bw_compiler=compile_function,
        decompositions=decompositions(),
        partition_fn=partition,
    )
    with without_onednn():
        return compiler(module, example_inputs)
