//! The index vectors of `gather` and `scatter`.

use strata_arith::{CmpIPredicate, IndexCastOp, IndexCastUIOp};
use strata_ir::prelude::*;
use strata_stablehlo as hlo;
use strata_tensor::{ExtractOp, MixedIndex};

use super::{
    Lowered,
    emit::cmpi,
    loops::index_op,
    sizes,
    state::Lowering,
    types::{self, Kind},
};

/// A scalar as an index. Unsigned numbers that are too large for one become `limit`.
fn as_index(b: &mut Builder<'_>, scalar: Value, kind: Kind, limit: MixedIndex) -> Lowered<Value> {
    let index = b.cx().index();
    if b.ty(scalar) == index {
        return Ok(scalar);
    }
    if kind != Kind::Unsigned && kind != Kind::Pred {
        return Ok(IndexCastOp::build(b, scalar, index));
    }
    let value = IndexCastUIOp::build(b, scalar, index);
    let limit = sizes::value(b, limit);
    index_op(b, "arith.minui", value, limit)
}

/// A scalar of an old type as the index nearest to it from 0 to `last`.
pub(super) fn clamped(
    b: &mut Builder<'_>,
    scalar: Value,
    kind: Kind,
    last: impl Into<MixedIndex>,
) -> Lowered<Value> {
    let last = last.into();
    let start = as_index(b, scalar, kind, last)?;
    if kind == Kind::Unsigned || kind == Kind::Pred {
        return Ok(start);
    }
    let zero = strata_arith::constant_index(b, 0);
    let start = index_op(b, "arith.maxsi", start, zero)?;
    let last = sizes::value(b, last);
    index_op(b, "arith.minsi", start, last)
}

/// A signed scalar as the index nearest to it from 0 to `last`, which is a number of its type: the scalar is moved before it becomes
/// an index, so that as many lanes of a vector are as narrow as it is.
fn clamped_narrow(b: &mut Builder<'_>, scalar: Value, last: i64) -> Lowered<Value> {
    let ty = b.ty(scalar);
    let bound = |b: &mut Builder<'_>, n| strata_arith::constant_int(b, n, ty);
    let (zero, last) = (bound(b, 0), bound(b, last));
    let start = strata_arith::MaxSIOp::build(b, scalar, zero);
    let start = strata_arith::MinSIOp::build(b, start, last);
    Ok(IndexCastOp::build(b, start, b.cx().index()))
}

/// Whether an index is one of a dimension of size `n`.
pub(super) fn inside(b: &mut Builder<'_>, index: Value, n: impl Into<MixedIndex>) -> Value {
    let n = sizes::value(b, n.into());
    // Below zero is a large number when it has no sign.
    cmpi(b, CmpIPredicate::Ult, index, n)
}

/// A place in one dimension of a tensor of indices.
#[derive(Clone, Copy)]
enum Coordinate {
    /// That of this dimension of the batch.
    Batch(usize),
    /// This one.
    At(i64),
}

/// Where one part of index vectors lies.
///
/// Programs put index vectors together from parts, each of which depends on one dimension of the batch: a grid is
/// `concatenate(broadcast(rows), broadcast(columns))`. A part is read where it comes from, so that the grid needs no memory, and a row
/// is looked up once.
struct Part {
    tensor: Value,
    at: Vec<Coordinate>,
    /// Its numbers in the order of the batch's dimension that it depends on, where they are known.
    known: Option<(usize, Vec<i64>)>,
}

impl Part {
    /// The part of the old value `indices` at such a place.
    fn new(l: &Lowering, b: &Body, indices: Value, at: Vec<Coordinate>) -> Lowered<Self> {
        let (mut old, mut at) = (indices, at);
        while let Some((source, place)) = source(b, old, &at).filter(|(source, _)| l.get(*source).is_ok()) {
            (old, at) = (source, place);
        }
        let known = known(b, old, &at);
        Ok(Self { tensor: l.get(old)?, at, known })
    }
}

