//! Reductions of windows.

use strata_ir::prelude::*;

use crate::facts::*;
use crate::{
    asm::numbers,
    constraints::*,
    infer::{self, Window},
};

/// Combines the elements of each window by a computation.
#[op(
    name = "stablehlo.reduce_window",
    facts = [Rounds, Evaluable, OrderDependent, CorrectlyRounded, Folds],
    traits = [SameVariadicOperandSize, RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock],
    interfaces = [InferTypes, Verify, VerifyRegions],
)]
pub struct ReduceWindowOp {
    /// Elements.
    pub inputs: Variadic<HloTensor>,
    /// Starting values.
    pub init_values: Variadic<HloTensor>,
    /// Sizes of windows.
    pub window_dimensions: Attr<I64Array>,
    /// Distances between windows.
    pub window_strides: OptAttr<I64Array>,
    /// Distances between the elements of the padded inputs.
    pub base_dilations: OptAttr<I64Array>,
    /// Distances between the elements of windows.
    pub window_dilations: OptAttr<I64Array>,
    /// Padding before and after.
    pub padding: OptAttr<I64Elements>,
    /// The computation of new accumulators from accumulators and elements.
    pub body: SingleBlockRegion,
    /// The last accumulators.
    pub results: VariadicRes<HloTensor>,
}

/// The numbers of an optional attribute of an op.
fn list<'b>(b: &'b Body, op: Op, name: &str) -> Option<&'b [i64]> {
    b.attr(op, name).map(|a| numbers(b.cx(), a))
}

/// The windows of an op, by the names of its attributes.
fn windows_of(b: &Body, op: Op, size: &[i64]) -> Result<Vec<Window>, String> {
    let padding = b.attr(op, "padding").map(|a| infer::padding_pairs(b.cx(), a)).transpose()?;
    infer::windows(
        size,
        list(b, op, "window_strides"),
        padding.as_deref(),
        list(b, op, "base_dilations"),
        list(b, op, "window_dilations"),
    )
}

impl ReduceWindowOp {
    /// The windows.
    pub fn windows(self, b: &Body) -> Result<Vec<Window>, String> {
        windows_of(b, self.op(), numbers(b.cx(), self.window_dimensions(b).raw()))
    }
}

impl InferTypes for ReduceWindowOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let inputs: Vec<Type> = self.inputs(b).map(|v| b.ty(v)).collect();
        let block = b.regions(self.op()).first().and_then(|&r| b.blocks(r).first().copied());
        let returned: Vec<Type> =
            block.and_then(|k| b.last_op(k)).map(|op| b.operand_types(op).collect()).unwrap_or_default();
        let n = numbers(b.cx(), self.window_dimensions(b).raw()).len();
        infer::verify_window_inputs(b.cx(), &inputs, n)?;
        let inits: Vec<Type> = self.init_values(b).map(|v| b.ty(v)).collect();
        let accumulators = if returned.len() == inits.len() { &returned } else { &inits };
        Ok(infer::reduce_window(b.cx(), &inputs, accumulators, &self.windows(b)?))
    }
}
impl Verify for ReduceWindowOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let inputs: Vec<Type> = self.inputs(b).map(|v| b.ty(v)).collect();
        let inits: Vec<Type> = self.init_values(b).map(|v| b.ty(v)).collect();
        let window = numbers(b.cx(), self.window_dimensions(b).raw());
        let check = || {
            infer::verify_window_inputs(b.cx(), &inputs, window.len())?;
            self.windows(b)?;
            // reduce_window_c13
            infer::reducer(b, self.body(b), &inputs, &inits, window)
        };
        check().map_err(VerifyError::bare)
    }
}
verify_regions_by_inference!(ReduceWindowOp);

