// RUN: strata-opt %s --split-input-file --verify-diagnostics

// Programs that jaxlib refuses, with its errors; found by test/jax/verifier.py.

func.func @all_reduce(%a0: tensor<2x3xi8>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op attribute 'replica_groups' failed to satisfy constraint: 64-bit signless integer elements attribute or mesh and axes based replica groups representation.}}
  %0 = "stablehlo.all_reduce"(%a0) <{replica_groups = 1 : i32}> ({
^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  "stablehlo.return"(%z) : (tensor<i32>) -> ()
}) : (tensor<2x3xi8>) -> tensor<2x3xi32>
  func.return
}

// -----

func.func @all_reduce(%a0: tensor<2x3x!quant.uniform<i4:f32, 2.000000e+00:1>>, %a1: tensor<4x!quant.uniform<i8:f32, 1.000000e+00:15>>) {
  // expected-error@+2 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:15>>', 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00:15>>' are incompatible with return type(s) of operation 'tensor<2x3x!quant.uniform<i4:f32, 2.000000e+00:1>>', 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00:15>>'}}
  // expected-error@+1 {{'stablehlo.all_reduce' op failed to infer returned types}}
  %0:2 = "stablehlo.all_reduce"(%a0, %a1) <{replica_groups = dense<[[0, -1],[1, 2]]> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<!quant.uniform<i8:f32, 1.000000e+00:15>>, %y: tensor<!quant.uniform<i8:f32, 1.000000e+00:15>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i8:f32, 1.000000e+00:15>>, tensor<!quant.uniform<i8:f32, 1.000000e+00:15>>) -> tensor<!quant.uniform<i8:f32, 1.000000e+00:15>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i8:f32, 1.000000e+00:15>>) -> ()
}) : (tensor<2x3x!quant.uniform<i4:f32, 2.000000e+00:1>>, tensor<4x!quant.uniform<i8:f32, 1.000000e+00:15>>) -> (tensor<2x3x!quant.uniform<i4:f32, 2.000000e+00:1>>, tensor<4x!quant.uniform<i8:f32, 1.000000e+00:15>>)
  func.return
}

// -----

func.func @all_reduce(%a0: tensor<2x3xf32>, %a1: tensor<4x!quant.uniform<i2:f32, 2.000000e+00>>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<!quant.uniform<i2:f32, 2.000000e+00>>'}}
  %0:2 = "stablehlo.all_reduce"(%a0, %a1) <{replica_groups = dense<[[0, -1],[1, 2]]> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2x3xf32>, tensor<4x!quant.uniform<i2:f32, 2.000000e+00>>) -> (tensor<2x3xf32>, tensor<4xf32>)
  func.return
}

// -----

func.func @all_reduce(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  // expected-error@+1 {{replica groups should be a rank 2 tensor}}
  %0 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<2> : tensor<2xi64>}> ({
^bb0(%x: tensor<!quant.uniform<i32:f32, 2.000000e+00>>, %y: tensor<!quant.uniform<i32:f32, 2.000000e+00>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i32:f32, 2.000000e+00>>, tensor<!quant.uniform<i32:f32, 2.000000e+00>>) -> tensor<!quant.uniform<i32:f32, 2.000000e+00>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i32:f32, 2.000000e+00>>) -> ()
}) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @all_to_all(%a0: tensor<?x4xi32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op attribute 'replica_groups' failed to satisfy constraint: 64-bit signless integer elements attribute or mesh and axes based replica groups representation.}}
  %0 = "stablehlo.all_to_all"(%a0) <{replica_groups = true, split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<?x4xi32>) -> tensor<4x2xi32>
  func.return
}

// -----

func.func @async_done(%a0: !stablehlo.future<tensor<2xf32>, tensor<3xf32>>) {
  // expected-error@+2 {{'stablehlo.async_done' op future must have exactly one type parameter, but got 2}}
  // expected-error@+1 {{'stablehlo.async_done' op failed to infer returned types}}
  %0 = "stablehlo.async_done"(%a0) : (!stablehlo.future<tensor<2xf32>, tensor<3xf32>>) -> tensor<f32>
  func.return
}

// -----

