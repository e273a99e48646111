//! Ops on handles themselves, and ops that report or check.

use strata_ir::prelude::*;

use crate::{
    attrs::True,
    directives::{MERGED_TYPE, REPLICATED_TYPES},
    effects::{HandleEffects, handle_effects},
    types::{AnyHandle, AnyHandleOrParam, OpHandle, ParamHandle},
};

/// The same payload as another type of handle.
#[op(
    name = "transform.cast",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$input attr-dict `:` type($input) `to` type($output)",
)]
pub struct CastOp {
    /// The handle.
    pub input: Operand<OpHandle>,
    /// The same payload as another type of handle.
    pub output: Res<OpHandle>,
}

/// One handle to the objects of several.
#[op(
    name = "transform.merge_handles",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "(`deduplicate` $deduplicate^)? $handles attr-dict `:` custom<MERGED_TYPE>(type($handles), type($result))",
)]
pub struct MergeHandlesOp {
    /// Handles or parameters.
    pub handles: Variadic<AnyHandleOrParam>,
    /// Nothing is listed twice.
    pub deduplicate: OptAttr<UnitAttr>,
    /// The result.
    pub result: Res<AnyHandleOrParam>,
}

/// A handle for each object, or as many results as there are.
#[op(
    name = "transform.split_handle",
    interfaces = [HandleEffects, MemoryEffects, Verify],
    asm = "$handle attr-dict `:` functional-type(operands, results)",
)]
pub struct SplitHandleOp {
    /// A handle or parameter.
    pub handle: Operand<AnyHandleOrParam>,
    /// A handle to nothing is split into handles to nothing.
    pub pass_through_empty_handle: DefaultAttr<True>,
    /// It fails if there is less than one object for each result.
    pub fail_on_payload_too_small: DefaultAttr<True>,
    /// The result that takes what is left over.
    pub overflow_result: OptAttr<I64Attr>,
    /// The results.
    pub results: VariadicRes<AnyHandleOrParam>,
}

/// Handles whose lists are repeated for each op of another.
#[op(
    name = "transform.replicate",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "`num` `(` $pattern `)` $handles attr-dict `:` type($pattern) `,` custom<REPLICATED_TYPES>(type($handles), type($replicated))",
)]
pub struct ReplicateOp {
    /// Its number of ops is the number of repetitions.
    pub pattern: Operand<OpHandle>,
    /// Handles or parameters.
    pub handles: Variadic<AnyHandleOrParam>,
    /// The repeated handles.
    pub replicated: VariadicRes<AnyHandleOrParam>,
}

/// The ops of a handle that have a name.
#[op(
    name = "transform.select",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$op_name `in` $target attr-dict `:` functional-type(operands, results)",
)]
pub struct SelectOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The name of an op.
    pub op_name: Attr<StringAttr>,
    /// The result.
    pub result: Res<OpHandle>,
}

/// The number of objects of a handle.
#[op(
    name = "transform.num_associations",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$handle attr-dict `:` functional-type(operands, results)",
)]
pub struct NumAssociationsOp {
    /// A handle or parameter.
    pub handle: Operand<AnyHandleOrParam>,
    /// The number.
    pub num: Res<ParamHandle>,
}

/// A parameter.
#[op(
    name = "transform.param.constant",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$value attr-dict `->` type($param)",
)]
pub struct ParamConstantOp {
    /// The value.
    pub value: Attr<AnyAttr>,
    /// The parameter.
    pub param: Res<ParamHandle>,
}

/// Sets an attribute of payload ops.
#[op(
    name = "transform.annotate",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target $name attr-dict (`=` $param^)?`:` type($target) (`,` type($param)^)?",
)]
pub struct AnnotateOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The name of the attribute.
    pub name: Attr<StringAttr>,
    /// The value of the attribute; without one it is a unit attribute.
    pub param: OptOperand<ParamHandle>,
}

/// Prints payload ops to the standard error output.
#[op(
    name = "transform.print",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict (`:` type($target)^)?",
)]
pub struct PrintOp {
    /// The payload ops.
    pub target: OptOperand<OpHandle>,
    /// A title.
    pub name: OptAttr<StringAttr>,
    /// The payload is printed without verifying it first.
    pub assume_verified: OptAttr<UnitAttr>,
    /// Aliases are printed where they are used.
    pub use_local_scope: OptAttr<UnitAttr>,
    /// Regions are not printed.
    pub skip_regions: OptAttr<UnitAttr>,
}

/// Verifies payload ops.
#[op(
    name = "transform.verify",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` type($target)",
)]
pub struct VerifyOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
}

/// Reports a remark at payload objects.
#[op(
    name = "transform.debug.emit_remark_at",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$at `,` $message attr-dict `:` type($at)",
)]
pub struct EmitRemarkAtOp {
    /// Where the remark is.
    pub at: Operand<AnyHandle>,
    /// The text.
    pub message: Attr<StringAttr>,
}

/// Reports a parameter as a remark.
#[op(
    name = "transform.debug.emit_param_as_remark",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$param (`,` $message^)? (`at` $anchor^)?attr-dict `:` type($param) (`,` type($anchor)^)?",
)]
pub struct EmitParamAsRemarkOp {
    /// The parameter.
    pub param: Operand<ParamHandle>,
    /// The ops at which the remark is; this op without them.
    pub anchor: OptOperand<OpHandle>,
    /// The text.
    pub message: OptAttr<StringAttr>,
}

handle_effects! {
    none, Reads: SplitHandleOp, CastOp, MergeHandlesOp, ReplicateOp, SelectOp, NumAssociationsOp, ParamConstantOp, EmitRemarkAtOp, EmitParamAsRemarkOp;
    none, Modifies: AnnotateOp, PrintOp, VerifyOp;
}

impl Verify for SplitHandleOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let results = b.results(self.op()).len() as i64;
        let overflow = b.attr(self.op(), "overflow_result").and_then(|a| b.cx().attr_i64(a));
        ensure!(
            overflow.is_none_or(|n| (0..results).contains(&n)),
            "overflow_result is not a valid result index"
        );
        Ok(())
    }
}
