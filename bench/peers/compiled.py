"""The programs of compile_vs_xla.py: what takes long to compile, with its arguments; the layers are written out, as JAX traces them."""

import jax
import jax.numpy as jnp
import numpy as np

from peers.elementwise import layer_norm
from peers.programs import PROGRAMS


def transformer(layers, width, heads=4, length=64, vocabulary=256):
    """The forward pass of a decoder: embedding, blocks of causal attention and a perceptron, logits."""

    def attention(x, w):
        q, k, v = (jnp.reshape(x @ w[name], (length, heads, width // heads)) for name in ("q", "k", "v"))
        scores = jnp.einsum("qhd,khd->hqk", q, k) / np.float32(width // heads) ** 0.5
        scores = jnp.where(jnp.tril(jnp.ones((length, length), bool)), scores, -np.inf)
        mixed = jnp.einsum("hqk,khd->qhd", jax.nn.softmax(scores, axis=-1), v)
        return jnp.reshape(mixed, (length, width)) @ w["o"]

    def block(x, w):
        x = x + attention(layer_norm(x, w["scale1"], w["bias1"]), w)
        hidden = jax.nn.gelu(layer_norm(x, w["scale2"], w["bias2"]) @ w["up"] + w["up_bias"])
        return x + hidden @ w["down"] + w["down_bias"]

    def forward(w, tokens):
        x = w["embedding"][tokens] + w["positions"]
        for one in w["blocks"]:
            x = block(x, one)
        return layer_norm(x, w["scale"], w["bias"]) @ w["embedding"].T

    def array(*shape):
        return np.random.default_rng(len(shape)).standard_normal(shape).astype(np.float32) / np.float32(shape[0]) ** 0.5

    def weights():
        squares = {name: array(width, width) for name in ("q", "k", "v", "o")}
        vectors = {name: array(width) for name in ("scale1", "bias1", "scale2", "bias2", "down_bias")}
        rest = {"up": array(width, 4 * width), "up_bias": array(4 * width), "down": array(4 * width, width)}
        return {**squares, **vectors, **rest}

    outer = {"embedding": array(vocabulary, width), "positions": array(length, width), "scale": array(width), "bias": array(width)}
    tokens = np.arange(length, dtype=np.int32) * 7 % vocabulary
    return forward, [{**outer, "blocks": [weights() for _ in range(layers)]}, tokens]


def transformer_gradient(layers, width):
    forward, inputs = transformer(layers, width)
    return jax.grad(lambda w, tokens: jax.nn.logsumexp(forward(w, tokens), axis=-1).mean()), inputs


def program(name):
    made = PROGRAMS[name]()
    return made.function, made.inputs


#: Name to a function of JAX and its arguments.
COMPILED = {
    "add_one": program("add_one"),
    "gemm_512": program("gemm_512"),
    "mlp_gradient": program("mlp_gradient"),
    "scalar_carries": program("scalar_carries"),
    "sort": program("sort"),
    "transformer_64": transformer(12, 64),
    "transformer_256": transformer(12, 256),
    "transformer_gradient_64": transformer_gradient(12, 64),
}
