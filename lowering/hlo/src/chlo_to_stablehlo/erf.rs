//! The error function, its complement and its inverse.
//!
//! Accuracy, measured by `test/jax/chlo_accuracy.py` (ULP of the result): `erf` 6 in `f32` and 3 in
//! `f64`, `erfc` 8 and 6 (up to where the result is no longer a normal number), `erf_inv` 4 and 4.
//!
//! Sources: S. Moshier, *Methods and Programs for Mathematical Functions* (Cephes `ndtr.c`, `ndtrf.c`) for the
//! rational functions; M. Giles, *Approximating the erfinv function* (GPU Computing Gems, 2011) for the inverse.

use std::f64::consts::FRAC_2_SQRT_PI;

use super::emit::V;

/// `erf(x) / x` on [-4, 4] as a quotient of polynomials in `x^2`, for `f32`.
const ERF32: [&[f64]; 2] = [
    &[-2.7261424e-10, 2.7706815e-08, -2.101024e-06, -5.6925062e-05, -0.00073499064, -0.0029546, -0.016096033],
    &[-1.45660715e-05, -0.00021337405, -0.001682827, -0.0073733293, -0.014264739],
];
/// `erf(x) / x` on [-1, 1] as a quotient of polynomials in `x^2`.
const ERF64: [&[f64]; 2] = [
    &[9.604973739870516, 90.02601972038427, 2232.005345946843, 7003.325141128051, 55592.30130103949],
    &[1.0, 33.56171416475031, 521.3579497801527, 4594.323829709801, 22629.000061389095, 49267.39426086359],
];
/// `erfc(x) exp(x^2)` on [1, 8) as a quotient of polynomials in `x`.
const ERFC64_MIDDLE: [&[f64]; 2] = [
    &[
        2.461969814735305e-10,
        0.5641895648310689,
        7.463210564422699,
        48.63719709856814,
        196.5208329560771,
        526.4451949954773,
        934.5285271719576,
        1027.5518868951572,
        557.5353353693994,
    ],
    &[
        1.0,
        13.228195115474499,
        86.70721408859897,
        354.9377788878199,
        975.7085017432055,
        1823.9091668790973,
        2246.3376081871097,
        1656.6630919416134,
        557.5353408177277,
    ],
];
/// The same on [8, 27).
const ERFC64_TAIL: [&[f64]; 2] = [
    &[
        0.5641895835477551,
        1.275366707599781,
        5.019050422511805,
        6.160210979930536,
        7.4097426995044895,
        2.9788666537210022,
    ],
    &[
        1.0,
        2.2605286322011726,
        9.396035249380015,
        12.048953980809666,
        17.08144507475659,
        9.608968090632859,
        3.369076451000815,
    ],
];
/// `erf(x) / x` on [-1, 1] as a polynomial in `x^2`, for `f32`.
const ERF32_CENTER: &[f64] =
    &[7.8538615e-05, -0.00080101937, 0.0051883277, -0.026853813, 0.112835854, -0.37612626, FRAC_2_SQRT_PI];
/// `erfc(x) exp(x^2) x` on [1, 2) as a polynomial in `1 / x^2`, for `f32`.
const ERFC32_MIDDLE: &[f64] = &[
    0.0232682,
    -0.13870394,
    0.36874247,
    -0.5824733,
    0.62100047,
    -0.49445152,
    0.340488,
    -0.2741127,
    0.56382596,
];
/// The same from 2 on.
const ERFC32_TAIL: &[f64] =
    &[-10.477664, 12.9772, -7.4955187, 2.921019, -1.0152652, 0.42184633, -0.28207675, 0.5641895];

