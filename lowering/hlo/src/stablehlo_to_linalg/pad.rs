//! `pad`: elements put before, after and between those of a tensor. Negative numbers take elements away.

use strata_arith::{CmpIPredicate, constant_index};
use strata_ir::prelude::*;
use strata_stablehlo::{self as hlo, infer::Window};
use strata_tensor::{ExtractOp, ExtractSliceOp, InsertSliceOp, MixedIndex, PadOp};

use super::{
    Lowered, constants,
    emit::cmpi,
    indexed::indexed,
    indices::inside,
    loops::index_op,
    shape_operands::numbers,
    sizes::{self, ONE, ZERO, fixed},
    slices::step_inside,
    state::Lowering,
};

/// How many elements are put before those of each dimension, after them, and between them.
pub(super) struct Padding {
    pub low: Vec<MixedIndex>,
    pub high: Vec<MixedIndex>,
    pub interior: Vec<MixedIndex>,
}

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let (new, value_old) = (l.get(b.operand(op, 0))?, b.operand(op, 1));
    let [low, high, interior] = if let Some(op) = op.as_op::<hlo::PadOp>(b) {
        op.padding(b).map(fixed)
    } else if let Some(op) = op.as_op::<hlo::DynamicPadOp>(b) {
        let (low, high, interior) = (op.edge_padding_low(b), op.edge_padding_high(b), op.interior_padding(b));
        [numbers(l, b, low)?, numbers(l, b, high)?, numbers(l, b, interior)?]
    } else {
        return Err("it is not known".into());
    };
    let value = l.get(value_old)?;
    let value = constants::scalar_of(b, value_old, value);
    let result = b.ty(b.result(op, 0));
    Padding { low, high, interior }.apply(b, new, value, Some(result))
}

/// The size of a padded dimension whose numbers are constants.
fn constant_size([n, low, high, interior]: [MixedIndex; 4]) -> Option<Lowered<i64>> {
    let wide = |n: MixedIndex| n.as_static().map(i128::from);
    let (n, low, high, interior) = (wide(n)?, wide(low)?, wide(high)?, wide(interior)?);
    // Paddings and holes may be any numbers, of which the verifier has seen that the sizes of the result fit.
    let size = i64::try_from(low + high + n + (n - 1).max(0) * interior);
    Some(size.map_err(|_| "a padded size does not fit".into()))
}

impl Padding {
    /// The padding of windows over all dimensions of a tensor.
    pub fn of_windows(windows: &[Window]) -> Self {
        let list = |part: fn(&Window) -> i64| windows.iter().map(|w| part(w).into()).collect();
        Self { low: list(|w| w.low), high: list(|w| w.high), interior: list(|w| w.base_dilation - 1) }
    }

    /// Whether nothing is put anywhere.
    fn is_empty(&self) -> bool {
        self.low.iter().chain(&self.high).chain(&self.interior).all(|&n| n == ZERO)
    }

    /// The padded tensor. A negative size is an error where the tensor is a result, and where it is what windows run over, it has none.
    pub fn apply(
        &self,
        b: &mut Builder<'_>,
        new: Value,
        value: Value,
        result: Option<Type>,
    ) -> Lowered<Value> {
        let from = sizes::mixed_sizes(b, new)?;
        if self.is_empty() {
            return Ok(new);
        }
        let to = self.sizes(b, &from, result)?;
        self.apply_to(b, new, value, &to)
    }

    /// The sizes of a tensor of the sizes `from` with its padding.
    pub fn sizes(
        &self,
        b: &mut Builder<'_>,
        from: &[MixedIndex],
        result: Option<Type>,
    ) -> Lowered<Vec<MixedIndex>> {
        let mut to = Vec::new();
        for (d, &n) in from.iter().enumerate() {
            let (low, high, interior) = (self.low[d], self.high[d], self.interior[d]);
            sizes::require(b, CmpIPredicate::Sge, interior, ZERO, "an interior padding is negative")?;
            let size = match constant_size([n, low, high, interior]) {
                Some(size) => size?.into(),
                None => {
                    let some = sizes::max(b, n, ONE)?;
                    let gaps = sizes::last(b, some)?;
                    let holes = sizes::mul(b, gaps, interior)?;
                    // Where one of these sums overflows, so does the size, unless it is negative.
                    let size = sizes::add(b, low, high)?;
                    let size = sizes::add(b, size, n)?;
                    sizes::add(b, size, holes)?
                }
            };
            to.push(match result {
                Some(_) => {
                    sizes::require(b, CmpIPredicate::Sge, size, ZERO, "a padded size is negative")?;
                    size
                }
                None => sizes::max(b, size, ZERO)?,
            });
        }
        match result {
            Some(ty) => sizes::refined(b, to, ty),
            None => Ok(to),
        }
    }

