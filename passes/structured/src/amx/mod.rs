//! `linalg-contractions-to-amx`: contractions of narrow numbers whose sums are in registers of tiles.
//!
//! # Before
//! ```mlir
//! linalg.generic {indexing_maps = [(m, n, k, p) -> (m, k, p), (m, n, k, p) -> (k, n, p), (m, n, k, p) -> (m, n)], …}
//!   ins(%a, %b : memref<64x16x4xi8>, memref<16x64x4xi8>) outs(%c : memref<64x64xi32>) { … arith.extsi … }
//! ```
//! # After
//! ```mlir
//! scf.for %i = %c0 to %c64 step %c32 { scf.for %j = %c0 to %c64 step %c32 {
//!   %sums:4 = scf.for %k = … iter_args(…) -> (!amx.tile<16x16xi32>, …) {
//!     %a0 = amx.tile_load %rows[%at], %stride : memref<4096xi8> into !amx.tile<16x64xi8>
//!     … 2 tiles of each factor, 4 amx.tile_muli
//!   }
//!   … 4 amx.tile_store
//! ```
//! A register has 16 rows of 64 bytes. Of the eight, four are sums, two by two, and two are rows of each factor, so that each tile that is loaded is
//! used twice. `linalg-prepare-contractions` has brought the factors into the order that the instructions read: groups of neighbours
//! along the depth, of 32 bits, next to each other. `linalg-pack-contractions` has made panels of the operand that all rows share where that pays.
//!
//! - All tiles of a function have 16 rows of 64 bytes, since one configuration of the registers holds for a whole function. Rows and columns
//!   that are left over are in a tile that has some of the others again; steps are copied to buffers that are filled up with zeros ([`pieces`]).
//! - Two loops over pixels of an image are one where that takes fewer tiles ([`merged_rows`]).
//! - The pass deliberately skips contractions with fewer than 16 rows, 16 columns or 64 bytes of steps, and buffers of unknown
//!   shape: for these there is the code of vectors.

mod blocks;
mod merged_rows;
mod pieces;
mod plan;

use strata_ir::prelude::*;
use strata_passes_analysis::contraction;

use self::{pieces::Emission, plan::Plan};
use crate::{
    panels::groups::Groups,
    structured_op::{self, Structured},
    vectorize::contract::{fused_fill, loop_nest::Nest},
};

/// Puts the sums of all contractions that fill tiles into registers of tiles. Returns how many.
pub fn to_tiles(body: &mut Body, groups: Groups) -> usize {
    let mut done = 0;
    for op in body.all_ops() {
        // Payloads go with their ops.
        if body.is_live(op) && to_tiles_of(body, op, groups).is_some() {
            body.erase(op);
            done += 1;
        }
    }
    done
}

fn to_tiles_of(body: &mut Body, op: Op, groups: Groups) -> Option<()> {
    let s: Structured = structured_op::structured(body, op)?;
    let product = contraction::product(body, &s).filter(|p| groups.sum_in_tiles(body.cx(), p))?;
    if !body.results(op).is_empty() {
        return None;
    }
    let nest = Nest::from_structured(body, &s)?;
    let plan = Plan::choose(&nest);
    let merged = merged_rows::merged(&nest, plan.as_ref());
    if plan.is_none() && merged.is_none() {
        return None;
    }
    let operands = [s.inputs[0], s.inputs[1], s.outputs[0]];
    let unsigned = product.unsigned(body);
    let init = fused_fill::take(body, op, operands[2]);
    let zero = init.is_some_and(|v| is_zero(body, v));
    let mut b = Builder::before(body, op);
    if let Some(init) = init.filter(|_| !zero) {
        structured_op::build_fill(&mut b, init, operands[2]);
    }
    match (merged, plan) {
        (Some(merged), _) => merged.emit(&mut b, operands, nest.starts[2], unsigned, zero)?,
        (None, plan) => Emission::new(&mut b, &nest, &plan?, operands, unsigned)?.emit(&mut b, zero),
    }
    Some(())
}

/// Whether a contraction fills tiles.
pub(crate) fn fills_tiles(nest: &Nest) -> bool {
    Plan::choose(nest).is_some() || merged_rows::merged(nest, None).is_some()
}

/// Whether a value is the constant whose bits are all zero.
fn is_zero(body: &Body, v: Value) -> bool {
    let zero = structured_op::zero_attr(body.cx(), body.ty(v));
    constant_value(body, v) == Some(zero)
}
