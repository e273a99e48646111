"""What NumPy has of the programs of programs.py: functions of the same arrays, as its users write them."""

import numpy as np

from peers.products import FEW_ROWS


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def layer_norm(x, scale, bias):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) / np.sqrt(variance + np.float32(1e-5)) * scale + bias


def attention(q, k, v):
    return softmax(q @ k.transpose(0, 2, 1) / np.float32(q.shape[-1] ** 0.5)) @ v


def gelu_chain(x, y):
    z = x * y + 1
    gelu = z * (0.5 * (1 + np.tanh(np.float32((2 / np.pi) ** 0.5) * (z + np.float32(0.044715) * z**3))))
    return gelu / (1 + np.exp(-x)) - np.maximum(y, 0)


def scatter_add(x, i, u):
    x = x.copy()
    np.add.at(x, i, u)
    return x


def top_k(x, k):
    i = np.argpartition(x, x.shape[-1] - k, -1)[..., -k:]
    return np.sort(np.take_along_axis(x, i, -1), -1)[..., ::-1]


def mlp(x, w1, w2, w3):
    return np.tanh(np.tanh(x @ w1) @ w2) @ w3


def recurrence(x, w):
    h, rows = np.zeros(x.shape[1], x.dtype), []
    for row in x:
        h = np.tanh(h @ w + row)
        rows.append(h)
    return np.stack(rows)


# A result that is a view in NumPy is copied, as all candidates write theirs.
NUMPY = {
    **dict.fromkeys(["gemm_256", "gemm_512", "gemm_1024", "gemm_skinny", "gemv", "gemm_batched", "gemm_odd", "gemm_batched_odd"], np.matmul),
    **dict.fromkeys((f"gemm_rows_{m}" for m in FEW_ROWS), np.matmul),
    **{f"gemm_rows_{m}_nt": lambda x, y: x @ y.T for m in FEW_ROWS},
    "gemm_tn": lambda x, y: x.T @ y,
    "gemm_nt": lambda x, y: x @ y.T,
    "gemm_bias_relu": lambda x, y, b: np.maximum(x @ y + b, 0),
    "softmax": softmax,
    "softmax_long": softmax,
    "layer_norm": layer_norm,
    "attention": attention,
    "exp": np.exp,
    "log": np.log,
    "tanh": np.tanh,
    "sin": np.sin,
    "pow": np.power,
    "atan2": np.arctan2,
    "sinh": np.sinh,
    "elementwise": gelu_chain,
    "transpose": lambda x: x.T.copy(),
    "row_sum": lambda x: x.sum(1),
    "column_sum": lambda x: x.sum(0),
    "to_channels_last": lambda x: x.transpose(0, 2, 3, 1).copy(),
    "add_transposed": lambda x, y: x.T + y,
    "reverse": lambda x: x[:, ::-1].copy(),
    "row_max": lambda x: x.max(1),
    "short_rows": lambda x: x.sum(1),
    "row_any": lambda x: x.any(1),
    "argmax": lambda x: x.argmax(1),
    "argmin_columns": lambda x: x.argmin(0),
    "cumsum": lambda x: x.cumsum(1),
    "concatenate": lambda x, y: np.concatenate([x, y], 1) * 2,
    "pad": lambda x: np.pad(x, 8),
    "sort": np.sort,
    "sort_1m": np.sort,
    "sort_rows": np.sort,
    "sort_columns": lambda x: np.sort(x, 0),
    "argsort": lambda x: np.argsort(x, stable=True),
    "argsort_1m": lambda x: np.argsort(x, stable=True),
    "lexsort": lambda x, y: np.lexsort((x, y)),
    "top_k": lambda x: top_k(x, 8),
    "top_k_1m": lambda x: top_k(x, 64),
    "gather": lambda x, i: x[i],
    "scatter_add": scatter_add,
    "histogram": lambda i: np.bincount(i, minlength=256),
    "fft": lambda x: np.abs(np.fft.fft(x)),
    "fft_real": lambda x: np.fft.irfft(np.fft.rfft(x) * 2),
    "cholesky": lambda x: np.linalg.cholesky(x @ x.T + 256 * np.eye(256, dtype=x.dtype)),
    "cholesky_512": lambda x: np.linalg.cholesky(x @ x.T + 512 * np.eye(512, dtype=x.dtype)),
    "solve": lambda x, y: np.linalg.solve(x + 256 * np.eye(256, dtype=x.dtype), y),
    "add_one": lambda x: x + 1,
    "mlp_small": mlp,
    "recurrence": recurrence,
}
