//! Intrinsics of vector predication: they work on the first lanes of vectors, whose number is the last operand, and
//! among these on the ones that a mask selects.

use strata_ir::prelude::*;

use crate::constraints::*;

/// Ops that take vectors of `$elem`, a mask and a number of lanes, and compute a value.
macro_rules! lanewise {
    ($($name:ident = $ir:tt ($($arg:ident: $ty:ident),*) $doc:tt;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, traits = [Pure])]
        pub struct $name {
            $(
                /// An operand of the operation.
                pub $arg: Operand<$ty>,
            )*
            /// Which lanes take part.
            pub mask: Operand<LlvmMask>,
            /// The explicit vector length: the number of lanes that take part.
            pub evl: Operand<I32>,
            /// The result.
            pub res: Res<LlvmType>,
        }
    )*};
}

macro_rules! binary {
    ($elem:ident: $($name:ident = $ir:tt $doc:tt;)*) => {
        lanewise! { $($name = $ir (lhs: $elem, rhs: $elem) $doc;)* }
    };
}

binary! { LlvmIntVector:
    VPAddOp = "llvm.intr.vp.add" "Sums.";
    VPSubOp = "llvm.intr.vp.sub" "Differences.";
    VPMulOp = "llvm.intr.vp.mul" "Products.";
    VPSDivOp = "llvm.intr.vp.sdiv" "Signed quotients.";
    VPUDivOp = "llvm.intr.vp.udiv" "Unsigned quotients.";
    VPSRemOp = "llvm.intr.vp.srem" "Signed remainders.";
    VPURemOp = "llvm.intr.vp.urem" "Unsigned remainders.";
    VPAShrOp = "llvm.intr.vp.ashr" "Right shifts that keep the sign.";
    VPLShrOp = "llvm.intr.vp.lshr" "Right shifts that fill with zeros.";
    VPShlOp = "llvm.intr.vp.shl" "Left shifts.";
    VPOrOp = "llvm.intr.vp.or" "Bits that are set on one side.";
    VPAndOp = "llvm.intr.vp.and" "Bits that are set on both sides.";
    VPXorOp = "llvm.intr.vp.xor" "Bits that differ.";
    VPSMaxOp = "llvm.intr.vp.smax" "The larger signed numbers.";
    VPSMinOp = "llvm.intr.vp.smin" "The smaller signed numbers.";
    VPUMaxOp = "llvm.intr.vp.umax" "The larger unsigned numbers.";
    VPUMinOp = "llvm.intr.vp.umin" "The smaller unsigned numbers.";
}

binary! { LlvmFloatVector:
    VPFAddOp = "llvm.intr.vp.fadd" "Sums of floats.";
    VPFSubOp = "llvm.intr.vp.fsub" "Differences of floats.";
    VPFMulOp = "llvm.intr.vp.fmul" "Products of floats.";
    VPFDivOp = "llvm.intr.vp.fdiv" "Quotients of floats.";
    VPFRemOp = "llvm.intr.vp.frem" "Remainders of floats.";
}

lanewise! {
    VPFNegOp = "llvm.intr.vp.fneg" (op: LlvmFloatVector) "Floats with the other sign.";
    VPFMulAddOp = "llvm.intr.vp.fmuladd" (op1: LlvmFloatVector, op2: LlvmFloatVector, op3: LlvmFloatVector)
        "A product and a sum that may be rounded once.";
    VPFmaOp = "llvm.intr.vp.fma" (op1: LlvmFloatVector, op2: LlvmFloatVector, op3: LlvmFloatVector)
        "A product and a sum that are rounded once.";
}

macro_rules! reductions {
    ($start:ident, $elem:ident: $($name:ident = $ir:tt $doc:tt;)*) => {
        lanewise! { $($name = $ir (start_value: $start, val: $elem) $doc;)* }
    };
}

reductions! { SignlessInteger, LlvmIntVector:
    VPReduceAddOp = "llvm.intr.vp.reduce.add" "The sum of the lanes.";
    VPReduceMulOp = "llvm.intr.vp.reduce.mul" "The product of the lanes.";
    VPReduceAndOp = "llvm.intr.vp.reduce.and" "Bits that are set in all lanes.";
    VPReduceOrOp = "llvm.intr.vp.reduce.or" "Bits that are set in some lane.";
    VPReduceXorOp = "llvm.intr.vp.reduce.xor" "Bits that are set in an odd number of lanes.";
    VPReduceSMaxOp = "llvm.intr.vp.reduce.smax" "The largest signed lane.";
    VPReduceSMinOp = "llvm.intr.vp.reduce.smin" "The smallest signed lane.";
    VPReduceUMaxOp = "llvm.intr.vp.reduce.umax" "The largest unsigned lane.";
    VPReduceUMinOp = "llvm.intr.vp.reduce.umin" "The smallest unsigned lane.";
}

