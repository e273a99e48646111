//! Checked arithmetic on sizes, which ends the program on overflow.
//!
//! A size, an offset or a padding may be an input of the program, so that it may have any value. Sums, differences and products of such
//! values are emitted here, each followed by a `cf.assert` unless the ranges of its operands show that it does not overflow. No access
//! depends on a value that wrapped.
//!
//! Every tensor of dynamic size that a program creates is checked by [`fits`], and every one that it is passed is checked by the runtime,
//! so that the product of the nonzero sizes of any tensor is at most [`Limits::ELEMENTS`]. Therefore arithmetic on positions of elements
//! inside of tensors needs no check.

use strata_arith::{self as arith, CmpIPredicate};
use strata_ir::{core::Limits, prelude::*};
use strata_linalg::payload;
use strata_tensor::{self as tensor, MixedIndex};

use super::{
    Lowered,
    emit::cmpi,
    index_math::{self, TOO_LARGE},
};

/// How far definitions of a value are followed.
const STEPS: usize = 8;

/// An inclusive range of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Range {
    low: i64,
    high: i64,
}

impl Range {
    const ANY: Self = Self { low: i64::MIN, high: i64::MAX };

    fn new(low: i64, high: i64) -> Self {
        Self { low, high }
    }
    /// The range of `of` on two ranges, where it is monotonic in each operand; `None` if it may overflow.
    fn combine(self, other: Self, of: impl Fn(i64, i64) -> Option<i64>) -> Option<Self> {
        let ends =
            [(self.low, other.low), (self.low, other.high), (self.high, other.low), (self.high, other.high)];
        let mut all = ends.into_iter().map(|(x, y)| of(x, y));
        let first = all.next()??;
        all.try_fold(Self::new(first, first), |range, n| {
            n.map(|n| Self::new(range.low.min(n), range.high.max(n)))
        })
    }
    /// The range of a signless type, interpreted as signed.
    fn of_int(width: u32) -> Self {
        match width {
            1..64 => Self::new(-1 << (width - 1), (1 << (width - 1)) - 1),
            _ => Self::ANY,
        }
    }
}

/// The known range of a value.
fn range(b: &Body, n: MixedIndex, steps: usize) -> Range {
    if let Some(n) = n.constant(b) {
        return Range::new(n, n);
    }
    let MixedIndex::Value(v) = n else { return Range::ANY };
    let Some(op) = b.def_op(v).filter(|_| steps > 0) else { return Range::ANY };
    let of = |i: usize| match b.operands(op).nth(i) {
        Some(v) => range(b, v.into(), steps - 1),
        None => Range::ANY,
    };
    let width = || b.operand_types(op).next().and_then(|t| b.cx().as_int(t)).map_or(64, |t| t.width);
    let none_is_negative = |all: &[Range]| all.iter().all(|r| r.low >= 0);
    match b.op_name(op) {
        "tensor.dim" => {
            let shape = b.operand_types(op).next().and_then(|t| b.cx().shaped(t)).and_then(|s| s.shape);
            Range::new(
                0,
                Limits::ELEMENTS / known(shape.unwrap_or(&[]).iter().copied()).clamp(1, Limits::ELEMENTS),
            )
        }
        "arith.index_cast" => {
            let source = b.operands(op).next().and_then(|v| b.def_op(v));
            match source.map(|op| b.op_name(op)) {
                Some("math.ctlz") => Range::new(0, 64),
                _ => Range::of_int(width()),
            }
        }
        "arith.index_castui" if width() < 64 => Range::new(0, (1 << width()) - 1),
        "arith.addi" => of(0).combine(of(1), i64::checked_add).unwrap_or(Range::ANY),
        "arith.subi" => of(0).combine(of(1), i64::checked_sub).unwrap_or(Range::ANY),
        "arith.muli" => of(0).combine(of(1), i64::checked_mul).unwrap_or(Range::ANY),
        "arith.maxsi" => of(0).combine(of(1), |x, y| Some(x.max(y))).unwrap_or(Range::ANY),
        "arith.minsi" => of(0).combine(of(1), |x, y| Some(x.min(y))).unwrap_or(Range::ANY),
        "arith.divui" if none_is_negative(&[of(0), of(1)]) => {
            of(0).combine(of(1), i64::checked_div).unwrap_or(Range::new(0, of(0).high))
        }
        "arith.shli" if of(0) == Range::new(1, 1) && (0..62).contains(&of(1).low) && of(1).high < 62 => {
            Range::new(1, 1 << of(1).high)
        }
        "arith.select" => {
            let (x, y) = (of(1), of(2));
            Range::new(x.low.min(y.low), x.high.max(y.high))
        }
        _ => Range::ANY,
    }
}

