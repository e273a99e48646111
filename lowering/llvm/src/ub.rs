//! Lowers `ub` to `llvm`: poison values, and unreachable code.
//!
//! Before: `%0 = ub.poison : index`
//! After: `%0 = llvm.mlir.poison : i64`

use strata_ir::rewrite::conversions;
use strata_llvm as llvm;

use crate::engine::{Dialect, Lower, Lowered};

/// The handlers of `ub`.
pub const UB: Dialect = Dialect {
    name: "ub",
    rows: conversions! {
        strata_ub::PoisonOp => poison,
        strata_ub::UnreachableOp => unreachable,
    },
    otherwise: Some("has no conversion to LLVM"),
};

fn poison(l: &mut Lower<'_>) -> Lowered {
    let ty = l.result_type(0);
    let ty = l.convert(ty)?;
    let value = l.poison(ty);
    l.replace_one(value)
}

fn unreachable(l: &mut Lower<'_>) -> Lowered {
    llvm::UnreachableOp::build(&mut l.at());
    Ok(())
}