/// Selects one element of each window and adds a source element at its place.
#[op(
    name = "stablehlo.select_and_scatter",
    facts = [Rounds, Folds],
    traits = [RecursiveMemoryEffects, RecursivelySpeculatable],
    interfaces = [InferTypes, Verify, VerifyRegions],
)]
pub struct SelectAndScatterOp {
    /// Elements.
    pub operand: Operand<HloTensor>,
    /// The values that are scattered.
    pub source: Operand<HloTensor>,
    /// Starting value.
    pub init_value: Operand<HloTensor>,
    /// Sizes of windows.
    pub window_dimensions: OptAttr<I64Array>,
    /// Distances between windows.
    pub window_strides: OptAttr<I64Array>,
    /// Padding before and after.
    pub padding: OptAttr<I64Elements>,
    /// Whether the first of two elements is selected.
    pub select: SingleBlockRegion,
    /// How source elements are added.
    pub scatter: SingleBlockRegion,
    /// The sums.
    pub result: Res<HloTensor>,
}

impl SelectAndScatterOp {
    /// The windows.
    pub fn windows(self, b: &Body) -> Result<Vec<Window>, String> {
        let rank = infer::sizes(b.cx(), b.ty(self.operand(b))).len();
        let size = list(b, self.op(), "window_dimensions").unwrap_or(&[]);
        // select_and_scatter_c4
        if size.len() != rank {
            return Err(format!(
                "expects window-dimensions size == operand rank, but got window-dimensions size: {} and operand-type: '{}' with rank = {rank}.",
                size.len(),
                b.cx().type_to_string(b.ty(self.operand(b)))
            ));
        }
        windows_of(b, self.op(), size)
    }
}

impl InferTypes for SelectAndScatterOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        // select_and_scatter_c11, select_and_scatter_c12
        Ok(super::with_elements_of(b, self.op(), 1, &[b.ty(self.operand(b))]))
    }
}

impl Verify for SelectAndScatterOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let block = self.select_block(b);
        let n = b.block_args(block).len();
        // select_and_scatter_c9
        if n != 2 {
            return Err(VerifyError::bare(format!(
                "expects the select-region to take 2 parameters, but takes {n}"
            )));
        }
        let scalar = cx.tensor(&[], cx.elem_or_self(b.ty(self.operand(b))));
        for (i, &arg) in b.block_args(block).iter().enumerate() {
            let (elem, wanted) = (cx.elem_or_self(b.ty(arg)), cx.elem_or_self(scalar));
            let alike = elem == wanted || cx.as_float(elem).is_some() && cx.as_float(wanted).is_some();
            if !alike || cx.type_as::<TensorType>(b.ty(arg)).is_none_or(|t| !t.shape.is_empty()) {
                return Err(VerifyError::bare(format!(
                    "expects the type of select-region's parameter at index {i} to be '{}', but got '{}'",
                    cx.type_to_string(scalar),
                    cx.type_to_string(b.ty(arg))
                )));
            }
        }
        let returned: Vec<Type> =
            b.last_op(block).map(|op| b.operand_types(op).collect()).unwrap_or_default();
        if returned.len() != 1 {
            return Err(VerifyError::bare(format!(
                "expects select-region to return single value, but got: {}",
                returned.len()
            )));
        }
        let ok =
            cx.type_as::<TensorType>(returned[0]).is_some_and(|t| t.shape.is_empty() && t.elem == cx.i1());
        if !ok {
            return Err(VerifyError::bare(format!(
                "expects the return-type of select-region to be tensor<i1>, but got: '{}'",
                cx.type_to_string(returned[0])
            )));
        }
        let (source, init) = ([b.ty(self.source(b))], [b.ty(self.init_value(b))]);
        let check = || {
            // select_and_scatter_c10
            infer::reducer(b, self.scatter(b), &source, &init, &[])?;
            infer::select_and_scatter(cx, b.ty(self.operand(b)), source[0], &self.windows(b)?)
        };
        check().map_err(VerifyError::bare)
    }
}
verify_regions_by_inference!(SelectAndScatterOp);
