// RUN: strata-opt %s --split-input-file | FileCheck %s

// Programs that jaxlib takes, of kinds that are easily refused; found by test/jax/verifier.py.

// CHECK: func.func
// CHECK-NOT: error

func.func @constant(%a0: tensor<f32>) {
  %0 = "chlo.constant_like"(%a0) <{value = 2.0 : f32}> : (tensor<f32>) -> tensor<*xf32>
  func.return
}

// -----

func.func @broadcast_add(%a0: tensor<2x3xf32>, %a1: tensor<?xf32, #stablehlo.bounds<3>>) {
  %0 = "chlo.broadcast_add"(%a0, %a1) : (tensor<2x3xf32>, tensor<?xf32, #stablehlo.bounds<3>>) -> tensor<1x3xf32>
  func.return
}

// -----

func.func @broadcast_compare(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:16>>, %a1: tensor<5x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "chlo.broadcast_compare"(%a0, %a1) <{comparison_direction = #chlo<comparison_direction LT>}> : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:16>>, tensor<5x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3xi1>
  func.return
}

// -----

func.func @broadcast_or(%a0: tensor<?xi32, #stablehlo.bounds<2>>, %a1: tensor<2xi32>) {
  %0 = "chlo.broadcast_or"(%a0, %a1) : (tensor<?xi32, #stablehlo.bounds<2>>, tensor<2xi32>) -> tensor<3xi32>
  func.return
}

// -----

func.func @broadcast_shift_left(%a0: tensor<?xi32, #stablehlo.bounds<?>>, %a1: tensor<2xi32>) {
  %0 = "chlo.broadcast_shift_left"(%a0, %a1) : (tensor<?xi32, #stablehlo.bounds<?>>, tensor<2xi32>) -> tensor<3xi32>
  func.return
}

// -----

func.func @broadcast_subtract(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<?x!quant.uniform<i8:f32, 2.000000e+00:15>, #stablehlo.bounds<2>>) {
  %0 = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<?x!quant.uniform<i8:f32, 2.000000e+00:15>, #stablehlo.bounds<2>>) -> tensor<?x!quant.uniform<i8:f32, 2.000000e+00:15>, #stablehlo.bounds<2>>
  func.return
}

// -----

func.func @broadcast_zeta(%a0: tensor<?xf32, #stablehlo.bounds<3>>, %a1: tensor<2x3xf32>) {
  %0 = "chlo.broadcast_zeta"(%a0, %a1) : (tensor<?xf32, #stablehlo.bounds<3>>, tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}

// -----

func.func @next_after(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
  %0 = "chlo.next_after"(%a0, %a1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>
  func.return
}

// -----

func.func @polygamma(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
  %0 = "chlo.polygamma"(%a0, %a1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>
  func.return
}

// -----

func.func @ragged_dot(%a0: tensor<11x5xbf16>, %a1: tensor<3x5x7x!quant.uniform<i8:f32:0, {2.000000e+00:3,1.000000e+00:3,5.000000e-01:3}>>, %a2: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xbf16>, tensor<3x5x7x!quant.uniform<i8:f32:0, {2.000000e+00:3,1.000000e+00:3,5.000000e-01:3}>>, tensor<3xi64>) -> tensor<11x7xbf16>
  func.return
}

// -----

func.func @ragged_dot(%a0: tensor<?x?xf32>, %a1: tensor<3x?x7xf32>, %a2: tensor<?xi64>) {
  %0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<?x?xf32>, tensor<3x?x7xf32>, tensor<?xi64>) -> tensor<1x7x!quant.uniform<i32:bf16:1, {2.000000e+00:0,5.000000e-01:0,1.000000e+00:0,2.000000e+00:0,1.000000e+00:0,1.000000e+00:0,2.000000e+00:0}>>
  func.return
}

// -----

func.func @top_k(%a0: tensor<*xf32>) {
  %0:2 = "chlo.top_k"(%a0) <{k = 2 : i64}> : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return
}

// -----

func.func @top_k(%a0: tensor<*xf32>) {
  %0:2 = "chlo.top_k"(%a0) <{k = -2 : i64}> : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return
}

// -----

func.func @zeta(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %0 = "chlo.zeta"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  func.return
}

// -----

func.func @constant() {
  %0 = "stablehlo.constant"() <{foo, value = dense<[1, 2]> : tensor<2xi64>}> : () -> tensor<2xi64>
  func.return
}

// -----

func.func @add(%a0: tensor<?x?x!quant.uniform<i4:f32:0, {5.000000e-01:3}>>, %a1: tensor<?x?x!quant.uniform<i4:f32:0, {5.000000e-01:3}>>) {
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<?x?x!quant.uniform<i4:f32:0, {5.000000e-01:3}>>, tensor<?x?x!quant.uniform<i4:f32:0, {5.000000e-01:3}>>) -> tensor<?x?x!quant.uniform<i4:f32:0, {5.000000e-01:3}>>
  func.return
}

// -----

func.func @atan2(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>) {
  %0 = "stablehlo.atan2"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>) -> tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @bitcast_convert(%a0: tensor<2xui64>) {
  %0 = "stablehlo.bitcast_convert"(%a0) : (tensor<2xui64>) -> tensor<?x?x!quant.uniform<i16:f32:0, {1.000000e+00:5,2.000000e+00:0,1.000000e+00:-3}>>
  func.return
}

// -----

func.func @bitcast_convert(%a0: tensor<i8>) {
  %0 = "stablehlo.bitcast_convert"(%a0) : (tensor<i8>) -> tensor<2x3xf8E8M0FNU>
  func.return
}

// -----

func.func @broadcast_in_dim(%a0: tensor<?x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00}>, #stablehlo.bounds<3>>) {
  %0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1>}> : (tensor<?x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00}>, #stablehlo.bounds<3>>) -> tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>
  func.return
}

// -----

func.func @cbrt(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.cbrt"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @ceil(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.ceil"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:15>>
  func.return
}

// -----

func.func @cosine(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.cosine"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<?x3x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @custom_call(%a0: tensor<?x?xf32>, %a1: tensor<3xi32>) {
  %0:2 = "stablehlo.custom_call"(%a0, %a1) <{api_version = 2 : i32, call_target_name = "a.b"}> : (tensor<?x?xf32>, tensor<3xi32>) -> (tensor<?x?x!quant.uniform<i8:f32:0, {5.000000e-01:0,5.000000e-01:0}>>, tensor<?x?xi32>)
  func.return
}

// -----

func.func @divide(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>) {
  %0 = "stablehlo.divide"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>) -> tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @dot(%a0: tensor<2x3xi32>, %a1: tensor<3x4xi32>) {
  %0 = "stablehlo.dot"(%a0, %a1) : (tensor<2x3xi32>, tensor<3x4xi32>) -> tensor<?x4x!quant.uniform<i8:f32:0, {1.000000e+00:0,5.000000e-01:0}>>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim(%a0: tensor<ui32>, %a1: tensor<1xi32>) {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>, tensor<1xi32>) -> tensor<?x!quant.uniform<i8:bf16, 2.000000e+00:15>>
  func.return
}

// -----

func.func @dynamic_reshape(%a0: tensor<2x?x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>, %a1: tensor<2xi64>) {
  %0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2x?x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>, tensor<2xi64>) -> tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>
  func.return
}

// -----

func.func @dynamic_reshape(%a0: tensor<?x?x2xf32>, %a1: tensor<2xi32>) {
  %0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<?x?x2xf32>, tensor<2xi32>) -> tensor<?x2x!quant.uniform<i8:f32:0, {5.000000e-01:0,5.000000e-01:0}>>
  func.return
}

// -----

func.func @dynamic_reshape(%a0: tensor<?x?xf32>, %a1: tensor<2xi32>) {
  %0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<5x?x!quant.uniform<i8:bf16, 2.000000e+00:15>>
  func.return
}

// -----

func.func @exponential(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.exponential"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @exponential_minus_one(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.exponential_minus_one"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @floor(%a0: tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:15>>) {
  %0 = "stablehlo.floor"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @get_dimension_size(%a0: tensor<?x?x!quant.uniform<i4:f32:1, {1.000000e+00:3}>>) {
  %0 = "stablehlo.get_dimension_size"(%a0) <{dimension = 0 : i64}> : (tensor<?x?x!quant.uniform<i4:f32:1, {1.000000e+00:3}>>) -> tensor<i32>
  func.return
}

// -----

func.func @log(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.log"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @log_plus_one(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.log_plus_one"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @logistic(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.logistic"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @maximum(%a0: tensor<?x?x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>) {
  %0 = "stablehlo.maximum"(%a0, %a1) : (tensor<?x?x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>) -> tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @minimum(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.minimum"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @multiply(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>) {
  %0 = "stablehlo.multiply"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>) -> tensor<?x?x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @negate(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.negate"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @power(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>) {
  %0 = "stablehlo.power"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>) -> tensor<?x?x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @remainder(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.remainder"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @round_nearest_afz(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.round_nearest_afz"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @round_nearest_even(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.round_nearest_even"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @rsqrt(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.rsqrt"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @scatter(%a0: tensor<3x4xi8>, %a1: tensor<2x1xi64>, %a2: tensor<2x4xi8>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  "stablehlo.return"(%z) : (tensor<i32>) -> ()
}) : (tensor<3x4xi8>, tensor<2x1xi64>, tensor<2x4xi8>) -> tensor<3x4xi32>
  func.return
}

// -----

func.func @select_and_scatter(%a0: tensor<4x6xi8>, %a1: tensor<2x3xi8>, %a2: tensor<i8>) {
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<i8>, %y: tensor<i8>):
  %z = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i8>, tensor<i8>) -> tensor<i1>
  "stablehlo.return"(%z) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  "stablehlo.return"(%z) : (tensor<i32>) -> ()
}) : (tensor<4x6xi8>, tensor<2x3xi8>, tensor<i8>) -> tensor<4x6xi32>
  func.return
}

// -----

func.func @select_and_scatter(%a0: tensor<4x6xi8>, %a1: tensor<2x3xi8>, %a2: tensor<i8>) {
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<i8>, %y: tensor<i8>):
  %z = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i8>, tensor<i8>) -> tensor<i1>
  "stablehlo.return"(%z) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<ui32>, %y: tensor<ui32>):
  %z = "stablehlo.add"(%x, %y) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
  "stablehlo.return"(%z) : (tensor<ui32>) -> ()
}) : (tensor<4x6xi8>, tensor<2x3xi8>, tensor<i8>) -> tensor<?x6xui32>
  func.return
}

