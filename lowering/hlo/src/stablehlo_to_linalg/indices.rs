//! The index vectors of `gather` and `scatter`.

use strata_arith::{CmpIPredicate, IndexCastOp, IndexCastUIOp};
use strata_ir::prelude::*;
use strata_tensor::{ExtractOp, MixedIndex};

use super::{
    Lowered,
    function::Lowering,
    loops::index_op,
    scalar::cmpi,
    sizes,
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

/// Whether an index is one of a dimension of size `n`.
pub(super) fn inside(b: &mut Builder<'_>, index: Value, n: impl Into<MixedIndex>) -> Value {
    let n = sizes::value(b, n.into());
    // Below zero is a large number when it has no sign.
    cmpi(b, CmpIPredicate::Ult, index, n)
}

/// Where index vectors lie in a tensor, and what their parts select.
pub(super) struct Indices {
    tensor: Value,
    kind: Kind,
    rank: usize,
    vector_dim: usize,
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
        Ok(Self {
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
            let mut at = Vec::with_capacity(self.rank);
            let mut rest = batch.iter();
            for i in 0..self.rank {
                at.push(if i == self.vector_dim {
                    strata_arith::constant_index(b, k as i64)
                } else {
                    *rest.next().ok_or("its indices have too many dimensions")?
                });
            }
            start[d] = Start::Selected(ExtractOp::build(b, self.tensor, &at));
        }
        for &(d, from) in &self.batching {
            start[d] = Start::Batch(*batch.get(from).ok_or("its indices have too few dimensions")?);
        }
        Ok(start)
    }
    /// What a vector selects, moved to the nearest index from 0 to `last`.
    pub fn clamped(&self, b: &mut Builder<'_>, scalar: Value, last: impl Into<MixedIndex>) -> Lowered<Value> {
        clamped(b, scalar, self.kind, last)
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
