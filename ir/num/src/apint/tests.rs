//! Tests of integers: arithmetic against big integers, text against what MLIR accepts.

use super::{ApInt, ParseIntError, Signedness};
use num_bigint::{BigInt, BigUint};
use proptest::prelude::*;
use std::time::{Duration, Instant};

fn parse(text: &str, width: u32) -> Result<ApInt, ParseIntError> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    ApInt::parse(digits, negative, width, Signedness::Signless)
}

#[test]
fn literals_are_checked_as_in_mlir() {
    assert_eq!(parse("255", 8), Ok(ApInt::from_u64(8, 255)));
    assert_eq!(parse("-128", 8), Ok(ApInt::min_signed(8)));
    assert_eq!(parse("0x0FF", 8), Ok(ApInt::ones(8)));
    assert_eq!(parse("0", 0), Ok(ApInt::zero(0)));
    assert_eq!(parse("-1", 1), Ok(ApInt::from_bool(true)));
    for (text, width) in [("256", 8), ("-129", 8), ("0x1FF", 8), ("1", 0), ("2", 1)] {
        assert_eq!(parse(text, width), Err(ParseIntError::TooLarge), "{text} : i{width}");
    }
    for text in ["", "0x", "0xg", "12a", "+1"] {
        assert_eq!(parse(text, 32), Err(ParseIntError::Malformed), "{text}");
    }
    assert_eq!(ApInt::parse("128", false, 8, Signedness::Signed), Err(ParseIntError::TooLarge));
    assert_eq!(ApInt::parse("1", true, 8, Signedness::Unsigned), Err(ParseIntError::NegativeUnsigned));
}

#[test]
fn long_literals_are_quick() {
    let start = Instant::now();
    let digits = "9".repeat(100_000);
    assert_eq!(parse(&digits, 64), Err(ParseIntError::TooLarge));
    let value = parse(&digits, 400_000).expect("fits");
    assert_eq!(value.to_string_unsigned(), digits);
    assert!(start.elapsed() < Duration::from_secs(2), "took {:?}", start.elapsed());
}

#[test]
fn width_zero_and_extremes() {
    let zero = ApInt::zero(0);
    assert!(zero.is_zero() && zero.is_all_ones() && !zero.is_negative());
    assert_eq!(zero.count_leading_zeros(), 0);
    assert_eq!(zero.add(&zero), zero);
    assert_eq!(ApInt::min_signed(8).sdiv(&ApInt::ones(8)), None);
    assert_eq!(ApInt::min_signed(8).srem(&ApInt::ones(8)), Some(ApInt::zero(8)));
    assert_eq!(ApInt::one(8).shl(&ApInt::from_u64(8, 8)), None);
    assert_eq!(ApInt::from_i64(200, -5).as_i64(), Some(-5));
    assert_eq!(ApInt::ones(200).as_u64(), None);
    assert_eq!(ApInt::max_signed(129).as_i128(), None);
    assert_eq!(format!("{:?}", ApInt::from_i64(32, -7)), "-7 : i32");
    assert_eq!(ApInt::from_u64(70, 255).to_hex(), "0xFF");
}

fn unsigned(value: &ApInt) -> BigInt {
    value.to_string_unsigned().parse().expect("decimal")
}

fn signed(value: &ApInt) -> BigInt {
    value.to_string_signed().parse().expect("decimal")
}

/// The value modulo `2^width`, computed without `ApInt` arithmetic.
fn wrap(value: &BigInt, width: u32) -> BigInt {
    let modulus = BigInt::from(BigUint::from(1u32) << width);
    ((value % &modulus) + &modulus) % modulus
}

fn floor(a: &BigInt, b: &BigInt) -> BigInt {
    let quotient = a / b;
    if (a % b != BigInt::ZERO) && ((a < &BigInt::ZERO) != (b < &BigInt::ZERO)) {
        quotient - 1
    } else {
        quotient
    }
}

fn pair() -> impl Strategy<Value = (ApInt, ApInt)> {
    let width = prop_oneof![1u32..=8, Just(63), Just(64), Just(65), 66u32..=127, Just(128), 129u32..=300];
    let words = || proptest::collection::vec(prop_oneof![Just(0), Just(u64::MAX), any::<u64>(), 0u64..9], 5);
    (width, words(), words()).prop_map(|(w, a, b)| (ApInt::from_words(w, &a), ApInt::from_words(w, &b)))
}