// -----

func.func @send(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:16>>, %a1: !stablehlo.token) {
  %0 = "stablehlo.send"(%a0, %a1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<> : tensor<0xi64>}> : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:16>>, !stablehlo.token) -> !stablehlo.token
  func.return
}

// -----

func.func @sign(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.sign"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x?x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @sine(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.sine"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @sqrt(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.sqrt"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<?x?x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @subtract(%a0: tensor<?x?x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>) {
  %0 = "stablehlo.subtract"(%a0, %a1) : (tensor<?x?x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>) -> tensor<?x?x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @tan(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.tan"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @tanh(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.tanh"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @uniform_dequantize(%a0: tensor<2x?x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) {
  %0 = "stablehlo.uniform_dequantize"(%a0) : (tensor<2x?x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) -> tensor<2x5xf32>
  func.return
}

// -----

func.func @uniform_quantize(%a0: tensor<?x3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>) {
  %0 = "stablehlo.uniform_quantize"(%a0) : (tensor<?x3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>) -> tensor<?x3x!quant.uniform<i8:f32, 2.000000e+00:16>>
  func.return
}

// -----

func.func @uniform_quantize(%a0: tensor<?x3xf32>) {
  %0 = "stablehlo.uniform_quantize"(%a0) : (tensor<?x3xf32>) -> tensor<?x3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>
  func.return
}

// -----

func.func @cast(%a0: tensor<?x3xi1, #stablehlo.bounds<4, ?>>) {
  %0 = "tensor.cast"(%a0) : (tensor<?x3xi1, #stablehlo.bounds<4, ?>>) -> tensor<?x3xi1>
  func.return
}

// -----

func.func @broadcast_in_dim(%a0: tensor<1x!quant.uniform<i8:f32:0, {1.000000e+00}>>) {
  %0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1>}> : (tensor<1x!quant.uniform<i8:f32:0, {1.000000e+00}>>) -> tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,1.000000e+00,1.000000e+00}>>
  func.return
}

// -----

func.func @convolution(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<3x3x4x5x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<3x3x4x5x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<1x8x8x5x!quant.uniform<i32:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @convolution(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<3x3x4x5x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<3x3x4x5x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<1x6x6x5x!quant.uniform<i32:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @dynamic_conv(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<3x3x4x5x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %c2 = "stablehlo.constant"() <{value = dense<1> : tensor<2x2xi64>}> : () -> tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<3x3x4x5x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x2xi64>) -> tensor<1x8x8x5x!quant.uniform<i32:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @dynamic_conv(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<3x3x4x5x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a2: tensor<2x2xi32>) {
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<3x3x4x5x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x2xi32>) -> tensor<1x?x?x5x!quant.uniform<i32:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @convolution(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<3x3x4x5x!quant.uniform<i8:f32:3, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>) {
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<3x3x4x5x!quant.uniform<i8:f32:3, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>) -> tensor<1x8x8x5x!quant.uniform<i32:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @convolution(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<3x3x4x5x!quant.uniform<i8:f32:3, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>) {
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<3x3x4x5x!quant.uniform<i8:f32:3, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>) -> tensor<1x8x8x5x!quant.uniform<i32:f32:3, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>
  func.return
}

// -----

func.func @convolution(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<3x3x4x5x!quant.uniform<i8:f32:3, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>) {
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<3x3x4x5x!quant.uniform<i8:f32:3, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>) -> tensor<1x6x6x5x!quant.uniform<i32:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @convolution(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<3x3x4x5x!quant.uniform<i8:f32:3, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>) {
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<3x3x4x5x!quant.uniform<i8:f32:3, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>) -> tensor<1x6x6x5x!quant.uniform<i32:f32:3, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>
  func.return
}

// -----

func.func @convolution(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x5x!quant.uniform<i8:f32, 1.000000e+00>>) {
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x5x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<1x8x8x5xf32>
  func.return
}

// -----

func.func @convolution(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x5x!quant.uniform<i8:f32, 1.000000e+00>>) {
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x5x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<1x6x6x5xf32>
  func.return
}

// -----

func.func @dynamic_conv(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x5x!quant.uniform<i8:f32, 1.000000e+00>>) {
  %c2 = "stablehlo.constant"() <{value = dense<1> : tensor<2x2xi64>}> : () -> tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x5x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<2x2xi64>) -> tensor<1x8x8x5xf32>
  func.return
}

// -----

func.func @dynamic_conv(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x5x!quant.uniform<i8:f32, 1.000000e+00>>, %a2: tensor<2x2xi32>) {
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x5x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<2x2xi32>) -> tensor<1x?x?x5xf32>
  func.return
}

