//! Intrinsics on memory and vectors.

use strata_ir::prelude::*;

use crate::{
    attrs::FastmathFlags,
    constraints::*,
    metadata::{AccessGroups, AliasScopes, TbaaTags},
};

macro_rules! block_ops {
    ($($doc:tt $name:ident = $ir:tt [$($t:ident)?] [$($i:ident)?], $from_doc:tt $from:ident: $from_ty:ident, $len:ident<$len_ty:ident>;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, traits = [$($t)?], interfaces = [$($i)?])]
        pub struct $name {
            /// The destination.
            pub dst: Operand<LlvmPointer>,
            #[doc = $from_doc]
            pub $from: Operand<$from_ty>,
            /// The number of bytes.
            pub len: $len<$len_ty>,
            /// The accesses have effects of their own.
            #[ir_name = "isVolatile"]
            pub is_volatile: Attr<BoolAttr>,
            /// Access groups.
            pub access_groups: OptAttr<AccessGroups>,
            /// Scopes that it is in.
            pub alias_scopes: OptAttr<AliasScopes>,
            /// Scopes that it does not alias.
            pub noalias_scopes: OptAttr<AliasScopes>,
            /// Type tags.
            pub tbaa: OptAttr<TbaaTags>,
            /// One dictionary for each argument.
            pub arg_attrs: OptAttr<DictArray>,
            /// One dictionary for each result.
            pub res_attrs: OptAttr<DictArray>,
        }
    )*};
}
block_ops! {
    "Copies memory that does not overlap." MemcpyOp = "llvm.intr.memcpy" [] [MemoryEffects],
        "Where from." src: LlvmPointer, Operand<SignlessInteger>;
    "Copies a fixed number of bytes without calling a function." MemcpyInlineOp = "llvm.intr.memcpy.inline" [] [MemoryEffects],
        "Where from." src: LlvmPointer, Attr<IntegerAttr>;
    "Copies memory." MemmoveOp = "llvm.intr.memmove" [] [MemoryEffects],
        "Where from." src: LlvmPointer, Operand<SignlessInteger>;
    "Fills memory with a byte." MemsetOp = "llvm.intr.memset" [MemWrite] [],
        "The byte." val: I8, Operand<SignlessInteger>;
    "Fills a fixed number of bytes without calling a function." MemsetInlineOp = "llvm.intr.memset.inline" [MemWrite] [],
        "The byte." val: I8, Attr<IntegerAttr>;
}

macro_rules! copies {
    ($($name:ident),*) => {$(
        impl MemoryEffects for $name {
            fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
                out.push(Effect { kind: EffectKind::Write, on: Some(self.dst(b)) });
                out.push(Effect { kind: EffectKind::Read, on: Some(self.src(b)) });
            }
        }
    )*};
}
copies! { MemcpyOp, MemcpyInlineOp, MemmoveOp }

/// Fetches memory into a cache.
#[op(name = "llvm.intr.prefetch", traits = [MemRead, MemWrite])]
pub struct PrefetchOp {
    /// The address.
    pub addr: Operand<LlvmPointer>,
    /// 0 to read, 1 to write.
    pub rw: Attr<I32Attr>,
    /// Locality, 0 to 3.
    pub hint: Attr<I32Attr>,
    /// 0 for code, 1 for data.
    pub cache: Attr<I32Attr>,
}

/// The state of the stack.
#[op(name = "llvm.intr.stacksave", traits = [MemRead, MemWrite], asm = "attr-dict `:` qualified(type($res))")]
pub struct StackSaveOp {
    /// The state.
    pub res: Res<LlvmPointer>,
}

macro_rules! on_pointer {
    ($($doc:tt $name:ident = $ir:tt $([$interface:ident])?;)*) => {$(
        #[doc = $doc]
        #[op(
            name = $ir,
            traits = [MemRead, MemWrite],
            interfaces = [$($interface)?],
            asm = "$ptr attr-dict `:` qualified(type($ptr))",
        )]
        pub struct $name {
            /// The address.
            pub ptr: Operand<LlvmPointer>,
        }
    )*};
}
on_pointer! {
    "Frees the stack down to a state." StackRestoreOp = "llvm.intr.stackrestore";
    "Stack memory comes alive." LifetimeStartOp = "llvm.intr.lifetime.start" [PromotableOp];
    "Stack memory is no longer used." LifetimeEndOp = "llvm.intr.lifetime.end" [PromotableOp];
}

