"""Trains a small digit classifier in JAX and exports its inference function as StableHLO.

Usage: python3 train_and_export.py [--out DIR]

The network is 64 -> 128 -> 64 -> 10 with relu between the layers. The data are scikit-learn's 8x8 digits,
scaled to [0, 1]; 360 of the 1797 images are held out as the test set. The exported function takes the
weights as arguments and classifies the entire test set in one call. README.md lists the files written.
Everything is seeded, so a run with the same package versions on the same processor writes the same files.
"""

import argparse
import pathlib

import jax
import jax.numpy as jnp
import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

LAYERS = (64, 128, 64, 10)
TEST_IMAGES = 360
SEED = 0
EPOCHS = 60
BATCH = 64
LEARNING_RATE = 2e-3
# The largest error of the exported function allowed against the same network in 64-bit arithmetic.
RTOL = 1e-5


def load():
    """Returns train images, test images, train labels, test labels; images are f32 rows of 64 in [0, 1]."""
    digits = load_digits()
    images = (digits.data / 16.0).astype(np.float32)
    labels = digits.target.astype(np.int32)
    return train_test_split(images, labels, test_size=TEST_IMAGES, random_state=SEED, stratify=labels)


def initial_parameters(rng):
    """He initialization of (w1, b1, w2, b2, w3, b3)."""
    parameters = []
    for fan_in, fan_out in zip(LAYERS[:-1], LAYERS[1:]):
        scale = np.sqrt(2.0 / fan_in)
        parameters.append(rng.normal(0.0, scale, (fan_in, fan_out)).astype(np.float32))
        parameters.append(np.zeros(fan_out, np.float32))
    return tuple(parameters)


def infer(w1, b1, w2, b2, w3, b3, images):
    """Logits of a batch of images. `jnp.maximum` and not `jax.nn.relu`, so that no private function is exported."""
    hidden = jnp.maximum(images @ w1 + b1, 0.0)
    hidden = jnp.maximum(hidden @ w2 + b2, 0.0)
    return hidden @ w3 + b3


def loss(parameters, images, labels):
    """Mean cross entropy."""
    log_probabilities = jax.nn.log_softmax(infer(*parameters, images))
    return -jnp.mean(jnp.take_along_axis(log_probabilities, labels[:, None], axis=1))


@jax.jit
def adam_step(step, parameters, mean, square, images, labels):
    """One step of Adam; `step` counts from 1."""
    gradient = jax.grad(loss)(parameters, images, labels)
    mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mean, gradient)
    square = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, square, gradient)

    def update(parameter, m, v):
        m = m / (1.0 - 0.9**step)
        v = v / (1.0 - 0.999**step)
        return parameter - LEARNING_RATE * m / (jnp.sqrt(v) + 1e-8)

    return jax.tree.map(update, parameters, mean, square), mean, square


def train(images, labels):
    """Returns the trained parameters as NumPy arrays."""
    rng = np.random.default_rng(SEED)
    parameters = initial_parameters(rng)
    mean = jax.tree.map(np.zeros_like, parameters)
    square = jax.tree.map(np.zeros_like, parameters)
    step = 0
    for _ in range(EPOCHS):
        order = rng.permutation(len(images))
        # The last, partial batch is left out so that the step is compiled for one shape only.
        for start in range(0, len(order) - BATCH + 1, BATCH):
            pick = order[start : start + BATCH]
            step += 1
            parameters, mean, square = adam_step(
                np.float32(step), parameters, mean, square, images[pick], labels[pick]
            )
    return tuple(np.asarray(p) for p in parameters)


def logits_in_f64(parameters, images):
    """The same network in NumPy and 64-bit floats: an independent check of the exported function."""
    w1, b1, w2, b2, w3, b3 = (p.astype(np.float64) for p in parameters)
    hidden = np.maximum(images.astype(np.float64) @ w1 + b1, 0.0)
    hidden = np.maximum(hidden @ w2 + b2, 0.0)
    return hidden @ w3 + b3


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).parent)
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_default_matmul_precision", "highest")

    train_images, test_images, train_labels, test_labels = load()
    parameters = train(train_images, train_labels)
    arguments = (*parameters, test_images)

    lowered = jax.jit(infer).lower(*arguments)
    text = lowered.as_text().replace("module @jit_infer", "module @digits")
    for op in ("dot_general", "broadcast_in_dim", "add", "maximum"):
        assert f"stablehlo.{op} " in text, f"the exported program has no stablehlo.{op}"
    logits = np.asarray(lowered.compile()(*arguments))

    exact = logits_in_f64(parameters, test_images)
    error = np.max(np.abs(logits - exact)) / np.max(np.abs(exact))
    assert error <= RTOL, f"the logits of XLA are off by {error:g}"
    top = np.sort(exact, axis=1)
    margin = np.min(top[:, -1] - top[:, -2])
    predictions = np.argmax(logits, axis=1)
    correct = int(np.sum(predictions == test_labels))

    (out / "digits.mlir").write_text(text.rstrip() + "\n")
    for name, array in zip(("w1", "b1", "w2", "b2", "w3", "b3"), parameters):
        np.save(out / f"{name}.npy", array)
    np.save(out / "images.npy", test_images)
    np.save(out / "labels.npy", test_labels)
    np.save(out / "logits.npy", logits)
    print(f"correct {correct} of {len(test_labels)} ({correct / len(test_labels):.4f})")
    print(f"largest error of XLA's logits against 64-bit floats, relative to the largest logit: {error:.2e}")
    print(f"smallest distance of the two largest logits of an image: {margin:.4f}")


if __name__ == "__main__":
    main()
