//! The common parts of `tensor` and `memref`: offsets, sizes and strides, reassociations.

use strata_ir::prelude::{ArrayAttr, DenseArrayAttr};

use crate::{Eval, Shape, Signed, Step};

/// Offsets, sizes and strides of a slice.
pub(crate) struct Slice {
    pub offsets: Signed,
    pub sizes: Signed,
    pub strides: Signed,
}

/// Reads a slice whose dynamic parts are the operand groups from `group` on.
pub(crate) fn slice(s: &Step<'_, '_>, group: usize) -> Eval<Slice> {
    Ok(Slice {
        offsets: s.mixed("static_offsets", s.segment(group)?)?,
        sizes: s.mixed("static_sizes", s.segment(group + 1)?)?,
        strides: s.mixed("static_strides", s.segment(group + 2)?)?,
    })
}

impl Slice {
    /// Checks that the slice lies inside of a shape; returns its sizes.
    pub fn inside(&self, s: &Step<'_, '_>, shape: &[usize]) -> Eval<Shape> {
        let n = shape.len();
        s.ensure([self.offsets.len(), self.sizes.len(), self.strides.len()] == [n; 3], || {
            "has a slice of the wrong rank".into()
        })?;
        for d in 0..n {
            let (offset, size, stride) = (self.offsets[d], self.sizes[d], self.strides[d]);
            let last = (size - 1).checked_mul(stride).and_then(|v| v.checked_add(offset));
            let inside = |v: i64| v >= 0 && v < shape[d] as i64;
            let ok = size == 0 && offset >= 0 || size > 0 && inside(offset) && last.is_some_and(inside);
            s.ensure(ok, || {
                format!(
                    "takes offset {offset}, size {size}, stride {stride} of a dimension of size {}",
                    shape[d]
                )
            })?;
        }
        Ok(self.sizes.iter().map(|&v| v as usize).collect())
    }
    /// The sizes without the ones that a rank-reduced type of sizes `target` lacks.
    pub fn reduced(sizes: &[usize], target: &[i64]) -> Vec<usize> {
        // A dimension of size 1 goes when the rest can still match the target.
        let mut kept = Vec::new();
        let mut drop = sizes.len().saturating_sub(target.len());
        for (d, &n) in sizes.iter().enumerate() {
            let wanted = target.get(kept.len());
            let rest = sizes.len() - d;
            let mismatch = wanted.is_none_or(|&w| w >= 0 && w != n as i64);
            let surplus = n == 1 && drop > 0 && (mismatch || wanted.is_none_or(|&w| w != 1) && rest > 0);
            if surplus {
                drop -= 1;
            } else {
                kept.push(d);
            }
        }
        kept
    }
}

/// Groups of dimensions of a reassociation.
pub(crate) fn groups(s: &Step<'_, '_>) -> Eval<Vec<Shape>> {
    let list = s.typed::<ArrayAttr>("reassociation")?;
    list.0
        .iter()
        .map(|&a| {
            if let Some(d) = s.cx().attr_as::<DenseArrayAttr>(a) {
                return s.dims(&d.values, usize::MAX);
            }
            let items =
                s.cx().attr_as::<ArrayAttr>(a).ok_or_else(|| s.fault("has a malformed reassociation"))?;
            let all: Vec<i64> = items.0.iter().filter_map(|&i| s.cx().attr_i64(i)).collect();
            s.dims(&all, usize::MAX)
        })
        .collect()
}
