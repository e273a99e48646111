"""How the models that are trained take a step: the parameters before it and the loss and the parameters after it."""

import jax
import jax.numpy as jnp

import models
from models import MODELS

RATE = 0.02


def descended(parameters, gradient, rate=RATE):
    """The parameters after a step of gradient descent."""
    return jax.tree.map(lambda p, g: (p - rate * g).astype(p.dtype), parameters, gradient)


def resnet(p, x, labels):
    loss, _, p = models.resnet_training_step(p, x, labels)
    return loss, p


def unet(p, x, target):
    loss, gradient = models.unet_gradient(p, x, target)
    return loss, descended(p, gradient)


def mlp(p, x, labels):
    p, _, _, loss = models.mlp_adam(p, x, labels)
    return loss, p


def wide_mlp(weights, x, target):
    loss, *gradients = models.wide_mlp_gradient(*weights, x, target)
    return loss, descended(weights, tuple(gradients), 1.0)


def transformer(p, x):
    """Learns to give each token's successor."""

    def loss(p):
        return ((models.transformer_block(p, x)[:, :-1] - x[:, 1:]) ** 2).mean()

    value, gradient = jax.value_and_grad(loss)(p)
    return value, descended(p, gradient)


def lstm(p, xs, targets):
    loss, gradient = models.lstm_gradient(p, xs, targets)
    return loss, descended(p, gradient, 0.1)


def vae(state, x):
    """Another random code in each step."""
    p, seed = state
    loss, gradient = models.vae_gradient(p, x, seed)
    return loss, (descended(p, gradient, 1e-3), seed + jnp.array([0, 1], jnp.uint32))


def graph_network(p, nodes, senders, receivers):
    energy, (gradient, _) = models.graph_network(nodes, senders, receivers, p)
    return energy, descended(p, gradient, 1e-3)


def gaussian_process(p, x, y, at):
    """The likelihood is what grows; the noise and the lengths stay positive."""
    *_, likelihood, gradient = models.gaussian_process(x, y, at, p)
    return -likelihood, jax.tree.map(lambda p, g: jnp.maximum(p + 1e-3 * g, 0.05), p, gradient)


def mixture_of_experts(p, x, router):
    (loss, _), (gradient, _) = models.mixture_of_experts(x, router, p)
    return loss, descended(p, gradient, 1e-3)


def arguments(name, *places):
    """Arguments of a model."""
    return tuple(MODELS[name].arguments[place] for place in places)


def case(step, name, learned, *rest):
    """A step with its first parameters, and the arguments that stay."""
    return step, arguments(name, *learned)[0] if len(learned) == 1 else arguments(name, *learned), arguments(name, *rest)


#: For each model that is trained: its step, the first parameters, the other arguments.
TRAINED = {
    "resnet_training_step": case(resnet, "resnet_training_step", [0], 1, 2),
    "unet_gradient": case(unet, "unet_gradient", [0], 1, 2),
    "mlp_adam": case(mlp, "mlp_adam", [0], 1, 2),
    "wide_mlp_gradient": case(wide_mlp, "wide_mlp_gradient", [0, 1], 2, 3),
    "transformer_gradient": case(transformer, "transformer_gradient", [0], 1),
    "lstm_gradient": case(lstm, "lstm_gradient", [0], 1, 2),
    "vae_gradient": case(vae, "vae_gradient", [0, 2], 1),
    "graph_network": case(graph_network, "graph_network", [3], 0, 1, 2),
    "gaussian_process": case(gaussian_process, "gaussian_process", [3], 0, 1, 2),
    "mixture_of_experts": case(mixture_of_experts, "mixture_of_experts", [2], 0, 1),
}
