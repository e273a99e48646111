"""Programs of JAX libraries whose source distributions lack tests of them: equinox, lineax, optimistix, diffrax, jaxopt, numpyro,
orbax.

    python test/jax/library_programs.py [NAME...]

Each program runs on the platforms `strata` and `cpu`, and the results are compared. Run it where `other_suites.py` has installed the
libraries, with `PYTHONPATH=python/src` and `STRATA_PJRT_LIBRARY`.
"""

import os
import sys
import tempfile
import time
import traceback

os.environ.setdefault("JAX_PLATFORMS", "strata,cpu")

import diffrax
import equinox as eqx
import jax
import jax.numpy as jnp
import jaxopt
import lineax
import numpy as np
import numpyro
import numpyro.infer.autoguide
import optax
import optimistix
import orbax.checkpoint

KEY = jax.random.PRNGKey(0)
#: The programs by name, with the tolerance of their results.
PROGRAMS: dict[str, tuple] = {}


def program(tolerance: float = 1e-4):
    """Adds a function to the programs."""

    def add(function):
        PROGRAMS[function.__name__] = (function, tolerance)
        return function

    return add


def trained(model, loss, steps=20):
    """The losses of some steps of Adam."""
    optimizer = optax.adam(1e-2)

    @eqx.filter_jit
    def step(model, state):
        value, grads = eqx.filter_value_and_grad(loss)(model)
        updates, state = optimizer.update(grads, state)
        return eqx.apply_updates(model, updates), state, value

    state, losses = optimizer.init(eqx.filter(model, eqx.is_array)), []
    for _ in range(steps):
        model, state, value = step(model, state)
        losses.append(value)
    return jnp.stack(losses)


@program(1e-3)
def equinox_mlp():
    x = jax.random.normal(KEY, (32, 4))
    model = eqx.nn.MLP(4, 1, 16, 2, key=KEY)
    return trained(model, lambda m: jnp.mean((jax.vmap(m)(x)[:, 0] - jnp.sin(x.sum(1))) ** 2))


@program(1e-3)
def equinox_gru():
    x = jax.random.normal(KEY, (8, 10, 3))
    cell = eqx.nn.GRUCell(3, 8, key=KEY)

    def last(m, sequence):
        return jax.lax.scan(lambda h, y: (m(y, h), None), jnp.zeros(8), sequence)[0]

    return trained(cell, lambda m: jnp.mean((jax.vmap(lambda s: last(m, s))(x) - 0.5) ** 2))


@program(1e-3)
def equinox_convolution():
    x = jax.random.normal(KEY, (4, 1, 12, 12))
    keys = jax.random.split(KEY, 2)
    model = eqx.nn.Sequential(
        [eqx.nn.Conv2d(1, 4, 3, key=keys[0]), eqx.nn.Lambda(jax.nn.relu), eqx.nn.MaxPool2d(2, 2), eqx.nn.Conv2d(4, 2, 3, key=keys[1])]
    )
    return trained(model, lambda m: jnp.mean((jax.vmap(m)(x) - 1) ** 2))


@program(1e-3)
def equinox_attention_norm_dropout():
    x = jax.random.normal(KEY, (6, 16))
    attention = eqx.nn.MultiheadAttention(4, 16, key=KEY)
    model = (attention, eqx.nn.LayerNorm(16), eqx.nn.GroupNorm(4, 16), eqx.nn.RMSNorm(16))
    drop = eqx.nn.Dropout(0.3)

    def loss(m):
        y = jax.vmap(m[1])(m[0](x, x, x))
        y = jax.vmap(m[3])(drop(jax.vmap(lambda r: m[2](r))(y), key=KEY))
        return jnp.mean((y - 1) ** 2)

    return trained(model, loss)


@program()
def equinox_batch_norm():
    layer, state = eqx.nn.make_with_state(eqx.nn.BatchNorm)(3, axis_name="batch", mode="batch")
    x = jax.random.normal(KEY, (8, 3))
    run = eqx.filter_jit(jax.vmap(layer, axis_name="batch", in_axes=(0, None), out_axes=(0, None)))
    for _ in range(3):
        y, state = run(x, state)
    return y, jax.tree.leaves(eqx.filter(state, eqx.is_array))


