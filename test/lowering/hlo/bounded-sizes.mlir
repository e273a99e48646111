// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-legalize-to-linalg),canonicalize,cse)' --split-input-file | FileCheck %s

// Bounds are checked at the border; inside, sizes are values.

// CHECK-LABEL: func.func @border(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>) -> tensor<?xf32>
// CHECK: %[[N:.*]] = tensor.dim %[[X]], %c0
// CHECK: %[[FITS:.*]] = arith.cmpi sle, %[[N]], %c8
// CHECK: cf.assert %[[FITS]], "size 0 of argument #0 is larger than its bound, 8"
// CHECK: linalg.generic
// CHECK: return %{{.*}} : tensor<?xf32>
func.func @border(%x: tensor<?xf32, #stablehlo.bounds<8>>) -> tensor<?xf32, #stablehlo.bounds<8>> {
  %0 = stablehlo.negate %x : tensor<?xf32, #stablehlo.bounds<8>>
  return %0 : tensor<?xf32, #stablehlo.bounds<8>>
}

// -----

// CHECK-LABEL: func.func private @inside(
// CHECK-NOT: cf.assert
func.func private @inside(%x: tensor<?xf32, #stablehlo.bounds<8>>) -> tensor<?xf32, #stablehlo.bounds<8>> {
  %0 = stablehlo.negate %x : tensor<?xf32, #stablehlo.bounds<8>>
  return %0 : tensor<?xf32, #stablehlo.bounds<8>>
}

// -----

// CHECK-LABEL: func.func @smaller(
// CHECK-SAME: %[[X:.*]]: tensor<8xf32>
// CHECK: cf.assert %{{.*}}, "a size is negative"
// CHECK: cf.assert %{{.*}}, "a size is larger than that of the operand"
// CHECK: tensor.extract_slice %[[X]][0] [%{{.*}}] [1] : tensor<8xf32> to tensor<?xf32>
func.func @smaller(%x: tensor<8xf32>, %n: tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<8>> {
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<8xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<8>>
  return %0 : tensor<?xf32, #stablehlo.bounds<8>>
}

// -----

// A loop has room for the most, and the size beside it.

// CHECK-LABEL: func.func @loop(
// CHECK: %[[ROOM:.*]] = tensor.insert_slice %arg0 into %{{.*}}[0] [%{{.*}}] [1] : tensor<?xf32> into tensor<8xf32>
// CHECK: scf.while (%{{.*}} = %[[ROOM]], %{{.*}} = %{{.*}}) : (tensor<8xf32>, index) -> (tensor<8xf32>, index)
func.func @loop(%x: tensor<?xf32, #stablehlo.bounds<8>>) -> tensor<?xf32, #stablehlo.bounds<8>> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.while(%a = %x) : tensor<?xf32, #stablehlo.bounds<8>>
  cond {
    %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32, #stablehlo.bounds<8>>) -> tensor<i32>
    %p = stablehlo.compare GT, %n, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s = stablehlo.set_dimension_size %a, %two, dim = 0 : (tensor<?xf32, #stablehlo.bounds<8>>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<8>>
    stablehlo.return %s : tensor<?xf32, #stablehlo.bounds<8>>
  }
  return %0 : tensor<?xf32, #stablehlo.bounds<8>>
}