/// The product of the static nonzero sizes, saturated.
fn known(shape: impl Iterator<Item = i64>) -> i64 {
    shape.filter(|&n| n != DYNAMIC).fold(1, |n, d| n.saturating_mul(d.max(1)))
}

/// Emits an op by its name, and checks the result unless its range is known to fit; `holds` emits the condition.
fn binary(
    b: &mut Builder<'_>,
    name: &str,
    [x, y]: [MixedIndex; 2],
    of: fn(i64, i64) -> Option<i64>,
    holds: impl FnOnce(&mut Builder<'_>, [Value; 2], Value) -> Lowered<Value>,
) -> Lowered<MixedIndex> {
    if let (Some(m), Some(n)) = (x.constant(b), y.constant(b)) {
        return of(m, n).map(MixedIndex::Static).ok_or_else(|| TOO_LARGE.into());
    }
    let always = range(b, x, STEPS).combine(range(b, y, STEPS), of).is_some();
    let values = [index_math::value(b, x), index_math::value(b, y)];
    let index = b.cx().index();
    let result = payload::op(b, name, &values, index)?;
    if !always {
        let condition = holds(b, values, result)?;
        index_math::assert(b, condition, TOO_LARGE);
    }
    Ok(MixedIndex::Value(result))
}

/// Whether in one of the pairs both values have the same sign.
fn same_signs(b: &mut Builder<'_>, pairs: [[Value; 2]; 2]) -> Lowered<Value> {
    let index = b.cx().index();
    let mut differences = Vec::with_capacity(2);
    for pair in pairs {
        differences.push(payload::op(b, "arith.xori", &pair, index)?);
    }
    let both = payload::op(b, "arith.andi", &differences, index)?;
    let zero = arith::constant_index(b, 0);
    Ok(cmpi(b, CmpIPredicate::Sge, both, zero))
}

pub(super) fn add(b: &mut Builder<'_>, x: MixedIndex, y: MixedIndex) -> Lowered<MixedIndex> {
    let (x, y) = match (x, y) {
        (MixedIndex::Static(0), n) | (n, MixedIndex::Static(0)) => return Ok(n),
        // A value of known sign is made the second operand.
        _ if range(b, y, STEPS).low < 0 && range(b, x, STEPS).low >= 0 => (y, x),
        _ => (x, y),
    };
    let sign = range(b, y, STEPS);
    binary(b, "arith.addi", [x, y], i64::checked_add, |b, [x, y], sum| {
        Ok(match sign {
            Range { low: 0.., .. } => cmpi(b, CmpIPredicate::Sge, sum, x),
            Range { high: ..0, .. } => cmpi(b, CmpIPredicate::Slt, sum, x),
            // The sum overflows if its sign differs from those of both operands.
            _ => same_signs(b, [[sum, x], [sum, y]])?,
        })
    })
}

pub(super) fn sub(b: &mut Builder<'_>, x: MixedIndex, y: MixedIndex) -> Lowered<MixedIndex> {
    match y {
        MixedIndex::Static(0) => return Ok(x),
        _ if x == y => return Ok(MixedIndex::Static(0)),
        _ => (),
    }
    let sign = range(b, y, STEPS);
    binary(b, "arith.subi", [x, y], i64::checked_sub, |b, [x, y], rest| {
        Ok(match sign {
            Range { low: 0.., .. } => cmpi(b, CmpIPredicate::Sle, rest, x),
            Range { high: ..0, .. } => cmpi(b, CmpIPredicate::Sgt, rest, x),
            // The difference overflows if the operands' signs differ and the result has the sign of the second one.
            _ => same_signs(b, [[x, y], [x, rest]])?,
        })
    })
}

/// The product of a value and a positive constant, or of two values that must not be negative: the program ends if one is.
pub(super) fn mul(b: &mut Builder<'_>, x: MixedIndex, y: MixedIndex) -> Lowered<MixedIndex> {
    let (x, y) = match (x, y) {
        (MixedIndex::Static(1), n) | (n, MixedIndex::Static(1)) => return Ok(n),
        (MixedIndex::Static(_), _) => (y, x),
        _ => (x, y),
    };
    if y.as_static() == Some(0) {
        return Ok(y);
    }
    let factor = y.constant(b).filter(|&n| n > 0);
    binary(b, "arith.muli", [x, y], i64::checked_mul, |b, [x, y], _| {
        if let Some(n) = factor {
            let [low, high] = [i64::MIN / n, i64::MAX / n].map(|n| arith::constant_index(b, n));
            let (above, below) = (cmpi(b, CmpIPredicate::Sge, x, low), cmpi(b, CmpIPredicate::Sle, x, high));
            return Ok(arith::AndIOp::build(b, above, below));
        }
        // A negative value, compared as unsigned, exceeds any limit.
        let [one, most] = [1, i64::MAX].map(|n| arith::constant_index(b, n));
        let index = b.cx().index();
        let some = payload::op(b, "arith.maxui", &[y, one], index)?;
        let most = payload::op(b, "arith.divui", &[most, some], index)?;
        Ok(cmpi(b, CmpIPredicate::Ule, x, most))
    })
}

/// The quotient rounded up, of a nonnegative number and a positive size.
pub(super) fn div_up(b: &mut Builder<'_>, n: MixedIndex, size: MixedIndex) -> Lowered<MixedIndex> {
    if size == MixedIndex::Static(1) {
        return Ok(n);
    }
    let more = index_math::last(b, size)?;
    let [all, others] = [n, more].map(|n| range(b, n, STEPS));
    if all.combine(others, i64::checked_add).is_some() {
        let sum = add(b, n, more)?;
        return index_math::div(b, sum, size);
    }
    // One for the part with the last element, and the number of parts before it.
    let some = index_math::max(b, n, 1.into())?;
    let last = index_math::left(b, some, 1.into())?;
    let before = index_math::div(b, last, size)?;
    let one = index_math::min(b, n, 1.into())?;
    if let (Some(m), Some(n)) = (before.constant(b), one.constant(b)) {
        return Ok((m + n).into());
    }
    let (before, one, index) = (index_math::value(b, before), index_math::value(b, one), b.cx().index());
    payload::op(b, "arith.addi", &[before, one], index).map(MixedIndex::Value)
}

/// Ends the program unless a tensor of these sizes is allowed. A size that is 0 does not exempt the others: values computed from them must
/// not overflow either.
pub(crate) fn fits(b: &mut Builder<'_>, shape: &[MixedIndex]) {
    let open: Vec<Value> =
        shape.iter().filter(|n| n.constant(b).is_none()).filter_map(|n| n.value()).collect();
    let known = known(shape.iter().filter_map(|n| n.constant(b)));
    if open.is_empty() || always_fits(b, &open, known) || made_before(b, &open, known) {
        return;
    }
    let (mut left, one) = (arith::constant_index(b, Limits::ELEMENTS / known), arith::constant_index(b, 1));
    let mut all: Option<Value> = None;
    for (i, &n) in open.iter().enumerate() {
        let last = i + 1 == open.len();
        let some = if last { n } else { arith::MaxUIOp::build(b, n, one) };
        // A negative value, compared as unsigned, exceeds any limit.
        let one_fits = cmpi(b, CmpIPredicate::Ule, some, left);
        all = Some(match all {
            Some(others) => arith::AndIOp::build(b, others, one_fits),
            None => one_fits,
        });
        if !last {
            left = arith::DivUIOp::build(b, left, some, None);
        }
    }
    if let Some(all) = all {
        index_math::assert(b, all, TOO_LARGE);
    }
}

/// Whether the ranges of sizes show that the tensor is allowed, or the sizes are those of one existing tensor.
fn always_fits(b: &Body, open: &[Value], known: i64) -> bool {
    let most = open.iter().try_fold(known, |n, &v| {
        let range = range(b, v.into(), STEPS);
        n.checked_mul(range.high.max(1)).filter(|_| range.low >= 0)
    });
    if most.is_some_and(|n| n <= Limits::ELEMENTS) {
        return true;
    }
    let dims: Option<Vec<(Value, Option<usize>)>> = open
        .iter()
        .map(|&v| b.def_as::<tensor::DimOp>(v).map(|dim| (dim.source(b), dim.constant_index(b))))
        .collect();
    let Some(dims) = dims else { return false };
    let (source, _) = dims[0];
    let apart =
        dims.iter().enumerate().all(|(i, d)| d.0 == source && d.1.is_some() && !dims[..i].contains(d));
    let shape = b.cx().shaped(b.ty(source)).and_then(|s| s.shape).unwrap_or(&[]);
    apart && known <= self::known(shape.iter().copied())
}

/// Whether a tensor with these sizes was created before, in a block that dominates the insertion point.
fn made_before(b: &Builder<'_>, open: &[Value], known: i64) -> bool {
    let mut around = vec![b.point().block];
    while let Some(block) =
        around.last().and_then(|&block| b.block_parent_op(block)).and_then(|op| b.parent_block(op))
    {
        around.push(block);
    }
    let makes = |op: Op| {
        op.isa::<tensor::EmptyOp>(b) && b.parent_block(op).is_some_and(|block| around.contains(&block)) && {
            let mut given: Vec<Value> = b.operands(op).collect();
            let shape = b.result_types(op).next().and_then(|t| b.cx().shaped(t)).and_then(|s| s.shape);
            let mut take =
                |v: &Value| given.iter().position(|g| g == v).map(|i| given.swap_remove(i)).is_some();
            open.iter().all(&mut take)
                && shape.is_some_and(|shape| known <= self::known(shape.iter().copied()))
        }
    };
    b.users(open[0]).take(64).any(makes)
}