@program()
def equinox_loops():
    def body(carry):
        x, n = carry
        return jnp.sin(x) + 0.1, n + 1

    def value(x, kind):
        return eqx.internal.while_loop(lambda c: c[1] < 7, body, (x, 0), max_steps=16, kind=kind)[0].sum()

    x = jnp.arange(4.0)
    grads = [jax.jit(jax.value_and_grad(lambda x, kind=kind: value(x, kind)))(x) for kind in ("bounded", "checkpointed")]
    return grads, eqx.internal.scan(lambda c, y: (c + y, c * y), 0.0, x, kind="lax")


@program()
def equinox_errors_and_callbacks():
    try:
        eqx.filter_jit(lambda x: eqx.error_if(x, x > 0, "positive"))(jnp.float32(1)).block_until_ready()
        raised = 0
    except Exception as why:  # noqa: BLE001
        raised = int("positive" in str(why))
    fine = eqx.filter_jit(lambda x: eqx.error_if(x, x > 0, "positive"))(jnp.float32(-1))
    called = eqx.filter_jit(lambda x: eqx.filter_pure_callback(np.sin, x, result_shape_dtypes=x))(jnp.arange(3.0))
    return jnp.int32(raised), fine, called


def matrix(n=8):
    """A positive definite matrix."""
    a = jax.random.normal(KEY, (n, n))
    return a @ a.T + n * jnp.eye(n)


def solves(solver, a, tags=()):
    """A solution and its gradient."""
    b = jnp.arange(1.0, a.shape[0] + 1)

    def value(a):
        return lineax.linear_solve(lineax.MatrixLinearOperator(a, tags), b, solver).value

    return jax.jit(value)(a), jax.jit(jax.grad(lambda a: value(a).sum()))(a)


@program(1e-3)
def lineax_direct():
    a = matrix()
    spd = lineax.positive_semidefinite_tag
    wide = jax.random.normal(KEY, (5, 8))
    return [
        solves(lineax.LU(), a),
        solves(lineax.QR(), a),
        solves(lineax.SVD(), a),
        solves(lineax.Cholesky(), a, (spd,)),
        solves(lineax.Triangular(), jnp.tril(a), (lineax.lower_triangular_tag,)),
        solves(lineax.Diagonal(), jnp.diag(jnp.diag(a)), (lineax.diagonal_tag,)),
        solves(lineax.SVD(), wide),
        solves(lineax.QR(), wide.T),
        solves(lineax.AutoLinearSolver(well_posed=None), a),
    ]


@program(1e-3)
def lineax_tridiagonal():
    operator = lineax.TridiagonalLinearOperator(jnp.full(8, 4.0), jnp.ones(7), jnp.full(7, 0.5))
    return jax.jit(lambda b: lineax.linear_solve(operator, b, lineax.Tridiagonal()).value)(jnp.arange(8.0))


@program(1e-3)
def lineax_iterative():
    a, spd = matrix(), lineax.positive_semidefinite_tag
    return [
        solves(lineax.CG(1e-6, 1e-6), a, (spd,))[0],
        solves(lineax.BiCGStab(1e-6, 1e-6), a)[0],
        solves(lineax.GMRES(1e-6, 1e-6), a)[0],
        solves(lineax.LSMR(1e-6, 1e-6), a)[0] if hasattr(lineax, "LSMR") else jnp.zeros(8),
    ]


def rosenbrock(x, _=None):
    """A function with its minimum 0 at (1, 1)."""
    return (1 - x[0]) ** 2 + 10 * (x[1] - x[0] ** 2) ** 2


@program(1e-2)
def optimistix_minimise():
    start = jnp.array([-1.0, 0.5])
    solvers = [optimistix.BFGS(1e-5, 1e-5), optimistix.NelderMead(1e-5, 1e-5), optimistix.NonlinearCG(1e-5, 1e-5)]
    return [optimistix.minimise(rosenbrock, s, start, max_steps=4000, throw=False).value for s in solvers]


@program(1e-2)
def optimistix_least_squares():
    def residuals(x, _):
        return jnp.stack([1 - x[0], 3 * (x[1] - x[0] ** 2)])

    start = jnp.array([-1.0, 0.5])
    solvers = [optimistix.LevenbergMarquardt(1e-5, 1e-5), optimistix.Dogleg(1e-5, 1e-5), optimistix.GaussNewton(1e-5, 1e-5)]
    return [optimistix.least_squares(residuals, s, start, throw=False).value for s in solvers]


