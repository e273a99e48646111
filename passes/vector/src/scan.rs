//! `vector.scan` as combinations of slices.
//!
//! ```mlir
//! %d, %a = vector.scan <add>, %x, %i {inclusive = true, reduction_dim = 0 : i64} : vector<2x3xf32>, vector<3xf32>
//! ```
//! becomes, with the slice `%r0` of `%x` along dimension 0 and the next one, `%r1`,
//! ```mlir
//! %s = arith.addf %r0, %r1 : vector<1x3xf32>
//! ```
//! where `%d` has the slices `%r0` and `%s`, and `%a` is `%s`.

use strata_ir::{prelude::*, rewrite::patterns};
use strata_passes_analysis::combiner::combine;
use strata_vector::{
    BroadcastOp, ExtractOp, ExtractStridedSliceOp, InsertStridedSliceOp, ScanOp, ShapeCastOp,
};

use crate::{
    shape_cast::numbers,
    shapes::{MAX_STEPS, fixed, vector, zeros},
};

/// Scans become combinations of slices.
pub const LOWER_SCAN: &[PatternRow] = patterns! { ScanOp => "lower-scan": lower };

fn lower(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let scan = op.as_op::<ScanOp>(rw)?;
    let (source, init, cx) = (scan.source(rw), scan.initial_value(rw), rw.cx());
    let (ty, init_ty) = (vector(rw, source)?, rw.ty(init));
    let dim = usize::try_from(cx.attr_i64(rw.attr(op, "reduction_dim")?)?).ok()?;
    let inclusive = rw.attr(op, "inclusive") == Some(cx.bool_attr(true));
    let kind = *scan.kind(rw).get(cx);
    let n = *ty.shape.get(dim)?;
    if ty.scalable.contains(&true) || !(1..=MAX_STEPS).contains(&n) {
        return None;
    }
    let mut sizes = ty.shape.to_vec();
    sizes[dim] = 1;
    let part = cx.vector(&sizes, ty.elem);
    let has_rank = ty.shape.len() > 1;
    let mut offsets = vec![0; sizes.len()];
    let strides = numbers(cx, &vec![1; sizes.len()]);
    let result = rw.ty(source);
    let mut whole = zeros(rw, result)?;
    let mut last: Option<[Value; 2]> = None;
    for i in 0..n {
        offsets[dim] = i;
        let input = ExtractStridedSliceOp::create(rw, source, &offsets, &sizes)?;
        let output = match last {
            None if inclusive => input,
            None if has_rank => ShapeCastOp::build(rw, init, part),
            None => BroadcastOp::build(rw, init, part),
            Some([before, sum]) => combine(rw, kind, sum, if inclusive { input } else { before })?,
        };
        let at = numbers(rw.cx(), &offsets);
        whole = InsertStridedSliceOp::build(rw, output, whole, at, strides);
        last = Some([input, output]);
    }
    let [_, sum] = last?;
    let total = if has_rank {
        ShapeCastOp::build(rw, sum, init_ty)
    } else {
        let v = ExtractOp::create(rw, sum, &fixed(&[0]));
        BroadcastOp::build(rw, v, init_ty)
    };
    rw.replace_op(op, &[whole, total]);
    Some(())
}
