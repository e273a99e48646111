//! Ops that go from payload objects to others.

use strata_ir::prelude::*;

use crate::{
    attrs::PositiveOne,
    directives::RAW_POSITION_LIST,
    effects::{HandleEffects, handle_effects},
    types::{OpHandle, ParamHandle, ValueHandle},
    verify::verify_positions,
};

/// The ops that use a result of an op.
#[op(
    name = "transform.get_consumers_of_result",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target `[` $result_number `]` attr-dict `:` functional-type(operands, results)",
)]
pub struct GetConsumersOfResultOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The number of the result.
    pub result_number: Attr<I64Attr>,
    /// Ops that use the result.
    pub consumers: Res<OpHandle>,
}

/// The ops that define values.
#[op(
    name = "transform.get_defining_op",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type(operands, results)",
)]
pub struct GetDefiningOp {
    /// The payload ops.
    pub target: Operand<ValueHandle>,
    /// The result.
    pub result: Res<OpHandle>,
}

/// Ops around others.
#[op(
    name = "transform.get_parent_op",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type(operands, results)",
)]
pub struct GetParentOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// Only ops that are isolated from above count.
    pub isolated_from_above: OptAttr<UnitAttr>,
    /// Ops without such a parent are left out.
    pub allow_empty_results: OptAttr<UnitAttr>,
    /// The name of an op.
    pub op_name: OptAttr<StringAttr>,
    /// Nothing is listed twice.
    pub deduplicate: OptAttr<UnitAttr>,
    /// How many steps are taken outwards.
    pub nth_parent: DefaultAttr<PositiveOne>,
    /// The parents.
    pub parent: Res<OpHandle>,
}

/// The op that defines an operand of an op.
#[op(
    name = "transform.get_producer_of_operand",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target `[` $operand_number `]` attr-dict `:` functional-type(operands, results)",
)]
pub struct GetProducerOfOperandOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The number of the operand.
    pub operand_number: Attr<I64Attr>,
    /// The op that defines the operand.
    pub producer: Res<OpHandle>,
}

/// Operands of ops.
#[op(
    name = "transform.get_operand",
    interfaces = [HandleEffects, MemoryEffects, Verify],
    asm = "$target `[`custom<RAW_POSITION_LIST>($raw_position_list, $is_inverted, $is_all)`]` attr-dict `:` functional-type(operands, results)",
)]
pub struct GetOperandOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// Positions; negative ones count from the end.
    pub raw_position_list: Attr<I64Array>,
    /// The list has what is left out.
    pub is_inverted: OptAttr<UnitAttr>,
    /// Everything is meant.
    pub is_all: OptAttr<UnitAttr>,
    /// The result.
    pub result: Res<ValueHandle>,
}

/// Results of ops.
#[op(
    name = "transform.get_result",
    interfaces = [HandleEffects, MemoryEffects, Verify],
    asm = "$target `[`custom<RAW_POSITION_LIST>($raw_position_list, $is_inverted, $is_all)`]` attr-dict `:` functional-type(operands, results)",
)]
pub struct GetResultOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// Positions; negative ones count from the end.
    pub raw_position_list: Attr<I64Array>,
    /// The list has what is left out.
    pub is_inverted: OptAttr<UnitAttr>,
    /// Everything is meant.
    pub is_all: OptAttr<UnitAttr>,
    /// The result.
    pub result: Res<ValueHandle>,
}

/// Types of values.
#[op(
    name = "transform.get_type",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "(`elemental` $elemental^)? $value attr-dict `:`functional-type(operands, results)",
)]
pub struct GetTypeOp {
    /// Payload values.
    pub value: Operand<ValueHandle>,
    /// The type of the elements is asked for.
    pub elemental: OptAttr<UnitAttr>,
    /// The types.
    pub type_param: Res<ParamHandle>,
}

handle_effects! {
    none, Reads: GetConsumersOfResultOp, GetDefiningOp, GetParentOp, GetProducerOfOperandOp, GetOperandOp, GetResultOp, GetTypeOp;
}

impl Verify for GetOperandOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_positions(b, self.op(), "raw_position_list")
    }
}

impl Verify for GetResultOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_positions(b, self.op(), "raw_position_list")
    }
}