@program(1e-3)
def optimistix_roots():
    def equation(y, args):
        return y - jnp.tanh(args @ y) - 0.1

    a = jax.random.normal(KEY, (4, 4)) * 0.3
    results = [optimistix.root_find(equation, s(1e-5, 1e-5), jnp.zeros(4), args=a).value for s in (optimistix.Newton, optimistix.Chord)]
    bisect = optimistix.root_find(lambda x, _: x**3 - 2, optimistix.Bisection(1e-5, 1e-5), jnp.float32(1.0), options=dict(lower=0, upper=2))
    fixed = optimistix.fixed_point(lambda y, _: jnp.cos(y), optimistix.FixedPointIteration(1e-5, 1e-5), jnp.float32(0.5))
    grad = jax.grad(lambda a: optimistix.root_find(equation, optimistix.Newton(1e-5, 1e-5), jnp.zeros(4), args=a).value.sum())(a)
    return results, bisect.value, fixed.value, grad


def lotka_volterra(t, y, args):
    """Prey and predators."""
    a, b, c, d = args
    return jnp.stack([a * y[0] - b * y[0] * y[1], d * y[0] * y[1] - c * y[1]])


def solve(solver, adjoint=None, parameters=jnp.array([1.1, 0.4, 0.4, 0.1])):
    """The numbers of prey and predators at some times."""
    more = {} if adjoint is None else {"adjoint": adjoint}
    return diffrax.diffeqsolve(
        diffrax.ODETerm(lotka_volterra),
        solver,
        0.0,
        10.0,
        0.01,
        jnp.array([10.0, 5.0]),
        args=parameters,
        saveat=diffrax.SaveAt(ts=jnp.linspace(0, 10, 20)),
        stepsize_controller=diffrax.PIDController(rtol=1e-4, atol=1e-4),
        **more,
    ).ys


@program(5e-3)
def diffrax_explicit():
    return [jax.jit(lambda s=s: solve(s))() for s in (diffrax.Tsit5(), diffrax.Dopri8(), diffrax.Bosh3())]


@program(5e-3)
def diffrax_implicit():
    return [jax.jit(lambda s=s: solve(s))() for s in (diffrax.Kvaerno5(), diffrax.Kvaerno3())]


@program(2e-2)
def diffrax_gradients():
    parameters = jnp.array([1.1, 0.4, 0.4, 0.1])
    adjoints = (diffrax.RecursiveCheckpointAdjoint(), diffrax.BacksolveAdjoint(), diffrax.DirectAdjoint())
    return [jax.jit(jax.grad(lambda p, a=a: solve(diffrax.Tsit5(), a, p)[-1].sum()))(parameters) for a in adjoints]


@program(1e-3)
def diffrax_stochastic():
    brownian = diffrax.VirtualBrownianTree(0.0, 1.0, tol=1e-3, shape=(), key=KEY)
    terms = diffrax.MultiTerm(diffrax.ODETerm(lambda t, y, a: -y), diffrax.ControlTerm(lambda t, y, a: 0.3 * y, brownian))
    saveat = diffrax.SaveAt(ts=jnp.linspace(0, 1, 10))
    solvers = (diffrax.Euler(), diffrax.Heun(), diffrax.ItoMilstein())
    return [diffrax.diffeqsolve(terms, s, 0.0, 1.0, 0.01, 1.0, saveat=saveat).ys for s in solvers]


@program(5e-3)
def diffrax_event():
    def falling(t, y, args):
        return jnp.stack([y[1], -9.8])

    event = diffrax.Event(lambda t, y, args, **_: y[0], optimistix.Newton(1e-5, 1e-5, optimistix.rms_norm))
    solution = diffrax.diffeqsolve(diffrax.ODETerm(falling), diffrax.Tsit5(), 0.0, jnp.inf, 0.1, jnp.array([10.0, 0.0]), event=event)
    return solution.ts, solution.ys


@program(1e-3)
def diffrax_interpolation():
    times = jnp.linspace(0, 1, 8)
    values = jnp.sin(6 * times)[:, None].at[3].set(jnp.nan)
    filled = diffrax.linear_interpolation(times, values)
    coefficients = diffrax.backward_hermite_coefficients(times, filled)
    curve = diffrax.CubicInterpolation(times, coefficients)
    return jax.vmap(curve.evaluate)(jnp.linspace(0, 1, 15)), jax.vmap(curve.derivative)(jnp.linspace(0, 1, 15))


