//! The table of lowerings: one row for each op of StableHLO and CHLO, with those of [`scalar`] for elementwise ops.
//!
//! A row says what is done whether sizes are constants or values: constants are computed with while lowering. Beside that it may say
//! what is done on targets of many threads. An op that another pass takes away before has a row that names the pass.

use std::sync::LazyLock;

use strata_chlo as chlo;
use strata_ir::{
    core::{OpInfo, OpInfoMap},
    prelude::*,
};
use strata_stablehlo as hlo;

use super::{
    Lowered, broadcast, clone, constants, contraction, control, convolution, custom_call, elementwise,
    gather, iota, linear, movement, pad, parallel, reduction, reshape, scalar, scan, scatter,
    select_and_scatter, slices, sort,
    state::{Lowering, is_private},
    tuples, types, window,
};

/// The new values for the results of an op.
type Values = SmallVec<[Value; 2]>;
/// Lowers an op, and returns the new values for its results.
type Rule = fn(&mut Lowering, &mut Builder<'_>, Op) -> Lowered<Values>;

/// The general lowering of an op.
#[derive(Clone, Copy)]
enum General {
    /// A function lowers it.
    By(Rule),
    /// The pass of this name lowers it before; remaining ops cannot be lowered.
    Earlier(&'static str),
}

/// The lowering of an op for many threads.
#[derive(Clone, Copy)]
struct Parallel {
    /// Whether it supports an op.
    applies: fn(&Body, Op) -> bool,
    /// The new values; `None` if the serial form is as good.
    lower: fn(&Lowering, &mut Builder<'_>, Op) -> Lowered<Option<Values>>,
}

/// The lowerings of one op.
struct Row {
    info: fn() -> &'static OpInfo,
    general: General,
    /// Whether all its sizes must be constants.
    needs_known_sizes: bool,
    parallel: Option<Parallel>,
}

impl Row {
    const fn new<O: OpDef>(general: General) -> Self {
        Self { info: O::info, general, needs_known_sizes: false, parallel: None }
    }
    const fn known_sizes(self) -> Self {
        Self { needs_known_sizes: true, ..self }
    }
    const fn parallel(
        self,
        applies: fn(&Body, Op) -> bool,
        lower: fn(&Lowering, &mut Builder<'_>, Op) -> Lowered<Option<Values>>,
    ) -> Self {
        Self { parallel: Some(Parallel { applies, lower }), ..self }
    }
}

/// An op that a function lowers.
const fn row<O: OpDef>(rule: Rule) -> Row {
    Row::new::<O>(General::By(rule))
}
/// An op that the pass of this name lowers before.
const fn earlier<O: OpDef>(pass: &'static str) -> Row {
    Row::new::<O>(General::Earlier(pass))
}
/// The values of an op with one result.
fn one(value: Lowered<Value>) -> Lowered<Values> {
    value.map(|v| smallvec![v])
}
/// The values of an op whose lowering sets its own results, or that has none.
fn done(result: Lowered<()>) -> Lowered<Values> {
    result.map(|()| smallvec![])
}
fn always(_: &Body, _: Op) -> bool {
    true
}

const CHLO: &str = "chlo-legalize-to-stablehlo";
const COLLECTIVES: &str = "stablehlo-legalize-collectives";
const ROUTINES: &str = "stablehlo-legalize-to-runtime-calls";
const BATCH_NORM: &str = "stablehlo-batch-norm-expander";
const EINSUM: &str = "stablehlo-legalize-einsum-to-dot-general";
const QUANTIZED: &str = "stablehlo-legalize-quant-to-math";

static ROWS: &[Row] = &[
    // Values made of nothing.
    row::<hlo::ConstantOp>(|_, b, op| one(iota::constant(b, op))),
    row::<hlo::IotaOp>(|l, b, op| one(iota::lower(l, b, op))).known_sizes(),
    row::<hlo::DynamicIotaOp>(|l, b, op| one(iota::lower(l, b, op))),
    row::<hlo::GetDimensionSizeOp>(|l, b, op| one(iota::dimension_size(l, b, op))),
    row::<hlo::SetDimensionSizeOp>(|l, b, op| one(slices::set_dimension_size(l, b, op))),
    // Elements in another order or shape.
    row::<hlo::BroadcastInDimOp>(|l, b, op| one(broadcast::lower(l, b, op))),
    row::<hlo::BroadcastOp>(|l, b, op| one(broadcast::lower(l, b, op))),
    row::<hlo::DynamicBroadcastInDimOp>(|l, b, op| one(broadcast::lower(l, b, op))),
    row::<hlo::ReshapeOp>(|l, b, op| one(reshape::lower(l, b, op))),
    row::<hlo::DynamicReshapeOp>(|l, b, op| one(reshape::lower(l, b, op))),
    row::<hlo::TransposeOp>(|l, b, op| one(movement::lower(l, b, op))),
    row::<hlo::ReverseOp>(|l, b, op| one(movement::lower(l, b, op))),
    // Parts of tensors.
    row::<hlo::SliceOp>(|l, b, op| one(slices::slice(l, b, op))),
    row::<hlo::RealDynamicSliceOp>(|l, b, op| one(slices::slice(l, b, op))),
    row::<hlo::DynamicSliceOp>(|l, b, op| one(slices::dynamic_slice(l, b, op))),
    row::<hlo::DynamicUpdateSliceOp>(|l, b, op| one(slices::dynamic_update_slice(l, b, op))),
    row::<hlo::PadOp>(|l, b, op| one(pad::lower(l, b, op))),
    row::<hlo::DynamicPadOp>(|l, b, op| one(pad::lower(l, b, op))),
    row::<hlo::ConcatenateOp>(|l, b, op| one(slices::concatenate(l, b, op))),
    row::<hlo::GatherOp>(|l, b, op| one(gather::lower(l, b, op))),
    row::<hlo::DynamicGatherOp>(|l, b, op| one(gather::lower(l, b, op))),
    row::<hlo::ScatterOp>(|l, b, op| scatter::lower(l, b, op)).parallel(always, parallel::scatter::lower),
    row::<hlo::SelectAndScatterOp>(|l, b, op| one(select_and_scatter::lower(l, b, op)))
        .parallel(always, |l, b, op| parallel::pick::lower(l, b, op).map(|v| Some(smallvec![v]))),
    earlier::<hlo::TorchIndexSelectOp>("stablehlo-legalize-torch-index-select-to-gather"),
    // Products and sums.
    row::<hlo::DotOp>(|l, b, op| one(contraction::lower(l, b, op))),
    row::<hlo::DotGeneralOp>(|l, b, op| one(contraction::lower(l, b, op))),
    row::<hlo::ConvolutionOp>(|l, b, op| one(convolution::lower(l, b, op))),
    row::<hlo::DynamicConvOp>(|l, b, op| one(convolution::lower(l, b, op))),
    earlier::<hlo::EinsumOp>(EINSUM),
    earlier::<hlo::UnaryEinsumOp>(EINSUM),
    row::<hlo::ReduceOp>(|l, b, op| reduction::lower(l, b, op)),
    row::<hlo::ReduceWindowOp>(|l, b, op| window::lower(l, b, op)).parallel(always, parallel::scan::lower),
    row::<chlo::ScanOp>(|l, b, op| scan::lower_chlo(l, b, op)).parallel(always, parallel::scan::lower_chlo),
    row::<hlo::SortOp>(|l, b, op| sort::lower(l, b, op))
        .parallel(always, |l, b, op| parallel::sort::lower(l, b, op).map(Some)),
    earlier::<hlo::FftOp>(ROUTINES).known_sizes().parallel(parallel::fft::applies, |l, b, op| {
        parallel::fft::lower(l, b, op).map(|v| Some(smallvec![v]))
    }),
    row::<hlo::CholeskyOp>(|l, b, op| one(linear::cholesky(l, b, op)))
        .parallel(parallel::linear::applies, |l, b, op| {
            parallel::linear::cholesky(l, b, op).map(|v| Some(smallvec![v]))
        }),
    row::<hlo::TriangularSolveOp>(|l, b, op| one(linear::triangular_solve(l, b, op)))
        .parallel(parallel::linear::applies, |l, b, op| {
            parallel::linear::triangular_solve(l, b, op).map(|v| Some(smallvec![v]))
        }),
    row::<hlo::MapOp>(|l, b, op| one(elementwise::map(l, b, op))),
    earlier::<hlo::BatchNormGradOp>(BATCH_NORM).known_sizes(),
    earlier::<hlo::BatchNormInferenceOp>(BATCH_NORM).known_sizes(),
    earlier::<hlo::BatchNormTrainingOp>(BATCH_NORM).known_sizes(),
    earlier::<hlo::UniformDequantizeOp>(QUANTIZED),
    earlier::<hlo::UniformQuantizeOp>(QUANTIZED),
    // Control flow.
    row::<hlo::WhileOp>(control::lower),
    row::<hlo::IfOp>(control::lower),
    row::<hlo::CaseOp>(control::lower),
    row::<hlo::ReturnOp>(|l, b, op| done(end(l, b, op))),
    row::<hlo::OptimizationBarrierOp>(|l, b, op| l.operands(b, op).map(Values::from)),
    row::<hlo::TupleOp>(|l, b, op| done(tuples::join(l, b, op))),
    row::<hlo::GetTupleElementOp>(|l, b, op| done(tuples::element(l, b, op))),
    row::<hlo::AsyncStartOp>(|l, b, op| done(tuples::start(l, b, op))),
    row::<hlo::AsyncDoneOp>(|l, b, op| done(tuples::done(l, b, op))),
    row::<hlo::CustomCallOp>(|l, b, op| custom_call::lower(l, b, op)),
    earlier::<hlo::CompositeOp>("stablehlo-legalize-composite-to-call"),
    // Tokens: side effects stay in program order.
    row::<hlo::CreateTokenOp>(|_, b, op| Ok(smallvec![constants::nothing(b, op)])),
    row::<hlo::AfterAllOp>(|_, b, op| Ok(smallvec![constants::nothing(b, op)])),
    // Interaction with the environment: random numbers, collectives, transfers.
    earlier::<hlo::RngOp>(ROUTINES).known_sizes(),
    earlier::<hlo::RngBitGeneratorOp>(ROUTINES).known_sizes(),
    earlier::<hlo::AllGatherOp>(COLLECTIVES),
    earlier::<hlo::AllReduceOp>(COLLECTIVES),
    earlier::<hlo::AllToAllOp>(COLLECTIVES),
    earlier::<hlo::CollectiveBroadcastOp>(COLLECTIVES),
    earlier::<hlo::CollectivePermuteOp>(COLLECTIVES),
    earlier::<hlo::CollectiveReduceOp>(COLLECTIVES),
    earlier::<hlo::CrossReplicaSumOp>(COLLECTIVES),
    earlier::<hlo::ReduceScatterOp>(COLLECTIVES),
    earlier::<hlo::PartitionIdOp>(COLLECTIVES),
    earlier::<hlo::ReplicaIdOp>(COLLECTIVES),
    earlier::<hlo::InfeedOp>(COLLECTIVES),
    earlier::<hlo::OutfeedOp>(COLLECTIVES),
    earlier::<hlo::SendOp>(COLLECTIVES),
    earlier::<hlo::RecvOp>(COLLECTIVES),
    // Ops of CHLO that are no single op on elements.
    earlier::<chlo::AsinAcosKernelOp>(CHLO),
    earlier::<chlo::BesselI1eOp>(CHLO),
    earlier::<chlo::BroadcastAddOp>(CHLO),
    earlier::<chlo::BroadcastAndOp>(CHLO),
    earlier::<chlo::BroadcastAtan2Op>(CHLO),
    earlier::<chlo::BroadcastCompareOp>(CHLO),
    earlier::<chlo::BroadcastComplexOp>(CHLO),
    earlier::<chlo::BroadcastDivOp>(CHLO),
    earlier::<chlo::BroadcastMaxOp>(CHLO),
    earlier::<chlo::BroadcastMinOp>(CHLO),
    earlier::<chlo::BroadcastMulOp>(CHLO),
    earlier::<chlo::BroadcastNextAfterOp>(CHLO),
    earlier::<chlo::BroadcastOrOp>(CHLO),
    earlier::<chlo::BroadcastPolygammaOp>(CHLO),
    earlier::<chlo::BroadcastPowOp>(CHLO),
    earlier::<chlo::BroadcastRemOp>(CHLO),
    earlier::<chlo::BroadcastSelectOp>(CHLO),
    earlier::<chlo::BroadcastShiftLeftOp>(CHLO),
    earlier::<chlo::BroadcastShiftRightArithmeticOp>(CHLO),
    earlier::<chlo::BroadcastShiftRightLogicalOp>(CHLO),
    earlier::<chlo::BroadcastSubOp>(CHLO),
    earlier::<chlo::BroadcastXorOp>(CHLO),
    earlier::<chlo::BroadcastZetaOp>(CHLO),
    earlier::<chlo::ConjOp>(CHLO),
    earlier::<chlo::ConstantLikeOp>(CHLO),
    earlier::<chlo::ConstantOp>(CHLO),
    earlier::<chlo::DigammaOp>(CHLO),
    earlier::<chlo::ErfInvOp>(CHLO),
    earlier::<chlo::IsInfOp>(CHLO),
    earlier::<chlo::IsNegInfOp>(CHLO),
    earlier::<chlo::IsPosInfOp>(CHLO),
    earlier::<chlo::LgammaOp>(CHLO),
    earlier::<chlo::MulhiOp>(CHLO),
    earlier::<chlo::NextAfterOp>(CHLO),
    earlier::<chlo::PolygammaOp>(CHLO),
    earlier::<chlo::RaggedDotOp>(CHLO),
    earlier::<chlo::TopKOp>(CHLO),
    earlier::<chlo::ZetaOp>(CHLO),
];

fn row_of(info: &OpInfo) -> Option<&'static Row> {
    static ROW_OF: LazyLock<OpInfoMap<&Row>> =
        LazyLock::new(|| ROWS.iter().map(|row| ((row.info)(), row)).collect());
    ROW_OF.get(info).copied()
}

/// The names of the ops in the table, once for each row, and the pass that lowers some of these before.
pub fn rows() -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
    let own = ROWS.iter().map(|row| match row.general {
        General::By(_) => ((row.info)().name, None),
        General::Earlier(pass) => ((row.info)().name, Some(pass)),
    });
    own.chain(scalar::ops().map(|name| (name, None)))
}

/// Whether an op has a parallel form, so that no runtime routine is needed.
pub(crate) fn needs_no_routine(b: &Body, op: Op) -> bool {
    row_of(b.info(op)).and_then(|row| row.parallel).is_some_and(|parallel| (parallel.applies)(b, op))
}

/// Lowers an op of an old block.
pub(super) fn lower(l: &mut Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<()> {
    let info = b.info(op);
    let values = match row_of(info) {
        Some(row) => by_row(row, l, b, op)?,
        None if matches!(info.dialect(), "stablehlo" | "chlo") => one(elementwise::lower(l, b, op))?,
        None => return clone::lower(l, b, op),
    };
    l.set_all(b, op, &values);
    Ok(())
}

fn by_row(row: &Row, l: &mut Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Values> {
    if l.options.parallel
        && let Some(parallel) = row.parallel
        && (parallel.applies)(b, op)
        && let Some(values) = (parallel.lower)(l, b, op)?
    {
        return Ok(values);
    }
    if row.needs_known_sizes && types::has_unknown_sizes(b, op) {
        return Err(unsupported_sizes(b, op));
    }
    match row.general {
        General::By(rule) => rule(l, b, op),
        General::Earlier(_) => Err(super::UNKNOWN.into()),
    }
}

/// The reason why an op that requires static sizes is not lowered.
fn unsupported_sizes(b: &Body, op: Op) -> String {
    let ty = b.operand_types(op).chain(b.result_types(op)).find(|&t| types::is_unknown(b.cx(), t));
    let ty = ty.map(|t| b.cx().type_to_string(t)).unwrap_or_default();
    format!("dynamic sizes, as in '{ty}', are not supported")
}

/// The terminator of a function; terminators of regions are handled where their ops are lowered.
fn end(l: &mut Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<()> {
    if !is_private(b) {
        let olds: Vec<Value> = b.operands(op).collect();
        l.keep_bounds(b, &olds, "result");
    }
    let values = l.operands(b, op)?;
    strata_func::ReturnOp::build(b, &values);
    Ok(())
}
