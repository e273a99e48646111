// RUN: strata-opt %s --split-input-file --verify-diagnostics

// Programs that jaxlib refuses, with its errors; found by test/jax/verifier.py.

func.func @all_gather(%a0: tensor<2xsi8>) {
  // expected-error@+1 {{'stablehlo.all_gather' op attribute 'replica_groups' failed to satisfy constraint: 64-bit signless integer elements attribute or mesh and axes based replica groups representation.}}
  %0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 0 : i64, replica_groups = array<i64>}> : (tensor<2xsi8>) -> tensor<4xsi8>
  func.return
}

// -----

func.func @all_gather(%a0: tensor<0xf32>) {
  // expected-error@+1 {{dimension size of operand at 'all_gather_dim' cannot be zero}}
  %0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<1x0xi64>}> : (tensor<0xf32>) -> tensor<f32>
  func.return
}

// -----

func.func @broadcast_in_dim(%a0: tensor<768xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op requires compatible element types for all operands and results}}
  %0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 2>}> : (tensor<768xf32>) -> tensor<2x9x768x!quant.uniform<i2:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @collective_broadcast(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op attribute 'replica_groups' failed to satisfy constraint: 64-bit signless integer elements attribute or mesh and axes based replica groups representation.}}
  %0 = "stablehlo.collective_broadcast"(%a0) <{replica_groups = 1 : i32, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @concatenate(%a0: tensor<1xi32>, %a1: tensor<1xi32>, %a2: tensor<?xi32, #stablehlo.bounds<1>>) {
  // expected-error@+2 {{'stablehlo.concatenate' op inferred type(s) 'tensor<?xi32, #stablehlo.bounds<3>>' are incompatible with return type(s) of operation 'tensor<4xi32>'}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = "stablehlo.concatenate"(%a0, %a1, %a2) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>, tensor<?xi32, #stablehlo.bounds<1>>) -> tensor<4xi32>
  func.return
}

// -----

func.func @concatenate(%a0: tensor<?x3xf32, #stablehlo.bounds<4, ?>>, %a1: tensor<1x1xf32>) {
  // expected-error@+2 {{shapes of operand (0) and (1) are not compatible at non-concat index 1: (-9223372036854775808, 3) != (1, 1)}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = "stablehlo.concatenate"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<?x3xf32, #stablehlo.bounds<4, ?>>, tensor<1x1xf32>) -> tensor<?x3x3xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim(%a0: tensor<3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{broadcast_dimensions size (2) does not match operand rank (1)}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2xi64>) -> tensor<?x2xcomplex<f32>>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim(%a0: tensor<2xi64>) {
  %c1 = "stablehlo.constant"() <{value = dense<[2,3]> : tensor<2xi64>}> : () -> tensor<2xi64>
  // expected-error@+1 {{size of operand dimension 0 (2) is not compatible with size of result dimension 1 (3)}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %c1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<2xi64>, tensor<2xi64>) -> tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>
  func.return
}

// -----

func.func @dynamic_gather(%a0: tensor<?x1xf32>, %a1: tensor<1xi32>, %a2: tensor<2xi32>) {
  // expected-error@+2 {{'stablehlo.dynamic_gather' op inferred type(s) 'tensor<?xf32>' are incompatible with return type(s) of operation 'tensor<?x!quant.uniform<i16:f32, 2.000000e+00>>'}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>, indices_are_sorted = true}> : (tensor<?x1xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<?x!quant.uniform<i16:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @dynamic_iota() {
  %c0 = "stablehlo.constant"() <{value = dense<[2, 3]> : tensor<2xi64>}> : () -> tensor<2xi64>
  // expected-error@+1 {{output shape [2, 3] is incompatible with return type of operation 'tensor<4x3xf32>'}}
  %0 = "stablehlo.dynamic_iota"(%c0) <{iota_dimension = 1 : i64}> : (tensor<2xi64>) -> tensor<4x3xf32>
  func.return
}

// -----

func.func @dynamic_pad(%a0: tensor<?x?x?x2xf32>, %a2: tensor<4xi32>, %a3: tensor<4xi32>, %a4: tensor<4xi32>) {
  %c1 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
  // expected-error@+1 {{'stablehlo.dynamic_pad' op failed to verify that all of {operand, padding_value, result} have same element type}}
  %0 = "stablehlo.dynamic_pad"(%a0, %c1, %a2, %a3, %a4) : (tensor<?x?x?x2xf32>, tensor<f32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<?x?x?x2x!quant.uniform<u8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @dynamic_pad(%a0: tensor<2x3xi32>, %a1: tensor<i32>, %a2: tensor<2xi64>, %a3: tensor<2xi64>, %a4: tensor<2xi64>) {
  // expected-error@+1 {{expected non-function type}}
  %0 = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<2x3xi32>, tensor<i32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<*x1xi32>
  func.return
}

// -----

func.func @dynamic_pad(%a0: tensor<3xf32>, %a1: tensor<f32>) {
  %c2 = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c3 = "stablehlo.constant"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c4 = "stablehlo.constant"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  // expected-error@+1 {{expected output dimension at index 0 to equal 6, but got 7}}
  %0 = "stablehlo.dynamic_pad"(%a0, %a1, %c2, %c3, %c4) : (tensor<3xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<7xf32>
  func.return
}

// -----

func.func @dynamic_pad(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>, %a4: tensor<2xi32>) {
  // expected-error@+1 {{padding operands size (2) must match operand rank (0)}}
  %0 = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<f32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<f32>
  func.return
}

// -----

func.func @dynamic_reshape(%a0: tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{expect same quantization scales and zero_points but got 'tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>' vs 'tensor<2x3x!quant.uniform<i32:f32:0, {2.000000e+00:3,2.000000e+00:3}>>'}}
  %0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>, tensor<2xindex>) -> tensor<2x3x!quant.uniform<i32:f32:0, {2.000000e+00:3,2.000000e+00:3}>>
  func.return
}

// -----

func.func @dynamic_reshape(%a0: tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>, %a1: tensor<2xi4>) {
  // expected-error@+1 {{number of output elements (2) doesn't match expected number of elements (6)}}
  %0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>, tensor<2xi4>) -> tensor<2xi4>
  func.return
}

// -----

func.func @dynamic_reshape(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %c1 = "stablehlo.constant"() <{value = dense<[6]> : tensor<1xi64>}> : () -> tensor<1xi64>
  // expected-error@+1 {{output shape [6] is incompatible with return type of operation 'tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>'}}
  %0 = "stablehlo.dynamic_reshape"(%a0, %c1) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<1xi64>) -> tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @dynamic_reshape(%a0: tensor<?xf16>, %a1: tensor<1xi64>) {
  // expected-error@+1 {{result should have a rank equal to the number of elements in output_shape}}
  %0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<?xf16>, tensor<1xi64>) -> tensor<!quant.uniform<i8<-127:127>:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @dynamic_slice(%a0: tensor<5xf32>, %a1: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to verify that all of {operand, result} have same element type}}
  %0 = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 2>}> : (tensor<5xf32>, tensor<i32>) -> tensor<2x!quant.uniform<i16:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @dynamic_update_slice(%a0: tensor<4x6xf32>, %a1: tensor<2x3xf32>, %a2: tensor<i32>, %a3: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to verify that all of {operand, update, result} have same element type}}
  %0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x1x!quant.uniform<i32:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @gather(%a0: tensor<4x3xf32>) {
  %c1 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  // expected-error@+1 {{'stablehlo.gather' op failed to verify that all of {operand, result} have same element type}}
  %0 = "stablehlo.gather"(%a0, %c1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, slice_sizes = array<i64: 4, 2>}> : (tensor<4x3xf32>, tensor<i32>) -> tensor<4x2x!quant.uniform<i8<-127:127>:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @pad(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.pad' op failed to verify that all of {edge_padding_low, edge_padding_high, interior_padding} have same size}}
  %0 = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1, 1>, edge_padding_high = array<i64: 1, 1>, interior_padding = array<i64: 2, 0, 0>}> : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<i1>) -> tensor<4x5x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @pad(%a0: tensor<5x3xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.pad' op requires the same element type for all operands and results}}
  %0 = "stablehlo.pad"(%a0, %a1) <{edge_padding_high = array<i64: 2, 1>, edge_padding_low = array<i64: 1, 0>, interior_padding = array<i64: 0, 1>}> : (tensor<5x3xf32>, tensor<f32>) -> tensor<8x6x!quant.uniform<i2:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @real_dynamic_slice(%a0: tensor<?x?xf32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op failed to verify that all of {operand, result} have same element type}}
  %0 = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<1x?x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @real_dynamic_slice(%a0: tensor<?x100xf32>, %a1: tensor<2x!quant.uniform<i8:f32:0, {2.000000e+00:0,2.000000e+00:0}>>, %a2: tensor<2xi32>) {
  %c3 = "stablehlo.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  // expected-error@+1 {{Static dimension 1 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<?x0xf32>'}}
  %0 = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %c3) : (tensor<?x100xf32>, tensor<2x!quant.uniform<i8:f32:0, {2.000000e+00:0,2.000000e+00:0}>>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x0xf32, #stablehlo.bounds<5, 5>>
  func.return
}

