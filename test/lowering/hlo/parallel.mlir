// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-legalize-to-linalg{parallel=true}))' | FileCheck %s

// Rounds of merges, two in a step of the loop, between the tensor and other memory: ten for a thousand elements.
// CHECK-LABEL: func.func @sort
// CHECK: %[[STEPS:.*]] = arith.constant 5 : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[STEPS]] step %{{.*}} iter_args(%[[A:.*]] = %arg0, %[[B:.*]] = %{{.*}}) -> (tensor<1000xi32>, tensor<1000xi32>)
// CHECK: %[[C:.*]] = linalg.generic {{.*}}["parallel"]} outs(%[[B]] : tensor<1000xi32>)
// CHECK: scf.while
// CHECK: tensor.extract %[[A]]
// CHECK: arith.cmpi sgt
// CHECK: linalg.generic {{.*}} outs(%[[A]] : tensor<1000xi32>)
// CHECK: tensor.extract %[[C]]
func.func @sort(%x: tensor<1000xi32>) -> tensor<1000xi32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.compare GT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<1000xi32>) -> tensor<1000xi32>
  return %0 : tensor<1000xi32>
}

// Of the first five elements only runs of eight are kept: 100, 52, 28, 16 and 8 elements.
// CHECK-LABEL: func.func @first_of_sorted
// CHECK: scf.for %{{.*}} -> (tensor<100xf32>, tensor<100xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<100xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<52xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<28xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<16xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<8xf32>)
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @first_of_sorted(%x: tensor<100xf32>) -> tensor<5xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<100xf32>) -> tensor<100xf32>
  %1 = stablehlo.slice %0 [0:5] : (tensor<100xf32>) -> tensor<5xf32>
  return %1 : tensor<5xf32>
}

// Chunks of 16 elements, and the scan of their sums, which is short.
// CHECK-LABEL: func.func @scan
// CHECK: %[[SUMS:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<4x7xf32>)
// CHECK: scf.for
// CHECK: tensor.extract %arg0
// CHECK: %[[STARTS:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<4x7xf32>)
// CHECK: tensor.extract %[[SUMS]]
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<4x100xf32>)
// CHECK: tensor.extract %[[STARTS]]
// CHECK: scf.for
// CHECK: tensor.extract %arg0
func.func @scan(%x: tensor<4x100xf32>) -> tensor<4x100xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[0, 0], [99, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 100>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x100xf32>, tensor<f32>) -> tensor<4x100xf32>
  return %0 : tensor<4x100xf32>
}

// Few updates are looked through by each element, in their order.
// CHECK-LABEL: func.func @few_updates
// CHECK-NOT: scf.for
// CHECK: linalg.generic {{.*}}["parallel", "parallel"]} outs(%arg0 : tensor<9x4xf32>)
// CHECK: %[[ROW:.*]] = linalg.index 0
// CHECK: scf.for %[[U:.*]] = %{{.*}} iter_args(%[[SUM:.*]] = %{{.*}}) -> (f32)
// CHECK: tensor.extract %arg1[%[[U]], %{{.*}}]
// CHECK: arith.subi %[[ROW]]
// CHECK: scf.if
// CHECK: arith.addf %[[SUM]]
func.func @few_updates(%x: tensor<9x4xf32>, %i: tensor<7x1xi32>, %u: tensor<7x4xf32>) -> tensor<9x4xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<9x4xf32>, tensor<7x1xi32>, tensor<7x4xf32>) -> tensor<9x4xf32>
  return %0 : tensor<9x4xf32>
}

// Of many, the places are sorted, and each element looks its own up.
// CHECK-LABEL: func.func @many_updates
// CHECK: linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<700xi32>, tensor<700xi32>)
// CHECK: %[[SORTED:.*]]:4 = scf.for
// CHECK: linalg.generic {{.*}} outs(%arg0 : tensor<9xf32>)
// CHECK: scf.while
// CHECK: tensor.extract %[[SORTED]]#0
// CHECK: scf.for %{{.*}} iter_args(%[[SUM:.*]] = %{{.*}}) -> (f32)
// CHECK: tensor.extract %[[SORTED]]#1
// CHECK: arith.addf %[[SUM]]
func.func @many_updates(%x: tensor<9xf32>, %i: tensor<700x1xi32>, %u: tensor<700xf32>) -> tensor<9xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<9xf32>, tensor<700x1xi32>, tensor<700xf32>) -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// Few elements that get many updates each have these added in parts: as many as each has updates.
// CHECK-LABEL: func.func @histogram
// CHECK: %[[PARTS:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<64x9xi32>, tensor<64x9xi1>)
// CHECK: linalg.generic {{.*}} outs(%arg0 : tensor<9xi32>)
// CHECK: tensor.extract %[[PARTS]]#1
// CHECK: scf.if
// CHECK: tensor.extract %[[PARTS]]#0
func.func @histogram(%x: tensor<9xi32>, %i: tensor<40000x1xi32>, %u: tensor<40000xi32>) -> tensor<9xi32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<9xi32>, tensor<40000x1xi32>, tensor<40000xi32>) -> tensor<9xi32>
  return %0 : tensor<9xi32>
}

// Which element each window selects, and the sums for the elements.
// CHECK-LABEL: func.func @pick
// CHECK: %[[PLACES:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<4xi64>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<8xf32>)
// CHECK: tensor.extract %[[PLACES]]
func.func @pick(%x: tensor<8xf32>, %s: tensor<4xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %s, %zero) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<8xf32>, tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Two factors, 4 and 8, are two ops; the last one makes only the numbers that are asked for.
// CHECK-LABEL: func.func @fft
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<3x32xcomplex<f32>>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<3x17xcomplex<f32>>)
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @fft(%x: tensor<3x32xf32>) -> tensor<3x17xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [32] : (tensor<3x32xf32>) -> tensor<3x17xcomplex<f32>>
  return %0 : tensor<3x17xcomplex<f32>>
}

// A step of the loop makes a column and updates the rest.
// CHECK-LABEL: func.func @cholesky
// CHECK: scf.for %{{.*}} iter_args(%[[A:.*]] = %arg0) -> (tensor<2x8x8xf32>)
// CHECK: %[[COLUMN:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<2x8xf32>)
// CHECK: math.sqrt
// CHECK: linalg.generic {{.*}} outs(%[[A]] : tensor<2x8x8xf32>)
// CHECK: tensor.extract %[[COLUMN]]
func.func @cholesky(%x: tensor<2x8x8xf32>) -> tensor<2x8x8xf32> {
  %0 = stablehlo.cholesky %x, lower = true : tensor<2x8x8xf32>
  return %0 : tensor<2x8x8xf32>
}

// So does it for a row of unknowns.
// CHECK-LABEL: func.func @solve
// CHECK: scf.for %{{.*}} iter_args(%[[B:.*]] = %arg1) -> (tensor<8x5xf32>)
// CHECK: %[[ROW:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<5xf32>)
// CHECK: arith.divf
// CHECK: linalg.generic {{.*}} outs(%[[B]] : tensor<8x5xf32>)
// CHECK: tensor.extract %[[ROW]]
func.func @solve(%a: tensor<8x8xf32>, %b: tensor<8x5xf32>) -> tensor<8x5xf32> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<8x8xf32>, tensor<8x5xf32>) -> tensor<8x5xf32>
  return %0 : tensor<8x5xf32>
}
