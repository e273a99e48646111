//! Ops that the lanes of a warp execute together, and instructions on one lane's registers.

use strata_ir::prelude::*;
use strata_llvm::types::StructType;

use crate::{attrs::*, constraints::*, enums::*};

/// Reduces the values of all lanes.
#[op(
    name = "nvvm.redux.sync",
    interfaces = [Verify],
    same = [val, res],
    asm = "$kind $val `,` $mask_and_clamp attr-dict `:` type($val) `->` type($res)",
)]
pub struct ReduxOp {
    /// The lane's value.
    pub val: Operand<I32OrF32>,
    /// How they are combined.
    pub kind: Attr<ReduxKind>,
    /// The lanes.
    pub mask_and_clamp: Operand<I32>,
    /// Whether magnitudes are compared.
    pub abs: DefaultAttr<FalseAttr>,
    /// Whether NaN wins.
    pub nan: DefaultAttr<FalseAttr>,
    /// The combination.
    pub res: Res<I32OrF32>,
}

impl Verify for ReduxOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let set = |name| b.attr(self.op(), name) == Some(cx.bool_attr(true));
        let float = b.ty(self.val(b)) == cx.f32();
        let Some(kind) = b.attr(self.op(), "kind").and_then(|a| cx.attr_as::<ReduxKind>(a)) else {
            return Ok(());
        };
        if !float {
            if set("abs") {
                return Err(VerifyError::bare("abs attribute is supported only for f32 type"));
            }
            if set("nan") {
                return Err(VerifyError::bare("nan attribute is supported only for f32 type"));
            }
        }
        let kind_is_float = matches!(kind, ReduxKind::Fmin | ReduxKind::Fmax);
        if kind_is_float != float {
            let expected = if kind_is_float { "f32" } else { "i32" };
            return Err(VerifyError::bare(format!(
                "{} redux kind supports {expected} type only",
                kind.word()
            )));
        }
        Ok(())
    }
}

/// The value of another lane.
#[op(
    name = "nvvm.shfl.sync",
    interfaces = [Verify],
    asm = "$kind $thread_mask `,` $val `,` $offset `,` $mask_and_clamp attr-dict `:` type($val) `->` type($res)",
)]
pub struct ShflOp {
    /// The lanes.
    pub thread_mask: Operand<I32>,
    /// The lane's value.
    pub val: Operand<I32OrF32>,
    /// The offset or number of the other lane.
    pub offset: Operand<I32>,
    /// Parts of the warp and their bound.
    pub mask_and_clamp: Operand<I32>,
    /// How the offset selects the other lane.
    pub kind: Attr<ShflKind>,
    /// Whether the result also tells if the source lane exists.
    pub return_value_and_is_valid: OptAttr<UnitAttr>,
    /// The other lane's value.
    pub res: Res<ShflResult>,
}

impl Verify for ShflOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let ty = cx.type_as::<StructType>(b.ty(self.res(b)));
        let valid = b.attr(self.op(), "return_value_and_is_valid").is_some();
        if !valid && ty.is_some() {
            let message = "\"return_value_and_is_valid\" attribute must be specified when the return type is a struct type";
            return Err(VerifyError::bare(message));
        }
        if !valid {
            return Ok(());
        }
        let Some(ty) = ty else {
            return Err("expected return type to be a two-element struct".into());
        };
        let members = ty.members();
        if members.len() != 2 {
            return Err("expected return type to be a two-element struct".into());
        }
        let first = b.ty(self.val(b));
        for (which, found, wanted) in [("first", members[0], first), ("second", members[1], cx.i1())] {
            ensure!(
                found == wanted,
                "expected {which} element in the returned struct to be of type '{}' but got '{}' instead",
                cx.type_to_string(wanted),
                cx.type_to_string(found)
            );
        }
        Ok(())
    }
}

/// Combines the predicates of the lanes of a warp.
#[op(name = "nvvm.vote.sync", interfaces = [Verify], asm = "$kind $mask `,` $pred attr-dict `->` type($res)")]
pub struct VoteSyncOp {
    /// The lanes.
    pub mask: Operand<I32>,
    /// The lane's predicate.
    pub pred: Operand<I1>,
    /// How they are combined.
    pub kind: Attr<VoteSyncKind>,
    /// The answer.
    pub res: Res<I32OrI1>,
}

impl Verify for VoteSyncOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let ballot = matches!(
            b.attr(self.op(), "kind").and_then(|a| cx.attr_as::<VoteSyncKind>(a)),
            Some(VoteSyncKind::Ballot)
        );
        let ty = b.ty(self.res(b));
        ensure!(!ballot || ty == cx.i32(), "vote.sync 'ballot' returns an i32");
        ensure!(ballot || ty == cx.i1(), "vote.sync 'any', 'all' and 'uni' returns an i1");
        Ok(())
    }
}

/// The mask of the lanes that have the same value.
#[op(
    name = "nvvm.match.sync",
    interfaces = [Verify],
    asm = "$kind $thread_mask `,` $val attr-dict `:` type($val) `->` type($res)",
)]
pub struct MatchSyncOp {
    /// The lanes.
    pub thread_mask: Operand<I32>,
    /// The lane's value.
    pub val: Operand<I32OrI64>,
    /// Whether all have to be equal.
    pub kind: Attr<MatchSyncKind>,
    /// The lanes with the same value.
    pub res: Res<I32OrStruct>,
}

