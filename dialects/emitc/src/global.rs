//! Variables that exist as long as the program.

use strata_ir::{core::symbols::SymbolScope, prelude::*};

use crate::{
    attrs::{OpaqueAttr, OpaqueOrTyped},
    types::{ArrayOrLValue, ArrayType, LValueType, is_supported},
};

/// A variable that exists as long as the program.
#[op(
    name = "emitc.global",
    traits = [Symbol],
    interfaces = [Verify],
    asm = "(`extern` $extern_specifier^)? (`static` $static_specifier^)? (`const` $const_specifier^)? $sym_name `:` custom<TYPE_AND_VALUE>($type, $initial_value) attr-dict",
)]
pub struct GlobalOp {
    /// Its name.
    pub sym_name: Attr<SymbolName>,
    /// Its type.
    #[ir_name = "type"]
    pub type_: Attr<TypeAttr>,
    /// Its first value.
    pub initial_value: OptAttr<OpaqueOrTyped>,
    /// It is defined elsewhere.
    pub extern_specifier: OptAttr<UnitAttr>,
    /// Other files do not see it.
    pub static_specifier: OptAttr<UnitAttr>,
    /// It never changes.
    pub const_specifier: OptAttr<UnitAttr>,
}

/// The variable of an `emitc.global`.
#[op(
    name = "emitc.get_global",
    traits = [Pure],
    interfaces = [VerifySymbolUses],
    asm = "$name `:` type($result) attr-dict",
)]
pub struct GetGlobalOp {
    /// Its name.
    pub name: Attr<FlatSymbolRef>,
    /// The variable.
    pub result: Res<ArrayOrLValue>,
}

/// The type that an op declares.
pub(crate) fn declared_type(b: &Body, op: Op) -> Option<Type> {
    b.attr(op, "type").and_then(|a| b.cx().attr_as::<TypeAttr>(a)).map(TypeAttr::ty)
}

fn is_elements(cx: &Context, value: Attr) -> bool {
    cx.attr_as::<DenseElementsAttr>(value).is_some()
        || cx.attr_as::<DenseResourceAttr>(value).is_some()
        || cx.attr_as::<SparseElementsAttr>(value).is_some()
}
fn is_scalar(cx: &Context, value: Attr) -> bool {
    cx.attr_as::<IntegerAttr>(value).is_some() || cx.attr_as::<FloatAttr>(value).is_some()
}

/// `type = value`.
pub(crate) static TYPE_AND_VALUE: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        if let Some(ty) = b.attr(op, "type") {
            p.attr(ty);
        }
        if let Some(value) = b.attr(op, "initial_value") {
            p.text(" = ").attr_without_type(value);
        }
    },
    parse: |p, state, _| {
        let cx = p.cx();
        let ty = p.ty()?;
        state.set_attr(cx, "type", cx.type_attr(ty));
        if !p.eat("=") {
            return Ok(());
        }
        let of = cx.type_as::<ArrayType>(ty).map_or(ty, |array| cx.tensor(&array.shape, array.elem));
        let value = p.attr_of_type(of)?;
        if !(is_elements(cx, value) || is_scalar(cx, value) || cx.attr_as::<OpaqueAttr>(value).is_some()) {
            return Err(p.error_at(
                state.loc,
                format!(
                    "custom op '{}' initial value should be a integer, float, elements or opaque attribute",
                    state.info.name
                ),
            ));
        }
        state.set_attr(cx, "initial_value", value);
        Ok(())
    },
    attrs: &["type", "initial_value"],
};

impl Verify for GlobalOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let Some(ty) = declared_type(b, self.op()) else { return Ok(()) };
        ensure!(is_supported(cx, ty), "expected valid emitc type");
        if let Some(value) = b.attr(self.op(), "initial_value") {
            verify_value(cx, ty, value)?;
        }
        ensure!(
            self.static_specifier(b).is_none() || self.extern_specifier(b).is_none(),
            "cannot have both static and extern specifiers"
        );
        Ok(())
    }
}

/// Whether a value can be the first one of a variable.
fn verify_value(cx: &Context, ty: Type, value: Attr) -> VerifyResult {
    let (elements, scalar) = (is_elements(cx, value), is_scalar(cx, value));
    let mut want = ty;
    if elements {
        let Some(array) = cx.type_as::<ArrayType>(ty) else {
            return Err(format!("expected array type, but got '{}'", cx.type_to_string(ty)).into());
        };
        want = cx.tensor(&array.shape, array.elem);
    }
    ensure!(
        elements || scalar || cx.attr_as::<OpaqueAttr>(value).is_some(),
        "initial value should be a integer, float, elements or opaque attribute, but got {}",
        cx.attr_to_string(value)
    );
    let got = cx.attr_type(value).filter(|_| elements || scalar);
    if let Some(got) = got.filter(|&got| got != want) {
        let (ty, got) = (cx.type_to_string(ty), cx.type_to_string(got));
        return Err(format!("initial value expected to be of type '{ty}', but was of type '{got}'").into());
    }
    Ok(())
}

impl VerifySymbolUses for GetGlobalOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        let cx = b.cx();
        let Some(name) = b.attr_slot(self.op(), 0) else { return Ok(()) };
        let text = cx.attr_as::<SymbolRefAttr>(name).map_or("", |s| cx.str(s.root));
        let found = symbols.lookup(cx, name).filter(|&(body, op)| op.isa::<GlobalOp>(body));
        let Some((body, global)) = found else {
            return Err(format!("'{text}' does not reference a valid emitc.global").into());
        };
        // A global with a broken type has its own error.
        let Some(want) = declared_type(body, global) else { return Ok(()) };
        let result = b.ty(self.result(b));
        let (shown, shown_want) = (cx.type_to_string(result), cx.type_to_string(want));
        if cx.type_as::<ArrayType>(want).is_some() {
            ensure!(
                result == want,
                "on array type expects result type '{shown}' to match type '{shown_want}' of the global @{text}"
            );
            return Ok(());
        }
        let Some(inner) = cx.type_as::<LValueType>(result).map(|l| l.value) else {
            return Err(format!(
                "on non-array type expects result type to be an lvalue type for the global @{text}"
            )
            .into());
        };
        ensure!(
            inner == want,
            "on non-array type expects result inner type '{}' to match type '{shown_want}' of the global @{text}",
            cx.type_to_string(inner)
        );
        Ok(())
    }
}
