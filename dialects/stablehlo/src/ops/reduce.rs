//! `reduce`, `map` and `return`.

use strata_ir::prelude::*;

use crate::facts::*;
use crate::{asm::numbers, constraints::*, infer};

/// Combines all elements along dimensions by a computation.
#[op(
    name = "stablehlo.reduce",
    facts = [Rounds, Evaluable, CorrectlyRounded, Folds],
    traits = [SameVariadicOperandSize, RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock],
    interfaces = [InferTypes, Verify, VerifyRegions],
    custom_asm,
)]
pub struct ReduceOp {
    /// Elements.
    pub inputs: Variadic<HloTensor>,
    /// Starting values.
    pub init_values: Variadic<HloTensor>,
    /// The dimensions that disappear.
    pub dimensions: Attr<I64Array>,
    /// The computation of new accumulators from accumulators and elements.
    pub body: SingleBlockRegion,
    /// The last accumulators.
    pub results: VariadicRes<HloTensor>,
}

impl ReduceOp {
    /// The dimensions that disappear.
    pub fn dims(self, b: &Body) -> &[i64] {
        numbers(b.cx(), self.dimensions(b).raw())
    }
    /// The only op of the body, if the body is that op on the block arguments in order, and its result.
    pub fn simple_reducer(self, b: &Body) -> Option<Op> {
        let block = *b.blocks(self.body(b)).first()?;
        let op = b.first_op(block)?;
        let last = b.next_op(op)?;
        let forwards = b.next_op(last).is_none()
            && b.operands(op).eq(b.block_args(block).iter().copied())
            && b.operands(last).eq(b.results(op).iter().copied());
        forwards.then_some(op)
    }
}

impl InferTypes for ReduceOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let inputs: Vec<Type> = self.inputs(b).map(|v| b.ty(v)).collect();
        // The computation may have wider accumulators than the starting values.
        let block = b.regions(self.op()).first().and_then(|&r| b.blocks(r).first().copied());
        let returned: Vec<Type> = block
            .and_then(|block| b.last_op(block))
            .map(|op| b.operand_types(op).collect())
            .unwrap_or_default();
        let inits: Vec<Type> = self.init_values(b).map(|v| b.ty(v)).collect();
        let accumulators = if returned.len() == inits.len() { &returned } else { &inits };
        infer::reduce(b.cx(), &inputs, accumulators, self.dims(b))
    }
}
impl Verify for ReduceOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let inputs: Vec<Type> = self.inputs(b).map(|v| b.ty(v)).collect();
        let inits: Vec<Type> = self.init_values(b).map(|v| b.ty(v)).collect();
        let check = || {
            let (rest, _) = infer::reduced_shape(b.cx(), &inputs, self.dims(b))?;
            // reduce_c6
            infer::reducer(b, self.body(b), &inputs, &inits, &rest)?;
            // reduce_c3; upstream does not look.
            if inputs.is_empty() { Err("expected at least 1 input".to_owned()) } else { Ok(()) }
        };
        check().map_err(VerifyError::bare)
    }
}
verify_regions_by_inference!(ReduceOp);

/// Ends the regions of the ops of this dialect.
#[op(
    name = "stablehlo.return",
    facts = [CarriesValues],
    traits = [Pure, Terminator, ReturnLike],
    asm = "$results attr-dict (`:` type($results)^)?",
)]
pub struct ReturnOp {
    /// The results of the region.
    pub results: Variadic<TensorTokenOrBuffer>,
}

/// Applies a computation to elements at the same place.
#[op(
    name = "stablehlo.map",
    facts = [Rounds, Evaluable, CorrectlyRounded],
    traits = [RecursiveMemoryEffects, RecursivelySpeculatable, SameOperandsAndResultShape, SingleBlock],
    interfaces = [InferTypes, Verify, VerifyRegions],
)]
pub struct MapOp {
    /// Elements.
    pub inputs: Variadic<HloTensor>,
    /// All dimensions in order.
    pub dimensions: Attr<I64Array>,
    /// The computation.
    pub computation: SingleBlockRegion,
    /// Its results.
    pub result: Res<HloTensor>,
}

impl InferTypes for MapOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let cx = b.cx();
        let Some(&block) = b.regions(self.op()).first().and_then(|&r| b.blocks(r).first()) else {
            return Err("expect non-empty region".into());
        };
        let inputs: Vec<Type> = self.inputs(b).map(|v| b.ty(v)).collect();
        let Some(&first) = inputs.first() else {
            return Err("expected 1 or more operands, but found 0".into());
        };
        let elem = computed_elem(b, block, &inputs)?;
        let dims = numbers(cx, self.dimensions(b).raw());
        // map_c3
        if dims.iter().enumerate().any(|(i, &d)| d != i as i64) {
            return Err(format!(
                "requires monotonically increasing dimension numbers, but got: {}",
                infer::text(dims)
            ));
        }
        let rank = infer::sizes(cx, first).len();
        if dims.len() != rank {
            return Err(format!(
                "applied to a subset of dimensions currently not supported: operand dimensions = {rank}, requested map dimensions size = {}",
                dims.len()
            ));
        }
        // map_c4
        Ok(smallvec![cx.with_elem(first, elem)])
    }
}

/// The element type of the result of the computation of `map`, which takes scalars and returns one.
fn computed_elem(b: &Body, block: Block, inputs: &[Type]) -> Result<Type, String> {
    let cx = b.cx();
    let shown = |t| cx.type_to_string(t);
    let rank = |t| cx.type_as::<TensorType>(t).map(|t| t.shape.len());
    let args = b.block_args(block);
    // map_c4
    if args.len() != inputs.len() {
        return Err(format!(
            "expects number of operands to match the arity of map computation, but got: {} and {}",
            inputs.len(),
            args.len()
        ));
    }
    for (i, (&arg, &input)) in args.iter().zip(inputs).enumerate() {
        let ty = b.ty(arg);
        if rank(ty) != Some(0) {
            return Err(format!(
                "computation arguments must be 0-rank tensor, but got: arg #{i} of type '{}'",
                shown(ty)
            ));
        }
        if cx.elem_or_self(ty) != cx.elem_or_self(input) {
            return Err(format!(
                "element type of operands and computation arguments must match, but got: '{}' and '{}'",
                shown(cx.elem_or_self(input)),
                shown(cx.elem_or_self(ty))
            ));
        }
    }
    let outputs: Vec<Type> = b.last_op(block).map(|op| b.operand_types(op).collect()).unwrap_or_default();
    match outputs[..] {
        [output] if rank(output) == Some(0) => Ok(cx.elem_or_self(output)),
        [output] => Err(format!("computation must return 0-rank tensor, but got: '{}'", shown(output))),
        _ => Err(format!("computation must return single output, but got: {}", outputs.len())),
    }
}

impl Verify for MapOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        ensure!(b.num_operands(self.op()) != 0, "expected 1 or more operands, but found 0");
        Ok(())
    }
}
verify_regions_by_inference!(MapOp);
