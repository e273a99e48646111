"""What torch has of the programs and models: eager functions of tensors, as its users write them. torch is optional."""

import numpy as np
import torch
import torch.nn.functional as F

from peers.models import Model
from peers.products import FEW_ROWS

try:
    from torch.nn.functional import scaled_dot_product_attention
except ImportError:  # torch 1

    def scaled_dot_product_attention(q, k, v, is_causal=False):
        scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
        if is_causal:
            scores = scores.masked_fill(torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1), float("-inf"))
        return torch.softmax(scores, -1) @ v


class Torch:
    """The operations of peers/models.py. Filters are OIHW and images NCHW; those of the other layout are views of it."""

    def __init__(self, orientation, layout):
        self.orientation, self.layout = orientation, layout

    def images(self, x):
        return x if self.layout == "NCHW" else x.permute(0, 3, 1, 2)

    def back(self, x):
        return x if self.layout == "NCHW" else x.permute(0, 2, 3, 1)

    def linear(self, x, w, b=None):
        if self.orientation == "oi":
            return F.linear(x, w, b)
        return x @ w if b is None else torch.addmm(b, x.reshape(-1, x.shape[-1]), w).reshape(*x.shape[:-1], -1)

    def head(self, x, embedding):
        return F.linear(x, embedding)

    def convolution(self, x, w, stride=1, padding=0, groups=1):
        w = w if self.layout == "NCHW" else w.permute(3, 2, 0, 1)
        return self.back(F.conv2d(self.images(x), w, None, stride, padding, 1, groups))

    def channels(self, v):
        return v if self.layout == "NHWC" else v[:, None, None]

    def batch_norm(self, x, p):
        return self.back(F.batch_norm(self.images(x), p["mean"], p["variance"], p["scale"], p["bias"], eps=1e-5))

    def layer_norm(self, x, p, epsilon=1e-5):
        return F.layer_norm(x, x.shape[-1:], p["scale"], p["bias"], epsilon)

    def attention(self, q, k, v, causal=False):
        return scaled_dot_product_attention(q[None], k[None], v[None], is_causal=causal)[0]

    def max_pool(self, x):
        return self.back(F.max_pool2d(self.images(x), 3, 2, 1))

    def mean_of_pixels(self, x):
        return x.mean((1, 2) if self.layout == "NHWC" else (2, 3))

    def channels_last(self, x):
        return x if self.layout == "NHWC" else x.permute(0, 2, 3, 1)

    def channels_first(self, x):
        return x if self.layout == "NHWC" else x.permute(0, 3, 1, 2)

    relu = staticmethod(F.relu)
    tanh = staticmethod(torch.tanh)
    gelu = staticmethod(F.gelu)

    def gelu_tanh(self, x):
        return F.gelu(x, approximate="tanh")

    def rows(self, table, numbers):
        return F.embedding(numbers.long(), table)

    def concatenate(self, arrays, axis):
        return torch.cat(arrays, axis)

    def transpose(self, x, *order):
        return x.permute(order)


def convolution(x, k, stride=1, groups=1, dilation=1):
    """Of NHWC and HWIO, padded as XLA's SAME does."""
    x, k = x.permute(0, 3, 1, 2), k.permute(3, 2, 0, 1)
    pads = []
    for n, size in ((x.shape[3], k.shape[3]), (x.shape[2], k.shape[2])):
        all_ = max((-(-n // stride) - 1) * stride + (size - 1) * dilation + 1 - n, 0)
        pads += [all_ // 2, all_ - all_ // 2]
    if len(set(pads)) == 1:
        return F.conv2d(x, k, None, stride, pads[0], dilation, groups).permute(0, 2, 3, 1)
    return F.conv2d(F.pad(x, pads), k, None, stride, 0, dilation, groups).permute(0, 2, 3, 1)


def mlp(x, w1, w2, w3):
    return torch.tanh(torch.tanh(x @ w1) @ w2) @ w3


TORCH = {
    **dict.fromkeys(["gemm_256", "gemm_512", "gemm_1024", "gemm_skinny", "gemv", "gemm_batched", "gemm_odd", "gemm_batched_odd"], torch.matmul),
    **dict.fromkeys((f"gemm_rows_{m}" for m in FEW_ROWS), torch.matmul),
    "gemm_bf16_out": lambda x, y: (x.bfloat16() @ y.bfloat16()).float(),
    **{f"gemm_rows_{m}_nt": lambda x, y: x @ y.T for m in FEW_ROWS},
    "gemm_tn": lambda x, y: x.T @ y,
    "gemm_nt": lambda x, y: x @ y.T,
    "gemm_bias_relu": lambda x, y, b: F.relu(torch.addmm(b, x, y)),
    **dict.fromkeys(["conv_3x3", "conv_1x1", "conv_deep"], convolution),
    "conv_7x7": lambda x, k: convolution(x, k, stride=2),
    "conv_depthwise": lambda x, k: convolution(x, k, groups=64),
    "conv_dilated": lambda x, k: convolution(x, k, dilation=2),
    "conv_nchw": lambda x, k: F.conv2d(x, k, None, 1, 1),
    "conv_grouped": lambda x, k: convolution(x, k, groups=4),
    "attention": lambda q, k, v: scaled_dot_product_attention(q[None], k[None], v[None])[0],
    "softmax": lambda x: torch.softmax(x, -1),
    "layer_norm": lambda x, scale, bias: F.layer_norm(x, x.shape[-1:], scale, bias),
    "mlp_small": mlp,
}


def tensor(array):
    """A tensor in the memory of an array, or a number: torch knows no 0-dimensional arrays, and NumPy no bfloat16."""
    if np.ndim(array) == 0:
        return array.item()
    if array.dtype.name == "bfloat16":
        return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)
    # Versions of torch that do not know the one of NumPy have this way to its arrays.
    return torch.from_dlpack(array)


def array(tensor):
    """The elements of a tensor; those of 16 bits as NumPy has them with ml_dtypes."""
    tensor = tensor.detach().contiguous().resolve_conj()
    if tensor.dtype == torch.bfloat16:
        import ml_dtypes

        return np.from_dlpack(tensor.view(torch.int16)).view(ml_dtypes.bfloat16)
    return np.from_dlpack(tensor)


def function(name, program):
    """What runs the program in torch, on tensors that share the memory of its inputs; nothing where it is not written."""
    import jax

    from peers.in_torch_families import FAMILIES

    if isinstance(program, Model):
        arguments = jax.tree.map(torch.from_dlpack, program.arguments)
        ops = Torch(program.ops.orientation, program.ops.layout)
        return lambda: program.write(ops, *arguments)
    run = (TORCH | FAMILIES).get(name)
    if run is None:
        return None
    # Some programs of torch write to their arguments.
    tensors = jax.tree.map(lambda array: tensor(np.array(array)), program.inputs)
    return lambda: run(*tensors)


def results(run, threads):
    """The results as arrays; from now on torch has so many threads."""
    torch.set_num_threads(threads)
    torch.set_grad_enabled(False)
    values = run()
    return [array(value) for value in (values if isinstance(values, (tuple, list)) else [values])]
