//! Where the elements of a part of a tensor come from, behind slices, insertions, paddings and unit dimensions.

use strata_ir::prelude::*;
use strata_linalg::FillOp;
use strata_tensor::{CollapseShapeOp, ExtractSliceOp, InsertSliceOp, MixedIndex, PadOp};

use super::places::{Place, ROW, extract, place, repeated, row, shape, without_units};
use crate::structured_op;

/// The ops that are looked through for one part.
const MAX_STEPS: usize = 32;

/// The longest column that is read in place.
const SHORT: i64 = 8;

/// A part of a tensor.
pub(super) struct Part {
    pub value: Value,
    pub offsets: Vec<i64>,
    pub sizes: Vec<i64>,
    /// For each dimension of the tensor, which one it is of the tensor that was asked for. The part has one element along the others.
    pub dims: Vec<Option<usize>>,
    /// Whether it is one of several that were put together.
    pub is_joined: bool,
}

/// The elements of a part.
pub(super) enum Source {
    Tensor(Part),
    /// All are this scalar.
    Scalar(Value),
}

impl Part {
    /// The whole of a tensor.
    pub fn whole(b: &Body, value: Value) -> Option<Self> {
        let sizes = shape(b, value)?.to_vec();
        Some(Self::new(value, vec![0; sizes.len()], sizes))
    }
    pub fn new(value: Value, offsets: Vec<i64>, sizes: Vec<i64>) -> Self {
        let dims = (0..sizes.len()).map(Some).collect();
        Self { value, offsets, sizes, dims, is_joined: false }
    }
    /// Whether the part is all of its tensor.
    pub fn is_whole(&self, b: &Body) -> bool {
        shape(b, self.value) == Some(&self.sizes[..])
    }
    /// Whether the dimensions that are left are in the order that they had.
    pub fn is_ordered(&self) -> bool {
        self.dims.iter().flatten().is_sorted_by(|x, y| x < y)
    }
    /// Whether the elements are in rows of memory, not in columns or in short pieces, which are not read in vectors.
    pub fn is_in_rows(&self, b: &Body) -> bool {
        let Some(whole) = shape(b, self.value) else { return false };
        row(&self.sizes, whole) >= ROW || self.sizes.iter().product::<i64>() <= SHORT
    }
    /// The part of `value` at `at`, whose dimensions are these of the current part.
    fn taken_from(&self, value: Value, at: impl Iterator<Item = (i64, i64, Option<usize>)>) -> Self {
        let (mut offsets, mut sizes, mut dims) = (Vec::new(), Vec::new(), Vec::new());
        for (offset, size, dim) in at {
            offsets.push(offset);
            sizes.push(size);
            dims.push(dim);
        }
        Self { value, offsets, sizes, dims, is_joined: self.is_joined }
    }
    /// Dimension `d` of the current part.
    fn along(&self, d: usize) -> (i64, i64, Option<usize>) {
        (self.offsets[d], self.sizes[d], self.dims[d])
    }
    /// Whether the part is inside of a place, and whether it is outside.
    fn relation(&self, (offsets, sizes): &Place) -> (bool, bool) {
        let all = || self.offsets.iter().zip(&self.sizes).zip(offsets.iter().zip(sizes));
        let inside = all().all(|((&o, &n), (&p, &m))| o >= p && o + n <= p + m);
        let outside = all().any(|((&o, &n), (&p, &m))| o >= p + m || o + n <= p);
        (inside, outside)
    }