/// Reads the elements of a vector that a mask selects.
#[op(
    name = "llvm.intr.masked.load",
    traits = [MemRead],
    asm = "operands attr-dict `:` functional-type(operands, results)",
)]
pub struct MaskedLoadOp {
    /// The address of the first element.
    pub data: Operand<LlvmPointer>,
    /// Which elements are read.
    pub mask: Operand<LlvmMask>,
    /// The other elements.
    pub pass_thru: OptOperand<LlvmVector>,
    /// Alignment in bytes.
    pub alignment: Attr<I32Attr>,
    /// The memory will not be used again soon.
    pub nontemporal: OptAttr<UnitAttr>,
    /// The vector.
    pub res: Res<LlvmVector>,
}

/// Writes the elements of a vector that a mask selects.
#[op(
    name = "llvm.intr.masked.store",
    traits = [MemWrite],
    asm = "$value `,` $data `,` $mask attr-dict `:` type($value) `,` type($mask) `into` qualified(type($data))",
)]
pub struct MaskedStoreOp {
    /// The vector.
    pub value: Operand<LlvmVector>,
    /// The address of the first element.
    pub data: Operand<LlvmPointer>,
    /// Which elements are written.
    pub mask: Operand<LlvmMask>,
    /// Alignment in bytes.
    pub alignment: Attr<I32Attr>,
}

/// Reads elements at addresses.
#[op(
    name = "llvm.intr.masked.gather",
    traits = [MemRead],
    asm = "operands attr-dict `:` functional-type(operands, results)",
)]
pub struct MaskedGatherOp {
    /// The addresses.
    pub ptrs: Operand<LlvmPointerVector>,
    /// Which elements are read.
    pub mask: Operand<LlvmMask>,
    /// The other elements.
    pub pass_thru: Variadic<LlvmVector>,
    /// Alignment in bytes.
    pub alignment: Attr<I32Attr>,
    /// The vector.
    pub res: Res<LlvmVector>,
}

/// Writes elements at addresses.
#[op(
    name = "llvm.intr.masked.scatter",
    traits = [MemWrite],
    asm = "$value `,` $ptrs `,` $mask attr-dict `:` type($value) `,` type($mask) `into` type($ptrs)",
)]
pub struct MaskedScatterOp {
    /// The vector.
    pub value: Operand<LlvmVector>,
    /// The addresses.
    pub ptrs: Operand<LlvmPointerVector>,
    /// Which elements are written.
    pub mask: Operand<LlvmMask>,
    /// Alignment in bytes.
    pub alignment: Attr<I32Attr>,
}

macro_rules! int_reductions {
    ($($doc:tt $name:ident = $ir:tt;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, traits = [Pure])]
        pub struct $name {
            /// The vector.
            pub r#in: Operand<LlvmIntVector>,
            /// The result.
            pub res: Res<SignlessInteger>,
        }
    )*};
}
int_reductions! {
    "The sum of the elements." VectorReduceAddOp = "llvm.intr.vector.reduce.add";
    "The product of the elements." VectorReduceMulOp = "llvm.intr.vector.reduce.mul";
    "Bitwise and of the elements." VectorReduceAndOp = "llvm.intr.vector.reduce.and";
    "Bitwise or of the elements." VectorReduceOrOp = "llvm.intr.vector.reduce.or";
    "Bitwise exclusive or of the elements." VectorReduceXorOp = "llvm.intr.vector.reduce.xor";
    "The largest signed element." VectorReduceSMaxOp = "llvm.intr.vector.reduce.smax";
    "The smallest signed element." VectorReduceSMinOp = "llvm.intr.vector.reduce.smin";
    "The largest unsigned element." VectorReduceUMaxOp = "llvm.intr.vector.reduce.umax";
    "The smallest unsigned element." VectorReduceUMinOp = "llvm.intr.vector.reduce.umin";
}

macro_rules! float_reductions {
    ($($doc:tt $name:ident = $ir:tt;)*) => {$(
        #[doc = $doc]
        #[op(
            name = $ir,
            traits = [Pure],
            asm = "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        )]
        pub struct $name {
            /// The vector.
            pub r#in: Operand<LlvmFloatVector>,
            /// Fast-math flags.
            #[ir_name = "fastmathFlags"]
            pub fastmath_flags: DefaultAttr<FastmathFlags>,
            /// The result.
            pub res: Res<AnyFloat>,
        }
    )*};
}
float_reductions! {
    "The largest element, ignoring NaN." VectorReduceFMaxOp = "llvm.intr.vector.reduce.fmax";
    "The smallest element, ignoring NaN." VectorReduceFMinOp = "llvm.intr.vector.reduce.fmin";
    "The largest element, or NaN." VectorReduceFMaximumOp = "llvm.intr.vector.reduce.fmaximum";
    "The smallest element, or NaN." VectorReduceFMinimumOp = "llvm.intr.vector.reduce.fminimum";
}

