//! The scalar kernels on values where the semantics is easy to get wrong.

use strata_arith::{
    CmpFPredicate, CmpIPredicate,
    eval::{FloatBinary, IntBinary, cmpf, cmpi, float_binary, int_binary},
};
use strata_ir::num::{ApInt, FloatFormat};

fn int(kind: IntBinary, a: i64, b: i64) -> Option<i64> {
    int_binary(kind, &ApInt::from_i64(8, a), &ApInt::from_i64(8, b)).and_then(|v| v.as_i64())
}

#[test]
fn integers_of_eight_bits_agree_with_wide_arithmetic() {
    for a in -128i64..=127 {
        for b in -128i64..=127 {
            let wrap = |v: i64| Some(v as i8 as i64);
            let (ua, ub) = (a as u8 as i64, b as u8 as i64);
            assert_eq!(int(IntBinary::Add, a, b), wrap(a + b));
            assert_eq!(int(IntBinary::Sub, a, b), wrap(a - b));
            assert_eq!(int(IntBinary::Mul, a, b), wrap(a * b));
            assert_eq!(int(IntBinary::MaxU, a, b), wrap(ua.max(ub)));
            assert_eq!(int(IntBinary::MinS, a, b), Some(a.min(b)));
            let fits = b != 0 && !(a == -128 && b == -1);
            let floor =
                a.checked_div_euclid(b).map(|q| if b < 0 && a.rem_euclid(b) != 0 { q - 1 } else { q });
            assert_eq!(int(IntBinary::DivS, a, b), a.checked_div(b).filter(|_| fits));
            assert_eq!(int(IntBinary::FloorDivS, a, b), floor.filter(|_| fits), "{a} / {b}");
            let ceil = floor.map(|q| if q * b == a { q } else { q + 1 });
            assert_eq!(int(IntBinary::CeilDivS, a, b), ceil.filter(|_| fits), "{a} / {b}");
            assert_eq!(int(IntBinary::RemS, a, b), a.checked_rem(b));
            assert_eq!(int(IntBinary::DivU, a, b), ua.checked_div(ub).and_then(wrap));
            assert_eq!(
                int(IntBinary::CeilDivU, a, b),
                (ub != 0).then(|| (ua as u64).div_ceil(ub as u64) as i8 as i64)
            );
            assert_eq!(int(IntBinary::ShL, a, b), if ub < 8 { wrap(a << ub) } else { None });
            assert_eq!(int(IntBinary::ShRS, a, b), if ub < 8 { wrap(a >> ub) } else { None });
            let (x, y) = (ApInt::from_i64(8, a), ApInt::from_i64(8, b));
            for (predicate, expected) in
                [(CmpIPredicate::Slt, a < b), (CmpIPredicate::Uge, ua >= ub), (CmpIPredicate::Ne, a != b)]
            {
                assert_eq!(cmpi(predicate, &x, &y), expected);
                assert_eq!(cmpi(predicate.inverse(), &x, &y), !expected);
                assert_eq!(cmpi(predicate.swapped(), &y, &x), expected);
            }
        }
    }
}

#[test]
fn unordered_comparisons_are_true_of_nan() {
    let f = FloatFormat::F32;
    let (nan, one) = (f.nan().expect("f32 has a NaN"), f.one());
    for &p in CmpFPredicate::ALL {
        let expected = matches!(p.word(), "true" | "uno") || p.word().starts_with('u') && p.word().len() == 3;
        assert_eq!(cmpf(p, f, nan, one), expected, "{}", p.word());
        assert_eq!(cmpf(p, f, one, nan), expected, "{}", p.word());
    }
    assert!(cmpf(CmpFPredicate::Oeq, f, f.signed_zero(true), f.signed_zero(false)));
}

#[test]
fn maximum_propagates_nan_and_maxnum_does_not() {
    let f = FloatFormat::F32;
    let (nan, one) = (f.nan().expect("f32 has a NaN"), f.one());
    assert!(f.is_nan(float_binary(FloatBinary::Maximum, f, nan, one)));
    assert_eq!(float_binary(FloatBinary::MaxNum, f, nan, one), one);
    assert_eq!(
        float_binary(FloatBinary::Minimum, f, f.signed_zero(false), f.signed_zero(true)),
        f.signed_zero(true)
    );
}

#[test]
fn kinds_know_their_ops() {
    assert_eq!(IntBinary::from_op_name("arith.ceildivsi"), Some(IntBinary::CeilDivS));
    assert_eq!(FloatBinary::MinNum.op_name(), "arith.minnumf");
    assert_eq!(IntBinary::from_op_name("arith.addf"), None);
}
