//! `linalg.matmul` and `linalg.batch_matmul`.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_tensor::{DestinationStyle, ReifyShape};

use crate::{
    IteratorType, LinalgOp, TypeFn, attrs, constraints::Output, interfaces::structured_op, payload, simplify,
    syntax,
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
    /// What the product is added to.
    pub outputs: Variadic<Output>,
    /// One map for each operand.
    pub indexing_maps: DefaultAttr<MatmulMaps>,
    /// How the factors are converted.
    pub cast: OptAttr<TypeFn>,
    /// The sum, when it is a tensor.
    pub result_tensors: VariadicRes<AnyTensor>,
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
    /// What the product is added to.
    pub outputs: Variadic<Output>,
    /// One map for each operand.
    pub indexing_maps: DefaultAttr<BatchMatmulMaps>,
    /// How the factors are converted.
    pub cast: OptAttr<TypeFn>,
    /// The sum, when it is a tensor.
    pub result_tensors: VariadicRes<AnyTensor>,
    /// One step of the sum.
    pub region: SingleBlockRegion,
}

attr_constraint! {
    /// Maps of `linalg.matmul`.
    MatmulMaps: ArrayAttr = "AffineMap array attribute", |a, cx| AffineMapArray::check(a, cx), default |cx| attrs::maps_attr(cx, &matmul_maps());
    /// Maps of `linalg.batch_matmul`.
    BatchMatmulMaps: ArrayAttr = "AffineMap array attribute", |a, cx| AffineMapArray::check(a, cx), default |cx| attrs::maps_attr(cx, &batch_matmul_maps());
}

/// `(m, n, k)` to `(m, k)`, `(k, n)` and `(m, n)`.
pub fn matmul_maps() -> [AffineMap; 3] {
    [[0, 2], [2, 1], [0, 1]].map(|d| AffineMap::select(3, &d))
}
/// `(b, m, n, k)` to `(b, m, k)`, `(b, k, n)` and `(b, m, n)`.
pub fn batch_matmul_maps() -> [AffineMap; 3] {
    [[0, 1, 3], [0, 3, 2], [0, 1, 2]].map(|d| AffineMap::select(4, &d))
}

/// `out + cast(a) * cast(b)`.
fn payload(b: &mut Builder<'_>, args: &[Value], how: TypeFn) -> payload::PayloadResult<Vec<Value>> {
    let [x, y, sum] = *args else { return Err("expects 3 args".into()) };
    let ty = b.ty(sum);
    let (x, y) = (payload::cast(b, x, ty, how)?, payload::cast(b, y, ty, how)?);
    let product = payload::mul(b, x, y)?;
    Ok(vec![payload::add(b, sum, product)?])
}

macro_rules! matmul {
    ($op:ident, $maps:ident, [$($loops:ident),*], $what:literal) => {
        impl $op {
            /// Builds the op with its region; the results are the outputs that are tensors. `cast` and
            /// `indexing_maps` may be given in `attrs`.
            pub fn of(b: &mut Builder<'_>, inputs: [Value; 2], output: Value, attrs: &[(&str, Attr)]) -> Result<Self, String> {
                syntax::build_named(b, &inputs, &[output], attrs, payload)
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
                verify_maps(&self.indexing_maps_checked(b)?, &$maps(), $what)
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
                if p.eat("indexing_maps") {
                    p.expect("=")?;
                    let at = p.location();
                    let maps = p.attr()?;
                    if attrs::maps(p.cx(), maps).is_none() {
                        return Err(p.error_at(at, "expected affine map attribute"));
                    }
                    state.set_attr(p.cx(), "indexing_maps", maps);
                }
                syntax::parse_named(p, state, payload, (2, 1))
            }
        }
        impl Canonicalize for $op {
            fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
                simplify::common(self, rw)
            }
        }
    };
}
structured_op! { MatmulOp: "out"; BatchMatmulOp: "out"; }
matmul!(MatmulOp, matmul_maps, [Parallel, Parallel, Reduction], "matmul");
matmul!(BatchMatmulOp, batch_matmul_maps, [Parallel, Parallel, Parallel, Reduction], "batch_matmul");

/// Maps may leave out dimensions and exchange them, but no more.
fn verify_maps(maps: &[AffineMap], default: &[AffineMap; 3], _what: &str) -> VerifyResult {
    for (i, (map, standard)) in maps.iter().zip(default).enumerate() {
        if map == standard {
            continue;
        }
        ensure!(
            map.is_projected_permutation(false) && map.n_dims() == standard.n_dims(),
            "Unexpected dim expression in map result."
        );
        let fits = map.results().iter().all(|e| e.as_dim().is_some_and(|d| standard.uses_dim(d)));
        ensure!(
            fits,
            "Invalid broadcast requested, should be ({:?}).",
            standard.result_dims().unwrap_or_default()
        );
        ensure!(i < 2 || map == standard, "Invalid Map results set in the output map.");
        ensure!(
            map.n_results() <= standard.n_results(),
            "no. of result dim expressions exceeds {}.",
            standard.n_results()
        );
    }
    Ok(())
}
