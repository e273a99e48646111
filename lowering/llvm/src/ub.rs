//! `ub` to `llvm`: what has no value, and what is not reached.
//!
//! Before: `%0 = ub.poison : index`
//! After: `%0 = llvm.mlir.poison : i64`

use strata_llvm as llvm;

use crate::engine::{Dialect, Handler, Lower, Lowered};

/// The handlers of `ub`.
pub const UB: Dialect = Dialect { name: "ub", handler };

fn handler(op: &str) -> Option<Handler> {
    Some(match op {
        "poison" => poison,
        "unreachable" => unreachable,
        _ => return None,
    })
}

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
