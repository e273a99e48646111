// RUN: strata-opt %s --stablehlo-batch-norm-expander --split-input-file | FileCheck %s --check-prefix=NORM
// RUN: strata-opt %s --stablehlo-legalize-einsum-to-dot-general --split-input-file | FileCheck %s --check-prefix=EINSUM
// RUN: strata-opt %s --stablehlo-legalize-torch-index-select-to-gather --split-input-file | FileCheck %s --check-prefix=SELECT
// RUN: strata-opt %s --stablehlo-rng-bit-generator-expander --split-input-file | FileCheck %s --check-prefix=BITS

// NORM-LABEL: func.func @inference(
// NORM-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[SCALE:.*]]: tensor<3xf32>, %[[OFFSET:.*]]: tensor<3xf32>, %[[MEAN:.*]]: tensor<3xf32>, %[[VAR:.*]]: tensor<3xf32>)
// NORM: %[[M:.*]] = stablehlo.broadcast_in_dim %[[MEAN]], dims = [1]
// NORM: %[[C:.*]] = stablehlo.subtract %[[X]], %[[M]]
// NORM: %[[EPS:.*]] = stablehlo.constant dense<1.000000e-03> : tensor<3xf32>
// NORM: %[[V:.*]] = stablehlo.add %[[VAR]], %[[EPS]]
// NORM: stablehlo.sqrt %[[V]]
// NORM: stablehlo.divide %[[C]],
// NORM-NOT: batch_norm_inference
func.func @inference(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}>
      : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// NORM-LABEL: func.func @training(
// NORM: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0, 2]
// NORM: dense<8.000000e+00>
// NORM: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0, 2]
// NORM-NOT: batch_norm_training
func.func @training(%x: tensor<2x3x4xf64>, %s: tensor<3xf64>, %o: tensor<3xf64>) -> (tensor<2x3x4xf64>, tensor<3xf64>, tensor<3xf64>) {
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %o) <{epsilon = 0.0 : f32, feature_index = 1 : i64}>
      : (tensor<2x3x4xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<2x3x4xf64>, tensor<3xf64>, tensor<3xf64>)
  return %0#0, %0#1, %0#2 : tensor<2x3x4xf64>, tensor<3xf64>, tensor<3xf64>
}

// -----

// Letters that only one operand has are summed first; the result is put in order.
// EINSUM-LABEL: func.func @einsum(
// EINSUM: %[[SUM:.*]] = stablehlo.reduce(%arg0 init: %{{.*}}) applies stablehlo.add across dimensions = [3]
// EINSUM: %[[DOT:.*]] = stablehlo.dot_general %[[SUM]], %arg1, batching_dims = [0] x [1], contracting_dims = [2] x [0] : (tensor<2x3x4xf32>, tensor<4x2x5xf32>) -> tensor<2x3x5xf32>
// EINSUM: stablehlo.transpose %[[DOT]], dims = [2, 0, 1]
func.func @einsum(%a: tensor<2x3x4x6xf32>, %b: tensor<4x2x5xf32>) -> tensor<5x2x3xf32> {
  %0 = stablehlo.einsum %a, %b, config = "bikz,kbj->jbi" : (tensor<2x3x4x6xf32>, tensor<4x2x5xf32>) -> tensor<5x2x3xf32>
  return %0 : tensor<5x2x3xf32>
}

// -----

// SELECT-LABEL: func.func @select(
// SELECT: "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 2>, {{.*}}slice_sizes = array<i64: 1, 3, 1, 5>}> : (tensor<2x3x4x5xf32>, tensor<2x6xi32>) -> tensor<2x3x6x5xf32>
func.func @select(%x: tensor<2x3x4x5xf32>, %i: tensor<2x6xi32>) -> tensor<2x3x6x5xf32> {
  %0 = "stablehlo.torch_index_select"(%x, %i) <{batch_dims = 1 : i64, dim = 2 : i64}> : (tensor<2x3x4x5xf32>, tensor<2x6xi32>) -> tensor<2x3x6x5xf32>
  return %0 : tensor<2x3x6x5xf32>
}

// -----

// Two words of each call lie beside each other in the first dimension of even size.
// BITS-LABEL: func.func @threefry(
// BITS: stablehlo.iota dim = 0 : tensor<6xui64>
// BITS: stablehlo.concatenate {{.*}} dim = 2 : (tensor<3x2x1x1xui32>, tensor<3x2x1x1xui32>) -> tensor<3x2x2x1xui32>
// BITS-NOT: rng_bit_generator
func.func @threefry(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>) {
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>)
  return %0, %1 : tensor<2xui64>, tensor<3x4xui32>
}

// -----

// Narrow elements take the low bits of a word; what is left of the last call is dropped.
// BITS-LABEL: func.func @philox(
// BITS: stablehlo.concatenate {{.*}} dim = 1 : (tensor<2x1xui32>, tensor<2x1xui32>, tensor<2x1xui32>, tensor<2x1xui32>) -> tensor<2x4xui32>
// BITS: stablehlo.slice %{{.*}} [0:5]
// BITS: stablehlo.convert %{{.*}} : (tensor<5xui32>) -> tensor<5xui8>
// BITS: stablehlo.bitcast_convert %{{.*}} : (tensor<5xui8>) -> tensor<5xi8>
func.func @philox(%s: tensor<3xui64>) -> (tensor<3xui64>, tensor<5xi8>) {
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xi8>)
  return %0, %1 : tensor<3xui64>, tensor<5xi8>
}

// -----

// Sizes that are not known are those of the operand.
// NORM-LABEL: func.func @batch_norm_of_unknown_sizes(
// NORM: stablehlo.get_dimension_size %arg0, dim = 0
// NORM: stablehlo.convert {{.*}} : (tensor<i64>) -> tensor<f32>
// NORM: stablehlo.dynamic_broadcast_in_dim {{.*}}, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<?x3xf32>
// NORM-NOT: stablehlo.batch_norm
func.func @batch_norm_of_unknown_sizes(%x: tensor<?x3xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>) -> tensor<?x3xf32> {
  %0:3 = "stablehlo.batch_norm_training"(%x, %scale, %offset) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0 : tensor<?x3xf32>
}
