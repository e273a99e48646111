//! `sort`.

use strata_ir::prelude::*;

use crate::facts::*;
use crate::{constraints::*, infer};

/// Sorts slices along a dimension by a comparison.
#[op(
    name = "stablehlo.sort",
    facts = [Exact, Evaluable, ReadsNanBits],
    traits = [RecursiveMemoryEffects, RecursivelySpeculatable, SameOperandsAndResultShape, SingleBlock],
    interfaces = [InferTypes, Verify, VerifyRegions],
)]
pub struct SortOp {
    /// Tensors that are sorted together.
    pub inputs: Variadic<HloTensor>,
    /// The dimension; the last one when not given.
    pub dimension: OptAttr<I64Attr>,
    /// Whether equal elements keep their order.
    pub is_stable: OptAttr<BoolAttr>,
    /// Whether the left elements come before the right ones: takes pairs of elements.
    pub comparator: SingleBlockRegion,
    /// The sorted tensors.
    pub results: VariadicRes<HloTensor>,
}

impl SortOp {
    /// The dimension that is sorted.
    pub fn dim(self, b: &Body) -> i64 {
        let rank = self.inputs(b).next().map_or(0, |v| infer::sizes(b.cx(), b.ty(v)).len()) as i64;
        let dim = self.dimension(b).and_then(|a| b.cx().attr_i64(a.raw())).unwrap_or(-1);
        if dim < 0 { dim + rank } else { dim }
    }
}

impl InferTypes for SortOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        // sort_c2
        Ok(self.inputs(b).map(|v| b.ty(v)).collect())
    }
}
impl Verify for SortOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        ensure!(b.num_operands(self.op()) != 0, "expected 1 or more operands, but found 0");
        ensure!(!self.results(b).is_empty(), "expected 1 or more results");
        let cx = b.cx();
        let block = self.comparator_block(b);
        let inputs: Vec<Type> = self.inputs(b).map(|v| b.ty(v)).collect();
        let rank = infer::sizes(cx, inputs[0]).len() as i64;
        let dim = self.dimension(b).and_then(|a| cx.attr_i64(a.raw())).unwrap_or(-1);
        // sort_c4
        if dim < -rank || dim >= rank {
            return Err(VerifyError::bare(format!(
                "dimension attribute value must be in range [-{rank}, {rank}), but found {dim}"
            )));
        }
        let args = b.block_args(block);
        // sort_c5
        if args.len() != 2 * inputs.len() {
            return Err(VerifyError::bare(format!(
                "comparator block should have {} arguments",
                2 * inputs.len()
            )));
        }
        for (i, &arg) in args.iter().enumerate() {
            let expected = cx.tensor(&[], cx.elem_or_self(inputs[i / 2]));
            if b.ty(arg) != expected {
                return Err(VerifyError::bare(format!(
                    "comparator block argument #{i} should be of type '{}' but got '{}'",
                    cx.type_to_string(expected),
                    cx.type_to_string(b.ty(arg))
                )));
            }
        }
        let returned: Vec<Type> =
            b.last_op(block).map(|op| b.operand_types(op).collect()).unwrap_or_default();
        if returned.len() != 1 {
            return Err(VerifyError::bare(format!(
                "comparator must return single output but got {}",
                returned.len()
            )));
        }
        let ok =
            cx.type_as::<TensorType>(returned[0]).is_some_and(|t| t.shape.is_empty() && t.elem == cx.i1());
        if !ok {
            return Err(VerifyError::bare(format!(
                "comparator must return tensor<i1> but got '{}'",
                cx.type_to_string(returned[0])
            )));
        }
        Ok(())
    }
}
verify_regions_by_inference!(SortOp);
