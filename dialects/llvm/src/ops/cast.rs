//! Conversions.

use strata_ir::prelude::*;

use super::arith::OVERFLOW;
use crate::{
    attrs::OverflowFlags,
    constraints::*,
    metadata::Dereferenceable,
    types::{PointerType, as_vector},
};

macro_rules! cast {
    ($($doc:tt $name:ident = $ir:tt $from:ident -> $to:ident $([$($interface:ident),*])?;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, traits = [Pure], interfaces = [$($($interface),*)?], asm = "$arg attr-dict `:` type($arg) `to` type($res)")]
        pub struct $name {
            /// The value.
            pub arg: Operand<$from>,
            /// The result.
            pub res: Res<$to>,
        }
    )*};
}
cast! {
    "Reads the bits as another type." BitcastOp = "llvm.bitcast" LlvmNonAggregate -> LlvmNonAggregate [Verify, Fold, PromotableOp];
    "Changes the address space." AddrSpaceCastOp = "llvm.addrspacecast" LlvmPointerLike -> LlvmPointerLike [Fold, PromotableOp];
    "The address as an integer." PtrToIntOp = "llvm.ptrtoint" LlvmPointerLike -> LlvmIntLike;
    "Widens, repeating the sign." SExtOp = "llvm.sext" LlvmIntLike -> LlvmIntLike [Verify];
    "A signed integer as a float." SIToFPOp = "llvm.sitofp" LlvmIntLike -> LlvmFloatLike;
    "A float as a signed integer." FPToSIOp = "llvm.fptosi" LlvmFloatLike -> LlvmIntLike;
    "A float as an unsigned integer." FPToUIOp = "llvm.fptoui" LlvmFloatLike -> LlvmIntLike;
    "Widens a float." FPExtOp = "llvm.fpext" LlvmFloatLike -> LlvmFloatLike;
    "Narrows a float." FPTruncOp = "llvm.fptrunc" LlvmFloatLike -> LlvmFloatLike;
}

/// An integer as an address.
#[op(
    name = "llvm.inttoptr",
    traits = [Pure],
    asm = "$arg (`dereferenceable` `` $dereferenceable^)? attr-dict `:` type($arg) `to` type($res)",
)]
pub struct IntToPtrOp {
    /// The integer.
    pub arg: Operand<LlvmIntLike>,
    /// The dereferenceable bytes at the address.
    pub dereferenceable: OptAttr<Dereferenceable>,
    /// The address.
    pub res: Res<LlvmPointerLike>,
}

macro_rules! cast_nneg {
    ($($doc:tt $name:ident = $ir:tt $from:ident -> $to:ident $([$($interface:ident),*])?;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, traits = [Pure], interfaces = [$($($interface),*)?], asm = "(`nneg` $nonNeg^)? $arg attr-dict `:` type($arg) `to` type($res)")]
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
    "Widens, filling with zeros." ZExtOp = "llvm.zext" LlvmIntLike -> LlvmIntLike [Verify, Fold];
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

/// A widening cast gives a wider integer, or as many wider integers.
fn widens(b: &Body, op: Op) -> VerifyResult {
    let cx = b.cx();
    let (input, output) = (b.ty(b.operand(op, 0)), b.ty(b.result(op, 0)));
    match (as_vector(cx, input), as_vector(cx, output)) {
        (Some(from), Some(to)) => {
            ensure!(from.shape == to.shape, "input and output vectors are of incompatible shape");
        }
        (Some(_), None) => return Err("input type is a vector but output type is an integer".into()),
        (None, Some(_)) => return Err("input type is an integer but output type is a vector".into()),
        (None, None) => {}
    }
    let width = |ty: Type| cx.bit_width(cx.elem_or_self(ty)).unwrap_or(0);
    ensure!(
        width(input) < width(output),
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

impl Verify for BitcastOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (input, output) = (b.ty(self.arg(b)), b.ty(self.res(b)));
        let pointer = |ty: Type| cx.type_as::<PointerType>(cx.elem_or_self(ty)).copied();
        let (Some(from), Some(to)) = (pointer(input), pointer(output)) else {
            ensure!(
                pointer(input).is_some() == pointer(output).is_some(),
                "can only cast pointers from and to pointers"
            );
            return Ok(());
        };
        match (as_vector(cx, input), as_vector(cx, output)) {
            (Some(_), None) => return Err("cannot cast vector of pointers to pointer".into()),
            (None, Some(_)) => return Err("cannot cast pointer to vector of pointers".into()),
            _ => {}
        }
        ensure!(
            from.address_space == to.address_space,
            "cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead"
        );
        Ok(())
    }
}

/// A cast of a cast is one cast, or none.
macro_rules! chained {
    ($($name:ident)*) => {$(
        impl Fold for $name {
            fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
                let (arg, ty) = (self.arg(b), b.ty(self.res(b)));
                if b.ty(arg) == ty {
                    return Some(arg.into());
                }
                let inner = b.def_as::<$name>(arg)?.arg(b);
                if b.ty(inner) == ty {
                    return Some(inner.into());
                }
                b.set_operand(self.op(), 0, inner);
                Some(Folded::InPlace)
            }
        }
    )*};
}
chained! { BitcastOp AddrSpaceCastOp }

impl Fold for ZExtOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let cx = b.cx();
        let ty = b.ty(self.res(b));
        let value = &cx.attr_as::<IntegerAttr>(consts.first().copied().flatten()?)?.value;
        let width = cx.as_int(ty).and_then(|_| cx.bit_width(ty))?;
        let value = value.zext_or_trunc(width);
        Some(cx.attr(IntegerAttr { value, ty }).into())
    }
}