impl Verify for MatchSyncOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let kind = b.attr(self.op(), "kind").and_then(|a| cx.attr_as::<MatchSyncKind>(a));
        let ty = b.ty(self.res(b));
        if matches!(kind, Some(MatchSyncKind::All)) {
            let members = cx.type_as::<StructType>(ty).map(StructType::members).unwrap_or_default();
            ensure!(
                matches!(members, &[a, p] if a == cx.i32() && p == cx.i1()),
                "match.sync 'all' returns a two element struct with first element as i32 and second element as i1"
            );
        } else {
            ensure!(ty == cx.i32(), "match.sync 'any' returns an i32");
        }
        Ok(())
    }
}

/// A barrier for lanes of a warp.
#[op(name = "nvvm.bar.warp.sync", asm = "$mask attr-dict `:` type($mask)")]
pub struct SyncWarpOp {
    /// The lanes.
    pub mask: Operand<I32>,
}

/// Elects one of the lanes: true in that lane only.
#[op(name = "nvvm.elect.sync", asm = "($membermask^)? attr-dict `->` type(results)")]
pub struct ElectSyncOp {
    /// The lanes.
    pub membermask: OptOperand<I32>,
    /// Whether it is this lane.
    pub pred: Res<I1>,
}

/// An approximate reciprocal, with denormals flushed to zero.
#[op(name = "nvvm.rcp.approx.ftz.f", traits = [Pure], asm = "$arg attr-dict `:` type($res)")]
pub struct RcpApproxFtzF32Op {
    /// The number.
    pub arg: Operand<F32>,
    /// Its reciprocal.
    pub res: Res<F32>,
}

/// Permutes bytes: selects four of eight.
#[op(
    name = "nvvm.prmt",
    traits = [Pure],
    interfaces = [Verify],
    asm = "$mode $selector `,` $lo (`,` $hi^)? attr-dict `:` type($res)",
)]
pub struct PermuteOp {
    /// The lower bytes.
    pub lo: Operand<I32>,
    /// The upper bytes.
    pub hi: OptOperand<I32>,
    /// The selector of the bytes.
    pub selector: Operand<I32>,
    /// The interpretation of the selector.
    pub mode: Attr<PermuteMode>,
    /// The four bytes.
    pub res: Res<I32>,
}

impl Verify for PermuteOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let Some(&mode) = b.attr(self.op(), "mode").and_then(|a| b.cx().attr_as::<PermuteMode>(a)) else {
            return Ok(());
        };
        let two = matches!(mode, PermuteMode::Default | PermuteMode::F4E | PermuteMode::B4E);
        let has = self.hi(b).is_some();
        let word = mode.word();
        if two && !has {
            return Err(VerifyError::bare(format!("mode '{word}' requires 'hi' operand.")));
        }
        if !two && has {
            return Err(VerifyError::bare(format!("mode '{word}' does not accept 'hi' operand.")));
        }
        Ok(())
    }
}

/// Rounds a float to TF32, the format of tensor cores.
#[op(name = "nvvm.convert.float.to.tf32", interfaces = [Verify], infer(res = i32_type(src), "result is i32"), asm = "$src attr-dict")]
pub struct ConvertFloatToTF32Op {
    /// The float.
    pub src: Operand<F32>,
    /// How it is rounded.
    pub rnd: DefaultAttr<FpRoundingMode>,
    /// Whether numbers out of range saturate.
    pub sat: DefaultAttr<SaturationMode>,
    /// Whether negative ones become zero.
    pub relu: DefaultAttr<FalseAttr>,
    /// The bits.
    pub res: Res<I32>,
}

fn i32_type(_: Type, cx: &Context) -> Option<Type> {
    Some(cx.i32())
}

impl Verify for ConvertFloatToTF32Op {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let rnd = b.attr(self.op(), "rnd").and_then(|a| cx.attr_as::<FpRoundingMode>(a));
        let relu = b.attr(self.op(), "relu") == Some(cx.bool_attr(true));
        match rnd {
            Some(FpRoundingMode::Rna) if relu => {
                Err(VerifyError::bare("Relu not supported with rna rounding mode."))
            }
            Some(FpRoundingMode::Rna | FpRoundingMode::Rn | FpRoundingMode::Rz) => Ok(()),
            _ => {
                Err(VerifyError::bare("Only {rn,rz,rna} rounding modes supported for ConvertFloatToTF32Op."))
            }
        }
    }
}

/// Maps an address in shared memory to that in another block of the cluster.
#[op(name = "nvvm.mapa", traits = [MemRead, MemWrite], asm = "$a `,` $b attr-dict `:` type($a) `->` type($res)")]
pub struct MapaOp {
    /// The address in this block.
    pub a: Operand<PtrGenericOrShared>,
    /// The block.
    pub b: Operand<I32>,
    /// The address in that block.
    pub res: Res<PtrGenericOrCluster>,
}