// -----

func.func @convolution(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x5x!quant.uniform<i8:f32:3, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>) {
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x5x!quant.uniform<i8:f32:3, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>) -> tensor<1x8x8x5xf32>
  func.return
}

// -----

func.func @convolution(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x5x!quant.uniform<i8:f32:3, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>) {
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x5x!quant.uniform<i8:f32:3, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>) -> tensor<1x6x6x5xf32>
  func.return
}

// -----

func.func @add(%a0: tensor<2x3x!quant.uniform<i32:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>, %a1: tensor<2x3x!quant.uniform<i32:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) {
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<2x3x!quant.uniform<i32:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>, tensor<2x3x!quant.uniform<i32:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) -> tensor<2x3x!quant.uniform<i32:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>
  func.return
}

// -----

func.func @all_reduce(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids}> ({
^bb0(%x: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, %y: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> ()
}) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @all_reduce(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
^bb0(%x: tensor<!quant.uniform<i32:f32, 2.000000e+00>>, %y: tensor<!quant.uniform<i32:f32, 2.000000e+00>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i32:f32, 2.000000e+00>>, tensor<!quant.uniform<i32:f32, 2.000000e+00>>) -> tensor<!quant.uniform<i32:f32, 2.000000e+00>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i32:f32, 2.000000e+00>>) -> ()
}) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i32:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @bitcast_convert(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.bitcast_convert"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @reshape(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.reshape"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @reshape(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.reshape"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<6x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @transpose(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<3x2x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @uniform_dequantize(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.uniform_dequantize"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @uniform_quantize(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.uniform_quantize"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @dynamic_reshape(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %c1 = "stablehlo.constant"() <{value = dense<[6]> : tensor<1xi64>}> : () -> tensor<1xi64>
  %0 = "stablehlo.dynamic_reshape"(%a0, %c1) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<1xi64>) -> tensor<6x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @reduce(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({
^bb0(%x: tensor<!quant.uniform<i32:f32, 2.000000e+00>>, %y: tensor<!quant.uniform<i32:f32, 2.000000e+00>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i32:f32, 2.000000e+00>>, tensor<!quant.uniform<i32:f32, 2.000000e+00>>) -> tensor<!quant.uniform<i32:f32, 2.000000e+00>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i32:f32, 2.000000e+00>>) -> ()
}) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x!quant.uniform<i32:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @reduce(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({
^bb0(%x: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, %y: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> ()
}) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @add(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>) {
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>) -> tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @add(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @map(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, %y: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> ()
}) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @dot_general(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<3x4x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<3x4x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) -> tensor<2x4x!quant.uniform<i32:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @dot_general(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<3x4x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<3x4x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) -> tensor<2x4x!quant.uniform<i32:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>
  func.return
}

// -----

func.func @all_reduce(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<4x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0:2 = "stablehlo.all_reduce"(%a0, %a1) <{replica_groups = dense<[[0, -1],[1, 2]]> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, %y: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> ()
}) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<4x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<4x!quant.uniform<i8:f32, 2.000000e+00:15>>)
  func.return
}

// -----

func.func @all_reduce(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.0:15>>) {
  %0 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
^bb0(%x: tensor<!quant.uniform<i32:f32, 2.0:15>>, %y: tensor<!quant.uniform<i32:f32, 2.0:15>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i32:f32, 2.0:15>>, tensor<!quant.uniform<i32:f32, 2.0:15>>) -> tensor<!quant.uniform<i32:f32, 2.0:15>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i32:f32, 2.0:15>>) -> ()
}) : (tensor<2x3x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2x3x!quant.uniform<i32:f32, 2.0:15>>
  func.return
}

