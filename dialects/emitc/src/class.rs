//! Classes of C++.

use strata_ir::{core::symbols::SymbolScope, prelude::*};

use crate::{
    attrs::OpaqueOrTyped,
    global::{TYPE_AND_VALUE, declared_type},
    text::MEMBERS,
    types::{EmitCType, is_supported},
};

/// A class, with its fields and functions.
#[op(
    name = "emitc.class",
    traits = [AutomaticAllocationScope, IsolatedFromAbove, SymbolTable, Symbol, NoTerminator, GraphRegion, SingleBlock],
    asm = "(`final` $final_specifier^)? $sym_name attr-dict-with-keyword custom<MEMBERS>($body)",
)]
pub struct ClassOp {
    /// Its name.
    pub sym_name: Attr<SymbolName>,
    /// No class is derived from it.
    pub final_specifier: OptAttr<UnitAttr>,
    /// Its members.
    pub body: AnyRegion,
}

/// A field of a class.
#[op(
    name = "emitc.field",
    traits = [Symbol],
    interfaces = [Verify],
    asm = "$sym_name `:` custom<TYPE_AND_VALUE>($type, $initial_value) attr-dict",
)]
pub struct FieldOp {
    /// Its name.
    pub sym_name: Attr<SymbolName>,
    /// Its type.
    #[ir_name = "type"]
    pub type_: Attr<TypeAttr>,
    /// Its first value.
    pub initial_value: OptAttr<OpaqueOrTyped>,
}

/// A field of the object whose function this is.
#[op(
    name = "emitc.get_field",
    traits = [Pure],
    interfaces = [VerifySymbolUses],
    asm = "$field_name `:` type($result) attr-dict",
)]
pub struct GetFieldOp {
    /// Its name.
    pub field_name: Attr<FlatSymbolRef>,
    /// The field.
    pub result: Res<EmitCType>,
}

impl Verify for FieldOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let in_class = b.parent_op(self.op()).is_some_and(|op| op.isa::<ClassOp>(b));
        ensure!(in_class, "field must be nested within an emitc.class operation");
        ensure!(!self.sym_name(b).get(b.cx()).as_str().is_empty(), "field must have a non-empty symbol name");
        let is_valid = declared_type(b, self.op()).is_none_or(|ty| is_supported(b.cx(), ty));
        ensure!(is_valid, "expected valid emitc type");
        Ok(())
    }
}

impl VerifySymbolUses for GetFieldOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        let cx = b.cx();
        // Upstream's message has the second space too.
        ensure!(Op::SELF.isa::<ClassOp>(symbols.table()), " must be nested within an emitc.class operation");
        let Some(name) = b.attr_slot(self.op(), 0) else { return Ok(()) };
        let text = cx.attr_to_string(name);
        let found = symbols.lookup(cx, name).filter(|&(body, op)| op.isa::<FieldOp>(body));
        let Some((body, field)) = found else {
            return Err(format!("field '{text}' not found in the class").into());
        };
        let result = b.ty(self.result(b));
        if let Some(ty) = declared_type(body, field).filter(|&ty| ty != result) {
            let (result, ty) = (cx.type_to_string(result), cx.type_to_string(ty));
            return Err(format!("result type '{result}' does not match field '{text}' type '{ty}'").into());
        }
        Ok(())
    }
}
