//! Reductions whose operands are divided along the reduced dimensions: each device reduces its part, and the initial value counts once.

use strata_ir::prelude::*;
use strata_pass::PassResult;
use strata_sdy::attrs::Reduction;
use strata_stablehlo as hlo;

use super::{Localizer, place};

/// The function that combines partial results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Combiner {
    Add,
    Mul,
    Max,
    Min,
    And,
    Or,
}

impl Combiner {
    /// The function of a region with one op on its two arguments.
    pub(crate) fn of_region(b: &Body, region: Region) -> Option<Self> {
        let &[block] = b.blocks(region) else { return None };
        let ops: Vec<Op> = b.block_ops(block).collect();
        let (&[x, y], &[op, end]) = (b.block_args(block), &ops[..]) else { return None };
        let operands: Vec<Value> = b.operands(op).collect();
        let on_both = operands == [x, y] || operands == [y, x];
        if !on_both || b.results(op) != b.operands(end).collect::<Vec<_>>() {
            return None;
        }
        Some(match b.op_name(op) {
            "stablehlo.add" => Self::Add,
            "stablehlo.multiply" => Self::Mul,
            "stablehlo.maximum" => Self::Max,
            "stablehlo.minimum" => Self::Min,
            "stablehlo.and" => Self::And,
            "stablehlo.or" => Self::Or,
            _ => return None,
        })
    }
    /// The function that combines the partial results of an op; sums but for reductions of other functions.
    pub(crate) fn of_partial(b: &Body, value: Value, reduction: Reduction) -> Option<Self> {
        match reduction {
            Reduction::Max => return Some(Self::Max),
            Reduction::Min => return Some(Self::Min),
            Reduction::Sum => {}
        }
        let Some(op) = b.def_op(value).filter(|op| op.isa::<hlo::ReduceOp>(b)) else { return Some(Self::Add) };
        Self::of_region(b, *b.regions(op).first()?)
    }
    /// Whether a value that is combined several times counts once.
    fn is_idempotent(self) -> bool {
        !matches!(self, Self::Add | Self::Mul)
    }
    /// Builds the region of an op that combines scalars of a type.
    pub(crate) fn build(self, b: &mut Builder<'_>, op: Op, scalar: Type) {
        b.region_block(op, 0, &[scalar, scalar], |b, block| {
            let info = match self {
                Self::Add => hlo::AddOp::info(),
                Self::Mul => hlo::MulOp::info(),
                Self::Max => hlo::MaxOp::info(),
                Self::Min => hlo::MinOp::info(),
                Self::And => hlo::AndOp::info(),
                Self::Or => hlo::OrOp::info(),
            };
            let mut state = OpState::new(info, b.cur_loc());
            state.operands.extend(b.block_args(block).iter().copied());
            state.result_types.push(scalar);
            let combined = b.build(state);
            let mut end = OpState::new(hlo::ReturnOp::info(), b.cur_loc());
            end.operands.push(b.result(combined, 0));
            b.build(end);
        });
    }
}

impl Localizer<'_> {
    /// `reduce`: the initial value of one device alone, where it would count several times.
    pub(super) fn reduce(&mut self, op: Op) -> PassResult {
        let dims = self.body.attr(op, "dimensions").and_then(|a| self.body.cx().attr_as::<DenseArrayAttr>(a));
        let dims: Vec<usize> = dims.map(|d| d.values.iter().map(|&d| d as usize).collect()).unwrap_or_default();
        let input = self.body.operand(op, 0);
        if !dims.iter().any(|&dim| self.is_split(input, dim)) {
            return Ok(());
        }
        let combiner = self.body.regions(op).first().and_then(|&region| Combiner::of_region(self.body, region));
        let Some(combiner) = combiner.filter(|_| self.body.results(op).len() == 1) else {
            let message = "cannot be divided along the dimensions that it reduces: its function has no collective";
            return Err(self.error(op, message));
        };
        let init = self.body.operand(op, 1);
        if combiner.is_idempotent() || is_neutral(self.body, init, combiner) {
            return Ok(());
        }
        let axes: Vec<_> = dims.iter().flat_map(|&dim| self.axes(input, dim).to_vec()).collect();
        let Some(mesh) = self.mesh(input).cloned() else { return Ok(()) };
        let ty = self.body.ty(init);
        let own = self.before(op, |h| {
            let cx = h.b.cx_arc().clone();
            let place = place::place(h, &axes, &mesh);
            let zero = h.int(0, cx.tensor(&[], cx.i64()));
            let direction = cx.attr(hlo::ComparisonDirection::Eq);
            let first = h.op::<hlo::CompareOp>(
                &[place, zero],
                &[("comparison_direction", direction)],
                cx.tensor(&[], cx.i1()),
            );
            // Converted, as elements may be complex.
            let number = h.int(neutral(combiner), cx.tensor(&[], cx.i64()));
            let neutral = h.op::<hlo::ConvertOp>(&[number], &[], ty);
            h.op::<hlo::SelectOp>(&[first, init, neutral], &[], ty)
        });
        self.body.set_operand(op, 1, own);
        Ok(())
    }
}

/// The number that a sum or a product does not change by.
fn neutral(combiner: Combiner) -> u64 {
    u64::from(combiner == Combiner::Mul)
}

fn is_neutral(b: &Body, init: Value, combiner: Combiner) -> bool {
    let (cx, elem) = (b.cx(), b.cx().elem_or_self(b.ty(init)));
    let value = b.def_op(init).and_then(|op| b.attr(op, "value")).and_then(|value| cx.splat_value(value));
    let number = neutral(combiner);
    let same = match cx.as_int(elem) {
        Some(_) => cx.int_attr(number as i64, elem),
        None if cx.as_float(elem).is_some() => cx.float_attr(number as f64, elem),
        None => return false,
    };
    value == Some(same)
}