/// `erf_inv(x) / x` in `w = -log(1 - x^2)`, for `f32`: in `w - 2.5` below 5, in `sqrt(w) - 3` from there on.
const ERF_INV32: [&[f64]; 2] = [
    &[
        2.8102264e-08,
        3.4327394e-07,
        -3.5233877e-06,
        -4.3915065e-06,
        0.00021858087,
        -0.001253725,
        -0.0041776816,
        0.24664073,
        1.5014094,
    ],
    &[
        -0.00020021426,
        0.00010095056,
        0.0013493432,
        -0.0036734284,
        0.0057395077,
        -0.0076224613,
        0.0094388705,
        1.001674,
        2.8329768,
    ],
];
/// The same for `f64`: in `w - 3.125` below 6.25, in `sqrt(w) - 3.25` below 16, in `sqrt(w) - 5` from there on.
const ERF_INV64: [&[f64]; 3] = [
    &[
        -3.64441206401782e-21,
        -1.6850591381820166e-19,
        1.28584807152564e-18,
        1.1157877678025181e-17,
        -1.333171662854621e-16,
        2.0972767875968562e-17,
        6.637638134358324e-15,
        -4.054566272975207e-14,
        -8.151934197605472e-14,
        2.6335093153082323e-12,
        -1.2975133253453532e-11,
        -5.415412054294628e-11,
        1.0512122733215323e-09,
        -4.112633980346984e-09,
        -2.9070369957882005e-08,
        4.2347877827932404e-07,
        -1.3654692000834679e-06,
        -1.3882523362786469e-05,
        0.00018673420803405714,
        -0.000740702534166267,
        -0.006033670871430149,
        0.24015818242558962,
        1.6536545626831027,
    ],
    &[
        2.2137376921775787e-09,
        9.075656193888539e-08,
        -2.7517406297064545e-07,
        1.8239629214389228e-08,
        1.5027403968909828e-06,
        -4.013867526981546e-06,
        2.9234449089955446e-06,
        1.2475304481671779e-05,
        -4.7318229009055734e-05,
        6.828485145957318e-05,
        2.4031110387097894e-05,
        -0.0003550375203628475,
        0.0009532893797373805,
        -0.0016882755560235047,
        0.002491442096107851,
        -0.003751208507569241,
        0.005370914553590064,
        1.0052589676941592,
        3.0838856104922208,
    ],
    &[
        -2.7109920616438573e-11,
        -2.555641816996525e-10,
        1.5076572693500548e-09,
        -3.789465440126737e-09,
        7.61570120807834e-09,
        -1.496002662714924e-08,
        2.914795345090108e-08,
        -6.771199775845234e-08,
        2.2900482228026655e-07,
        -9.9298272942317e-07,
        4.526062597223154e-06,
        -1.968177810553167e-05,
        7.599527703001776e-05,
        -0.00021503011930044477,
        -0.00013871931833623122,
        1.0103004648645344,
        4.849906401408584,
    ],
];

fn quotient<'e>(x: V<'e>, [above, below]: [&[f64]; 2]) -> V<'e> {
    x.poly(above) / x.poly(below)
}

/// `exp(-x^2)` where the square is not rounded: `x` is split into a part with half of the bits and the rest.
fn gauss(x: V<'_>) -> V<'_> {
    let splitter = if x.is_f64() { 134_217_729.0 } else { 4097.0 };
    let scaled = x * splitter;
    let high = scaled - (scaled - x);
    let low = x - high;
    // low * (x + high) is small, so that its rounding error is negligible.
    (-(high * high)).exp() * (-(low * (x + high))).exp()
}

/// `erf` between -1 and 1.
fn center(x: V<'_>) -> V<'_> {
    if x.is_f64() { x * quotient(x * x, ERF64) } else { x * (x * x).poly(ERF32_CENTER) }
}

/// `erfc` from 1 on; 0 where it is too small for the type.
fn tail(x: V<'_>) -> V<'_> {
    let factor = if x.is_f64() {
        x.lt(8.0).select(quotient(x, ERFC64_MIDDLE), quotient(x, ERFC64_TAIL))
    } else {
        let inverse = 1.0 / (x * x);
        x.lt(2.0).select(inverse.poly(ERFC32_MIDDLE), inverse.poly(ERFC32_TAIL)) / x
    };
    let end = if x.is_f64() { 27.3 } else { 10.1 };
    x.gt(end).select(x.c(0.0), gauss(x) * factor)
}

/// `erf(x)`.
pub(super) fn erf(x: V<'_>) -> V<'_> {
    let a = x.abs();
    if !x.is_f64() {
        // Beyond 4 the result rounds to 1.
        let y = x.max(-4.0).min(4.0);
        return (y * quotient(y * y, ERF32)).max(-1.0).min(1.0);
    }
    let outside = (1.0 - tail(a)) * x.sign();
    a.lt(1.0).select(center(x), outside)
}

/// `1 - erf(x)`, without cancellation for large `x`.
pub(super) fn erfc(x: V<'_>) -> V<'_> {
    let a = x.abs();
    let right = tail(a);
    let outside = x.lt(0.0).select(2.0 - right, right);
    a.lt(1.0).select(1.0 - center(x), outside)
}

/// The number whose `erf` is `x`; infinite at -1 and 1.
pub(super) fn erf_inv(x: V<'_>) -> V<'_> {
    // Near 1 the square would lose the significant bits.
    let a = x.abs();
    let w = -a.lt(0.5).select((-(x * x)).log1p(), ((1.0 - a) * (a + 1.0)).log());
    let root = w.sqrt();
    let ratio = if x.is_f64() {
        let [near, middle, far] = ERF_INV64;
        let outer = w.lt(16.0).select((root - 3.25).poly(middle), (root - 5.0).poly(far));
        w.lt(6.25).select((w - 3.125).poly(near), outer)
    } else {
        let [near, far] = ERF_INV32;
        w.lt(5.0).select((w - 2.5).poly(near), (root - 3.0).poly(far))
    };
    a.eq(1.0).select(x * f64::INFINITY, x * ratio)
}
