//! The limits of programs for other implementations, which avoid everything that these do not have or do in another way than the
//! specification, and everything that the specification leaves open. [`Level::Compiler`] is XLA for the CPU, [`Level::Reference`] the interpreter of StableHLO as jaxlib has it.

use strata_ir::{core::OpDef, num::FloatFormat};
use strata_stablehlo::{AddOp, AndOp, CountLeadingZerosOp, ImagOp, MaxOp, MinOp, MulOp, PowOp, RealOp};

use super::{
    domains::Pointwise,
    types::{Elem, Kind, Ty, elem},
    writer::{Level, Val, Writer},
};

/// Removes elementwise ops on some elements. XLA has no parts of real numbers, and in some programs it adds booleans as numbers of one
/// bit. It counts the leading zeros of negative numbers wrongly, and integer powers with an exponent below zero or above 63.
pub fn keep_elementwise(level: Level, e: Elem, ops: &mut Vec<Pointwise>) {
    if level == Level::Compiler {
        let avoided: &[&str] = match e.kind {
            Kind::Float => &[RealOp::NAME, ImagOp::NAME],
            Kind::Bool => &[AddOp::NAME],
            Kind::Signed | Kind::Unsigned => &[CountLeadingZerosOp::NAME, PowOp::NAME],
            _ => &[],
        };
        ops.retain(|op| !avoided.contains(&op.info.name));
    }
}

/// The type of indices. XLA reads the upper half of unsigned types as negative.
pub fn index_elem(w: &mut Writer) -> Elem {
    let level = w.level;
    w.elem_where(|e| e.kind == Kind::Signed || e.kind == Kind::Unsigned && level != Level::Compiler)
}

/// An initial value of a fold by the op of this name that changes nothing. The specification lets a reduction use the initial value any
/// number of times, and XLA leaves it out where it folds one element.
pub fn identity(w: &mut Writer, name: &str, e: Elem) -> Val {
    let (least, most) = match e.kind {
        Kind::Bool => ("false".to_owned(), "true".to_owned()),
        Kind::Signed => ((i64::MIN >> (64 - e.bits)).to_string(), (i64::MAX >> (64 - e.bits)).to_string()),
        Kind::Unsigned => ("0".to_owned(), (u64::MAX >> (64 - e.bits)).to_string()),
        _ => {
            let format = FloatFormat::from_name(e.name).unwrap_or(FloatFormat::F32);
            let digits = e.bits as usize / 4;
            let most = |negative| format.infinity(negative).unwrap_or(format.largest(negative));
            (format!("0x{:0digits$X}", most(true)), format!("0x{:0digits$X}", most(false)))
        }
    };
    let text = match (name, e.kind) {
        (MaxOp::NAME, _) => least,
        (MinOp::NAME, _) | (MulOp::NAME, Kind::Bool) | (AndOp::NAME, Kind::Bool | Kind::Unsigned) => most,
        (AndOp::NAME, _) => "-1".to_owned(),
        (MulOp::NAME, Kind::Signed | Kind::Unsigned) => "1".to_owned(),
        (MulOp::NAME, _) => "1.0".to_owned(),
        (AddOp::NAME, Kind::Complex) => "(0.0, 0.0)".to_owned(),
        (AddOp::NAME, Kind::Float) => "-0.0".to_owned(),
        (_, Kind::Bool) => "false".to_owned(),
        _ => "0".to_owned(),
    };
    w.scalar(&text, e)
}

/// A tensor of different integers, so that each window has one largest and one smallest number: which of several equal ones a
/// `select_and_scatter` selects depends on the order in which a window is visited.
pub fn distinct(w: &mut Writer) -> Val {
    let shape = loop {
        // One of them is that of a scalar.
        let shape = w.shape();
        if !shape.contains(&0) {
            break shape;
        }
    };
    let e = w.elem_where(|e| e.is_int() && e.bits >= 32);
    let numbers: Vec<i64> = w.order(shape.iter().product()).into_iter().map(|n| n as i64).collect();
    let flat = w.numbers(&numbers, e);
    w.op1("reshape", &[&flat], "", Ty::new(&shape, e))
}

/// A power of integers with an exponent below 16.
pub fn integer_power(w: &mut Writer, x: &Val) -> Val {
    let text = if x.ty.count() == 0 { "" } else { "15" };
    let fifteen = w.op1("constant", &[], &format!("value = dense<{text}> : {}", x.ty), x.ty.clone());
    let y = w.need(&x.ty);
    let exponent = w.op1("and", &[&y, &fifteen], "", x.ty.clone());
    w.op1("power", &[x, &exponent], "", x.ty.clone())
}

/// The element type of random bits: results of XLA are always unsigned.
pub fn random_bits_elem(w: &mut Writer) -> Elem {
    elem(w.one(&["ui8", "ui16", "ui32", "ui64"]))
}
