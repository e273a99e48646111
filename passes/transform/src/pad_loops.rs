//! Padding of the operands of structured ops on tensors so that the loops get given sizes.
//!
//! ```mlir
//! %r = linalg.matmul ins(%a, %b : tensor<24x12xf32>, tensor<12x25xf32>) outs(%c : tensor<24x25xf32>) -> tensor<24x25xf32>
//! ```
//! with loops of 32, 25 and 14 iterations becomes
//! ```mlir
//! %p = tensor.pad %a low[0, 0] high[8, 2] { … } : tensor<24x12xf32> to tensor<32x14xf32>
//! %q = tensor.pad %b low[0, 0] high[2, 0] { … } : tensor<12x25xf32> to tensor<14x25xf32>
//! %s = tensor.pad %c low[0, 0] high[8, 0] { … } : tensor<24x25xf32> to tensor<32x25xf32>
//! %t = linalg.matmul ins(%p, %q : tensor<32x14xf32>, tensor<14x25xf32>) outs(%s : tensor<32x25xf32>) -> tensor<32x25xf32>
//! %r = tensor.extract_slice %t[0, 0] [24, 25] [1, 1] : tensor<32x25xf32> to tensor<24x25xf32>
//! ```

use strata_ir::{
    affine::{AffineExpr, AffineMap, BinaryOp, Kind},
    prelude::*,
};
use strata_linalg::{LinalgOp, dim_of};
use strata_passes_analysis::affine_size::{combined, composed_apply};
use strata_tensor::{ExtractSliceOp, MixedIndex, PadOp};

use crate::{
    padding::{pad_to, padding_value, result_size},
    tiling::tile_op,
};

/// The sizes that loops get.
#[derive(Clone, Debug)]
pub struct Sizes {
    /// For each loop; zero, and no number, for one that keeps its size.
    pub sizes: Vec<MixedIndex>,
    /// Whether sizes become the next multiples of these.
    pub multiples: bool,
}

/// The padded op and the paddings of its operands.
#[derive(Clone, Debug)]
pub struct Padded {
    /// The op.
    pub op: Op,
    /// The paddings.
    pub pads: Vec<Op>,
}

/// Pads an op and replaces it; `values` has the value of added elements for each operand. `None` if the op is on buffers, or a value is missing.
pub fn pad(body: &mut Body, op: Op, sizes: &Sizes, values: &[Attr]) -> Option<Padded> {
    let maps = op.cast::<dyn LinalgOp>(body)?.indexing_maps(body);
    let inits = op.cast::<dyn LinalgOp>(body)?.dps_init_range(body);
    let rank = |body: &Body, v: Value| Some(body.cx().type_as::<TensorType>(body.ty(v))?.shape.len());
    let on_buffers = body.operands(op).any(|v| body.cx().type_as::<MemRefType>(body.ty(v)).is_some());
    let given = |(i, v): (usize, Value)| rank(body, v).is_none() || i < values.len();
    if on_buffers || !body.operands(op).enumerate().all(given) {
        return None;
    }
    let after = InsertPoint::after(body, op);
    let mut b = Builder::before(body, op);
    b.goto(after);
    let ranges = tile_op::ranges(&mut b, op)?;
    let mut operands: Vec<Value> = b.operands(op).collect();
    let mut pads = Vec::new();
    for (i, v) in operands.iter_mut().enumerate() {
        if rank(&b, *v).is_none() {
            continue;
        }
        let wholes = padded_sizes(&mut b, *v, maps.get(i)?, &ranges, sizes)?;
        let value = padding_value(&mut b, *values.get(i)?, *v)?;
        *v = pad_to(&mut b, *v, &wholes, value, false)?;
        pads.extend(b.def_op(*v).filter(|def| def.isa::<PadOp>(&b)));
    }
    let mut shapes = Vec::new();
    for result in 0..b.results(op).len() {
        let rank = rank(&b, b.result(op, result))?;
        shapes.push((0..rank).map(|d| result_size(&mut b, op, result, d)).collect::<Option<Vec<_>>>()?);
    }
    let types: Vec<Type> = operands[inits].iter().map(|&v| b.ty(v)).collect();
    let new = tile_op::copy_with(&mut b, op, &operands, &types);
    let mut slices = Vec::new();
    for (v, shape) in b.results(new).to_vec().into_iter().zip(&shapes) {
        let [zeros, ones] = [0, 1].map(|n| vec![MixedIndex::Static(n); shape.len()]);
        slices.push(ExtractSliceOp::create(&mut b, v, &zeros, shape, &ones));
    }
    crate::loops::replace(body, op, &slices);
    Some(Padded { op: new, pads })
}

/// The sizes of an operand when the loops have theirs: the last index that is accessed, plus one.
fn padded_sizes(
    b: &mut Builder<'_>,
    v: Value,
    map: &AffineMap,
    ranges: &[MixedIndex],
    sizes: &Sizes,
) -> Option<Vec<MixedIndex>> {
    let mut out: Vec<MixedIndex> = Vec::new();
    for (i, expr) in map.results().iter().enumerate() {
        let mut terms = Vec::new();
        for (d, &range) in ranges.iter().enumerate().filter(|&(d, _)| expr.is_function_of_dim(d as u32)) {
            let mut dims = vec![AffineExpr::constant(0); ranges.len()];
            dims[d] = AffineExpr::dim(0);
            terms.push(last_access(
                b,
                &expr.replace_dims(&dims),
                range,
                sizes.sizes.get(d),
                sizes.multiples,
            )?);
        }
        out.push(match terms.is_empty() {
            true => dim_of(b, v, i)?,
            false => {
                terms.push(MixedIndex::Static(1));
                combined(b, &terms, |sum, term| sum + term)?
            }
        });
    }
    let negative = |size: &MixedIndex| matches!(*size, MixedIndex::Static(n) if n < 0);
    (!out.iter().any(negative)).then_some(out)
}

/// The last index of one dimension of a loop of a padded size.
fn last_access(
    b: &mut Builder<'_>,
    expr: &AffineExpr,
    range: MixedIndex,
    size: Option<&MixedIndex>,
    multiple: bool,
) -> Option<MixedIndex> {
    let size = size.copied().filter(|size| size.constant(b) != Some(0));
    let (d0, s0) = (AffineExpr::dim(0), AffineExpr::symbol(0));
    let whole = if multiple {
        let padded = d0.ceil_div(s0.clone()) * s0;
        let map = AffineMap::new(1, 1, vec![expr.replace_dims(&[padded])]);
        composed_apply(b, &map, &[range, size.unwrap_or(MixedIndex::Static(1))])?
    } else {
        composed_apply(b, &AffineMap::new(1, 0, vec![expr.clone()]), &[size.unwrap_or(range)])?
    };
    composed_apply(b, &AffineMap::new(1, 0, vec![d0 - factor(expr)]), &[whole])
}

/// The number by which a dimension is multiplied, if the expression is such a product.
fn factor(expr: &AffineExpr) -> i64 {
    match expr.kind() {
        Kind::Binary(BinaryOp::Mul, left, right) if left.as_dim().is_some() => right.as_const().unwrap_or(1),
        _ => 1,
    }
}
