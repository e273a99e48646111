//! Atomic read-modify-write, compare-and-exchange and fences.

use strata_ir::prelude::*;

use crate::{
    attrs::{AtomicBinOp, Ordering, ordering_word},
    constraints::*,
    metadata::{AccessGroups, AliasScopes, TbaaTags},
    types::{StructType, as_vector, is_float, is_ptr},
};

const MONOTONIC: i64 = 2;
const RELEASE: i64 = 5;
const ACQ_REL: i64 = 6;

/// Whether a processor can access a value of this type at once: a power of two of bytes.
pub(super) fn is_atomic_type(cx: &Context, ty: Type) -> bool {
    if is_ptr(cx, ty) {
        return true;
    }
    let number = strata_ir::core::constraints::is_signless_int(cx, ty) || is_float(cx, ty);
    number && cx.bit_width(ty).is_some_and(|bits| bits >= 8 && bits.is_power_of_two())
}

fn same(ty: Type, _: &Context) -> Option<Type> {
    Some(ty)
}

/// Reads memory, combines it with a value and writes the result, as one access.
#[op(
    name = "llvm.atomicrmw",
    traits = [MemRead, MemWrite],
    interfaces = [Verify],
    infer(res = same(val), "result #0 and operand #1 have the same type"),
    asm = "(`volatile` $volatile_^)? $bin_op $ptr `,` $val (`syncscope` `(` $syncscope^ `)`)? $ordering attr-dict `:` qualified(type($ptr)) `,` type($val)",
)]
pub struct AtomicRMWOp {
    /// The operation.
    pub bin_op: Attr<AtomicBinOp>,
    /// The address.
    pub ptr: Operand<LlvmPointer>,
    /// The value.
    pub val: Operand<LlvmAtomic>,
    /// The memory ordering.
    pub ordering: Attr<Ordering>,
    /// The synchronization scope.
    pub syncscope: OptAttr<StringAttr>,
    /// Alignment in bytes.
    pub alignment: OptAttr<I64Attr>,
    /// The access has effects of its own.
    #[ir_name = "volatile_"]
    pub volatile_: OptAttr<UnitAttr>,
    /// Access groups.
    pub access_groups: OptAttr<AccessGroups>,
    /// Scopes that it is in.
    pub alias_scopes: OptAttr<AliasScopes>,
    /// Scopes that it does not alias.
    pub noalias_scopes: OptAttr<AliasScopes>,
    /// Type tags.
    pub tbaa: OptAttr<TbaaTags>,
    /// The value in memory before the operation.
    pub res: Res<LlvmAtomic>,
}

fn number(b: &Body, op: Op, name: &str) -> i64 {
    b.attr(op, name).and_then(|a| b.cx().attr_i64(a)).unwrap_or(0)
}

impl Verify for AtomicRMWOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let ty = b.ty(self.val(b));
        match number(b, self.op(), "bin_op") {
            // `fadd`, `fsub`, `fmax`, `fmin`, `fmaximum` and `fminimum`.
            11..=14 | 19 | 20 => match as_vector(cx, ty) {
                Some(v) => {
                    ensure!(is_float(cx, v.elem), "expected LLVM IR floating point type for vector element");
                }
                None => ensure!(is_float(cx, ty), "expected LLVM IR floating point type"),
            },
            0 => ensure!(is_atomic_type(cx, ty), "unexpected LLVM IR type for 'xchg' bin_op"),
            _ => {
                let bits = cx.as_int(ty).and_then(|_| cx.bit_width(ty));
                ensure!(matches!(bits, Some(8 | 16 | 32 | 64)), "expected LLVM IR integer type");
            }
        }
        ensure!(
            number(b, self.op(), "ordering") >= MONOTONIC,
            "expected at least '{}' ordering",
            ordering_word(MONOTONIC)
        );
        Ok(())
    }
}

fn value_and_bool(ty: Type, cx: &Context) -> Option<Type> {
    Some(cx.ty(StructType::literal(vec![ty, cx.i1()])))
}

/// Writes a value if memory holds another one, as one access.
#[op(
    name = "llvm.cmpxchg",
    traits = [MemRead, MemWrite],
    interfaces = [Verify],
    infer(cmp = same(val), "operand #1 and operand #2 have the same type"),
    infer(res = value_and_bool(val), "result #0 has an LLVM struct type consisting of the type of operand #2 and a bool"),
    asm = "(`weak` $weak^)? (`volatile` $volatile_^)? $ptr `,` $cmp `,` $val (`syncscope` `(` $syncscope^ `)`)? $success_ordering $failure_ordering attr-dict `:` qualified(type($ptr)) `,` type($val)",
)]
pub struct AtomicCmpXchgOp {
    /// The address.
    pub ptr: Operand<LlvmPointer>,
    /// The value that memory is compared with.
    pub cmp: Operand<LlvmIntOrPointer>,
    /// The value that is written if the comparison succeeds.
    pub val: Operand<LlvmIntOrPointer>,
    /// The memory ordering if the exchange succeeds.
    pub success_ordering: Attr<Ordering>,
    /// The memory ordering if the exchange fails.
    pub failure_ordering: Attr<Ordering>,
    /// The synchronization scope.
    pub syncscope: OptAttr<StringAttr>,
    /// Alignment in bytes.
    pub alignment: OptAttr<I64Attr>,
    /// It may also fail spuriously.
    pub weak: OptAttr<UnitAttr>,
    /// The access has effects of its own.
    #[ir_name = "volatile_"]
    pub volatile_: OptAttr<UnitAttr>,
    /// Access groups.
    pub access_groups: OptAttr<AccessGroups>,
    /// Scopes that it is in.
    pub alias_scopes: OptAttr<AliasScopes>,
    /// Scopes that it does not alias.
    pub noalias_scopes: OptAttr<AliasScopes>,
    /// Type tags.
    pub tbaa: OptAttr<TbaaTags>,
    /// The value in memory before the operation, and whether the exchange took place.
    pub res: Res<LlvmStruct>,
}

impl Verify for AtomicCmpXchgOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        ensure!(is_atomic_type(b.cx(), b.ty(self.val(b))), "unexpected LLVM IR type");
        let (success, failure) =
            (number(b, self.op(), "success_ordering"), number(b, self.op(), "failure_ordering"));
        ensure!(success >= MONOTONIC && failure >= MONOTONIC, "ordering must be at least 'monotonic'");
        ensure!(![RELEASE, ACQ_REL].contains(&failure), "failure ordering cannot be 'release' or 'acq_rel'");
        Ok(())
    }
}

/// Orders the accesses before it and those after it.
#[op(
    name = "llvm.fence",
    traits = [MemRead, MemWrite],
    interfaces = [Verify],
    asm = "(`syncscope` `(` $syncscope^ `)`)? $ordering attr-dict",
)]
pub struct FenceOp {
    /// Which accesses.
    pub ordering: Attr<Ordering>,
    /// The synchronization scope.
    pub syncscope: OptAttr<StringAttr>,
}

impl Verify for FenceOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        ensure!(
            number(b, self.op(), "ordering") > MONOTONIC,
            "can be given only acquire, release, acq_rel, and seq_cst orderings"
        );
        Ok(())
    }
}
