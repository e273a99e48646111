//! How the parts of an op that reduces along split dimensions are combined.

use strata_ir::prelude::*;
use strata_sdy as sdy;
use strata_sdy::attrs::Reduction;
use strata_stablehlo as hlo;

/// How partial results of an op are combined to its result; `None` if they cannot be, or not by one of these reductions.
pub(super) fn reduction(b: &Body, op: Op) -> Option<Reduction> {
    if op.isa::<hlo::DotGeneralOp>(b) || op.isa::<hlo::DotOp>(b) || op.isa::<hlo::ConvolutionOp>(b) {
        return Some(Reduction::Sum);
    }
    op.as_op::<hlo::ReduceOp>(b)?;
    let [region] = *b.regions(op) else { return None };
    let block = *b.blocks(region).first()?;
    let ([first, second], 1) = (b.block_args(block), b.results(op).len()) else { return None };
    let mut ops = b.block_ops(block);
    let (combine, end) = (ops.next()?, ops.next()?);
    let operands: SmallVec<[Value; 2]> = b.operands(combine).collect();
    let both = operands[..] == [*first, *second] || operands[..] == [*second, *first];
    if !both || ops.next().is_some() || !b.operands(end).eq(b.results(combine).iter().copied()) {
        return None;
    }
    let is_bool = b.cx().shaped(b.ty(*first)).is_some_and(|shaped| shaped.elem == b.cx().i1());
    match () {
        // Each device begins with the initial value, which must add nothing.
        () if combine.isa::<hlo::AddOp>(b) && !is_bool && is_zero(b, b.operand(op, 1)) => {
            Some(Reduction::Sum)
        }
        () if combine.isa::<hlo::MaxOp>(b) => Some(Reduction::Max),
        () if combine.isa::<hlo::MinOp>(b) => Some(Reduction::Min),
        () if combine.isa::<hlo::OrOp>(b) && is_bool => Some(Reduction::Max),
        () if combine.isa::<hlo::AndOp>(b) && is_bool => Some(Reduction::Min),
        () => None,
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
