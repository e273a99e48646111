"""Fits the polynomials of `math-polynomial-approximation` and prints their coefficients as exact f32 values.

Usage: PYTHON passes/scalar/tools/fit_polynomials.py [NAME...]; PYTHON has mpmath. The polynomials of f64 are those of
fit_polynomials_f64.py.

Each fit is a Remez exchange in 60 digits that makes the largest weighted error smallest; the weight turns an error of the
polynomial into one of the function, relative to its value. Then the coefficients are rounded to f32 one by one, from that of the
lowest power on, and after each the ones that are left are fitted again, so that they make up for what rounding lost.
"""

import struct
import sys

import mpmath as mp

mp.mp.dps = 60


def f32(x):
    return mp.mpf(struct.unpack("f", struct.pack("f", float(x)))[0])


def remez(target, weight, low, high, powers):
    """Coefficients of the given powers, and the largest weighted error."""
    count = len(powers) + 1
    nodes = [(low + high) / 2 - (high - low) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * count)) for i in range(count)]
    grid = [low + (high - low) * mp.mpf(i) / 800 for i in range(801)]
    for _ in range(12):
        rows = mp.matrix(count, count)
        right = mp.matrix(count, 1)
        for i, x in enumerate(nodes):
            for j, power in enumerate(powers):
                rows[i, j] = x**power
            rows[i, count - 1] = (-1) ** i / weight(x)
            right[i] = target(x)
        solution = mp.lu_solve(rows, right)
        error = [(sum(solution[j] * x**p for j, p in enumerate(powers)) - target(x)) * weight(x) for x in grid]
        # The largest error between two changes of sign, of each such stretch.
        peaks, best = [], 0
        for i in range(1, len(grid)):
            if error[i] * error[best] < 0:
                peaks.append(best)
                best = i
            elif abs(error[i]) > abs(error[best]):
                best = i
        peaks.append(best)
        while len(peaks) > count:
            peaks.pop(0 if abs(error[peaks[0]]) < abs(error[peaks[-1]]) else -1)
        if len(peaks) < count:
            break
        nodes = [grid[i] for i in peaks]
    return [solution[j] for j in range(len(powers))], max(abs(e) for e in error)


def fit(target, weight, low, high, degree):
    low, high = mp.mpf(low), mp.mpf(high)
    fixed = []
    for power in range(degree + 1):
        rest = list(range(power, degree + 1))

        def left(x, fixed=tuple(fixed)):
            return target(x) - sum(c * x**p for p, c in enumerate(fixed))

        coefficients, worst = remez(left, weight, low, high, rest)
        fixed.append(f32(coefficients[0]))
        if power == 0:
            print(f"  error before rounding 2^{float(mp.log(worst, 2)):.1f}")
    return fixed


def avoiding_zero(function, at_zero):
    """The function, with its limit where the formula is 0 / 0."""
    return lambda x: function(x) if abs(x) > mp.mpf("1e-12") else mp.mpf(at_zero)


def scaled_erfc(s):
    t = 2 * (1 + s) / (1 - s)
    return mp.erfc(t) * mp.exp(t * t) * (t + 2)


