//! `compare`, `select` and `clamp`.

use strata_ir::prelude::*;

use crate::facts::*;
use crate::{
    ComparisonDirection, ComparisonType,
    asm::{SAME_TYPE, SELECT_TYPE},
    constraints::*,
    infer,
};

/// Compares elements.
#[op(
    name = "stablehlo.compare",
    facts = [Exact, Evaluable],
    traits = [Pure, Elementwise],
    interfaces = [InferTypes, Verify, Fold],
    asm = "$comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)? attr-dict `:` functional-type(operands, results)",
)]
pub struct CompareOp {
    /// Left operand.
    pub lhs: Operand<HloTensor>,
    /// Right operand.
    pub rhs: Operand<HloTensor>,
    /// The comparison.
    pub comparison_direction: Attr<ComparisonDirection>,
    /// The order.
    pub compare_type: OptAttr<ComparisonType>,
    /// Whether it holds, for each pair of elements.
    pub result: Res<PredTensor>,
}

impl CompareOp {
    /// The comparison.
    pub fn direction(self, b: &Body) -> ComparisonDirection {
        *self.comparison_direction(b).get(b.cx())
    }
    /// The order, [`ComparisonType::NoType`] when it is that of the element type.
    pub fn order(self, b: &Body) -> ComparisonType {
        self.compare_type(b).map_or(ComparisonType::NoType, |t| *t.get(b.cx()))
    }
}

impl InferTypes for CompareOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let (cx, types) = (b.cx(), [b.ty(self.lhs(b)), b.ty(self.rhs(b))]);
        let shape = infer::sizes(cx, infer::most_specific(cx, &types));
        Ok(smallvec![cx.tensor(shape, cx.i1())])
    }
}
impl Verify for CompareOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        // compare_c1
        ensure!(
            infer::compatible_elements(b.cx(), b.ty(self.lhs(b)), b.ty(self.rhs(b))),
            "requires compatible element types for all operands"
        );
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}

/// Takes each element from one of two tensors.
#[op(
    name = "stablehlo.select",
    facts = [MovesElements, Evaluable, Rescales],
    traits = [Pure],
    interfaces = [InferTypes, Verify, Fold],
    asm = "$pred `,` $on_true `,` $on_false attr-dict `:` custom<SELECT_TYPE>(type($pred), type($on_true), type($on_false), type($result))",
)]
pub struct SelectOp {
    /// Which one.
    pub pred: Operand<PredTensor>,
    /// Taken where `pred` is true.
    pub on_true: Operand<HloTensor>,
    /// Taken where it is false.
    pub on_false: Operand<HloTensor>,
    /// The elements.
    pub result: Res<HloTensor>,
}

impl InferTypes for SelectOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let cx = b.cx();
        let types = [b.ty(self.on_true(b)), b.ty(self.on_false(b))];
        // select_c2
        let elems = types.map(|t| cx.elem_or_self(t));
        let shapes = types.map(|t| infer::sizes(cx, t));
        if elems[0] != elems[1] || !infer::same_shape(shapes[0], shapes[1]) {
            return Err("requires compatible types for non-predicate operands".into());
        }
        let pred = infer::sizes(cx, b.ty(self.pred(b)));
        let data = infer::sizes(cx, types[0]);
        let same = pred.len() == data.len() && pred.iter().zip(data).all(|(&a, &d)| infer::sizes_match(a, d));
        // select_c1
        if !pred.is_empty() && !same {
            return Err("requires the same shape for all operands".into());
        }
        Ok(smallvec![infer::meet(cx, &types)?])
    }
}
verify_by_inference!(SelectOp);

/// Limits elements to a range.
#[op(
    name = "stablehlo.clamp",
    facts = [Exact, Evaluable],
    traits = [Pure],
    interfaces = [InferTypes, Verify],
    asm = "$min `,` $operand `,` $max attr-dict `:` custom<SAME_TYPE>(type($min), type($operand), type($max), type($result))",
)]
pub struct ClampOp {
    /// Lower limits, or one for all.
    pub min: Operand<HloTensor>,
    /// The elements.
    pub operand: Operand<HloTensor>,
    /// Upper limits, or one for all.
    pub max: Operand<HloTensor>,
    /// The limited elements.
    pub result: Res<HloTensor>,
}

impl InferTypes for ClampOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let cx = b.cx();
        let ty = b.ty(self.operand(b));
        let shape = infer::sizes(cx, ty);
        for (name, value) in [("min", self.min(b)), ("max", self.max(b))] {
            let limit = b.ty(value);
            let sizes = infer::sizes(cx, limit);
            let fits = sizes.len() == shape.len()
                && sizes.iter().zip(shape).all(|(&a, &d)| infer::sizes_match(a, d));
            // clamp_c1, clamp_c2
            if !sizes.is_empty() && !fits {
                // An unknown size is printed as the number that encodes it.
                return Err(format!(
                    "{name} shape {sizes:?} is not scalar and is not compatible to operand shape {shape:?}"
                ));
            }
        }
        Ok(smallvec![ty])
    }
}
impl Verify for ClampOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        // clamp_c3
        super::compatible_elements(b, self.op())?;
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}