    /// The padded tensor, whose sizes are `to`. Where a padding is computed, one of them may be less than the paddings say, and the
    /// tensor ends there.
    pub fn apply_to(
        &self,
        b: &mut Builder<'_>,
        new: Value,
        value: Value,
        to: &[MixedIndex],
    ) -> Lowered<Value> {
        if self.is_empty() {
            return Ok(new);
        }
        let from = sizes::mixed_sizes(b, new)?;
        if from.contains(&ZERO) {
            return sizes::filled(b, value, to);
        }
        let grows = self.low.iter().chain(&self.high).all(|n| n.as_static().is_some_and(|n| n >= 0));
        let has_holes = !self.interior.iter().all(|&n| n == ZERO);
        match grows {
            true if !has_holes && sizes::constants(&from).is_some() => {
                Ok(PadOp::create(b, new, &self.low, &self.high, value))
            }
            true => self.grown(b, new, &from, value, to),
            false if !has_holes => self.shifted(b, new, &from, value, to),
            false => match Strided::new(self, &from, to) {
                Some(strided) => strided.insert(b, new, value, to),
                None => self.spread(b, new, &from, value, to),
            },
        }
    }

    /// All elements are in the result.
    fn grown(
        &self,
        b: &mut Builder<'_>,
        new: Value,
        from: &[MixedIndex],
        value: Value,
        to: &[MixedIndex],
    ) -> Lowered<Value> {
        let filled = sizes::filled(b, value, to)?;
        let new = sizes::with_sizes(b, new, from);
        let mut steps = Vec::with_capacity(from.len());
        for ((&gap, &size), &n) in self.interior.iter().zip(to).zip(from) {
            // The step is not used where there is one element, and no two elements are further apart than the result is large.
            steps.push(if n == ONE {
                ONE
            } else {
                let gap = step_inside(b, gap, size)?;
                sizes::add(b, gap, ONE)?
            });
        }
        Ok(InsertSliceOp::create(b, new, filled, &self.low, from, &steps))
    }

    /// Without holes, what is left of the elements is one part of the result.
    fn shifted(
        &self,
        b: &mut Builder<'_>,
        new: Value,
        from: &[MixedIndex],
        value: Value,
        to: &[MixedIndex],
    ) -> Lowered<Value> {
        let (mut starts, mut lengths, mut offsets) = (Vec::new(), Vec::new(), Vec::new());
        for (d, &n) in from.iter().enumerate() {
            let least = sizes::left(b, ZERO, n)?;
            let [before, after] = [self.low[d], self.high[d]].map(|edge| {
                // No more is cut off than there is.
                let edge = sizes::max(b, edge, least)?;
                let cut = sizes::left(b, ZERO, edge)?;
                sizes::max(b, cut, ZERO)
            });
            let before = before?;
            let end = sizes::left(b, n, after?)?;
            let length = sizes::left(b, end, before)?;
            let length = sizes::max(b, length, ZERO)?;
            let length = sizes::min(b, length, to[d])?;
            // Where nothing is left, it is cut off at the end.
            let last = sizes::left(b, n, length)?;
            starts.push(sizes::min(b, before, last)?);
            lengths.push(length);
            offsets.push(sizes::max(b, self.low[d], ZERO)?);
        }
        // Neither may what is put into the result begin after its end.
        for (d, offset) in offsets.iter_mut().enumerate() {
            let last = sizes::left(b, to[d], lengths[d])?;
            *offset = sizes::min(b, *offset, last)?;
        }
        let filled = sizes::filled(b, value, to)?;
        if lengths.contains(&ZERO) {
            return Ok(filled);
        }
        let ones = vec![ONE; from.len()];
        let part = ExtractSliceOp::create(b, new, &starts, &lengths, &ones);
        Ok(InsertSliceOp::create(b, part, filled, &offsets, &lengths, &ones))
    }

