"""Times `torch.compile` with the backend strata beside eager torch and inductor, in one process, call by call in turn.

Usage: PYTHON bench/torch_backend.py [--only REGEX] [--threads N] [--rounds N] [--seconds S] [--sides NAMES] [--cpu N] [--json FILE]

PYTHON has torch, and the package strata or STRATA_NATIVE_LIBRARY with the library of a release build; inductor needs a C++ compiler, and
is left out with its error where it does not work. Forward: without gradients. Training: forward, backward and a step of SGD. Results
and losses are compared before anything is timed. All sides are measured in every round, in an order that changes; a time is the best
of the rounds. Times are those of the processor with one thread, so that others on the machine count little, and of a clock with
several. Compile: the first call, with the work of torch. Exit code 1: a wrong result, or a side that does not run.
"""

import argparse
import os

PARSER = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
PARSER.add_argument("--only", metavar="REGEX", default="")
PARSER.add_argument("--threads", type=int, default=1)
PARSER.add_argument("--rounds", type=int, default=7)
PARSER.add_argument("--seconds", type=float, default=0.1, help="of a series of calls")
PARSER.add_argument("--sides", default="strata,eager,inductor")
PARSER.add_argument("--cpu", type=int, default=min(os.sched_getaffinity(0)))
PARSER.add_argument("--json")
ARGUMENTS = PARSER.parse_args()

# The libraries read these when they start.
for variable in ("STRATA_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = str(ARGUMENTS.threads)
os.environ.setdefault("TORCHINDUCTOR_COMPILE_THREADS", "1")
if ARGUMENTS.threads == 1:
    os.sched_setaffinity(0, {ARGUMENTS.cpu})
else:
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: ARGUMENTS.threads])

import copy  # noqa: E402
import json  # noqa: E402
import pathlib  # noqa: E402
import re  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parent))
if "STRATA_NATIVE_LIBRARY" in os.environ:
    sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "python" / "src"))

import strata.torch  # noqa: E402
import torch  # noqa: E402
from peers import processor  # noqa: E402
from torch import nn  # noqa: E402
from torch.nn import functional as F  # noqa: E402

CLOCK = time.process_time if ARGUMENTS.threads == 1 else time.perf_counter
#: The largest difference of results, as a part of the largest element.
TOLERANCE = 1e-3


class Add(nn.Module):
    """The least that a program can be: its time is that of calls."""

    def forward(self, x):
        return x + 1


class Block(nn.Module):
    """A block of GPT-2."""

    def __init__(self, width=768, heads=12):
        super().__init__()
        self.heads = heads
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(approximate="tanh"), nn.Linear(4 * width, width))

    def forward(self, x):
        batch, length, width = x.shape
        query, key, value = self.qkv(self.first(x)).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self.out(y.transpose(1, 2).reshape(batch, length, width))
        return x + self.mlp(self.second(x))


class Residual(nn.Module):
    """A block of ResNet."""

    def __init__(self, channels):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels), nn.ReLU(),
            nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels),
        )  # fmt: skip

    def forward(self, x):
        return F.relu(x + self.body(x))


def perceptron():
    return nn.Sequential(nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 10))


def residual_blocks():
    return nn.Sequential(
        nn.Conv2d(3, 64, 3, padding=1), Residual(64), nn.MaxPool2d(2), Residual(64), nn.AvgPool2d(8), nn.Flatten()
    )


def resnet18():
    import torchvision

    return torchvision.models.resnet18()


#: A model and the shape of its input.
MODELS = {
    "add": (Add, (8,)),
    "MLP": (perceptron, (32, 784)),
    "GPT-2 block": (Block, (1, 128, 768)),
    "residual blocks": (residual_blocks, (4, 3, 32, 32)),
    "ResNet-18": (resnet18, (1, 3, 224, 224)),
}


def forward(model, inputs):
    """A call without gradients."""
    with torch.no_grad():
        return model(inputs)


def training(model, inputs, optimizer):
    """A step of training; the loss."""
    optimizer.zero_grad()
    loss = model(inputs).square().mean()
    loss.backward()
    optimizer.step()
    return loss.detach()


class Side:
    """A model that one backend runs."""

    def __init__(self, name, model, inputs, train):
        self.name, self.inputs, self.train = name, inputs, train
        self.model = copy.deepcopy(model).train(train)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=1e-4) if train else None
        chosen = strata.torch.backend if name == "strata" else name
        self.run = self.model if name == "eager" else torch.compile(self.model, backend=chosen)

    def step(self):
        return training(self.run, self.inputs, self.optimizer) if self.train else forward(self.run, self.inputs)


def series(side, calls):
    """The time of one call."""
    start = CLOCK()
    for _ in range(calls):
        side.step()
    return (CLOCK() - start) / calls


def measured(name, model, shape, train):
    """The row of a model."""
    torch.manual_seed(0)
    torch._dynamo.reset()
    inputs = torch.randn(shape)
    sides, row = [], {"name": f"{name}, {'training' if train else 'forward'}", "us": {}, "compile_ms": {}}
    expected = Side("eager", model, inputs, train).step()
    for each in ARGUMENTS.sides.split(","):
        side = Side(each, model, inputs, train)
        start = time.perf_counter()
        result = side.step()
        row["compile_ms"][each] = (time.perf_counter() - start) * 1e3
        error = ((result - expected).abs().max() / expected.abs().max()).item()
        if not error <= TOLERANCE:
            raise ValueError(f"{each} differs by {error:.1e}")
        sides.append(side)
    counts = {side.name: max(1, int(ARGUMENTS.seconds / max(series(side, 1), 1e-6))) for side in sides}
    for number in range(ARGUMENTS.rounds):
        for side in sides[number % len(sides) :] + sides[: number % len(sides)]:
            time_of_call = series(side, counts[side.name]) * 1e6
            row["us"][side.name] = min(time_of_call, row["us"].get(side.name, time_of_call))
    return row


def main():
    torch.set_num_threads(ARGUMENTS.threads)
    about = processor.describe()
    sides = ARGUMENTS.sides.split(",")
    print(f"{about}\nthreads: {ARGUMENTS.threads}; torch {torch.__version__}")
    print(
        f"{'measurement':28}"
        + "".join(f"{side + ' us':>14}" for side in sides)
        + "".join(f"{side + ' compile ms':>20}" for side in sides)
    )
    rows, failed = [], []
    for name, (make, shape) in MODELS.items():
        for train in (False, True):
            label = f"{name}, {'training' if train else 'forward'}"
            if not re.search(ARGUMENTS.only, label) or (train and name == "add"):
                continue
            try:
                row = measured(name, make(), shape, train)
            except Exception as error:  # torch raises many kinds; all of them are reported.
                failed.append({"name": label, "why": f"{type(error).__name__}: {next(iter(str(error).splitlines()), '')}"})
                print(f"{label:28} {failed[-1]['why']}", flush=True)
                continue
            rows.append(row)
            times = "".join(f"{row['us'][side]:14.1f}" for side in sides)
            print(f"{label:28}{times}" + "".join(f"{row['compile_ms'][side]:20.0f}" for side in sides), flush=True)
    if ARGUMENTS.json:
        settings = {key: str(value) for key, value in vars(ARGUMENTS).items()}
        text = {"processor": about, "torch": torch.__version__, "settings": settings, "rows": rows, "failed": failed}
        pathlib.Path(ARGUMENTS.json).write_text(json.dumps(text, indent=1))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
