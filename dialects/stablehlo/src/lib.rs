//! The `stablehlo` dialect: tensor programs as machine learning frameworks export them.
//!
//! Names, text forms, rules and error texts are those of StableHLO 1.17 and later. Every rule of the specification is
//! one check, with the tag of the rule beside it (`dot_general_c9`).

use strata_ir::prelude::*;

mod asm;
mod attrs;
pub mod constraints;
mod fold;
pub mod infer;
mod ops;
mod types;

pub use attrs::*;
pub use ops::*;
pub use types::{FutureType, TokenType};

dialect! {
    /// The dialect of StableHLO programs.
    stablehlo {
        ops: [
            AbsOp,
            AddOp,
            AndOp,
            Atan2Op,
            BitcastConvertOp,
            BroadcastInDimOp,
            BroadcastOp,
            CaseOp,
            CbrtOp,
            CeilOp,
            ClampOp,
            CompareOp,
            ComplexOp,
            ConcatenateOp,
            ConstantOp,
            ConvertOp,
            CosineOp,
            CountLeadingZerosOp,
            DivOp,
            DotGeneralOp,
            DotOp,
            DynamicSliceOp,
            DynamicUpdateSliceOp,
            EinsumOp,
            ExpOp,
            Expm1Op,
            FloorOp,
            GetTupleElementOp,
            IfOp,
            ImagOp,
            IotaOp,
            IsFiniteOp,
            Log1pOp,
            LogOp,
            LogisticOp,
            MapOp,
            MaxOp,
            MinOp,
            MulOp,
            NegOp,
            NotOp,
            OptimizationBarrierOp,
            OrOp,
            PadOp,
            PopulationCountOp,
            PowOp,
            RealOp,
            ReduceOp,
            ReducePrecisionOp,
            RemOp,
            ReshapeOp,
            ReturnOp,
            ReverseOp,
            RoundNearestEvenOp,
            RoundOp,
            RsqrtOp,
            SelectOp,
            ShiftLeftOp,
            ShiftRightArithmeticOp,
            ShiftRightLogicalOp,
            SignOp,
            SineOp,
            SliceOp,
            SqrtOp,
            SubtractOp,
            TanOp,
            TanhOp,
            TorchIndexSelectOp,
            TransposeOp,
            TupleOp,
            UnaryEinsumOp,
            UniformDequantizeOp,
            UniformQuantizeOp,
            WhileOp,
            XorOp,
        ],
        types: [TokenType, FutureType],
        attrs: [
            AxisRef, ChannelHandle, ComparisonDirection, ComparisonType, ConvDimensionNumbers, DotAlgorithm,
            DotDimensionNumbers, FftType, GatherDimensionNumbers, LongForm, OutputOperandAlias, Precision,
            ReplicaGroupMeshAxesAttr, ResultAccuracy, ResultAccuracyMode, RngAlgorithm, RngDistribution,
            ScatterDimensionNumbers, Transpose, TypeExtensions,
        ],
        constant: ops::materialize,
    }
}
