"""The models of vs_xla.py: whole networks with random weights as arguments, of the sizes that their papers give.

A model is written once, as a function of operations, weights and inputs. The operations are those of JAX here and those of torch in
in_torch.py. Weights of linear layers lie as JAX has them, [in, out], contracted [1]x[0], or as PyTorch has them, [out, in], contracted
[1]x[1] (`_oi`); images and filters NHWC and HWIO, or NCHW and OIHW (`_nchw`). Arrays are made when a model is asked for: GPT-2 has
500 MB of them.
"""

import dataclasses
import math
from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np

from peers.program import Program


class Jax:
    """The operations as JAX has them."""

    def __init__(self, orientation="io", layout="NHWC"):
        self.orientation, self.layout = orientation, layout
        self.filters = "HWIO" if layout == "NHWC" else "OIHW"
        self.pixels = (1, 2) if layout == "NHWC" else (2, 3)

    def linear(self, x, w, b=None):
        y = jax.lax.dot_general(x, w, (((x.ndim - 1,), (0 if self.orientation == "io" else 1,)), ((), ())))
        return y if b is None else y + b

    def head(self, x, embedding):
        """The embedding read as [out, in]: GPT-2 has one matrix for both."""
        return jax.lax.dot_general(x, embedding, (((x.ndim - 1,), (1,)), ((), ())))

    def convolution(self, x, w, stride=1, padding=0, groups=1):
        return jax.lax.conv_general_dilated(
            x, w, (stride, stride), [(padding, padding)] * 2,
            dimension_numbers=(self.layout, self.filters, self.layout), feature_group_count=groups,
        )

    def channels(self, v):
        """A vector of channels beside images."""
        return v if self.layout == "NHWC" else v[:, None, None]

    def batch_norm(self, x, p):
        """With the statistics of training."""
        scale = p["scale"] * jax.lax.rsqrt(p["variance"] + 1e-5)
        return x * self.channels(scale) + self.channels(p["bias"] - p["mean"] * scale)

    def layer_norm(self, x, p, epsilon=1e-5):
        mean = x.mean(-1, keepdims=True)
        variance = ((x - mean) ** 2).mean(-1, keepdims=True)
        return (x - mean) * jax.lax.rsqrt(variance + epsilon) * p["scale"] + p["bias"]

    def attention(self, q, k, v, causal=False):
        """Of [heads, length, width]."""
        scores = jnp.einsum("hqd,hkd->hqk", q, k) * np.float32(1 / math.sqrt(q.shape[-1]))
        if causal:
            scores = jnp.where(jnp.tril(jnp.ones(scores.shape[1:], bool)), scores, np.float32(-1e30))
        return jnp.einsum("hqk,hkd->hqd", jax.nn.softmax(scores, axis=-1), v)

    def max_pool(self, x):
        window, strides, padding = [1] * 4, [1] * 4, [(0, 0)] * 4
        for d in self.pixels:
            window[d], strides[d], padding[d] = 3, 2, (1, 1)
        return jax.lax.reduce_window(x, -np.inf, jax.lax.max, window, strides, padding)

    def mean_of_pixels(self, x):
        return x.mean(self.pixels)

    def channels_last(self, x):
        return x if self.layout == "NHWC" else x.transpose(0, 2, 3, 1)

    def channels_first(self, x):
        """Back from channels_last."""
        return x if self.layout == "NHWC" else x.transpose(0, 3, 1, 2)

    relu = staticmethod(jax.nn.relu)
    tanh = staticmethod(jnp.tanh)

    def gelu(self, x):
        return jax.nn.gelu(x, approximate=False)

    def gelu_tanh(self, x):
        return jax.nn.gelu(x, approximate=True)

    def rows(self, table, numbers):
        return table[numbers]

    def concatenate(self, arrays, axis):
        return jnp.concatenate(arrays, axis)

    def transpose(self, x, *order):
        return x.transpose(order)


def heads(ops, x, n):
    """[length, width] as [heads, length, width / heads]."""
    return ops.transpose(x.reshape(x.shape[0], n, -1), 1, 0, 2)


def joined(ops, x):
    return ops.transpose(x, 1, 0, 2).reshape(x.shape[1], -1)


# Language models.


