//! References to globals, and the rules of each access.

use strata_ir::{core::symbols::SymbolScope, prelude::*};

use crate::GlobalOp;

/// The kinds of accesses to a global.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Of a value that may change.
    Load,
    /// Of a value that never changes.
    LoadConst,
    /// A change.
    Store,
}

/// Checks an access to the global that the op names, of a value of type `ty`.
pub fn verify(b: &Body, op: Op, ty: Type, access: Access, symbols: &SymbolScope<'_>) -> VerifyResult {
    let cx = b.cx();
    let Some(name) = b.attr(op, "global") else { return Ok(()) };
    let text = cx.attr_to_string(name);
    let found = symbols.lookup(cx, name).and_then(|(body, op)| Some((body, op.as_op::<GlobalOp>(body)?)));
    let Some((body, global)) = found else { return Err(format!("undefined global: {text}").into()) };
    let is_mutable = body.attr(global.op(), "is_mutable").is_some();
    match access {
        Access::LoadConst => ensure!(!is_mutable, "cannot load as const from mutable global {text}"),
        Access::Store => ensure!(is_mutable, "cannot store to an immutable global {text}"),
        Access::Load => {}
    }
    // A global without a type has its own error.
    let Some(own) = global.ty(body) else { return Ok(()) };
    if own == ty {
        return Ok(());
    }
    let (own, ty) = (cx.type_to_string(own), cx.type_to_string(ty));
    Err(match access {
        Access::Store => format!("cannot store to a global typed '{own}' from '{ty}'"),
        Access::Load | Access::LoadConst => format!("cannot load from global typed '{own}' as '{ty}'"),
    }
    .into())
}

/// The name of the global that an op reads, for its result.
pub fn name_result(b: &Body, op: Op, result: Value, name: &mut dyn FnMut(Value, &str)) {
    let cx = b.cx();
    let global = b.attr(op, "global").and_then(|a| cx.attr_as::<SymbolRefAttr>(a));
    if let Some(global) = global {
        name(result, cx.str(global.leaf()));
    }
}

/// The rules of an op that reads or writes a global: the type of its result or of its `value`.
macro_rules! global_access {
    ($name:ident, $access:ident, $value:ident) => {
        impl VerifySymbolUses for $name {
            fn verify_symbol_uses(
                &self,
                b: &Body,
                symbols: &::strata_ir::core::symbols::SymbolScope<'_>,
            ) -> VerifyResult {
                let ty = b.ty(self.$value(b));
                $crate::symbol::verify(b, self.op(), ty, $crate::symbol::Access::$access, symbols)
            }
        }
    };
}
pub(crate) use global_access;
