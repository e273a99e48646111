//! Ops on functions and their calls, and on what modules say of their targets.

use strata_ir::prelude::*;

use crate::{
    attrs::AttrList,
    effects::{HandleEffects, handle_effects, result_names},
    types::{OpHandle, ParamHandle},
};

/// Puts the arguments and results of a function in another order.
#[op(
    name = "transform.func.replace_func_signature",
    interfaces = [HandleEffects, MemoryEffects, ResultNames],
    asm = "$function_name `args_interchange` `=` $args_interchange `results_interchange` `=` $results_interchange `at` $module attr-dict `:` functional-type(operands, results)",
)]
pub struct ReplaceFuncSignatureOp {
    /// The module.
    pub module: Operand<OpHandle>,
    /// The function.
    pub function_name: Attr<SymbolRefAttr>,
    /// For each new argument, the number of the old one.
    pub args_interchange: Attr<I32Array>,
    /// For each new result, the number of the old one.
    pub results_interchange: Attr<I32Array>,
    /// Calls of the function are changed too.
    pub adjust_func_calls: OptAttr<UnitAttr>,
    /// The module.
    pub transformed_module: Res<OpHandle>,
    /// The function.
    pub transformed_function: Res<OpHandle>,
}

/// Makes one argument of those for which the only call of a function has the same value.
#[op(
    name = "transform.func.deduplicate_func_args",
    interfaces = [HandleEffects, MemoryEffects, ResultNames],
    asm = "$function_name `at` $module attr-dict `:` functional-type(operands, results)",
)]
pub struct DeduplicateFuncArgsOp {
    /// The module.
    pub module: Operand<OpHandle>,
    /// The function.
    pub function_name: Attr<SymbolRefAttr>,
    /// The module.
    pub transformed_module: Res<OpHandle>,
    /// The function.
    pub transformed_function: Res<OpHandle>,
}

/// The value of a key in the `dlti` attributes around payload ops.
#[op(
    name = "transform.dlti.query",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$keys `at` $target attr-dict `:` functional-type(operands, results)",
)]
pub struct QueryOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The key, and those of the values that it leads to.
    pub keys: Attr<AttrList>,
    /// The values.
    pub associated_attr: Res<ParamHandle>,
}

result_names! {
    ReplaceFuncSignatureOp: "transformed_module", "transformed_function";
    DeduplicateFuncArgsOp: "transformed_module", "transformed_function";
}

handle_effects! {
    all, Modifies: ReplaceFuncSignatureOp, DeduplicateFuncArgsOp;
    none, Reads: QueryOp;
}
