//! `memref.global` and `memref.get_global`.

use strata_ir::{core::symbols::SymbolScope, prelude::*};

use crate::constraints::{Alignment, StaticMemRef};

/// A buffer that exists as long as the program.
#[op(
    name = "memref.global",
    traits = [Symbol],
    interfaces = [Verify],
    asm = "($sym_visibility^)? (`constant` $constant^)? $sym_name `:` custom<TYPE_AND_VALUE>($type, $initial_value) attr-dict",
)]
pub struct GlobalOp {
    /// Its name.
    pub sym_name: Attr<SymbolName>,
    /// Visibility of the name.
    pub sym_visibility: OptAttr<StringAttr>,
    /// Its type.
    #[ir_name = "type"]
    pub type_: Attr<MemRefTypeAttr>,
    /// Its first contents, or `unit` when they do not matter; without it this is a declaration.
    pub initial_value: OptAttr<AnyAttr>,
    /// It is never written.
    pub constant: OptAttr<UnitAttr>,
    /// Alignment in bytes.
    pub alignment: OptAttr<Alignment>,
}

/// The buffer of a `memref.global`.
#[op(
    name = "memref.get_global",
    traits = [Pure],
    interfaces = [VerifySymbolUses],
    asm = "$name `:` type($result) attr-dict",
)]
pub struct GetGlobalOp {
    /// The name.
    pub name: Attr<FlatSymbolRef>,
    /// The buffer.
    pub result: Res<StaticMemRef>,
}

static TYPE_AND_VALUE: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        if let Some(ty) = b.attr(op, "type") {
            p.attr(ty);
        }
        if let Some(value) = b.attr(op, "initial_value") {
            p.text(" = ");
            if value == p.cx().unit() {
                p.text("uninitialized")
            } else {
                p.attr_without_type(value)
            };
        }
    },
    parse: |p, state, _| {
        let cx = p.cx();
        let at = p.location();
        let ty = p.ty()?;
        let text = || cx.type_to_string(ty);
        let Some(t) = cx.type_as::<MemRefType>(ty).filter(|_| cx.shaped(ty).is_some_and(|s| s.is_static()))
        else {
            return Err(p.error_at(at, format!("type should be static shaped memref, but got '{}'", text())));
        };
        let attr = cx.type_attr(ty);
        state.set_attr(cx, "type", attr);
        if !p.eat("=") {
            return Ok(());
        }
        let value = if p.eat("uninitialized") {
            cx.unit()
        } else {
            let tensor = cx.tensor(&t.shape, t.elem);
            let at = p.location();
            let value = p.attr_of_type(tensor)?;
            if cx.attr_as::<DenseElementsAttr>(value).is_none()
                && cx.attr_as::<DenseResourceAttr>(value).is_none()
                && cx.attr_as::<SparseElementsAttr>(value).is_none()
            {
                return Err(p.error_at(at, "initial value should be a unit or elements attribute"));
            }
            value
        };
        state.set_attr(cx, "initial_value", value);
        Ok(())
    },
    attrs: &["type", "initial_value"],
};

impl GlobalOp {
    /// The type of the buffer.
    pub fn memref_type(self, b: &Body) -> Option<Type> {
        b.cx().attr_as::<TypeAttr>(b.attr(self.op(), "type")?).map(TypeAttr::ty)
    }
    /// The first contents, when they are given.
    pub fn value(self, b: &Body) -> Option<Attr> {
        b.attr(self.op(), "initial_value").filter(|&v| v != b.cx().unit())
    }
    /// Whether this is a declaration of a buffer that is defined elsewhere.
    pub fn is_declaration(self, b: &Body) -> bool {
        b.attr(self.op(), "initial_value").is_none()
    }
}

impl Verify for GlobalOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let Some(ty) = self.memref_type(b) else { return Ok(()) };
        let (Some(t), true) = (cx.type_as::<MemRefType>(ty), cx.shaped(ty).is_some_and(|s| s.is_static()))
        else {
            return Err(
                format!("type should be static shaped memref, but got '{}'", cx.type_to_string(ty)).into()
            );
        };
        if let Some(value) = self.value(b) {
            let elements = cx.attr_as::<DenseElementsAttr>(value).is_some()
                || cx.attr_as::<DenseResourceAttr>(value).is_some()
                || cx.attr_as::<SparseElementsAttr>(value).is_some();
            ensure!(
                elements,
                "initial value should be a unit or elements attribute, but got {}",
                cx.attr_to_string(value)
            );
            let got = cx.attr_type(value).and_then(|t| cx.shaped(t));
            let (elem, shape) = (got.map(|s| s.elem), got.and_then(|s| s.shape));
            ensure!(
                elem == Some(t.elem),
                "initial value element expected to be of type '{}', but was of type '{}'",
                cx.type_to_string(t.elem),
                elem.map_or_else(String::new, |e| cx.type_to_string(e))
            );
            ensure!(
                shape == Some(&t.shape[..]),
                "initial value shape expected to be {} but was {}",
                show(Some(&t.shape)),
                show(shape)
            );
        }
        Ok(())
    }
}
fn show(shape: Option<&[i64]>) -> String {
    shape.unwrap_or(&[]).iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

impl VerifySymbolUses for GetGlobalOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        let cx = b.cx();
        let Some(name) = b.attr_slot(self.op(), 0) else { return Ok(()) };
        let text = cx.attr_as::<SymbolRefAttr>(name).map_or("", |s| cx.str(s.root));
        let found = symbols.lookup(cx, name).and_then(|(body, op)| Some((body, op.as_op::<GlobalOp>(body)?)));
        let Some((body, global)) = found else {
            return Err(format!("'{text}' does not reference a valid global memref").into());
        };
        let (got, want) = (b.ty(self.result(b)), global.memref_type(body));
        ensure!(
            Some(got) == want,
            "result type '{}' does not match type '{}' of the global memref @{text}",
            cx.type_to_string(got),
            want.map_or_else(String::new, |t| cx.type_to_string(t))
        );
        Ok(())
    }
}
