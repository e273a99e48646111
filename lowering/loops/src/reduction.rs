//! The neutral elements and the ops of reductions.

use strata_arith::{
    AddFOp, AddIOp, AndIOp, AtomicRmwKind, MaxNumFOp, MaxSIOp, MaxUIOp, MaximumFOp, MinNumFOp, MinSIOp,
    MinUIOp, MinimumFOp, MulFOp, MulIOp, OrIOp, XOrIOp, constant, eval::IntBinary,
};
use strata_ir::prelude::*;

/// The neutral element.
pub(crate) fn identity(b: &mut Builder<'_>, kind: AtomicRmwKind, ty: Type) -> Result<Value, String> {
    use AtomicRmwKind::*;
    let cx = b.cx();
    if matches!(kind, Addf | Mulf | Maximumf | Minimumf | Maxnumf | Minnumf) {
        if cx.as_float(ty).is_none() {
            return Err(format!("a reduction of floats has type '{}'", cx.type_to_string(ty)));
        }
        let value = match kind {
            Addf => 0.0,
            Mulf => 1.0,
            Maximumf => f64::NEG_INFINITY,
            Minimumf => f64::INFINITY,
            // If one operand is NaN, the result is the other one.
            _ => f64::NAN,
        };
        let value = cx.float_attr(value, ty);
        return Ok(constant(b, value));
    }
    let Some(width) = cx.bit_width(ty).filter(|_| cx.as_float(ty).is_none()) else {
        return Err(format!("a reduction of integers has type '{}'", cx.type_to_string(ty)));
    };
    let operation = match kind {
        Addi => Some(IntBinary::Add),
        Muli => Some(IntBinary::Mul),
        Andi => Some(IntBinary::And),
        Ori => Some(IntBinary::Or),
        Xori => Some(IntBinary::Xor),
        Maxu => Some(IntBinary::MaxU),
        Minu => Some(IntBinary::MinU),
        Maxs => Some(IntBinary::MaxS),
        Mins => Some(IntBinary::MinS),
        _ => None,
    };
    let Some(value) = operation.and_then(|operation| operation.neutral(width)) else {
        return Err("a reduction that assigns has no neutral element".into());
    };
    let value = cx.attr(IntegerAttr { value, ty });
    Ok(constant(b, value))
}

/// Combines two values.
pub(crate) fn combine(b: &mut Builder<'_>, kind: AtomicRmwKind, x: Value, y: Value) -> Result<Value, String> {
    use AtomicRmwKind::*;
    Ok(match kind {
        Addf => AddFOp::build(b, x, y, None),
        Mulf => MulFOp::build(b, x, y, None),
        Maximumf => MaximumFOp::build(b, x, y, None),
        Minimumf => MinimumFOp::build(b, x, y, None),
        Maxnumf => MaxNumFOp::build(b, x, y, None),
        Minnumf => MinNumFOp::build(b, x, y, None),
        Addi => AddIOp::build(b, x, y, None),
        Muli => MulIOp::build(b, x, y, None),
        Maxs => MaxSIOp::build(b, x, y),
        Maxu => MaxUIOp::build(b, x, y),
        Mins => MinSIOp::build(b, x, y),
        Minu => MinUIOp::build(b, x, y),
        Andi => AndIOp::build(b, x, y),
        Ori => OrIOp::build(b, x, y),
        Xori => XOrIOp::build(b, x, y),
        Assign => return Err("a reduction that assigns is not supported".into()),
    })
}
