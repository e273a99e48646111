//! Comparisons.

use std::cmp::Ordering;

use crate::{Elem, Num};

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are those of the comparisons")]
pub enum Cmp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Cmp {
    /// Whether two numbers in this order satisfy the comparison; no order is that of a NaN.
    pub fn holds(self, order: Option<Ordering>) -> bool {
        match self {
            Cmp::Eq => order == Some(Ordering::Equal),
            Cmp::Ne => order != Some(Ordering::Equal),
            Cmp::Lt => order == Some(Ordering::Less),
            Cmp::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
            Cmp::Gt => order == Some(Ordering::Greater),
            Cmp::Ge => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        }
    }
    /// The comparison of the operands the other way round.
    pub fn flipped(self) -> Cmp {
        match self {
            Cmp::Lt => Cmp::Gt,
            Cmp::Le => Cmp::Ge,
            Cmp::Gt => Cmp::Lt,
            Cmp::Ge => Cmp::Le,
            same => same,
        }
    }
    /// From the word of StableHLO or, in lower case and without its sign letter, of `arith`.
    pub fn from_word(word: &str) -> Option<Cmp> {
        Some(match word.to_ascii_lowercase().as_str() {
            "eq" => Cmp::Eq,
            "ne" => Cmp::Ne,
            "lt" => Cmp::Lt,
            "le" => Cmp::Le,
            "gt" => Cmp::Gt,
            "ge" => Cmp::Ge,
            _ => return None,
        })
    }
}

/// A number that orders floats as -NaN < -inf < … < -0 < +0 < … < +inf < +NaN. The numbers of a format without a sign are positive; the NaN
/// of a `FNUZ` format, which has the pattern of -0, is negative.
pub fn total_order_key(e: Elem, x: Num) -> i64 {
    let bits = x.bits(e);
    let Elem::Float(format) = e else { return bits as i64 };
    if !format.is_negative(u128::from(bits)) {
        return bits as i64;
    }
    if format.nan() == Some(format.sign_mask()) && u128::from(bits) == format.sign_mask() {
        return i64::MIN;
    }
    let shift = 64 - e.width();
    (((bits << shift) as i64) >> shift) ^ (i64::MAX >> shift)
}

/// The order of two numbers: integers by the sign of their type, floats as IEEE 754 or in total order, complex numbers
/// only equal or, lexicographically, not.
pub fn compare(e: Elem, x: Num, y: Num, total: bool) -> Option<Ordering> {
    match (x, y) {
        (Num::Int(x), Num::Int(y)) if e.is_unsigned() || e.is_bool() => Some(e.zext(x).cmp(&e.zext(y))),
        (Num::Int(x), Num::Int(y)) => Some(x.cmp(&y)),
        (Num::F32(_), _) | (Num::F64(_), _) if total => {
            Some(total_order_key(e, x).cmp(&total_order_key(e, y)))
        }
        (Num::F32(x), Num::F32(y)) => x.partial_cmp(&y),
        (Num::F64(x), Num::F64(y)) => x.partial_cmp(&y),
        _ => {
            let (x, y) = (x.complex(), y.complex());
            match x.re.partial_cmp(&y.re)? {
                Ordering::Equal => x.im.partial_cmp(&y.im),
                other => x.im.partial_cmp(&y.im).map(|_| other),
            }
        }
    }
}
