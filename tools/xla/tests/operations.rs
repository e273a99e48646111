//! Every row of the operation table has its method, which builds the op that the table maps it to and runs.
//!
//! `registry/builds.tsv` says for each row what is built and what is expected of it;
//! `UPDATE_BUILDS_TABLE=1 cargo test -p strata-xla --test operations` writes it anew.

use std::{collections::BTreeMap, fmt::Write};

use strata_xla::{
    ChannelHandle, Client, ComparisonDirection, ConvolutionDimensionNumbers, DotDimensionNumbers, FftType,
    GatherDimensionNumbers, Literal, Padding, PaddingConfigDimension,
    PrimitiveType::{self, F32, S32, U32, U64},
    RaggedDotDimensionNumbers, Result, RngAlgorithm, ScatterDimensionNumbers, Shape, Transpose, XlaBuilder,
    XlaComputation, XlaOp,
};

const TABLE: &str = include_str!("../../../operations.tsv");

/// The expectation of a row.
enum Expect {
    /// This result.
    Is(Literal),
    /// A result of this shape, whose numbers are random or come from outside.
    Shape(&'static str),
    /// It is built only, as it needs a partner outside of the program.
    Built,
}
use Expect::Built;

fn is(literal: impl Into<Literal>) -> Expect {
    Expect::Is(literal.into())
}
fn tuple(elements: &[Literal]) -> Expect {
    Expect::Is(Literal::Tuple(elements.to_vec()))
}

struct Case {
    row: &'static str,
    method: &'static str,
    build: fn(&XlaBuilder) -> Result<XlaOp>,
    expect: Expect,
}

/// Rows with the call of their method; the compiler checks that the method is there.
macro_rules! cases {
    (|$b:ident| $($row:literal $method:ident($($arg:expr),* $(,)?) => $expect:expr;)*) => {
        vec![$(Case {
            row: $row,
            method: stringify!($method),
            build: |$b| $b.$method($($arg),*),
            expect: $expect,
        }),*]
    };
}

fn sum(b: &XlaBuilder, p: &[XlaOp]) -> Result<XlaOp> {
    b.add(p[0], p[1], &[])
}
fn twice(b: &XlaBuilder) -> Result<XlaComputation> {
    b.computation("twice", &[Shape::scalar(S32)], |b, p| b.add(p[0], p[0], &[]))
}
fn both(b: &XlaBuilder) -> Result<XlaOp> {
    b.tuple(&[b.constant(1)?, b.constant(2.5f32)?])
}
fn rows_of_a_table() -> GatherDimensionNumbers {
    GatherDimensionNumbers {
        offset_dims: vec![1],
        collapsed_slice_dims: vec![0],
        start_index_map: vec![0],
        index_vector_dim: 1,
        ..Default::default()
    }
}
fn elements() -> ScatterDimensionNumbers {
    ScatterDimensionNumbers {
        inserted_window_dims: vec![0],
        scatter_dims_to_operand_dims: vec![0],
        index_vector_dim: 1,
        ..Default::default()
    }
}
fn groups_of_rows() -> RaggedDotDimensionNumbers {
    RaggedDotDimensionNumbers {
        lhs_contracting_dimensions: vec![1],
        rhs_contracting_dimensions: vec![1],
        lhs_ragged_dimensions: vec![0],
        rhs_group_dimensions: vec![0],
        ..Default::default()
    }
}
const P2P: ChannelHandle = ChannelHandle { handle: 1, kind: 1 };
const NAN: f32 = f32::NAN;
const INF: f32 = f32::INFINITY;

fn cases() -> Vec<Case> {
    let mut all = elementwise();
    all.extend(arrays());
    all.extend(programs());
    all
}

fn elementwise() -> Vec<Case> {
    cases! { |b|
        "Abs" abs(b.constant([-5, 3])?) => is([5, 3]);
        "Cbrt" cbrt(b.constant([-8.0f32])?) => is([-2.0f32]);
        "Ceil" ceil(b.constant([0.5f32])?) => is([1.0f32]);
        "Clz" clz(b.constant([1i8])?) => is([7i8]);
        "Cos" cos(b.constant([0.0f32])?) => is([1.0f32]);
        "Cosh" cosh(b.constant([0.0f32])?) => is([1.0f32]);
        "Erf" erf(b.constant([INF])?) => is([1.0f32]);
        "Exp" exp(b.constant([0.0f32])?) => is([1.0f32]);
        "Expm1" expm1(b.constant([0.0f32])?) => is([0.0f32]);
        "Floor" floor(b.constant([-0.5f32])?) => is([-1.0f32]);
        "Imag" imag(b.complex(b.constant([3.0f32])?, b.constant([4.0f32])?, &[])?) => is([4.0f32]);
        "IsFinite" is_finite(b.constant([1.0, INF])?) => is([true, false]);
        "Log" log(b.constant([1.0f32])?) => is([0.0f32]);
        "Log1p" log1p(b.constant([0.0f32])?) => is([0.0f32]);
        "Logistic" logistic(b.constant([0.0f32])?) => is([0.5f32]);
        "LogicalNot" logical_not(b.constant([true])?) => is([false]);
        "Not" not(b.constant([0u8])?) => is([255u8]);
        "Neg" neg(b.constant([1u32])?) => is([u32::MAX]);
        "PopulationCount" population_count(b.constant([7])?) => is([3]);
        "Real" real(b.complex(b.constant([3.0f32])?, b.constant([4.0f32])?, &[])?) => is([3.0f32]);
        "Round" round(b.constant([2.5f32])?) => is([3.0f32]);
        "RoundNearestAfz" round_nearest_afz(b.constant([-0.5f32])?) => is([-1.0f32]);
        "RoundNearestEven" round_nearest_even(b.constant([2.5f32])?) => is([2.0f32]);
        "Rsqrt" rsqrt(b.constant([4.0f32])?) => is([0.5f32]);
        "Sign" sign(b.constant([-2.5f32])?) => is([-1.0f32]);
        "Sin" sin(b.constant([0.0f32])?) => is([0.0f32]);
        "Sqrt" sqrt(b.constant([9.0f32])?) => is([3.0f32]);
        "Tan" tan(b.constant([0.0f32])?) => is([0.0f32]);
        "Tanh" tanh(b.constant([INF])?) => is([1.0f32]);
        "Add" add(b.constant([[0; 3]; 3])?, b.constant([7, 8, 9])?, &[0]) => is([[7; 3], [8; 3], [9; 3]]);
        "Sub" sub(b.constant([[1], [2]])?, b.constant([[10, 20]])?, &[]) => is([[-9, -19], [-8, -18]]);
        "Mul" mul(b.constant(2)?, b.constant([3, 4])?, &[]) => is([6, 8]);
        "Div" div(b.constant([7, 5, i32::MIN])?, b.constant([-2, 0, -1])?, &[]) => is([-3, -1, i32::MIN]);
        "Rem" rem(b.constant([7, 5, i32::MIN])?, b.constant([-2, 0, -1])?, &[]) => is([1, 5, 0]);
        "Max" max(b.constant([-0.0f32, 1.0])?, b.constant([0.0f32, 2.0])?, &[]) => is([0.0f32, 2.0]);
        "Min" min(b.constant([-0.0f32, 1.0])?, b.constant([0.0f32, 2.0])?, &[]) => is([-0.0f32, 1.0]);
        "LogicalAnd" logical_and(b.constant([true])?, b.constant([false])?, &[]) => is([false]);
        "And" and(b.constant([6])?, b.constant([3])?, &[]) => is([2]);
        "LogicalOr" logical_or(b.constant([true])?, b.constant([false])?, &[]) => is([true]);
        "Or" or(b.constant([6])?, b.constant([3])?, &[]) => is([7]);
        "Xor" xor(b.constant([6])?, b.constant([3])?, &[]) => is([5]);
        "Atan2" atan2(b.constant([0.0f32])?, b.constant([1.0f32])?, &[]) => is([0.0f32]);
        "Complex" complex(b.constant([3.0f64])?, b.constant(4.0f64)?, &[]) => is([num_complex::Complex::new(3.0f64, 4.0)]);
        "Pow" pow(b.constant([3, 2])?, b.constant([20, -1])?, &[]) => is([-808182895, 0]);
        "ShiftLeft" shift_left(b.constant([1, 1])?, b.constant([31, 32])?, &[]) => is([i32::MIN, 0]);
        "ShiftRightArithmetic" shift_right_arithmetic(b.constant([-8, -8])?, b.constant([1, -1])?, &[]) => is([-4, -1]);
        "ShiftRightLogical" shift_right_logical(b.constant([-8, 8])?, b.constant([1, 32])?, &[]) => is([2147483644, 0]);
        "Compare" compare(b.constant([1, 3])?, b.constant(2)?, &[], ComparisonDirection::Gt, None) => is([false, true]);
        "Eq" eq(b.constant([NAN, 0.0])?, b.constant([NAN, -0.0])?, &[]) => is([false, true]);
        "Ne" ne(b.constant([NAN, 0.0])?, b.constant([NAN, -0.0])?, &[]) => is([true, false]);
        "Ge" ge(b.constant([NAN, 0.0])?, b.constant([NAN, -0.0])?, &[]) => is([false, true]);
        "Gt" gt(b.constant([1u8, 255])?, b.constant([2u8, 1])?, &[]) => is([false, true]);
        "Le" le(b.constant([1i8, -1])?, b.constant([2i8, 1])?, &[]) => is([true, true]);
        "Lt" lt(b.constant([u32::MAX])?, b.constant([1u32])?, &[]) => is([false]);
        "EqTotalOrder" eq_total_order(b.constant([NAN, 0.0])?, b.constant([NAN, -0.0])?, &[]) => is([true, false]);
        "NeTotalOrder" ne_total_order(b.constant([NAN, 0.0])?, b.constant([NAN, -0.0])?, &[]) => is([false, true]);
        "GeTotalOrder" ge_total_order(b.constant([NAN, -0.0])?, b.constant([INF, 0.0])?, &[]) => is([true, false]);
        "GtTotalOrder" gt_total_order(b.constant([NAN, -0.0])?, b.constant([INF, 0.0])?, &[]) => is([true, false]);
        "LeTotalOrder" le_total_order(b.constant([NAN, -0.0])?, b.constant([INF, 0.0])?, &[]) => is([false, true]);
        "LtTotalOrder" lt_total_order(b.constant([1, 2])?, b.constant([2, 1])?, &[]) => is([true, false]);
        "Select" select(b.constant([true, false])?, b.constant([1, 2])?, b.constant([3, 4])?) => is([1, 4]);
        "Clamp" clamp(b.constant(0)?, b.constant([-1, 5, 9])?, b.constant(6)?) => is([0, 5, 6]);
        "ConvertElementType" convert_element_type(b.constant([1.9f32, -1.9, NAN])?, S32) => is([1, -1, 0]);
        "BitcastConvertType" bitcast_convert_type(b.constant([[1i8, 2, 3, 4]])?, S32) => is([0x04030201]);
        "ReducePrecision" reduce_precision(b.constant([1.1f32])?, 5, 10) => is([1.0996094f32]);
    }
}

fn arrays() -> Vec<Case> {
    cases! { |b|
        "Broadcast" broadcast(b.constant([1, 2])?, &[2]) => is([[1, 2], [1, 2]]);
        "BroadcastInDim" broadcast_in_dim(b.constant([[0, 1, 2], [3, 4, 5]])?, &[3, 2], &[1, 0]) => is([[0, 3], [1, 4], [2, 5]]);
        "Collapse" collapse(b.constant([[[1, 2], [3, 4]]; 2])?, &[1, 2]) => is([[1, 2, 3, 4]; 2]);
        "Concatenate" concatenate(&[b.constant([[1, 2], [3, 4]])?, b.constant([[7, 8]])?], 0) => is([[1, 2], [3, 4], [7, 8]]);
        "Constant" constant([[1.5f64]]) => is([[1.5f64]]);
        "DynamicSlice" dynamic_slice(b.constant([0, 1, 2, 3, 4])?, &[b.constant([-3])?], &[2]) => is([0, 1]);
        "DynamicUpdateSlice" dynamic_update_slice(b.constant([0, 1, 2])?, b.constant([8, 9])?, &[b.constant(4)?]) => is([0, 8, 9]);
        "Iota" iota(&Shape::array(F32, &[2, 3]), 1) => is([[0.0f32, 1.0, 2.0]; 2]);
        "Pad" pad(b.constant([1, 2, 3])?, b.constant(9)?, &[PaddingConfigDimension::new(-2, 1, 2)]) => is([9, 2, 9, 9, 3, 9]);
        "Reshape" reshape(b.constant([[5.0f32]])?, &[]) => is(5.0f32);
        "Reshape (explicit)" reshape_explicit(&Shape::array(S32, &[1, 1]), b.constant(5)?) => is([[5]]);
        "Rev" rev(b.constant([1, 2, 3])?, &[0]) => is([3, 2, 1]);
        "Slice" slice(b.constant([0, 1, 2, 3, 4])?, &[0], &[5], &[2]) => is([0, 2, 4]);
        "Transpose" transpose(b.constant([[1, 2, 3], [4, 5, 6]])?, &[1, 0]) => is([[1, 4], [2, 5], [3, 6]]);
        "Gather" gather(b.constant([[1, 2], [3, 4]])?, b.constant([1, 0, 9])?, &rows_of_a_table(), &[1, 2], false) => is([[3, 4], [1, 2], [3, 4]]);
        "Scatter" scatter(&[b.constant([1, 2, 3])?], b.constant([2, 2, 9])?, &[b.constant([10, 20, 30])?], sum, &elements(), false, false) => is([1, 2, 33]);
        "GetDimensionSize" get_dimension_size(b.constant([[0; 7]; 2])?, 1) => is(7);
        "SetDimensionSize" get_dimension_size(b.set_dimension_size(b.constant([0; 7])?, b.constant(5)?, 0)?, 0) => is(5);
        "DynamicReshape" dynamic_reshape(b.constant([0, 1, 2, 3])?, &[b.constant(2)?, b.constant(2)?], &[4, 2], &[true, false]) => is([[0, 1], [2, 3]]);
        "Dot" dot(b.constant([1, 2, 3])?, b.constant([1, 2, 3])?, &[], None) => is(14);
        "DotGeneral" dot_general(b.constant([127i8, 127])?, b.constant([127i8, 127])?, &DotDimensionNumbers::contracting(&[0], &[0]), &[], Some(S32)) => is(32258);
        "ScaledDot" scaled_dot(b.constant([[1.0f32, 2.0, 3.0, 4.0]])?, b.constant([[2.0f32, 0.5]])?, b.constant([[1.0f32]; 4])?, b.constant([[1.0f32], [4.0]])?, &DotDimensionNumbers::contracting(&[1], &[0]), &[], Some(F32)) => is([[20.0f32]]);
        "RaggedDot" ragged_dot(b.constant([[1.0f32, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]])?, b.constant([[[1.0f32, 0.0], [0.0, 1.0]], [[10.0, 0.0], [0.0, 10.0]]])?, b.constant([1, 2])?, &groups_of_rows(), &[], None) => is([[1.0f32, 2.0], [30.0, 40.0], [50.0, 60.0], [0.0, 0.0]]);
        "Cholesky" cholesky(b.constant([[9.0f32]])?, true) => is([[3.0f32]]);
        "TriangularSolve" triangular_solve(b.constant([[2.0f32, 99.0], [1.0, 4.0]])?, b.constant([[2.0f32, 4.0], [9.0, 6.0]])?, true, true, false, Transpose::Transpose) => is([[-0.125f32, 1.25], [2.25, 1.5]]);
        "Fft" fft(b.complex(b.constant([1.0f32, 0.0])?, b.constant(0.0f32)?, &[])?, FftType::Ifft, &[2]) => is([num_complex::Complex::new(0.5f32, 0.0); 2]);
        "Conv" conv(b.constant([[[1.0f32, 2.0, 3.0]]])?, b.constant([[[1.0f32, 1.0, 1.0]]])?, &[1], &Padding::Same, 1, 1, &[], None) => is([[[3.0f32, 6.0, 5.0]]]);
        "ConvWithGeneralPadding" conv_with_general_padding(b.constant([[[1.0f32, 2.0, 3.0]]])?, b.constant([[[1.0f32, 10.0]]])?, &[2], &[(1, 0)], 1, 1, &[], None) => is([[[10.0f32, 32.0]]]);
        "ConvWithGeneralDimensions" conv_with_general_dimensions(b.constant([[[1.0f32, 2.0, 3.0]]])?, b.constant([[[1.0f32, 10.0]]])?, &[1], &Padding::Valid, &ConvolutionDimensionNumbers::default_of(1), 1, 1, &[], None) => is([[[21.0f32, 32.0]]]);
        "ConvGeneral" conv_general(b.constant([[[1.0f32], [2.0]]])?, b.constant([[[1.0f32]], [[2.0]], [[3.0]], [[4.0]]])?, &[1], &[(0, 0)], &ConvolutionDimensionNumbers::default_of(1), 2, 1, &[], None) => is([[[1.0f32], [2.0], [6.0], [8.0]]]);
        "ConvGeneralDilated" conv_general_dilated(b.constant([[[1.0f32, 2.0]]])?, b.constant([[[1.0f32, 10.0]]])?, &[1], &[(0, 0)], &[2], &[1], &ConvolutionDimensionNumbers::default_of(1), 1, 1, &[], None, &[]) => is([[[1.0f32, 20.0]]]);
        "Reduce" reduce(&[b.constant([[1, 2, 3], [4, 5, 6]])?], &[b.constant(0)?], sum, &[1]) => is([6, 15]);
        "ReduceWindow" reduce_window(&[b.constant([1, 2, 3, 4])?], &[b.constant(0)?], sum, &[4], &[], &Padding::Explicit(vec![(3, 0)]), &[], &[]) => is([1, 3, 6, 10]);
        "SelectAndScatter" select_and_scatter(b.constant([1, 7, 7, 2])?, |b, p| b.gt(p[0], p[1], &[]), &[4], &[1], &Padding::Valid, b.constant([5])?, b.constant(0)?, sum) => is([0, 0, 5, 0]);
        "Map" map(&[b.constant([1, 2])?, b.constant([3, 4])?], sum, &[]) => is([4, 6]);
        "Sort" sort(&[b.constant([2, 1, 2, 1])?, b.constant([0, 1, 2, 3])?], |b, p| b.lt(p[0], p[1], &[]), 0, true) => tuple(&[[1, 1, 2, 2].into(), [1, 3, 0, 2].into()]);
        "TopK" top_k(b.constant([3, 1, 2])?, 2, false) => tuple(&[[1, 2].into(), [1, 2].into()]);
        "BatchNormTraining" batch_norm_training(b.constant([[1.0f32], [3.0]])?, b.constant([2.0f32])?, b.constant([1.0f32])?, 0.0, 1) => tuple(&[[[-1.0f32], [3.0]].into(), [2.0f32].into(), [1.0f32].into()]);
        "BatchNormInference" batch_norm_inference(b.constant([[1.0f32], [3.0]])?, b.constant([2.0f32])?, b.constant([1.0f32])?, b.constant([1.0f32])?, b.constant([0.5f32])?, 0.5, 1) => is([[1.0f32], [5.0]]);
        "BatchNormGrad" batch_norm_grad(b.constant([[1.0f32], [3.0]])?, b.constant([1.0f32])?, b.constant([2.0f32])?, b.constant([1.0f32])?, b.constant([[1.0f32], [1.0]])?, 0.0, 1) => tuple(&[[[0.0f32], [0.0]].into(), [0.0f32].into(), [2.0f32].into()]);
        "RngNormal" rng_normal(b.constant(0.0f32)?, b.constant(1.0f32)?, &Shape::array(F32, &[4])) => Expect::Shape("f32[4]");
        "RngUniform" rng_uniform(b.constant(0)?, b.constant(9)?, &Shape::array(S32, &[4])) => Expect::Shape("s32[4]");
        "RngBernoulli" rng_bernoulli(b.constant(0.0f32)?, &Shape::array(U32, &[2])) => is([0u32, 0]);
        "RngBitGenerator" rng_bit_generator(RngAlgorithm::ThreeFry, b.constant([1u64, 2])?, &Shape::array(U32, &[5])) => tuple(&[[1u64, 5].into(), [43444564u32, 2150618427, 3979645651, 3745730563, 1672743891].into()]);
    }
}

fn programs() -> Vec<Case> {
    cases! { |b|
        "Call" call(&twice(b)?, &[b.constant(4)?]) => is(8);
        "CompositeCall" composite_call(&twice(b)?, &[b.constant(4)?], "foo.bar", Some("{n = 1 : i32}"), Some(2)) => is(8);
        "Conditional" conditional(b.constant(false)?, b.constant(1)?, |_, p| Ok(p[0]), b.constant(2)?, |b, p| b.neg(p[0])) => is(-2);
        "While" while_(|b, s| b.lt(s[0], b.constant(10)?, &[]), |b, s| b.add(s[0], b.constant(3)?, &[]), b.constant(0)?) => is(12);
        "CustomCall" custom_call("Sharding", &[b.constant([1, 2])?], &Shape::array(S32, &[2]), None) => is([1, 2]);
        "OptimizationBarrier" optimization_barrier(both(b)?) => tuple(&[1.into(), 2.5f32.into()]);
        "Parameter" parameter(0, &Shape::array(S32, &[2]), "x") => Built;
        "Tuple" tuple(&[b.constant(1)?]) => tuple(&[1.into()]);
        "GetTupleElement" get_tuple_element(both(b)?, 1) => is(2.5f32);
        "AfterAll" after_all(&[b.after_all(&[])?]) => Expect::Is(Literal::Token);
        "AllGather" all_gather(b.constant([1, 2])?, 0, 1, &[], None, false) => is([1, 2]);
        "AllReduce" all_reduce(both(b)?, sum, &[vec![0]], None, false) => tuple(&[1.into(), 2.5f32.into()]);
        "CrossReplicaSum" cross_replica_sum(b.constant([1, 2])?, &[]) => is([1, 2]);
        "AllToAll" all_to_all(b.constant([1, 2])?, 0, 0, 1, &[], None) => is([1, 2]);
        "RaggedAllToAll" ragged_all_to_all(b.constant([7, 8])?, b.constant([1])?, b.constant([1])?, b.constant([0; 3])?, b.constant([2])?, b.constant([1])?, &[vec![0]], None) => is([0, 0, 8]);
        "CollectiveBroadcast" collective_broadcast(b.constant([1, 2])?, &[vec![0]], None) => is([1, 2]);
        "CollectivePermute" collective_permute(b.constant([1, 2])?, &[], None, false) => is([0, 0]);
        "ReduceScatter" reduce_scatter(b.constant([1, 2])?, sum, 0, 1, &[], None, false) => is([1, 2]);
        "ReplicaId" replica_id() => is(0u32);
        "PartitionId" partition_id(&Shape::scalar(U32)) => is(0u32);
        "Infeed" infeed(&Shape::array(F32, &[2]), "") => Built;
        "Outfeed" outfeed(b.constant([1, 2])?, &Shape::array(S32, &[2]), "") => Expect::Is(Literal::Token);
        "Send" send(b.constant([1, 2])?, P2P) => Built;
        "SendDone" send_done(b.send(b.constant([1, 2])?, P2P)?) => Built;
        "SendWithTokens" send_with_tokens(b.constant([1, 2])?, b.after_all(&[])?, P2P) => Built;
        "SendToHost" send_to_host(both(b)?, b.after_all(&[])?, &Shape::tuple([Shape::scalar(S32), Shape::scalar(F32)]), ChannelHandle::device_to_host(3)) => Expect::Is(Literal::Token);
        "Recv" recv(&Shape::array(F32, &[2]), P2P) => Built;
        "RecvDone" recv_done(b.recv_with_tokens(b.after_all(&[])?, &Shape::scalar(F32), P2P)?) => Built;
        "RecvWithTokens" recv_with_tokens(b.after_all(&[])?, &Shape::scalar(F32), P2P) => Built;
        "RecvFromHost" recv_from_host(b.after_all(&[])?, &Shape::scalar(F32), ChannelHandle::host_to_device(2)) => Built;
        "AllGatherStart" all_gather_done(b.all_gather_start(b.constant([1, 2])?, 0, 1, &[], None, false)?) => is([1, 2]);
        "AllGatherDone" all_gather_done(b.all_gather_start(b.constant([1, 2])?, 0, 1, &[], None, false)?) => is([1, 2]);
        "AllReduceStart" all_reduce_done(b.all_reduce_start(b.constant([1, 2])?, sum, &[], None, false)?) => is([1, 2]);
        "AllReduceDone" all_reduce_done(b.all_reduce_start(b.constant([1, 2])?, sum, &[], None, false)?) => is([1, 2]);
        "CollectivePermuteStart" collective_permute_done(b.collective_permute_start(b.constant([1, 2])?, &[(0, 0)], None, false)?) => is([1, 2]);
        "CollectivePermuteDone" collective_permute_done(b.collective_permute_start(b.constant([1, 2])?, &[(0, 0)], None, false)?) => is([1, 2]);
        "AsyncStart" async_done(b.async_start(&[b.constant([1, 2, 3])?], |b, p| b.slice(p[0], &[1], &[3], &[]))?) => is([2, 3]);
        "AsyncUpdate" async_done(b.async_update(b.async_start(&[b.constant([1, 2, 3])?], |b, p| b.slice(p[0], &[1], &[3], &[]))?)?) => is([2, 3]);
        "AsyncDone" async_done(b.async_start(&[b.constant([1, 2, 3])?], |b, p| b.slice(p[0], &[0], &[1], &[]))?) => is([1]);
        "AddDependency" add_dependency(b.constant([1, 2])?, b.after_all(&[])?) => is([1, 2]);
        "Bitcast" bitcast(b.constant([1.0f32])?, &Shape::array(PrimitiveType::U8, &[2, 2])) => is([[0u8, 0], [128, 63]]);
        "Copy" copy(b.constant([1, 2])?) => is([1, 2]);
        "CopyStart" copy_done(b.copy_start(b.constant([1, 2])?)?) => is([1, 2]);
        "CopyDone" copy_done(b.copy_start(b.constant([1, 2])?)?) => is([1, 2]);
        "Domain" domain(b.constant([1, 2])?, "", "") => is([1, 2]);
        "Fusion" fusion(&[b.constant(1)?, b.constant(2)?], "kInput", sum) => is(3);
        "RngGetAndUpdateState" rng_get_and_update_state(&Shape::array(U64, &[2]), 1) => is([0u64, 0]);
    }
}

/// The name of the method of an operation.
fn method_of(row: &str) -> String {
    match row {
        "While" => "while_".into(),
        "Reshape (explicit)" => "reshape_explicit".into(),
        _ => {
            let mut out = String::new();
            for (i, c) in row.chars().enumerate() {
                if c.is_ascii_uppercase() && i > 0 {
                    out.push('_');
                }
                out.push(c.to_ascii_lowercase());
            }
            out
        }
    }
}

/// Rows whose example ends in another method than their own, which it calls before.
const WRAPPED: [(&str, &str); 8] = [
    ("SetDimensionSize", "set_dimension_size"),
    ("AllGatherStart", "all_gather_start"),
    ("AllReduceStart", "all_reduce_start"),
    ("CollectivePermuteStart", "collective_permute_start"),
    ("AsyncStart", "async_start"),
    ("AsyncUpdate", "async_update"),
    ("CopyStart", "copy_start"),
    ("TopK", "top_k"),
];

#[test]
fn every_row_has_its_method() {
    let cases: BTreeMap<&str, Case> = cases().into_iter().map(|c| (c.row, c)).collect();
    let rows: Vec<&str> = TABLE.lines().skip(1).filter_map(|l| l.split('\t').next()).collect();
    assert!(rows.len() > 150);
    for row in &rows {
        let case = cases.get(row).unwrap_or_else(|| panic!("{row} has no method"));
        if !WRAPPED.iter().any(|w| w.0 == *row && w.1 == method_of(row)) {
            assert_eq!(case.method, method_of(row), "{row}");
        }
    }
    assert_eq!(cases.len(), rows.len());
}

/// The ops that a row of the table maps to, without those of other dialects.
fn mapped_ops(mapping: &str) -> Vec<&str> {
    let words = mapping.split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_')));
    words
        .filter(|w| ["stablehlo.", "chlo.", "func."].iter().any(|d| w.starts_with(d) && w.len() > d.len()))
        .collect()
}

/// Rows that the builder expresses without the op of the table: tuples whose elements are known, the argument of a
/// function, and the smallest elements, which `chlo.top_k` does not find.
const WITHOUT_OP: [&str; 4] = ["Tuple", "GetTupleElement", "Parameter", "TopK"];

#[test]
fn every_row_builds_its_op_and_runs() {
    let mappings: BTreeMap<&str, &str> = TABLE
        .lines()
        .skip(1)
        .filter_map(|l| Some((l.split('\t').next()?, l.split('\t').next_back()?)))
        .collect();
    let mut failures = Vec::new();
    for case in cases() {
        let b = XlaBuilder::new(case.row);
        let computation = match (case.build)(&b).and_then(|root| b.build(root)) {
            Ok(c) => c,
            Err(e) => {
                failures.push(format!("{} is not built: {e}", case.row));
                continue;
            }
        };
        let text = computation.to_text();
        let ops = mapped_ops(mappings[case.row]);
        if !ops.is_empty()
            && !WITHOUT_OP.contains(&case.row)
            && !ops.iter().any(|op| text.contains(op.trim_start_matches("func.")))
        {
            failures.push(format!("{} does not build any of {ops:?}:\n{text}", case.row));
        }
        let run = || Client::interpreter().compile(&computation)?.execute(&[]);
        let whole = |mut v: Vec<Literal>| match computation.result() {
            Shape::Tuple(_) => Literal::Tuple(v),
            _ => v.remove(0),
        };
        match (case.expect, &Built) {
            (Expect::Built, _) => (),
            (Expect::Is(wanted), _) => match run().map(whole) {
                Ok(got) if got == wanted => (),
                other => failures.push(format!("{}: {other:?} instead of {wanted:?}", case.row)),
            },
            (Expect::Shape(wanted), _) => match run().map(whole) {
                Ok(got) if got.shape().to_string() == wanted => (),
                other => failures.push(format!("{}: {other:?} instead of a {wanted}", case.row)),
            },
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The ops of a module apart from constants, functions and what ends a block, each once and sorted, with blanks between.
fn ops_of(module: &strata_ir::core::Body) -> String {
    let mut names = std::collections::BTreeSet::new();
    let mut open = vec![module];
    while let Some(body) = open.pop() {
        names.extend(body.all_ops().into_iter().map(|op| body.op_name(op).to_owned()));
        open.extend(body.children().map(|(_, child)| child));
    }
    let is_frame = |name: &str| {
        ["builtin.module", "func.func", "func.return", "stablehlo.constant", "stablehlo.return"]
            .contains(&name)
    };
    names.into_iter().filter(|name| !is_frame(name)).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_table_of_builds_is_current() {
    let mut table = String::from("operation\tmethod\tresult\tops\n");
    for case in cases() {
        let b = XlaBuilder::new(case.row);
        let computation = (case.build)(&b).and_then(|root| b.build(root)).expect("every row is built");
        let result = match case.expect {
            Expect::Is(_) => "value",
            Expect::Shape(_) => "shape",
            Expect::Built => "built",
        };
        // The last method that an example calls may be another one, which only gives what its own one makes.
        let method = method_of(case.row);
        let ops = ops_of(computation.module());
        writeln!(table, "{}\t{method}\t{result}\t{ops}", case.row).expect("a string takes all text");
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../registry/builds.tsv");
    if std::env::var_os("UPDATE_BUILDS_TABLE").is_some() {
        std::fs::write(path, &table).expect("the table can be written");
    }
    let current = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        current == table,
        "registry/builds.tsv is not current; write it with UPDATE_BUILDS_TABLE=1 cargo test -p strata-xla --test operations"
    );
}
