"""Programs that read and write by indices: networks of graphs, sparse matrices, recommendation, routing to experts."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from peers.program import Family, integers, normal, random, uniform

GRAPHS = Family()

# Graphs, of the size of Cora: 2708 nodes, 10556 edges, 1433 features, 7 classes.

NODES, EDGES = 2708, 10556


def edges(ordered=False):
    ends = integers(2, EDGES, high=NODES)
    return ends[:, np.argsort(ends[1], kind="stable")] if ordered else ends


@GRAPHS.add(lambda: [edges(), normal(NODES, 1433), random(1)(1433, 16), random(2)(16, 7)], tolerance=1e-4)
def gcn(ends, x, w1, w2):
    degree = jax.ops.segment_sum(jnp.ones(EDGES), ends[1], NODES) + 1
    scale = lax.rsqrt(degree[ends[0]] * degree[ends[1]])[:, None]

    def spread(x):
        return jax.ops.segment_sum(x[ends[0]] * scale, ends[1], NODES) + x / degree[:, None]

    return spread(jax.nn.relu(spread(x @ w1)) @ w2)


@GRAPHS.add(lambda: [edges(), normal(NODES, 64), random(1)(64, 64), normal(8, 8), normal(8, 8)], tolerance=1e-4)
def gat_layer(ends, x, w, source, target):
    """Attention over the edges of each node, with eight heads."""
    x = (x @ w).reshape(-1, 8, 8)
    score = jax.nn.leaky_relu((x * source).sum(-1)[ends[0]] + (x * target).sum(-1)[ends[1]], 0.2)
    score = jnp.exp(score - jax.ops.segment_max(score, ends[1], NODES)[ends[1]])
    share = score / (jax.ops.segment_sum(score, ends[1], NODES)[ends[1]] + 1e-16)
    return jax.ops.segment_sum(x[ends[0]] * share[..., None], ends[1], NODES).reshape(-1, 64)


@GRAPHS.add(lambda: [edges(), normal(NODES, 128), random(1)(256, 128)], tolerance=1e-4)
def graph_sage(ends, x, w):
    """The mean of the neighbours beside the node itself."""
    count = jax.ops.segment_sum(jnp.ones(EDGES), ends[1], NODES)
    mean = jax.ops.segment_sum(x[ends[0]], ends[1], NODES) / jnp.maximum(count, 1)[:, None]
    y = jax.nn.relu(jnp.concatenate([x, mean], -1) @ w)
    return y * lax.rsqrt((y * y).sum(-1, keepdims=True) + 1e-12)


@GRAPHS.add(lambda: [edges(), normal(NODES, 32), uniform(EDGES, 3), random(1)(67, 64), random(2)(64, 32)], tolerance=1e-4)
def message_passing(ends, x, distances, w1, w2):
    """Messages by a perceptron of both ends and the edge, as in models of molecules."""
    messages = jax.nn.silu(jnp.concatenate([x[ends[0]], x[ends[1]], distances], -1) @ w1) @ w2
    return x + jax.ops.segment_sum(messages, ends[1], NODES)


@GRAPHS.add(lambda: [edges(True), normal(NODES, 64)], tolerance=1e-4)
def segment_max_sorted(ends, x):
    return jax.ops.segment_max(x[ends[0]], ends[1], NODES, indices_are_sorted=True)


@GRAPHS.add(lambda: [edges(), uniform(NODES)], tolerance=1e-4)
def page_rank(ends, rank):
    out = jnp.maximum(jax.ops.segment_sum(jnp.ones(EDGES), ends[0], NODES), 1)

    def step(_, rank):
        return 0.15 / NODES + 0.85 * jax.ops.segment_sum((rank / out)[ends[0]], ends[1], NODES)

    return lax.fori_loop(0, 20, step, rank)


@GRAPHS.add(lambda: [edges(), normal(NODES, 64)], tolerance=1e-4)
def edge_scores(ends, x):
    """The products of the features of both ends."""
    return (x[ends[0]] * x[ends[1]]).sum(-1)


# Sparse matrices.


def sparse(n, each):
    return [normal(n * each), integers(n * each, high=n), np.repeat(np.arange(n, dtype=np.int32), each)]


@GRAPHS.add(lambda: [*sparse(1 << 15, 16), normal(1 << 15)], tolerance=1e-4)
def csr_vector(values, columns, rows, x):
    return jax.ops.segment_sum(values * x[columns], rows, x.shape[0], indices_are_sorted=True)


@GRAPHS.add(lambda: [*sparse(1 << 12, 16), normal(1 << 12, 32)], tolerance=1e-4)
def csr_matrix(values, columns, rows, x):
    return jax.ops.segment_sum(values[:, None] * x[columns], rows, x.shape[0], indices_are_sorted=True)


@GRAPHS.add(lambda: [normal(1 << 12, 16), integers(1 << 12, 16, high=1 << 12), normal(1 << 12)], tolerance=1e-4)
def ell_vector(values, columns, x):
    """Rows of as many elements each: a gather and a sum."""
    return (values * x[columns]).sum(1)


@GRAPHS.add(lambda: [normal(256, 16, 16), integers(256, high=64), np.sort(integers(256, high=64)), normal(64, 16, 32)], tolerance=1e-4)
def block_sparse(blocks, columns, rows, x):
    return jax.ops.segment_sum(jnp.einsum("bij,bjk->bik", blocks, x[columns]), rows, 64)


# Recommendation, of the sizes of DLRM: 26 tables.


@GRAPHS.add(lambda: [normal(50000, 64), integers(512, 32, high=50000)], tolerance=1e-4)
def embedding_bag(table, i):
    return table[i].sum(1)


@GRAPHS.add(lambda: [normal(26, 5000, 16), integers(128, 26, high=5000), normal(128, 16)], tolerance=1e-4)
def dlrm_interaction(tables, i, dense):
    """A row of each table, and the products of all pairs."""
    rows = tables[jnp.arange(26), i]
    x = jnp.concatenate([dense[:, None], rows], 1)
    pairs = jnp.einsum("bik,bjk->bij", x, x)
    i, j = np.tril_indices(27, -1)
    return jnp.concatenate([dense, pairs[:, i, j]], -1)


@GRAPHS.add(lambda: [normal(20000, 32), integers(4096, high=20000), normal(4096, 32)], tolerance=1e-4)
def embedding_gradient(table, i, g):
    return table - 0.01 * jnp.zeros_like(table).at[i].add(g)


# Experts.


@GRAPHS.add(
    lambda: [normal(256, 256), random(1)(256, 8), random(2)(8, 256, 512), random(3)(8, 512, 256)], tolerance=1e-4
)
def experts_dispatched(x, router, up, down):
    """The two best of eight experts, each with room for 96 tokens, by products with masks as GShard has it."""
    gates = jax.nn.softmax(x @ router, axis=-1)
    weight, expert = lax.top_k(gates, 2)
    chosen = jax.nn.one_hot(expert.T.reshape(-1), 8)
    place = (jnp.cumsum(chosen, 0) - 1) * chosen
    place = place.sum(-1).astype(jnp.int32)
    mask = (chosen[..., None] * jax.nn.one_hot(place, 96)[:, None]).reshape(2, 256, 8, 96)
    hidden = jax.nn.relu(jnp.einsum("ecd,edf->ecf", jnp.einsum("ktec,td->ecd", mask, x), up))
    return jnp.einsum("ktec,ecd,tk->td", mask, jnp.einsum("ecf,efd->ecd", hidden, down), weight)


@GRAPHS.add(lambda: [normal(4, 512), random(1)(512, 8), random(2)(8, 512, 1024), random(3)(8, 1024, 512)], tolerance=1e-4)
def experts_gathered(x, router, up, down):
    """Few tokens: the matrices of the two best experts of each are gathered."""
    weight, expert = lax.top_k(x @ router, 2)
    hidden = jax.nn.silu(jnp.einsum("td,tkdf->tkf", x, up[expert]))
    return jnp.einsum("tkf,tkfd,tk->td", hidden, down[expert], jax.nn.softmax(weight, axis=-1))


@GRAPHS.add(lambda: [normal(512, 128), random(1)(128, 8)], tolerance=0)
def experts_sorted(x, router):
    """Tokens in the order of their experts, and how many each has."""
    expert = jnp.argmax(x @ router, -1)
    order = jnp.argsort(expert)
    return x[order], jnp.zeros(8, np.int32).at[expert].add(1)


@GRAPHS.add(lambda: [normal(512, 3)], tolerance=0)
def nearest_neighbours(x):
    """The eight nearest of each point."""
    distances = ((x[:, None] - x[None]) ** 2).sum(-1)
    return lax.top_k(-distances, 8)[1]
