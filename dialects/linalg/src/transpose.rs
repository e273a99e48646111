//! `linalg.transpose`.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_tensor::{DestinationStyle, ReifyShape, index_list::statics};

use crate::{
    IteratorType, LinalgOp, TypeFn, constraints::TensorOrMemRef, interfaces::structured_op, payload,
    reduce::parse_dims, simplify, syntax,
};

/// Exchanges dimensions.
#[op(
    name = "linalg.transpose",
    traits = [SingleBlock, RecursiveMemoryEffects],
    interfaces = [Verify, VerifyRegions, LinalgOp, DestinationStyle, ReifyShape, MemoryEffects, BlockArgNames, ResultNames, Fold, Canonicalize],
    custom_asm,
)]
pub struct TransposeOp {
    /// The input.
    pub input: Operand<TensorOrMemRef>,
    /// The destination.
    pub init: Operand<TensorOrMemRef>,
    /// For each dimension of the init, that of the input.
    pub permutation: Attr<I64Array>,
    /// The new contents of the init, when it is a tensor.
    pub result: VariadicRes<AnyTensor>,
    /// Passes the element on.
    pub region: SingleBlockRegion,
}

structured_op! { TransposeOp: "init"; }
strata_tensor::result_name!(TransposeOp => "transposed");

fn payload(_: &mut Builder<'_>, args: &[Value], _: TypeFn) -> payload::PayloadResult<Vec<Value>> {
    Ok(args.first().copied().into_iter().collect())
}

impl TransposeOp {
    /// Builds the op with its region.
    pub fn create(
        b: &mut Builder<'_>,
        input: Value,
        init: Value,
        permutation: &[i64],
    ) -> Result<Self, String> {
        let attr = b.cx().i64_array(permutation);
        syntax::build_named(b, &[input], &[init], &[("permutation", attr)], &payload)
    }
    /// For each dimension of the init, that of the input.
    pub fn dims(self, b: &Body) -> &[i64] {
        statics(b, self.op(), "permutation")
    }
}

fn shape(b: &Body, v: Value) -> &[i64] {
    b.cx().shaped(b.ty(v)).and_then(|s| s.shape).unwrap_or(&[])
}

impl LinalgOp for TransposeOp {
    fn indexing_maps(&self, b: &Body) -> Vec<AffineMap> {
        let rank = self.num_loops(b) as u32;
        // Loop `i` runs over dimension `i` of the init, which is dimension `permutation[i]` of the input.
        let mut inverse = vec![0; self.dims(b).len()];
        for (i, &p) in self.dims(b).iter().enumerate() {
            if let Some(slot) = usize::try_from(p).ok().and_then(|p| inverse.get_mut(p)) {
                *slot = (i as u32).min(rank.saturating_sub(1));
            }
        }
        if rank == 0 {
            inverse.clear();
        }
        vec![AffineMap::select(rank, &inverse), AffineMap::identity(rank)]
    }
    fn iterator_types(&self, b: &Body) -> Vec<IteratorType> {
        vec![IteratorType::Parallel; shape(b, self.init(b)).len()]
    }
}

impl Verify for TransposeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (from, to, dims) = (shape(b, self.input(b)), shape(b, self.init(b)), self.dims(b));
        let mut sorted = dims.to_vec();
        sorted.sort_unstable();
        ensure!(sorted.iter().enumerate().all(|(i, &d)| i as i64 == d), "permutation is not valid");
        ensure!(from.len() == to.len(), "input rank {} does not match init rank {}", from.len(), to.len());
        ensure!(
            from.len() == dims.len(),
            "size of permutation {} does not match the argument rank {}",
            dims.len(),
            from.len()
        );
        for (i, &d) in dims.iter().enumerate() {
            ensure!(
                to[i] == from[d as usize],
                "dim(result, {i}) = {} doesn't match dim(input, permutation[{i}]) = {}",
                to[i],
                from[d as usize]
            );
        }
        Ok(())
    }
}

impl CustomAsm for TransposeOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        syntax::print_operands(p, self.op());
        if let Some(dims) = b.attr(self.op(), "permutation") {
            p.text(" permutation = ").dense_array(dims).text(" ");
        }
        p.attr_dict(self.op(), &["permutation"]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let parsed = syntax::parse_operands(p, state)?;
        parse_dims(p, state, "permutation")?;
        p.attr_dict(state)?;
        syntax::infer_results(p, state, &parsed);
        syntax::hidden_region(p, state, &payload)
    }
}

impl Fold for TransposeOp {
    /// A tensor whose dimensions stay where they are is the input.
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let (input, result) = (self.input(b), *self.result(b).first()?);
        let stays = self.dims(b).iter().enumerate().all(|(i, &d)| i as i64 == d);
        (stays && b.ty(input) == b.ty(result)).then(|| input.into())
    }
}

impl Canonicalize for TransposeOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        simplify::transpose(*self, rw).or_else(|| simplify::common(self, rw))
    }
}
