"""Dynamic programming over sequences, where each step needs the one before."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from peers.program import Family, integers, normal

STRINGS = Family()


@STRINGS.add(lambda: [integers(256, high=4), integers(1, 256, high=4)[0]], tolerance=0)
def edit_distance(a, b):
    """A row after the other; along a row, the least by a scan."""
    place = jnp.arange(257)

    def step(row, letter):
        i, letter = letter
        best = jnp.minimum(row[1:] + 1, row[:-1] + (b != letter))
        best = jnp.concatenate([jnp.array([i + 1]), best])
        return lax.cummin(best - place) + place, None

    return lax.scan(step, place, (jnp.arange(256), a))[0][-1]


@STRINGS.add(lambda: [integers(128, high=4), integers(1, 128, high=4)[0]], tolerance=0)
def alignment(a, b):
    """Smith and Waterman along diagonals, the best score of a local alignment."""

    def step(state, number):
        before, last, best = state
        i = jnp.arange(128)
        j = number - i
        same = jnp.where((j >= 0) & (j < 128), jnp.where(a == b[jnp.clip(j, 0, 127)], 2, -1), -1000)
        corner = jnp.concatenate([jnp.zeros(1, np.int32), before[:-1]])
        above = jnp.concatenate([jnp.zeros(1, np.int32), last[:-1]])
        now = jnp.maximum(0, jnp.maximum(corner + same, jnp.maximum(above, last) - 1))
        return (last, now, jnp.maximum(best, now.max())), None

    zero = jnp.zeros(128, np.int32)
    return lax.scan(step, (zero, zero, jnp.int32(0)), jnp.arange(255))[0][2]


@STRINGS.add(lambda: [normal(256, 64), normal(64, 64)], tolerance=0)
def viterbi(seen, moves):
    """The best path through 64 states over 256 steps."""

    def forward(score, seen):
        all_ = score[:, None] + moves
        return all_.max(0) + seen, all_.argmax(0)

    score, back = lax.scan(forward, seen[0], seen[1:])

    def backward(state, pointers):
        return pointers[state], state

    first, path = lax.scan(backward, score.argmax(), back, reverse=True)
    return first, path


@STRINGS.add(lambda: [normal(256, 32), normal(32, 32)], tolerance=1e-3)
def forward_backward(seen, moves):
    """The probabilities of 32 hidden states, in logarithms."""
    moves = jax.nn.log_softmax(moves)

    def forward(a, seen):
        a = jax.nn.logsumexp(a[:, None] + moves, axis=0) + seen
        return a, a

    def backward(b, seen):
        b = jax.nn.logsumexp(moves + seen + b, axis=1)
        return b, b

    a = jnp.concatenate([seen[:1], lax.scan(forward, seen[0], seen[1:])[1]])
    b = lax.scan(backward, jnp.zeros(32), seen[1:], reverse=True)[1]
    return jax.nn.softmax(a + jnp.concatenate([b, jnp.zeros((1, 32))]), axis=-1)


def ctc(logits, labels):
    """The loss of connectionist temporal classification, of all sequences of a batch."""
    p = jax.nn.log_softmax(logits)
    letters = jnp.zeros((labels.shape[0], 2 * labels.shape[1] + 1), np.int32).at[:, 1::2].set(labels)
    skip = (letters != jnp.roll(letters, 2, 1)) & (letters != 0) & (jnp.arange(letters.shape[1]) >= 2)
    least = np.float32(-1e30)

    def step(a, p):
        one = jnp.pad(a, ((0, 0), (1, 0)), constant_values=least)[:, :-1]
        two = jnp.where(skip, jnp.pad(a, ((0, 0), (2, 0)), constant_values=least)[:, :-2], least)
        return jnp.logaddexp(jnp.logaddexp(a, one), two) + jnp.take_along_axis(p, letters, 1), None

    start = jnp.where(jnp.arange(letters.shape[1]) < 2, jnp.take_along_axis(p[0], letters, 1), least)
    a = lax.scan(step, start, p[1:])[0]
    return -jnp.logaddexp(a[:, -1], a[:, -2]).mean()


STRINGS.add(lambda: [normal(100, 8, 32), integers(8, 20, low=1, high=32)], "ctc_loss", 1e-4)(ctc)
STRINGS.add(lambda: [normal(100, 8, 32), integers(8, 20, low=1, high=32)], "ctc_gradient", 1e-3)(jax.grad(ctc))


@STRINGS.add(lambda: [normal(64, 32), integers(64, high=32), normal(32, 32)], tolerance=1e-3)
def random_field(scores, labels, moves):
    """The loss of a linear chain (CRF) with its gradients."""

    def loss(scores, moves):
        all_ = lax.scan(lambda a, s: (jax.nn.logsumexp(a[:, None] + moves, axis=0) + s, None), scores[0], scores[1:])[0]
        path = scores[jnp.arange(64), labels].sum() + moves[labels[:-1], labels[1:]].sum()
        return jax.nn.logsumexp(all_) - path

    return jax.grad(loss, (0, 1))(scores, moves)


@STRINGS.add(lambda: [integers(1 << 16, high=256, dtype=np.uint8)], tolerance=0)
def checksum(x):
    """Adler's, of the sums modulo 65521."""
    x = x.astype(np.uint32)
    a = (1 + x.sum()) % 65521
    weights = (jnp.uint32(x.size) - jnp.arange(x.size, dtype=np.uint32)) % 65521
    parts = ((weights * x) % 65521).reshape(-1, 256).sum(1) % 65521
    return (x.size + parts.sum()) % 65521 * 65536 + a


@STRINGS.add(lambda: [normal(512, 8)], tolerance=1e-4)
def time_warp(x):
    """The cost of the best warping between a signal and its reverse, a row after the other."""
    cost = jnp.abs(x[:, None] - x[None, ::-1]).sum(-1)[:128, :128]

    def step(row, cost):
        diagonal = jnp.minimum(row, jnp.concatenate([jnp.full(1, 1e9, np.float32), row[:-1]]))

        def along(left, now):
            best = now[0] + jnp.minimum(left, now[1])
            return best, best

        return lax.scan(along, jnp.float32(1e9), (cost, diagonal))[1], None

    return lax.scan(step, jnp.cumsum(cost[0]), cost[1:])[0][-1]