// -----

func.func @reduce(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.0:15>>, %a1: tensor<!quant.uniform<i8:f32, 2.0:15>>) {
  %0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({
^bb0(%x: tensor<!quant.uniform<i32:f32, 2.0:15>>, %y: tensor<!quant.uniform<i32:f32, 2.0:15>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i32:f32, 2.0:15>>, tensor<!quant.uniform<i32:f32, 2.0:15>>) -> tensor<!quant.uniform<i32:f32, 2.0:15>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i32:f32, 2.0:15>>) -> ()
}) : (tensor<2x3x!quant.uniform<i8:f32, 2.0:15>>, tensor<!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2x!quant.uniform<i32:f32, 2.0:15>>
  func.return
}

// -----

func.func @reshape(%a0: tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>) {
  %0 = "stablehlo.reshape"(%a0) : (tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>) -> tensor<2x3x1x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>
  func.return
}

// -----

func.func @transpose(%a0: tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>) {
  %0 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>>
  func.return
}

// -----

func.func @bitcast_convert(%a0: tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) {
  %0 = "stablehlo.bitcast_convert"(%a0) : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) -> tensor<2x3xi8>
  func.return
}

// -----

func.func @broadcast_in_dim(%a0: tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) {
  %0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0, 2>}> : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) -> tensor<2x2x3x!quant.uniform<i8:f32:2, {1.000000e+00,2.000000e+00,3.000000e+00}>>
  func.return
}

