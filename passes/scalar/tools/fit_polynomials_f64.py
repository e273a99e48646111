"""Fits the polynomials of `math-polynomial-approximation` for f64 and prints their coefficients.

Usage: PYTHON passes/scalar/tools/fit_polynomials_f64.py [NAME...]; PYTHON has mpmath.

A fit is a Remez exchange in 60 digits that makes the largest weighted error smallest; the weight turns an error of the polynomial into
one of the function, relative to its value. Where the lowest coefficients count most they are rounded first, and the others fitted again.
The printed error is that of the rounded coefficients.
"""

import sys

import mpmath as mp

mp.mp.dps = 60


def remez(target, weight, low, high, degree, fixed=()):
    """Coefficients from the lowest power on, of which the first are given, and the largest weighted error."""
    powers = list(range(len(fixed), degree + 1))
    count = len(powers) + 1
    size = 40 * count
    grid = [(low + high) / 2 - (high - low) / 2 * mp.cos(mp.pi * i / size) for i in range(size + 1)]
    wanted = [target(x) - sum(c * x**p for p, c in enumerate(fixed)) for x in grid]
    weights = [weight(x) for x in grid]
    nodes = [min(max(round(size * i / (count - 1)), 1), size - 1) for i in range(count)]
    best = None
    for _ in range(12):
        rows, right = mp.matrix(count, count), mp.matrix(count, 1)
        for i, node in enumerate(nodes):
            for j, power in enumerate(powers):
                rows[i, j] = grid[node] ** power
            rows[i, count - 1] = (-1) ** i / weights[node]
            right[i] = wanted[node]
        solution = mp.lu_solve(rows, right)
        found = [solution[j] for j in range(len(powers))]
        error = [(sum(c * x**p for c, p in zip(found, powers)) - t) * w for x, t, w in zip(grid, wanted, weights)]
        worst = max(abs(e) for e in error)
        if best is None or worst < best[0]:
            best = (worst, found)
        # The largest error between two changes of sign, of each such stretch.
        peaks, peak = [], 0
        for i in range(1, size + 1):
            if error[i] * error[peak] < 0:
                peaks.append(peak)
                peak = i
            elif abs(error[i]) > abs(error[peak]):
                peak = i
        peaks.append(peak)
        while len(peaks) > count:
            peaks.pop(0 if abs(error[peaks[0]]) < abs(error[peaks[-1]]) else -1)
        if len(peaks) < count or abs(worst / abs(solution[count - 1]) - 1) < 0.02:
            break
        nodes = peaks
    return list(fixed) + best[1], best[0]


def fit(target, weight, low, high, degree, first):
    low, high = mp.mpf(low), mp.mpf(high)
    coefficients, _ = remez(target, weight, low, high, degree)
    fixed = []
    for power in range(first):
        fixed.append(mp.mpf(float(coefficients[power])))
        coefficients, _ = remez(target, weight, low, high, degree, fixed)
    return rounded(coefficients, target, weight, low, high)


def rounded(coefficients, target, weight, low, high):
    coefficients = [mp.mpf(float(c)) for c in coefficients]
    points = [low + (high - low) * i / 500 for i in range(501)]
    worst = max(abs(sum(c * x**p for p, c in enumerate(coefficients)) - target(x)) * weight(x) for x in points)
    return coefficients, worst


def squares(target, weight, low, high, degree, first):
    """As `fit` with least squares, which also work where zero is inside of the interval."""
    low, high = mp.mpf(low), mp.mpf(high)
    grid = [(low + high) / 2 - (high - low) / 2 * mp.cos(mp.pi * (2 * i + 1) / 240) for i in range(120)]
    wanted, weights = [target(x) for x in grid], [weight(x) for x in grid]
    fixed = []
    for power in range(degree + 1):
        if power <= first:
            powers = list(range(power, degree + 1))
            terms = [[x**p * w for p in powers] for x, w in zip(grid, weights)]
            left = [
                (t - sum(c * x**p for p, c in enumerate(fixed))) * w for x, t, w in zip(grid, wanted, weights)
            ]
            size = len(powers)
            rows, right = mp.matrix(size, size), mp.matrix(size, 1)
            for i in range(size):
                for j in range(size):
                    rows[i, j] = mp.fsum(t[i] * t[j] for t in terms)
                right[i] = mp.fsum(t[i] * y for t, y in zip(terms, left))
            found = list(mp.lu_solve(rows, right))
        fixed.append(mp.mpf(float(found.pop(0))))
    return rounded(fixed, target, weight, low, high)


def near(function, at_zero):
    """The function, with its limit where the formula is 0 / 0."""
    return lambda x: function(x) if abs(x) > mp.mpf("1e-10") else mp.mpf(at_zero)


