//! [`Tensor`]: a shape and its elements in row-major order; also the value of a vector type.

use smallvec::SmallVec;
use strata_ir::prelude::*;

pub use crate::shape::{Shape, count, strides};
use crate::{Data, Elem, Num, strided::Layout};

/// A tensor or vector value. A tensor of rank 0 has one element.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// Element type.
    pub elem: Elem,
    /// Sizes.
    pub shape: Shape,
    /// The elements in row-major order.
    pub data: Data,
}

/// Moves a position to the next one in row-major order; `false` after the last.
pub fn advance(pos: &mut [usize], shape: &[usize]) -> bool {
    for d in (0..pos.len()).rev() {
        pos[d] += 1;
        if pos[d] < shape[d] {
            return true;
        }
        pos[d] = 0;
    }
    false
}

/// Calls `f` with every position of a shape in row-major order.
pub fn for_each_position(shape: &[usize], mut f: impl FnMut(&[usize])) {
    if shape.contains(&0) {
        return;
    }
    let mut pos: Shape = SmallVec::from_elem(0, shape.len());
    loop {
        f(&pos);
        if !advance(&mut pos, shape) {
            return;
        }
    }
}

/// The row-major index of a position.
pub fn linear(pos: &[usize], strides: &[usize]) -> usize {
    pos.iter().zip(strides).map(|(p, s)| p * s).sum()
}

/// Walks the positions of a shape together with their indices in a strided layout.
pub struct StridedIndices<'a> {
    shape: &'a [usize],
    strides: Shape,
    pos: Shape,
    at: usize,
}
impl<'a> StridedIndices<'a> {
    /// `strides[d]` is how far one step in dimension `d` of `shape` goes.
    pub fn new(shape: &'a [usize], strides: &[usize]) -> Self {
        Self { shape, strides: strides.into(), pos: SmallVec::from_elem(0, shape.len()), at: 0 }
    }
    /// The index of the current position, which then moves on.
    pub fn step(&mut self) -> usize {
        let at = self.at;
        for d in (0..self.pos.len()).rev() {
            self.pos[d] += 1;
            self.at += self.strides[d];
            if self.pos[d] < self.shape[d] {
                break;
            }
            self.at -= self.strides[d] * self.shape[d];
            self.pos[d] = 0;
        }
        at
    }
}

impl Tensor {
    /// A tensor from its parts, which must agree.
    pub fn new(elem: Elem, shape: impl Into<Shape>, data: Data) -> Self {
        let shape = shape.into();
        debug_assert_eq!(count(&shape), Some(data.len()));
        Self { elem, shape, data }
    }
    /// A tensor of rank 0.
    pub fn scalar(elem: Elem, num: Num) -> Self {
        Self::new(elem, Shape::new(), Data::splat(num, 1))
    }
    /// A tensor of equal elements.
    pub fn splat(elem: Elem, shape: impl Into<Shape>, num: Num) -> Self {
        let shape = shape.into();
        let n = count(&shape).unwrap_or(0);
        Self::new(elem, shape, Data::splat(num, n))
    }
    /// A tensor of integers of type `elem`.
    pub fn from_ints(elem: Elem, shape: impl Into<Shape>, values: &[i64]) -> Self {
        Self::new(elem, shape, Data::collect(elem, values.iter().map(|&v| Num::from_i64(elem, v))))
    }
    /// A tensor of floats of type `elem`.
    pub fn from_floats(elem: Elem, shape: impl Into<Shape>, values: &[f64]) -> Self {
        Self::new(elem, shape, Data::collect(elem, values.iter().map(|&v| Num::from_f64(elem, v))))
    }
    /// The value of a dense attribute.
    pub fn from_dense(cx: &Context, d: &DenseElementsAttr) -> Option<Self> {
        let s = cx.shaped(d.ty)?;
        let elem = Elem::from_type(cx, s.elem)?;
        let shape: Shape = s.shape?.iter().map(|&d| usize::try_from(d).ok()).collect::<Option<_>>()?;
        let n = count(&shape)?;
        // Types of odd widths take fewer bytes in an attribute than in the interpreter.
        let width = d.elem_bytes(cx);
        let data = if d.splat {
            Data::splat(Num::from_le(elem, &d.data), n)
        } else if width == elem.bytes() {
            Data::from_le(elem, &d.data)
        } else {
            Data::collect(elem, d.data.chunks_exact(width).map(|b| Num::from_le(elem, b)))
        };
        (data.len() == n).then(|| Self::new(elem, shape, data))
    }
    /// Rank.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }
    /// Number of elements.
    pub fn len(&self) -> usize {
        self.data.len()
    }
    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }
    /// Row-major strides.
    pub fn strides(&self) -> Shape {
        strides(&self.shape)
    }
    /// The element at a row-major index.
    pub fn at(&self, i: usize) -> Num {
        self.data.get(i)
    }
    /// The row-major index of a position that may lie outside.
    pub fn index_of(&self, pos: &[i64]) -> Option<usize> {
        if pos.len() != self.rank() {
            return None;
        }
        pos.iter().zip(&self.shape).try_fold(0usize, |at, (&p, &d)| {
            let p = usize::try_from(p).ok().filter(|&p| p < d)?;
            Some(at * d + p)
        })
    }
    /// The same elements in another shape of the same size.
    pub fn reshaped(&self, shape: impl Into<Shape>) -> Self {
        Self::new(self.elem, shape, self.data.clone())
    }
    /// A tensor of `shape` whose element at position `p` is the one `strides · p` from element `offset`.
    pub fn view(&self, shape: &[usize], strides: &[usize], offset: usize) -> Self {
        Self::new(self.elem, shape, self.data.view(&Layout::strided(shape, strides, offset)))
    }
    /// Dimension `i` of the result is dimension `perm[i]` of this tensor.
    pub fn transposed(&self, perm: &[usize]) -> Self {
        let own = self.strides();
        let shape: Shape = perm.iter().map(|&p| self.shape[p]).collect();
        let strides: Shape = perm.iter().map(|&p| own[p]).collect();
        self.view(&shape, &strides, 0)
    }
}
