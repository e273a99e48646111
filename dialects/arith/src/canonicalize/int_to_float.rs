//! Comparisons of an integer that was converted to float with a float constant.

use strata_ir::{
    num::{ApInt, FloatClass, FloatFormat},
    prelude::*,
};

use super::{make, replace};
use crate::{CmpFOp, CmpFPredicate, CmpIOp, CmpIPredicate, SIToFPOp, UIToFPOp};

/// The simplified form of a comparison with a constant.
enum Outcome {
    /// The result does not depend on the integer.
    Known(bool),
    /// A comparison with an integer constant.
    Compare(CmpIPredicate, ApInt),
}

/// The relation that a predicate tests, which is the same for integers and floats without NaN.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Relation {
    fn from_predicate(predicate: CmpFPredicate) -> Option<Self> {
        use CmpFPredicate::*;
        Some(match predicate {
            Oeq | Ueq => Relation::Eq,
            One | Une => Relation::Ne,
            Olt | Ult => Relation::Lt,
            Ole | Ule => Relation::Le,
            Ogt | Ugt => Relation::Gt,
            Oge | Uge => Relation::Ge,
            AlwaysFalse | AlwaysTrue | Ord | Uno => return None,
        })
    }
    fn predicate(self, signed: bool) -> CmpIPredicate {
        use CmpIPredicate::*;
        match (self, signed) {
            (Relation::Eq, _) => Eq,
            (Relation::Ne, _) => Ne,
            (Relation::Lt, true) => Slt,
            (Relation::Lt, false) => Ult,
            (Relation::Le, true) => Sle,
            (Relation::Le, false) => Ule,
            (Relation::Gt, true) => Sgt,
            (Relation::Gt, false) => Ugt,
            (Relation::Ge, true) => Sge,
            (Relation::Ge, false) => Uge,
        }
    }
    /// The result when the left side is known to be less.
    fn when_less(self) -> bool {
        matches!(self, Relation::Ne | Relation::Lt | Relation::Le)
    }
    /// The result when the left side is known to be greater.
    fn when_greater(self) -> bool {
        matches!(self, Relation::Ne | Relation::Gt | Relation::Ge)
    }
}

/// Whether converting an integer of `width` bits may change how it compares with `value`.
fn may_round(format: FloatFormat, value: u128, width: u32, signed: bool) -> bool {
    let precision = format.precision();
    if width <= precision {
        return false;
    }
    let value_bits = i64::from(if signed { width - 1 } else { width });
    let exponent = |bits: u128| -> i64 {
        let magnitude = format.to_f64(format.abs(bits));
        i64::from((magnitude.to_bits() >> 52) as u32) - 1023
    };
    match format.class(value) {
        // The conversion may overflow to the infinity that it is compared with.
        FloatClass::Infinity => exponent(format.largest(false)) < value_bits,
        FloatClass::Zero | FloatClass::Nan => false,
        FloatClass::Finite => (i64::from(precision)..=value_bits).contains(&exponent(value)),
    }
}

fn outcome(
    relation: Relation,
    format: FloatFormat,
    value: u128,
    width: u32,
    signed: bool,
) -> Option<Outcome> {
    let (least, greatest) = if signed {
        (ApInt::min_signed(width), ApInt::max_signed(width))
    } else {
        (ApInt::zero(width), ApInt::ones(width))
    };
    if format.compare(format.from_int(&greatest, signed), value)?.is_lt() {
        return Some(Outcome::Known(relation.when_less()));
    }
    if format.compare(format.from_int(&least, signed), value)?.is_gt() {
        return Some(Outcome::Known(relation.when_greater()));
    }
    let rounded = format.to_int(value, width, signed)?;
    let exact = format.compare(format.from_int(&rounded, signed), value)?.is_eq();
    if exact {
        return Some(Outcome::Compare(relation.predicate(signed), rounded));
    }
    // `rounded` is nearer to zero than `value`: below it when the value is positive, above it otherwise.
    let below = !format.is_negative(value);
    let relation = match relation {
        Relation::Eq => return Some(Outcome::Known(false)),
        Relation::Ne => return Some(Outcome::Known(true)),
        Relation::Lt | Relation::Le => {
            if below {
                Relation::Le
            } else {
                Relation::Lt
            }
        }
        Relation::Gt | Relation::Ge => {
            if below {
                Relation::Gt
            } else {
                Relation::Ge
            }
        }
    };
    // A negative fraction is less than every unsigned integer.
    if !signed && !below {
        return Some(Outcome::Known(relation.when_greater()));
    }
    Some(Outcome::Compare(relation.predicate(signed), rounded))
}

pub(super) fn compare(op: CmpFOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let cx = rw.cx();
    let (lhs, rhs) = (op.lhs(rw), op.rhs(rw));
    let (source, signed) = match rw.def_as::<SIToFPOp>(lhs) {
        Some(si) => (si.in_(rw), true),
        None => (rw.def_as::<UIToFPOp>(lhs)?.in_(rw), false),
    };
    let constant = cx.attr_as::<FloatAttr>(constant_value(rw, rhs)?)?;
    let (format, value) = (cx.as_float(constant.ty)?, constant.bits);
    let int = cx.as_int(rw.ty(source))?;
    // Wider formats than f64 have more precision than this function computes with.
    let supported = format.width() <= 64 && int.width <= cx.limits().fold_bits;
    if format.is_nan(value) || !supported || may_round(format, value, int.width, signed) {
        return None;
    }
    let predicate = CmpFPredicate::from_attr(cx, op.predicate(rw).into())?;
    let outcome = match predicate {
        CmpFPredicate::Ord | CmpFPredicate::AlwaysTrue => Outcome::Known(true),
        CmpFPredicate::Uno | CmpFPredicate::AlwaysFalse => Outcome::Known(false),
        _ => outcome(Relation::from_predicate(predicate)?, format, value, int.width, signed)?,
    };
    let v = match outcome {
        Outcome::Known(v) => make(rw, cx.bool_attr(v)),
        Outcome::Compare(predicate, value) => {
            let c = make(rw, cx.attr(IntegerAttr { value, ty: rw.ty(source) }));
            CmpIOp::build(rw, predicate.attr(cx), source, c)
        }
    };
    replace(rw, op.op(), v)
}
