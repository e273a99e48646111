//! Groups of neighbours along the depth, which one instruction multiplies and sums: pairs of 16 bits, and four bytes in registers of tiles.
//!
//! ```text
//! steps of a matrix [k][n]          panels of pairs [k / 2][n][2]
//! a0 a1 a2 a3 …                     a0 b0 a1 b1 a2 b2 a3 b3 …
//! b0 b1 b2 b3 …
//! ```
//! The other operand has groups where they are: its steps are neighbours. The shared operand gets them while it is copied into panels,
//! so a contraction of narrow numbers stays what it is until then.

use strata_ir::prelude::*;
use strata_passes_analysis::contraction::Product;

use super::{Roles, SMALL};
use crate::vectorize::contract::loop_nest::{Loop, Nest};

/// Rows of a register of tiles, and columns of one of sums, and groups in a row of a factor.
pub(crate) const TILE: i64 = 16;

/// Which narrow numbers the target multiplies in groups, beside signed integers of 16 bits in pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Groups {
    /// Pairs of bf16.
    pub bf16: bool,
    /// Groups of four bytes, in registers of tiles.
    pub bytes: bool,
    /// Pairs of bf16 are in registers of tiles, too.
    pub bf16_tiles: bool,
}

impl Groups {
    /// Whether groups of these numbers are in registers of tiles.
    pub(super) fn in_tiles(self, cx: &Context, factor: Type) -> bool {
        factor == cx.bf16() && self.bf16_tiles || factor == cx.i8() && self.bytes
    }

    /// Whether the target has an instruction for groups of these numbers.
    pub(super) fn have(self, body: &Body, product: &Product) -> bool {
        let cx = body.cx();
        let Some(factor) = product.factor() else { return false };
        let extended = product.casts.iter().all(Option::is_some) && sum_of(cx, factor) == Some(product.sum);
        let has = factor == cx.i16() && product.unsigned(body) == [false, false]
            || factor == cx.bf16() && self.bf16
            || factor == cx.i8() && self.bytes;
        extended && has
    }

    /// Whether a product is summed in registers of tiles.
    pub(crate) fn sum_in_tiles(self, cx: &Context, product: &Product) -> bool {
        product.factor().is_some_and(|f| self.in_tiles(cx, f) && sum_of(cx, f) == Some(product.sum))
    }
}

/// The type in which instructions sum products of groups of a type.
fn sum_of(cx: &Context, factor: Type) -> Option<Type> {
    if factor == cx.bf16() { Some(cx.f32()) } else { [cx.i8(), cx.i16()].contains(&factor).then(|| cx.i32()) }
}

/// The loops of a contraction with one more loop, over the members of a group, and their roles.
pub(crate) fn with_groups(nest: &Nest) -> Option<(Nest, Roles)> {
    let mut roles = Roles::classify(nest).filter(|r| r.pair.is_none() && nest.group > 1)?;
    let (shared, group) = (roles.shared, nest.group);
    let along_rows = |&d: &usize| nest.loops[d].strides[1 - shared] == 1;
    let k = roles.reductions.iter().copied().find(along_rows)?;
    let steps = &nest.loops[k];
    if steps.size % group != 0 || steps.size / group < SMALL {
        return None;
    }
    let member = Loop { size: group, ..steps.clone() };
    let mut nest = nest.clone();
    nest.loops[k] =
        Loop { size: steps.size / group, reduction: true, strides: steps.strides.map(|s| s * group) };
    nest.loops.push(member);
    roles.pair = Some(nest.loops.len() - 1);
    roles.reductions.sort_by_key(|&d| std::cmp::Reverse(nest.loops[d].strides[shared]));
    roles.can_be_copied(&nest, (1, group)).then_some((nest, roles))
}
