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

/// A scalar as an index. Unsigned numbers that are too large for one saturate to `limit`.
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

/// A scalar of an old type as an index, clamped to the range from 0 to `last`.
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

/// A signed scalar as an index, clamped to the range from 0 to `last`, which its type can represent: it is clamped before its conversion to
/// an index, so that vector lanes stay narrow.
fn clamped_narrow(b: &mut Builder<'_>, scalar: Value, last: i64) -> Lowered<Value> {
    let ty = b.ty(scalar);
    let bound = |b: &mut Builder<'_>, n| strata_arith::constant_int(b, n, ty);
    let (zero, last) = (bound(b, 0), bound(b, last));
    let start = strata_arith::MaxSIOp::build(b, scalar, zero);
    let start = strata_arith::MinSIOp::build(b, start, last);
    Ok(IndexCastOp::build(b, start, b.cx().index()))
}

/// Whether an index is inside of a dimension of size `n`.
pub(super) fn inside(b: &mut Builder<'_>, index: Value, n: impl Into<MixedIndex>) -> Value {
    let n = sizes::value(b, n.into());
    // A negative index, compared as unsigned, is large.
    cmpi(b, CmpIPredicate::Ult, index, n)
}

/// A coordinate in a tensor of indices.
#[derive(Clone, Copy)]
enum Coordinate {
    /// The coordinate of this dimension of the batch.
    Batch(usize),
    /// A constant.
    At(i64),
}

/// The source of one part of index vectors.
///
/// Programs often build index vectors from parts, each of which depends on one dimension of the batch: a grid is
/// `concatenate(broadcast(rows), broadcast(columns))`. A part is read from its source, so that the grid is not materialized, and a row is
/// looked up once.
struct Part {
    tensor: Value,
    at: Vec<Coordinate>,
    /// Its values along the dimension of the batch that it depends on, if they are known.
    known: Option<(usize, Vec<i64>)>,
}

impl Part {
    /// The part at a place of the old value `indices`.
    fn new(l: &Lowering, b: &Body, indices: Value, at: Vec<Coordinate>) -> Lowered<Self> {
        let (mut old, mut at) = (indices, at);
        while let Some((source, place)) = source(b, old, &at).filter(|(source, _)| l.get(*source).is_ok()) {
            (old, at) = (source, place);
        }
        let known = known(b, old, &at);
        Ok(Self { tensor: l.get(old)?, at, known })
    }
}

/// The values of a constant along the only batch dimension among the coordinates, and that dimension.
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

/// The source of an element of an old value that only moves elements: the value that the element comes from, and the place there.
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
    // Only dimensions of size one are added or removed.
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

/// The layout of index vectors in a tensor, and the dimensions that their parts select in.
pub(super) struct Indices {
    tensor: Value,
    kind: Kind,
    rank: usize,
    vector_dim: usize,
    /// The source of part `k` of a vector.
    parts: Vec<Part>,
    /// The dimension of the operand that part `k` of a vector selects in.
    pub map: Vec<usize>,
    /// Pairs of a batching dimension of the operand and its dimension of the batch.
    pub batching: Vec<(usize, usize)>,
}

impl Indices {
    /// The vectors in the old value `indices`, by the dimension numbers.
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
        // The dimensions of the batch are those of the tensor except for the index vector dimension.
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
    /// The number of vectors in each dimension of the batch.
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
    /// The values of part `k` of the vectors along the only batch dimension that it depends on, clamped to the range from 0 to `last`, and
    /// that dimension, if they are known.
    pub fn known(&self, k: usize, last: i64) -> Option<(usize, Vec<i64>)> {
        let (dim, numbers) = self.parts.get(k)?.known.as_ref()?;
        let signed = matches!(self.kind, Kind::Signed);
        signed.then(|| (*dim, numbers.iter().map(|n| (*n).max(0).min(last)).collect()))
    }
    /// The index that a vector selects, clamped to the range from 0 to `last`.
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
    /// The index that a vector selects, which may be outside of a dimension of size `n`.
    pub fn unclamped(&self, b: &mut Builder<'_>, scalar: Value, n: impl Into<MixedIndex>) -> Lowered<Value> {
        as_index(b, scalar, self.kind, n.into())
    }
}

/// The start of a slice or window in one dimension.
#[derive(Clone, Copy)]
pub(super) enum Start {
    /// At 0.
    Zero,
    /// At an index of the batch, which is in range.
    Batch(Value),
    /// At an index that a vector selects; the scalar before its conversion.
    Selected(Value),
}
