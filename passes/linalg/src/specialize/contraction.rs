//! Products of matrices.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{BatchMatmulOp, IteratorType, MatmulOp, TypeFn, attrs};
use strata_passes_analysis::structured_op::Structured;

use super::keep_if_same;

/// `linalg.matmul` or `linalg.batch_matmul`, of which factors may be transposed.
pub(super) fn product(s: &Structured, rw: &mut Rewriter<'_>) -> Option<Op> {
    let (&[x, y], &[out]) = (&s.inputs[..], &s.outputs[..]) else { return None };
    let n = s.num_loops();
    let batches = n.checked_sub(3).filter(|&b| b <= 1)?;
    let dims: Vec<Vec<u32>> = s.maps.iter().map(AffineMap::result_dims).collect::<Option<_>>()?;
    let leading = |d: &[u32]| d.len() == batches + 2 && (0..batches).all(|i| d[i] as usize == i);
    if !dims.iter().all(|d| leading(d)) || !s.maps.iter().all(|m| m.is_projected_permutation(false)) {
        return None;
    }
    let (a, b, c) = (&dims[0][batches..], &dims[1][batches..], &dims[2][batches..]);
    let k = *a.iter().find(|d| b.contains(d) && !c.contains(d))?;
    let m = *a.iter().find(|d| **d != k && c.contains(d) && !b.contains(d))?;
    let n = *b.iter().find(|d| **d != k && c.contains(d) && !a.contains(d))?;
    let kinds_fit = s.iterators.iter().enumerate().all(|(i, &kind)| {
        kind == if i as u32 == k { IteratorType::Reduction } else { IteratorType::Parallel }
    });
    let transposed = [a == [k, m], b == [n, k]];
    if !kinds_fit || c != [m, n] {
        return None;
    }
    let first = batches as u32;
    let position = |pair: [u32; 2], swapped: bool| {
        let pair = if swapped { [pair[1], pair[0]] } else { pair };
        let list: Vec<u32> = (0..first).chain(pair.map(|p| first + p)).collect();
        AffineMap::select(first + 3, &list)
    };
    let maps = [position([0, 2], transposed[0]), position([2, 1], transposed[1]), position([0, 1], false)];
    // Factors that are converted as unsigned numbers say so.
    [None, Some(TypeFn::CastUnsigned)].into_iter().find_map(|cast| {
        keep_if_same(s, rw, |rw| {
            let mut attributes = vec![("indexing_maps", attrs::maps_attr(rw.cx(), &maps))];
            attributes.extend(cast.map(|cast| ("cast", rw.cx().attr(cast))));
            let made = match batches {
                0 => MatmulOp::create(rw, [x, y], out, &attributes).map(|op| op.op()),
                _ => BatchMatmulOp::create(rw, [x, y], out, &attributes).map(|op| op.op()),
            };
            made.ok()
        })
    })
}
