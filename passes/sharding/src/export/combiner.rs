//! Functions that combine the partial results of devices.

use strata_ir::prelude::*;
use strata_sdy::attrs::Reduction;
use strata_stablehlo as hlo;

/// The function that combines partial results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
        let Some(op) = b.def_op(value).filter(|op| op.isa::<hlo::ReduceOp>(b)) else {
            return Some(Self::Add);
        };
        Self::of_region(b, *b.regions(op).first()?)
    }
    /// Whether a value that is combined several times counts once.
    pub(crate) fn is_idempotent(self) -> bool {
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
