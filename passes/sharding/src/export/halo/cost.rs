//! Whether an exchange moves fewer elements than a collective that makes the dimension whole.

use strata_ir::prelude::*;
use strata_stablehlo as hlo;

use super::link::Link;
use super::plan::{Move, Need, Plan, plan};
use super::route::received;

/// Whether the linked dimensions of an op, in so many parts, can be exchanged, with no more elements for any device than all of them.
pub(crate) fn is_worthwhile(b: &Body, op: Op, link: &Link, parts: i64) -> bool {
    plan(b, op, link, parts).is_some_and(|plan| costs_less(b, op, &plan))
}

/// Whether no device gets more than all of the dimensions. Where elements come from further than from neighbours, it has to be less: one
/// gather is faster than several permutations.
pub(super) fn costs_less(b: &Body, op: Op, plan: &Plan) -> bool {
    let (mut exchanged, mut gathered, mut is_far) = (Vec::new(), 0i128, false);
    for need in &plan.needs {
        let Some(own) = elements(b, op, need) else { return false };
        gathered += own.gathered;
        is_far |= own.is_far;
        exchanged.resize(exchanged.len().max(own.exchanged.len()), 0);
        exchanged.iter_mut().zip(own.exchanged).for_each(|(sum, own)| *sum += own);
    }
    let most: i128 = exchanged.into_iter().max().unwrap_or(0);
    if is_far { most < gathered } else { most <= gathered }
}

/// The elements of an operand that move.
struct Elements {
    /// To each device.
    exchanged: Vec<i128>,
    /// To each device if it has all along the dimension then.
    gathered: i128,
    /// Whether some come from further than from a neighbour.
    is_far: bool,
}

fn elements(b: &Body, op: Op, need: &Need) -> Option<Elements> {
    let sizes = hlo::infer::sizes(b.cx(), b.ty(b.operand(op, need.operand)));
    let others: i128 =
        sizes.iter().enumerate().filter(|(dim, _)| *dim != need.dim).map(|(_, &n)| i128::from(n)).product();
    let (parts, part, own, is_far) = match need.by {
        Move::Interval(interval, _) => {
            let pieces = interval.route()?;
            let is_far = pieces.iter().any(|piece| piece.hop.abs() > 1);
            (interval.parts, interval.part, received(&pieces, interval.parts), is_far)
        }
        Move::Mirror { parts, part } => (parts, part, vec![part], false),
    };
    let exchanged = own.into_iter().map(|n| i128::from(n) * others).collect();
    Some(Elements { exchanged, gathered: i128::from(parts - 1) * i128::from(part) * others, is_far })
}
