"""What torch has of the families of programs: eager functions of the same inputs, as its users write them."""

import torch
import torch.nn.functional as F

from peers.in_torch import convolution, scaled_dot_product_attention


def rms_norm(x, scale):
    return F.rms_norm(x, x.shape[-1:], scale, 1e-5)


def rotated(x, first):
    half = x.shape[-1] // 2
    angles = (first + torch.arange(x.shape[0]))[:, None] * 10000.0 ** (-torch.arange(half) / half)
    cos, sin = angles.cos()[:, None].to(x.dtype), angles.sin()[:, None].to(x.dtype)
    return torch.cat([x[..., :half] * cos - x[..., half:] * sin, x[..., half:] * cos + x[..., :half] * sin], -1)


def llama_block(p, x, caches=None, at=0):
    width = p["query"].shape[0]
    head = 64
    y = rms_norm(x, p["norm1"])
    q, k, v = ((y @ p[name]).view(x.shape[0], -1, head) for name in ("query", "key", "value"))
    q, k = rotated(q, at), rotated(k, at)
    if caches is not None:
        for cache, new in zip(caches, (k, v), strict=True):
            cache[at : at + 1] = new
        made, (k, v) = caches, (cache[: at + 1] for cache in caches)
    q, k, v = (z.transpose(0, 1)[None] for z in (q, k, v))
    y = F.scaled_dot_product_attention(q, k, v, is_causal=caches is None, enable_gqa=True)[0]
    x = x + y.transpose(0, 1).reshape(x.shape[0], width) @ p["out"]
    y = rms_norm(x, p["norm2"])
    x = x + (F.silu(y @ p["gate"]) * (y @ p["up"])) @ p["down"]
    return x if caches is None else (x, *made)


def normalized(x, p):
    return F.layer_norm(x, x.shape[-1:], p[0], p[1], 1e-5)


def heads_of(x, n):
    return x.view(x.shape[0], n, -1).transpose(0, 1)


def attended(q, k, v, **how):
    y = scaled_dot_product_attention(q[None], k[None], v[None], **how)[0]
    return y.transpose(0, 1).reshape(q.shape[1], -1)


def linear(x, p, name):
    return torch.addmm(p[name + "_bias"], x, p[name])


def layer_first(n):
    def layer(p, x):
        y = normalized(x, p["norm1"])
        q, k, v = (heads_of(linear(y, p, name), n) for name in ("query", "key", "value"))
        x = x + linear(attended(q, k, v), p, "out")
        return x + linear(F.gelu(linear(normalized(x, p["norm2"]), p, "up")), p, "down")

    return layer


def layer_last(p, x):
    q, k, v = (heads_of(linear(x, p, name), 12) for name in ("query", "key", "value"))
    x = normalized(x + linear(attended(q, k, v), p, "out"), p["norm1"])
    return normalized(x + linear(F.gelu(linear(x, p, "up")), p, "down"), p["norm2"])


def gpt2_layer_cached(p, x, keys, values, at):
    y = normalized(x, p["norm1"])
    q, k, v = (heads_of(linear(y, p, name), 12) for name in ("query", "key", "value"))
    keys[:, at : at + 1], values[:, at : at + 1] = k, v
    x = x + linear(attended(q, keys[:, : at + 1], values[:, : at + 1]), p, "out")
    hidden = F.gelu(linear(normalized(x, p["norm2"]), p, "up"), approximate="tanh")
    return x + linear(hidden, p, "down"), keys, values


def lstm(p, xs):
    zero = torch.zeros(1, xs.shape[1], p[1].shape[0])
    weights = [p[0].T.contiguous(), p[1].T.contiguous(), p[2], torch.zeros_like(p[2])]
    return torch._VF.lstm(xs, (zero, zero), weights, True, 1, 0.0, False, False, False)[0]


# Images.


def scaled(x, p):
    return x * p[0] + p[1]


def inverted_residual(activation, gate):
    def block(p, x):
        y = activation(scaled(convolution(x, p["expand"]), p["norm1"]))
        y = activation(scaled(convolution(y, p["filter"], groups=y.shape[-1]), p["norm2"]))
        if "squeeze" in p:
            y = y * gate(F.relu(y.mean((1, 2)) @ p["squeeze"]) @ p["excite"])[:, None, None]
        return x + scaled(convolution(y, p["shrink"]), p["norm3"])

    return block


def resnet50_block(p, x):
    y = x
    for i, (w, n) in enumerate(p):
        y = scaled(convolution(y, w), n)
        y = F.relu(y) if i < 2 else y
    return F.relu(x + y)