// -----

func.func @reshape(%a0: tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) {
  %0 = "stablehlo.reshape"(%a0) : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) -> tensor<1x2x3x!quant.uniform<i8:f32:2, {1.000000e+00,2.000000e+00,3.000000e+00}>>
  func.return
}

// -----

func.func @reshape(%a0: tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) {
  %0 = "stablehlo.reshape"(%a0) : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) -> tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>
  func.return
}

// -----

func.func @transpose(%a0: tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) {
  %0 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) -> tensor<3x2x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00}>>
  func.return
}

// -----

func.func @uniform_dequantize(%a0: tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) {
  %0 = "stablehlo.uniform_dequantize"(%a0) : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @uniform_quantize(%a0: tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) {
  %0 = "stablehlo.uniform_quantize"(%a0) : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>
  func.return
}

// -----

func.func @add(%a0: tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>, %a1: tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) {
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>, tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) -> tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>
  func.return
}

// -----

func.func @dynamic_reshape(%a0: tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>, %a1: tensor<2xi64>) {
  %0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>, tensor<2xi64>) -> tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>
  func.return
}

// -----

func.func @scatter(%a0: tensor<2x3x4x2x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>, unique_indices = false, indices_are_sorted = false}> ({
^bb0(%x: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, %y: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> ()
}) : (tensor<2x3x4x2x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x4x2x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @dot_general(%a0: tensor<2x3xbf16>, %a1: tensor<3x4x!quant.uniform<i8:bf16:1, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3xbf16>, tensor<3x4x!quant.uniform<i8:bf16:1, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) -> tensor<2x4xbf16>
  func.return
}

// -----

func.func @uniform_quantize(%a0: tensor<2x3xf32>) {
  %0 = "stablehlo.uniform_quantize"(%a0) : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @uniform_quantize(%a0: tensor<2x3xf32>) {
  %0 = "stablehlo.uniform_quantize"(%a0) : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>
  func.return
}

// -----

func.func @dot_general(%a0: tensor<2x3xf32>, %a1: tensor<3x4x!quant.uniform<i8:f32, 1.000000e+00>>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3xf32>, tensor<3x4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @dot_general(%a0: tensor<2x3xf32>, %a1: tensor<3x4x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3xf32>, tensor<3x4x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @bitcast_convert(%a0: tensor<2x3xi8>) {
  %0 = "stablehlo.bitcast_convert"(%a0) : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @reduce_scatter(%a0: tensor<2x4x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids}> ({
^bb0(%x: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, %y: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> ()
}) : (tensor<2x4x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x2x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @reduce_scatter(%a0: tensor<2x4x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
^bb0(%x: tensor<!quant.uniform<i32:f32, 2.000000e+00>>, %y: tensor<!quant.uniform<i32:f32, 2.000000e+00>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i32:f32, 2.000000e+00>>, tensor<!quant.uniform<i32:f32, 2.000000e+00>>) -> tensor<!quant.uniform<i32:f32, 2.000000e+00>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i32:f32, 2.000000e+00>>) -> ()
}) : (tensor<2x4x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x2x!quant.uniform<i32:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @reduce_scatter(%a0: tensor<2x4x!quant.uniform<i8:f32, 2.0:15>>) {
  %0 = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
^bb0(%x: tensor<!quant.uniform<i32:f32, 2.0:15>>, %y: tensor<!quant.uniform<i32:f32, 2.0:15>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i32:f32, 2.0:15>>, tensor<!quant.uniform<i32:f32, 2.0:15>>) -> tensor<!quant.uniform<i32:f32, 2.0:15>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i32:f32, 2.0:15>>) -> ()
}) : (tensor<2x4x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2x2x!quant.uniform<i32:f32, 2.0:15>>
  func.return
}

// -----

func.func @bitcast_convert(%a0: tensor<2x4x!quant.uniform<i8:f32, 2.0>>) {
  %0 = "stablehlo.bitcast_convert"(%a0) : (tensor<2x4x!quant.uniform<i8:f32, 2.0>>) -> tensor<2x!quant.uniform<i32:f32, 2.0>>
  func.return
}

// -----

func.func @uniform_dequantize(%a0: tensor<2x?x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) {
  %0 = "stablehlo.uniform_dequantize"(%a0) : (tensor<2x?x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) -> tensor<2x?xf32>
  func.return
}

// -----

func.func @broadcast_in_dim(%a0: tensor<3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim(%a0: tensor<3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<2xi64>) {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2xi64>) -> tensor<?x3x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @broadcast_in_dim(%a0: tensor<3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00}>>) {
  %0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00}>>) -> tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim(%a0: tensor<3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00}>>) {
  %c1 = "stablehlo.constant"() <{value = dense<[2,3]> : tensor<2xi64>}> : () -> tensor<2xi64>
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %c1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00}>>, tensor<2xi64>) -> tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>
  func.return
}