// -----

func.func @reshape(%a0: tensor<?x3xf32>) {
  // expected-error@+1 {{'stablehlo.reshape' op requires compatible element types for all operands and results}}
  %0 = "stablehlo.reshape"(%a0) : (tensor<?x3xf32>) -> tensor<6x!quant.uniform<i2:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @reshape(%a0: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01:-3>>) {
  // expected-error@+1 {{expect same quantization scale and zero_point but got 'tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01:-3>>' vs 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00:15>>'}}
  %0 = "stablehlo.reshape"(%a0) : (tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01:-3>>) -> tensor<4x!quant.uniform<i8:f32, 1.000000e+00:15>>
  func.return
}

// -----

func.func @scatter(%a0: tensor<9xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
  // expected-error@+2 {{'stablehlo.scatter' op inferred type(s) 'tensor<9xf32>' are incompatible with return type(s) of operation 'tensor<9x!quant.uniform<i8:f32, 2.000000e+00:16>>'}}
  // expected-error@+1 {{'stablehlo.scatter' op failed to infer returned types}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
  "stablehlo.return"(%arg4) : (tensor<f32>) -> ()
}) : (tensor<9xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<9x!quant.uniform<i8:f32, 2.000000e+00:16>>
  func.return
}

// -----

func.func @scatter(%a0: tensor<3x4x!quant.uniform<i8:f32, 2.0:15>>, %a1: tensor<2x1xi64>, %a2: tensor<2x4x!quant.uniform<i8:f32, 2.0:15>>) {
  // expected-error@+2 {{'stablehlo.scatter' op inferred type(s) 'tensor<3x4x!quant.uniform<i32:f32, 2.000000e+00:15>>' are incompatible with return type(s) of operation 'tensor<2x4x!quant.uniform<i32:f32, 2.000000e+00:15>>', 'tensor<2x4x!quant.uniform<i32:f32, 2.000000e+00:15>>'}}
  // expected-error@+1 {{'stablehlo.scatter' op failed to infer returned types}}
  %0:2 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%x: tensor<!quant.uniform<i32:f32, 2.0:15>>, %y: tensor<!quant.uniform<i32:f32, 2.0:15>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i32:f32, 2.0:15>>, tensor<!quant.uniform<i32:f32, 2.0:15>>) -> tensor<!quant.uniform<i32:f32, 2.0:15>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i32:f32, 2.0:15>>) -> ()
}) : (tensor<3x4x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x1xi64>, tensor<2x4x!quant.uniform<i8:f32, 2.0:15>>) -> (tensor<2x4x!quant.uniform<i32:f32, 2.0:15>>, tensor<2x4x!quant.uniform<i32:f32, 2.0:15>>)
  func.return
}