FITS = {
    # exp(r) = 1 + r + r^2 q(r)
    "exp": (
        avoiding_zero(lambda r: (mp.expm1(r) - r) / r**2, 0.5),
        lambda r: max(r**2, mp.mpf("1e-6")) / mp.exp(r),
        "-0.3467", "0.3467", 5,
    ),
    # The same, next to one.
    "exp_with_one": (
        avoiding_zero(lambda r: (mp.expm1(r) - r) / r**2, 0.5),
        lambda r: max(r**2, mp.mpf("1e-6")) / mp.exp(r),
        "-0.3467", "0.3467", 4,
    ),
    # log(1 + f) = f - f^2 / 2 + f^3 p(f)
    "log": (
        avoiding_zero(lambda f: (mp.log1p(f) - f + f**2 / 2) / f**3, mp.mpf(1) / 3),
        lambda f: max(abs(f**3 / mp.log1p(f)) if f != 0 else 0, mp.mpf("1e-6")),
        "-0.2929", "0.4143", 8,
    ),
    # log2((1 + s) / (1 - s)) = 2 / ln 2 (s + s^3 / 3) + s^5 p(s^2), in the variable s^2
    "log2": (
        avoiding_zero(
            lambda z: (mp.log((1 + mp.sqrt(z)) / (1 - mp.sqrt(z)), 2) / mp.sqrt(z) - (1 + z / 3) * 2 / mp.log(2)) / z**2,
            mp.mpf(2) / 5 / mp.log(2),
        ),
        lambda z: max(z**2, mp.mpf("1e-6")),
        "0", "0.029438", 2,
    ),
    # 2^r = 1 + r p(r)
    "exp2": (
        avoiding_zero(lambda r: (2**r - 1) / r, mp.log(2)),
        lambda r: max(abs(r), mp.mpf("1e-3")) / 2**r,
        "-0.502", "0.502", 5,
    ),
    # tanh(x) = x + x^3 p(x^2), in the variable x^2
    "tanh": (
        avoiding_zero(lambda z: (mp.tanh(mp.sqrt(z)) / mp.sqrt(z) - 1) / z, mp.mpf(-1) / 3),
        lambda z: max(z, mp.mpf("1e-5")),
        "0", "0.36", 4,
    ),
    # erf(t) = t + t p(t^2), in the variable t^2
    "erf": (
        avoiding_zero(lambda z: mp.erf(mp.sqrt(z)) / mp.sqrt(z) - 1, 2 / mp.sqrt(mp.pi) - 1),
        lambda z: mp.sqrt(z) / mp.erf(mp.sqrt(z)) if z > mp.mpf("1e-9") else mp.sqrt(mp.pi) / 2,
        "0", "1.21", 6,
    ),
    # 1 - erf(t) = p(t - 2)^4
    "erf_tail": (
        lambda u: mp.erfc(u + 2) ** (mp.mpf(1) / 4),
        lambda u: 4 * mp.erfc(u + 2) ** (mp.mpf(3) / 4) / mp.erf(u + 2),
        "-0.9", "1.95", 7,
    ),
    # erfc(t) = exp(-t^2) p(s) / (t + 2) for t up to 10.1, in the variable s = (t - 2) / (t + 2)
    "erfc": (scaled_erfc, lambda s: 1 / scaled_erfc(s), "-1", mp.mpf("8.1") / mp.mpf("12.1"), 9),
    # atan(a) = a + a^3 p(a^2), in the variable a^2
    "atan": (
        avoiding_zero(lambda z: (mp.atan(mp.sqrt(z)) / mp.sqrt(z) - 1) / z, mp.mpf(-1) / 3),
        lambda z: max(z**1.5 / mp.atan(mp.sqrt(z)) if z > 0 else 0, mp.mpf("1e-5")),
        "0", "1", 8,
    ),
    # sin(r) = r + r^3 p(r^2), in the variable r^2
    "sin": (
        avoiding_zero(lambda z: (mp.sin(mp.sqrt(z)) / mp.sqrt(z) - 1) / z, mp.mpf(-1) / 6),
        lambda z: max(z, mp.mpf("1e-5")),
        "0", "0.6169", 3,
    ),
    # cos(r) = 1 - r^2 / 2 + r^4 p(r^2), in the variable r^2
    "cos": (
        avoiding_zero(lambda z: (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z**2, mp.mpf(1) / 24),
        lambda z: max(z**2, mp.mpf("1e-6")),
        "0", "0.6169", 2,
    ),
}


def main():
    for name in sys.argv[1:] or FITS:
        print(name)
        coefficients = fit(*FITS[name])
        print("  highest power first:", ", ".join(f"{float(c):.9e}" for c in reversed(coefficients)))


main()