def gpt2(ops, w, tokens, past=None):
    """The logits of all tokens; with `past`, keys and values of each layer, those of one more token, and its keys and values."""
    first = 0 if past is None else past.shape[3]
    x = ops.rows(w["tokens"], tokens) + w["positions"][first : first + tokens.shape[0]]
    now = []
    for number, p in enumerate(w["layers"]):
        q, k, v = (ops.linear(ops.layer_norm(x, p["norm1"]), p[n], p[n + "_bias"]) for n in ("query", "key", "value"))
        q, k, v = (heads(ops, y, 12) for y in (q, k, v))
        now += [k, v]
        if past is not None:
            k, v = (ops.concatenate([past[number, i], y], 1) for i, y in enumerate((k, v)))
        x = x + ops.linear(joined(ops, ops.attention(q, k, v, causal=past is None)), p["out"], p["out_bias"])
        hidden = ops.gelu_tanh(ops.linear(ops.layer_norm(x, p["norm2"]), p["up"], p["up_bias"]))
        x = x + ops.linear(hidden, p["down"], p["down_bias"])
    logits = ops.head(ops.layer_norm(x, w["norm"]), w["tokens"])
    return logits if past is None else (logits, *now)


def bert(ops, w, tokens):
    """What the layers make of a sequence, and of its first token."""
    x = ops.rows(w["tokens"], tokens) + w["positions"][: tokens.shape[0]] + w["segments"][0]
    x = ops.layer_norm(x, w["norm"], 1e-12)
    for p in w["layers"]:
        q, k, v = (heads(ops, ops.linear(x, p[n], p[n + "_bias"]), 12) for n in ("query", "key", "value"))
        x = ops.layer_norm(x + ops.linear(joined(ops, ops.attention(q, k, v)), p["out"], p["out_bias"]), p["norm1"], 1e-12)
        hidden = ops.gelu(ops.linear(x, p["up"], p["up_bias"]))
        x = ops.layer_norm(x + ops.linear(hidden, p["down"], p["down_bias"]), p["norm2"], 1e-12)
    return x, ops.tanh(ops.linear(x[:1], w["pooler"], w["pooler_bias"]))


# Models of images.


