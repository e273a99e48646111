//! Slices of reshaped tensors as reshapes of slices, where the slice is one range of each group of dimensions.
//!
//! ```mlir
//! %e = tensor.expand_shape %x [[0, 1]] output_shape [2, 8] : tensor<16xf32> into tensor<2x8xf32>
//! %s = tensor.extract_slice %e[%i, 0] [1, 8] [1, 1] : tensor<2x8xf32> to tensor<1x8xf32>
//! ```
//! becomes
//! ```mlir
//! %o = affine.linearize_index disjoint [%i, %c0] by (2, 8) : index
//! %p = tensor.extract_slice %x[%o] [8] [1] : tensor<16xf32> to tensor<8xf32>
//! %s = tensor.expand_shape %p [[0, 1]] output_shape [1, 8] : tensor<8xf32> into tensor<1x8xf32>
//! ```
//! The slice has steps of one, and the rank of its source.

use strata_affine::LinearizeIndexOp;
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
    rewrite::patterns,
};
use strata_passes_analysis::affine_size::composed_apply;
use strata_tensor::{CollapseShapeOp, DimOp, ExpandShapeOp, ExtractSliceOp, MixedIndex, OffsetSizeStride};

/// The patterns of this file.
pub const BUBBLE_UP_SLICES: &[PatternRow] = patterns! {
    ExtractSliceOp => "slice-of-expand": slice_of_expand,
    ExtractSliceOp => "slice-of-collapse": slice_of_collapse,
};

/// The offsets and sizes of a slice.
struct Slice {
    offsets: Vec<MixedIndex>,
    sizes: Vec<MixedIndex>,
}

impl Slice {
    fn read(b: &Body, op: ExtractSliceOp) -> Option<Self> {
        let [offsets, sizes, strides] = [op.mixed_offsets(b), op.mixed_sizes(b), op.mixed_strides(b)];
        let rank = b.cx().shaped(b.ty(op.result(b)))?.rank()?;
        let dense = strides.iter().all(|s| s.constant(b) == Some(1));
        (dense && rank == sizes.len()).then_some(Self { offsets, sizes })
    }
}

/// The dimensions of the groups of a reshape.
fn groups_of(groups: Vec<Vec<i64>>) -> Option<Vec<Vec<usize>>> {
    groups.into_iter().map(|g| g.into_iter().map(|d| usize::try_from(d).ok()).collect()).collect()
}

/// Whether a slice has all of a dimension of an expanded tensor.
fn is_whole(b: &Body, slice: &Slice, tensor: Value, shape: &[MixedIndex], d: usize) -> bool {
    if slice.offsets[d].constant(b) != Some(0) {
        return false;
    }
    let asked = |v: Value| {
        let dim = b.def_as::<DimOp>(v);
        dim.is_some_and(|dim| dim.source(b) == tensor && dim.constant_index(b) == Some(d))
    };
    slice.sizes[d].same(shape[d], b) || slice.sizes[d].value().is_some_and(asked)
}

fn slice_of_expand(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let op = op.as_op::<ExtractSliceOp>(rw)?;
    let source = op.source(rw);
    let expand = rw.def_as::<ExpandShapeOp>(source)?;
    let slice = Slice::read(rw, op)?;
    let shape = expand.mixed_output_shape(rw);
    let (named, groups) = (expand.groups(rw), groups_of(expand.groups(rw))?);
    for group in &groups {
        // Behind the first dimension of which the slice has more than one index it has all of each.
        let ones = group.iter().take_while(|&&d| slice.sizes[d].constant(rw) == Some(1)).count();
        if !group.iter().skip(ones + 1).all(|&d| is_whole(rw, &slice, source, &shape, d)) {
            return None;
        }
    }
    let inner = expand.src(rw);
    let whole = DimOp::all(rw, source)?;
    let product = AffineMap::new(2, 0, vec![AffineExpr::dim(0) * AffineExpr::dim(1)]);
    let (mut offsets, mut sizes) = (Vec::new(), Vec::new());
    for group in &groups {
        let mut size = MixedIndex::Static(1);
        for &d in group {
            size = composed_apply(rw, &product, &[size, slice.sizes[d]])?;
        }
        let digits: Vec<Value> =
            group.iter().map(|&d| slice.offsets[d].materialize(rw)).collect::<Option<_>>()?;
        let basis: Vec<Result<i64, Value>> = group
            .iter()
            .map(|&d| match whole[d] {
                MixedIndex::Static(n) => Ok(n),
                MixedIndex::Value(v) => Err(v),
            })
            .collect();
        offsets.push(MixedIndex::Value(LinearizeIndexOp::create(rw, &digits, &basis, true)));
        sizes.push(size);
    }
    let ones = vec![MixedIndex::Static(1); sizes.len()];
    let part = ExtractSliceOp::create(rw, inner, &offsets, &sizes, &ones);
    let value = ExpandShapeOp::create(rw, part, &named, &slice.sizes);
    rw.replace_op(op.op(), &[value]);
    Some(())
}

/// The offset and the size in each dimension of a group of which a slice has these; the dimensions have the sizes `shape`. `None` if it
/// is not one box.
fn spread(offset: MixedIndex, size: MixedIndex, shape: &[i64]) -> Option<Vec<(MixedIndex, MixedIndex)>> {
    let (MixedIndex::Static(mut offset), MixedIndex::Static(mut size)) = (offset, size) else {
        // Of unknown ranges, only those of groups of one dimension that is not one are boxes.
        let one = (MixedIndex::Static(0), MixedIndex::Static(1));
        let large = shape.iter().filter(|&&n| n != 1).count();
        return (large == 1)
            .then(|| shape.iter().map(|&n| if n == 1 { one } else { (offset, size) }).collect());
    };
    let mut out = Vec::new();
    let mut rest = shape.iter().rev();
    for &n in rest.by_ref() {
        if n <= 0 {
            return None;
        }
        if size < n {
            // The dimension of which the slice has a part.
            let at = offset % n;
            if size + at >= n {
                return None;
            }
            out.push((at, size));
            offset /= n;
            break;
        }
        if size % n != 0 || offset % n != 0 {
            return None;
        }
        out.push((0, n));
        (size, offset) = (size / n, offset / n);
    }
    for &n in rest {
        if n <= 0 {
            return None;
        }
        out.push((offset % n, 1));
        offset /= n;
    }
    Some(out.into_iter().rev().map(|(o, s)| (MixedIndex::Static(o), MixedIndex::Static(s))).collect())
}

fn slice_of_collapse(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let op = op.as_op::<ExtractSliceOp>(rw)?;
    let collapse = rw.def_as::<CollapseShapeOp>(op.source(rw))?;
    let slice = Slice::read(rw, op)?;
    let (inner, named, groups) = (collapse.src(rw), collapse.groups(rw), groups_of(collapse.groups(rw))?);
    let shape = rw.cx().shaped(rw.ty(inner))?.shape?.to_vec();
    let mut places = Vec::new();
    for (i, group) in groups.iter().enumerate() {
        let sizes: Vec<i64> = group.iter().map(|&d| shape.get(d).copied()).collect::<Option<_>>()?;
        places.extend(spread(*slice.offsets.get(i)?, *slice.sizes.get(i)?, &sizes)?);
    }
    let (offsets, sizes): (Vec<_>, Vec<_>) = places.into_iter().unzip();
    let ones = vec![MixedIndex::Static(1); sizes.len()];
    let part = ExtractSliceOp::create(rw, inner, &offsets, &sizes, &ones);
    let value = CollapseShapeOp::create(rw, part, &named);
    rw.replace_op(op.op(), &[value]);
    Some(())
}
