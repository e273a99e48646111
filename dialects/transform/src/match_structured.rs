//! Matchers of structured ops.

use strata_ir::prelude::*;

use crate::{
    attrs::FailurePropagation,
    directives::{FUNCTION_TYPE_OF_ONE, RAW_DIM_LIST, RAW_POSITION_LIST, SEMI_FUNCTION_TYPE, numbers},
    effects::{HandleEffects, handle_effects, result_names},
    types::{AnyHandleOrParam, OpHandle, OpOrValueHandle, OperandCapture, ParamHandle, ValueHandle},
    verify::verify_positions,
};

/// Matches a structured op with the predicates of its body.
#[op(
    name = "transform.match.structured",
    traits = [SingleBlock, ImplicitTerminator],
    interfaces = [HandleEffects, MemoryEffects, ImplicitTerminatorName, Verify],
    asm = "(`failures` `(` $failure_propagation_mode^ `)`)?$current `:` custom<SEMI_FUNCTION_TYPE>(type($current), type($outputs))attr-dict-with-keyword regions",
)]
pub struct MatchStructuredOp {
    /// The payload op.
    pub current: Operand<OpHandle>,
    /// Whether failures that may be silenced end it.
    pub failure_propagation_mode: OptAttr<FailurePropagation>,
    /// Predicates on the op.
    pub body_region: SingleBlockRegion,
    /// The values that the body yields.
    pub outputs: VariadicRes<AnyHandleOrParam>,
}

/// Matches the payload of a structured op.
#[op(
    name = "transform.match.structured.body",
    interfaces = [HandleEffects, MemoryEffects, Verify],
    asm = "$operand_handle attr-dict `:` type($operand_handle)",
)]
pub struct MatchStructuredBodyOp {
    /// The payload op.
    pub operand_handle: Operand<OpHandle>,
    /// The number of the output that the body reduces.
    pub reduction_position: OptAttr<I64Attr>,
    /// The body yields its inputs.
    pub passthrough: OptAttr<UnitAttr>,
    /// All loops are parallel and the maps are identities.
    pub elementwise: OptAttr<UnitAttr>,
    /// Names of the ops of the product and of the sum.
    pub contraction: OptAttr<StrArray>,
}

/// The loops of a contraction by their kinds.
#[op(
    name = "transform.match.structured.classify_contraction_dims",
    interfaces = [HandleEffects, MemoryEffects, ResultNames],
    asm = "$operand_handle attr-dict `:` functional-type(operands, results)",
)]
pub struct MatchStructuredClassifyContractionDimsOp {
    /// The payload op.
    pub operand_handle: Operand<OpHandle>,
    /// Loops of both operands and of the output.
    pub batch: Res<ParamHandle>,
    /// Loops of the left operand and of the output.
    pub m: Res<ParamHandle>,
    /// Loops of the right operand and of the output.
    pub n: Res<ParamHandle>,
    /// Loops of both operands.
    pub k: Res<ParamHandle>,
}

/// The loops of a convolution by their kinds.
#[op(
    name = "transform.match.structured.classify_convolution_dims",
    interfaces = [HandleEffects, MemoryEffects, ResultNames],
    asm = "$operand_handle attr-dict `:` functional-type(operands, results)",
)]
pub struct MatchStructuredClassifyConvolutionDimsOp {
    /// The payload op.
    pub operand_handle: Operand<OpHandle>,
    /// Loops of both operands and of the output.
    pub batch: Res<ParamHandle>,
    /// Loops over the image.
    pub output_image: Res<ParamHandle>,
    /// Loops over the channels of the output.
    pub output_channel: Res<ParamHandle>,
    /// Loops over the window.
    pub filter_loop: Res<ParamHandle>,
    /// Loops over the channels of the input.
    pub input_channel: Res<ParamHandle>,
    /// Loops over channels of both.
    pub depth: Res<ParamHandle>,
    /// Strides of the windows.
    pub strides: Res<ParamHandle>,
    /// Dilations of the windows.
    pub dilations: Res<ParamHandle>,
}

