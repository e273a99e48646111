//! Rules about elements: order of operands, negations, comparisons, conversions, complex numbers.

use strata_ir::{prelude::*, rewrite::patterns};
use strata_stablehlo::*;

use crate::hlo_builder::*;

pub const PATTERNS: &[PatternRow] = patterns! {
    AddOp => "add-constant-to-rhs": constant_to_rhs,
    AndOp => "and-constant-to-rhs": constant_to_rhs,
    MaxOp => "maximum-constant-to-rhs": constant_to_rhs,
    MinOp => "minimum-constant-to-rhs": constant_to_rhs,
    MulOp => "multiply-constant-to-rhs": constant_to_rhs,
    OrOp => "or-constant-to-rhs": constant_to_rhs,
    XorOp => "xor-constant-to-rhs": constant_to_rhs,
    AddOp => "add-of-add": reassociate::<AddOp>,
    MulOp => "multiply-of-multiply": reassociate::<MulOp>,
    CompareOp => "compare-constant-to-rhs": compare_constant_to_rhs,
    NotOp => "not-of-not": involution::<NotOp>,
    NotOp => "not-of-compare": not_of_compare,
    NegOp => "negate-of-negate": involution::<NegOp>,
    SelectOp => "select-of-not": select_of_not,
    SelectOp => "select-of-compare": select_of_compare,
    ConvertOp => "convert-there-and-back": convert_there_and_back,
    ComplexOp => "complex-of-parts": complex_of_parts,
    RealOp => "real-of-complex": |op, rw| part_of_complex(op, rw, 0),
    ImagOp => "imag-of-complex": |op, rw| part_of_complex(op, rw, 1),
    TupleOp => "tuple-of-elements": tuple_of_elements,
};

/// `op(cst, X) -> op(X, cst)`
fn constant_to_rhs(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (lhs, rhs) = (rw.operand(op, 0), rw.operand(op, 1));
    if !is_constant(rw, lhs) || is_constant(rw, rhs) {
        return None;
    }
    rw.set_operand(op, 0, rhs);
    rw.set_operand(op, 1, lhs);
    Some(())
}

/// `op(op(X, cst1), cst2) -> op(X, op(cst1, cst2))`, for integers, which wrap.
fn reassociate<O: OpDef>(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (lhs, rhs) = (rw.operand(op, 0), rw.operand(op, 1));
    let inner = rw.def_of::<O>(lhs)?.op();
    let (x, constant) = (rw.operand(inner, 0), rw.operand(inner, 1));
    let integers = rw.cx().as_int(elem(rw, lhs)).is_some();
    let constants = is_constant(rw, rhs) && is_constant(rw, constant) && !is_constant(rw, x);
    let same = rw.ty(x) == rw.ty(rhs) && rw.ty(x) == rw.ty(constant) && rw.ty(x) == rw.ty(rw.result(op, 0));
    if !integers || !constants || !same {
        return None;
    }
    let ty = rw.ty(rhs);
    let both = make::<O>(rw, &[constant, rhs], &[], ty);
    rw.set_operand(op, 0, x);
    rw.set_operand(op, 1, both);
    Some(())
}

/// `compare(cst, X, d) -> compare(X, cst, swap(d))`
fn compare_constant_to_rhs(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    use ComparisonDirection as D;
    let compare = op.as_op::<CompareOp>(rw)?;
    let swapped = match compare.direction(rw) {
        D::Eq => D::Eq,
        D::Ne => D::Ne,
        D::Ge => D::Le,
        D::Gt => D::Lt,
        D::Le => D::Ge,
        D::Lt => D::Gt,
    };
    constant_to_rhs(op, rw)?;
    let attr = rw.cx().attr(swapped);
    rw.body().set_attr(op, "comparison_direction", Some(attr));
    Some(())
}

/// `op(op(X)) -> X`
fn involution<O: OpDef>(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let inner = rw.def_of::<O>(rw.operand(op, 0))?.op();
    let x = rw.operand(inner, 0);
    become_value(rw, op, x)
}

/// `not(compare(X, Y, d)) -> compare(X, Y, negate(d))`, for integers: with NaN, neither a comparison nor its opposite holds.
fn not_of_compare(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    use ComparisonDirection as D;
    let inner = rw.operand(op, 0);
    let compare = rw.def_of::<CompareOp>(inner)?;
    let integers = rw.cx().as_int(elem(rw, compare.lhs(rw))).is_some();
    if !integers || !rw.has_one_use(inner) || rw.ty(inner) != rw.ty(rw.result(op, 0)) {
        return None;
    }
    let opposite = match compare.direction(rw) {
        D::Eq => D::Ne,
        D::Ne => D::Eq,
        D::Ge => D::Lt,
        D::Gt => D::Le,
        D::Le => D::Gt,
        D::Lt => D::Ge,
    };
    let attr = rw.cx().attr(opposite);
    rw.body().set_attr(compare.op(), "comparison_direction", Some(attr));
    rw.touch(compare);
    rw.replace_op(op, &[inner]);
    Some(())
}

