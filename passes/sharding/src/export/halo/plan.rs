//! The needs of an op of other parts where one of its factors is divided.
//!
//! A convolution of 16 elements with a window of 3, a padding of 1 on both sides, and 4 devices: each needs 6 elements from one before its
//! part on, those outside of the tensor are zeros, and its own convolution has no padding.

use strata_ir::prelude::*;
use strata_passes_stablehlo::hlo_builder::{elem, int, ints};
use strata_stablehlo::{self as hlo, infer::Window};

use super::link::{Link, conv_dims};
use super::route::Interval;
use crate::export::scalars::{has_zero, is_number};

/// The substitute for the elements outside of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fill {
    /// Nothing looks at them.
    Any,
    Zero,
    /// An operand of the op.
    Operand(usize),
}

/// How a device gets its elements of a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    /// An interval.
    Interval(Interval, Fill),
    /// The part that is as far from the end as its own from the beginning; the numbers of parts and of elements of each.
    Mirror { parts: i64, part: i64 },
}

/// The elements of a dimension of an operand that each device needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Need {
    pub operand: usize,
    pub dim: usize,
    pub by: Move,
}

/// A number of a list in an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub name: &'static str,
    pub at: usize,
    pub value: i64,
}

/// The needs of devices along one factor, and how the op differs on parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    pub needs: Vec<Need>,
    pub edits: Vec<Edit>,
}

/// The plan for an op whose linked dimensions are in so many parts; `None` if it cannot be divided like this.
pub(super) fn plan(b: &Body, op: Op, link: &Link, parts: i64) -> Option<Plan> {
    let sizes = link.sizes(b, op);
    if parts < 1 || sizes.iter().any(|&size| size <= 0 || size % parts != 0) {
        return None;
    }
    if !link.operands.iter().all(|&(at, _)| has_zero(b.cx(), elem(b, b.operand(op, at)))) {
        return None;
    }
    let at = At { b, op, link, parts, sizes: &sizes };
    match b.op_name(op) {
        "stablehlo.slice" => at.slice(),
        "stablehlo.pad" => at.pad(),
        "stablehlo.reverse" => at.reverse(),
        "stablehlo.concatenate" => at.concatenate(),
        "stablehlo.reduce_window" => at.reduce_window(),
        "stablehlo.select_and_scatter" => at.select_and_scatter(),
        "stablehlo.convolution" => at.convolution(),
        _ => None,
    }
}

/// An op and its divided dimensions.
struct At<'a> {
    b: &'a Body,
    op: Op,
    link: &'a Link,
    parts: i64,
    /// Of the whole dimensions, the operands first.
    sizes: &'a [i64],
}

/// The elements that a row of windows covers.
struct Row {
    interval: Interval,
    /// Holes before the first element and behind the last one.
    low: i64,
    high: i64,
}

