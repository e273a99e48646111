//! `ml_program.global`, and the accesses to globals in functions.

use strata_ir::prelude::*;

use crate::symbol::{global_access, name_result};

/// A value that exists as long as the program.
#[op(
    name = "ml_program.global",
    traits = [Symbol],
    interfaces = [Verify],
    asm = "custom<VISIBILITY>($sym_visibility) (`mutable` $is_mutable^)? $sym_name `` custom<TYPED_VALUE>($type, $value) attr-dict",
)]
pub struct GlobalOp {
    /// Its name.
    pub sym_name: Attr<SymbolName>,
    /// Its type.
    #[ir_name = "type"]
    pub type_: Attr<TypeAttr>,
    /// It is written.
    pub is_mutable: OptAttr<UnitAttr>,
    /// The first value.
    pub value: OptAttr<AnyAttr>,
    /// Visibility of the name.
    pub sym_visibility: OptAttr<StringAttr>,
}

impl GlobalOp {
    /// The type of the value.
    pub fn ty(self, b: &Body) -> Option<Type> {
        b.attr(self.op(), "type").and_then(|a| b.cx().attr_as::<TypeAttr>(a)).map(TypeAttr::ty)
    }
}

impl Verify for GlobalOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        ensure!(
            b.attr(self.op(), "is_mutable").is_some() || b.attr(self.op(), "value").is_some(),
            "immutable global must have an initial value"
        );
        Ok(())
    }
}

static VISIBILITY: CustomDirective = CustomDirective {
    print: |op, p| {
        let visibility = p.body().symbol_visibility(op);
        p.text(visibility);
    },
    parse: |p, state, _| {
        let at = p.location();
        let Some(word) = p.keyword_of(&["public", "private", "nested"]) else {
            return Err(p.error_at(at, "expected 'public', 'private', or 'nested'"));
        };
        let cx = p.cx();
        state.set_attr(cx, "sym_visibility", cx.string_attr(word));
        Ok(())
    },
    attrs: &["sym_visibility"],
};

static TYPED_VALUE: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        if let Some(value) = b.attr(op, "value") {
            p.text("(").attr(value).text(")");
        }
        p.text(" : ");
        if let Some(ty) = b.attr(op, "type") {
            p.attr(ty);
        }
    },
    parse: |p, state, _| {
        let cx = p.cx();
        if p.eat("(") {
            let value = p.attr()?;
            p.expect(")")?;
            state.set_attr(cx, "value", value);
        }
        let ty = p.colon_type()?;
        state.set_attr(cx, "type", cx.type_attr(ty));
        Ok(())
    },
    attrs: &["type", "value"],
};

/// The value of a global.
#[op(
    name = "ml_program.global_load",
    traits = [MemRead],
    interfaces = [ResultNames, VerifySymbolUses],
    asm = "$global `:` type($result) attr-dict",
)]
pub struct GlobalLoadOp {
    /// The name.
    pub global: Attr<SymbolRefAttr>,
    /// The value.
    pub result: Res<AnyType>,
}
global_access!(GlobalLoadOp, Load, result);

impl ResultNames for GlobalLoadOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        name_result(b, self.op(), self.result(b), name);
    }
}

/// The value of a global that never changes.
#[op(
    name = "ml_program.global_load_const",
    traits = [Pure],
    interfaces = [ResultNames, VerifySymbolUses],
    asm = "$global `:` type($result) attr-dict",
)]
pub struct GlobalLoadConstOp {
    /// The name.
    pub global: Attr<SymbolRefAttr>,
    /// The value.
    pub result: Res<AnyType>,
}
global_access!(GlobalLoadConstOp, LoadConst, result);

impl ResultNames for GlobalLoadConstOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        name_result(b, self.op(), self.result(b), name);
    }
}

/// Gives a global another value.
#[op(
    name = "ml_program.global_store",
    traits = [MemWrite],
    interfaces = [VerifySymbolUses],
    asm = "$global `=` $value `:` type($value) attr-dict",
)]
pub struct GlobalStoreOp {
    /// The name.
    pub global: Attr<SymbolRefAttr>,
    /// The value.
    pub value: Operand<AnyType>,
}
global_access!(GlobalStoreOp, Store, value);