    /// The padded tensor, each of whose elements looks where it comes from: element `k` of a dimension is at `low + k * (interior + 1)`.
    fn spread(
        &self,
        b: &mut Builder<'_>,
        new: Value,
        from: &[MixedIndex],
        value: Value,
        to: &[MixedIndex],
    ) -> Lowered<Value> {
        let elem = b.cx().elem_or_self(b.ty(new));
        let all = |b: &mut Builder<'_>, list: &[MixedIndex]| -> Vec<Value> {
            list.iter().map(|&n| sizes::value(b, n)).collect()
        };
        let (low, interior) = (all(b, &self.low), all(b, &self.interior));
        // The distance of two places and that of two elements have no sign: so they fit, whatever the paddings are.
        let one = constant_index(b, 1);
        let steps: Vec<Value> =
            interior.into_iter().map(|gap| index_op(b, "arith.addi", gap, one)).collect::<Lowered<_>>()?;
        indexed(b, to, elem, |b, at| {
            let pred = b.cx().i1();
            let mut within = strata_arith::constant_int(b, 1, pred);
            let mut place = Vec::with_capacity(from.len());
            for (d, &i) in at.iter().enumerate() {
                let zero = constant_index(b, 0);
                let distance = index_op(b, "arith.subi", i, low[d])?;
                let number = index_op(b, "arith.divui", distance, steps[d])?;
                let rest = index_op(b, "arith.remui", distance, steps[d])?;
                let after = cmpi(b, CmpIPredicate::Sge, i, low[d]);
                let hits = cmpi(b, CmpIPredicate::Eq, rest, zero);
                let exists = inside(b, number, from[d]);
                for condition in [after, hits, exists] {
                    within = strata_arith::AndIOp::build(b, within, condition);
                }
                place.push(number);
            }
            // A tensor without elements has none to read at any place.
            let choice = strata_scf::IfOp::build(b, within, &[elem]).op();
            b.region_block(choice, 0, &[], |b, _| {
                let element = ExtractOp::build(b, new, &place);
                strata_scf::YieldOp::build(b, &[element]);
            });
            b.region_block(choice, 1, &[], |b, _| strata_scf::YieldOp::build(b, &[value]));
            Ok(b.result(choice, 0))
        })
    }
}

/// The elements that are left of a tensor between holes, where all numbers are constants: a part of it and their places in the result.
#[derive(Default)]
struct Strided {
    starts: Vec<i64>,
    sizes: Vec<i64>,
    offsets: Vec<i64>,
    steps: Vec<i64>,
    /// The sizes of the tensor.
    from: Vec<i64>,
}

impl Strided {
    fn new(padding: &Padding, from: &[MixedIndex], to: &[MixedIndex]) -> Option<Self> {
        let [low, interior, to] = [&padding.low, &padding.interior, to].map(sizes::constants);
        let (low, interior, to) = (low?, interior?, to?);
        let mut all = Self { from: sizes::constants(from)?, ..Self::default() };
        let wide = |n: i64| i128::from(n);
        for (d, &n) in all.from.iter().enumerate() {
            // Element `i` of a dimension goes to `low + i * step`; negative padding cuts off those outside.
            let (low, step) = (wide(low[d]), wide(interior[d]) + 1);
            let up = |n: i128| (n.max(0) + step - 1) / step;
            let first = up(-low);
            let count = (up(wide(to[d]) - low).min(wide(n)) - first).max(0);
            // These are places in the operand and in the result; the step is not used where there is one element.
            all.starts.push(first as i64);
            all.sizes.push(count as i64);
            all.offsets.push((low + first * step) as i64);
            all.steps.push(if count == 1 { 1 } else { step as i64 });
        }
        Some(all)
    }

    fn insert(&self, b: &mut Builder<'_>, new: Value, value: Value, to: &[MixedIndex]) -> Lowered<Value> {
        let filled = sizes::filled(b, value, to)?;
        if self.sizes.contains(&0) {
            return Ok(filled);
        }
        let lengths = fixed(&self.sizes);
        let part = if self.sizes == self.from {
            new
        } else {
            ExtractSliceOp::create(b, new, &fixed(&self.starts), &lengths, &vec![ONE; lengths.len()])
        };
        Ok(InsertSliceOp::create(b, part, filled, &fixed(&self.offsets), &lengths, &fixed(&self.steps)))
    }
}
