//! Functions that the standard library lacks, to half a unit in the last place and a little.

use super::double::Double;

/// `2 / sqrt(pi)`.
const TWO_BY_ROOT: Double = Double { hi: std::f64::consts::FRAC_2_SQRT_PI, lo: 1.533545961316588e-17 };
/// `sqrt(pi)`.
const ROOT: Double = Double { hi: 1.772453850905516, lo: -7.666586499825799e-17 };

/// From where on `erf` is 1.
const ERF_IS_ONE: f64 = 6.0;
/// From here on `erfc` is computed by its continued fraction, and not as `1 - erf`.
const FRACTION_FROM: f64 = 3.5;

/// The series of `erf` below [`ERF_IS_ONE`]. Its terms have both signs; the cancellation is less than the extra precision of
/// a [`Double`].
fn series(x: f64) -> Double {
    let square = Double::square(x);
    let (mut power, mut sum, mut n) = (Double::from(x), Double::from(x), 0.0);
    while power.hi.abs() > sum.hi.abs() * 1e-34 {
        n += 1.0;
        power = -(power * square) / Double::from(n);
        sum = sum + power / Double::from(2.0 * n + 1.0);
    }
    TWO_BY_ROOT * sum
}

/// The error function.
pub fn erf(x: f64) -> f64 {
    if x.is_nan() || x == 0.0 {
        return x;
    }
    if x.abs() < 1e-100 {
        // The products of the series would be too small for their errors.
        return x.mul_add(TWO_BY_ROOT.hi, x * TWO_BY_ROOT.lo);
    }
    if x.abs() >= ERF_IS_ONE { 1f64.copysign(x) } else { series(x).value() }
}

/// The complement of the error function, without cancellation for large arguments.
pub fn erfc(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x <= -ERF_IS_ONE {
        return 2.0;
    }
    if x.abs() < 1e-100 {
        return 1.0;
    }
    if x < FRACTION_FROM {
        return (Double::from(1.0) - series(x)).value();
    }
    if x > 27.3 {
        return 0.0;
    }
    // The continued fraction x + (1/2)/(x + 1/(x + (3/2)/(x + ...))), from the inside out.
    let argument = Double::from(x);
    let mut f = argument;
    for k in (1..120).rev() {
        f = argument + Double::from(0.5 * f64::from(k)) / f;
    }
    let square = Double::square(x);
    // The rounding error `lo` of the square is a factor of `1 - lo` of the power. The power is multiplied in two halves, so
    // that no intermediate result is subnormal.
    let half = (-0.5 * square.hi).exp();
    let scaled = Double::from(half) * Double::from(1.0 - square.lo) / (f * ROOT);
    scaled.value() * half
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Distance in units in the last place.
    fn ulps(got: f64, want: f64) -> u64 {
        got.to_bits().abs_diff(want.to_bits())
    }

    #[test]
    fn erf_is_rounded_once() {
        // By mpmath with 60 digits.
        let table: &[(f64, f64, f64)] = &[
            (5e-324, 5e-324, 1.0),
            (1e-200, 1.1283791670955125e-200, 1.0),
            (1e-08, 1.1283791670955126e-08, 0.9999999887162083),
            (0.1, 0.1124629160182849, 0.887537083981715),
            (0.25, 0.27632639016823696, 0.7236736098317631),
            (0.5, 0.5204998778130465, 0.4795001221869535),
            (0.84375, 0.7672256612323416, 0.23277433876765838),
            (1.0, 0.8427007929497149, 0.15729920705028513),
            (1.25, 0.9229001282564583, 0.07709987174354177),
            (1.9999, 0.9953201979070294, 0.004679802092970608),
            (2.0, 0.9953222650189527, 0.004677734981047266),
            (2.0001, 0.9953243313041966, 0.0046756686958033394),
            (2.5, 0.999593047982555, 0.0004069520174449589),
            (2.857142857142857, 0.9999466876886117, 5.3312311388322795e-05),
            (3.0, 0.9999779095030014, 2.209049699858544e-05),
            (3.4999, 0.999999256361496, 7.436385040413918e-07),
            (3.5, 0.9999992569016276, 7.430983723414128e-07),
            (4.0, 0.9999999845827421, 1.541725790028002e-08),
            (5.0, 0.9999999999984626, 1.537459794428035e-12),
            (5.9, 0.9999999999999999, 7.190409783550478e-17),
            (6.0, 1.0, 2.1519736712498913e-17),
            (8.0, 1.0, 1.1224297172982926e-29),
            (12.5, 1.0, 6.231942781979911e-70),
            (20.0, 1.0, 5.395865611607901e-176),
            (26.0, 1.0, 5.663192408856143e-296),
            (1.4277877625513482, 0.9565332330699543, 0.0434667669300457),
            (3.2653753517757114, 0.999996124281976, 3.875718023960282e-06),
            (2.2197309992884753, 0.9983057500449616, 0.0016942499550383942),
            (3.623520231577167, 0.9999997015631086, 2.9843689137850526e-07),
            (3.754321824648324, 0.9999998900210391, 1.0997896093425825e-07),
            (0.39317315543887865, 0.42181020641491374, 0.5781897935850863),
            (0.07900794932924482, 0.08896576996050606, 0.9110342300394939),
            (5.02481449257876, 0.9999999999988068, 1.1931539045750175e-12),
            (1.5561240859680459, 0.9722421493707419, 0.02775785062925806),
            (1.4059857662801782, 0.9532285681116441, 0.04677143188835585),
            (5.973869013062776, 1.0, 2.955077992895136e-17),
            (2.8215810451346877, 0.9999340152842677, 6.598471573230033e-05),
        ];
        for &(x, erf_x, erfc_x) in table {
            assert!(ulps(erf(x), erf_x) <= 1, "erf({x}) is {}, not {erf_x}", erf(x));
            assert!(ulps(erf(-x), -erf_x) <= 1, "erf(-{x})");
            assert!(ulps(erfc(x), erfc_x) <= 2, "erfc({x}) is {}, not {erfc_x}", erfc(x));
        }
    }

    #[test]
    fn ends() {
        assert_eq!(
            (erf(f64::INFINITY), erf(f64::NEG_INFINITY), erf(-0.0).to_bits()),
            (1.0, -1.0, (-0.0f64).to_bits())
        );
        assert_eq!((erfc(f64::INFINITY), erfc(f64::NEG_INFINITY), erfc(0.0)), (0.0, 2.0, 1.0));
        assert!(erf(f64::NAN).is_nan() && erfc(f64::NAN).is_nan());
    }
}
