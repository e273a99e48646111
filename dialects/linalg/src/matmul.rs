//! `linalg.matmul`, `linalg.batch_matmul` and `linalg.batch_reduce_matmul`.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_tensor::{DestinationStyle, ReifyShape};

use crate::{
    IteratorType, LinalgOp, TypeFn, attrs, constraints::Output, interfaces::structured_op,
    named::multiply_add, simplify, syntax,
};

/// A product of matrices; the maps may transpose and broadcast.
#[op(
    name = "linalg.matmul",
    traits = [AttrSizedOperandSegments, SingleBlock, RecursiveMemoryEffects],
    interfaces = [Verify, VerifyRegions, LinalgOp, DestinationStyle, ReifyShape, MemoryEffects, BlockArgNames, Canonicalize],
    custom_asm,
)]
pub struct MatmulOp {
    /// The two factors.
    pub inputs: Variadic<AnyType>,
    /// The accumulator, to which the product is added.
    pub outputs: Variadic<Output>,
    /// One map for each operand.
    pub indexing_maps: DefaultAttr<MatmulMaps>,
    /// How the factors are converted.
    pub cast: OptAttr<TypeFn>,
    /// The sum, when it is a tensor.
    pub result_tensors: VariadicRes<RankedTensor>,
    /// One step of the sum.
    pub region: SingleBlockRegion,
}

/// Products of matrices, one for each index of the first dimension.
#[op(
    name = "linalg.batch_matmul",
    traits = [AttrSizedOperandSegments, SingleBlock, RecursiveMemoryEffects],
    interfaces = [Verify, VerifyRegions, LinalgOp, DestinationStyle, ReifyShape, MemoryEffects, BlockArgNames, Canonicalize],
    custom_asm,
)]
pub struct BatchMatmulOp {
    /// The two factors.
    pub inputs: Variadic<AnyType>,
    /// The accumulators, to which the products are added.
    pub outputs: Variadic<Output>,
    /// One map for each operand.
    pub indexing_maps: DefaultAttr<BatchMatmulMaps>,
    /// How the factors are converted.
    pub cast: OptAttr<TypeFn>,
    /// The sum, when it is a tensor.
    pub result_tensors: VariadicRes<RankedTensor>,
    /// One step of the sum.
    pub region: SingleBlockRegion,
}

/// The sum of products of matrices, one for each index of the first dimension.
#[op(
    name = "linalg.batch_reduce_matmul",
    traits = [AttrSizedOperandSegments, SingleBlock, RecursiveMemoryEffects],
    interfaces = [Verify, VerifyRegions, LinalgOp, DestinationStyle, ReifyShape, MemoryEffects, BlockArgNames, Canonicalize],
    custom_asm,
)]
pub struct BatchReduceMatmulOp {
    /// The two factors.
    pub inputs: Variadic<AnyType>,
    /// The accumulator, to which the products are added.
    pub outputs: Variadic<Output>,
    /// One map for each operand.
    pub indexing_maps: DefaultAttr<BatchReduceMatmulMaps>,
    /// How the factors are converted.
    pub cast: OptAttr<TypeFn>,
    /// The sum, when it is a tensor.
    pub result_tensors: VariadicRes<RankedTensor>,
    /// One step of the sum.
    pub region: SingleBlockRegion,
}

attr_constraint! {
    /// Maps of `linalg.matmul`.
    MatmulMaps: ArrayAttr = "AffineMap array attribute", |a, cx| AffineMapArray::check(a, cx), default |cx| attrs::maps_attr(cx, &matmul_maps());
    /// Maps of `linalg.batch_matmul`.
    BatchMatmulMaps: ArrayAttr = "AffineMap array attribute", |a, cx| AffineMapArray::check(a, cx), default |cx| attrs::maps_attr(cx, &batch_matmul_maps());
    /// Maps of `linalg.batch_reduce_matmul`.
    BatchReduceMatmulMaps: ArrayAttr = "AffineMap array attribute", |a, cx| AffineMapArray::check(a, cx), default |cx| attrs::maps_attr(cx, &batch_reduce_matmul_maps());
}

/// `(m, n, k)` to `(m, k)`, `(k, n)` and `(m, n)`.
pub fn matmul_maps() -> [AffineMap; 3] {
    [[0, 2], [2, 1], [0, 1]].map(|d| AffineMap::select(3, &d))
}
/// `(b, m, n, k)` to `(b, m, k)`, `(b, k, n)` and `(b, m, n)`.
pub fn batch_matmul_maps() -> [AffineMap; 3] {
    [[0, 1, 3], [0, 3, 2], [0, 1, 2]].map(|d| AffineMap::select(4, &d))
}

/// `(b, m, n, k)` to `(b, m, k)`, `(b, k, n)` and `(m, n)`.
pub fn batch_reduce_matmul_maps() -> [AffineMap; 3] {
    let d: [&[u32]; 3] = [&[0, 1, 3], &[0, 3, 2], &[1, 2]];
    d.map(|d| AffineMap::select(4, d))
}

