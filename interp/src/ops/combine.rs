//! How reductions and atomic updates combine numbers: the function behind a kind, and the number that changes nothing.

use crate::{
    Elem, Num,
    kernels::{Bin, binary_num},
};

/// The function of a kind of `vector`.
pub(crate) fn by_word(kind: &str) -> Option<Bin> {
    Some(match kind {
        "add" => Bin::Add,
        "mul" => Bin::Mul,
        "minui" => Bin::MinU,
        "minsi" => Bin::MinS,
        "maxui" => Bin::MaxU,
        "maxsi" => Bin::MaxS,
        "minnumf" => Bin::MinNum,
        "maxnumf" => Bin::MaxNum,
        "minimumf" => Bin::Min,
        "maximumf" => Bin::Max,
        "and" => Bin::And,
        "or" => Bin::Or,
        "xor" => Bin::Xor,
        _ => return None,
    })
}

/// The functions of the kinds of atomic updates, by their numbers; the one that assigns is no function of both.
const BY_NUMBER: [Option<Bin>; 16] = [
    Some(Bin::Add),
    Some(Bin::Add),
    Some(Bin::And),
    None,
    Some(Bin::Max),
    Some(Bin::MaxNum),
    Some(Bin::MaxS),
    Some(Bin::MaxU),
    Some(Bin::Min),
    Some(Bin::MinNum),
    Some(Bin::MinS),
    Some(Bin::MinU),
    Some(Bin::Mul),
    Some(Bin::Mul),
    Some(Bin::Or),
    Some(Bin::Xor),
];

/// The number of the kind that assigns.
const ASSIGN: i64 = 3;

/// The function of a kind of atomic updates.
pub(crate) fn by_number(kind: i64) -> Option<Bin> {
    BY_NUMBER.get(usize::try_from(kind).ok()?).copied().flatten()
}

/// The result of an atomic update of a kind with an old number and a given one.
pub(crate) fn update(kind: i64, e: Elem, old: Num, given: Num) -> Option<Num> {
    if kind == ASSIGN { Some(given) } else { binary_num(by_number(kind)?, e, old, given) }
}

/// The number that changes no other one of its type when they are combined.
pub(crate) fn neutral(op: Bin, e: Elem) -> Option<Num> {
    let width = e.width().clamp(1, 64);
    let int = |v: i64| e.is_int().then(|| Num::Int(e.wrap(v)));
    let float = |v: f64| e.is_float().then(|| Num::from_f64(e, v));
    match op {
        Bin::Add => Some(Num::zero(e)),
        Bin::Mul => Some(Num::from_i64(e, 1)),
        Bin::Or | Bin::Xor | Bin::MaxU => int(0),
        Bin::And | Bin::MinU => int(-1),
        Bin::MaxS => int(i64::MIN >> (64 - width)),
        Bin::MinS => int(i64::MAX >> (64 - width)),
        Bin::Max => float(f64::NEG_INFINITY),
        Bin::Min => float(f64::INFINITY),
        Bin::MaxNum | Bin::MinNum => float(f64::NAN),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{by_number, neutral};
    use crate::{Elem, Num, kernels::binary_num};

    #[test]
    fn a_neutral_number_changes_nothing() {
        let i8 = Elem::Int { width: 8, unsigned: false };
        let samples =
            [(Elem::I1, vec![0, 1]), (i8, vec![-128, -1, 0, 1, 127]), (Elem::Index, vec![i64::MIN, 3])];
        let mut tried = 0;
        for op in (0..16).filter_map(by_number) {
            for (e, values) in &samples {
                let Some(start) = neutral(op, *e) else { continue };
                for n in values.iter().map(|&v| Num::Int(v)) {
                    assert_eq!(binary_num(op, *e, start, n), Some(n), "{op:?} {e}");
                    tried += 1;
                }
            }
            if let Some(start) = neutral(op, Elem::F32) {
                for n in [1.5f32, -2.0, f32::INFINITY, f32::NEG_INFINITY].map(Num::F32) {
                    assert_eq!(binary_num(op, Elem::F32, start, n), Some(n), "{op:?}");
                    tried += 1;
                }
            }
        }
        assert!(tried > 100, "{tried}");
    }
}
