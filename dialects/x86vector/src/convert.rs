//! Conversions between `f32` and floats of 16 bits, in registers and from memory.

use strata_ir::prelude::*;

use crate::types::{HalvesInMemory, LongBF16, LongF32, ShortF32};

/// Rounds `f32` to `bf16`.
#[op(
    name = "x86vector.avx512.cvt.packed.f32_to_bf16",
    traits = [Pure],
    holds(same_count, "all of {a, dst} have same element count"),
    asm = "$a attr-dict `:` type($a) `->` type($dst)",
)]
pub struct CvtPackedF32ToBF16Op {
    /// The numbers.
    pub a: Operand<LongF32>,
    /// The rounded ones.
    pub dst: Res<LongBF16>,
}

/// All elements are the first number in memory.
#[op(
    name = "x86vector.avx.bcst_to_f32.packed",
    interfaces = [MemoryEffects],
    asm = "$a attr-dict `:` type($a) `->` type($dst)",
)]
pub struct BcstToPackedF32Op {
    /// The memory.
    pub a: Operand<HalvesInMemory>,
    /// The numbers.
    pub dst: Res<ShortF32>,
}

/// Every second number in memory, from the first one on.
#[op(
    name = "x86vector.avx.cvt.packed.even.indexed_to_f32",
    interfaces = [MemoryEffects],
    asm = "$a attr-dict `:` type($a) `->` type($dst)",
)]
pub struct CvtPackedEvenIndexedToF32Op {
    /// The memory.
    pub a: Operand<HalvesInMemory>,
    /// The numbers.
    pub dst: Res<ShortF32>,
}

/// Every second number in memory, from the second one on.
#[op(
    name = "x86vector.avx.cvt.packed.odd.indexed_to_f32",
    interfaces = [MemoryEffects],
    asm = "$a attr-dict `:` type($a) `->` type($dst)",
)]
pub struct CvtPackedOddIndexedToF32Op {
    /// The memory.
    pub a: Operand<HalvesInMemory>,
    /// The numbers.
    pub dst: Res<ShortF32>,
}

fn same_count(b: &Body, op: Op) -> bool {
    let count = |v| b.cx().shaped(b.ty(v)).and_then(|s| s.num_elements());
    count(b.operand(op, 0)) == count(b.result(op, 0))
}

/// Memory is read; which one is not told, as upstream.
const READS: Effect = Effect { kind: EffectKind::Read, on: None };

impl MemoryEffects for BcstToPackedF32Op {
    fn effects(&self, _: &Body, out: &mut Vec<Effect>) {
        out.push(READS);
    }
}
impl MemoryEffects for CvtPackedEvenIndexedToF32Op {
    fn effects(&self, _: &Body, out: &mut Vec<Effect>) {
        out.push(READS);
    }
}
impl MemoryEffects for CvtPackedOddIndexedToF32Op {
    fn effects(&self, _: &Body, out: &mut Vec<Effect>) {
        out.push(READS);
    }
}
