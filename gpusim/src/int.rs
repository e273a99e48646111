//! Integer operations on the lanes of a warp. Registers are zero-extended.

use crate::code::{Cast, IntOp, IntUn, LANES, Lanes};

/// The lowest `bits` bits.
#[inline]
pub(crate) fn mask(bits: u8) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}
/// The sign-extended number.
#[inline]
pub(crate) fn signed(v: u64, bits: u8) -> i64 {
    let by = 64 - u32::from(bits);
    ((v << by) as i64) >> by
}

#[inline(always)]
pub(crate) fn map1(a: &Lanes, f: impl Fn(u64) -> u64) -> Lanes {
    std::array::from_fn(|i| f(a[i]))
}
#[inline(always)]
pub(crate) fn map2(a: &Lanes, b: &Lanes, f: impl Fn(u64, u64) -> u64) -> Lanes {
    std::array::from_fn(|i| f(a[i], b[i]))
}

/// The first active lane that divides by zero.
pub(crate) fn divides_by_zero(op: IntOp, b: &Lanes, active: u32) -> Option<u32> {
    if !matches!(op, IntOp::UDiv | IntOp::SDiv | IntOp::URem | IntOp::SRem) {
        return None;
    }
    (0..LANES as u32).find(|&i| active >> i & 1 != 0 && b[i as usize] == 0)
}

/// The operation; a division by zero gives the result of the hardware.
pub(crate) fn int(op: IntOp, bits: u8, a: &Lanes, b: &Lanes) -> Lanes {
    let m = mask(bits);
    let s = |v| signed(v, bits);
    let fit = |v: i128| v == i128::from(s(v as u64 & m));
    let ufit = |v: i128| (0..=i128::from(m)).contains(&v);
    let (lo, hi) = (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1);
    let wide = |v: u64| i128::from(s(v));
    let shift = |b: u64| b.min(127) as u32;
    match op {
        IntOp::Add => map2(a, b, |a, b| a.wrapping_add(b) & m),
        IntOp::Sub => map2(a, b, |a, b| a.wrapping_sub(b) & m),
        IntOp::Mul => map2(a, b, |a, b| a.wrapping_mul(b) & m),
        IntOp::UDiv => map2(a, b, |a, b| a.checked_div(b).unwrap_or(m)),
        IntOp::URem => map2(a, b, |a, b| a.checked_rem(b).unwrap_or(a)),
        IntOp::SDiv => map2(a, b, |a, b| if b == 0 { m } else { s(a).wrapping_div(s(b)) as u64 & m }),
        IntOp::SRem => map2(a, b, |a, b| if b == 0 { a } else { s(a).wrapping_rem(s(b)) as u64 & m }),
        IntOp::Shl => map2(a, b, |a, b| if b >= bits.into() { 0 } else { a << b & m }),
        IntOp::LShr => map2(a, b, |a, b| if b >= bits.into() { 0 } else { a >> b }),
        IntOp::AShr => map2(a, b, |a, b| (s(a) >> b.min(63)) as u64 & m),
        IntOp::And => map2(a, b, |a, b| a & b),
        IntOp::Or => map2(a, b, |a, b| a | b),
        IntOp::Xor => map2(a, b, |a, b| a ^ b),
        IntOp::SMax => map2(a, b, |a, b| if s(a) >= s(b) { a } else { b }),
        IntOp::SMin => map2(a, b, |a, b| if s(a) <= s(b) { a } else { b }),
        IntOp::UMax => map2(a, b, u64::max),
        IntOp::UMin => map2(a, b, u64::min),
        IntOp::SAddSat => map2(a, b, |a, b| (wide(a) + wide(b)).clamp(lo, hi) as u64 & m),
        IntOp::SSubSat => map2(a, b, |a, b| (wide(a) - wide(b)).clamp(lo, hi) as u64 & m),
        IntOp::UAddSat => map2(a, b, |a, b| (u128::from(a) + u128::from(b)).min(m.into()) as u64),
        IntOp::USubSat => map2(a, b, u64::saturating_sub),
        IntOp::SShlSat => map2(a, b, |a, b| {
            let v = wide(a);
            let shifted = if b >= 64 { v.signum() * (hi + 1) } else { v << shift(b) };
            shifted.clamp(lo, hi) as u64 & m
        }),
        IntOp::UShlSat => map2(a, b, |a, b| {
            let over = a != 0 && (b >= 64 || u128::from(a) << shift(b) > m.into());
            if over { m } else { a.checked_shl(b as u32).unwrap_or(0) & m }
        }),
        IntOp::SCmp => map2(a, b, |a, b| (s(a).cmp(&s(b)) as i64) as u64 & m),
        IntOp::UCmp => map2(a, b, |a, b| (a.cmp(&b) as i64) as u64 & m),
        IntOp::SAddOver => map2(a, b, |a, b| (!fit(wide(a) + wide(b))).into()),
        IntOp::SSubOver => map2(a, b, |a, b| (!fit(wide(a) - wide(b))).into()),
        IntOp::SMulOver => map2(a, b, |a, b| (!fit(wide(a) * wide(b))).into()),
        IntOp::UAddOver => map2(a, b, |a, b| (!ufit(i128::from(a) + i128::from(b))).into()),
        IntOp::USubOver => map2(a, b, |a, b| (a < b).into()),
        IntOp::UMulOver => map2(a, b, |a, b| (u128::from(a) * u128::from(b) > m.into()).into()),
        IntOp::SMulHi => map2(a, b, |a, b| ((wide(a) * wide(b)) >> bits) as u64 & m),
        IntOp::UMulHi => map2(a, b, |a, b| ((u128::from(a) * u128::from(b)) >> bits) as u64 & m),
    }
}

