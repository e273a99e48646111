//! Casts of floats with a scale, as in the micro-scaling formats.

use strata_ir::prelude::*;

use super::cast::same_tensor_dims;
use crate::{FastMath, RoundingModeAttr};

/// Multiplies a narrow float by a scale, as a wider float.
#[op(
    name = "arith.scaling_extf",
    traits = [Pure, Elementwise, Scalarizable],
    interfaces = [Verify],
    holds(same_tensor_dims, "input and output have the same tensor dimensions"),
    asm = "$in `,` $scale (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) `to` type($out)",
)]
pub struct ScalingExtFOp {
    /// The operand.
    pub in_: Operand<FloatLike>,
    /// The scale; only its exponent counts.
    pub scale: Operand<FloatLike>,
    /// Liberties that may be taken.
    pub fastmath: OptAttr<FastMath>,
    /// The result.
    pub out: Res<FloatLike>,
}

/// Divides a float by a scale, as a narrower float.
#[op(
    name = "arith.scaling_truncf",
    traits = [Pure, Elementwise, Scalarizable],
    interfaces = [Verify],
    holds(same_tensor_dims, "input and output have the same tensor dimensions"),
    asm = "$in `,` $scale ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) `to` type($out)",
)]
pub struct ScalingTruncFOp {
    /// The operand.
    pub in_: Operand<FloatLike>,
    /// The scale; only its exponent counts.
    pub scale: Operand<FloatLike>,
    /// How to round; the default of the target when there is none.
    pub roundingmode: OptAttr<RoundingModeAttr>,
    /// Liberties that may be taken.
    pub fastmath: OptAttr<FastMath>,
    /// The result.
    pub out: Res<FloatLike>,
}

/// Checks that the width of the elements changes in the right direction.
fn verify(op: Op, b: &Body, widens: bool) -> VerifyResult {
    let cx = b.cx();
    let types: Vec<Type> = b.operand_types(op).collect();
    let out = b.ty(b.result(op, 0));
    let width = |t: Type| cx.bit_width(cx.elem_or_self(t));
    let same_kind = cx.shaped(types[0]).is_some() == cx.shaped(out).is_some();
    let ok = if widens { width(types[0]) < width(out) } else { width(types[0]) > width(out) };
    let list: Vec<String> = types.iter().map(|&t| format!("'{}'", cx.type_to_string(t))).collect();
    ensure!(
        ok && same_kind,
        "operand types {} and result type '{}' are cast incompatible",
        list.join(", "),
        cx.type_to_string(out)
    );
    Ok(())
}

impl Verify for ScalingExtFOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify(self.op(), b, true)
    }
}

impl Verify for ScalingTruncFOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify(self.op(), b, false)
    }
}
