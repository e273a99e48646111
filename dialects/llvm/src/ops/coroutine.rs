//! Intrinsics of coroutines, and the token for no coroutine.

use strata_ir::prelude::*;

use crate::constraints::*;

/// The token for no op.
#[op(name = "llvm.mlir.none", traits = [Pure], asm = "attr-dict `:` type($res)")]
pub struct NoneTokenOp {
    /// The token.
    pub res: Res<LlvmToken>,
}

macro_rules! coroutines {
    ($($name:ident = $ir:tt, $asm:tt, ($($arg:ident: $ty:ident),*) -> $res:ident $doc:tt;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, traits = [MemRead, MemWrite], asm = $asm)]
        pub struct $name {
            $(
                /// An operand of the intrinsic.
                pub $arg: Operand<$ty>,
            )*
            /// The result.
            pub res: Res<$res>,
        }
    )*};
}
coroutines! {
    CoroIdOp = "llvm.intr.coro.id",
        "$align `,` $promise `,` $coroaddr `,` $fnaddrs attr-dict `:` functional-type(operands, results)",
        (align: I32, promise: LlvmPointer, coroaddr: LlvmPointer, fnaddrs: LlvmPointer) -> LlvmType
        "A token that stands for a coroutine.";
    CoroBeginOp = "llvm.intr.coro.begin", "$token `,` $mem attr-dict `:` functional-type(operands, results)",
        (token: LlvmToken, mem: LlvmPointer) -> LlvmType "The handle of a coroutine with this memory.";
    CoroSizeOp = "llvm.intr.coro.size", "attr-dict `:` type($res)", () -> LlvmType
        "How many bytes a coroutine needs.";
    CoroAlignOp = "llvm.intr.coro.align", "attr-dict `:` type($res)", () -> LlvmType
        "How these bytes are aligned.";
    CoroSaveOp = "llvm.intr.coro.save", "$handle attr-dict `:` functional-type(operands, results)",
        (handle: LlvmPointer) -> LlvmType "Prepares a coroutine for being suspended.";
    CoroSuspendOp = "llvm.intr.coro.suspend", "$save `,` $last attr-dict `:` type($res)",
        (save: LlvmToken, last: I1) -> LlvmType "Suspends a coroutine, and says how it goes on.";
    CoroEndOp = "llvm.intr.coro.end",
        "$handle `,` $unwind `,` $retvals attr-dict `:` functional-type(operands, results)",
        (handle: LlvmPointer, unwind: I1, retvals: LlvmToken) -> LlvmType
        "Where a coroutine ends when it runs the first time.";
    CoroFreeOp = "llvm.intr.coro.free", "$id `,` $handle attr-dict `:` functional-type(operands, results)",
        (id: LlvmToken, handle: LlvmPointer) -> LlvmType "The memory of a coroutine that ends.";
    CoroPromiseOp = "llvm.intr.coro.promise",
        "$handle `,` $align `,` $from attr-dict `:` functional-type(operands, results)",
        (handle: LlvmPointer, align: I32, from: I1) -> LlvmPointer
        "The handle of a promise, or the promise of a handle.";
}

/// Resumes a suspended coroutine.
#[op(
    name = "llvm.intr.coro.resume",
    traits = [MemRead, MemWrite],
    asm = "$handle attr-dict `:` qualified(type($handle))",
)]
pub struct CoroResumeOp {
    /// Its handle.
    pub handle: Operand<LlvmPointer>,
}