macro_rules! accumulations {
    ($($doc:tt $name:ident = $ir:tt;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, traits = [Pure])]
        pub struct $name {
            /// The initial value.
            pub start_value: Operand<AnyFloat>,
            /// The vector.
            pub input: Operand<LlvmFloatVector>,
            /// Fast-math flags; without `reassoc` the elements are taken in order.
            #[ir_name = "fastmathFlags"]
            pub fastmath_flags: DefaultAttr<FastmathFlags>,
            /// The result.
            pub res: Res<AnyFloat>,
        }
    )*};
}
accumulations! {
    "The sum of the elements." VectorReduceFAddOp = "llvm.intr.vector.reduce.fadd";
    "The product of the elements." VectorReduceFMulOp = "llvm.intr.vector.reduce.fmul";
}

/// A vector with a shorter one in it.
#[op(
    name = "llvm.intr.vector.insert",
    traits = [Pure],
    interfaces = [Verify],
    same = [dstvec, res],
    asm = "$srcvec `,` $dstvec `[` $pos `]` attr-dict `:` type($srcvec) `into` type($res)",
)]
pub struct VectorInsertOp {
    /// The vector.
    pub dstvec: Operand<LlvmVector>,
    /// The shorter one.
    pub srcvec: Operand<LlvmVector>,
    /// Number of its first element.
    pub pos: Attr<I64Attr>,
    /// The new vector.
    pub res: Res<LlvmVector>,
}

/// Neighbouring elements of a vector.
#[op(
    name = "llvm.intr.vector.extract",
    traits = [Pure],
    interfaces = [Verify],
    asm = "$srcvec `[` $pos `]` attr-dict `:` type($res) `from` type($srcvec)",
)]
pub struct VectorExtractOp {
    /// The vector.
    pub srcvec: Operand<LlvmVector>,
    /// Number of the first element.
    pub pos: Attr<I64Attr>,
    /// The elements.
    pub res: Res<LlvmVector>,
}

/// The elements of two vectors in turn.
#[op(name = "llvm.intr.vector.interleave2", traits = [Pure], interfaces = [Verify])]
pub struct VectorInterleave2Op {
    /// The first vector.
    pub vec1: Operand<LlvmVector>,
    /// The second vector.
    pub vec2: Operand<LlvmVector>,
    /// The elements.
    pub res: Res<LlvmVector>,
}

/// The bits of a vector, at least, whether it is scalable, and its type.
fn measure(b: &Body, v: Value) -> (i64, bool, Option<&VectorType>) {
    let vector = b.cx().type_as::<VectorType>(b.ty(v));
    let bits = vector
        .and_then(|v| v.shape.iter().try_fold(b.cx().bit_width(v.elem)? as i64, |n, &d| n.checked_mul(d)));
    (bits.unwrap_or(i64::MAX), vector.is_some_and(|v| v.scalable.contains(&true)), vector)
}

/// The largest size in bits of a vector into which another one is inserted or from which one is extracted.
const MOST_BITS: i64 = 1 << 17;

impl Verify for VectorInsertOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let ((part, moves, _), (whole, scales, _)) = (measure(b, self.srcvec(b)), measure(b, self.dstvec(b)));
        ensure!(part.max(whole) <= MOST_BITS, "failed to verify that vectors are not bigger than 2^17 bits.");
        ensure!(
            !moves || scales,
            "failed to verify that it is not inserting scalable into fixed-length vectors."
        );
        Ok(())
    }
}

impl Verify for VectorExtractOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let ((part, moves, _), (whole, scales, _)) = (measure(b, self.res(b)), measure(b, self.srcvec(b)));
        ensure!(part.max(whole) <= MOST_BITS, "failed to verify that vectors are not bigger than 2^17 bits.");
        ensure!(
            !moves || scales,
            "failed to verify that it is not extracting scalable from fixed-length vectors."
        );
        Ok(())
    }
}

impl Verify for VectorInterleave2Op {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (first, result) = (self.vec1(b), self.res(b));
        ensure!(
            b.ty(first) == b.ty(self.vec2(b)),
            "failed to verify that all of {{vec1, vec2}} have same type"
        );
        let ((_, from, half), (_, to, whole)) = (measure(b, first), measure(b, result));
        let fits = half.zip(whole).is_some_and(|(half, whole)| {
            let n = |v: &VectorType| v.shape.iter().product::<i64>();
            half.elem == whole.elem && n(half).checked_mul(2) == Some(n(whole))
        });
        ensure!(fits && from == to, "failed to verify that result has twice as many elements as 'vec1'");
        Ok(())
    }
}

/// The numbers 0, 1, 2, ….
#[op(name = "llvm.intr.stepvector", traits = [Pure], asm = "attr-dict `:` type($res)")]
pub struct StepVectorOp {
    /// The numbers.
    pub res: Res<LlvmIntVector>,
}
