//! Calls of functions.

use strata_func::verify_call;
use strata_ir::{
    core::{interfaces::CallOp as CallLike, symbols::SymbolScope},
    prelude::*,
};

use crate::{
    FuncOp,
    attrs::OpaqueAttr,
    expression::CExpression,
    types::{ArrayType, EmitCType},
};

/// Calls an `emitc.func`.
#[op(
    name = "emitc.call",
    interfaces = [VerifySymbolUses, CallLike, CExpression],
    asm = "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)",
)]
pub struct CallOp {
    /// The function.
    pub callee: Attr<FlatSymbolRef>,
    /// Values of its arguments.
    pub operands: Variadic<EmitCType>,
    /// One dictionary for each argument.
    pub arg_attrs: OptAttr<DictArray>,
    /// One dictionary for each result.
    pub res_attrs: OptAttr<DictArray>,
    /// Its result.
    pub results: VariadicRes<EmitCType>,
}

/// Calls a function by its text in C or C++.
#[op(
    name = "emitc.call_opaque",
    interfaces = [Verify, CExpression],
    asm = "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)",
)]
pub struct CallOpaqueOp {
    /// The text.
    pub callee: Attr<StringAttr>,
    /// The arguments, where they are not just the operands: `n : index` is the operand of that number.
    pub args: OptAttr<ArrayAttr>,
    /// The arguments of a template.
    pub template_args: OptAttr<ArrayAttr>,
    /// Values of arguments.
    pub operands: Variadic<EmitCType>,
    /// The results, which are a tuple if there are several.
    pub results: VariadicRes<EmitCType>,
}

impl CExpression for CallOp {
    fn has_side_effects(&self, _: &Body) -> bool {
        false
    }
}

impl CExpression for CallOpaqueOp {}

impl CallLike for CallOp {
    fn callee(&self, b: &Body) -> Option<Attr> {
        b.attr_slot(self.op(), 0)
    }
    fn arguments(&self, b: &Body) -> SmallVec<[Value; 4]> {
        b.operands(self.op()).collect()
    }
}

impl VerifySymbolUses for CallOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        verify_call::<FuncOp>(b, self.op(), symbols)
    }
}

/// The elements of an attribute that is a list.
fn items<'b>(b: &'b Body, op: Op, name: &str) -> &'b [Attr] {
    let list = b.attr(op, name).and_then(|a| b.cx().attr_as::<ArrayAttr>(a));
    list.map_or(&[], |list| &list.0)
}

impl CallOpaqueOp {
    /// The number of the operand that an element of `args` stands for, if it does.
    #[must_use]
    pub fn operand_number(cx: &Context, arg: Attr) -> Option<i64> {
        cx.attr_as::<IntegerAttr>(arg).filter(|i| cx.is_index(i.ty))?;
        // A number of more than 64 bits is none of an operand either.
        Some(cx.attr_i64(arg).unwrap_or(-1))
    }
}

impl Verify for CallOpaqueOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        ensure!(!self.callee(b).get(cx).as_str().is_empty(), "callee must not be empty");
        let n = self.operands(b).count() as i64;
        for &arg in items(b, self.op(), "args") {
            let number = Self::operand_number(cx, arg);
            ensure!(number.is_none_or(|i| (0..n).contains(&i)), "index argument is out of range");
            ensure!(cx.attr_as::<ArrayAttr>(arg).is_none(), "array argument has no type");
        }
        for &arg in items(b, self.op(), "template_args") {
            ensure!(
                cx.attr_as::<TypeAttr>(arg).is_some()
                    || cx.attr_as::<IntegerAttr>(arg).is_some()
                    || cx.attr_as::<FloatAttr>(arg).is_some()
                    || cx.attr_as::<OpaqueAttr>(arg).is_some(),
                "template argument has invalid type"
            );
        }
        let is_array = |ty| cx.type_as::<ArrayType>(ty).is_some();
        ensure!(!b.result_types(self.op()).any(is_array), "cannot return array type");
        Ok(())
    }
}
