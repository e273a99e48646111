//! Constants.

use strata_ir::prelude::*;

use super::verify_constant;
use crate::{
    constraints::*,
    metadata::{PoisonAttr, UndefAttr, ZeroAttr},
    types::{TargetExtType, is_ptr},
};

/// A constant.
#[op(
    name = "llvm.mlir.constant",
    traits = [Pure, ConstantLike],
    interfaces = [Fold, Verify],
    asm = "`(` $value `)` attr-dict `:` type($res)",
)]
pub struct ConstantOp {
    /// The value.
    pub value: Attr<AnyAttr>,
    /// The result.
    pub res: Res<LlvmType>,
}

impl Fold for ConstantOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        b.attr_slot(self.op(), 0).map(Into::into)
    }
}

impl Verify for ConstantOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let Some(value) = b.attr_slot(self.op(), 0) else { return Ok(()) };
        verify_constant::verify(b.cx(), value, b.ty(self.res(b)))
    }
}

macro_rules! nullary {
    ($($doc:tt $name:ident = $ir:tt $attr:ident $($verify:ident)?;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, traits = [Pure, ConstantLike], interfaces = [Fold $(, $verify)?], asm = "attr-dict `:` type($res)")]
        pub struct $name {
            /// The result.
            pub res: Res<LlvmType>,
        }

        impl Fold for $name {
            fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
                Some(b.cx().attr($attr).into())
            }
        }
    )*};
}
nullary! {
    "An arbitrary value at each use." UndefOp = "llvm.mlir.undef" UndefAttr;
    "A value that must not matter." PoisonOp = "llvm.mlir.poison" PoisonAttr;
    "The value whose bits are all zero." ZeroOp = "llvm.mlir.zero" ZeroAttr Verify;
}

impl Verify for ZeroOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let target = b.cx().type_as::<TargetExtType>(b.ty(self.res(b)));
        if target.is_some_and(|t| !t.has_zero()) {
            return Err("target extension type does not support zero-initializer".into());
        }
        Ok(())
    }
}

/// The address of a global variable or function.
#[op(
    name = "llvm.mlir.addressof",
    traits = [Pure, ConstantLike],
    interfaces = [VerifySymbolUses, Fold],
    asm = "$global_name attr-dict `:` qualified(type($res))",
)]
pub struct AddressOfOp {
    /// Its name.
    pub global_name: Attr<FlatSymbolRef>,
    /// The address.
    pub res: Res<LlvmPointer>,
}

impl Fold for AddressOfOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        b.attr_slot(self.op(), 0).map(Into::into)
    }
}

const SYMBOLS: [&str; 4] = ["llvm.mlir.global", "llvm.func", "llvm.mlir.alias", "llvm.mlir.ifunc"];

impl VerifySymbolUses for AddressOfOp {
    fn verify_symbol_uses(
        &self,
        b: &Body,
        symbols: &strata_ir::core::symbols::SymbolScope<'_>,
    ) -> VerifyResult {
        let cx = b.cx();
        let found = b.attr_slot(self.op(), 0).and_then(|a| symbols.lookup(cx, a));
        let Some((body, op)) = found.filter(|(body, op)| SYMBOLS.contains(&body.info(*op).name)) else {
            return Err(
                "must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'"
                    .into(),
            );
        };
        if body.info(op).name == "llvm.mlir.global" {
            let space = body.attr(op, "addr_space").and_then(|a| cx.attr_i64(a)).unwrap_or(0);
            let pointer = cx.type_as::<crate::types::PointerType>(b.ty(self.res(b)));
            ensure!(
                pointer.is_some_and(|p| i64::from(p.address_space) == space),
                "pointer address space must match address space of the referenced global or alias"
            );
        }
        Ok(())
    }
}

/// The op for a constant that folding found.
pub fn materialize(b: &mut Builder<'_>, value: Attr, ty: Type) -> Option<Value> {
    let cx = b.cx();
    if cx.attr_as::<SymbolRefAttr>(value).is_some() {
        return is_ptr(cx, ty).then(|| AddressOfOp::build(b, value, ty));
    }
    if cx.attr_as::<ZeroAttr>(value).is_some() {
        return Some(ZeroOp::build(b, ty));
    }
    if cx.attr_as::<UndefAttr>(value).is_some() {
        return Some(UndefOp::build(b, ty));
    }
    if cx.attr_as::<PoisonAttr>(value).is_some() {
        return Some(PoisonOp::build(b, ty));
    }
    let typed = cx.attr_type(value)?;
    (typed == ty).then(|| ConstantOp::build(b, value, ty))
}