func.func @async_done(%a0: !stablehlo.future<tensor<2x8xf32>>) {
  // expected-error@+2 {{'stablehlo.async_done' op inferred type(s) 'tensor<2x8xf32>' are incompatible with return type(s) of operation 'tensor<2x8x!quant.uniform<i2:f32, 2.000000e+00>>'}}
  // expected-error@+1 {{'stablehlo.async_done' op failed to infer returned types}}
  %0 = "stablehlo.async_done"(%a0) : (!stablehlo.future<tensor<2x8xf32>>) -> tensor<2x8x!quant.uniform<i2:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @async_start(%a0: tensor<2xf8E4M3FN>) {
  %0 = "stablehlo.async_start"(%a0) ({
^bb0(%x: tensor<2x4xf8E4M3FN>):
  // expected-error@+1 {{'stablehlo.collective_permute' op attribute 'source_target_pairs' failed to satisfy constraint: 64-bit signless integer elements attribute}}
  %z = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi3>}> : (tensor<2x4xf8E4M3FN>) -> tensor<2x4xf8E4M3FN>
  "stablehlo.return"(%z) : (tensor<2x4xf8E4M3FN>) -> ()
}) : (tensor<2xf8E4M3FN>) -> !stablehlo.future<tensor<2x4xf32>>
  func.return
}

// -----

func.func @async_start(%a0: tensor<2x4xui8>) {
  // expected-error@+2 {{'stablehlo.async_start' op inferred type(s) '!stablehlo.future<tensor<2x4xui8>>' are incompatible with return type(s) of operation '!stablehlo.future<tensor<2x4xf32>>'}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %0 = "stablehlo.async_start"(%a0) ({
^bb0(%x: tensor<2x4xui8>):
  %z = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xui8>) -> tensor<2x4xui8>
  "stablehlo.return"(%z) : (tensor<2x4xui8>) -> ()
}) : (tensor<2x4xui8>) -> !stablehlo.future<tensor<2x4xf32>>
  func.return
}

// -----

func.func @async_start(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.async_start' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  %0 = "stablehlo.async_start"(%a0) ({}) : (tensor<2x4xf32>) -> !stablehlo.future<tensor<2x4xf32>>
  func.return
}

// -----

func.func @async_start(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{'stablehlo.async_start' op region must contain a collective or slice operation}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %0 = "stablehlo.async_start"(%a0, %a1) ({
^bb0(%x: tensor<2xf32>, %y: tensor<2xf32>):
  %z = "stablehlo.add"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  "stablehlo.return"(%z) : (tensor<2xf32>) -> ()
}) : (tensor<2xf32>, tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  func.return
}

// -----

func.func @async_start(%a0: tensor<2x4xf32>) {
  %0 = "stablehlo.async_start"(%a0) ({
^bb0(%x: tensor<2x4xf32>):
  // expected-error@+1 {{'stablehlo.slice' op requires the same element type for all operands and results}}
  %z = "stablehlo.slice"(%x) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2, 2>, strides = array<i64: 1, 1>}> : (tensor<2x4xf32>) -> tensor<2x2xf4E2M1FN>
  "stablehlo.return"(%z) : (tensor<2x2xf4E2M1FN>) -> ()
}) : (tensor<2x4xf32>) -> !stablehlo.future<tensor<2x2xf32>>
  func.return
}

// -----

func.func @async_start(%a0: tensor<2x4xf32>) {
  %0 = "stablehlo.async_start"(%a0) ({
^bb0(%x: tensor<2x4xf32>):
  // expected-error@+1 {{'stablehlo.all_gather' op requires the same element type for operand and result at index 0}}
  %z = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x8x!quant.uniform<i16:f32, 2.000000e+00>>
  "stablehlo.return"(%z) : (tensor<2x8x!quant.uniform<i16:f32, 2.000000e+00>>) -> ()
}) : (tensor<2x4xf32>) -> !stablehlo.future<tensor<2x8xf32>>
  func.return
}

// -----

func.func @async_start(%a0: tensor<2x4xf32>) {
  %0 = "stablehlo.async_start"(%a0) ({
^bb0(%x: tensor<1x4xf32>):
  // expected-error@+2 {{limit index 2 is larger than dimension size 1 in dimension 0}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %z = "stablehlo.slice"(%x) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2, 2>, strides = array<i64: 1, 1>}> : (tensor<1x4xf32>) -> tensor<2x2xf32>
  "stablehlo.return"(%z) : (tensor<2x2xf32>) -> ()
}) : (tensor<2x4xf32>) -> !stablehlo.future<tensor<2x2xf32>>
  func.return
}

