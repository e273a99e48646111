//! Bringing together what a device needs of a dimension.
//!
//! For a window of 3 elements around each of 16 on 4 devices:
//! ```mlir
//! %0 = stablehlo.slice %part [3:4] : (tensor<4xf32>) -> tensor<1xf32>
//! %left = "stablehlo.collective_permute"(%0) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]>, …}> : …
//! %1 = stablehlo.slice %part [0:1] : (tensor<4xf32>) -> tensor<1xf32>
//! %right = "stablehlo.collective_permute"(%1) <{source_target_pairs = dense<[[1, 0], [2, 1], [3, 2]]>, …}> : …
//! %all = stablehlo.concatenate %left, %part, %right, dim = 0 : (…) -> tensor<6xf32>
//! ```
//! A device that nobody sends to gets zeros. So all that is outside of the tensor is zero, and is replaced where the op needs something else.

use strata_ir::prelude::*;
use strata_passes_stablehlo::hlo_builder::{HloBuilder, elem, sizes};
use strata_sdy::{
    attrs::{AxisRef, Mesh},
    axes,
};
use strata_stablehlo as hlo;

use super::plan::{Fill, Move};
use super::route::{Interval, Piece};
use crate::export::select::compare;
use crate::{
    channels::Channels,
    export::{place, scalars::zero},
};

/// The devices along one divided dimension.
pub(super) struct Exchange<'a> {
    pub mesh: &'a Mesh,
    /// The axes that divide it.
    pub axes: &'a [AxisRef],
    pub dim: usize,
    /// The channels that are free.
    pub channels: &'a mut Channels,
}