// -----

func.func @scatter(%a0: tensor<3x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<2x1xi64>, %a2: tensor<2x4x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%x: tensor<!quant.uniform<i32:f32, 2.000000e+00>>, %y: tensor<!quant.uniform<i32:f32, 2.000000e+00>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i32:f32, 2.000000e+00>>, tensor<!quant.uniform<i32:f32, 2.000000e+00>>) -> tensor<!quant.uniform<i32:f32, 2.000000e+00>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i32:f32, 2.000000e+00>>) -> ()
}) : (tensor<3x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x1xi64>, tensor<2x4x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<3x4x!quant.uniform<i32:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @scatter(%a0: tensor<3x4x!quant.uniform<i8:f32, 2.0:15>>, %a1: tensor<2x1xi64>, %a2: tensor<2x4x!quant.uniform<i8:f32, 2.0:15>>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%x: tensor<!quant.uniform<i32:f32, 2.0:15>>, %y: tensor<!quant.uniform<i32:f32, 2.0:15>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i32:f32, 2.0:15>>, tensor<!quant.uniform<i32:f32, 2.0:15>>) -> tensor<!quant.uniform<i32:f32, 2.0:15>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i32:f32, 2.0:15>>) -> ()
}) : (tensor<3x4x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x1xi64>, tensor<2x4x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<3x4x!quant.uniform<i32:f32, 2.0:15>>
  func.return
}

