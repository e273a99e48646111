//! `linalg.broadcast`.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_tensor::{DestinationStyle, ReifyShape, index_list::statics};

use crate::{
    IteratorType, LinalgOp, TypeFn, constraints::TensorOrMemRef, interfaces::structured_op, payload,
    reduce::parse_dims, simplify, syntax,
};

/// Repeats a tensor along new dimensions.
#[op(
    name = "linalg.broadcast",
    traits = [SingleBlock, RecursiveMemoryEffects],
    interfaces = [Verify, VerifyRegions, LinalgOp, DestinationStyle, ReifyShape, MemoryEffects, BlockArgNames, ResultNames, Canonicalize],
    custom_asm,
)]
pub struct BroadcastOp {
    /// The input.
    pub input: Operand<TensorOrMemRef>,
    /// The destination.
    pub init: Operand<TensorOrMemRef>,
    /// The new dimensions.
    pub dimensions: Attr<I64Array>,
    /// The new contents of the init, when it is a tensor.
    pub result: VariadicRes<AnyTensor>,
    /// Passes the element on.
    pub region: SingleBlockRegion,
}

structured_op! { BroadcastOp: "init"; }
strata_tensor::result_name!(BroadcastOp => "broadcasted");

fn payload(_: &mut Builder<'_>, args: &[Value], _: TypeFn) -> payload::PayloadResult<Vec<Value>> {
    Ok(args.first().copied().into_iter().collect())
}

impl BroadcastOp {
    /// Builds the op with its region.
    pub fn create(
        b: &mut Builder<'_>,
        input: Value,
        init: Value,
        dimensions: &[i64],
    ) -> Result<Self, String> {
        let attr = b.cx().i64_array(dimensions);
        syntax::build_named(b, &[input], &[init], &[("dimensions", attr)], &payload)
    }
    /// The new dimensions.
    pub fn dims(self, b: &Body) -> &[i64] {
        statics(b, self.op(), "dimensions")
    }
}

fn shape(b: &Body, v: Value) -> &[i64] {
    b.cx().shaped(b.ty(v)).and_then(|s| s.shape).unwrap_or(&[])
}

impl LinalgOp for BroadcastOp {
    fn indexing_maps(&self, b: &Body) -> Vec<AffineMap> {
        let rank = self.num_loops(b) as u32;
        let kept: Vec<u32> = (0..rank).filter(|&d| !self.dims(b).contains(&(d as i64))).collect();
        vec![AffineMap::select(rank, &kept), AffineMap::identity(rank)]
    }
    fn iterator_types(&self, b: &Body) -> Vec<IteratorType> {
        vec![IteratorType::Parallel; shape(b, self.init(b)).len()]
    }
}

impl Verify for BroadcastOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (from, to, dims) = (shape(b, self.input(b)), shape(b, self.init(b)), self.dims(b));
        ensure!(
            from.len() + dims.len() == to.len(),
            "input rank plus added dimensions does not match init rank. input rank: {}, dimensions size: {}, init rank: {}",
            from.len(),
            dims.len(),
            to.len()
        );
        for (i, &d) in dims.iter().enumerate() {
            ensure!(
                d >= 0 && (d as usize) < to.len(),
                "dimension {i} is out of range. expected range: [0, {}], got: {d}",
                to.len() as i64 - 1
            );
        }
        let kept = (0..to.len()).filter(|d| !dims.contains(&(*d as i64)));
        for (i, d) in kept.enumerate() {
            ensure!(
                i < from.len() && from[i] == to[d],
                "input dim {i} should match init dim {d}. input: {}, init: {}",
                from.get(i).copied().unwrap_or(0),
                to[d]
            );
        }
        Ok(())
    }
}

impl CustomAsm for BroadcastOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        syntax::print_operands(p, self.op());
        if let Some(dims) = b.attr(self.op(), "dimensions") {
            p.text(" dimensions = ").dense_array(dims).text(" ");
        }
        p.attr_dict(self.op(), &["dimensions"]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let parsed = syntax::parse_operands(p, state)?;
        parse_dims(p, state, "dimensions")?;
        p.attr_dict(state)?;
        syntax::infer_results(p, state, &parsed);
        syntax::hidden_region(p, state, &payload)
    }
}

impl Canonicalize for BroadcastOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        simplify::broadcast(*self, rw).or_else(|| simplify::common(self, rw))
    }
}
