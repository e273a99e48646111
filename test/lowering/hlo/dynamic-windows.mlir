// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-legalize-to-linalg),canonicalize,cse)' --split-input-file | FileCheck %s

// Elements along the last dimension are carried one by one, others in slices.

// CHECK-LABEL: func.func @scan_of_rows(
// CHECK-DAG: %[[N:.*]] = tensor.dim %arg0, %c0
// CHECK-DAG: %[[M:.*]] = tensor.dim %arg0, %c1
// CHECK: scf.for %{{.*}} = %c0 to %[[N]]
// CHECK: scf.for %[[J:.*]] = %c0 to %[[M]] {{.*}} -> (tensor<?x?xf32>, f32)
// CHECK: tensor.extract %arg0[%{{.*}}, %[[J]]]
// CHECK: arith.addf
// CHECK: tensor.insert
func.func @scan_of_rows(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %init = stablehlo.dynamic_broadcast_in_dim %zero, %n1, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %0:2 = chlo.scan(%x) inits (%init) dimension=1 {
  ^bb0(%input: tensor<?xf32>, %carry: tensor<?xf32>):
    %1 = "stablehlo.map"(%carry, %input) <{dimensions = array<i64: 0>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %1, %1 : tensor<?xf32>, tensor<?xf32>
  } : (tensor<?x?xf32>, tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>)
  return %0#0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @scan_of_columns(
// CHECK: scf.for {{.*}} -> (tensor<?x?xf32>, tensor<1x?xf32>)
// CHECK: tensor.extract_slice %arg0
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK: tensor.insert_slice
func.func @scan_of_columns(%x: tensor<?x?xf32>, %init: tensor<?xf32>) -> tensor<?x?xf32> {
  %0:2 = chlo.scan(%x) inits (%init) dimension=0 attributes {is_reverse = true} {
  ^bb0(%input: tensor<?xf32>, %carry: tensor<?xf32>):
    %1 = "stablehlo.map"(%input, %carry) <{dimensions = array<i64: 0>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.multiply %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %1, %1 : tensor<?xf32>, tensor<?xf32>
  } : (tensor<?x?xf32>, tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>)
  return %0#0 : tensor<?x?xf32>
}

// -----

// A cumulative sum along a known dimension is one pass, whatever the others are.

// CHECK-LABEL: func.func @rows_of_known_length(
// CHECK: scf.for %{{.*}} = %c0 to %c8 {{.*}} -> (tensor<?x8xf32>, f32)
func.func @rows_of_known_length(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[0, 0], [7, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 8>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

// There must be a source for each window, and something to select from.

// CHECK-LABEL: func.func @select_and_scatter(
// CHECK-DAG: %[[N:.*]] = tensor.dim %arg0, %c0
// CHECK-DAG: %[[M:.*]] = tensor.dim %arg1, %c0
// CHECK: cf.assert %{{.*}}, "there is no window for each element"
// CHECK: %[[NONE:.*]] = arith.cmpi eq, %[[N]], %c0
// CHECK: %[[COUNT:.*]] = arith.select %[[NONE]], %c0, %[[M]]
// CHECK: scf.for %{{.*}} = %c0 to %[[COUNT]]
func.func @select_and_scatter(%x: tensor<?xf32>, %source: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %source, %zero) <{padding = dense<[[0, 1]]> : tensor<1x2xi64>, window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?xf32>, tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Kernels of unknown sizes, as gradients have.

// CHECK-LABEL: func.func @convolution(
// CHECK: cf.assert %{{.*}}, "a size is too large"
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]
func.func @convolution(%x: tensor<?x?x2xf32>, %k: tensor<?x2x3xf32>) -> tensor<?x?x3xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x2xf32>, tensor<?x2x3xf32>) -> tensor<?x?x3xf32>
  return %0 : tensor<?x?x3xf32>
}

// -----

// Computed paddings cut elements off or put zeros around what is left.

// CHECK-LABEL: func.func @computed_padding(
// CHECK: cf.assert %{{.*}}, "a size is too large"
// CHECK: linalg.fill
// CHECK: tensor.extract_slice %arg0
// CHECK: tensor.insert_slice
// CHECK: linalg.generic
func.func @computed_padding(%x: tensor<?x?x2xf32>, %k: tensor<3x2x3xf32>, %p: tensor<1x2xi32>) -> tensor<?x?x3xf32> {
  %0 = "stablehlo.dynamic_conv"(%x, %k, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 2>}> : (tensor<?x?x2xf32>, tensor<3x2x3xf32>, tensor<1x2xi32>) -> tensor<?x?x3xf32>
  return %0 : tensor<?x?x3xf32>
}