// -----

func.func @reduce_window(%a0: tensor<4x6x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, %y: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> ()
}) : (tensor<4x6x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @reduce_window(%a0: tensor<4x6x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
^bb0(%x: tensor<!quant.uniform<i32:f32, 2.000000e+00>>, %y: tensor<!quant.uniform<i32:f32, 2.000000e+00>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i32:f32, 2.000000e+00>>, tensor<!quant.uniform<i32:f32, 2.000000e+00>>) -> tensor<!quant.uniform<i32:f32, 2.000000e+00>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i32:f32, 2.000000e+00>>) -> ()
}) : (tensor<4x6x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i32:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @select_and_scatter(%a0: tensor<4x6x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a2: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, %y: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>):
  %z = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<i1>
  "stablehlo.return"(%z) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<!quant.uniform<i32:f32, 2.000000e+00>>, %y: tensor<!quant.uniform<i32:f32, 2.000000e+00>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i32:f32, 2.000000e+00>>, tensor<!quant.uniform<i32:f32, 2.000000e+00>>) -> tensor<!quant.uniform<i32:f32, 2.000000e+00>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i32:f32, 2.000000e+00>>) -> ()
}) : (tensor<4x6x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<4x6x!quant.uniform<i32:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @select_and_scatter(%a0: tensor<4x6x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a2: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, %y: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>):
  %z = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<i1>
  "stablehlo.return"(%z) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, %y: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> ()
}) : (tensor<4x6x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<4x6x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @reduce_window(%a0: tensor<4x6x!quant.uniform<i8:f32, 2.0:15>>, %a1: tensor<!quant.uniform<i8:f32, 2.0:15>>) {
  %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
^bb0(%x: tensor<!quant.uniform<i32:f32, 2.0:15>>, %y: tensor<!quant.uniform<i32:f32, 2.0:15>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i32:f32, 2.0:15>>, tensor<!quant.uniform<i32:f32, 2.0:15>>) -> tensor<!quant.uniform<i32:f32, 2.0:15>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i32:f32, 2.0:15>>) -> ()
}) : (tensor<4x6x!quant.uniform<i8:f32, 2.0:15>>, tensor<!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2x3x!quant.uniform<i32:f32, 2.0:15>>
  func.return
}

