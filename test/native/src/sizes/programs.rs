//! Programs whose sizes, offsets and strides are arguments.

/// A program, and valid arguments for it.
pub struct Program {
    /// Its name.
    pub name: &'static str,
    /// The text, with `IDX` for the type of numbers, without the beginning and the end of the function `main`.
    pub body: &'static str,
    /// The sizes of the first arguments, which are data.
    pub data: &'static [&'static [i64]],
    /// Valid numbers for the other arguments.
    pub numbers: &'static [&'static [i64]],
    /// Types of the numbers, if the op restricts them.
    pub types: &'static [&'static str],
}

/// A dynamic convolution, of which only the paddings are unknown.
const CONVOLUTION: &str = "(%x: tensor<1x4x4x1xf32>, %k: tensor<2x2x1x1xf32>, %i: tensor<2x2xIDX>) -> tensor<1x?x?x1xf32> {
          %r = \"stablehlo.dynamic_conv\"(%x, %k, %i) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
            batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>,
            rhs_dilation = array<i64: 1, 1>}> : (tensor<1x4x4x1xf32>, tensor<2x2x1x1xf32>, tensor<2x2xIDX>) -> tensor<1x?x?x1xf32>
          return %r : tensor<1x?x?x1xf32>";

/// Types of numbers.
const TYPES: &[&str] = &["i64", "i32", "ui32", "i8", "ui64", "ui8"];
const SIGNED: &[&str] = &["i64", "i32"];

const fn program(
    name: &'static str,
    body: &'static str,
    data: &'static [&'static [i64]],
    numbers: &'static [&'static [i64]],
) -> Program {
    Program { name, body, data, numbers, types: TYPES }
}

const fn of_types(types: &'static [&'static str], mut program: Program) -> Program {
    program.types = types;
    program
}

