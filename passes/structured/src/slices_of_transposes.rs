//! Parts of transposed tensors, as parts that are transposed.
//!
//! # Before
//! ```mlir
//! %t = linalg.transpose ins(%x : tensor<64x3x32xf32>) outs(%e : tensor<3x64x32xf32>) permutation = [1, 0, 2]
//! %q = tensor.extract_slice %t[0, 0, 0] [1, 64, 32] [1, 1, 1] : tensor<3x64x32xf32> to tensor<1x64x32xf32>
//! %k = tensor.extract_slice %t[1, 0, 0] [1, 64, 32] [1, 1, 1] : tensor<3x64x32xf32> to tensor<1x64x32xf32>
//! ```
//! # After
//! ```mlir
//! %0 = tensor.extract_slice %x[0, 0, 0] [64, 1, 32] [1, 1, 1] : tensor<64x3x32xf32> to tensor<64x1x32xf32>
//! %q = linalg.transpose ins(%0 : tensor<64x1x32xf32>) outs(%f : tensor<1x64x32xf32>) permutation = [1, 0, 2]
//! %1 = tensor.extract_slice %x[0, 1, 0] [64, 1, 32] [1, 1, 1] : tensor<64x3x32xf32> to tensor<64x1x32xf32>
//! %k = linalg.transpose ins(%1 : tensor<64x1x32xf32>) outs(%f : tensor<1x64x32xf32>) permutation = [1, 0, 2]
//! ```
//! An op on a part may then read it where it is, or transpose it once more in the same step, and no tensor has all of them. Only where
//! parts of known places are all that is used, and do not overlap.

use strata_ir::prelude::*;
use strata_linalg::TransposeOp;
use strata_tensor::{EmptyOp, ExtractSliceOp, MixedIndex, OffsetSizeStride as _};

/// Replaces the parts of transposed tensors. Returns how many.
pub(crate) fn replace(body: &mut Body) -> usize {
    let mut replaced = 0;
    for op in body.all_ops() {
        let Some(transpose) =
            Some(op).filter(|&op| body.is_live(op)).and_then(|op| op.as_op::<TransposeOp>(body))
        else {
            continue;
        };
        let Some(parts) = parts(body, transpose) else { continue };
        for part in parts {
            replaced += usize::from(transpose_part(body, transpose, &part).is_some());
        }
        if body.is_unused(op) {
            body.erase(op);
        }
    }
    replaced
}

/// A part of the result of a transpose. All of its places are known.
struct Part {
    op: ExtractSliceOp,
    offsets: Vec<i64>,
    sizes: Vec<i64>,
    strides: Vec<i64>,
    /// For each dimension whether the part is without it.
    dropped: Vec<bool>,
}

impl Part {
    fn new(body: &Body, op: Op) -> Option<Self> {
        let op = op.as_op::<ExtractSliceOp>(body)?;
        let known =
            |list: Vec<MixedIndex>| list.into_iter().map(MixedIndex::as_static).collect::<Option<_>>();
        Some(Self {
            op,
            offsets: known(op.mixed_offsets(body))?,
            sizes: known(op.mixed_sizes(body))?,
            strides: known(op.mixed_strides(body))?,
            dropped: op.dropped_dims(body),
        })
    }
}

/// The parts that are all uses of a transposed tensor, with no more elements than that has, as parts that overlap might have.
fn parts(body: &Body, transpose: TransposeOp) -> Option<Vec<Part>> {
    let &[result] = body.results(transpose.op()) else { return None };
    let all = body.cx().shaped(body.ty(result))?.num_elements()?;
    let parts: Vec<Part> = body.users(result).map(|user| Part::new(body, user)).collect::<Option<_>>()?;
    let size = |part: &Part| part.sizes.iter().try_fold(1_i64, |n, &size| n.checked_mul(size));
    let total = parts.iter().try_fold(0_i64, |n, part| n.checked_add(size(part)?))?;
    (total <= all).then_some(parts)
}

fn transpose_part(body: &mut Body, transpose: TransposeOp, part: &Part) -> Option<()> {
    let permutation = transpose.permutation(body).get(body.cx()).values.to_vec();
    let mut of_input = [(); 3].map(|()| vec![0; permutation.len()]);
    // The dimension of the part that each dimension of its input becomes.
    let mut becomes = vec![None; permutation.len()];
    let mut kept = 0;
    for (d, &from) in permutation.iter().enumerate() {
        let from = usize::try_from(from).ok()?;
        for (list, of_result) in of_input.iter_mut().zip([&part.offsets, &part.sizes, &part.strides]) {
            *list.get_mut(from)? = of_result[d];
        }
        if !part.dropped[d] {
            becomes[from] = Some(kept);
            kept += 1;
        }
    }
    let mut order = vec![0; kept];
    let mut shape = Vec::with_capacity(kept);
    for (from, to) in becomes.iter().enumerate() {
        if let Some(to) = *to {
            order[to] = i64::try_from(shape.len()).ok()?;
            shape.push(of_input[1][from]);
        }
    }
    let (old, input) = (part.op.op(), transpose.input(body));
    let result = body.result(old, 0);
    let ty = body.cx().tensor(&shape, body.cx().elem_or_self(body.ty(result)));
    let fixed = |list: &[i64]| list.iter().map(|&n| MixedIndex::Static(n)).collect::<Vec<_>>();
    let [offsets, sizes, strides] = of_input.each_ref().map(|list| fixed(list));
    let mut b = Builder::before(body, old);
    let slice = ExtractSliceOp::of_type(&mut b, input, &offsets, &sizes, &strides, ty);
    let to = b.ty(result);
    let init = EmptyOp::build(&mut b, &[], to);
    let new = TransposeOp::create(&mut b, slice, init, &order).ok()?;
    let new = body.result(new.op(), 0);
    body.replace_all_uses(result, new);
    body.erase(old);
    Some(())
}
