//! Regions that compute with scalars: recognising the usual ones, and running the others element by element.

use smallvec::SmallVec;
use strata_ir::prelude::{Block, Body, Op, Region};

use super::elementwise::on_booleans;
use crate::{
    Args, Elem, Eval, Num, Step, Tensor, Value,
    kernels::{Bin, Cmp, binary_num, compare},
};

/// What a region of two scalar arguments does.
#[derive(Clone, Copy)]
pub(super) enum Combiner {
    /// A function of both arguments, in order.
    Known(Bin),
    /// The first argument.
    First,
    /// The second argument.
    Second,
    /// Something that has to be run.
    General,
}

fn only_block(b: &Body, region: Region) -> Option<Block> {
    match b.blocks(region) {
        [block] => Some(*block),
        _ => None,
    }
}

/// The op and the terminator of a block that has no more than these.
fn two_ops(b: &Body, block: Block) -> Option<(Op, Op)> {
    let first = b.first_op(block)?;
    let second = b.next_op(first)?;
    b.next_op(second).is_none().then_some((first, second))
}

fn bin_of(name: &str) -> Option<Bin> {
    Some(match name {
        "stablehlo.add" => Bin::Add,
        "stablehlo.multiply" => Bin::Mul,
        "stablehlo.maximum" => Bin::Max,
        "stablehlo.minimum" => Bin::Min,
        "stablehlo.and" => Bin::And,
        "stablehlo.or" => Bin::Or,
        "stablehlo.xor" => Bin::Xor,
        _ => return None,
    })
}

/// Recognises a region.
pub(super) fn combiner(b: &Body, region: Region) -> Combiner {
    let known = || {
        let block = only_block(b, region)?;
        let &[x, y] = b.block_args(block) else { return None };
        let last = b.last_op(block)?;
        if Some(last) == b.first_op(block) && b.num_operands(last) == 1 {
            return match b.operand(last, 0) {
                v if v == x => Some(Combiner::First),
                v if v == y => Some(Combiner::Second),
                _ => None,
            };
        }
        let (op, last) = two_ops(b, block)?;
        let bin = bin_of(b.op_name(op))?;
        let both = b.num_operands(op) == 2 && b.num_operands(last) == 1;
        // All of them are commutative, so either order is the function itself.
        let args = both && [(x, y), (y, x)].contains(&(b.operand(op, 0), b.operand(op, 1)));
        (args && b.operand(last, 0) == b.result(op, 0)).then_some(Combiner::Known(bin))
    };
    known().unwrap_or(Combiner::General)
}

/// A comparison of two of the arguments of a region.
#[derive(Clone, Copy)]
pub(super) struct Comparison {
    pub cmp: Cmp,
    pub total: bool,
    pub lhs: usize,
    pub rhs: usize,
}

/// Recognises a region that compares two of its arguments.
pub(super) fn comparison(s: &Step<'_, '_>, region: Region) -> Option<Comparison> {
    let b = s.body();
    let block = only_block(b, region)?;
    let (op, last) = two_ops(b, block)?;
    if b.op_name(op) != "stablehlo.compare"
        || b.num_operands(last) != 1
        || b.operand(last, 0) != b.result(op, 0)
    {
        return None;
    }
    let text = |name| {
        let mut out = String::new();
        strata_ir::prelude::AsmWriter::new(s.cx(), &mut out).attr(b.attr(op, name)?);
        Some(out)
    };
    let direction = text("comparison_direction")?;
    let cmp = Cmp::from_word(direction.trim_end_matches('>').rsplit(' ').next()?)?;
    let total = text("compare_type").is_some_and(|t| t.contains("TOTALORDER"));
    let position = |v| b.block_args(block).iter().position(|&a| a == v);
    Some(Comparison { cmp, total, lhs: position(b.operand(op, 0))?, rhs: position(b.operand(op, 1))? })
}

impl Comparison {
    /// Whether it holds for two numbers.
    pub fn holds(self, e: Elem, x: Num, y: Num) -> bool {
        self.cmp.holds(compare(e, x, y, self.total))
    }
}

/// Runs a region on scalars, given and returned as numbers.
pub(super) fn run_scalars(
    s: &mut Step<'_, '_>,
    region: Region,
    args: impl Iterator<Item = (Elem, Num)>,
) -> Eval<SmallVec<[(Elem, Num); 2]>> {
    let args: Args = args.map(|(e, n)| Value::Tensor(Tensor::scalar(e, n))).collect();
    let out = s.run(region, args)?;
    out.iter()
        .map(|v| match v {
            Value::Tensor(t) if t.len() == 1 => Ok((t.elem, t.at(0))),
            v => Err(s.fault(format!("has a region that returns {} where a scalar is needed", v.describe()))),
        })
        .collect()
}

/// Applies a combiner, recognised or not, to one pair of numbers.
pub(super) fn combine(
    s: &mut Step<'_, '_>,
    c: Combiner,
    region: Region,
    e: Elem,
    x: Num,
    y: Num,
) -> Eval<Num> {
    match c {
        Combiner::First => Ok(x),
        Combiner::Second => Ok(y),
        Combiner::Known(op) => binary_num(on_booleans(op, e), e, x, y)
            .ok_or_else(|| s.fault("has a region that is not defined here")),
        Combiner::General => {
            let out = run_scalars(s, region, [(e, x), (e, y)].into_iter())?;
            out.first().map(|v| v.1).ok_or_else(|| s.fault("has a region that returns nothing"))
        }
    }
}

/// A tensor in the type that a region computes in, which may be wider than its own.
pub(super) fn promoted(t: Tensor, to: Elem) -> Tensor {
    if t.elem == to {
        return t;
    }
    let data = crate::kernels::convert(t.elem, to, t.data);
    Tensor::new(to, t.shape, data)
}
