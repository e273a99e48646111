//! Tests of float text, arithmetic and integer conversion.

use super::FloatFormat;
use super::ParseFloatError;
use crate::ApInt;
use proptest::prelude::*;
use std::cmp::Ordering;

#[test]
fn prints_like_mlir() {
    let cases = [
        (0.0, "0.000000e+00"),
        (1.0, "1.000000e+00"),
        (-2.5, "-2.500000e+00"),
        (0.7f32 as f64, "0.699999988"),
        (123456792.0, "0x4CEB79A3"),
        (f64::INFINITY, "0x7F800000"),
        (f64::NAN, "0x7FC00000"),
    ];
    for (value, text) in cases {
        assert_eq!(FloatFormat::F32.print(FloatFormat::F32.from_f64(value)), text);
    }
}

#[test]
fn literals_are_checked_as_in_mlir() {
    let f16 = FloatFormat::F16;
    assert_eq!(f16.parse("0x7C00"), Ok(0x7C00));
    assert_eq!(f16.parse("1.e5"), Ok(0x7C00));
    assert_eq!(f16.parse("-0.0"), Ok(0x8000));
    assert_eq!(f16.parse("0x17C00"), Err(ParseFloatError::HexOutOfRange));
    assert_eq!(f16.parse("-0x1"), Err(ParseFloatError::NegativeHex));
    assert_eq!(f16.parse("1"), Err(ParseFloatError::IntegerLiteral));
    for text in ["", ".5", "1.0e", "inf", "nan", "1.0f", "0x", "--1.0", "+1.0"] {
        assert_eq!(f16.parse(text), Err(ParseFloatError::Malformed), "{text}");
    }
    assert_eq!(FloatFormat::F64.parse("1.0e400"), Ok(f64::INFINITY.to_bits().into()));
}

#[test]
fn overflow_follows_the_format() {
    assert_eq!(FloatFormat::F8E4M3FN.from_f64(464.0), 0x7E);
    assert_eq!(FloatFormat::F8E4M3FN.from_f64(464.1), 0x7F);
    assert_eq!(FloatFormat::F8E4M3FNUZ.from_f64(-300.0), 0x80);
    assert_eq!(FloatFormat::F4E2M1FN.from_f64(1e9), 0x7);
    assert_eq!(FloatFormat::F8E5M2.from_f64(1e9), 0x7C);
}

#[test]
fn integers_convert() {
    let f32 = FloatFormat::F32;
    let of = |value: f64| f32.from_f64(value);
    assert_eq!(f32.to_int(of(-2.9), 8, true), Some(ApInt::from_i64(8, -2)));
    assert_eq!(f32.to_int(of(-128.5), 8, true), Some(ApInt::min_signed(8)));
    assert_eq!(f32.to_int(of(128.0), 8, true), None);
    assert_eq!(f32.to_int(of(255.9), 8, false), Some(ApInt::ones(8)));
    assert_eq!(f32.to_int(of(-1.0), 8, false), None);
    assert_eq!(f32.to_int(of(-0.9), 8, false), Some(ApInt::zero(8)));
    assert_eq!(f32.to_int_saturating(of(1e30), 16, true), ApInt::max_signed(16));
    assert_eq!(f32.to_int_saturating(of(f64::NAN), 16, true), ApInt::zero(16));
    assert_eq!(f32.from_int(&ApInt::min_signed(300), true), of(f64::NEG_INFINITY));
    assert_eq!(f32.from_int(&ApInt::ones(64), false), of(18446744073709551616.0));
    assert_eq!(f32.from_int(&ApInt::ones(64), true), of(-1.0));
}

#[test]
fn extremes_respect_nan_and_signed_zero() {
    let f = FloatFormat::F32;
    let [nan, one, plus, minus] = [f64::NAN, 1.0, 0.0, -0.0].map(|v| f.from_f64(v));
    assert!(f.is_nan(f.minimum(nan, one)) && f.is_nan(f.maximum(one, nan)));
    assert_eq!((f.minnum(nan, one), f.maxnum(one, nan)), (one, one));
    assert_eq!((f.minimum(plus, minus), f.maximum(minus, plus)), (minus, plus));
    assert_eq!(f.compare(plus, minus), Some(Ordering::Equal));
    assert_eq!(f.compare(nan, nan), None);
}

fn same(format: FloatFormat, ours: u128, expected: f64) -> bool {
    ours == format.from_f64(expected) || format.is_nan(ours) && expected.is_nan()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn f32_arithmetic_is_that_of_the_machine(a: u32, b: u32, c: u32, near in -40i32..40) {
        let f = FloatFormat::F32;
        let (x, y) = (f32::from_bits(a), f32::from_bits(b));
        // A third operand close to the product, so that sums cancel.
        let z = (-(x * y)) * (1.0 + near as f32 * f32::EPSILON);
        let z = if near % 2 == 0 { z } else { f32::from_bits(c) };
        let (a, b, c) = (u128::from(a), u128::from(b), u128::from(z.to_bits()));
        let check = |ours: u128, expected: f32| same(f, ours, expected.into());
        prop_assert!(check(f.add(a, b), x + y) && check(f.sub(a, b), x - y) && check(f.mul(a, b), x * y));
        prop_assert!(check(f.div(a, b), x / y) && check(f.rem(a, b), x % y) && check(f.sqrt(a), x.sqrt()));
        prop_assert!(check(f.fma(a, b, c), x.mul_add(y, z)), "{} * {} + {}", x, y, z);
        prop_assert_eq!(f.compare(a, b), x.partial_cmp(&y));
        for width in [8, 32, 64] {
            let expected = if x.is_nan() { 0 } else { x as i64 };
            let limit = 1i128 << (width - 1);
            let clamped = i128::from(expected).clamp(-limit, limit - 1);
            prop_assert_eq!(f.to_int_saturating(a, width, true).as_i128(), Some(clamped));
        }
    }

    #[test]
    fn wide_arithmetic_agrees_with_f64_on_exact_operations(a in -(1i64 << 30)..1 << 30, b in -(1i64 << 30)..1 << 30) {
        for f in [FloatFormat::F80, FloatFormat::F128] {
            let (x, y) = (a as f64 / 1024.0, b as f64 / 64.0);
            let (p, q) = (f.from_f64(x), f.from_f64(y));
            prop_assert_eq!(f.to_f64(f.add(p, q)), x + y);
            prop_assert_eq!(f.to_f64(f.sub(p, q)), x - y);
            prop_assert_eq!(f.mul(p, q), f.mul(q, p));
            prop_assert_eq!(f.fma(p, q, f.negate(f.mul(p, q))) & !f.sign_mask(), 0);
            if b != 0 {
                prop_assert_eq!(f.to_f64(f.rem(p, q)), x % y);
                prop_assert_eq!(f.div(f.mul(p, q), q), p);
            }
            let root = f.sqrt(f.mul(p, p));
            prop_assert_eq!(root, f.abs(p));
        }
    }

    #[test]
    fn printed_text_reads_back(bits: u64) {
        for f in FloatFormat::ALL {
            let pattern = u128::from(bits) & f.bits_mask();
            // Decimal text of the two widest formats goes through `f64`, as in MLIR.
            if f.precision() <= 53 {
                let text = f.print(pattern);
                prop_assert_eq!(f.parse(&text), Ok(pattern), "{:?} {}", f, text);
            }
        }
    }
}
