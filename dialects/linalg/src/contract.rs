//! `linalg.contract`.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_tensor::{DestinationStyle, ReifyShape};

use crate::{
    IteratorType, LinalgOp, TypeFn, attrs, constraints::Output, interfaces::structured_op,
    named::multiply_add, simplify, syntax,
};

/// The sum of products of the elements of two operands, as the maps address them.
#[op(
    name = "linalg.contract",
    traits = [AttrSizedOperandSegments, SingleBlock, RecursiveMemoryEffects],
    interfaces = [Verify, VerifyRegions, LinalgOp, DestinationStyle, ReifyShape, MemoryEffects, BlockArgNames, Canonicalize],
    custom_asm,
)]
pub struct ContractOp {
    /// The two factors.
    pub inputs: Variadic<AnyType>,
    /// The accumulators, to which the products are added.
    pub outputs: Variadic<Output>,
    /// One map for each operand.
    pub indexing_maps: Attr<AffineMapArray>,
    /// How the factors are converted.
    pub cast: OptAttr<TypeFn>,
    /// The sum, when it is a tensor.
    pub result_tensors: VariadicRes<AnyShaped>,
    /// One step of the sum.
    pub combiner: SingleBlockRegion,
}

structured_op! { ContractOp: "out"; }

impl LinalgOp for ContractOp {
    fn indexing_maps(&self, b: &Body) -> Vec<AffineMap> {
        b.attr_slot(self.op(), 0).and_then(|a| attrs::maps(b.cx(), a)).unwrap_or_default()
    }
    /// A loop that both inputs have and the output has not is summed over.
    fn iterator_types(&self, b: &Body) -> Vec<IteratorType> {
        let maps = LinalgOp::indexing_maps(self, b);
        let [x, y, out] = &maps[..] else { return Vec::new() };
        (0..out.n_dims())
            .map(|d| match x.uses_dim(d) && y.uses_dim(d) && !out.uses_dim(d) {
                true => IteratorType::Reduction,
                false => IteratorType::Parallel,
            })
            .collect()
    }
}

impl Verify for ContractOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        self.verify_maps(b).map_err(|e| VerifyError { bare: true, ..e })
    }
}

impl ContractOp {
    fn verify_maps(self, b: &Body) -> VerifyResult {
        let maps = LinalgOp::indexing_maps(&self, b);
        ensure!(
            maps.len() == 3 && b.num_operands(self.op()) == 3,
            "expected 3 operands and 3 affine_maps, but got {} and {}",
            b.num_operands(self.op()),
            maps.len()
        );
        let n = maps[0].n_dims();
        let (mut uses, mut sums) = (vec![[false; 3]; n as usize], false);
        for (i, (map, v)) in maps.iter().zip(b.operands(self.op())).enumerate() {
            ensure!(map.n_dims() == n, "iteration spaces of provided affine_maps differ");
            ensure!(
                map.is_projected_permutation(false),
                "provided affine_map is not a projected permutation"
            );
            match b.cx().shaped(b.ty(v)) {
                Some(shape) => ensure!(
                    shape.rank() == Some(map.n_results()),
                    "ranks of shaped operand and results of corresponding affine_map differ"
                ),
                None => ensure!(
                    map.n_results() == 0,
                    "affine_map specifies shaped access while operand has non-shaped type"
                ),
            }
            for d in map.results().iter().filter_map(|e| e.as_dim()) {
                uses[d as usize][i] = true;
            }
        }
        for (d, used) in uses.into_iter().enumerate() {
            ensure!(used != [false; 3], "iteration space dim at index {d} not used to access any operand");
            // A dimension of only one of the factors must be a dimension of the result; the result may have further
            // dimensions.
            let [x, y, out] = used;
            sums |= used == [true, true, false];
            ensure!(
                x == y || out,
                "iteration space dim at index {d} is neither a contracting dim nor of parallel iteration type"
            );
        }
        ensure!(sums, "'indexing_maps' do not specify a contracting dimension");
        Ok(())
    }
}

impl CustomAsm for ContractOp {
    fn print(&self, p: &mut Printer<'_>) {
        if let Some(maps) = p.body().attr_slot(self.op(), 0) {
            p.text(" indexing_maps = ").attr(maps);
        }
        p.attr_dict(self.op(), &["indexing_maps"]);
        syntax::print_operands(p, self.op());
        let results: Vec<Type> = p.body().result_types(self.op()).collect();
        p.arrow_types(&results);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let at = p.location();
        if !syntax::parse_maps(p, state)? {
            return Err(p.error_at(at, "expected 'indexing_maps' attribute"));
        }
        syntax::parse_named(p, state, &multiply_add, (2, 1))
    }
}

impl Canonicalize for ContractOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        simplify::common(self, rw)
    }
}
