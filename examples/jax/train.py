"""Trains a small network with JAX alone and prints the losses.

    JAX_PLATFORMS=strata python examples/jax/train.py

The data are synthetic: images of 8 by 8 pixels, each a template of its class with noise.
"""

import argparse
import time

import jax
import jax.numpy as jnp

CLASSES = 10
PIXELS = 64
SIZES = (PIXELS, 128, 64, CLASSES)


def make_data(key, count):
    """Images and their classes."""
    templates_key, classes_key, noise_key = jax.random.split(key, 3)
    templates = jax.random.normal(templates_key, (CLASSES, PIXELS))
    classes = jax.random.randint(classes_key, (count,), 0, CLASSES)
    return templates[classes] + jax.random.normal(noise_key, (count, PIXELS)), classes


def make_parameters(key):
    """Weights as Glorot and Bengio draw them, and biases of 0."""
    keys = jax.random.split(key, len(SIZES) - 1)
    draw = lambda key, n, m: jax.random.normal(key, (n, m)) * jnp.sqrt(2 / (n + m))  # noqa: E731
    return [(draw(key, n, m), jnp.zeros(m)) for key, n, m in zip(keys, SIZES, SIZES[1:])]


def logits(parameters, images):
    """The network: layers with GELU between them."""
    *hidden, (weights, bias) = parameters
    for inner, shift in hidden:
        images = jax.nn.gelu(images @ inner + shift)
    return images @ weights + bias


def loss(parameters, images, classes):
    """The mean cross entropy."""
    scores = jax.nn.log_softmax(logits(parameters, images))
    return -jnp.mean(jnp.take_along_axis(scores, classes[:, None], axis=1))


def step(state, images, classes):
    """A step of Adam; the state is donated, so that its memory is used again."""
    parameters, means, squares, count = state
    value, gradients = jax.value_and_grad(loss)(parameters, images, classes)
    count = count + 1
    means = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, means, gradients)
    squares = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, squares, gradients)
    rate = 1e-3 * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
    parameters = jax.tree.map(lambda p, m, v: p - rate * m / (jnp.sqrt(v) + 1e-8), parameters, means, squares)
    return (parameters, means, squares, count), value


def main():
    """Trains, and prints the loss and the accuracy."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--batch", type=int, default=256)
    arguments = parser.parse_args()

    print(f"platform: {jax.devices()[0].platform}")
    images, classes = jax.jit(make_data, static_argnums=1)(jax.random.key(0), 4096)
    parameters = jax.jit(make_parameters)(jax.random.key(1))
    zeros = jax.tree.map(jnp.zeros_like, parameters)
    state = (parameters, zeros, jax.tree.map(jnp.copy, zeros), jnp.zeros(()))
    train = jax.jit(step, donate_argnums=0)
    begin = time.perf_counter()
    for number in range(arguments.steps):
        start = number * arguments.batch % (len(images) - arguments.batch + 1)
        batch = slice(start, start + arguments.batch)
        state, value = train(state, images[batch], classes[batch])
        if number == 0:
            value.block_until_ready()
            print(f"the first step, with its compilation: {time.perf_counter() - begin:.2f} s")
            begin = time.perf_counter()
        if number % 10 == 0 or number == arguments.steps - 1:
            print(f"step {number:4d}  loss {float(value):.4f}")
    took = time.perf_counter() - begin
    guesses = jnp.argmax(jax.jit(logits)(state[0], images), axis=1)
    print(f"{float(jnp.mean(guesses == classes)):.1%} of the images are classified right; {took:.2f} s for the steps")


if __name__ == "__main__":
    main()
