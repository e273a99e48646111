// RUN: strata-opt %s --stablehlo-legalize-to-linalg | FileCheck %s

// Windows with everything up to an element are one pass and not a loop over each window.

// CHECK-LABEL: func.func @cumsum_rows
// CHECK: scf.for
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[SUM:.*]] = %{{.*}}) -> (tensor<4x8xf32>, f32)
// CHECK: %[[X:.*]] = tensor.extract %arg0
// CHECK: %[[NEXT:.*]] = arith.addf %[[SUM]], %[[X]] : f32
// CHECK: tensor.insert %[[NEXT]]
// CHECK-NOT: linalg.generic
func.func @cumsum_rows(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[0, 0], [7, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 8>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// From the last row to the first; a row at a time.
// CHECK-LABEL: func.func @cummax_columns_reversed
// CHECK: scf.for
// CHECK: arith.subi %c3{{.*}}, %{{.*}} : index
// CHECK: tensor.extract_slice %arg0[%{{.*}}, 0] [1, 8] [1, 1]
// CHECK: linalg.generic
// CHECK: arith.maximumf
// CHECK: tensor.insert_slice
func.func @cummax_columns_reversed(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %low) <{padding = dense<[[0, 3], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 4, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Windows of another size are reduced one by one.
// CHECK-LABEL: func.func @moving_sum
// CHECK-NOT: scf.for
// CHECK: iterator_types = ["parallel", "reduction"]
func.func @moving_sum(%x: tensor<8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[6, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 7>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
