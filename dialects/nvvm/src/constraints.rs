//! Constraints on the types of operands and results.

use strata_ir::prelude::*;
use strata_llvm::types::{PointerType, StructType};

/// Whether a type is a pointer into one of these address spaces.
fn space(cx: &Context, ty: Type, spaces: &[u32]) -> bool {
    cx.type_as::<PointerType>(ty).is_some_and(|p| spaces.contains(&p.address_space))
}

type_constraint! {
    /// A generic pointer.
    PtrGeneric = "LLVM pointer in address space 0", |ty, cx| space(cx, ty, &[0]);
    /// A pointer to global memory.
    PtrGlobal = "LLVM pointer in address space 1", |ty, cx| space(cx, ty, &[1]);
    /// A pointer to the block's shared memory.
    PtrShared = "LLVM pointer in address space 3", |ty, cx| space(cx, ty, &[3]);
    /// A pointer to shared memory of the cluster.
    PtrCluster = "LLVM pointer in address space 7", |ty, cx| space(cx, ty, &[7]);
    /// A generic pointer or one to the block's shared memory.
    PtrGenericOrShared = "LLVM pointer in address space 0 or LLVM pointer in address space 3", |ty, cx| space(cx, ty, &[0, 3]);
    /// A generic pointer or one to shared memory of the cluster.
    PtrGenericOrCluster = "LLVM pointer in address space 0 or LLVM pointer in address space 7", |ty, cx| space(cx, ty, &[0, 7]);
    /// A pointer to shared memory of the block or of the cluster.
    PtrAnyShared = "LLVM pointer in address space 3 or LLVM pointer in address space 7", |ty, cx| space(cx, ty, &[3, 7]);
    /// A generic pointer or one to shared memory.
    PtrBarrier = "LLVM pointer in address space 0 or LLVM pointer in address space 3 or LLVM pointer in address space 7", |ty, cx| space(cx, ty, &[0, 3, 7]);
    /// A pointer to memory that caches hold.
    PtrCached = "LLVM pointer in address space 1 or LLVM pointer in address space 5 or LLVM pointer in address space 0 or LLVM pointer in address space 4", |ty, cx| space(cx, ty, &[0, 1, 4, 5]);
    /// The state of a barrier.
    State = "64-bit signless integer", |ty, cx| ty == cx.i64();
    /// 16 bits.
    I16 = "16-bit signless integer", |ty, cx| ty == cx.i16(), only |cx| cx.i16();
    /// 32 bits.
    I32OrF32 = "32-bit signless integer or 32-bit float", |ty, cx| ty == cx.i32() || ty == cx.f32();
    /// 32 bits, or these and whether they are valid.
    ShflResult = "32-bit signless integer or 32-bit float or LLVM structure type",
        |ty, cx| ty == cx.i32() || ty == cx.f32() || cx.type_as::<StructType>(ty).is_some();
    /// 32 bits or one.
    I32OrI1 = "32-bit signless integer or 1-bit signless integer", |ty, cx| ty == cx.i32() || ty == cx.i1();
    /// 32 or 64 bits.
    I32OrI64 = "32-bit signless integer or 64-bit signless integer", |ty, cx| ty == cx.i32() || ty == cx.i64();
    /// 64 bits, or 32.
    I64OrI32 = "64-bit signless integer or 32-bit signless integer", |ty, cx| ty == cx.i32() || ty == cx.i64();
    /// 32 bits, or these and a predicate.
    I32OrStruct = "32-bit signless integer or LLVM structure type", |ty, cx| ty == cx.i32() || cx.type_as::<StructType>(ty).is_some();
    /// Fragments of a matrix, or one double.
    StructOrF64 = "LLVM structure type or 64-bit float", |ty, cx| ty == cx.f64() || cx.type_as::<StructType>(ty).is_some();
}