pub(crate) fn int_un(op: IntUn, bits: u8, a: &Lanes) -> Lanes {
    let m = mask(bits);
    let above = 64 - u32::from(bits);
    match op {
        IntUn::BitReverse => map1(a, |a| a.reverse_bits() >> above),
        IntUn::ByteSwap => map1(a, |a| a.swap_bytes() >> above),
        IntUn::CtPop => map1(a, |a| a.count_ones().into()),
        IntUn::Ctlz => map1(a, |a| u64::from(a.leading_zeros() - above) & m),
        IntUn::Cttz => map1(a, |a| u64::from(a.trailing_zeros().min(bits.into())) & m),
        IntUn::Abs => map1(a, |a| signed(a, bits).wrapping_abs() as u64 & m),
    }
}

/// Compares by LLVM's predicate number.
pub(crate) fn icmp(pred: u8, bits: u8, a: &Lanes, b: &Lanes) -> Lanes {
    let s = |v| signed(v, bits);
    match pred {
        0 => map2(a, b, |a, b| (a == b).into()),
        1 => map2(a, b, |a, b| (a != b).into()),
        2 => map2(a, b, |a, b| (s(a) < s(b)).into()),
        3 => map2(a, b, |a, b| (s(a) <= s(b)).into()),
        4 => map2(a, b, |a, b| (s(a) > s(b)).into()),
        5 => map2(a, b, |a, b| (s(a) >= s(b)).into()),
        6 => map2(a, b, |a, b| (a < b).into()),
        7 => map2(a, b, |a, b| (a <= b).into()),
        8 => map2(a, b, |a, b| (a > b).into()),
        _ => map2(a, b, |a, b| (a >= b).into()),
    }
}

pub(crate) fn funnel(left: bool, bits: u8, a: u64, b: u64, by: u64) -> u64 {
    let n = u32::from(bits);
    let by = (by % u64::from(bits)) as u32;
    let both = u128::from(a) << n | u128::from(b);
    let moved = if left { both << by >> n } else { both >> by };
    moved as u64 & mask(bits)
}

/// Conversions between integers.
pub(crate) fn int_cast(op: Cast, a: &Lanes) -> Option<Lanes> {
    Some(match op {
        Cast::Trunc(to) => map1(a, |a| a & mask(to)),
        Cast::SExt(from, to) => map1(a, |a| signed(a, from) as u64 & mask(to)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(op: IntOp, bits: u8, a: u64, b: u64) -> u64 {
        int(op, bits, &[a; LANES], &[b; LANES])[7]
    }

    #[test]
    fn edges_of_integers() {
        assert_eq!(one(IntOp::Add, 8, 0xff, 2), 1);
        assert_eq!(one(IntOp::SDiv, 8, 0x80, 0xff), 0x80);
        assert_eq!(one(IntOp::AShr, 8, 0x80, 100), 0xff);
        assert_eq!(one(IntOp::Shl, 32, 1, 32), 0);
        assert_eq!(one(IntOp::SAddSat, 8, 0x7f, 1), 0x7f);
        assert_eq!(one(IntOp::SSubSat, 64, 1 << 63, 1), 1 << 63);
        assert_eq!(one(IntOp::UAddSat, 64, u64::MAX, 1), u64::MAX);
        assert_eq!(one(IntOp::SMulOver, 32, 0x8000_0000, 0xffff_ffff), 1);
        assert_eq!(one(IntOp::UMulHi, 32, 0xffff_ffff, 0xffff_ffff), 0xffff_fffe);
        assert_eq!(one(IntOp::SMulHi, 32, 0xffff_ffff, 2), 0xffff_ffff);
        assert_eq!(one(IntOp::SCmp, 8, 0xff, 1), 0xff);
        assert_eq!(int_un(IntUn::Ctlz, 16, &[1; LANES])[0], 15);
        assert_eq!(int_un(IntUn::Cttz, 8, &[0; LANES])[0], 8);
        assert_eq!(int_un(IntUn::ByteSwap, 32, &[0x0102_0304; LANES])[0], 0x0403_0201);
        assert_eq!(funnel(true, 8, 0x81, 0xc0, 9), 0x03);
        assert_eq!(funnel(false, 8, 0x01, 0x80, 1), 0xc0);
    }
}