/// The numbers of a constant along the only dimension of a place that the batch has, and which one of the batch's it is.
fn known(b: &Body, old: Value, at: &[Coordinate]) -> Option<(usize, Vec<i64>)> {
    let op = b.def_as::<hlo::ConstantOp>(old)?;
    let shape = b.cx().shaped(b.ty(old))?.shape?;
    let mut batch = at.iter().zip(shape).filter_map(|(c, &n)| match *c {
        Coordinate::Batch(dim) => Some((dim, n)),
        Coordinate::At(_) => None,
    });
    let ((dim, n), None) = (batch.next()?, batch.next()) else { return None };
    let numbers = b.cx().attr_as::<DenseElementsAttr>(op.value(b).raw())?.to_i64s(b.cx())?;
    let place = |i: i64| {
        at.iter().zip(shape).try_fold(0i64, |sum, (c, &n)| {
            let k = if let Coordinate::At(k) = *c { k } else { i };
            sum.checked_mul(n)?.checked_add(k)
        })
    };
    let number = |i: i64| numbers.get(usize::try_from(place(i)?).ok()?).copied();
    Some((dim, (0..n).map(number).collect::<Option<_>>()?))
}

/// What an old value that moves elements has at a place: the value that they come from, and the place there.
fn source(b: &Body, old: Value, at: &[Coordinate]) -> Option<(Value, Vec<Coordinate>)> {
    let shape = |v: Value| b.cx().shaped(b.ty(v)).and_then(|s| s.shape);
    if let Some(op) = b.def_as::<hlo::ConcatenateOp>(old) {
        let d = usize::try_from(b.cx().attr_i64(op.dimension(b).raw())?).ok()?;
        let Coordinate::At(mut n) = *at.get(d)? else { return None };
        for input in op.inputs(b) {
            let size = *shape(input)?.get(d)?;
            if size < 0 {
                return None;
            }
            if n < size {
                let mut at = at.to_vec();
                at[d] = Coordinate::At(n);
                return Some((input, at));
            }
            n -= size;
        }
        return None;
    }
    if let Some(op) = b.def_as::<hlo::BroadcastInDimOp>(old) {
        let from = shape(op.operand(b))?;
        let place = |(&n, &d): (&i64, &i64)| match n {
            1 => Some(Coordinate::At(0)),
            n if n < 0 => None,
            _ => at.get(usize::try_from(d).ok()?).copied(),
        };
        return Some((op.operand(b), from.iter().zip(op.dims(b)).map(place).collect::<Option<_>>()?));
    }
    let op = b.def_as::<hlo::ReshapeOp>(old)?;
    // Only dimensions of one element come or go.
    let (from, to) = (shape(op.operand(b))?, shape(old)?);
    let mut others = to.iter().zip(at).filter(|(n, _)| **n != 1);
    let mut place = Vec::with_capacity(from.len());
    for &n in from {
        place.push(match n {
            1 => Coordinate::At(0),
            n => *others.next().filter(|(m, _)| **m == n && n >= 0)?.1,
        });
    }
    others.next().is_none().then_some((op.operand(b), place))
}

/// Where index vectors lie in a tensor, and what their parts select.
pub(super) struct Indices {
    tensor: Value,
    kind: Kind,
    rank: usize,
    vector_dim: usize,
    /// Where part `k` of a vector lies.
    parts: Vec<Part>,
    /// The dimension of the operand that part `k` of a vector selects in.
    pub map: Vec<usize>,
    /// Dimensions of the operand that go with dimensions of the batch.
    pub batching: Vec<(usize, usize)>,
}

