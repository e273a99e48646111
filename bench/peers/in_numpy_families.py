"""What NumPy has of the families of programs: functions of the same inputs, as its users write them."""

import numpy as np

from peers.in_numpy import softmax


def silu(x):
    return x / (1 + np.exp(-x))


def rms_norm(x, scale):
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + np.float32(1e-5)) * scale


def logsumexp(x, axis):
    most = x.max(axis, keepdims=True)
    return np.log(np.exp(x - most).sum(axis)) + most.squeeze(axis)


def rolled_sum(u):
    return np.roll(u, 1, 0) + np.roll(u, -1, 0) + np.roll(u, 1, 1) + np.roll(u, -1, 1)


def heat_periodic(u):
    for _ in range(50):
        u = u + np.float32(0.1) * (rolled_sum(u) - 4 * u)
    return u


def jacobi(f):
    u = np.zeros_like(f)
    for _ in range(100):
        p = np.pad(u, 1)
        u = np.float32(0.25) * (p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] - f)
    return u


def game_of_life(cells):
    n = cells.shape[0]
    for _ in range(10):
        p = np.pad(cells, 1)
        count = sum(p[i : i + n, j : j + n] for i in range(3) for j in range(3)) - cells
        cells = ((count == 3) | ((count == 2) & (cells == 1))).astype(np.uint8)
    return cells


def n_body(x, mass):
    difference = x[None] - x[:, None]
    distance = (difference**2).sum(-1) + np.float32(1e-2)
    return (difference * (mass[None] * distance ** np.float32(-1.5))[..., None]).sum(1)


def lorenz_steps(y, steps, h):
    def f(y):
        a, b, c = y
        return np.stack([10 * (b - a), a * (28 - c) - b, a * b - np.float32(8 / 3) * c])

    h = np.float32(h)
    for _ in range(steps):
        p = f(y)
        q = f(y + h / 2 * p)
        r = f(y + h / 2 * q)
        y = y + h / 6 * (p + 2 * q + 2 * r + f(y + h * r))
    return y


def k_means_step(x, centres):
    nearest = ((centres**2).sum(-1) - 2 * x @ centres.T).argmin(-1)
    sums = np.zeros_like(centres)
    np.add.at(sums, nearest, x)
    return sums / np.maximum(np.bincount(nearest, minlength=len(centres)), 1)[:, None].astype(np.float32)


def scattered(shape, i, x):
    made = np.zeros(shape, x.dtype)
    np.add.at(made, i, x)
    return made


def csr_vector(values, columns, rows, x):
    return np.bincount(rows, values * x[columns], len(x)).astype(np.float32)


def adam(p, g, m, v, t):
    m, v = np.float32(0.9) * m + np.float32(0.1) * g, np.float32(0.999) * v + np.float32(0.001) * g * g
    one, two = 1 - np.float32(0.9) ** t, 1 - np.float32(0.999) ** t
    return p - np.float32(1e-3) * (m / one) / (np.sqrt(v / two) + np.float32(1e-8)), m, v


def sgd_momentum(p, g, m):
    m = np.float32(0.9) * m + g + np.float32(1e-4) * p
    return p - np.float32(0.1) * m, m


def cross_entropy(logits, labels):
    return -(logits[np.arange(len(labels)), labels] - logsumexp(logits, 1)).mean()


def lstm_scan(p, xs):
    sigmoid = lambda x: 1 / (1 + np.exp(-x))  # noqa: E731
    h = c = np.zeros((xs.shape[1], p[1].shape[0]), np.float32)
    made = []
    for x in xs:
        i, f, g, o = np.split(x @ p[0] + h @ p[1] + p[2], 4, -1)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
        made.append(h)
    return np.stack(made)


def sobel(x):
    p = np.pad(x, 1, mode="edge")
    down = p[2:, :-2] + 2 * p[2:, 1:-1] + p[2:, 2:] - p[:-2, :-2] - 2 * p[:-2, 1:-1] - p[:-2, 2:]
    right = p[:-2, 2:] + 2 * p[1:-1, 2:] + p[2:, 2:] - p[:-2, :-2] - 2 * p[1:-1, :-2] - p[2:, :-2]
    return np.sqrt(down**2 + right**2)


def median_filter(x):
    p = np.pad(x, 1, mode="edge")
    n = x.shape[0]
    return np.sort(np.stack([p[i : i + n, j : j + n] for i in range(3) for j in range(3)]), axis=0)[4]


def normalize_bytes(x):
    mean, deviation = np.array([0.485, 0.456, 0.406], np.float32), np.array([0.229, 0.224, 0.225], np.float32)
    return (x.astype(np.float32) / 255 - mean) / deviation


