//! The sharding rules of ops: which dimensions of operands and results are split together, as factors.
//!
//! Elementwise ops are known by their trait. Any other op of StableHLO and CHLO has one row in `ROWS`, which says how its factors are
//! found, or that nothing spreads through it; a test names an op without one. The rules are in a table beside the passes that use them, and
//! not an interface of the ops, because what a rule says depends on Shardy (how eagerly shardings spread) and not on what an op computes.
//!
//! An op whose operands and results are not all tensors of known sizes has no rule.

mod builder;
mod collective;
mod conv;
mod custom_call;
mod dot;
mod gather;
mod linear;
mod pointwise;
mod reduce;
mod reshape;
mod shape;

use strata_chlo as chlo;
use strata_ir::prelude::*;
use strata_sdy as sdy;
use strata_sdy::attrs::OpShardingRule;
use strata_stablehlo as hlo;

use builder::Kind;
pub(crate) use custom_call::target;
pub(crate) use pointwise::identity;

/// The discardable attribute of an op that has its rule.
pub const SHARDING_RULE: &str = "sdy.sharding_rule";

/// How eagerly shardings spread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Along all dimensions where it is possible.
    #[default]
    Default,
    /// Not where dimensions change their sizes, and not by parts of axes.
    Conservative,
}

/// The rule of an op, or the reason why it has none.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    /// It has this rule.
    Rule(OpShardingRule),
    /// Nothing spreads through it, or by other means.
    Nothing,
    /// It is not known.
    Unknown,
}

/// How the rule of an op kind is found.
#[derive(Clone, Copy)]
enum How {
    By(fn(&Body, Op, Mode) -> Option<OpShardingRule>),
    CustomCall,
    Nothing,
}

/// One op kind.
struct Row {
    info: fn() -> &'static OpInfo,
    how: How,
}

macro_rules! rows {
    ($($($op:path)|+ => $how:expr),* $(,)?) => {
        &[$($(Row { info: <$op as OpDef>::info, how: $how }),+),*]
    };
}

static ROWS: &[Row] = rows! {
    hlo::ClampOp | hlo::CollectiveBroadcastOp | hlo::CollectivePermuteOp | hlo::CrossReplicaSumOp | hlo::MapOp
        | hlo::SelectOp | chlo::ConstantLikeOp | chlo::MulhiOp | chlo::NextAfterOp | chlo::PolygammaOp | chlo::ZetaOp => How::By(pointwise::pointwise),
    hlo::AllGatherOp => How::By(collective::all_gather),
    hlo::AllReduceOp => How::By(collective::all_reduce),
    hlo::AllToAllOp => How::By(collective::all_to_all),
    hlo::ReduceScatterOp => How::By(collective::reduce_scatter),
    hlo::BitcastConvertOp => How::By(shape::bitcast_convert),
    hlo::BroadcastInDimOp => How::By(shape::broadcast_in_dim),
    hlo::BroadcastOp => How::By(shape::broadcast),
    hlo::ConcatenateOp => How::By(shape::concatenate),
    hlo::DynamicSliceOp => How::By(shape::dynamic_slice),
    hlo::DynamicUpdateSliceOp => How::By(shape::dynamic_update_slice),
    hlo::PadOp => How::By(shape::pad),
    hlo::SliceOp => How::By(shape::slice),
    hlo::ReshapeOp => How::By(reshape::reshape),
    hlo::ReverseOp => How::By(shape::reverse),
    hlo::TransposeOp => How::By(shape::transpose),
    hlo::DotGeneralOp => How::By(dot::dot_general),
    hlo::DotOp => How::By(dot::dot),
    hlo::ConvolutionOp => How::By(conv::convolution),
    hlo::GatherOp => How::By(gather::gather),
    hlo::ScatterOp => How::By(gather::scatter),
    hlo::ReduceOp => How::By(reduce::reduce),
    hlo::ReduceWindowOp => How::By(reduce::reduce_window),
    hlo::SelectAndScatterOp => How::By(reduce::select_and_scatter),
    hlo::SortOp => How::By(reduce::sort),
    chlo::TopKOp => How::By(reduce::top_k),
    hlo::BatchNormInferenceOp => How::By(|b, op, _| reduce::batch_norm(b, op, Kind::PassThrough)),
    hlo::BatchNormTrainingOp | hlo::BatchNormGradOp =>
        How::By(|b, op, _| reduce::batch_norm(b, op, Kind::NeedReplication)),
    hlo::CholeskyOp => How::By(linear::cholesky),
    hlo::TriangularSolveOp => How::By(linear::triangular_solve),
    hlo::FftOp => How::By(linear::fft),
    hlo::RngBitGeneratorOp => How::By(custom_call::rng_bit_generator),
    hlo::CustomCallOp => How::CustomCall,
    // Without operands, or only with tokens and tuples.
    hlo::AfterAllOp | hlo::ConstantOp | hlo::CreateTokenOp | hlo::GetTupleElementOp | hlo::InfeedOp | hlo::IotaOp
        | hlo::OutfeedOp | hlo::PartitionIdOp | hlo::RecvOp | hlo::ReplicaIdOp | hlo::RngOp | hlo::SendOp
        | hlo::TupleOp | chlo::ConstantOp => How::Nothing,
    // Shardings go through the edges of their values.
    hlo::CaseOp | hlo::IfOp | hlo::OptimizationBarrierOp | hlo::ReturnOp | hlo::WhileOp => How::Nothing,
    // Futures, and devices that send to one of them.
    hlo::AsyncDoneOp | hlo::AsyncStartOp | hlo::CollectiveReduceOp => How::Nothing,
    // Sizes are values.
    hlo::DynamicBroadcastInDimOp | hlo::DynamicConvOp | hlo::DynamicGatherOp | hlo::DynamicIotaOp
        | hlo::DynamicPadOp | hlo::DynamicReshapeOp | hlo::GetDimensionSizeOp | hlo::RealDynamicSliceOp
        | hlo::SetDimensionSizeOp => How::Nothing,
    // Other ops stand for them before programs are divided, or they are computed whole.
    hlo::CompositeOp | hlo::EinsumOp | hlo::TorchIndexSelectOp | hlo::UnaryEinsumOp | chlo::RaggedDotOp
        | chlo::ScanOp => How::Nothing,
    chlo::BroadcastAddOp | chlo::BroadcastAndOp | chlo::BroadcastAtan2Op | chlo::BroadcastCompareOp
        | chlo::BroadcastComplexOp | chlo::BroadcastDivOp | chlo::BroadcastMaxOp | chlo::BroadcastMinOp
        | chlo::BroadcastMulOp | chlo::BroadcastNextAfterOp | chlo::BroadcastOrOp | chlo::BroadcastPolygammaOp
        | chlo::BroadcastPowOp | chlo::BroadcastRemOp | chlo::BroadcastSelectOp | chlo::BroadcastShiftLeftOp
        | chlo::BroadcastShiftRightArithmeticOp | chlo::BroadcastShiftRightLogicalOp | chlo::BroadcastSubOp
        | chlo::BroadcastXorOp | chlo::BroadcastZetaOp => How::Nothing,
    // A constraint is what the user says of a tensor; other ops of the dialect are handled by themselves.
    sdy::ShardingConstraintOp => How::By(pointwise::pointwise),
    sdy::ConstantOp | sdy::DataFlowEdgeOp | sdy::FuncDataFlowEdgeOp | sdy::ManualComputationOp | sdy::MeshOp
        | sdy::NamedComputationOp | sdy::PropagationBarrierOp | sdy::ReshardOp | sdy::ReturnOp
        | sdy::ShardingGroupOp => How::Nothing,
};