/// Matches loops, and captures their sizes.
#[op(
    name = "transform.match.structured.dim",
    interfaces = [HandleEffects, MemoryEffects, Verify],
    asm = "$operand_handle `[`custom<RAW_DIM_LIST>($raw_dim_list, $is_inverted, $is_all)`]` attr-dict `:` custom<SEMI_FUNCTION_TYPE>(type($operand_handle), type($result))",
)]
pub struct MatchStructuredDimOp {
    /// The payload op.
    pub operand_handle: Operand<OpHandle>,
    /// Loops; negative ones count from the end.
    pub raw_dim_list: Attr<I64Array>,
    /// The list has what is left out.
    pub is_inverted: OptAttr<UnitAttr>,
    /// Everything is meant.
    pub is_all: OptAttr<UnitAttr>,
    /// The loops must be parallel.
    pub parallel: OptAttr<UnitAttr>,
    /// The loops must be reductions.
    pub reduction: OptAttr<UnitAttr>,
    /// The result.
    pub result: OptRes<ParamHandle>,
}

/// The width of the elements of a value.
#[op(
    name = "transform.match.structured.elemental_bitwidth",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$operand_handle attr-dict `:` functional-type(operands, results)",
)]
pub struct MatchStructuredElementalBitwidthOp {
    /// The payload value.
    pub operand_handle: Operand<ValueHandle>,
    /// The result.
    pub result: Res<ParamHandle>,
}

/// Matches outputs, and captures them.
#[op(
    name = "transform.match.structured.init",
    interfaces = [HandleEffects, MemoryEffects, Verify],
    asm = "$operand_handle `[`custom<RAW_POSITION_LIST>($raw_position_list, $is_inverted, $is_all)`]` attr-dict `:` custom<SEMI_FUNCTION_TYPE>(type($operand_handle), type($result))",
)]
pub struct MatchStructuredInitOp {
    /// The payload op.
    pub operand_handle: Operand<OpHandle>,
    /// Positions; negative ones count from the end.
    pub raw_position_list: Attr<I64Array>,
    /// The list has what is left out.
    pub is_inverted: OptAttr<UnitAttr>,
    /// Everything is meant.
    pub is_all: OptAttr<UnitAttr>,
    /// The map must permute the loops.
    pub permutation: OptAttr<UnitAttr>,
    /// The map must permute some of the loops.
    pub projected_permutation: OptAttr<UnitAttr>,
    /// The result.
    pub result: OptRes<OperandCapture>,
}

/// Matches inputs, and captures them.
#[op(
    name = "transform.match.structured.input",
    interfaces = [HandleEffects, MemoryEffects, Verify],
    asm = "$operand_handle `[`custom<RAW_POSITION_LIST>($raw_position_list, $is_inverted, $is_all)`]` attr-dict `:` custom<SEMI_FUNCTION_TYPE>(type($operand_handle), type($result))",
)]
pub struct MatchStructuredInputOp {
    /// The payload op.
    pub operand_handle: Operand<OpHandle>,
    /// Positions; negative ones count from the end.
    pub raw_position_list: Attr<I64Array>,
    /// The list has what is left out.
    pub is_inverted: OptAttr<UnitAttr>,
    /// Everything is meant.
    pub is_all: OptAttr<UnitAttr>,
    /// The map must permute the loops.
    pub permutation: OptAttr<UnitAttr>,
    /// The map must permute some of the loops.
    pub projected_permutation: OptAttr<UnitAttr>,
    /// The result.
    pub result: OptRes<OperandCapture>,
}

/// The number of outputs.
#[op(
    name = "transform.match.structured.num_inits",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$operand_handle attr-dict `:` functional-type(operands, results)",
)]
pub struct MatchStructuredNumInitsOp {
    /// The payload op.
    pub operand_handle: Operand<OpHandle>,
    /// The result.
    pub result: Res<ParamHandle>,
}

/// The number of inputs.
#[op(
    name = "transform.match.structured.num_inputs",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$operand_handle attr-dict `:` functional-type(operands, results)",
)]
pub struct MatchStructuredNumInputsOp {
    /// The payload op.
    pub operand_handle: Operand<OpHandle>,
    /// The result.
    pub result: Res<ParamHandle>,
}

/// The number of loops.
#[op(
    name = "transform.match.structured.rank",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$operand_handle attr-dict `:` custom<FUNCTION_TYPE_OF_ONE>(type($operand_handle), type($rank))",
)]
pub struct MatchStructuredRankOp {
    /// The payload op.
    pub operand_handle: Operand<OpHandle>,
    /// The number of loops.
    pub rank: Res<ParamHandle>,
}