// -----

func.func @select_and_scatter(%a0: tensor<4x6x!quant.uniform<i8:f32, 2.0:15>>, %a1: tensor<2x3x!quant.uniform<i8:f32, 2.0:15>>, %a2: tensor<!quant.uniform<i8:f32, 2.0:15>>) {
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<!quant.uniform<i8:f32, 2.0:15>>, %y: tensor<!quant.uniform<i8:f32, 2.0:15>>):
  %z = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<!quant.uniform<i8:f32, 2.0:15>>, tensor<!quant.uniform<i8:f32, 2.0:15>>) -> tensor<i1>
  "stablehlo.return"(%z) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<!quant.uniform<i32:f32, 2.0:15>>, %y: tensor<!quant.uniform<i32:f32, 2.0:15>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i32:f32, 2.0:15>>, tensor<!quant.uniform<i32:f32, 2.0:15>>) -> tensor<!quant.uniform<i32:f32, 2.0:15>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i32:f32, 2.0:15>>) -> ()
}) : (tensor<4x6x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x3x!quant.uniform<i8:f32, 2.0:15>>, tensor<!quant.uniform<i8:f32, 2.0:15>>) -> tensor<4x6x!quant.uniform<i32:f32, 2.0:15>>
  func.return
}

// -----

func.func @dot_general(%a0: tensor<5x2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<5x3x4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<5x2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<5x3x4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>) -> tensor<5x2x4x!quant.uniform<i32:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>
  func.return
}

// -----

func.func @dot_general(%a0: tensor<5x2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<5x3x4x!quant.uniform<i8:f32:2, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<5x2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<5x3x4x!quant.uniform<i8:f32:2, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) -> tensor<5x2x4x!quant.uniform<i32:f32:2, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>
  func.return
}

// -----

func.func @dot_general(%a0: tensor<5x2x3xf32>, %a1: tensor<5x3x4x!quant.uniform<i8:f32, 1.000000e+00>>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<5x2x3xf32>, tensor<5x3x4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<5x2x4xf32>
  func.return
}

// -----

func.func @dot_general(%a0: tensor<5x2x3xf32>, %a1: tensor<5x3x4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<5x2x3xf32>, tensor<5x3x4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>) -> tensor<5x2x4xf32>
  func.return
}

// -----

func.func @dot_general(%a0: tensor<5x2x3xf32>, %a1: tensor<5x3x4x!quant.uniform<i8:f32:2, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<5x2x3xf32>, tensor<5x3x4x!quant.uniform<i8:f32:2, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) -> tensor<5x2x4xf32>
  func.return
}

// -----

func.func @uniform_quantize(%a0: tensor<?x3xf32>) {
  %0 = "stablehlo.uniform_quantize"(%a0) : (tensor<?x3xf32>) -> tensor<?x3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>
  func.return
}

// -----

func.func @if(%a0: tensor<i1>) {
  %0 = "stablehlo.if"(%a0) ({
  %x = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>
  %y = "stablehlo.reshape"(%x) : (tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>
 "stablehlo.return"(%y) : (tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> ()
}, {
  %x = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>
 "stablehlo.return"(%x) : (tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> ()
}) : (tensor<i1>) -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @case(%a0: tensor<i32>) {
  %0 = "stablehlo.case"(%a0) ({
  %x = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>
  %y = "stablehlo.reshape"(%x) : (tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>
 "stablehlo.return"(%y) : (tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> ()
}, {
  %x = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>
 "stablehlo.return"(%x) : (tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> ()
}) : (tensor<i32>) -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}
