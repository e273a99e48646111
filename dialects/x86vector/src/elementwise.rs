//! Ops on each element.
//!
//! Operands of `mask.rndscale` and `mask.scalef` are those of the intrinsics in their order, whatever their names say: upstream calls the numbers that
//! are rounded `src`.

use strata_ir::prelude::*;

use crate::types::{EightF32, Floats, Integers, Mask, MaskBits, mask, mask_bits};

/// Rounds each number of `src` to so many bits of its fraction; where the mask is off, the result is `a`.
#[op(
    name = "x86vector.avx512.mask.rndscale",
    traits = [Pure],
    same = [src, a, dst],
    infer(imm = mask_bits(dst), "imm has the same number of bits as elements in dst"),
    asm = "$src `,` $k `,` $a `,` $imm `,` $rounding attr-dict `:` type($dst)",
)]
pub struct MaskRndScaleOp {
    /// The numbers.
    pub src: Operand<Floats>,
    /// The number of bits and the direction, as the instruction encodes them: a constant.
    pub k: Operand<I32>,
    /// The result where the mask is off.
    pub a: Operand<Floats>,
    /// The mask.
    pub imm: Operand<MaskBits>,
    /// How exceptions are handled, as the instruction encodes it: a constant.
    pub rounding: Operand<I32>,
    /// The rounded numbers.
    pub dst: Res<Floats>,
}

/// Multiplies each number of `src` by the power of two of `a`; where the mask is off, the result is `b`.
#[op(
    name = "x86vector.avx512.mask.scalef",
    traits = [Pure],
    same = [src, a, b, dst],
    infer(k = mask_bits(dst), "k has the same number of bits as elements in dst"),
    asm = "$src `,` $a `,` $b `,` $k `,` $rounding attr-dict `:` type($dst)",
)]
pub struct MaskScaleFOp {
    /// The numbers.
    pub src: Operand<Floats>,
    /// The exponents, which are rounded down.
    pub a: Operand<Floats>,
    /// The result where the mask is off.
    pub b: Operand<Floats>,
    /// The mask.
    pub k: Operand<MaskBits>,
    /// How the result is rounded, as the instruction encodes it: a constant.
    pub rounding: Operand<I32>,
    /// The products.
    pub dst: Res<Floats>,
}

/// Which elements of each vector occur in the other one.
#[op(
    name = "x86vector.avx512.vp2intersect",
    traits = [Pure],
    interfaces = [ResultNames],
    same = [a, b],
    infer(k1 = mask(a), "k1 has the same number of bits as elements in a"),
    infer(k2 = mask(a), "k2 has the same number of bits as elements in b"),
    asm = "$a `,` $b attr-dict `:` type($a)",
)]
pub struct Vp2IntersectOp {
    /// The one vector.
    pub a: Operand<Integers>,
    /// The other one.
    pub b: Operand<Integers>,
    /// The elements of the one vector that the other has.
    pub k1: Res<Mask>,
    /// The elements of the other vector that the one has.
    pub k2: Res<Mask>,
}

/// Estimates of reciprocal square roots.
#[op(
    name = "x86vector.avx.rsqrt",
    traits = [Pure, SameOperandsAndResultType],
    asm = "$a attr-dict `:` type($a)",
)]
pub struct RsqrtOp {
    /// The numbers.
    pub a: Operand<EightF32>,
    /// The estimates.
    pub b: Res<EightF32>,
}

impl ResultNames for Vp2IntersectOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        name(self.k1(b), "k1");
        name(self.k2(b), "k2");
    }
}
