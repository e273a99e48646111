//! The `llvm` dialect: LLVM IR as ops, as far as compiling for a CPU needs it.
//!
//! The ops, their attributes and their text are MLIR's, so a module can be handed to MLIR's translation as it is.

use strata_ir::dialect;

pub mod attrs;
mod bytecode;
pub mod constraints;
pub mod debug;
mod debug_bytecode;
pub mod dwarf;
mod layout;
pub mod loops;
pub mod mangle;
mod memory_slots;
pub mod metadata;
pub mod ops;
pub mod profile;
pub mod types;

pub use attrs::{CConv, FastmathFlags, FramePointerKind, Linkage, TailCallKind, TargetFeatures, UwTableKind};
use debug::*;
pub use layout::{Layout, layout};
use loops::*;
pub use metadata::MemoryEffectsAttr;
use metadata::*;
pub use ops::*;
pub use types::{ArrayType, LlvmFunctionType, PointerType, StructType, VoidType, ptr, void};
use types::{LabelType, MetadataType, PpcFp128Type, TargetExtType, TokenType, X86AmxType};

dialect! {
    /// The dialect that mirrors LLVM IR.
    llvm {
        execution: Native,
        bytecode: bytecode::CODEC,
        ops: [
            URemOp, SRemOp, AndOp, XOrOp, AddOp, SubOp, MulOp, ShlOp, UDivOp, SDivOp, LShrOp, AShrOp,
            FAddOp, FSubOp, FMulOp, FDivOp, FRemOp, ICmpOp, FCmpOp, OrOp, FNegOp, SelectOp, FreezeOp,
            CallOp, BitcastOp, AddrSpaceCastOp, PtrToIntOp, SExtOp, SIToFPOp, FPToSIOp, FPToUIOp,
            FPExtOp, FPTruncOp, IntToPtrOp, ZExtOp, UIToFPOp, TruncOp, UndefOp, PoisonOp, ZeroOp,
            ConstantOp, AddressOfOp, BrOp, CondBrOp, SwitchOp, ReturnOp, UnreachableOp, FuncOp,
            GlobalOp, SqrtOp, FAbsOp, FFloorOp, FCeilOp, RoundEvenOp, RoundOp, RintOp, NearbyintOp,
            FTruncOp, ExpOp, Exp2Op, Exp10Op, LogOp, Log2Op, Log10Op, SinOp, CosOp, TanOp, ASinOp,
            ACosOp, ATanOp, SinhOp, CoshOp, TanhOp, CopySignOp, PowOp, ATan2Op, MaxNumOp, MinNumOp,
            MaximumOp, MinimumOp, FMAOp, FMulAddOp, BitReverseOp, ByteSwapOp, CtPopOp, SMaxOp, SMinOp,
            UMaxOp, UMinOp, SAddSatOp, UAddSatOp, SSubSatOp, USubSatOp, FshlOp, FshrOp,
            CountLeadingZerosOp, CountTrailingZerosOp, AbsOp, PowIOp, LoadExpOp, SAddWithOverflowOp,
            UAddWithOverflowOp, SSubWithOverflowOp, USubWithOverflowOp, SMulWithOverflowOp,
            UMulWithOverflowOp, IsFPClassOp, AssumeOp, ExpectOp, AllocaOp, GEPOp, LoadOp, StoreOp,
            MemcpyOp, MemmoveOp, StackRestoreOp, LifetimeStartOp, LifetimeEndOp, VectorReduceAddOp,
            VectorReduceMulOp, VectorReduceAndOp, VectorReduceOrOp, VectorReduceXorOp,
            VectorReduceSMaxOp, VectorReduceSMinOp, VectorReduceUMaxOp, VectorReduceUMinOp,
            VectorReduceFMaxOp, VectorReduceFMinOp, VectorReduceFMaximumOp, VectorReduceFMinimumOp,
            VectorReduceFAddOp, VectorReduceFMulOp, MemsetOp, PrefetchOp, StackSaveOp, MaskedLoadOp,
            MaskedStoreOp, MaskedGatherOp, MaskedScatterOp, VectorInsertOp, VectorExtractOp,
            VectorInterleave2Op, StepVectorOp, ExtractElementOp, InsertElementOp, ExtractValueOp,
            InsertValueOp, ShuffleVectorOp, AtomicRMWOp, AtomicCmpXchgOp, FenceOp, InlineAsmOp,
            CallIntrinsicOp, InvokeOp, LandingpadOp, ResumeOp, EhTypeidForOp, VaStartOp, VaEndOp, VaCopyOp,
            VaArgOp, InvariantStartOp, InvariantEndOp, LaunderInvariantGroupOp, StripInvariantGroupOp,
            NoAliasScopeDeclOp, TrapOp, DebugTrapOp, UbsanTrapOp, ThreadlocalAddressOp, VarAnnotation,
            PtrAnnotation, Annotation, MemcpyInlineOp, MemsetInlineOp, SShlSatOp, UShlSatOp, SCmpOp, UCmpOp,
            LroundOp, LlroundOp, LrintOp, LlrintOp, FractionExpOp, SincosOp, ConstrainedUIToFP,
            ConstrainedSIToFP, ConstrainedFPTruncIntr, ConstrainedFPExtIntr, IsConstantOp, SSACopyOp,
            ExpectWithProbabilityOp, PtrMaskOp, MatrixColumnMajorLoadOp, MatrixColumnMajorStoreOp,
            MatrixMultiplyOp, MatrixTransposeOp, GetActiveLaneMaskOp, MaskedExpandLoadOp,
            MaskedCompressStoreOp, VectorDeinterleave2Op, VscaleOp, GlobalCtorsOp, GlobalDtorsOp, AliasOp,
            IFuncOp, ComdatOp, ComdatSelectorOp, LinkerOptionsOp, ModuleFlagsOp, BlockAddressOp, BlockTagOp,
            DsoLocalEquivalentOp, IndirectBrOp,
            VPAddOp, VPSubOp, VPMulOp, VPSDivOp, VPUDivOp, VPSRemOp, VPURemOp, VPAShrOp, VPLShrOp, VPShlOp, VPOrOp, VPAndOp, VPXorOp, VPSMaxOp, VPSMinOp, VPUMaxOp, VPUMinOp, VPFAddOp, VPFSubOp, VPFMulOp, VPFDivOp, VPFRemOp, VPFNegOp, VPFMulAddOp, VPFmaOp, VPReduceAddOp, VPReduceMulOp, VPReduceAndOp, VPReduceOrOp, VPReduceXorOp, VPReduceSMaxOp, VPReduceSMinOp, VPReduceUMaxOp, VPReduceUMinOp, VPReduceFAddOp, VPReduceFMulOp, VPReduceFMaxOp, VPReduceFMinOp, VPTruncOp, VPZExtOp, VPSExtOp, VPUIToFPOp, VPSIToFPOp, VPIntToPtrOp, VPFPTruncOp, VPFPExtOp, VPFPToUIOp, VPFPToSIOp, VPPtrToIntOp, VPSelectMinOp, VPMergeMinOp, VPLoadOp, VPStoreOp, VPStridedLoadOp, VPStridedStoreOp, CoroIdOp, CoroBeginOp, CoroSizeOp, CoroAlignOp, CoroSaveOp, CoroSuspendOp, CoroEndOp, CoroFreeOp, CoroPromiseOp, NoneTokenOp, CoroResumeOp, DbgDeclareOp, DbgValueOp, DbgLabelOp,
        ],
        types: [
            PointerType, VoidType, ArrayType, StructType, LlvmFunctionType, TokenType, LabelType, MetadataType,
            PpcFp128Type, X86AmxType, TargetExtType,
        ],
        attrs: [
            FastmathFlags, Linkage, CConv, TailCallKind, FramePointerKind, TargetFeatures, UwTableKind,
            MemoryEffectsAttr, AliasScopeDomain, AliasScope, AccessGroup, TbaaRoot, TbaaMember, TbaaTypeDesc,
            TbaaTag, Dereferenceable, VscaleRange, ConstantRange, VecTypeHint, WorkgroupAttribution, BlockTag, BlockAddress,
            AddressSpace, Target, ModuleFlag, CgProfileEntry, profile::ProfileSummary, ZeroAttr, UndefAttr, PoisonAttr, MmraTag, DsoLocalEquivalentAttr, LoopVectorize,
            LoopInterleave, LoopUnroll, LoopUnrollAndJam, LoopLicm, LoopDistribute, LoopPipeline, LoopPeeled,
            LoopUnswitch, LoopAnnotation, DiExpression, DiFile, DiNullType, DiBasicType, DiCompileUnit, DiCompositeType, DiDerivedType, DiGlobalVariableExpression, DiGlobalVariable, DiLexicalBlock, DiLexicalBlockFile, DiLocalVariable, DiSubprogram, DiModule, DiNamespace, DiImportedEntity, DiAnnotation, DiSubrange, DiCommonBlock, DiGenericSubrange, DiSubroutineType, DiLabel, DiStringType,
        ],
        constant: ops::materialize,
    }
}
