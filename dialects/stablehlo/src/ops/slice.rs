//! Ops that take parts of tensors or put tensors together.

use strata_ir::prelude::*;

use crate::facts::*;
use crate::{
    asm::{OPERANDS_THEN_COMMA, numbers},
    constraints::*,
    infer,
};

/// Elements between limits, in steps.
#[op(
    name = "stablehlo.slice",
    facts = [MovesElements, Evaluable],
    traits = [Pure, SameOperandsAndResultElementType],
    holds(has_ranges, "all of {start_indices, limit_indices, strides} have same size"),
    interfaces = [InferTypes, Verify, Fold],
    asm = "$operand custom<SLICE_RANGES>($start_indices, $limit_indices, $strides) attr-dict `:` functional-type(operands, results)",
)]
pub struct SliceOp {
    /// The elements.
    pub operand: Operand<HloTensor>,
    /// First numbers.
    pub start_indices: Attr<I64Array>,
    /// Numbers past the last.
    pub limit_indices: Attr<I64Array>,
    /// Steps.
    pub strides: Attr<I64Array>,
    /// The elements taken.
    pub result: Res<HloTensor>,
}

impl SliceOp {
    /// First numbers, numbers past the last, and steps.
    pub fn ranges(self, b: &Body) -> [&[i64]; 3] {
        [self.start_indices(b).raw(), self.limit_indices(b).raw(), self.strides(b).raw()]
            .map(|a| numbers(b.cx(), a))
    }
}

static SLICE_RANGES: CustomDirective = CustomDirective {
    print: |op, p| {
        let [starts, limits, strides] = SliceOp::from_op_unchecked(op).ranges(p.body());
        p.text("[").list(starts.iter().zip(limits).zip(strides), |p, ((&start, &limit), &stride)| {
            p.int(start).text(":").int(limit);
            if stride != 1 {
                p.text(":").int(stride);
            }
        });
        p.text("]");
    },
    parse: |p, state, _| {
        let mut lists: [Vec<i64>; 3] = Default::default();
        p.expect("[")?;
        p.list_until("]", |p| {
            lists[0].push(p.integer()?);
            p.expect(":")?;
            lists[1].push(p.integer()?);
            lists[2].push(if p.eat(":") { p.integer()? } else { 1 });
            Ok(())
        })?;
        let cx = p.cx();
        for (name, list) in ["start_indices", "limit_indices", "strides"].iter().zip(&lists) {
            state.set_attr(cx, name, cx.i64_array(list));
        }
        Ok(())
    },
    attrs: &["start_indices", "limit_indices", "strides"],
};

/// Whether there are as many starts as limits and strides.
fn has_ranges(b: &Body, op: Op) -> bool {
    let [starts, limits, strides] = SliceOp::from_op_unchecked(op).ranges(b);
    starts.len() == limits.len() && starts.len() == strides.len()
}

impl InferTypes for SliceOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let [starts, limits, strides] = self.ranges(b);
        infer::slice(b.cx(), b.ty(self.operand(b)), starts, limits, strides)
    }
}
impl Verify for SliceOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}

/// A part of a tensor from a computed place on.
#[op(
    name = "stablehlo.dynamic_slice",
    facts = [MovesElements, Evaluable],
    traits = [Pure],
    interfaces = [InferTypes, Verify],
    asm = "$operand `,` custom<OPERANDS_THEN_COMMA>($start_indices) `sizes` `=` $slice_sizes attr-dict `:` functional-type(operands, results)",
)]
pub struct DynamicSliceOp {
    /// The elements.
    pub operand: Operand<HloTensor>,
    /// Where the part starts; moved so that the part is inside.
    pub start_indices: Variadic<ScalarIntTensor>,
    /// The sizes of the part.
    pub slice_sizes: Attr<I64Array>,
    /// The part.
    pub result: Res<HloTensor>,
}

impl InferTypes for DynamicSliceOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let starts: Vec<Type> = self.start_indices(b).map(|v| b.ty(v)).collect();
        infer::dynamic_slice(
            b.cx(),
            b.ty(self.operand(b)),
            &starts,
            numbers(b.cx(), self.slice_sizes(b).raw()),
        )
    }
}
impl Verify for DynamicSliceOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        super::same_elements(b, "{operand, result}", &[self.operand(b), self.result(b)])?;
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}

