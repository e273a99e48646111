//! Ops on functions and their calls, and on what modules say of their targets.

use strata_ir::prelude::*;

use crate::{
    MemrefToLLVMTypeConverterOp,
    attrs::AttrList,
    effects::{HandleEffects, handle_effects, result_names},
    types::{OpHandle, ParamHandle, ValueHandle},
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

/// Casts values to the types of the arguments of a function, calls it, and puts what it returns in the place of other values.
#[op(
    name = "transform.func.cast_and_call",
    traits = [AttrSizedOperandSegments, NoTerminator, GraphRegion, SingleBlock],
    interfaces = [HandleEffects, MemoryEffects, Verify],
    asm = "($function_name^)? ($function^)? (`(` $inputs^ `)`)? (`->` $outputs^)? (`after` $insert_after^):(`before`)? $insertion_point ($conversions^)? attr-dict `:` functional-type(operands, results)",
)]
pub struct CastAndCallOp {
    /// The payload op at which the call is.
    pub insertion_point: Operand<OpHandle>,
    /// The call comes after that op.
    pub insert_after: OptAttr<UnitAttr>,
    /// The values that are passed.
    pub inputs: OptOperand<ValueHandle>,
    /// The values that are replaced.
    pub outputs: OptOperand<ValueHandle>,
    /// The function.
    pub function_name: OptAttr<SymbolRefAttr>,
    /// The function as a handle.
    pub function: OptOperand<OpHandle>,
    /// Ops that name how values are cast.
    pub conversions: OptRegion,
    /// The call.
    pub result: Res<OpHandle>,
}

impl Verify for CastAndCallOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let message = "expected children ops to implement TypeConverterBuilderOpInterface";
        let is_converter = |op: &Op| {
            op.isa::<TypeConversionCastShapeDynamicDimsOp>(b) || op.isa::<MemrefToLLVMTypeConverterOp>(b)
        };
        if let Some(op) = b.region_ops(self.conversions(b)).find(|op| !is_converter(op)) {
            return Err(VerifyError::from(message.to_owned()).note(b.loc(op), "op without interface"));
        }
        let (by_handle, by_name) = (self.function(b).is_some(), self.function_name(b).is_some());
        ensure!(by_handle || by_name, "expected a function handle or name to call");
        ensure!(!(by_handle && by_name), "function handle and name are mutually exclusive");
        Ok(())
    }
}

/// Casts tensors to tensors of which more or fewer sizes are known.
#[op(
    name = "transform.type_conversion.tensor.cast_shape_dynamic_dims",
    asm = "(`ignore_dynamic_info` $ignore_dynamic_info^)? attr-dict"
)]
pub struct TypeConversionCastShapeDynamicDimsOp {
    /// Arguments may be cast to sizes that are not known.
    pub ignore_dynamic_info: OptAttr<UnitAttr>,
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
    none, Modifies: CastAndCallOp;
}