def densenet_block(filters, x):
    for w in filters:
        x = torch.cat([x, convolution(F.relu(x), w)], -1)
    return x


def group_norm(x, p):
    return F.group_norm(x.permute(0, 3, 1, 2), 32, p[0], p[1], 1e-5).permute(0, 2, 3, 1)


# Graphs.


def summed(x, i, n):
    return torch.zeros(n, *x.shape[1:], dtype=x.dtype).index_add_(0, i, x)


def gcn(ends, x, w1, w2):
    ends, n = ends.long(), x.shape[0]
    degree = summed(torch.ones(ends.shape[1]), ends[1], n) + 1
    scale = (degree[ends[0]] * degree[ends[1]]).rsqrt()[:, None]

    def spread(x):
        return summed(x[ends[0]] * scale, ends[1], n) + x / degree[:, None]

    return spread(F.relu(spread(x @ w1)) @ w2)


def message_passing(ends, x, distances, w1, w2):
    ends = ends.long()
    messages = F.silu(torch.cat([x[ends[0]], x[ends[1]], distances], -1) @ w1) @ w2
    return x + summed(messages, ends[1], x.shape[0])


# Training.


def gradient(function, of):
    """The gradients with respect to the arguments of these numbers."""

    def run(*arguments):
        with torch.enable_grad():
            arguments = [x.detach().requires_grad_() if i in of else x for i, x in enumerate(arguments)]
            return torch.autograd.grad(function(*arguments), [arguments[i] for i in of])

    return run


def cross_entropy(logits, labels):
    return F.cross_entropy(logits, labels.long())


def adam(p, g, m, v, t):
    m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
    return p - 1e-3 * (m / (1 - 0.9**t)) / ((v / (1 - 0.999**t)).sqrt() + 1e-8), m, v


def causal(q, k, v):
    return (F.scaled_dot_product_attention(q[None], k[None], v[None], is_causal=True) ** 2).sum()


def linear_int8(x, w, scale):
    size = x.abs().amax(-1, keepdim=True) / 127
    return torch._int_mm((x / size).round().to(torch.int8), w) * size * scale