/// A tensor with a part replaced, from a computed place on.
#[op(
    name = "stablehlo.dynamic_update_slice",
    facts = [MovesElements, Evaluable],
    traits = [Pure],
    interfaces = [InferTypes, Verify, Fold],
    asm = "operands attr-dict `:` functional-type(operands, results)",
)]
pub struct DynamicUpdateSliceOp {
    /// The tensor.
    pub operand: Operand<HloTensor>,
    /// The new part.
    pub update: Operand<HloTensor>,
    /// Where the part starts; moved so that the part is inside.
    pub start_indices: Variadic<ScalarIntTensor>,
    /// The changed tensor.
    pub result: Res<HloTensor>,
}

impl InferTypes for DynamicUpdateSliceOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let starts: Vec<Type> = self.start_indices(b).map(|v| b.ty(v)).collect();
        infer::dynamic_update_slice(b.cx(), b.ty(self.operand(b)), b.ty(self.update(b)), &starts)
    }
}
impl Verify for DynamicUpdateSliceOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        let values = [self.operand(b), self.update(b), self.result(b)];
        // dynamic_update_slice_c2
        super::same_elements(b, "{operand, update, result}", &values)?;
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}

/// A tensor with a value around and between its elements; negative numbers cut off.
#[op(
    name = "stablehlo.pad",
    facts = [MovesElements, Evaluable],
    traits = [Pure, SameOperandsAndResultElementType],
    holds(has_padding, "all of {edge_padding_low, edge_padding_high, interior_padding} have same size"),
    interfaces = [InferTypes, Verify, Fold],
    asm = "$operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=` $edge_padding_high `,` `interior` `=` $interior_padding attr-dict `:` functional-type(operands, results)",
)]
pub struct PadOp {
    /// The elements.
    pub operand: Operand<HloTensor>,
    /// The value.
    pub padding_value: Operand<ScalarTensor>,
    /// Numbers of values before.
    pub edge_padding_low: Attr<I64Array>,
    /// Numbers of values after.
    pub edge_padding_high: Attr<I64Array>,
    /// Numbers of values between neighbours.
    pub interior_padding: Attr<I64Array>,
    /// The padded tensor.
    pub result: Res<HloTensor>,
}

impl PadOp {
    /// Numbers of values before, after and between.
    pub fn padding(self, b: &Body) -> [&[i64]; 3] {
        [self.edge_padding_low(b).raw(), self.edge_padding_high(b).raw(), self.interior_padding(b).raw()]
            .map(|a| numbers(b.cx(), a))
    }
}

/// Whether there are numbers of values before, after and between for as many dimensions.
fn has_padding(b: &Body, op: Op) -> bool {
    let [low, high, interior] = PadOp::from_op_unchecked(op).padding(b);
    low.len() == high.len() && low.len() == interior.len()
}

impl InferTypes for PadOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let [low, high, interior] = self.padding(b);
        infer::pad(b.cx(), b.ty(self.operand(b)), low, high, interior)
    }
}
impl Verify for PadOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}

/// Concatenates tensors along a dimension.
#[op(
    name = "stablehlo.concatenate",
    facts = [MovesElements, Evaluable, Rescales],
    traits = [Pure, SameOperandsAndResultElementType],
    interfaces = [InferTypes, Verify, Fold],
    asm = "custom<OPERANDS_THEN_COMMA>($inputs) `dim` `=` $dimension attr-dict `:` functional-type(operands, results)",
)]
pub struct ConcatenateOp {
    /// The tensors.
    pub inputs: Variadic<HloTensor>,
    /// The dimension.
    pub dimension: Attr<DimensionAttr>,
    /// All elements.
    pub result: Res<HloTensor>,
}

impl InferTypes for ConcatenateOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let types: Vec<Type> = self.inputs(b).map(|v| b.ty(v)).collect();
        infer::concatenate(b.cx(), &types, b.cx().attr_i64(self.dimension(b).raw()).unwrap_or(-1))
    }
}
impl Verify for ConcatenateOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        // concatenate_c3
        ensure!(b.num_operands(self.op()) != 0, "expected 1 or more operands, but found 0");
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}