/// The rows by op kind. Made once for a run of a pass.
pub(crate) struct Rules {
    rows: strata_ir::core::OpInfoMap<How>,
    mode: Mode,
}

impl Rules {
    pub(crate) fn new(mode: Mode) -> Self {
        Self { rows: ROWS.iter().map(|row| ((row.info)(), row.how)).collect(), mode }
    }
    /// The rule on an op, or else that of its kind.
    pub(crate) fn find(&self, b: &Body, op: Op) -> Found {
        match existing(b, op) {
            Some(rule) => Found::Rule(rule.clone()),
            None => self.create(b, op),
        }
    }
    fn create(&self, b: &Body, op: Op) -> Found {
        let how = match self.rows.get(b.info(op)) {
            Some(how) => *how,
            None if b.has_trait(op, Trait::Elementwise) => How::By(pointwise::pointwise),
            None if b.has_trait(op, Trait::Terminator) || is_symbol(b, op) => How::Nothing,
            None => return Found::Unknown,
        };
        match how {
            How::By(create) => create(b, op, self.mode).map_or(Found::Nothing, Found::Rule),
            How::CustomCall => custom_call::custom_call(b, op, self.mode),
            How::Nothing => Found::Nothing,
        }
    }
}

/// Modules and functions.
fn is_symbol(b: &Body, op: Op) -> bool {
    b.has_trait(op, Trait::Symbol) || b.has_trait(op, Trait::SymbolTable)
}

/// The rule that stands on an op.
pub(crate) fn existing(b: &Body, op: Op) -> Option<&OpShardingRule> {
    b.cx().attr_as(b.extra_attr(op, SHARDING_RULE)?)
}

/// The rule that stands on an op, or else that of its kind; `None` where nothing spreads through it.
#[must_use]
pub fn sharding_rule(b: &Body, op: Op) -> Option<OpShardingRule> {
    sharding_rule_in(b, op, Mode::Default)
}

/// The same in a mode. `Rules` finds those of many ops.
#[must_use]
pub fn sharding_rule_in(b: &Body, op: Op, mode: Mode) -> Option<OpShardingRule> {
    if let Some(rule) = existing(b, op) {
        return Some(rule.clone());
    }
    let row = ROWS.iter().find(|row| std::ptr::eq((row.info)(), b.info(op)));
    let rows = row.iter().map(|row| ((row.info)(), row.how)).collect();
    match (Rules { rows, mode }).create(b, op) {
        Found::Rule(rule) => Some(rule),
        Found::Nothing | Found::Unknown => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_op_has_one_row() {
        let rows: Vec<&'static OpInfo> = ROWS.iter().map(|row| (row.info)()).collect();
        let ops =
            [&hlo::DIALECT, &chlo::DIALECT].into_iter().flat_map(|dialect| dialect.ops.iter().map(|op| op()));
        let is_right = |op: &OpInfo| {
            let count = rows.iter().filter(|row| std::ptr::eq(**row, op)).count();
            count == usize::from(!op.traits.has(Trait::Elementwise))
        };
        let wrong: Vec<&str> = ops.filter(|op| !is_right(op)).map(|op| op.name).collect();
        assert!(wrong.is_empty(), "without a row, or with several: {wrong:?}");
    }
}
