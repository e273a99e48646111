//! How the parts of an op that reduces along split dimensions are combined.

use strata_ir::prelude::*;
use strata_sdy as sdy;
use strata_sdy::attrs::Reduction;
use strata_stablehlo as hlo;

use crate::export::combiner::Combiner;

/// How partial results of an op are combined to its result; `None` if they cannot be, or not by one of these reductions.
pub(in crate::export) fn reduction(b: &Body, op: Op) -> Option<Reduction> {
    if op.isa::<hlo::DotGeneralOp>(b) || op.isa::<hlo::DotOp>(b) || op.isa::<hlo::ConvolutionOp>(b) {
        return Some(Reduction::Sum);
    }
    op.as_op::<hlo::ReduceOp>(b)?;
    let ([region], [result]) = (b.regions(op), b.results(op)) else { return None };
    let is_bool = b.cx().elem_or_self(b.ty(*result)) == b.cx().i1();
    match Combiner::of_region(b, *region)? {
        // Each device begins with the initial value, which must add nothing.
        Combiner::Add if !is_bool && is_zero(b, b.operand(op, 1)) => Some(Reduction::Sum),
        Combiner::Max => Some(Reduction::Max),
        Combiner::Min => Some(Reduction::Min),
        Combiner::Or if is_bool => Some(Reduction::Max),
        Combiner::And if is_bool => Some(Reduction::Min),
        Combiner::Add | Combiner::Mul | Combiner::And | Combiner::Or => None,
    }
}

/// Whether a value is a constant of zeros.
fn is_zero(b: &Body, value: Value) -> bool {
    let Some(op) = b.def_op(value) else { return false };
    if !b.has_trait(op, Trait::ConstantLike) && !op.isa::<sdy::ConstantOp>(b) {
        return false;
    }
    let element = b.attr(op, "value").and_then(|value| b.cx().splat_value(value));
    element.is_some_and(|element| is_zero_element(b.cx(), element))
}

fn is_zero_element(cx: &Context, element: Attr) -> bool {
    if let Some(complex) = cx.attr_as::<ArrayAttr>(element) {
        return complex.0.iter().all(|part| is_zero_element(cx, *part));
    }
    cx.attr_i64(element) == Some(0) || cx.attr_as::<FloatAttr>(element).is_some_and(|f| f.to_f64(cx) == 0.0)
}