@program(1e-2)
def jaxopt_solvers():
    start = jnp.array([-1.0, 0.5])
    fun = lambda x: rosenbrock(x)
    solvers = (jaxopt.LBFGS(fun, maxiter=100), jaxopt.BFGS(fun, maxiter=100), jaxopt.GradientDescent(fun, maxiter=500))
    results = [s.run(start).params for s in solvers]
    lasso = jaxopt.ProximalGradient(jaxopt.objective.least_squares, jaxopt.prox.prox_lasso, maxiter=200)
    data = (jax.random.normal(KEY, (20, 5)), jnp.arange(20.0))
    box = jaxopt.ProjectedGradient(fun, jaxopt.projection.projection_box, maxiter=200)
    return (
        results,
        lasso.run(jnp.zeros(5), hyperparams_prox=0.1, data=data).params,
        box.run(start, hyperparams_proj=(jnp.zeros(2), 0.5 * jnp.ones(2))).params,
        jaxopt.projection.projection_simplex(jnp.arange(5.0)),
    )


def regression(x, y=None):
    """A line with noise."""
    slope = numpyro.sample("slope", numpyro.distributions.Normal(0, 2))
    offset = numpyro.sample("offset", numpyro.distributions.Normal(0, 2))
    noise = numpyro.sample("noise", numpyro.distributions.HalfNormal(1))
    numpyro.sample("y", numpyro.distributions.Normal(slope * x + offset, noise), obs=y)


def line():
    """Data for the regression."""
    x = jnp.linspace(-1, 1, 40)
    return x, 1.5 * x - 0.5 + 0.3 * jax.random.normal(KEY, (40,))


@program(0.1)
def numpyro_nuts():
    # The chains part after some steps, as those of other seeds do: their means are compared.
    mcmc = numpyro.infer.MCMC(numpyro.infer.NUTS(regression), num_warmup=300, num_samples=700, progress_bar=False)
    mcmc.run(KEY, *line())
    return {name: (samples.mean(), samples.std()) for name, samples in mcmc.get_samples().items()}


@program(1e-2)
def numpyro_svi():
    guide = numpyro.infer.autoguide.AutoNormal(regression)
    svi = numpyro.infer.SVI(regression, guide, numpyro.optim.Adam(0.02), numpyro.infer.Trace_ELBO())
    return svi.run(KEY, 200, *line(), progress_bar=False).losses[-10:].mean()


@program()
def orbax_checkpoint():
    tree = {"weights": jax.random.normal(KEY, (3, 4)), "step": jnp.int32(7), "narrow": jnp.ones(5, jnp.bfloat16)}
    with tempfile.TemporaryDirectory() as folder:
        checkpointer = orbax.checkpoint.StandardCheckpointer()
        checkpointer.save(f"{folder}/state", tree)
        checkpointer.wait_until_finished()
        return checkpointer.restore(f"{folder}/state", jax.tree.map(orbax.checkpoint.utils.to_shape_dtype_struct, tree))


def run(function, platform: str):
    """The results on a platform, and the processor time."""
    start = time.process_time()
    with jax.default_device(jax.devices(platform)[0]):
        jax.clear_caches()
        results = jax.tree.map(np.asarray, _on(platform, function()))
    return results, time.process_time() - start


def _on(platform: str, results):
    """Results, which are to be on a platform."""
    for leaf in jax.tree.leaves(results):
        platforms = {device.platform for device in leaf.devices()}
        assert platforms == {platform}, platforms
    return results


def main() -> int:
    jax.random.normal(KEY)
    failed = 0
    for name in sys.argv[1:] or PROGRAMS:
        function, tolerance = PROGRAMS[name]
        try:
            expected, cpu_seconds = run(function, "cpu")
            actual, seconds = run(function, "strata")
            jax.tree.map(lambda a, b: np.testing.assert_allclose(a, b, tolerance, tolerance), actual, expected)
            print(f"{name}: passed, {seconds:.1f} s, on cpu {cpu_seconds:.1f} s", flush=True)
        except Exception:  # noqa: BLE001
            failed += 1
            print(f"{name}: failed\n{traceback.format_exc()}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