macro_rules! matmul {
    ($op:ident, $maps:ident, [$($loops:ident),*], $verify:ident) => {
        impl $op {
            /// Builds the op with its region; the results are the outputs that are tensors. `cast` and
            /// `indexing_maps` may be given in `attrs`.
            pub fn create(b: &mut Builder<'_>, inputs: [Value; 2], output: Value, attrs: &[(&str, Attr)]) -> Result<Self, String> {
                syntax::build_named(b, &inputs, &[output], attrs, &multiply_add)
            }
        }
        impl LinalgOp for $op {
            fn indexing_maps(&self, b: &Body) -> Vec<AffineMap> {
                b.attr_slot(self.op(), 0).and_then(|a| attrs::maps(b.cx(), a)).unwrap_or_else(|| $maps().to_vec())
            }
            fn iterator_types(&self, _: &Body) -> Vec<IteratorType> {
                vec![$(IteratorType::$loops),*]
            }
        }
        impl Verify for $op {
            fn verify(&self, b: &Body) -> VerifyResult {
                $verify(&self.indexing_maps_checked(b)?, &$maps())
            }
        }
        impl $op {
            fn indexing_maps_checked(self, b: &Body) -> Result<Vec<AffineMap>, VerifyError> {
                let maps = LinalgOp::indexing_maps(&self, b);
                ensure!(maps.len() == 3, "Indexing_map attribute must have 3 affine maps");
                Ok(maps)
            }
        }
        impl CustomAsm for $op {
            fn print(&self, p: &mut Printer<'_>) {
                let b = p.body();
                let maps = LinalgOp::indexing_maps(self, b);
                if maps != $maps() && let Some(attr) = b.attr_slot(self.op(), 0) {
                    p.text(" indexing_maps = ").attr(attr);
                }
                p.attr_dict(self.op(), &["indexing_maps"]);
                syntax::print_operands(p, self.op());
                let results: Vec<Type> = b.result_types(self.op()).collect();
                p.arrow_types(&results);
            }
            fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
                syntax::parse_maps(p, state)?;
                syntax::parse_named(p, state, &multiply_add, (2, 1))
            }
        }
        impl Canonicalize for $op {
            fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
                simplify::common(self, rw)
            }
        }
    };
}
structured_op! { MatmulOp: "out"; BatchMatmulOp: "out"; BatchReduceMatmulOp: "out"; }
matmul!(MatmulOp, matmul_maps, [Parallel, Parallel, Reduction], verify_matmul);
matmul!(BatchMatmulOp, batch_matmul_maps, [Parallel, Parallel, Parallel, Reduction], verify_batch);
matmul!(
    BatchReduceMatmulOp,
    batch_reduce_matmul_maps,
    [Reduction, Parallel, Parallel, Reduction],
    verify_batch
);

fn within(map: &AffineMap, standard: &AffineMap) -> bool {
    map.results().iter().all(|e| e.as_dim().is_some_and(|d| standard.uses_dim(d)))
}

/// Maps of factors may leave out the dimension that is not summed over, and exchange the two.
fn verify_matmul(maps: &[AffineMap], default: &[AffineMap; 3]) -> VerifyResult {
    for (map, standard) in maps.iter().zip(default).take(2).filter(|(m, s)| m != s) {
        let summed = 2;
        if map.n_results() < standard.n_results() {
            let fits = map.n_results() == 1 && map.result(0).as_dim() == Some(summed);
            ensure!(fits, "Invalid broadcast requested, should be (d{summed}).");
            continue;
        }
        ensure!(within(map, standard), "Unexpected dim expression in map result.");
    }
    Ok(())
}

/// Maps of factors may leave out the first dimension, or all but the one summed over, and exchange the last two.
fn verify_batch(maps: &[AffineMap], default: &[AffineMap; 3]) -> VerifyResult {
    let (batch, summed) = (0, 3);
    for (i, (map, standard)) in maps.iter().zip(default).enumerate().take(2).filter(|(_, (m, s))| m != s) {
        let n = map.n_results();
        ensure!(n <= standard.n_results(), "no. of result dim expressions exceeds {}.", standard.n_results());
        ensure!(
            within(map, standard),
            "Unexpected result dim expression (outside the set of default result dims)."
        );
        let dims: Vec<Option<u32>> = map.results().iter().map(|e| e.as_dim()).collect();
        if n < standard.n_results() {
            let row_or_column = if i == 0 { [Some(1), Some(summed)] } else { [Some(summed), Some(2)] };
            let fits = match dims[..] {
                [d] => d == Some(summed),
                [x, y] => [x, y] == row_or_column,
                _ => false,
            };
            ensure!(fits, "Invalid broadcast requested.");
        } else {
            ensure!(dims.first() == Some(&Some(batch)), "Invalid batch dimension expression.");
        }
    }
    let (out, standard) = (&maps[2], &default[2]);
    ensure!(
        out.n_results() == standard.n_results(),
        "expects {} dims, but got ({}).",
        standard.n_results(),
        out.n_results()
    );
    ensure!(out == standard, "Invalid output map result dimension.");
    Ok(())
}