reductions! { AnyFloat, LlvmFloatVector:
    VPReduceFAddOp = "llvm.intr.vp.reduce.fadd" "The sum of the floats.";
    VPReduceFMulOp = "llvm.intr.vp.reduce.fmul" "The product of the floats.";
    VPReduceFMaxOp = "llvm.intr.vp.reduce.fmax" "The largest float.";
    VPReduceFMinOp = "llvm.intr.vp.reduce.fmin" "The smallest float.";
}

macro_rules! casts {
    ($elem:ident: $($name:ident = $ir:tt $doc:tt;)*) => {
        lanewise! { $($name = $ir (src: $elem) $doc;)* }
    };
}

casts! { LlvmIntVector:
    VPTruncOp = "llvm.intr.vp.trunc" "Integers with fewer bits.";
    VPZExtOp = "llvm.intr.vp.zext" "Integers with more bits, of zeros.";
    VPSExtOp = "llvm.intr.vp.sext" "Integers with more bits, of the sign.";
    VPUIToFPOp = "llvm.intr.vp.uitofp" "Unsigned integers as floats.";
    VPSIToFPOp = "llvm.intr.vp.sitofp" "Signed integers as floats.";
    VPIntToPtrOp = "llvm.intr.vp.inttoptr" "Integers as addresses.";
}

casts! { LlvmFloatVector:
    VPFPTruncOp = "llvm.intr.vp.fptrunc" "Narrower floats.";
    VPFPExtOp = "llvm.intr.vp.fpext" "Wider floats.";
    VPFPToUIOp = "llvm.intr.vp.fptoui" "Floats as unsigned integers.";
    VPFPToSIOp = "llvm.intr.vp.fptosi" "Floats as signed integers.";
}

casts! { LlvmPointerVector:
    VPPtrToIntOp = "llvm.intr.vp.ptrtoint" "Addresses as integers.";
}

macro_rules! choices {
    ($($name:ident = $ir:tt $doc:tt;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, traits = [Pure])]
        pub struct $name {
            /// Which lanes are those of the first vector.
            pub cond: Operand<LlvmMask>,
            /// The first vector.
            pub true_val: Operand<LlvmVector>,
            /// The second vector.
            pub false_val: Operand<LlvmVector>,
            /// The explicit vector length: the number of lanes that take part.
            pub evl: Operand<I32>,
            /// The result.
            pub res: Res<LlvmType>,
        }
    )*};
}
choices! {
    VPSelectMinOp = "llvm.intr.vp.select" "Lanes of one of two vectors, and nothing certain behind them.";
    VPMergeMinOp = "llvm.intr.vp.merge" "Lanes of one of two vectors, and those of the second one behind them.";
}

/// Reads neighbouring elements.
#[op(name = "llvm.intr.vp.load", traits = [MemRead, MemWrite])]
pub struct VPLoadOp {
    /// The address of the first element.
    pub ptr: Operand<LlvmPointer>,
    /// Which lanes are read.
    pub mask: Operand<LlvmMask>,
    /// The explicit vector length: the number of lanes that take part.
    pub evl: Operand<I32>,
    /// The vector.
    pub res: Res<LlvmType>,
}

/// Writes neighbouring elements.
#[op(name = "llvm.intr.vp.store", traits = [MemRead, MemWrite])]
pub struct VPStoreOp {
    /// The vector.
    pub val: Operand<LlvmVector>,
    /// The address of the first element.
    pub ptr: Operand<LlvmPointer>,
    /// Which lanes are written.
    pub mask: Operand<LlvmMask>,
    /// The explicit vector length: the number of lanes that take part.
    pub evl: Operand<I32>,
}

/// Reads elements that are some bytes apart.
#[op(name = "llvm.intr.experimental.vp.strided.load", traits = [MemRead, MemWrite])]
pub struct VPStridedLoadOp {
    /// The address of the first element.
    pub ptr: Operand<LlvmPointer>,
    /// The stride in bytes.
    pub stride: Operand<SignlessInteger>,
    /// Which lanes are read.
    pub mask: Operand<LlvmMask>,
    /// The explicit vector length: the number of lanes that take part.
    pub evl: Operand<I32>,
    /// The vector.
    pub res: Res<LlvmType>,
}

/// Writes elements that are some bytes apart.
#[op(name = "llvm.intr.experimental.vp.strided.store", traits = [MemRead, MemWrite])]
pub struct VPStridedStoreOp {
    /// The vector.
    pub val: Operand<LlvmVector>,
    /// The address of the first element.
    pub ptr: Operand<LlvmPointer>,
    /// The stride in bytes.
    pub stride: Operand<SignlessInteger>,
    /// Which lanes are written.
    pub mask: Operand<LlvmMask>,
    /// The explicit vector length: the number of lanes that take part.
    pub evl: Operand<I32>,
}
