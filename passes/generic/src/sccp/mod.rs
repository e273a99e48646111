//! `sccp`: sparse conditional constant propagation.
//!
//! Before:
//! ```mlir
//! cf.cond_br %true, ^a(%c1 : i32), ^b
//! ^a(%x: i32):
//!   %0 = arith.addi %x, %c1 : i32
//! ```
//! After: uses of `%x` and `%0` are constants; unreachable blocks do not count.
//!
//! Values flow along branches, into and out of the regions of ops, and between functions. If all uses of a function are calls, and it is
//! private, or nested and not visible outside, then its arguments are the operands of these calls. The results of a call are the operands
//! of the function's returns.

mod rewrite;
mod solver;
pub(crate) mod units;

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use solver::Solver;
use units::Units;

/// Sparse Conditional Constant Propagation.
#[pass(name = "sccp", class = "SCCP", idempotent)]
pub struct Sccp;

impl BodyPass for Sccp {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let mut solver = Solver::new(Units::new(body, cx.is_outermost()));
        solver.solve();
        let Solver { mut units, values, .. } = solver;
        for unit in 0..units.len() {
            rewrite::rewrite(units.body_mut(unit), &|v| values.get(&(unit, v)).copied());
        }
        units.put_back();
        Ok(())
    }
}

/// The lattice of a value: its only known value, or several. A value without an entry has not been computed yet.
#[derive(Clone, Copy, Debug)]
enum Lattice {
    /// Always this constant, materialized by this dialect.
    Constant(Attr, &'static str),
    /// Several values.
    Unknown,
}

impl Lattice {
    fn constant(self) -> Option<Attr> {
        match self {
            Lattice::Constant(attr, _) => Some(attr),
            Lattice::Unknown => None,
        }
    }
}