impl Indices {
    /// The vectors in the old value `indices`, by the lists of the dimension numbers.
    pub fn new(
        l: &Lowering,
        b: &Body,
        indices: Value,
        vector_dim: i64,
        map: &[i64],
        batching: [&[i64]; 2],
    ) -> Lowered<Self> {
        let rank = b.cx().shaped(b.ty(indices)).and_then(|s| s.rank()).ok_or("its indices have no rank")?;
        let vector_dim = vector_dim as usize;
        // Dimensions of the batch are those of the tensor without the one of the vectors.
        let batch = |d: i64| if d as usize > vector_dim { d as usize - 1 } else { d as usize };
        let whole: Vec<Coordinate> =
            (0..rank).map(|d| Coordinate::Batch(if d > vector_dim { d - 1 } else { d })).collect();
        let part = |k: usize| {
            let mut at = whole.clone();
            if let Some(d) = at.get_mut(vector_dim) {
                *d = Coordinate::At(k as i64);
            }
            Part::new(l, b, indices, at)
        };
        Ok(Self {
            parts: (0..map.len()).map(part).collect::<Lowered<_>>()?,
            tensor: l.get(indices)?,
            kind: types::kind(b.cx(), b.cx().elem_or_self(b.ty(indices)))?,
            rank,
            vector_dim,
            map: map.iter().map(|&d| d as usize).collect(),
            batching: batching[0].iter().zip(batching[1]).map(|(&o, &i)| (o as usize, batch(i))).collect(),
        })
    }
    /// How many vectors there are, in each dimension of the batch.
    pub fn batch(&self, b: &mut Builder<'_>) -> Lowered<Vec<MixedIndex>> {
        (0..self.rank).filter(|&d| d != self.vector_dim).map(|d| sizes::dim(b, self.tensor, d)).collect()
    }
    /// The start of the slice or window at a position of the batch, for each dimension of an operand of this rank.
    pub fn start(&self, b: &mut Builder<'_>, batch: &[Value], rank: usize) -> Lowered<Vec<Start>> {
        let mut start = vec![Start::Zero; rank];
        for (k, &d) in self.map.iter().enumerate() {
            let part = self.parts.get(k).ok_or("its index vectors have too few parts")?;
            let mut at = Vec::with_capacity(part.at.len());
            for &coordinate in &part.at {
                at.push(match coordinate {
                    Coordinate::At(n) => strata_arith::constant_index(b, n),
                    Coordinate::Batch(i) => *batch.get(i).ok_or("its indices have too many dimensions")?,
                });
            }
            start[d] = Start::Selected(ExtractOp::build(b, part.tensor, &at));
        }
        for &(d, from) in &self.batching {
            start[d] = Start::Batch(*batch.get(from).ok_or("its indices have too few dimensions")?);
        }
        Ok(start)
    }
    /// The values of part `k` of the vectors along the only dimension of the batch that it depends on, moved to the nearest index from 0 to
    /// `last`, and that dimension, where this is known.
    pub fn known(&self, k: usize, last: i64) -> Option<(usize, Vec<i64>)> {
        let (dim, numbers) = self.parts.get(k)?.known.as_ref()?;
        let signed = matches!(self.kind, Kind::Signed);
        signed.then(|| (*dim, numbers.iter().map(|n| (*n).max(0).min(last)).collect()))
    }
    /// What a vector selects, moved to the nearest index from 0 to `last`.
    pub fn clamped(&self, b: &mut Builder<'_>, scalar: Value, last: impl Into<MixedIndex>) -> Lowered<Value> {
        let last = last.into();
        let width = b.cx().as_int(b.ty(scalar)).map(|ty| ty.width);
        match (last, width) {
            (MixedIndex::Static(last), Some(width @ 2..64))
                if self.kind == Kind::Signed && last >> (width - 1) == 0 =>
            {
                clamped_narrow(b, scalar, last)
            }
            _ => clamped(b, scalar, self.kind, last),
        }
    }
    /// What a vector selects, which may be outside of a dimension of size `n`.
    pub fn unclamped(&self, b: &mut Builder<'_>, scalar: Value, n: impl Into<MixedIndex>) -> Lowered<Value> {
        as_index(b, scalar, self.kind, n.into())
    }
}

/// Where a slice or window starts in one dimension.
#[derive(Clone, Copy)]
pub(super) enum Start {
    /// At 0.
    Zero,
    /// At an index of the batch, which is inside.
    Batch(Value),
    /// Where an index vector says; a scalar of their type.
    Selected(Value),
}