/// `select(not(p), t, f) -> select(p, f, t)`, and the same through a broadcast of the predicate.
fn select_of_not(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let pred = rw.operand(op, 0);
    let plain = match rw.def_of::<NotOp>(pred) {
        Some(not) => not.operand(rw),
        None => {
            let broadcast = rw.def_of::<BroadcastInDimOp>(pred)?;
            let inner = rw.def_of::<NotOp>(broadcast.operand(rw))?.operand(rw);
            if !rw.has_one_use(pred) {
                return None;
            }
            let (ty, dims) = (rw.ty(pred), rw.cx().i64_array(broadcast.dims(rw)));
            make::<BroadcastInDimOp>(rw, &[inner], &[("broadcast_dimensions", dims)], ty)
        }
    };
    let (on_true, on_false) = (rw.operand(op, 1), rw.operand(op, 2));
    rw.set_operand(op, 0, plain);
    rw.set_operand(op, 1, on_false);
    rw.set_operand(op, 2, on_true);
    Some(())
}

/// `select(compare(X, Y, GE), X, Y) -> maximum(X, Y)` and its relatives, for integers: a maximum is NaN when one
/// operand is.
fn select_of_compare(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    use ComparisonDirection as D;
    let compare = rw.def_of::<CompareOp>(rw.operand(op, 0))?;
    let (on_true, on_false) = (rw.operand(op, 1), rw.operand(op, 2));
    let (lhs, rhs) = (compare.lhs(rw), compare.rhs(rw));
    let width = rw.cx().as_int(elem(rw, lhs)).map(|t| t.width)?;
    let ty = rw.ty(rw.result(op, 0));
    if width == 1 || rw.ty(on_true) != ty || rw.ty(on_false) != ty {
        return None;
    }
    let takes_lhs = match () {
        () if (on_true, on_false) == (lhs, rhs) => true,
        () if (on_true, on_false) == (rhs, lhs) => false,
        () => return None,
    };
    match (compare.direction(rw), takes_lhs) {
        (D::Ge | D::Gt, true) | (D::Le | D::Lt, false) => become_op::<MaxOp>(rw, op, &[lhs, rhs], &[]),
        (D::Le | D::Lt, true) | (D::Ge | D::Gt, false) => become_op::<MinOp>(rw, op, &[lhs, rhs], &[]),
        (D::Eq, true) | (D::Ne, false) => become_value(rw, op, rhs),
        (D::Ne, true) | (D::Eq, false) => become_value(rw, op, lhs),
    }
}

/// `convert(convert(X, wider), [X.type]) -> X`
fn convert_there_and_back(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let middle = rw.operand(op, 0);
    let x = rw.def_of::<ConvertOp>(middle)?.operand(rw);
    let cx = rw.cx();
    let (from, to) = (elem(rw, x), elem(rw, middle));
    let holds_all = match (cx.as_int(from), cx.as_int(to), cx.as_float(from), cx.as_float(to)) {
        (Some(a), Some(b), _, _) => {
            let unsigned = |t: &IntegerType| t.width == 1 || t.signedness == Signedness::Unsigned;
            b.width > a.width && (unsigned(&a) || !unsigned(&b))
        }
        // A 24-bit significand holds 16 bits; f64 holds 32.
        (Some(a), _, _, Some(f)) => {
            use strata_ir::num::FloatFormat as F;
            a.width <= 16 && f == F::F32 || a.width <= 32 && f == F::F64
        }
        (_, _, Some(a), Some(b)) => {
            use strata_ir::num::FloatFormat as F;
            matches!((a, b), (F::F32 | F::F16 | F::BF16, F::F64) | (F::F16 | F::BF16, F::F32))
        }
        _ => false,
    };
    if holds_all { become_value(rw, op, x) } else { None }
}

/// `complex(real(X), imag(X)) -> X`
fn complex_of_parts(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let real = rw.def_of::<RealOp>(rw.operand(op, 0))?.operand(rw);
    let imag = rw.def_of::<ImagOp>(rw.operand(op, 1))?.operand(rw);
    if real == imag { become_value(rw, op, real) } else { None }
}

/// `real(complex(R, I)) -> R`, `imag(complex(R, I)) -> I`
fn part_of_complex(op: Op, rw: &mut Rewriter<'_>, part: usize) -> Option<()> {
    let complex = rw.def_of::<ComplexOp>(rw.operand(op, 0))?.op();
    let value = rw.operand(complex, part);
    become_value(rw, op, value)
}

/// `tuple(get_tuple_element(X, 0), get_tuple_element(X, 1), ...) -> X`
fn tuple_of_elements(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let mut whole = None;
    for (i, v) in rw.operands(op).enumerate() {
        let get = rw.def_of::<GetTupleElementOp>(v)?;
        let x = get.operand(rw);
        if int(rw, get.op(), "index")? != i as i64 || whole.is_some_and(|w| w != x) {
            return None;
        }
        whole = Some(x);
    }
    become_value(rw, op, whole?)
}