proptest! {
    #[test]
    fn arithmetic_is_that_of_integers((a, b) in pair()) {
        let w = a.width();
        let (ua, ub, sa, sb) = (unsigned(&a), unsigned(&b), signed(&a), signed(&b));
        prop_assert_eq!(unsigned(&a.add(&b)), wrap(&(&ua + &ub), w));
        prop_assert_eq!(unsigned(&a.sub(&b)), wrap(&(&ua - &ub), w));
        prop_assert_eq!(unsigned(&a.mul(&b)), wrap(&(&ua * &ub), w));
        prop_assert_eq!(a.uadd_overflow(&b).1, &ua + &ub != unsigned(&a.add(&b)));
        prop_assert_eq!(a.sadd_overflow(&b).1, &sa + &sb != signed(&a.add(&b)));
        prop_assert_eq!(a.usub_overflow(&b).1, &ua - &ub != unsigned(&a.sub(&b)));
        prop_assert_eq!(a.ssub_overflow(&b).1, &sa - &sb != signed(&a.sub(&b)));
        prop_assert_eq!(a.umul_overflow(&b).1, &ua * &ub != unsigned(&a.mul(&b)));
        prop_assert_eq!(a.smul_overflow(&b).1, &sa * &sb != signed(&a.mul(&b)));
        prop_assert_eq!(unsigned(&a.umulh(&b)), (&ua * &ub) >> w);
        prop_assert_eq!(signed(&a.smulh(&b)), (&sa * &sb) >> w);
        prop_assert_eq!(a.ucmp(&b), ua.cmp(&ub));
        prop_assert_eq!(a.scmp(&b), sa.cmp(&sb));
        if b.is_zero() {
            prop_assert!(a.udiv(&b).is_none() && a.sdiv(&b).is_none() && a.srem(&b).is_none());
        } else {
            prop_assert_eq!(a.udiv(&b).map(|q| unsigned(&q)), Some(&ua / &ub));
            prop_assert_eq!(a.urem(&b).map(|q| unsigned(&q)), Some(&ua % &ub));
            prop_assert_eq!(a.uceildiv(&b).map(|q| unsigned(&q)), Some(-floor(&-&ua, &ub)));
            prop_assert_eq!(a.srem(&b).map(|q| signed(&q)), Some(&sa % &sb));
            let overflow = a.is_min_signed() && b.is_all_ones();
            prop_assert_eq!(a.sdiv(&b).map(|q| signed(&q)), (!overflow).then(|| &sa / &sb));
            prop_assert_eq!(a.sfloordiv(&b).map(|q| signed(&q)), (!overflow).then(|| floor(&sa, &sb)));
            prop_assert_eq!(a.sceildiv(&b).map(|q| signed(&q)), (!overflow).then(|| -floor(&-&sa, &sb)));
        }
    }

    #[test]
    fn bits_shifts_and_text((a, b) in pair(), amount in 0u32..310) {
        let w = a.width();
        let (ua, sa) = (unsigned(&a), signed(&a));
        prop_assert_eq!(unsigned(&a.shl_bits(amount)), wrap(&(&ua << amount), w));
        prop_assert_eq!(unsigned(&a.lshr_bits(amount)), &ua >> amount);
        prop_assert_eq!(signed(&a.ashr_bits(amount)), &sa >> amount);
        prop_assert_eq!(a.xor(&b).xor(&b), a.clone());
        prop_assert_eq!(a.and(&b).or(&a), a.clone());
        prop_assert_eq!(a.active_bits(), ua.bits() as u32);
        prop_assert_eq!(a.popcount(), (0..w).filter(|&i| a.bit(i)).count() as u32);
        let trailing = (0..w).take_while(|&i| !a.bit(i)).count() as u32;
        prop_assert_eq!(a.count_trailing_zeros(), trailing);
        prop_assert_eq!(signed(&a.sext(w + amount)), sa);
        prop_assert_eq!(unsigned(&a.zext(w + amount)), ua);
        prop_assert_eq!(a.sext(w + amount).trunc(w), a.clone());
        prop_assert_eq!(parse(&a.to_string_unsigned(), w), Ok(a.clone()));
        prop_assert_eq!(parse(&a.to_hex(), w), Ok(a.clone()));
        if a.is_negative() {
            prop_assert_eq!(parse(&a.to_string_signed(), w), Ok(a.clone()));
        }
        prop_assert_eq!(ApInt::from_le_bytes(w, &a.to_le_bytes()), a.clone());
        if let Some(value) = a.as_i128() {
            prop_assert_eq!(ApInt::from_i128(w, value), a.clone());
        }
        if let Some(value) = a.as_i64() {
            prop_assert_eq!(ApInt::from_i64(w, value), a);
        }
    }
}