    /// The same elements in the tensor that `op` took them from.
    fn before(&self, b: &Body, op: Op) -> Option<Source> {
        if let Some(insert) = op.as_op::<InsertSliceOp>(b) {
            let at = place(b, &insert)?;
            let mut next = match self.relation(&at) {
                (true, _) => {
                    let dropped = insert.dropped_dims(b);
                    let kept = (0..dropped.len()).filter(|&d| !dropped[d]);
                    self.taken_from(
                        insert.source(b),
                        kept.map(|d| (self.offsets[d] - at.0[d], self.sizes[d], self.dims[d])),
                    )
                }
                (_, true) => self.taken_from(insert.dest(b), (0..self.dims.len()).map(|d| self.along(d))),
                _ => return None,
            };
            next.is_joined = true;
            return shape(b, next.value).is_some().then_some(Source::Tensor(next));
        }
        if let Some(slice) = op.as_op::<ExtractSliceOp>(b) {
            let (offsets, _) = place(b, &slice)?;
            shape(b, slice.source(b))?;
            let dropped = slice.dropped_dims(b);
            let mut own = (0..self.dims.len()).map(|d| self.along(d));
            let at = offsets.iter().zip(dropped).map(|(&o, dropped)| {
                let kept = if dropped { None } else { own.next() };
                kept.map_or((o, 1, None), |(offset, size, dim)| (o + offset, size, dim))
            });
            return Some(Source::Tensor(self.taken_from(slice.source(b), at)));
        }
        if let Some(pad) = op.as_op::<PadOp>(b) {
            let known = |list: Vec<MixedIndex>| -> Option<Vec<i64>> {
                list.into_iter().map(|n| n.as_static().filter(|&n| n >= 0)).collect()
            };
            let value = structured_op::uniform_pad_value(b, op)?;
            let (low, source) = (known(pad.mixed_low(b))?, b.operand(op, 0));
            let at = (low, shape(b, source)?.to_vec());
            known(pad.mixed_high(b))?;
            return match self.relation(&at) {
                (true, _) => {
                    let at = (0..self.dims.len())
                        .map(|d| (self.offsets[d] - at.0[d], self.sizes[d], self.dims[d]));
                    let mut next = self.taken_from(source, at);
                    next.is_joined = true;
                    Some(Source::Tensor(next))
                }
                (_, true) => Some(Source::Scalar(value)),
                _ => None,
            };
        }
        if op.isa::<FillOp>(b) && self.is_joined {
            return Some(Source::Scalar(b.operand(op, 0)));
        }
        if let Some((value, dims)) = repeated(b, op) {
            return Some(Source::Tensor(self.taken_from(value, dims.into_iter().map(|d| self.along(d)))));
        }
        let (value, dims) = without_units(b, op)?;
        let at = dims.into_iter().map(|d| d.map_or((0, 1, None), |d| self.along(d)));
        Some(Source::Tensor(self.taken_from(value, at)))
    }

    /// Where the elements come from in the end. Tensors for which `stop` says so are not looked through.
    pub fn source(mut self, b: &Body, stop: impl Fn(Value) -> bool) -> Source {
        for _ in 0..MAX_STEPS {
            let next = b.def_op(self.value).filter(|_| !stop(self.value)).and_then(|op| self.before(b, op));
            match next {
                Some(Source::Tensor(part)) => self = part,
                Some(scalar) => return scalar,
                None => break,
            }
        }
        Source::Tensor(self)
    }

    /// The part as a tensor of those dimensions that `keep` names; it has one element along the others.
    pub fn build(&self, b: &mut Builder<'_>, keep: impl Fn(usize) -> bool) -> Value {
        let kept: Vec<usize> = (0..self.dims.len()).filter(|&i| self.dims[i].is_some_and(&keep)).collect();
        if kept.len() == self.dims.len() && self.is_whole(b) {
            return self.value;
        }
        let sizes: Vec<i64> = kept.iter().map(|&i| self.sizes[i]).collect();
        extract(b, self.value, &self.offsets, &self.sizes, &sizes)
    }

    /// The part as a tensor of all dimensions that it has of the other one. A column is copied, so that its elements follow each other.
    pub fn build_in_rows(&self, b: &mut Builder<'_>) -> Value {
        if self.is_in_rows(b) {
            return self.build(b, |_| true);
        }
        let part = extract(b, self.value, &self.offsets, &self.sizes, &self.sizes);
        let mut groups: Vec<Vec<i64>> = Vec::new();
        let mut first = Vec::new();
        for (i, dim) in self.dims.iter().enumerate() {
            match groups.last_mut() {
                Some(last) if dim.is_none() => last.push(i as i64),
                _ => {
                    first.push(i as i64);
                    if dim.is_some() {
                        groups.push(std::mem::take(&mut first));
                    }
                }
            }
        }
        if groups.len() == self.dims.len() { part } else { CollapseShapeOp::create(b, part, &groups) }
    }
}