// -----

func.func @collective_permute(%a0: tensor<2x4xf64>) {
  // expected-error@+1 {{expect source_target_pairs attribute of shape (N, 2), but got (1, 0)}}
  %0 = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<> : tensor<1x0xi64>}> : (tensor<2x4xf64>) -> tensor<2x4xf64>
  func.return
}

// -----

func.func @cross_replica_sum(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.cross-replica-sum' op requires compatible types for all operands and results}}
  %0 = "stablehlo.cross-replica-sum"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 2>>
  func.return
}

// -----

func.func @infeed(%a0: !stablehlo.token) {
  // expected-error@+1 {{all elements of result types, except the last element, are expected to be of tensor type, but got '!stablehlo.token'}}
  %0:2 = "stablehlo.infeed"(%a0) <{infeed_config = "c", layout = [[1, 0]]}> : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  func.return
}

// -----

func.func @infeed(%a0: !stablehlo.token) {
  // expected-error@+1 {{layout-attribute size must be 0 (which is the number of op-results - 1 (for token result)), but got 1}}
  %0 = "stablehlo.infeed"(%a0) <{infeed_config = "c", layout = [[0]]}> : (!stablehlo.token) -> !stablehlo.token
  func.return
}

// -----

func.func @reduce_scatter(%a0: tensor<2x4x1x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op attribute 'replica_groups' failed to satisfy constraint: 64-bit signless integer elements attribute or mesh and axes based replica groups representation.}}
  %0 = "stablehlo.reduce_scatter"(%a0) <{replica_groups = 1 : i32, scatter_dimension = 1 : i64}> ({
^bb0(%x: tensor<!quant.uniform<i32:f32, 2.000000e+00>>, %y: tensor<!quant.uniform<i32:f32, 2.000000e+00>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i32:f32, 2.000000e+00>>, tensor<!quant.uniform<i32:f32, 2.000000e+00>>) -> tensor<!quant.uniform<i32:f32, 2.000000e+00>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i32:f32, 2.000000e+00>>) -> ()
}) : (tensor<2x4x1x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x!quant.uniform<i32:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @reduce_scatter(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op region #0 ('computation') failed to verify constraint: region with 1 blocks}}
  %0 = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({}) : (tensor<2x4xf32>) -> tensor<?x2xf64>
  func.return
}

// -----

func.func @reduce_scatter(%a0: tensor<2x4x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  %0 = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = -1>, use_global_device_ids}> ({
^bb0(%x: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, %y: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> ()
// expected-error@+1 {{Static dimension 1 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<?x2x!quant.uniform<i8:f32, 2.000000e+00:15>>'}}
}) : (tensor<2x4x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<?x2x!quant.uniform<i8:f32, 2.000000e+00:15>, #stablehlo.bounds<?, 4>>
  func.return
}

// -----

func.func @reduce_scatter(%a0: tensor<2x4x!quant.uniform<i32:f32, 2.000000e+00>>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<i32>' vs 'tensor<!quant.uniform<i32:f32, 2.000000e+00>>'}}
  %0 = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  "stablehlo.return"(%z) : (tensor<i32>) -> ()
}) : (tensor<2x4x!quant.uniform<i32:f32, 2.000000e+00>>) -> tensor<2x3xi32>
  func.return
}

// -----

func.func @reduce_scatter(%a0: tensor<2x4xi8>) {
  // expected-error@+1 {{result element-type is expected to be 'i32', but got 'ui32'}}
  %0 = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  "stablehlo.return"(%z) : (tensor<i32>) -> ()
}) : (tensor<2x4xi8>) -> tensor<2x2xui32>
  func.return
}

// -----

func.func @all_reduce_without_bounds(%a0: tensor<4x?xf32, #stablehlo.bounds<?, 2>>) {
  %0 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x?xf32, #stablehlo.bounds<?, 2>>) -> (tensor<4x4xf32>)
  func.return
}

// -----

func.func @all_gather_order(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{replica id #1 not seen in replica groups}}
  %0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 2 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<2x8xf32>)
  func.return
}

// -----

func.func @collective_broadcast_rank(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{replica groups should be a rank 2 tensor,but instead it is of rank 1}}
  %0 = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<0> : tensor<2xi64>}> : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}