/// All programs.
pub const PROGRAMS: &[Program] = &[
    program(
        "pad",
        "(%x: tensor<4xf32>, %l: tensor<1xIDX>, %h: tensor<1xIDX>, %i: tensor<1xIDX>) -> tensor<?xf32> {
          %p = stablehlo.constant dense<-1.0> : tensor<f32>
          %r = stablehlo.dynamic_pad %x, %p, %l, %h, %i : (tensor<4xf32>, tensor<f32>, tensor<1xIDX>, tensor<1xIDX>, tensor<1xIDX>) -> tensor<?xf32>
          return %r : tensor<?xf32>",
        &[&[4]],
        &[&[1], &[2], &[1]],
    ),
    program(
        "pad_one",
        "(%x: tensor<?xi8>, %l: tensor<1xIDX>, %h: tensor<1xIDX>, %i: tensor<1xIDX>) -> tensor<?xi8> {
          %p = stablehlo.constant dense<9> : tensor<i8>
          %r = stablehlo.dynamic_pad %x, %p, %l, %h, %i : (tensor<?xi8>, tensor<i8>, tensor<1xIDX>, tensor<1xIDX>, tensor<1xIDX>) -> tensor<?xi8>
          return %r : tensor<?xi8>",
        &[&[1]],
        &[&[1], &[2], &[1]],
    ),
    program(
        "pad_two",
        "(%x: tensor<2xf32>, %l: tensor<1xIDX>, %h: tensor<1xIDX>, %i: tensor<1xIDX>) -> tensor<?xf32> {
          %p = stablehlo.constant dense<-1.0> : tensor<f32>
          %r = stablehlo.dynamic_pad %x, %p, %l, %h, %i : (tensor<2xf32>, tensor<f32>, tensor<1xIDX>, tensor<1xIDX>, tensor<1xIDX>) -> tensor<?xf32>
          return %r : tensor<?xf32>",
        &[&[2]],
        &[&[1], &[2], &[1]],
    ),
    program(
        "pad_rows",
        "(%x: tensor<?x?xf32>, %l: tensor<2xIDX>, %h: tensor<2xIDX>, %i: tensor<2xIDX>) -> tensor<?x?xf32> {
          %p = stablehlo.constant dense<-1.0> : tensor<f32>
          %r = stablehlo.dynamic_pad %x, %p, %l, %h, %i : (tensor<?x?xf32>, tensor<f32>, tensor<2xIDX>, tensor<2xIDX>, tensor<2xIDX>) -> tensor<?x?xf32>
          return %r : tensor<?x?xf32>",
        &[&[3, 2]],
        &[&[1, 0], &[2, 1], &[1, 0]],
    ),
    program(
        "pad_interior",
        "(%x: tensor<?x?xf32>, %i: tensor<2xIDX>) -> tensor<?x?xf32> {
          %p = stablehlo.constant dense<-1.0> : tensor<f32>
          %l = stablehlo.constant dense<[0, 1]> : tensor<2xIDX>
          %h = stablehlo.constant dense<[2, 0]> : tensor<2xIDX>
          %r = stablehlo.dynamic_pad %x, %p, %l, %h, %i : (tensor<?x?xf32>, tensor<f32>, tensor<2xIDX>, tensor<2xIDX>, tensor<2xIDX>) -> tensor<?x?xf32>
          return %r : tensor<?x?xf32>",
        &[&[3, 1]],
        &[&[1, 2]],
    ),
    program(
        "pad_edges",
        "(%x: tensor<3x5xf32>, %l: tensor<2xIDX>, %h: tensor<2xIDX>) -> tensor<?x?xf32> {
          %p = stablehlo.constant dense<-1.0> : tensor<f32>
          %i = stablehlo.constant dense<0> : tensor<2xIDX>
          %r = stablehlo.dynamic_pad %x, %p, %l, %h, %i : (tensor<3x5xf32>, tensor<f32>, tensor<2xIDX>, tensor<2xIDX>, tensor<2xIDX>) -> tensor<?x?xf32>
          return %r : tensor<?x?xf32>",
        &[&[3, 5]],
        &[&[1, 2], &[0, 1]],
    ),
    program(
        "pad_to_a_known_size",
        "(%x: tensor<4xf32>, %l: tensor<1xIDX>, %h: tensor<1xIDX>, %i: tensor<1xIDX>) -> tensor<10xf32> {
          %p = stablehlo.constant dense<-1.0> : tensor<f32>
          %r = stablehlo.dynamic_pad %x, %p, %l, %h, %i : (tensor<4xf32>, tensor<f32>, tensor<1xIDX>, tensor<1xIDX>, tensor<1xIDX>) -> tensor<10xf32>
          return %r : tensor<10xf32>",
        &[&[4]],
        &[&[1], &[2], &[1]],
    ),
    program(
        "pad_nothing",
        "(%x: tensor<?xf32>, %l: tensor<1xIDX>, %h: tensor<1xIDX>, %i: tensor<1xIDX>) -> tensor<?xf32> {
          %p = stablehlo.constant dense<-1.0> : tensor<f32>
          %r = stablehlo.dynamic_pad %x, %p, %l, %h, %i : (tensor<?xf32>, tensor<f32>, tensor<1xIDX>, tensor<1xIDX>, tensor<1xIDX>) -> tensor<?xf32>
          return %r : tensor<?xf32>",
        &[&[0]],
        &[&[1], &[2], &[1]],
    ),
    program(
        "slice",
        "(%x: tensor<5xf32>, %b: tensor<1xIDX>, %e: tensor<1xIDX>, %s: tensor<1xIDX>) -> tensor<?xf32> {
          %r = stablehlo.real_dynamic_slice %x, %b, %e, %s : (tensor<5xf32>, tensor<1xIDX>, tensor<1xIDX>, tensor<1xIDX>) -> tensor<?xf32>
          return %r : tensor<?xf32>",
        &[&[5]],
        &[&[1], &[5], &[2]],
    ),
    program(
        "slice_rows",
        "(%x: tensor<?x?xi8>, %b: tensor<2xIDX>, %e: tensor<2xIDX>, %s: tensor<2xIDX>) -> tensor<?x?xi8> {
          %r = stablehlo.real_dynamic_slice %x, %b, %e, %s : (tensor<?x?xi8>, tensor<2xIDX>, tensor<2xIDX>, tensor<2xIDX>) -> tensor<?x?xi8>
          return %r : tensor<?x?xi8>",
        &[&[4, 7]],
        &[&[1, 0], &[3, 7], &[1, 3]],
    ),
    program(
        "slice_of_a_known_size",
        "(%x: tensor<5x3xf32>, %b: tensor<2xIDX>, %e: tensor<2xIDX>, %s: tensor<2xIDX>) -> tensor<2x3xf32> {
          %r = stablehlo.real_dynamic_slice %x, %b, %e, %s : (tensor<5x3xf32>, tensor<2xIDX>, tensor<2xIDX>, tensor<2xIDX>) -> tensor<2x3xf32>
          return %r : tensor<2x3xf32>",
        &[&[5, 3]],
        &[&[1, 0], &[5, 3], &[2, 1]],
    ),
    program(
        "slice_by_constants",
        "(%x: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<1x1xf32>) {
          %b = stablehlo.constant dense<[0, 0]> : tensor<2xi64>
          %e = stablehlo.constant dense<[3, 3]> : tensor<2xi64>
          %s = stablehlo.constant dense<[9223372036854775807, 1]> : tensor<2xi64>
          %r = stablehlo.real_dynamic_slice %x, %b, %e, %s : (tensor<?x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x3xf32>
          %k = stablehlo.constant dense<7.0> : tensor<4x3xf32>
          %t = stablehlo.slice %k [1:4:9223372036854775807, 2:3:4611686018427387904] : (tensor<4x3xf32>) -> tensor<1x1xf32>
          return %r, %t : tensor<?x3xf32>, tensor<1x1xf32>",
        &[&[4, 3]],
        &[],
    ),
    program(
        "reshape",
        "(%x: tensor<?xf32>, %s: tensor<2xIDX>) -> tensor<?x?xf32> {
          %r = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xIDX>) -> tensor<?x?xf32>
          return %r : tensor<?x?xf32>",
        &[&[12]],
        &[&[3, 4]],
    ),
    program(
        "reshape_nothing",
        "(%x: tensor<?x3xf32>, %s: tensor<3xIDX>) -> tensor<?x?x?xf32> {
          %r = stablehlo.dynamic_reshape %x, %s : (tensor<?x3xf32>, tensor<3xIDX>) -> tensor<?x?x?xf32>
          return %r : tensor<?x?x?xf32>",
        &[&[0, 3]],
        &[&[3, 0, 4]],
    ),
    program(
        "reshape_to_a_known_size",
        "(%x: tensor<3x4xf32>, %s: tensor<3xIDX>) -> tensor<2x?x3xf32> {
          %r = stablehlo.dynamic_reshape %x, %s : (tensor<3x4xf32>, tensor<3xIDX>) -> tensor<2x?x3xf32>
          return %r : tensor<2x?x3xf32>",
        &[&[3, 4]],
        &[&[2, 2, 3]],
    ),
    program(
        "reshape_of_known_sizes",
        "(%x: tensor<3x4xf32>, %s: tensor<2xIDX>) -> tensor<6x2xf32> {
          %r = stablehlo.dynamic_reshape %x, %s : (tensor<3x4xf32>, tensor<2xIDX>) -> tensor<6x2xf32>
          return %r : tensor<6x2xf32>",
        &[&[3, 4]],
        &[&[6, 2]],
    ),
    program(
        "broadcast_a_number",
        "(%x: tensor<f32>, %s: tensor<2xIDX>) -> tensor<?x?xf32> {
          %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [] : (tensor<f32>, tensor<2xIDX>) -> tensor<?x?xf32>
          return %r : tensor<?x?xf32>",
        &[&[]],
        &[&[3, 4]],
    ),
    program(
        "broadcast",
        "(%x: tensor<?x?xf32>, %s: tensor<3xIDX>) -> tensor<?x?x?xf32> {
          %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 2] : (tensor<?x?xf32>, tensor<3xIDX>) -> tensor<?x?x?xf32>
          return %r : tensor<?x?x?xf32>",
        &[&[1, 4]],
        &[&[2, 3, 4]],
    ),
    program(
        "broadcast_to_a_known_size",
        "(%x: tensor<1x4xf32>, %s: tensor<2xIDX>) -> tensor<3x4xf32> {
          %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<1x4xf32>, tensor<2xIDX>) -> tensor<3x4xf32>
          return %r : tensor<3x4xf32>",
        &[&[1, 4]],
        &[&[3, 4]],
    ),
    program(
        "broadcast_numbers_of_eight_bytes",
        "(%x: tensor<complex<f64>>, %s: tensor<1xIDX>) -> tensor<?xcomplex<f64>> {
          %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [] : (tensor<complex<f64>>, tensor<1xIDX>) -> tensor<?xcomplex<f64>>
          return %r : tensor<?xcomplex<f64>>",
        &[&[]],
        &[&[3]],
    ),
    program(
        "iota",
        "(%s: tensor<2xIDX>) -> tensor<?x?xi32> {
          %r = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xIDX>) -> tensor<?x?xi32>
          return %r : tensor<?x?xi32>",
        &[],
        &[&[2, 3]],
    ),
    program(
        "iota_of_a_known_size",
        "(%s: tensor<2xIDX>) -> tensor<2x3xi8> {
          %r = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xIDX>) -> tensor<2x3xi8>
          return %r : tensor<2x3xi8>",
        &[],
        &[&[2, 3]],
    ),
    program(
        "gather",
        "(%x: tensor<5x7xf32>, %i: tensor<3x1xi64>, %s: tensor<2xIDX>) -> tensor<3x?xf32> {
          %r = \"stablehlo.dynamic_gather\"(%x, %i, %s) <{
            dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
            indices_are_sorted = false}> : (tensor<5x7xf32>, tensor<3x1xi64>, tensor<2xIDX>) -> tensor<3x?xf32>
          return %r : tensor<3x?xf32>",
        &[&[5, 7], &[3, 1]],
        &[&[1, 4]],
    ),
    program(
        "gather_with_any_index",
        "(%x: tensor<?x?xf32>, %i: tensor<3x1xIDX>, %s: tensor<2xIDX>) -> tensor<?x?xf32> {
          %r = \"stablehlo.dynamic_gather\"(%x, %i, %s) <{
            dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
            indices_are_sorted = false}> : (tensor<?x?xf32>, tensor<3x1xIDX>, tensor<2xIDX>) -> tensor<?x?xf32>
          return %r : tensor<?x?xf32>",
        &[&[5, 7]],
        &[&[1, 4, 2], &[1, 4]],
    ),
    program(
        "gather_of_known_sizes",
        "(%x: tensor<5x7xf32>, %i: tensor<3x1xi64>, %s: tensor<2xIDX>) -> tensor<3x4xf32> {
          %r = \"stablehlo.dynamic_gather\"(%x, %i, %s) <{
            dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
            indices_are_sorted = false}> : (tensor<5x7xf32>, tensor<3x1xi64>, tensor<2xIDX>) -> tensor<3x4xf32>
          return %r : tensor<3x4xf32>",
        &[&[5, 7], &[3, 1]],
        &[&[1, 4]],
    ),
    program(
        "gather_in_batches",
        "(%x: tensor<?x5x7xf32>, %i: tensor<?x3x1xi32>, %s: tensor<3xIDX>) -> tensor<?x3x?x?xf32> {
          %r = \"stablehlo.dynamic_gather\"(%x, %i, %s) <{
            dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], operand_batching_dims = [0], start_indices_batching_dims = [0],
              start_index_map = [2], index_vector_dim = 2>,
            indices_are_sorted = false}> : (tensor<?x5x7xf32>, tensor<?x3x1xi32>, tensor<3xIDX>) -> tensor<?x3x?x?xf32>
          return %r : tensor<?x3x?x?xf32>",
        &[&[2, 5, 7], &[2, 3, 1]],
        &[&[1, 2, 4]],
    ),
    program(
        "convolution",
        CONVOLUTION,
        &[&[1, 4, 4, 1], &[2, 2, 1, 1]],
        &[&[1, 1, 0, 2]],
    ),
    program(
        "convolution_to_nothing",
        CONVOLUTION,
        &[&[1, 4, 4, 1], &[2, 2, 1, 1]],
        &[&[1, -4, 0, 2]],
    ),
    program(
        "convolution_with_holes",
        "(%x: tensor<?x?x?xf32>, %k: tensor<?x?x?xf32>, %i: tensor<1x2xIDX>) -> tensor<?x?x?xf32> {
          %r = \"stablehlo.dynamic_conv\"(%x, %k, %i) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
            batch_group_count = 1 : i64, feature_group_count = 2 : i64, window_strides = array<i64: 3>, lhs_dilation = array<i64: 2>,
            rhs_dilation = array<i64: 2>}> : (tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<1x2xIDX>) -> tensor<?x?x?xf32>
          return %r : tensor<?x?x?xf32>",
        &[&[2, 5, 4], &[3, 2, 2]],
        &[&[1, 2]],
    ),
    // Holes between rows, of which all numbers are constants; the paddings of columns are arguments.
    program(
        "convolution_in_phases",
        "(%x: tensor<?x2x3x4xf32>, %k: tensor<3x2x2x2xf32>, %i: tensor<1x2xIDX>) -> tensor<?x3x?x?xf32> {
          %c = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xIDX>
          %p = stablehlo.concatenate %c, %i, dim = 0 : (tensor<1x2xIDX>, tensor<1x2xIDX>) -> tensor<2x2xIDX>
          %r = \"stablehlo.dynamic_conv\"(%x, %k, %p) <{dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>,
            batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 2, 1>,
            rhs_dilation = array<i64: 1, 1>}> : (tensor<?x2x3x4xf32>, tensor<3x2x2x2xf32>, tensor<2x2xIDX>) -> tensor<?x3x?x?xf32>
          return %r : tensor<?x3x?x?xf32>",
        &[&[2, 2, 3, 4], &[3, 2, 2, 2]],
        &[&[1, 2]],
    ),
    program(
        "convolution_of_known_sizes",
        "(%x: tensor<1x5x1xf32>, %k: tensor<2x1x3xf32>, %i: tensor<1x2xIDX>) -> tensor<1x6x3xf32> {
          %r = \"stablehlo.dynamic_conv\"(%x, %k, %i) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
            batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 1>, lhs_dilation = array<i64: 1>,
            rhs_dilation = array<i64: 1>}> : (tensor<1x5x1xf32>, tensor<2x1x3xf32>, tensor<1x2xIDX>) -> tensor<1x6x3xf32>
          return %r : tensor<1x6x3xf32>",
        &[&[1, 5, 1], &[2, 1, 3]],
        &[&[1, 1]],
    ),
    of_types(
        &["i32"],
        program(
            "a_size_within_its_bound",
            "(%x: tensor<6xf32>, %n: tensor<IDX>) -> (tensor<?xf32, #stablehlo.bounds<6>>, tensor<f32>) {
              %z = stablehlo.constant dense<0.0> : tensor<f32>
              %r = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<6xf32>, tensor<IDX>) -> tensor<?xf32, #stablehlo.bounds<6>>
              %s = stablehlo.reduce(%r init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, #stablehlo.bounds<6>>, tensor<f32>) -> tensor<f32>
              return %r, %s : tensor<?xf32, #stablehlo.bounds<6>>, tensor<f32>",
            &[&[6]],
            &[&[4]],
        ),
    ),
    of_types(
        &["i32"],
        program(
            "sizes_of_a_loop",
            "(%x: tensor<6x2xf32>, %n: tensor<IDX>, %m: tensor<IDX>) -> tensor<?x2xf32, #stablehlo.bounds<6, ?>> {
              %zero = stablehlo.constant dense<0> : tensor<i32>
              %one = stablehlo.constant dense<1> : tensor<i32>
              %two = stablehlo.constant dense<2> : tensor<i32>
              %s = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<6x2xf32>, tensor<IDX>) -> tensor<?x2xf32, #stablehlo.bounds<6, ?>>
              %0:2 = stablehlo.while(%k = %zero, %a = %s) : tensor<i32>, tensor<?x2xf32, #stablehlo.bounds<6, ?>>
              cond {
                %p = stablehlo.compare LT, %k, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
                stablehlo.return %p : tensor<i1>
              } do {
                %next = stablehlo.add %k, %one : tensor<i32>
                %b = stablehlo.set_dimension_size %a, %m, dim = 0 : (tensor<?x2xf32, #stablehlo.bounds<6, ?>>, tensor<IDX>) -> tensor<?x2xf32, #stablehlo.bounds<6, ?>>
                stablehlo.return %next, %b : tensor<i32>, tensor<?x2xf32, #stablehlo.bounds<6, ?>>
              }
              return %0#1 : tensor<?x2xf32, #stablehlo.bounds<6, ?>>",
            &[&[6, 2]],
            &[&[4], &[3]],
        ),
    ),
    program(
        "windows",
        "(%x: tensor<?x?xf32>, %n: tensor<2xIDX>, %s: tensor<2xIDX>, %b: tensor<2xIDX>, %d: tensor<2xIDX>, %p: tensor<2x2xIDX>) -> tensor<?x?xf32> {
          %z = stablehlo.constant dense<0.0> : tensor<f32>
          %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %z, %n, %s, %b, %d, %p) {called_computations = [@sum]} : (tensor<?x?xf32>, tensor<f32>, tensor<2xIDX>, tensor<2xIDX>, tensor<2xIDX>, tensor<2xIDX>, tensor<2x2xIDX>) -> tensor<?x?xf32>
          return %0 : tensor<?x?xf32>
        }
        func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
          %0 = stablehlo.add %x, %y : tensor<f32>
          return %0 : tensor<f32>",
        &[&[3, 4]],
        &[&[2, 2], &[1, 2], &[1, 2], &[1, 1], &[0, 1, 1, 0]],
    ),
    program(
        "windows_of_known_size",
        "(%x: tensor<?xf32>, %p: tensor<1x2xIDX>) -> tensor<?xf32> {
          %z = stablehlo.constant dense<0.0> : tensor<f32>
          %n = stablehlo.constant dense<2> : tensor<1xIDX>
          %s = stablehlo.constant dense<3> : tensor<1xIDX>
          %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %z, %n, %s, %n, %n, %p) {called_computations = [@sum]} : (tensor<?xf32>, tensor<f32>, tensor<1xIDX>, tensor<1xIDX>, tensor<1xIDX>, tensor<1xIDX>, tensor<1x2xIDX>) -> tensor<?xf32>
          return %0 : tensor<?xf32>
        }
        func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
          %0 = stablehlo.add %x, %y : tensor<f32>
          return %0 : tensor<f32>",
        &[&[5]],
        &[&[1, 2]],
    ),
    program(
        "sizes_that_are_read",
        "(%x: tensor<f32>, %s: tensor<3xIDX>) -> (tensor<i32>, tensor<i32>, tensor<?xi32>) {
          %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [] : (tensor<f32>, tensor<3xIDX>) -> tensor<?x?x?xf32>
          %n = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x?x?xf32>) -> tensor<i32>
          %m = stablehlo.get_dimension_size %r, dim = 2 : (tensor<?x?x?xf32>) -> tensor<i32>
          %c = stablehlo.constant dense<9> : tensor<i32>
          %q = stablehlo.minimum %m, %c : tensor<i32>
          %t = stablehlo.reshape %q : (tensor<i32>) -> tensor<1xi32>
          %i = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
          return %n, %m, %i : tensor<i32>, tensor<i32>, tensor<?xi32>",
        &[&[]],
        &[&[2, 0, 3]],
    ),
    program(
        "parts_together",
        "(%x: tensor<?xf32>, %s: tensor<1xIDX>, %t: tensor<1xIDX>) -> tensor<?xf32> {
          %c = stablehlo.constant dense<3.0> : tensor<f32>
          %a = stablehlo.dynamic_broadcast_in_dim %c, %s, dims = [] : (tensor<f32>, tensor<1xIDX>) -> tensor<?xf32>
          %b = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xIDX>) -> tensor<?xf32>
          %r = stablehlo.concatenate %x, %a, %b, dim = 0 : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
          return %r : tensor<?xf32>",
        &[&[3]],
        &[&[2], &[4]],
    ),
    program(
        "empty_parts_together",
        "(%s: tensor<2xIDX>, %t: tensor<2xIDX>) -> tensor<?x?xf32> {
          %a = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xIDX>) -> tensor<?x?xf32>
          %b = stablehlo.dynamic_iota %t, dim = 0 : (tensor<2xIDX>) -> tensor<?x?xf32>
          %r = stablehlo.concatenate %a, %b, %b, %a, dim = 0 : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
          return %r : tensor<?x?xf32>",
        &[],
        &[&[2, 0], &[1, 0]],
    ),
    program(
        "outer_product",
        "(%s: tensor<2xIDX>, %t: tensor<2xIDX>) -> tensor<?x?xf32> {
          %a = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xIDX>) -> tensor<?x?xf32>
          %b = stablehlo.dynamic_iota %t, dim = 0 : (tensor<2xIDX>) -> tensor<?x?xf32>
          %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
          return %r : tensor<?x?xf32>",
        &[],
        &[&[2, 3], &[3, 4]],
    ),
    program(
        "turned_and_sorted",
        "(%x: tensor<?xf32>, %s: tensor<2xIDX>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>) {
          %z = stablehlo.constant dense<0.0> : tensor<f32>
          %a = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xIDX>) -> tensor<?x?xf32>
          %b = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
          %c = stablehlo.reverse %b, dims = [0, 1] : tensor<?x?xf32>
          %d = stablehlo.reduce(%c init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
          %e = \"stablehlo.sort\"(%c) <{dimension = 1 : i64, is_stable = true}> ({
          ^bb0(%p: tensor<f32>, %q: tensor<f32>):
            %o = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
            stablehlo.return %o : tensor<i1>
          }) : (tensor<?x?xf32>) -> tensor<?x?xf32>
          return %c, %d, %e : tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>",
        &[&[12]],
        &[&[3, 4]],
    ),
    program(
        "a_slice_of_a_padded_tensor",
        "(%x: tensor<4xf32>, %l: tensor<1xIDX>, %h: tensor<1xIDX>, %i: tensor<1xIDX>, %b: tensor<1xIDX>, %e: tensor<1xIDX>) -> tensor<?xf32> {
          %p = stablehlo.constant dense<-1.0> : tensor<f32>
          %r = stablehlo.dynamic_pad %x, %p, %l, %h, %i : (tensor<4xf32>, tensor<f32>, tensor<1xIDX>, tensor<1xIDX>, tensor<1xIDX>) -> tensor<?xf32>
          %one = stablehlo.constant dense<1> : tensor<1xIDX>
          %s = stablehlo.real_dynamic_slice %r, %b, %e, %one : (tensor<?xf32>, tensor<1xIDX>, tensor<1xIDX>, tensor<1xIDX>) -> tensor<?xf32>
          return %s : tensor<?xf32>",
        &[&[4]],
        &[&[1], &[2], &[1], &[2], &[7]],
    ),
    program(
        "a_part_at_any_place",
        "(%x: tensor<?xf32>, %s: tensor<1xIDX>, %i: tensor<IDX>, %j: tensor<IDX>) -> (tensor<3xf32>, tensor<?xf32>) {
          %a = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<?xf32>, tensor<1xIDX>) -> tensor<?xf32>
          %b = stablehlo.dynamic_slice %a, %i, sizes = [3] : (tensor<?xf32>, tensor<IDX>) -> tensor<3xf32>
          %c = stablehlo.dynamic_update_slice %a, %b, %j : (tensor<?xf32>, tensor<3xf32>, tensor<IDX>) -> tensor<?xf32>
          return %b, %c : tensor<3xf32>, tensor<?xf32>",
        &[&[6]],
        &[&[6], &[1], &[2]],
    ),
    program(
        "an_update_of_any_size",
        "(%x: tensor<5x4xf32>, %s: tensor<2xIDX>, %i: tensor<IDX>, %j: tensor<IDX>) -> tensor<5x4xf32> {
          %a = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xIDX>) -> tensor<?x?xf32>
          %c = stablehlo.dynamic_update_slice %x, %a, %i, %j : (tensor<5x4xf32>, tensor<?x?xf32>, tensor<IDX>, tensor<IDX>) -> tensor<5x4xf32>
          return %c : tensor<5x4xf32>",
        &[&[5, 4]],
        &[&[2, 3], &[1], &[1]],
    ),
    program(
        "scattered",
        "(%s: tensor<2xIDX>, %i: tensor<3x1xIDX>, %t: tensor<2xIDX>) -> tensor<?x?xf32> {
          %x = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xIDX>) -> tensor<?x?xf32>
          %u = stablehlo.dynamic_iota %t, dim = 0 : (tensor<2xIDX>) -> tensor<?x?xf32>
          %r = \"stablehlo.scatter\"(%x, %i, %u) <{
            scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
            indices_are_sorted = false, unique_indices = false}> ({
          ^bb0(%old: tensor<f32>, %new: tensor<f32>):
            %sum = stablehlo.add %old, %new : tensor<f32>
            stablehlo.return %sum : tensor<f32>
          }) : (tensor<?x?xf32>, tensor<3x1xIDX>, tensor<?x?xf32>) -> tensor<?x?xf32>
          return %r : tensor<?x?xf32>",
        &[],
        &[&[4, 5], &[1, 0, 1], &[3, 5]],
    ),
    program(
        "windows_over_a_padded_tensor",
        "(%x: tensor<4xf32>, %l: tensor<1xIDX>, %h: tensor<1xIDX>) -> (tensor<?xf32>, tensor<?xf32>) {
          %p = stablehlo.constant dense<0.0> : tensor<f32>
          %z = stablehlo.constant dense<0> : tensor<1xIDX>
          %r = stablehlo.dynamic_pad %x, %p, %l, %h, %z : (tensor<4xf32>, tensor<f32>, tensor<1xIDX>, tensor<1xIDX>, tensor<1xIDX>) -> tensor<?xf32>
          %s = \"stablehlo.reduce_window\"(%r, %p) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, padding = dense<[[1, -2]]> : tensor<1x2xi64>}> ({
          ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %m = stablehlo.add %a, %b : tensor<f32>
            stablehlo.return %m : tensor<f32>
          }) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
          return %r, %s : tensor<?xf32>, tensor<?xf32>",
        &[&[4]],
        &[&[1], &[2]],
    ),
    program(
        "selected_and_scattered",
        "(%x: tensor<?xf32>, %s: tensor<1xIDX>) -> tensor<?xf32> {
          %p = stablehlo.constant dense<0.0> : tensor<f32>
          %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xIDX>) -> tensor<?xf32>
          %r = \"stablehlo.select_and_scatter\"(%x, %y, %p) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
          ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %m = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
            stablehlo.return %m : tensor<i1>
          }, {
          ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %m = stablehlo.add %a, %b : tensor<f32>
            stablehlo.return %m : tensor<f32>
          }) : (tensor<?xf32>, tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
          return %r : tensor<?xf32>",
        &[&[6]],
        &[&[3]],
    ),
    program(
        "in_a_branch",
        "(%x: tensor<4xf32>, %c: tensor<IDX>, %s: tensor<1xIDX>, %t: tensor<1xIDX>) -> tensor<?xf32> {
          %i = stablehlo.convert %c : (tensor<IDX>) -> tensor<i32>
          %p = stablehlo.constant dense<-1.0> : tensor<f32>
          %z = stablehlo.constant dense<0> : tensor<1xIDX>
          %one = stablehlo.constant dense<1> : tensor<1xIDX>
          %r = \"stablehlo.case\"(%i) ({
            %a = stablehlo.dynamic_pad %x, %p, %s, %t, %z : (tensor<4xf32>, tensor<f32>, tensor<1xIDX>, tensor<1xIDX>, tensor<1xIDX>) -> tensor<?xf32>
            stablehlo.return %a : tensor<?xf32>
          }, {
            %a = stablehlo.real_dynamic_slice %x, %s, %t, %one : (tensor<4xf32>, tensor<1xIDX>, tensor<1xIDX>, tensor<1xIDX>) -> tensor<?xf32>
            stablehlo.return %a : tensor<?xf32>
          }, {
            %a = stablehlo.dynamic_broadcast_in_dim %p, %s, dims = [] : (tensor<f32>, tensor<1xIDX>) -> tensor<?xf32>
            stablehlo.return %a : tensor<?xf32>
          }) : (tensor<i32>) -> tensor<?xf32>
          return %r : tensor<?xf32>",
        &[&[4]],
        &[&[1], &[1], &[3]],
    ),
    program(
        "in_a_loop",
        "(%x: tensor<7xf32>, %n: tensor<IDX>, %s: tensor<1xIDX>, %t: tensor<1xIDX>) -> tensor<f32> {
          %zero = stablehlo.constant dense<0> : tensor<i32>
          %inc = stablehlo.constant dense<1> : tensor<i32>
          %two = stablehlo.constant dense<2> : tensor<i32>
          %z = stablehlo.constant dense<0.0> : tensor<f32>
          %one = stablehlo.constant dense<1> : tensor<1xIDX>
          %i = stablehlo.convert %n : (tensor<IDX>) -> tensor<i32>
          %m = stablehlo.minimum %i, %two : tensor<i32>
          %r:2 = stablehlo.while(%k = %zero, %y = %z) : tensor<i32>, tensor<f32>
          cond {
            %c = stablehlo.compare LT, %k, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %c : tensor<i1>
          } do {
            %a = stablehlo.real_dynamic_slice %x, %s, %t, %one : (tensor<7xf32>, tensor<1xIDX>, tensor<1xIDX>, tensor<1xIDX>) -> tensor<?xf32>
            %b = stablehlo.reduce(%a init: %y) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
            %next = stablehlo.add %k, %inc : tensor<i32>
            stablehlo.return %next, %b : tensor<i32>, tensor<f32>
          }
          return %r#1 : tensor<f32>",
        &[&[7]],
        &[&[2], &[1], &[5]],
    ),
    program(
        "cumulative_sums",
        "(%x: tensor<f32>, %s: tensor<2xIDX>) -> tensor<?x?xf32> {
          %a = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [] : (tensor<f32>, tensor<2xIDX>) -> tensor<?x?xf32>
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          %n = stablehlo.get_dimension_size %a, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
          %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
          %c1 = stablehlo.constant dense<1> : tensor<i32>
          %m = stablehlo.subtract %n, %c1 : tensor<i32>
          %m1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1x1xi32>
          %one = stablehlo.constant dense<1> : tensor<1xi32>
          %ones = stablehlo.constant dense<1> : tensor<2xi32>
          %z = stablehlo.constant dense<0> : tensor<1x1xi32>
          %zz = stablehlo.constant dense<0> : tensor<1x2xi32>
          %w = stablehlo.concatenate %one, %n1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
          %q = stablehlo.concatenate %m1, %z, dim = 1 : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x2xi32>
          %p = stablehlo.concatenate %zz, %q, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
          %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%a, %zero, %w, %ones, %ones, %ones, %p) {called_computations = [@sum]} : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x?xf32>
          return %0 : tensor<?x?xf32>
        }
        func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
          %0 = stablehlo.add %x, %y : tensor<f32>
          return %0 : tensor<f32>",
        &[&[]],
        &[&[2, 3]],
    ),
    program(
        "random_bits",
        "(%x: tensor<2xui64>, %s: tensor<2xIDX>) -> tensor<?x?xui32> {
          %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%x, %s) {api_version = 2 : i32, rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<2xIDX>) -> (tensor<2xui64>, tensor<?x?xui32>)
          return %0#1 : tensor<?x?xui32>",
        &[&[2]],
        &[&[2, 3]],
    ),
    program(
        "random_numbers_of_no_range",
        "(%x: tensor<i32>, %s: tensor<1xIDX>) -> tensor<?xi1> {
          %0 = stablehlo.rng %x, %x, %s, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xIDX>) -> tensor<?xi32>
          %1 = stablehlo.compare EQ, %0, %0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
          return %1 : tensor<?xi1>",
        &[&[]],
        &[&[5]],
    ),
    program(
        "random_numbers_of_a_known_size",
        "(%x: tensor<i32>, %s: tensor<1xIDX>) -> tensor<5xi1> {
          %0 = stablehlo.rng %x, %x, %s, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xIDX>) -> tensor<5xi32>
          %1 = stablehlo.compare EQ, %0, %0 : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
          return %1 : tensor<5xi1>",
        &[&[]],
        &[&[5]],
    ),
    program(
        "factors_and_solutions",
        "(%x: tensor<f32>, %s: tensor<2xIDX>, %t: tensor<2xIDX>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
          %i = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xIDX>) -> tensor<?x?xi32>
          %j = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xIDX>) -> tensor<?x?xi32>
          %d = stablehlo.compare EQ, %i, %j : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi1>
          %a = stablehlo.convert %d : (tensor<?x?xi1>) -> tensor<?x?xf32>
          %f = stablehlo.cholesky %a, lower = true : tensor<?x?xf32>
          %b = stablehlo.dynamic_iota %t, dim = 0 : (tensor<2xIDX>) -> tensor<?x?xf32>
          %r = \"stablehlo.triangular_solve\"(%f, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
          return %f, %r : tensor<?x?xf32>, tensor<?x?xf32>",
        &[&[]],
        &[&[3, 3], &[3, 2]],
    ),
    program(
        "transformed",
        "(%x: tensor<f32>, %s: tensor<2xIDX>) -> tensor<?x5xi1> {
          %a = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [] : (tensor<f32>, tensor<2xIDX>) -> tensor<?x8xf32>
          %r = stablehlo.fft %a, type = RFFT, length = [8] : (tensor<?x8xf32>) -> tensor<?x5xcomplex<f32>>
          %e = stablehlo.compare EQ, %r, %r : (tensor<?x5xcomplex<f32>>, tensor<?x5xcomplex<f32>>) -> tensor<?x5xi1>
          return %e : tensor<?x5xi1>",
        &[&[]],
        &[&[2, 8]],
    ),
    program(
        "the_largest",
        "(%x: tensor<?xf32>, %s: tensor<2xIDX>) -> (tensor<?x2xf32>, tensor<?x2xi32>) {
          %a = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xIDX>) -> tensor<?x?xf32>
          %b, %i = chlo.top_k(%a, k = 2) : tensor<?x?xf32> -> (tensor<?x2xf32>, tensor<?x2xi32>)
          return %b, %i : tensor<?x2xf32>, tensor<?x2xi32>",
        &[&[12]],
        &[&[3, 4]],
    ),
    program(
        "as_many_of_the_largest",
        "(%x: tensor<?xf32>, %k: tensor<IDX>) -> (tensor<?xf32>, tensor<?xi32>) {
          %r:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<?xf32>, tensor<IDX>) -> (tensor<?xf32>, tensor<?xi32>)
          return %r#0, %r#1 : tensor<?xf32>, tensor<?xi32>",
        &[&[5]],
        &[&[3]],
    ),
    program(
            "approximately_the_largest",
            "(%x: tensor<?xf32>, %k: tensor<IDX>) -> (tensor<?xf32>, tensor<?xi32>) {
              %i = stablehlo.constant dense<7> : tensor<12xi32>
              %j = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%i) : (tensor<12xi32>) -> tensor<12xi32>
              %c = tensor.cast %j : tensor<12xi32> to tensor<?xi32>
              %l = stablehlo.constant dense<0.0> : tensor<f32>
              %z = stablehlo.constant dense<0> : tensor<i32>
              %r:2 = stablehlo.custom_call @stablehlo.dynamic_approx_top_k(%x, %c, %l, %z, %k) {called_computations = [@better],
                mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.95 : f32, reduction_dim = 0 : i64,
                reduction_input_size_override = -1 : i64}} : (tensor<?xf32>, tensor<?xi32>, tensor<f32>, tensor<i32>, tensor<IDX>) -> (tensor<?xf32>, tensor<?xi32>)
              return %r#0, %r#1 : tensor<?xf32>, tensor<?xi32>
            }
            func.func private @better(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
              %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
              return %0 : tensor<i1>",
            &[&[12]],
            &[&[3]],
    ),
    of_types(
        SIGNED,
        program(
            "groups_of_rows",
            "(%x: tensor<6x3xf32>, %y: tensor<3x3x2xf32>, %g: tensor<3xIDX>) -> tensor<6x2xf32> {
              %0 = \"chlo.ragged_dot\"(%x, %y, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1],
                rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x3xf32>, tensor<3x3x2xf32>, tensor<3xIDX>) -> tensor<6x2xf32>
              return %0 : tensor<6x2xf32>",
            &[&[6, 3], &[3, 3, 2]],
            &[&[2, 1, 3]],
        ),
    ),
    program(
        "a_table_by_truth_values",
        "(%x: tensor<8xf32>, %c: tensor<3xi1>, %n: tensor<1xIDX>) -> (tensor<3xf32>, tensor<f32>, tensor<?xf32>) {
          %i = stablehlo.convert %c : (tensor<3xi1>) -> tensor<3xi32>
          %r = \"stablehlo.gather\"(%x, %i) <{
            dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
            slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<8xf32>, tensor<3xi32>) -> tensor<3xf32>
          %k = stablehlo.slice %i [0:1] : (tensor<3xi32>) -> tensor<1xi32>
          %j = stablehlo.reshape %k : (tensor<1xi32>) -> tensor<i32>
          %d = \"stablehlo.case\"(%j) ({
            %a = stablehlo.constant dense<5.0> : tensor<f32>
            stablehlo.return %a : tensor<f32>
          }, {
            %a = stablehlo.constant dense<6.0> : tensor<f32>
            stablehlo.return %a : tensor<f32>
          }) : (tensor<i32>) -> tensor<f32>
          %t = stablehlo.dynamic_broadcast_in_dim %d, %k, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
          return %r, %d, %t : tensor<3xf32>, tensor<f32>, tensor<?xf32>",
        &[&[8], &[3]],
        &[&[1]],
    ),
];
