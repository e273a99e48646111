// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-legalize-to-linalg))' | FileCheck %s

// Each factor is extended as its own type says.

// CHECK-LABEL: @unsigned_by_signed
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]} ins(%{{.*}}, %{{.*}} : tensor<4x6xi8>, tensor<6x5xi8>)
// CHECK: ^bb0(%[[X:.*]]: i8, %[[W:.*]]: i8, %{{.*}}: i32):
// CHECK: arith.extui %[[X]] : i8 to i32
// CHECK: arith.extsi %[[W]] : i8 to i32
func.func @unsigned_by_signed(%x: tensor<4x6xui8>, %w: tensor<6x5xi8>) -> tensor<4x5xi32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x6xui8>, tensor<6x5xi8>) -> tensor<4x5xi32>
  return %0 : tensor<4x5xi32>
}

// CHECK-LABEL: @batches
// CHECK: iterator_types = ["parallel", "parallel", "parallel", "reduction"]
// CHECK: ^bb0(%[[X:.*]]: i8, %[[W:.*]]: i8, %{{.*}}: i32):
// CHECK: arith.extsi %[[X]]
// CHECK: arith.extui %[[W]]
func.func @batches(%x: tensor<3x4x6xi8>, %w: tensor<3x6x5xui8>) -> tensor<3x4x5xi32> {
  %0 = stablehlo.dot_general %x, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x4x6xi8>, tensor<3x6x5xui8>) -> tensor<3x4x5xi32>
  return %0 : tensor<3x4x5xi32>
}

// CHECK-LABEL: @booleans_by_signed
// CHECK: arith.extui %{{.*}} : i1 to i32
// CHECK: arith.extsi %{{.*}} : i8 to i32
func.func @booleans_by_signed(%x: tensor<9xi1>, %w: tensor<9xi8>) -> tensor<i32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [0] x [0] : (tensor<9xi1>, tensor<9xi8>) -> tensor<i32>
  return %0 : tensor<i32>
}

// CHECK-LABEL: @floats_by_unsigned
// CHECK: arith.uitofp %{{.*}} : i8 to f32
func.func @floats_by_unsigned(%x: tensor<4x6xf32>, %w: tensor<6x5xui8>) -> tensor<4x5xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x5xui8>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
