//! Reductions of the lanes of a warp as one instruction, which GPUs from `sm_80` on have for integers.

use strata_gpu::{AllReduceOperation, SubgroupReduceOp};
use strata_ir::{prelude::*, rewrite::conversions};
use strata_lowering_llvm::engine::{Dialect, Lower, Lowered};
use strata_nvvm::{ReduxKind, ReduxOp};

/// The handler of `gpu.subgroup_reduce`.
pub(super) const REDUX: Dialect = Dialect {
    name: "gpu",
    rows: conversions! {
        SubgroupReduceOp => reduce,
    },
    otherwise: None,
};

fn reduce(l: &mut Lower<'_>) -> Lowered {
    let op = SubgroupReduceOp::from_op_unchecked(l.op());
    if op.cluster_size(l.body).is_some() {
        return Err("lowering for clustered reduce not implemented".to_owned());
    }
    if op.uniform(l.body).is_none() {
        return Err(
            "cannot be lowered to redux as the op must be run uniformly (entire subgroup).".to_owned()
        );
    }
    let i32 = l.cx().i32();
    if l.operand_type(0) != i32 {
        return Err("unsupported data type".to_owned());
    }
    let kind = l.attr("op").and_then(|a| l.cx().attr_as::<AllReduceOperation>(a)).copied();
    let kind = kind.and_then(kind_of).ok_or("unsupported reduction mode for redux")?;
    let value = l.operand(0)?;
    let lanes = l.int(-1, i32);
    let kind = l.cx().attr(kind);
    let result = ReduxOp::build(&mut l.at(), value, kind, lanes, None, None);
    l.replace(&[result])
}

const fn kind_of(operation: AllReduceOperation) -> Option<ReduxKind> {
    use AllReduceOperation as From;
    match operation {
        From::Add => Some(ReduxKind::Add),
        From::MinSi => Some(ReduxKind::Min),
        From::MaxSi => Some(ReduxKind::Max),
        From::And => Some(ReduxKind::And),
        From::Or => Some(ReduxKind::Or),
        From::Xor => Some(ReduxKind::Xor),
        _ => None,
    }
}