// -----

func.func @scatter(%a0: tensor<?x?x!quant.uniform<i4:f32, 2.000000e+00:1>>, %a1: tensor<1xi32>, %a2: tensor<?x?xf32>) {
  // expected-error@+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from '!quant.uniform<i4:f32, 2.000000e+00:1>', but got 'f32'}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0]>}> ({
^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
  "stablehlo.return"(%arg4) : (tensor<f32>) -> ()
}) : (tensor<?x?x!quant.uniform<i4:f32, 2.000000e+00:1>>, tensor<1xi32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return
}

// -----

func.func @scatter(%a0: tensor<?x!quant.uniform<i2:f32, 2.000000e+00>>, %a1: tensor<1xi32>, %a2: tensor<?xf32>) {
  // expected-error@+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from '!quant.uniform<i2:f32, 2.000000e+00>', but got 'f32'}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0]>}> ({
^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
  %18 = "stablehlo.subtract"(%arg9, %arg10) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%18) : (tensor<f32>) -> ()
}) : (tensor<?x!quant.uniform<i2:f32, 2.000000e+00>>, tensor<1xi32>, tensor<?xf32>) -> tensor<?xf32>
  func.return
}

// -----

func.func @scatter(%a0: tensor<?x4x!quant.uniform<u8:f32, 2.000000e+00:15>>, %a1: tensor<1xi32>, %a2: tensor<?xi32, #stablehlo.bounds<?>>) {
  // expected-error@+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from '!quant.uniform<u8:f32, 2.000000e+00:15>', but got 'i32'}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
^bb0(%arg7: tensor<i32>, %arg8: tensor<i32>):
  "stablehlo.return"(%arg8) : (tensor<i32>) -> ()
}) : (tensor<?x4x!quant.uniform<u8:f32, 2.000000e+00:15>>, tensor<1xi32>, tensor<?xi32, #stablehlo.bounds<?>>) -> tensor<?x4xi32>
  func.return
}