impl At<'_> {
    /// The first linked dimension of an operand, and its size.
    fn input(&self) -> Option<(usize, usize, i64)> {
        let &(operand, dim) = self.link.operands.first()?;
        Some((operand, dim, *self.sizes.first()?))
    }
    /// The size of the part of the first result.
    fn out(&self) -> Option<i64> {
        Some(self.sizes.get(self.link.operands.len())? / self.parts)
    }
    fn number(&self, name: &str, dim: usize) -> Option<i64> {
        ints(self.b, self.op, name).get(dim).copied()
    }
    fn interval(&self, size: i64, step: i64, offset: i64, length: i64) -> Interval {
        Interval { parts: self.parts, part: size / self.parts, step, offset, length }
    }
    fn fill(&self, operand: usize) -> Fill {
        match is_number(self.b, self.b.operand(self.op, operand), 0) {
            true => Fill::Zero,
            false => Fill::Operand(operand),
        }
    }
    /// The elements under `span` places from `place * step - low` on, where elements have a distance.
    fn row(&self, size: i64, step: i64, low: i64, span: i64, distance: i64) -> Option<Row> {
        if distance < 1 || step % distance != 0 {
            return None;
        }
        let first = low.checked_neg()?.div_euclid(distance) + i64::from(low.checked_neg()? % distance != 0);
        let before = first.checked_mul(distance)?.checked_add(low)?;
        let length = span.checked_sub(before)?.checked_add(distance - 1)?.div_euclid(distance);
        if length < 1 {
            return None;
        }
        let high = span - before - (length - 1) * distance - 1;
        Some(Row { interval: self.interval(size, step / distance, first, length), low: before, high })
    }
    fn slice(&self) -> Option<Plan> {
        let ((operand, dim, size), out) = (self.input()?, self.out()?);
        let [start, stride] = ["start_indices", "strides"].map(|name| self.number(name, dim));
        let stride = stride?;
        let length = (out - 1).checked_mul(stride)?.checked_add(1)?;
        let interval = self.interval(size, out.checked_mul(stride)?, start?, length);
        let need = Need { operand, dim, by: Move::Interval(interval, Fill::Any) };
        let edits = [("start_indices", 0), ("limit_indices", length)];
        let edits = edits.map(|(name, value)| Edit { name, at: dim, value });
        Some(Plan { needs: vec![need], edits: edits.to_vec() })
    }
    fn pad(&self) -> Option<Plan> {
        let ((operand, dim, size), out) = (self.input()?, self.out()?);
        let low = self.number("edge_padding_low", dim)?;
        let distance = self.number("interior_padding", dim)?.checked_add(1)?;
        let row = self.row(size, out, low, out, distance)?;
        let need = Need { operand, dim, by: Move::Interval(row.interval, self.fill(1)) };
        let edits = [("edge_padding_low", row.low), ("edge_padding_high", row.high)];
        let edits = edits.map(|(name, value)| Edit { name, at: dim, value });
        Some(Plan { needs: vec![need], edits: edits.to_vec() })
    }
    fn reverse(&self) -> Option<Plan> {
        let (operand, dim, size) = self.input()?;
        let by = Move::Mirror { parts: self.parts, part: size / self.parts };
        Some(Plan { needs: vec![Need { operand, dim, by }], edits: Vec::new() })
    }
    /// Each device gets what it needs of each operand, at the places where it is in the result.
    fn concatenate(&self) -> Option<Plan> {
        let out = self.out()?;
        if self.link.operands.len() != self.b.num_operands(self.op) {
            return None;
        }
        let mut plan = Plan::default();
        let mut before = 0;
        for (&(operand, dim), &size) in self.link.operands.iter().zip(self.sizes) {
            let interval = self.interval(size, out, -before, out);
            plan.needs.push(Need { operand, dim, by: Move::Interval(interval, Fill::Any) });
            before += size;
        }
        Some(plan)
    }
    fn windows(&self, window: &Window, out: i64) -> Option<(i64, i64)> {
        let extent = window.size.checked_sub(1)?.checked_mul(window.dilation)?.checked_add(1)?;
        let step = out.checked_mul(window.stride)?;
        Some((step, (out - 1).checked_mul(window.stride)?.checked_add(extent)?))
    }
    fn paddings(at: usize, row: &Row) -> Vec<Edit> {
        let name = "padding";
        vec![Edit { name, at: 2 * at, value: row.low }, Edit { name, at: 2 * at + 1, value: row.high }]
    }
    fn reduce_window(&self) -> Option<Plan> {
        let windows = self.op.as_op::<hlo::ReduceWindowOp>(self.b)?.windows(self.b).ok()?;
        let inputs = self.b.num_operands(self.op) / 2;
        let mut plan = Plan::default();
        for (&(operand, dim), &size) in self.link.operands.iter().zip(self.sizes) {
            let window = windows.get(dim)?;
            let (step, span) = self.windows(window, self.out()?)?;
            let row = self.row(size, step, window.low, span, window.base_dilation)?;
            let fill = self.fill(inputs + operand);
            plan.needs.push(Need { operand, dim, by: Move::Interval(row.interval, fill) });
            plan.edits = Self::paddings(dim, &row);
        }
        Some(plan)
    }
    /// Windows that lie side by side within parts: each device selects from its own elements.
    fn select_and_scatter(&self) -> Option<Plan> {
        let windows = self.op.as_op::<hlo::SelectAndScatterOp>(self.b)?.windows(self.b).ok()?;
        let &[(0, dim), (1, _)] = &self.link.operands[..] else { return None };
        let (window, &[size, count, ..]) = (windows.get(dim)?, self.sizes) else { return None };
        let is_tile = window.size == window.stride && [window.low, window.high] == [0, 0];
        (is_tile && count.checked_mul(window.stride)? == size).then(Plan::default)
    }
    /// By windows, each device computes some elements of the result; within windows, it has some of the kernel, and sums its part.
    fn convolution(&self) -> Option<Plan> {
        let (b, op) = (self.b, self.op);
        let dims = conv_dims(b, op)?;
        let windows = op.as_op::<hlo::ConvolutionOp>(b)?.windows(b).ok()?;
        let (operand, dim, size) = self.input()?;
        let at = dims.input_spatial_dimensions.iter().position(|&own| own == dim as i64)?;
        let (window, kernel) = (windows.get(at)?, *dims.kernel_spatial_dimensions.get(at)? as usize);
        let result = *dims.output_spatial_dimensions.get(at)? as usize;
        let (step, span) = match (&self.link.operands[..], &self.link.results[..]) {
            ([(0, _)], [(0, out)]) if *out == result => self.windows(window, self.out()?)?,
            ([(0, _), (1, within)], []) if *within == kernel && !is_reversed(b, op, at) => {
                let own = window.size / self.parts;
                let sizes = hlo::infer::sizes(b.cx(), b.ty(b.result(op, 0)));
                let count = sizes.get(result)?.checked_sub(1)?;
                let extent = (own - 1).checked_mul(window.dilation)?.checked_add(1)?;
                let span = count.checked_mul(window.stride)?.checked_add(extent)?;
                (own.checked_mul(window.dilation)?, span)
            }
            _ => return None,
        };
        let row = self.row(size, step, window.low, span, window.base_dilation)?;
        let need = Need { operand, dim, by: Move::Interval(row.interval, Fill::Zero) };
        Some(Plan { needs: vec![need], edits: Self::paddings(at, &row) })
    }
}

/// Whether a window of a convolution is read from its end.
fn is_reversed(b: &Body, op: Op, at: usize) -> bool {
    let list = b.attr(op, "window_reversal").and_then(|attr| b.cx().attr_as::<DenseArrayAttr>(attr));
    list.is_some_and(|list| list.values.get(at).is_some_and(|&reversed| reversed != 0))
}

/// The dimension of a concatenation.
pub(super) fn joined(b: &Body, op: Op) -> Option<usize> {
    usize::try_from(int(b, op, "dimension")?).ok()
}