/// A result, or its user.
#[op(
    name = "transform.match.structured.result",
    interfaces = [HandleEffects, MemoryEffects, Verify],
    asm = "$operand_handle `[` $position `]` (`any` $any^)? (`single` $single^)?attr-dict `:` functional-type(operands, results)",
)]
pub struct MatchStructuredResultOp {
    /// The payload op.
    pub operand_handle: Operand<OpHandle>,
    /// The number of the result; negative ones count from the end.
    pub position: Attr<I64Attr>,
    /// Any user of the result is the result.
    pub any: OptAttr<UnitAttr>,
    /// The only user of the result is the result.
    pub single: OptAttr<UnitAttr>,
    /// The result.
    pub result: Res<OpOrValueHandle>,
}

/// Ends the predicates of a matcher.
#[op(
    name = "transform.match.structured.yield",
    traits = [Terminator],
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$handles attr-dict (`:` type($handles)^)?",
)]
pub struct MatchStructuredYieldOp {
    /// Handles or parameters.
    pub handles: Variadic<AnyHandleOrParam>,
}

result_names! {
    MatchStructuredClassifyContractionDimsOp: "batch", "m", "n", "k";
    MatchStructuredClassifyConvolutionDimsOp: "batch", "output_image", "output_channel", "filter_loop", "input_channel", "depth", "strides", "dilations";
}

handle_effects! {
    none, Reads: MatchStructuredOp, MatchStructuredBodyOp, MatchStructuredClassifyContractionDimsOp,
        MatchStructuredClassifyConvolutionDimsOp, MatchStructuredDimOp, MatchStructuredElementalBitwidthOp,
        MatchStructuredInitOp, MatchStructuredInputOp, MatchStructuredNumInitsOp, MatchStructuredNumInputsOp,
        MatchStructuredRankOp, MatchStructuredResultOp, MatchStructuredYieldOp;
}

impl ImplicitTerminatorName for MatchStructuredOp {
    fn implicit_terminator(&self) -> &'static str {
        MatchStructuredYieldOp::NAME
    }
}

impl Verify for MatchStructuredOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let args = b.blocks(self.body_region(b)).first().map_or(&[][..], |&block| b.block_args(block));
        ensure!(args.len() == 1, "expected one body argument");
        ensure!(
            OpHandle::check(b.ty(args[0]), b.cx()),
            "expected body argument to implement TransformHandleTypeInterface"
        );
        Ok(())
    }
}

impl Verify for MatchStructuredBodyOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let names = ["reduction_position", "passthrough", "elementwise", "contraction"];
        let given = names.iter().filter(|name| b.attr(self.op(), name).is_some()).count();
        ensure!(given <= 1, "only one of {{{}}} allowed", names.map(|n| format!("\"{n}\"")).join(", "));
        if let Some(attr) = b.attr(self.op(), "contraction") {
            let n = b.cx().attr_as::<ArrayAttr>(attr).map_or(0, |list| list.0.len());
            ensure!(n == 2, "expects 'contraction' to contain two elements, got {n}");
        }
        Ok(())
    }
}

impl Verify for MatchStructuredDimOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        ensure!(
            self.parallel(b).is_none() || self.reduction(b).is_none(),
            "cannot request the same dimension to be both parallel and reduction"
        );
        verify_positions(b, self.op(), "raw_dim_list")
    }
}

impl Verify for MatchStructuredInitOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_capture(b, self.op(), "inits")
    }
}

impl Verify for MatchStructuredInputOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_capture(b, self.op(), "inputs")
    }
}

/// Permutations are not asked for twice, and only one op is captured.
fn verify_capture(b: &Body, op: Op, what: &str) -> VerifyResult {
    ensure!(
        b.attr(op, "permutation").is_none() || b.attr(op, "projected_permutation").is_none(),
        "'permutation' and 'projected_permutation' are mutually exclusive"
    );
    let many = numbers(b, op, "raw_position_list").len() > 1 || b.attr(op, "is_all").is_some();
    let op_handle = b.result_types(op).next().is_some_and(|ty| OpHandle::check(ty, b.cx()));
    ensure!(!(many && op_handle), "cannot bind multiple {what} to the same value");
    verify_positions(b, op, "raw_position_list")
}

impl Verify for MatchStructuredResultOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (any, single) = (self.any(b).is_some(), self.single(b).is_some());
        ensure!(!(any && single), "'any' and 'single' are mutually exclusive");
        let value = b.result_types(self.op()).next().is_some_and(|ty| ValueHandle::check(ty, b.cx()));
        ensure!(
            value != (any || single),
            "expects either the any/single keyword or the type value handle result type"
        );
        Ok(())
    }
}
