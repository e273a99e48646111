// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-aggressive-folder))' --split-input-file --validate-passes | FileCheck %s
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-aggressive-folder{optimize-float=false}))' --split-input-file | FileCheck %s --check-prefix=EXACT
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-aggressive-folder{fold-op-element-limit=3}))' --split-input-file | FileCheck %s --check-prefix=SMALL

// Integers wrap as they do at run time.
// CHECK-LABEL: @integers
// CHECK: dense<[-128, 3]> : tensor<2xi8>
// CHECK-NEXT: return
func.func @integers() -> tensor<2xi8> {
  %a = stablehlo.constant dense<[127, 1]> : tensor<2xi8>
  %b = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
  %0 = stablehlo.add %a, %b : tensor<2xi8>
  return %0 : tensor<2xi8>
}

// -----

// CHECK-LABEL: @floats
// CHECK: dense<[0x7F800000, 0x{{[7F]}}FC00000, -0.000000e+00]> : tensor<3xf32>
// EXACT-LABEL: @floats
// EXACT: stablehlo.multiply
func.func @floats() -> tensor<3xf32> {
  %a = stablehlo.constant dense<[3.0e+38, 0x7F800000, -1.0]> : tensor<3xf32>
  %b = stablehlo.constant dense<[10.0, 0.0, 0.0]> : tensor<3xf32>
  %0 = stablehlo.multiply %a, %b : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Moving floats rounds nothing.
// EXACT-LABEL: @moved
// EXACT: dense<{{\[\[}}3.000000e+00], [2.000000e+00], [1.000000e+00]]> : tensor<3x1xf32>
// EXACT-NEXT: return
func.func @moved() -> tensor<3x1xf32> {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %0 = stablehlo.reverse %a, dims = [0] : tensor<3xf32>
  %1 = stablehlo.reshape %0 : (tensor<3xf32>) -> tensor<3x1xf32>
  return %1 : tensor<3x1xf32>
}

// -----

// SMALL-LABEL: @limit
// SMALL-DAG: stablehlo.iota dim = 0 : tensor<4xi32>
// SMALL-DAG: dense<[0, 1, 2]> : tensor<3xi32>
func.func @limit() -> (tensor<4xi32>, tensor<3xi32>) {
  %0 = stablehlo.iota dim = 0 : tensor<4xi32>
  %1 = stablehlo.iota dim = 0 : tensor<3xi32>
  return %0, %1 : tensor<4xi32>, tensor<3xi32>
}

// -----

// CHECK-LABEL: @reduced
// CHECK: dense<[3, 12]> : tensor<2xi32>
// CHECK-NEXT: return
func.func @reduced() -> tensor<2xi32> {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

// CHECK-LABEL: @counted
// CHECK-NOT: stablehlo.while
// CHECK: dense<45> : tensor<i32>
func.func @counted() -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<10> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %sum = %zero) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.add %sum, %i : tensor<i32>
    stablehlo.return %j, %s : tensor<i32>, tensor<i32>
  }
  return %0#1 : tensor<i32>
}

// -----

// A loop that never ends is left for the program to run into.
// CHECK-LABEL: @endless
// CHECK: stablehlo.while
func.func private @endless() -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    stablehlo.return %true : tensor<i1>
  } do {
    stablehlo.return %i : tensor<i32>
  }
  return %0 : tensor<i32>
}

// -----

// CHECK-LABEL: @never_entered
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
// CHECK-NOT: stablehlo.while
// CHECK: return %[[X]]
func.func @never_entered(%x: tensor<4xf32>) -> tensor<4xf32> {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.while(%i = %x) : tensor<4xf32>
  cond {
    stablehlo.return %false : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %i : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: @sizes
// CHECK: dense<4> : tensor<i32>
// CHECK: return %{{.*}}, %arg0
func.func @sizes(%x: tensor<2x4xf32>) -> (tensor<i32>, tensor<2x4xf32>) {
  %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2x4xf32>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %1 = stablehlo.set_dimension_size %x, %two, dim = 0 : (tensor<2x4xf32>, tensor<i32>) -> tensor<2x4xf32>
  return %0, %1 : tensor<i32>, tensor<2x4xf32>
}

// -----

// Branches on constants are what these choose; what the others would have done is not done.
// CHECK-LABEL: @known_branches
// CHECK-SAME: (%[[X:.*]]: tensor<i32>, %[[Y:.*]]: tensor<i32>)
func.func @known_branches(%x: tensor<i32>, %y: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  // CHECK-NOT: @left
  // CHECK: %[[CALL:.*]] = stablehlo.custom_call @right(%[[Y]])
  // CHECK: return %[[X]], %[[CALL]]
  %p = stablehlo.constant dense<true> : tensor<i1>
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<i32>
  }, {
    stablehlo.return %y : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  %i = stablehlo.constant dense<7> : tensor<i32>
  %1 = "stablehlo.case"(%i) ({
    %2 = stablehlo.custom_call @left(%x) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }, {
    %2 = stablehlo.custom_call @right(%y) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0, %1 : tensor<i32>, tensor<i32>
}

// -----

// CHECK-LABEL: @splats_next_to_each_other
func.func @splats_next_to_each_other(%x: tensor<2x1xi8>) -> tensor<2x9xi8> {
  // CHECK-DAG: %[[ZEROS:.*]] = stablehlo.constant dense<0> : tensor<2x3xi8>
  // CHECK-DAG: %[[ONES:.*]] = stablehlo.constant dense<1> : tensor<2x4xi8>
  // CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<2x1xi8>
  // CHECK: stablehlo.concatenate %[[ZEROS]], %[[ONES]], %arg0, %[[ZERO]], dim = 1
  %a = stablehlo.constant dense<0> : tensor<2x1xi8>
  %b = stablehlo.constant dense<0> : tensor<2x2xi8>
  %c = stablehlo.constant dense<1> : tensor<2x2xi8>
  %0 = stablehlo.concatenate %a, %b, %c, %c, %x, %a, dim = 1 : (tensor<2x1xi8>, tensor<2x2xi8>, tensor<2x2xi8>, tensor<2x2xi8>, tensor<2x1xi8>, tensor<2x1xi8>) -> tensor<2x9xi8>
  return %0 : tensor<2x9xi8>
}

// -----

// A window that is partly outside has an effect that depends on an option of the lowering.
// CHECK-LABEL: @scatters
func.func @scatters() -> (tensor<4xi32>, tensor<4xi32>) {
  // CHECK-DAG: %[[INSIDE:.*]] = stablehlo.constant dense<[1, 12, 23, 4]>
  // CHECK: %[[PARTLY:.*]] = "stablehlo.scatter"
  // CHECK: return %[[INSIDE]], %[[PARTLY]]
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %u = stablehlo.constant dense<[[10, 20], [30, 40]]> : tensor<2x2xi32>
  %inside = stablehlo.constant dense<[[1], [7]]> : tensor<2x1xi32>
  %partly = stablehlo.constant dense<[[1], [3]]> : tensor<2x1xi32>
  %0 = "stablehlo.scatter"(%x, %inside, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2x2xi32>) -> tensor<4xi32>
  %1 = "stablehlo.scatter"(%x, %partly, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2x2xi32>) -> tensor<4xi32>
  return %0, %1 : tensor<4xi32>, tensor<4xi32>
}