def overlaps(a, b):
    low, high = np.maximum(a[:, None, :2], b[None, :, :2]), np.minimum(a[:, None, 2:], b[None, :, 2:])
    both = np.clip(high - low, 0, None).prod(-1)
    area = lambda x: (x[:, 2:] - x[:, :2]).prod(-1)  # noqa: E731
    return both / (area(a)[:, None] + area(b)[None] - both)


def batch_norm_training(x):
    return (x - x.mean((0, 1, 2))) / np.sqrt(x.var((0, 1, 2)) + np.float32(1e-5))


def conjugate_gradient(a, b):
    x, r, p, rr = np.zeros_like(b), b, b, b @ b
    for _ in range(20):
        ap = a @ p
        alpha = rr / (p @ ap)
        x, r = x + alpha * p, r - alpha * ap
        new = r @ r
        p, rr = r + new / rr * p, new
    return x


FAMILIES = {
    # Language and sequences.
    "rms_norm_512": rms_norm,
    "swiglu_256": lambda x, y: silu(x) * y,
    "embed_tokens": lambda table, i: table[i],
    "lstm_64": lstm_scan,
    "lstm_256_one": lstm_scan,
    "long_convolution": lambda x, k: np.fft.irfft(np.fft.rfft(x, 2048) * np.fft.rfft(k, 2048), 2048)[:, :1024],
    # Images.
    "batch_norm_training": batch_norm_training,
    "to_grey": lambda x: x @ np.array([0.299, 0.587, 0.114], np.float32),
    "crop": lambda x, i, j: x[:, i : i + 224, j : j + 224].copy(),
    "normalize_bytes": normalize_bytes,
    "median_filter": median_filter,
    "sobel": sobel,
    "box_overlaps": overlaps,
    "integral_image": lambda x: x.cumsum(0).cumsum(1),
    # Graphs.
    "edge_scores": lambda ends, x: (x[ends[0]] * x[ends[1]]).sum(-1),
    "csr_vector": csr_vector,
    "ell_vector": lambda values, columns, x: (values * x[columns]).sum(1),
    "embedding_bag": lambda table, i: table[i].sum(1),
    "embedding_gradient": lambda table, i, g: table - np.float32(0.01) * scattered(table.shape, i, g),
    # Physics.
    "rk4_lorenz": lambda y: lorenz_steps(y, 100, 0.005),
    "rk4_lorenz_one": lambda y: lorenz_steps(y, 500, 0.001),
    "heat_periodic": heat_periodic,
    "jacobi": jacobi,
    "game_of_life": game_of_life,
    "n_body": n_body,
    # Statistics.
    "k_means_step": k_means_step,
    "correlations": lambda x: np.corrcoef(x, rowvar=False),
    "medians": lambda x: np.median(x, axis=1),
    "quantiles": lambda x: np.quantile(x, np.array([0.1, 0.5, 0.9], np.float32), axis=1),
    # Training.
    "adam": adam,
    "sgd_momentum": sgd_momentum,
    "cross_entropy": cross_entropy,
    "mlp_small": lambda x, w1, w2, w3: np.tanh(np.tanh(x @ w1) @ w2) @ w3,
    "lora": lambda x, w, a, b: x @ w + (x @ a) @ b * 2,
    # Sums and searches.
    "logsumexp": lambda x: logsumexp(x, 1),
    "cumprod": lambda x: x.cumprod(1),
    "cummax": lambda x: np.maximum.accumulate(x, 1),
    "cumlogsumexp": lambda x: np.logaddexp.accumulate(x, 1),
    "cumsum_columns": lambda x: x.cumsum(0),
    "searchsorted": np.searchsorted,
    "interpolate": np.interp,
    "histogram_floats": lambda x: np.histogram(x, 64, (0, 1))[0],
    "one_hot": lambda i: (i[:, None] == np.arange(1000)).astype(np.float32),
    "bincount_weights": lambda x, i, w: np.bincount(i, x * w, 1000),
    "variance_columns": lambda x: x.var(0),
    "sum_of_all": np.sum,
    "dot_long": np.dot,
    "convolve_signal": lambda x, k: np.convolve(x, k, "same"),
    "difference_and_trapezoids": lambda x: (np.diff(x, axis=1), np.trapezoid(x, axis=1)),
    # Tensors.
    "einsum_chain": lambda a, b, c, d: a @ b @ c @ d,
    "einsum_four": lambda x, y: np.tensordot(x, y, 2),
    "einsum_outer": lambda x, y: x.transpose(0, 2, 1) @ y,
    "einsum_trace": lambda x: np.einsum("ij,ji->", x, x),
    "kronecker": np.kron,
    "pairwise_distances": lambda x, y: np.sqrt(np.maximum((x * x).sum(1)[:, None] + (y * y).sum(1) - 2 * x @ y.T, 0)),
    "pairwise_l1": lambda x, y: np.abs(x[:, None] - y[None]).sum(-1),
    "matrix_power": lambda x: np.linalg.matrix_power(x / 16, 7),
    # Fourier transforms.
    "fft_2d": np.fft.fft2,
    "fft_3d": np.fft.fftn,
    "fft_real_short": np.fft.rfft,
    "fft_prime": np.fft.fft,
    "fft_thousand": np.fft.fft,
    "fft_long": np.fft.fft,
    "convolve_images": lambda x, y: np.fft.irfft2(np.fft.rfft2(x, (256, 256)) * np.fft.rfft2(y, (256, 256)))[:128, :128],
    # Linear algebra.
    "least_squares": lambda x, y: np.linalg.lstsq(x, y)[0],
    "pseudo_inverse": np.linalg.pinv,
    **dict.fromkeys(["solves_4", "solves_16"], np.linalg.solve),
    "choleskys_16": np.linalg.cholesky,
    "inverses_3": np.linalg.inv,
    "determinants_32": lambda x: np.linalg.slogdet(x)[1],
    "eigenvalues_16": np.linalg.eigvalsh,
    "qr_tall": lambda x: np.abs(np.linalg.qr(x)[1]),
    "conjugate_gradient": conjugate_gradient,
    **{f"svd_{n}": lambda x: np.linalg.svd(x, compute_uv=False) for n in (32, 128, 512)},
    **{f"inv_{n}": lambda x: np.linalg.inv(x + len(x) * np.eye(len(x), dtype=x.dtype)) for n in (32, 128, 512)},
    **{f"eigh_{n}": lambda x: np.linalg.eigh(x + x.T)[0] for n in (32, 128, 512)},
    **{f"linear_system_{n}": lambda x, y: np.linalg.solve(x + len(x) * np.eye(len(x), dtype=x.dtype), y) for n in (32, 128, 512)},
    # Odd sizes and other types.
    **{f"odd_sum_{axis}": lambda x, axis=axis: x.sum(axis) for axis in range(3)},
    **{f"odd_max_{axis}": lambda x, axis=axis: x.max(axis) for axis in range(3)},
    **{f"odd_argmax_{axis}": lambda x, axis=axis: x.argmax(axis) for axis in range(3)},
    **{f"odd_reverse_{axis}": lambda x, axis=axis: np.flip(x, axis).copy() for axis in range(3)},
    **{
        "odd_transpose_" + "".join(map(str, order)): lambda x, order=order: x.transpose(order).copy()
        for order in ((0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
    },
    "odd_softmax_2": softmax,
    "odd_sum_02": lambda x: x.sum((0, 2)),
    "odd_sum": np.sum,
    "odd_mean_variance": lambda x: (x.mean(-1), x.var(-1)),
    "odd_broadcasts": lambda x, y, z: x * y + z,
    "odd_select": lambda x, y: np.where(x > y, x, 0),
    "odd_pad": lambda x: np.pad(x, ((1, 2), (3, 0), (0, 5))),
    "odd_pad_reflected": lambda x: np.pad(x, ((0, 0), (3, 3), (3, 3)), mode="reflect"),
    "odd_slice": lambda x: x[1:, 3:120, 5:62].copy(),
    "odd_slice_strided": lambda x: x[:, ::3, ::2].copy(),
    "odd_concatenate": lambda *x: np.concatenate(x, 1),
    "odd_concatenate_last": lambda *x: np.concatenate(x, 2),
    "odd_roll": lambda x: np.roll(x, (5, 7), (1, 2)),
    "odd_stack": lambda x: np.stack([x, x + 1, x * 2], -1),
    "odd_product": np.matmul,
    "odd_cumsum": lambda x: x.cumsum(1),
    "odd_sort": lambda x: np.sort(x, 1),
    "tiny_product": np.matmul,
    "tiny_softmax": softmax,
    "u8_average": lambda x, y: ((x.astype(np.uint16) + y.astype(np.uint16) + 1) >> 1).astype(np.uint8),
    "i8_row_sum": lambda x: x.sum(1, dtype=np.int32),
    "i8_transpose": lambda x: x.T.copy(),
    "i32_divide": lambda x, y: x // (y % 1000 + 1),
    "i32_divide_constant": lambda x: x // 7 + x % 10,
    "population_count": np.bitwise_count,
    "float_to_int": lambda x, i: (x * 100).astype(np.int32) + i,
    "complex_multiply": lambda x, y: x * y.conj(),
    "complex_abs": np.abs,
    "mask_count": lambda x, y: (x & ~y).sum(1),
    "round_clip": lambda x: np.clip(np.round(x * 10), -8, 7),
    "remainder": np.remainder,
    "triangle": np.tril,
    "diagonal": lambda x: np.diagonal(x).copy(),
}
