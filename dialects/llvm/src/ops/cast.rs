//! Conversions.

use strata_ir::prelude::*;

use super::arith::OVERFLOW;
use crate::{attrs::OverflowFlags, constraints::*};

macro_rules! cast {
    ($($doc:tt $name:ident = $ir:tt $from:ident -> $to:ident $([$interface:ident])?;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, traits = [Pure], interfaces = [$($interface)?], asm = "$arg attr-dict `:` type($arg) `to` type($res)")]
        pub struct $name {
            /// The value.
            pub arg: Operand<$from>,
            /// The result.
            pub res: Res<$to>,
        }
    )*};
}
cast! {
    "Reads the bits as another type." BitcastOp = "llvm.bitcast" LlvmNonAggregate -> LlvmNonAggregate;
    "Changes the address space." AddrSpaceCastOp = "llvm.addrspacecast" LlvmPointerLike -> LlvmPointerLike;
    "The address as an integer." PtrToIntOp = "llvm.ptrtoint" LlvmPointerLike -> LlvmIntLike;
    "Widens, repeating the sign." SExtOp = "llvm.sext" LlvmIntLike -> LlvmIntLike [Verify];
    "A signed integer as a float." SIToFPOp = "llvm.sitofp" LlvmIntLike -> LlvmFloatLike;
    "A float as a signed integer." FPToSIOp = "llvm.fptosi" LlvmFloatLike -> LlvmIntLike;
    "A float as an unsigned integer." FPToUIOp = "llvm.fptoui" LlvmFloatLike -> LlvmIntLike;
    "Widens a float." FPExtOp = "llvm.fpext" LlvmFloatLike -> LlvmFloatLike;
    "Narrows a float." FPTruncOp = "llvm.fptrunc" LlvmFloatLike -> LlvmFloatLike;
    "An integer as an address." IntToPtrOp = "llvm.inttoptr" LlvmIntLike -> LlvmPointerLike;
}

macro_rules! cast_nneg {
    ($($doc:tt $name:ident = $ir:tt $from:ident -> $to:ident $([$interface:ident])?;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, traits = [Pure], interfaces = [$($interface)?], asm = "(`nneg` $nonNeg^)? $arg attr-dict `:` type($arg) `to` type($res)")]
        pub struct $name {
            /// The value.
            pub arg: Operand<$from>,
            /// The value is not negative.
            #[ir_name = "nonNeg"]
            pub non_neg: OptAttr<UnitAttr>,
            /// The result.
            pub res: Res<$to>,
        }
    )*};
}
cast_nneg! {
    "Widens, filling with zeros." ZExtOp = "llvm.zext" LlvmIntLike -> LlvmIntLike [Verify];
    "An unsigned integer as a float." UIToFPOp = "llvm.uitofp" LlvmIntLike -> LlvmFloatLike;
}

/// Narrows an integer.
#[op(
    name = "llvm.trunc",
    traits = [Pure],
    asm = "$arg (`overflow` `` custom<OVERFLOW>($overflowFlags)^)? attr-dict `:` type($arg) `to` type($res)",
)]
pub struct TruncOp {
    /// The value.
    pub arg: Operand<LlvmIntLike>,
    /// Which bits are not lost.
    #[ir_name = "overflowFlags"]
    pub overflow_flags: DefaultAttr<OverflowFlags>,
    /// The result.
    pub res: Res<LlvmIntLike>,
}

/// A widening cast gives a wider integer.
fn widens(b: &Body, op: Op) -> VerifyResult {
    let cx = b.cx();
    let width = |v: Value| cx.bit_width(cx.elem_or_self(b.ty(v))).unwrap_or(0);
    ensure!(
        width(b.operand(op, 0)) < width(b.result(op, 0)),
        "integer width of the output type is smaller or equal to the integer width of the input type"
    );
    Ok(())
}

impl Verify for SExtOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        widens(b, self.op())
    }
}

impl Verify for ZExtOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        widens(b, self.op())
    }
}
