//! Loads and stores of matrices of eight rows of sixteen bytes, whose rows lanes of a warp give.

use strata_ir::prelude::*;
use strata_llvm::types::StructType;

use crate::{attrs::*, constraints::*, enums::*};

/// Stores matrices to shared memory.
#[op(name = "nvvm.stmatrix", interfaces = [Verify], asm = "$ptr `,` $sources attr-dict `:` type(operands)")]
pub struct StMatrixOp {
    /// The lane's row.
    pub ptr: Operand<PtrShared>,
    /// The lane's parts of the matrices.
    pub sources: Variadic<I32>,
    /// Whether matrices are transposed.
    pub layout: Attr<MmaLayout>,
    /// The shape of a matrix.
    pub shape: Attr<LdStMatrixShape>,
    /// The type of its elements.
    #[ir_name = "eltType"]
    pub elt_type: Attr<LdStMatrixEltType>,
}

impl Verify for StMatrixOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let n = self.sources(b).count();
        ensure!(matches!(n, 1 | 2 | 4), "expected num attribute to be 1, 2 or 4");
        Ok(())
    }
}

/// Loads matrices from shared memory.
#[op(name = "nvvm.ldmatrix", interfaces = [Verify], asm = "$ptr attr-dict `:` functional-type($ptr, $res)")]
pub struct LdMatrixOp {
    /// The lane's row.
    pub ptr: Operand<PtrShared>,
    /// The number of matrices.
    pub num: Attr<I32Attr>,
    /// Whether matrices are transposed.
    pub layout: Attr<MmaLayout>,
    /// The shape of a matrix.
    pub shape: Attr<LdStMatrixShape>,
    /// The type of its elements.
    #[ir_name = "eltType"]
    pub elt_type: Attr<LdStMatrixEltType>,
    /// The lane's parts of the matrices.
    pub res: Res<AnyType>,
}

impl Verify for LdMatrixOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let num = b.attr(self.op(), "num").and_then(|a| cx.attr_i64(a)).unwrap_or_default();
        let Some(shape) = b.attr(self.op(), "shape").and_then(|a| cx.attr_as::<LdStMatrixShape>(a)) else {
            return Ok(());
        };
        let elem = b.attr(self.op(), "eltType").and_then(|a| cx.attr_as::<LdStMatrixEltType>(a));
        let narrow = matches!(elem, Some(LdStMatrixEltType::B16));
        let tall = !narrow && (shape.m, shape.n) == (16, 16);
        ensure!(
            matches!((shape.m, shape.n), (8, 8) | (8, 16) | (16, 16)),
            "expected shape to be 8x8, 8x16 or 16x16"
        );
        ensure!((shape.m, shape.n) != (8, 8) || narrow, "expected element type to be b16 for 8x8 matrix");
        ensure!(
            if tall { matches!(num, 1 | 2) } else { matches!(num, 1 | 2 | 4) },
            "expected num attribute to be {}",
            if tall { "1 or 2" } else { "1, 2 or 4" }
        );
        let registers = num * if tall { 2 } else { 1 };
        let ty = b.ty(self.res(b));
        if registers == 1 {
            ensure!(ty == cx.i32(), "expected destination type is i32");
            return Ok(());
        }
        let members = cx.type_as::<StructType>(ty).map(StructType::members).unwrap_or_default();
        ensure!(
            members.len() as i64 == registers && members.iter().all(|&m| m == cx.i32()),
            "expected destination type is a structure of {registers} elements of type i32"
        );
        Ok(())
    }
}
