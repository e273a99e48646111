//! A contraction that is written: its loops, its operands, and the places of the operands in the loops.

use strata_ir::prelude::*;
use strata_tensor::MixedIndex;

use super::{
    loop_nest::{Nest, OPERANDS},
    plan::Plan,
};
use crate::loop_builder::build_for;

/// The inputs for emitting a contraction.
#[derive(Clone, Copy)]
pub(super) struct Contraction<'a> {
    /// Its loops.
    pub nest: &'a Nest,
    /// Their parts.
    pub plan: &'a Plan,
    /// The operands, each as one dimension.
    pub buffers: [Value; OPERANDS],
    /// The ops that make the elements of the inputs as wide as the sums, where they are not.
    pub casts: [Option<&'static OpInfo>; 2],
    /// Type of a sum.
    pub elem: Type,
    /// Elements of a vector.
    pub lanes: i64,
    /// The initial value of sums, if it is not the contents of the result.
    pub init: Option<Value>,
    /// A condition, and the number that is read in place of the contents of the result where it holds.
    pub start: Option<(Value, Value)>,
}

/// Where each operand is.
pub(crate) type Places = [Value; OPERANDS];

/// The columns of a tile: vectors from the first one on, the last of which may be partial.
#[derive(Clone, Copy)]
pub(super) struct Columns {
    /// How many.
    pub vectors: i64,
    /// Lanes of the last vector where it is not full.
    pub valid: Option<i64>,
}

/// A constant.
pub(crate) fn index(b: &mut Builder<'_>, v: i64) -> Value {
    strata_arith::constant_index(b, v)
}

/// An index and a constant.
pub(crate) fn plus(b: &mut Builder<'_>, at: Value, by: i64) -> Value {
    if by == 0 {
        return at;
    }
    let by = index(b, by);
    strata_arith::AddIOp::build(b, at, by, None)
}

/// Calls `f` for `count` tiles of `size` iterations that begin at `first`, in a loop where there is more than one.
pub(crate) fn tiles(
    b: &mut Builder<'_>,
    first: i64,
    size: i64,
    count: i64,
    f: &mut dyn FnMut(&mut Builder<'_>, Value),
) {
    let start = index(b, first);
    match count {
        0 => {}
        1 => f(b, start),
        _ => {
            let (end, step) = (index(b, first + size * count), index(b, size));
            build_for(b, start, end, step, &[], |b, iv, _| {
                f(b, iv);
                Vec::new()
            });
        }
    }
}

impl Contraction<'_> {
    /// The places when loop `d` is at `iv`.
    pub(super) fn moved(&self, b: &mut Builder<'_>, d: usize, iv: Value, places: Places) -> Places {
        self.nest.moved(b, d, iv, places)
    }

    /// Runs the loops `dims` one inside of the other.
    pub(super) fn each(
        &self,
        b: &mut Builder<'_>,
        dims: &[usize],
        places: Places,
        f: &mut dyn FnMut(&mut Builder<'_>, Places),
    ) {
        self.nest.each(b, dims, places, f);
    }
}

impl Nest {
    /// The places when loop `d` is at `iv`.
    pub(crate) fn moved(&self, b: &mut Builder<'_>, d: usize, iv: Value, places: Places) -> Places {
        let mut out = places;
        for (place, &stride) in out.iter_mut().zip(&self.loops[d].strides) {
            if stride == 0 {
                continue;
            }
            if let Some(n) = MixedIndex::Value(iv).constant(b) {
                *place = plus(b, *place, n * stride);
                continue;
            }
            let distance = if stride == 1 {
                iv
            } else {
                let stride = index(b, stride);
                strata_arith::MulIOp::build(b, iv, stride, None)
            };
            *place = strata_arith::AddIOp::build(b, *place, distance, None);
        }
        out
    }

    /// Runs the loops `dims` one inside of the other.
    pub(crate) fn each(
        &self,
        b: &mut Builder<'_>,
        dims: &[usize],
        places: Places,
        f: &mut dyn FnMut(&mut Builder<'_>, Places),
    ) {
        let Some((&d, rest)) = dims.split_first() else { return f(b, places) };
        tiles(b, 0, 1, self.loops[d].size, &mut |b, iv| {
            let places = self.moved(b, d, iv, places);
            self.each(b, rest, places, f);
        });
    }
}
