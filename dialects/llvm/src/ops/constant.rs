//! Constants.

use strata_ir::prelude::*;

use crate::constraints::*;

/// A constant.
#[op(
    name = "llvm.mlir.constant",
    traits = [Pure, ConstantLike],
    interfaces = [Fold],
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

macro_rules! nullary {
    ($($doc:tt $name:ident = $ir:tt;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, traits = [Pure], asm = "attr-dict `:` type($res)")]
        pub struct $name {
            /// The result.
            pub res: Res<LlvmType>,
        }
    )*};
}
nullary! {
    "An arbitrary value at each use." UndefOp = "llvm.mlir.undef";
    "A value that must not matter." PoisonOp = "llvm.mlir.poison";
    "The value whose bits are all zero." ZeroOp = "llvm.mlir.zero";
}

/// The address of a global variable or function.
#[op(
    name = "llvm.mlir.addressof",
    traits = [Pure],
    interfaces = [VerifySymbolUses],
    asm = "$global_name attr-dict `:` qualified(type($res))",
)]
pub struct AddressOfOp {
    /// Its name.
    pub global_name: Attr<FlatSymbolRef>,
    /// The address.
    pub res: Res<LlvmPointer>,
}

impl VerifySymbolUses for AddressOfOp {
    fn verify_symbol_uses(
        &self,
        b: &Body,
        symbols: &strata_ir::core::symbols::SymbolScope<'_>,
    ) -> VerifyResult {
        let found = b.attr_slot(self.op(), 0).and_then(|a| symbols.lookup(b.cx(), a));
        let ok =
            found.is_some_and(|(body, op)| ["llvm.mlir.global", "llvm.func"].contains(&body.info(op).name));
        ensure!(
            ok,
            "must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'"
        );
        Ok(())
    }
}

/// The op for a constant that folding found.
pub fn materialize(b: &mut Builder<'_>, value: Attr, ty: Type) -> Option<Value> {
    let typed = b.cx().attr_type(value)?;
    (typed == ty).then(|| ConstantOp::build(b, value, ty))
}