impl Exchange<'_> {
    /// The elements that a device needs of the dimension, from its part; `fill` stands for those outside of the tensor.
    pub fn apply(&mut self, h: &mut HloBuilder<'_, '_>, part: Value, by: Move, fill: Option<Value>) -> Value {
        match by {
            Move::Mirror { parts, .. } => self.permute(h, part, (0..parts).map(|p| [parts - 1 - p, p])),
            Move::Interval(interval, kind) => {
                let pieces = interval.route().unwrap_or_default();
                let own = self.interval(h, part, &interval, &pieces, kind);
                self.filled(h, own, &interval, fill)
            }
        }
    }
    /// Sends parts along the dimension, each from one place to another.
    fn permute(
        &mut self,
        h: &mut HloBuilder<'_, '_>,
        x: Value,
        places: impl Iterator<Item = [i64; 2]> + Clone,
    ) -> Value {
        let groups = axes::groups(self.axes, self.mesh);
        let of_group = |group: &Vec<i64>| -> Vec<i64> {
            let at = |place: i64| usize::try_from(place).ok().and_then(|place| group.get(place)).copied();
            let pairs = places.clone().filter_map(|[from, to]| Some([at(from)?, at(to)?]));
            pairs.flatten().collect()
        };
        let pairs: Vec<i64> = groups.iter().flat_map(of_group).collect();
        let cx = h.b.cx_arc().clone();
        let Some(pairs) = cx.dense_i64s(cx.tensor(&[pairs.len() as i64 / 2, 2], cx.i64()), &pairs) else {
            return x;
        };
        let channel = self.channels.next(&cx);
        let ty = h.b.ty(x);
        h.op::<hlo::CollectivePermuteOp>(&[x], &[("source_target_pairs", pairs), channel], ty)
    }
    /// The elements of the interval; zeros outside of the tensor if they are to be zeros.
    fn interval(
        &mut self,
        h: &mut HloBuilder<'_, '_>,
        x: Value,
        interval: &Interval,
        pieces: &[Piece],
        fill: Fill,
    ) -> Value {
        let (Some(first), part) = (pieces.first(), interval.part) else {
            return self.zeros(h, x, interval.length);
        };
        let begin = first.hop * part + first.from;
        let (mut parts, mut end) = (Vec::new(), begin);
        for piece in pieces {
            let at = piece.hop * part + piece.from;
            if at > end {
                parts.push(self.zeros(h, x, at - end));
            }
            let own = h.slice(x, self.dim, piece.from, piece.to);
            parts.push(match piece.hop {
                0 => own,
                hop => self.permute(h, own, piece.places.iter().map(move |&place| [place + hop, place])),
            });
            end = piece.hop * part + piece.to;
        }
        let all = if let [one] = parts[..] { one } else { h.concatenate(&parts, self.dim as i64) };
        // Where an interval begins in what is there: that depends on the place, unless parts and intervals have one distance.
        let shift = interval.step - part;
        let start = |place: i64| place * shift + interval.offset - begin;
        let needed: Vec<i64> = match fill {
            Fill::Zero => (0..interval.parts).collect(),
            Fill::Any | Fill::Operand(_) => pieces.iter().flat_map(|p| p.places.clone()).collect(),
        };
        let least = needed.iter().map(|&place| start(place)).min().unwrap_or(0);
        let most = needed.iter().map(|&place| start(place)).max().unwrap_or(0);
        let low = (-least).max(0);
        let high = (most + interval.length - (end - begin)).max(0);
        let all = self.padded(h, all, low, high);
        if shift == 0 || least == most {
            return h.slice(all, self.dim, least + low, least + low + interval.length);
        }
        self.slice_at(h, all, [shift, start(0) + low], interval.length)
    }
    /// The elements from `place * step + offset` on.
    fn slice_at(&self, h: &mut HloBuilder<'_, '_>, x: Value, [step, offset]: [i64; 2], length: i64) -> Value {
        let cx = h.b.cx_arc().clone();
        let scalar = cx.tensor(&[], cx.i64());
        let mut sizes = sizes(h.b, x).to_vec();
        let start = self.start(h, step, offset);
        let mut operands = vec![x];
        for dim in 0..sizes.len() {
            operands.push(if dim == self.dim { start } else { h.int(0, scalar) });
        }
        sizes[self.dim] = length;
        let ty = h.tensor_of(x, &sizes);
        let sizes = cx.i64_array(&sizes);
        h.op::<hlo::DynamicSliceOp>(&operands, &[("slice_sizes", sizes)], ty)
    }
    /// `place * step + offset` of this device, as a scalar of 64 bits.
    fn start(&self, h: &mut HloBuilder<'_, '_>, step: i64, offset: i64) -> Value {
        let scalar = h.b.cx().tensor(&[], h.b.cx().i64());
        let place = place::place(h, self.axes, self.mesh);
        let step = h.int(step.cast_unsigned(), scalar);
        let offset = h.int(offset.cast_unsigned(), scalar);
        let along = h.like::<hlo::MulOp>(&[place, step]);
        h.like::<hlo::AddOp>(&[along, offset])
    }
    /// Zeros with the other sizes of a tensor.
    fn zeros(&self, h: &mut HloBuilder<'_, '_>, like: Value, length: i64) -> Value {
        let mut sizes = sizes(h.b, like).to_vec();
        sizes[self.dim] = length;
        let elem = elem(h.b, like);
        let zero = zero(h, elem);
        h.broadcast(zero, &[], &sizes)
    }
    fn padded(&self, h: &mut HloBuilder<'_, '_>, x: Value, low: i64, high: i64) -> Value {
        if low == 0 && high == 0 {
            return x;
        }
        let mut parts = Vec::new();
        if low > 0 {
            parts.push(self.zeros(h, x, low));
        }
        parts.push(x);
        if high > 0 {
            parts.push(self.zeros(h, x, high));
        }
        h.concatenate(&parts, self.dim as i64)
    }
    /// The elements of an interval, with others for those outside of the tensor.
    fn filled(
        &self,
        h: &mut HloBuilder<'_, '_>,
        x: Value,
        interval: &Interval,
        fill: Option<Value>,
    ) -> Value {
        let ((first, end), size) = (interval.bounds(), interval.size());
        let Some(fill) = fill.filter(|_| first < 0 || end > size) else { return x };
        let index = self.index(h, interval.length, interval.step, interval.offset);
        let from = (first < 0).then(|| compare(h, index, hlo::ComparisonDirection::Ge, 0));
        let to = (end > size).then(|| compare(h, index, hlo::ComparisonDirection::Lt, size));
        let inside = match (from, to) {
            (Some(from), Some(to)) => h.like::<hlo::AndOp>(&[from, to]),
            (from, to) => match from.or(to) {
                Some(one) => one,
                None => return x,
            },
        };
        let sizes = sizes(h.b, x).to_vec();
        let fill = h.broadcast(fill, &[], &sizes);
        self.select(h, inside, x, fill)
    }
    /// The places of elements in the whole dimension.
    pub fn index(&self, h: &mut HloBuilder<'_, '_>, length: i64, step: i64, offset: i64) -> Value {
        let cx = h.b.cx_arc().clone();
        let ty = cx.tensor(&[length], cx.i64());
        let count = h.op::<hlo::IotaOp>(&[], &[("iota_dimension", cx.i64_attr(0))], ty);
        let start = self.start(h, step, offset);
        let start = h.broadcast(start, &[], &[length]);
        h.like::<hlo::AddOp>(&[count, start])
    }
    /// One of two tensors, by the place along the dimension.
    pub fn select(&self, h: &mut HloBuilder<'_, '_>, at: Value, then: Value, other: Value) -> Value {
        let sizes = sizes(h.b, then).to_vec();
        let at = h.broadcast(at, &[self.dim as i64], &sizes);
        let ty = h.b.ty(then);
        h.op::<hlo::SelectOp>(&[at, then, other], &[], ty)
    }
}