def resnet(ops, w, x):
    x = ops.relu(ops.batch_norm(ops.convolution(x, w["first"], 2, 3), w["first_norm"]))
    x = ops.max_pool(x)
    for stage, blocks in enumerate(w["stages"]):
        for number, p in enumerate(blocks):
            stride = 2 if stage and not number else 1
            y = x
            for i in range(1, len(p["norms"]) + 1):
                # Of a bottleneck, the filter of 3x3 has the stride; else the first one.
                middle = len(p["norms"]) == 3
                size = 1 if middle and i != 2 else 3
                y = ops.convolution(y, p[f"filter{i}"], stride if i == (2 if middle else 1) else 1, size // 2)
                y = ops.batch_norm(y, p["norms"][i - 1])
                y = ops.relu(y) if i < len(p["norms"]) else y
            if "short" in p:
                x = ops.batch_norm(ops.convolution(x, p["short"], stride), p["short_norm"])
            x = ops.relu(x + y)
    return ops.linear(ops.mean_of_pixels(x), w["classes"], w["classes_bias"])


def vit(ops, w, image):
    patches = ops.channels_last(ops.convolution(image, w["patches"], 16))
    x = patches.reshape(-1, patches.shape[-1]) + w["patches_bias"]
    x = ops.concatenate([w["class_token"], x], 0) + w["positions"]
    for p in w["layers"]:
        y = ops.layer_norm(x, p["norm1"], 1e-6)
        q, k, v = (heads(ops, ops.linear(y, p[n], p[n + "_bias"]), 6) for n in ("query", "key", "value"))
        x = x + ops.linear(joined(ops, ops.attention(q, k, v)), p["out"], p["out_bias"])
        hidden = ops.gelu(ops.linear(ops.layer_norm(x, p["norm2"], 1e-6), p["up"], p["up_bias"]))
        x = x + ops.linear(hidden, p["down"], p["down_bias"])
    return ops.linear(ops.layer_norm(x[:1], w["norm"], 1e-6), w["classes"], w["classes_bias"])


def convnext(ops, w, x):
    for stage, p in enumerate(w["stages"]):
        if stage:
            x = ops.channels_first(ops.layer_norm(ops.channels_last(x), p["before"], 1e-6))
        x = ops.convolution(x, p["smaller"], 2 if stage else 4) + ops.channels(p["smaller_bias"])
        if not stage:
            x = ops.channels_first(ops.layer_norm(ops.channels_last(x), p["before"], 1e-6))
        for b in p["blocks"]:
            width = b["scale"].shape[0]
            y = ops.convolution(x, b["depthwise"], 1, 3, groups=width) + ops.channels(b["depthwise_bias"])
            y = ops.layer_norm(ops.channels_last(y), b["norm"], 1e-6)
            y = ops.linear(ops.gelu(ops.linear(y, b["up"], b["up_bias"])), b["down"], b["down_bias"]) * b["scale"]
            x = x + ops.channels_first(y)
    return ops.linear(ops.layer_norm(ops.mean_of_pixels(x), w["norm"], 1e-6), w["classes"], w["classes_bias"])


def mlp(ops, w, x):
    for p in w[:-1]:
        x = ops.relu(ops.linear(x, p["weight"], p["bias"]))
    return ops.linear(x, w[-1]["weight"], w[-1]["bias"])


# Weights.


class Weights:
    """Makes arrays of random numbers, as large as those of a network at its start, each in its orientation."""

    def __init__(self, ops):
        self.ops, self.random = ops, np.random.default_rng(0)

    def array(self, *shape, scale=0.02):
        return self.random.standard_normal(shape, np.float32) * np.float32(scale)

    def matrix(self, n, m):
        w = self.array(n, m, scale=n**-0.5)
        return w if self.ops.orientation == "io" else np.ascontiguousarray(w.T)

    def filter(self, size, n, m, groups=1):
        w = self.array(size, size, n // groups, m, scale=(size * size * n / groups / 2) ** -0.5)
        return w if self.ops.layout == "NHWC" else np.ascontiguousarray(w.transpose(3, 2, 0, 1))

    def norm(self, n):
        return {"scale": 1 + self.array(n), "bias": self.array(n)}

    def batch_norm(self, n, scale=1.0):
        return {"scale": np.float32(scale) + self.array(n), "bias": self.array(n), "mean": self.array(n), "variance": 1 + np.abs(self.array(n))}

    def layers(self, count, width):
        def layer():
            names = {"query": (width, width), "key": (width, width), "value": (width, width), "out": (width, width)}
            names |= {"up": (width, 4 * width), "down": (4 * width, width)}
            matrices = {name: self.matrix(*shape) for name, shape in names.items()}
            biases = {name + "_bias": self.array(shape[1]) for name, shape in names.items()}
            return {**matrices, **biases, "norm1": self.norm(width), "norm2": self.norm(width)}

        return [layer() for _ in range(count)]

    def classes(self, width):
        return {"classes": self.matrix(width, 1000), "classes_bias": self.array(1000)}

    def gpt2(self):
        tables = {"tokens": self.array(50257, 768), "positions": self.array(1024, 768)}
        return {**tables, "layers": self.layers(12, 768), "norm": self.norm(768)}

    def bert(self):
        tables = {"tokens": self.array(30522, 768), "positions": self.array(512, 768), "segments": self.array(2, 768)}
        pooler = {"pooler": self.matrix(768, 768), "pooler_bias": self.array(768)}
        return {**tables, **pooler, "layers": self.layers(12, 768), "norm": self.norm(768)}

    def resnet(self, counts, widths):
        """`widths` are those of the filters of a block by that of its stage."""
        before, stages = 64, []
        for stage, count in enumerate(counts):
            blocks = []
            for number in range(count):
                sizes = [(3 if len(widths) == 2 or i == 1 else 1, factor * 64 << stage) for i, factor in enumerate(widths)]
                block, n = {"norms": []}, before
                for i, (size, m) in enumerate(sizes, 1):
                    block[f"filter{i}"] = self.filter(size, n, m)
                    # Sums of blocks stay of one size.
                    block["norms"].append(self.batch_norm(m, 0.3 if i == len(sizes) else 1.0))
                    n = m
                if number == 0 and (stage or before != n):
                    block |= {"short": self.filter(1, before, n), "short_norm": self.batch_norm(n)}
                blocks.append(block)
                before = n
            stages.append(blocks)
        first = {"first": self.filter(7, 3, 64), "first_norm": self.batch_norm(64)}
        return {**first, "stages": stages, **self.classes(before)}

    def vit(self):
        patches = {"patches": self.filter(16, 3, 384), "patches_bias": self.array(384), "class_token": self.array(1, 384)}
        return {**patches, "positions": self.array(197, 384), "layers": self.layers(12, 384), "norm": self.norm(384), **self.classes(384)}

    def convnext(self):
        before, stages = 3, []
        for stage, (count, width) in enumerate([(3, 96), (3, 192), (9, 384), (3, 768)]):
            blocks = [
                {
                    "depthwise": self.filter(7, width, width, width), "depthwise_bias": self.array(width), "norm": self.norm(width),
                    "up": self.matrix(width, 4 * width), "up_bias": self.array(4 * width),
                    "down": self.matrix(4 * width, width), "down_bias": self.array(width), "scale": self.array(width, scale=0.1),
                }
                for _ in range(count)
            ]
            smaller = {"smaller": self.filter(2 if stage else 4, before, width), "smaller_bias": self.array(width)}
            stages.append({**smaller, "before": self.norm(before if stage else width), "blocks": blocks})
            before = width
        return {"stages": stages, "norm": self.norm(768), **self.classes(768)}

    def mlp(self):
        sizes = [784, 2048, 2048, 2048, 10]
        return [{"weight": self.matrix(n, m), "bias": self.array(m)} for n, m in zip(sizes, sizes[1:], strict=False)]


@dataclasses.dataclass
class Model(Program):
    """A model as a program of its weights and inputs; `write` is the model as a function of operations too."""

    write: Callable = None
    ops: Jax = None
    arguments: tuple = ()


def model(write, make, inputs, tolerance=1e-4):
    """A function that makes the program: of a model, its weights, and its inputs by the operations."""

    def program(orientation="io", layout="NHWC"):
        ops = Jax(orientation, layout)
        arguments = (make(Weights(ops)), *inputs(ops))
        leaves, tree = jax.tree.flatten(arguments)

        def function(*leaves):
            return write(ops, *jax.tree.unflatten(tree, leaves))

        return Model(function, leaves, tolerance, write=write, ops=ops, arguments=arguments)

    return program


def tokens(n, vocabulary):
    return lambda ops: [np.random.default_rng(1).integers(0, vocabulary, n).astype(np.int32)]


def one_more_token(ops):
    """A token after 128 others."""
    return [np.array([4711], np.int32), np.random.default_rng(1).standard_normal((12, 2, 12, 128, 64), np.float32)]


def image(ops):
    return [np.random.default_rng(1).standard_normal((1, 224, 224, 3) if ops.layout == "NHWC" else (1, 3, 224, 224), np.float32)]


def batch(n):
    return lambda ops: [np.random.default_rng(1).standard_normal((n, 784), np.float32)]


#: What a name says, without orientation and layout.
KINDS = {
    "mlp_1": model(mlp, Weights.mlp, batch(1)),
    "mlp_128": model(mlp, Weights.mlp, batch(128)),
    "gpt2_128": model(gpt2, Weights.gpt2, tokens(128, 50257)),
    "gpt2_1": model(gpt2, Weights.gpt2, one_more_token),
    "bert_128": model(bert, Weights.bert, tokens(128, 30522)),
    "resnet18": model(resnet, lambda w: w.resnet([2, 2, 2, 2], [1, 1]), image),
    "resnet50": model(resnet, lambda w: w.resnet([3, 4, 6, 3], [1, 1, 4]), image),
    "vit_small": model(vit, Weights.vit, image),
    "convnext_tiny": model(convnext, Weights.convnext, image),
}
IMAGES = ["resnet18", "resnet50", "vit_small", "convnext_tiny"]
#: Functions that make programs, by name.
MODELS = {
    **KINDS,
    **{f"{name}_oi": (lambda make: lambda: make("oi"))(make) for name, make in KINDS.items() if name not in IMAGES},
    **{f"{name}_nchw": (lambda make: lambda: make("oi", "NCHW"))(KINDS[name]) for name in IMAGES},
}
#: The ones that are not timed unless they are named: they take hundreds of megabytes.
LARGE = ["gpt2_cached", *(name for name in MODELS if name.startswith(("gpt2", "bert")))]
