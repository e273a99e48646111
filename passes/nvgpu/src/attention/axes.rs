//! Axes: the loops that all ops of an attention share, independent of their numbering and of the shapes of buffers.
//!
//! A place gives for each dimension of a buffer the axes that make up its index, the outermost one first. A reshape regroups the axes,
//! which may split an axis into two.

use strata_ir::{core::DYNAMIC, prelude::*};

/// One axis, as an index into [`Axes`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Axis(usize);

/// The position of an element: the axes of each dimension.
pub(super) type Place = Vec<Vec<Axis>>;

/// All axes.
#[derive(Default)]
pub(super) struct Axes {
    sizes: Vec<i64>,
    /// The two parts of each axis that was split.
    parts: Vec<Option<[Axis; 2]>>,
}

impl Axes {
    /// Adds an axis; none for a single iteration.
    pub(super) fn add(&mut self, size: i64) -> Vec<Axis> {
        if size == 1 {
            return Vec::new();
        }
        self.sizes.push(size);
        self.parts.push(None);
        vec![Axis(self.sizes.len() - 1)]
    }
    /// The product of the sizes of some axes.
    pub(super) fn size(&self, axes: &[Axis]) -> i64 {
        axes.iter().map(|a| self.sizes[a.0]).fold(1, i64::saturating_mul)
    }
    /// Replaces the axes that were split by their parts.
    pub(super) fn resolve(&self, axes: &[Axis]) -> Vec<Axis> {
        let mut found = Vec::new();
        for &a in axes {
            match self.parts[a.0] {
                Some(parts) => found.extend(self.resolve(&parts)),
                None => found.push(a),
            }
        }
        found
    }
    pub(super) fn resolve_place(&self, place: &Place) -> Place {
        place.iter().map(|axes| self.resolve(axes)).collect()
    }
    /// All axes of a place, the slowest one first.
    pub(super) fn flat(&self, place: &Place) -> Vec<Axis> {
        self.resolve(&place.concat())
    }
    /// The place in a buffer of another shape, whose elements have the same order.
    pub(super) fn reshape(&mut self, axes: &[Axis], shape: &[i64]) -> Option<Place> {
        let mut rest = self.resolve(axes);
        rest.reverse();
        let mut place = Place::new();
        for &size in shape {
            let mut dim = Vec::new();
            let mut left = size;
            while left > 1 {
                let axis = rest.pop()?;
                let n = self.sizes[axis.0];
                if left % n == 0 {
                    dim.push(axis);
                    left /= n;
                } else if n % left == 0 {
                    let [outer, inner] = self.split(axis, left)?;
                    rest.push(inner);
                    rest.push(outer);
                } else {
                    return None;
                }
            }
            place.push(dim);
        }
        rest.is_empty().then_some(place)
    }
    /// Splits an axis whose outer part has this size.
    fn split(&mut self, axis: Axis, outer: i64) -> Option<[Axis; 2]> {
        let inner = self.sizes[axis.0] / outer;
        let parts = [self.add(outer).pop()?, self.add(inner).pop()?];
        self.parts[axis.0] = Some(parts);
        Some(parts)
    }
}

/// The shape of a buffer that is dense in row-major order.
pub(super) fn plain_shape(b: &Body, v: Value) -> Option<Vec<i64>> {
    let ty = b.cx().type_as::<MemRefType>(b.ty(v))?;
    let plain = ty.layout.is_none() && !ty.shape.contains(&DYNAMIC) && !ty.shape.contains(&0);
    plain.then(|| ty.shape.to_vec())
}