def odd(function, first):
    """p of f(x) = x + x^3 p(x^2), and the weight of its errors."""
    def target(z):
        return (function(mp.sqrt(z)) / mp.sqrt(z) - 1) / z

    return near(target, first), lambda z: max(z**1.5 / abs(function(mp.sqrt(z))) if z > 0 else 0, mp.mpf("1e-5"))


def scaled_erfc(s, k):
    t = k * (1 + s) / (1 - s)
    return mp.erfc(t) * mp.exp(t * t) * (t + k)


def end(t, k):
    return (mp.mpf(t) - k) / (mp.mpf(t) + k)


K = mp.mpf("3.75")
FITS = {
    # exp(r) = 1 + r + r^2 q(r)
    "EXP": lambda: fit(
        near(lambda r: (mp.expm1(r) - r) / r**2, 0.5), lambda r: max(r**2, mp.mpf("1e-6")) / mp.exp(r), "-0.34658", "0.34658", 9, 2
    ),
    # 2^r = 1 + r p(r)
    "EXP_2": lambda: fit(near(lambda r: (mp.mpf(2) ** r - 1) / r, mp.log(2)), lambda r: max(abs(r), mp.mpf("1e-4")), "-0.5", "0.5", 10, 2),
    # 2 atanh(s) = 2 s + s^3 p(s^2)
    "LOG": lambda: fit(
        near(lambda z: (mp.atanh(mp.sqrt(z)) / mp.sqrt(z) - 1) * 2 / z, mp.mpf(2) / 3),
        lambda z: max(z, mp.mpf("1e-5")) / 2, "0", "0.029438", 6, 2,
    ),
    # 2 atanh(s) = 2 s + 2/3 s^3 + s^5 p(s^2)
    "LOG_MORE": lambda: fit(
        near(lambda z: ((mp.atanh(mp.sqrt(z)) / mp.sqrt(z) - 1) * 2 / z - mp.mpf(2) / 3) / z, mp.mpf(2) / 5),
        lambda z: max(z * z, mp.mpf("1e-8")) / 2, "0", "0.029438", 7, 2,
    ),
    "SIN": lambda: fit(odd(mp.sin, mp.mpf(-1) / 6)[0], lambda z: max(z, mp.mpf("1e-5")), "0", "0.6169", 5, 2),
    # cos(r) = 1 - r^2 / 2 + r^4 p(r^2)
    "COS": lambda: fit(
        near(lambda z: (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z**2, mp.mpf(1) / 24), lambda z: max(z**2, mp.mpf("1e-6")), "0", "0.6169", 5, 2
    ),
    "SINH": lambda: fit(*odd(mp.sinh, mp.mpf(1) / 6), "0", "1", 6, 2),
    "ATAN": lambda: fit(*odd(mp.atan, mp.mpf(-1) / 3), "0", "1", 19, 2),
    "ASIN": lambda: fit(*odd(mp.asin, mp.mpf(1) / 6), "0", "0.25", 11, 2),
    # erf(x) = x + x p(x^2)
    "ERF": lambda: fit(
        near(lambda z: mp.erf(mp.sqrt(z)) / mp.sqrt(z) - 1, 2 / mp.sqrt(mp.pi) - 1),
        lambda z: mp.sqrt(z) / mp.erf(mp.sqrt(z)) if z > mp.mpf("1e-9") else mp.sqrt(mp.pi) / 2, "0", "1", 12, 2,
    ),
    # erfc(t) = exp(-t^2) p(s) / (t + 2) for t from 1 to 6, next to one, in the variable s = (t - 2) / (t + 2)
    "ERF_TAIL": lambda: fit(
        lambda s: scaled_erfc(s, 2), lambda s: mp.erfc(2 * (1 + s) / (1 - s)) / scaled_erfc(s, 2), end(1, 2), end(6, 2), 12, 2
    ),
    # The same with K for 2, for all t that are not near zero.
    "ERFC": lambda: squares(lambda s: scaled_erfc(s, K), lambda s: 1 / scaled_erfc(s, K), "-0.72", end("27.3", K), 22, 12),
    # The inverse of the cube root
    "INVERSE_ROOT": lambda: fit(lambda y: y ** (mp.mpf(-1) / 3), lambda y: y ** (mp.mpf(1) / 3), "0.5", "1", 5, 2),
}


def main():
    for name in sys.argv[1:] or FITS:
        coefficients, worst = FITS[name]()
        print(f"{name}: error 2^{float(mp.log(worst, 2)):.1f}")
        print("  highest power first:", ", ".join(repr(float(c)) for c in reversed(coefficients)), flush=True)


main()
