//! `func.constant`.

use strata_ir::{core::symbols::SymbolScope, prelude::*};

use crate::FuncOp;

/// A reference to a function as a value.
#[op(
    name = "func.constant",
    traits = [Pure, ConstantLike],
    interfaces = [Fold, VerifySymbolUses, ResultNames],
    asm = "attr-dict $value `:` type($result)",
)]
pub struct ConstantOp {
    /// The function.
    pub value: Attr<FlatSymbolRef>,
    /// The function as a value.
    pub result: Res<AnyType>,
}

impl Fold for ConstantOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        b.attr_slot(self.op(), 0).map(Into::into)
    }
}

impl ResultNames for ConstantOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        name(self.result(b), "f");
    }
}

impl VerifySymbolUses for ConstantOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        let cx = b.cx();
        let Some(value) = b.attr_slot(self.op(), 0) else { return Ok(()) };
        let found = symbols.lookup(cx, value).and_then(|(body, op)| Some((body, op.as_op::<FuncOp>(body)?)));
        let Some((body, func)) = found else {
            let name = cx.attr_as::<SymbolRefAttr>(value).map_or("", |s| cx.str(s.root));
            return Err(format!("reference to undefined function '{name}'").into());
        };
        let ty = body.attr_slot(func.op(), 1).and_then(|a| cx.attr_as::<TypeAttr>(a));
        ensure!(
            ty.is_none_or(|t| t.ty() == b.ty(self.result(b))),
            "reference to function with mismatched type"
        );
        Ok(())
    }
}

/// The op for a constant reference to a function.
pub fn materialize(b: &mut Builder<'_>, value: Attr, ty: Type) -> Option<Value> {
    let cx = b.cx();
    let flat = cx.attr_as::<SymbolRefAttr>(value).is_some_and(|s| s.nested.is_empty());
    if !flat || cx.type_as::<FunctionType>(ty).is_none() {
        return None;
    }
    Some(ConstantOp::build(b, value, ty))
}
