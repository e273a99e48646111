//! Intrinsics that give LLVM hints, that stop the program, and those for argument lists.

use strata_ir::prelude::*;

use crate::{constraints::*, metadata::AliasScope};

macro_rules! on_list {
    ($($doc:tt $name:ident = $ir:tt;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, traits = [MemRead, MemWrite], asm = "$arg_list attr-dict `:` qualified(type($arg_list))")]
        pub struct $name {
            /// The list.
            pub arg_list: Operand<LlvmPointer>,
        }
    )*};
}
on_list! {
    "Starts a list of further arguments." VaStartOp = "llvm.intr.vastart";
    "Ends a list of further arguments." VaEndOp = "llvm.intr.vaend";
}

/// Copies a list of variadic arguments.
#[op(
    name = "llvm.intr.vacopy",
    traits = [MemRead, MemWrite],
    asm = "$src_list `to` $dest_list attr-dict `:` type(operands)",
)]
pub struct VaCopyOp {
    /// The copy.
    pub dest_list: Operand<LlvmPointer>,
    /// The list.
    pub src_list: Operand<LlvmPointer>,
}

/// The next argument of a list.
#[op(name = "llvm.va_arg", traits = [MemRead, MemWrite], asm = "$arg attr-dict `:` functional-type($arg, $res)")]
pub struct VaArgOp {
    /// The list.
    pub arg: Operand<LlvmPointer>,
    /// The argument.
    pub res: Res<LlvmType>,
}

/// Memory does not change from here on.
#[op(
    name = "llvm.intr.invariant.start",
    traits = [MemRead, MemWrite],
    interfaces = [PromotableOp],
    infer(res = default_pointer(ptr), "result is a pointer"),
    asm = "$size `,` $ptr attr-dict `:` qualified(type($ptr))",
)]
pub struct InvariantStartOp {
    /// The number of bytes.
    pub size: Attr<I64Attr>,
    /// Their address.
    pub ptr: Operand<LlvmPointer>,
    /// Tells which start it was.
    pub res: Res<LlvmDefaultPointer>,
}

/// Memory may change again.
#[op(
    name = "llvm.intr.invariant.end",
    traits = [MemRead, MemWrite],
    interfaces = [PromotableOp],
    asm = "$start `,` $size `,` $ptr attr-dict `:` qualified(type($ptr))",
)]
pub struct InvariantEndOp {
    /// Tells which start it was.
    pub start: Operand<LlvmDefaultPointer>,
    /// The number of bytes.
    pub size: Attr<I64Attr>,
    /// Their address.
    pub ptr: Operand<LlvmPointer>,
}

macro_rules! groups {
    ($($doc:tt $name:ident = $ir:tt;)*) => {$(
        #[doc = $doc]
        #[op(
            name = $ir,
            traits = [MemRead, MemWrite, SameOperandsAndResultType],
            interfaces = [PromotableOp],
            asm = "$ptr attr-dict `:` qualified(type($ptr))",
        )]
        pub struct $name {
            /// The address.
            pub ptr: Operand<LlvmPointer>,
            /// The same address.
            pub res: Res<LlvmPointer>,
        }
    )*};
}
groups! {
    "An address in a new invariant group." LaunderInvariantGroupOp = "llvm.intr.launder.invariant.group";
    "An address in no invariant group." StripInvariantGroupOp = "llvm.intr.strip.invariant.group";
}

/// Declares the start of an alias scope.
#[op(
    name = "llvm.intr.experimental.noalias.scope.decl",
    traits = [MemRead, MemWrite],
    asm = "$scope attr-dict",
)]
pub struct NoAliasScopeDeclOp {
    /// The scope.
    pub scope: Attr<AliasScope>,
}

macro_rules! traps {
    ($($doc:tt $name:ident = $ir:tt;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, traits = [MemRead, MemWrite], asm = "attr-dict")]
        pub struct $name {}
    )*};
}
traps! {
    "Ends the program." TrapOp = "llvm.intr.trap";
    "Hands over to a debugger." DebugTrapOp = "llvm.intr.debugtrap";
}

/// Ends the program because of undefined behaviour.
#[op(name = "llvm.intr.ubsantrap", traits = [MemRead, MemWrite], asm = "prop-dict attr-dict")]
pub struct UbsanTrapOp {
    /// The kind of undefined behaviour.
    #[ir_name = "failureKind"]
    pub failure_kind: Attr<I8Attr>,
}

/// The address of a thread-local variable.
#[op(name = "llvm.intr.threadlocal.address", traits = [Pure])]
pub struct ThreadlocalAddressOp {
    /// The variable.
    pub global: Operand<LlvmPointer>,
    /// Its address in this thread.
    pub res: Res<LlvmType>,
}

/// An annotation of a variable.
#[op(name = "llvm.intr.var.annotation", traits = [MemRead, MemWrite], same = [annotation, file_name, attr])]
pub struct VarAnnotation {
    /// The variable.
    pub val: Operand<LlvmPointer>,
    /// The note.
    pub annotation: Operand<LlvmPointer>,
    /// The file where it is.
    #[ir_name = "fileName"]
    pub file_name: Operand<LlvmPointer>,
    /// The line where it is.
    pub line: Operand<I32>,
    /// More about it.
    pub attr: Operand<LlvmPointer>,
}

/// An annotation of an address.
#[op(
    name = "llvm.intr.ptr.annotation",
    traits = [MemRead, MemWrite],
    same = [annotation, file_name, attr],
    same = [res, ptr],
)]
pub struct PtrAnnotation {
    /// The address.
    pub ptr: Operand<LlvmPointer>,
    /// The note.
    pub annotation: Operand<LlvmPointer>,
    /// The file where it is.
    #[ir_name = "fileName"]
    pub file_name: Operand<LlvmPointer>,
    /// The line where it is.
    pub line: Operand<I32>,
    /// More about it.
    pub attr: Operand<LlvmPointer>,
    /// The address.
    pub res: Res<LlvmPointer>,
}

/// An annotation of an integer.
#[op(
    name = "llvm.intr.annotation",
    traits = [MemRead, MemWrite],
    same = [annotation, file_name],
    same = [res, integer],
)]
pub struct Annotation {
    /// The integer.
    pub integer: Operand<SignlessInteger>,
    /// The note.
    pub annotation: Operand<LlvmPointer>,
    /// The file where it is.
    #[ir_name = "fileName"]
    pub file_name: Operand<LlvmPointer>,
    /// The line where it is.
    pub line: Operand<I32>,
    /// The integer.
    pub res: Res<SignlessInteger>,
}

fn default_pointer(_: Type, cx: &Context) -> Option<Type> {
    Some(crate::types::ptr(cx))
}