// -----

func.func @scatter(%a0: tensor<?x?xf32>, %a1: tensor<1xi32>, %a2: tensor<?x?x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>'}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0]>}> ({
^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
  "stablehlo.return"(%arg4) : (tensor<f32>) -> ()
}) : (tensor<?x?xf32>, tensor<1xi32>, tensor<?x?x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<?x?xf32>
  func.return
}

// -----

func.func @slice(%a0: tensor<?x64x64xbf16, #stablehlo.bounds<2, ?, ?>>) {
  // expected-error@+2 {{limit index 4 is larger than dimension bound 2 in dimension 0}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = "stablehlo.slice"(%a0) <{limit_indices = array<i64: 4, 64, 64>, start_indices = array<i64: 3, 0, 0>, strides = array<i64: 1, 1, 1>}> : (tensor<?x64x64xbf16, #stablehlo.bounds<2, ?, ?>>) -> tensor<1x64x64xbf16>
  func.return
}

// -----

func.func @transpose(%a0: tensor<?x?x8xf32>) {
  // expected-error@+1 {{'stablehlo.transpose' op requires compatible element types for all operands and results}}
  %0 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 0, 2, 1>}> : (tensor<?x?x8xf32>) -> tensor<?x8x?x!quant.uniform<u8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @transpose(%a0: tensor<2x1x24x1x40xf32>) {
  // expected-error@+2 {{attribute permutation must be a permutation of [0, 1, 2, 3, 4] but got 3, 0, -2, 2, 4}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %0 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 3, 0, -2, 2, 4>}> : (tensor<2x1x24x1x40xf32>) -> tensor<1x2x1x24x40xf32>
  func.return
}

// -----

func.func @transpose(%a0: tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>) {
  // expected-error@+1 {{operand quantization_dimension 0 is not same as permutation[1] = 100}}
  %0 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 1, 100>}> : (tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>>
  func.return
}

// -----

func.func @dynamic_pad_order(%a0: tensor<2x3xf32>, %a1: tensor<f32>, %a2: tensor<4xi32>, %a3: tensor<2xi32>, %a4: tensor<4xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op failed to verify that all of {edge_padding_low, edge_padding_high, interior_padding} have same type}}
  %0 = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<2x3xf32>, tensor<f32>, tensor<4xi32>, tensor<2xi32>, tensor<4xi32>) -> (tensor<?x1x?xf32>)
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_of_one_scale(%a0: tensor<3x!quant.uniform<i8:f32, 2.0:15>>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{result quantization_dimension 0 not same as broadcast_dimensions[0] = 1}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3x!quant.uniform<i8:f32, 2.0:15>>, tensor<2xi64>) -> (tensor<?x3x!quant.uniform<i8:f32:0, {0.5:-3}>>)
  func.return
}