FAMILIES = {
    **dict.fromkeys(["llama_block_128", "llama_block_1", "smollm_block_256", "smollm_block_1", "smollm_block_1_bf16"], llama_block),
    "rotary_512": lambda x: rotated(x, 0),
    "rms_norm_512": rms_norm,
    "swiglu_256": lambda x, y: F.silu(x) * y,
    "bert_layer_128": layer_last,
    "vit_base_layer": layer_first(12),
    "whisper_tiny_layer": layer_first(6),
    "gpt2_layer_cached": gpt2_layer_cached,
    "attention_cross": lambda k, v, q: attended(q, k, v),
    "embed_tokens": lambda table, i: F.embedding(i.long(), table),
    **dict.fromkeys(["lstm_64", "lstm_256_one"], lstm),
    "mobilenet_v2_block": inverted_residual(F.relu6, None),
    "mobilenet_v3_block": inverted_residual(F.hardswish, F.hardsigmoid),
    "efficientnet_block": inverted_residual(F.silu, torch.sigmoid),
    "resnet50_block": resnet50_block,
    "densenet_block": densenet_block,
    "conv_3d": lambda x, w: F.conv3d(x.permute(0, 4, 1, 2, 3), w.permute(4, 3, 0, 1, 2), padding=1).permute(0, 2, 3, 4, 1),
    "conv_1d": lambda x, w: F.conv1d(x.permute(0, 2, 1), w.permute(2, 1, 0), padding=2).permute(0, 2, 1),
    "super_resolution": lambda x, w: convolution(x, w).view(1, 128, 128, 2, 2, 3).permute(0, 1, 3, 2, 4, 5).reshape(1, 256, 256, 3),
    "group_norm": group_norm,
    "instance_norm": lambda x: F.instance_norm(x, eps=1e-5),
    "average_pool": lambda x: F.avg_pool2d(x.permute(0, 3, 1, 2), 2).permute(0, 2, 3, 1),
    "gcn": gcn,
    "message_passing": message_passing,
    "edge_scores": lambda ends, x: (x[ends[0].long()] * x[ends[1].long()]).sum(-1),
    "embedding_bag": lambda table, i: F.embedding_bag(i, table, mode="sum"),
    "ell_vector": lambda values, columns, x: (values * x[columns.long()]).sum(1),
    "adam": adam,
    "cross_entropy": cross_entropy,
    "cross_entropy_gradient": gradient(cross_entropy, [0]),
    "softmax_gradient": gradient(lambda x, y: (torch.softmax(x, -1) * y).sum(), [0]),
    "gelu_gradient": gradient(lambda x, y: (F.gelu(x, approximate="tanh") * y).sum(), [0]),
    "attention_gradient": gradient(causal, [0, 1, 2]),
    "linear_int8": linear_int8,
    "mixed_precision": lambda x, up, down: F.gelu(x @ up.bfloat16(), approximate="tanh") @ down.bfloat16(),
    "lora": lambda x, w, a, b: x @ w + (x @ a) @ b * 2,
    "logsumexp": lambda x: torch.logsumexp(x, 1),
    "cumsum_columns": lambda x: x.cumsum(0),
    "cumprod": lambda x: x.cumprod(1),
    "cummax": lambda x: x.cummax(1).values,
    "cumlogsumexp": lambda x: x.logcumsumexp(1),
    "searchsorted": lambda x, y: torch.searchsorted(x, y).int(),
    "one_hot": lambda i: F.one_hot(i.long(), 1000).float(),
    "sum_of_all": torch.sum,
    "dot_long": torch.dot,
    "variance_columns": lambda x: x.var(0, correction=0),
    "einsum_four": lambda x, y: torch.tensordot(x, y, 2),
    "einsum_outer": lambda x, y: x.transpose(1, 2) @ y,
    "einsum_inner": lambda x, y: torch.einsum("aebf,fced->abcd", x, y),
    "pairwise_l1": lambda x, y: torch.cdist(x, y, p=1),
    "fft_2d": torch.fft.fft2,
    "fft_3d": torch.fft.fftn,
    "fft_real_short": torch.fft.rfft,
    **dict.fromkeys(["fft_prime", "fft_thousand", "fft_long"], torch.fft.fft),
    **dict.fromkeys(["solves_4", "solves_16"], torch.linalg.solve),
    "choleskys_16": torch.linalg.cholesky,
    "inverses_3": torch.linalg.inv,
    "determinants_32": lambda x: torch.linalg.slogdet(x)[1],
    "eigenvalues_16": torch.linalg.eigvalsh,
    "qr_tall": lambda x: torch.linalg.qr(x, "r")[1].abs(),
    **{f"inv_{n}": lambda x: torch.linalg.inv(x + len(x) * torch.eye(len(x))) for n in (32, 128, 512)},
    **{f"svd_{n}": torch.linalg.svdvals for n in (32, 128, 512)},
    **{f"linear_system_{n}": lambda x, y: torch.linalg.solve(x + len(x) * torch.eye(len(x)), y) for n in (32, 128, 512)},
    **dict.fromkeys(["sort", "sort_1m", "sort_rows", "odd_sort"], lambda x: x.sort().values),
    "top_k": lambda x: tuple(y.int() if y.dtype == torch.int64 else y for y in x.topk(8)),
    "transpose": lambda x: x.T.contiguous(),
    "row_sum": lambda x: x.sum(1),
    "column_sum": lambda x: x.sum(0),
    "row_max": lambda x: x.amax(1),
    "argmax": lambda x: x.argmax(1).int(),
    "cumsum": lambda x: x.cumsum(1),
    **{name: getattr(torch, name) for name in ("exp", "log", "tanh", "erf", "sin", "pow", "atan2", "sinh")},
    **{f"{name}_f64": getattr(torch, name) for name in ("exp", "log", "tanh", "erf", "sin", "pow")},
    "gelu_exact": F.gelu,
    "softplus": F.softplus,
    "mish": F.mish,
    **{f"odd_sum_{axis}": lambda x, axis=axis: x.sum(axis) for axis in range(3)},
    **{f"odd_max_{axis}": lambda x, axis=axis: x.amax(axis) for axis in range(3)},
    **{f"odd_softmax_{axis}": lambda x, axis=axis: torch.softmax(x, axis) for axis in range(3)},
    "odd_stack": lambda x: torch.stack([x, x + 1, x * 2], -1),
    "odd_product": torch.matmul,
    "bf16_chain": lambda x, y: F.silu(x) * y + x,
    "f16_chain": lambda x, y: F.silu(x) * y + x,
    "bf16_softmax": lambda x, y: torch.softmax(x, -1),
    "bf16_transpose": lambda x, y: x.T.contiguous(),
    "f32_to_bf16": lambda x, y: x.bfloat16(),
    "bf16_to_f32": lambda x, y: x.float(),
    "complex_multiply": lambda x, y: x * y.conj(),
    "complex_abs": torch.abs,
}
