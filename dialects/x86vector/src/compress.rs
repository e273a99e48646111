//! Elements that a mask selects, one behind the other.

use strata_ir::prelude::*;

use crate::types::{Elements, Mask, mask};

/// Moves the elements whose bits in `k` are set to the front; the others are those of `src` or `constant_src`, or zeros.
#[op(
    name = "x86vector.avx512.mask.compress",
    traits = [Pure],
    interfaces = [Verify],
    same = [a, dst],
    infer(k = mask(dst), "`k` has the same number of bits as elements in `dst`"),
    asm = "$k `,` $a (`,` $src^)? attr-dict `:` type($dst) (`,` type($src)^)?",
)]
pub struct MaskCompressOp {
    /// The mask.
    pub k: Operand<Mask>,
    /// The elements.
    pub a: Operand<Elements>,
    /// The elements behind them.
    pub src: OptOperand<Elements>,
    /// The same as a constant.
    pub constant_src: OptAttr<DenseElementsAttr>,
    /// The selected elements and the others.
    pub dst: Res<Elements>,
}

impl Verify for MaskCompressOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let dst = b.ty(self.dst(b));
        let constant = b.attr(self.op(), "constant_src").map(|a| b.cx().attr_type(a));
        let src = self.src(b).map(|v| b.ty(v));
        if src.is_some() && constant.is_some() {
            return Err(VerifyError::bare("cannot use both src and constant_src"));
        }
        if src.is_some_and(|ty| ty != dst) {
            return Err(VerifyError::bare("failed to verify that src and dst have same type"));
        }
        if constant.is_some_and(|ty| ty != Some(dst)) {
            return Err(VerifyError::bare("failed to verify that constant_src and dst have same type"));
        }
        Ok(())
    }
}
