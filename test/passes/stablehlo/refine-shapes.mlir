// RUN: strata-opt %s --pass-pipeline='builtin.module(stablehlo-refine-shapes)' --split-input-file --validate-passes | FileCheck %s

// CHECK-LABEL: func.func @wrapper
// CHECK-SAME: -> tensor<4xf32>
// CHECK-NOT: custom_call
// CHECK: stablehlo.add %arg0, %arg0 : tensor<4xf32>
func.func @wrapper(%x: tensor<4xf32>) -> tensor<?xf32> {
  %c = stablehlo.constant dense<4> : tensor<1xi64>
  %0 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%x, %c) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4xf32>, tensor<1xi64>) -> tensor<?xf32>
  %1 = stablehlo.add %0, %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// Sizes are computed and then forgotten.
// CHECK-LABEL: func.func @arithmetic
// CHECK-SAME: -> tensor<3x5xi32>
// CHECK-NEXT: %[[SHAPE:.*]] = stablehlo.constant dense<[3, 5]> : tensor<2xi32>
// CHECK-NEXT: stablehlo.dynamic_iota %[[SHAPE]], dim = 0 : (tensor<2xi32>) -> tensor<3x5xi32>
// CHECK-NEXT: return
func.func @arithmetic(%x: tensor<6x4xf32>) -> tensor<?x?xi32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<6x4xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<6x4xf32>) -> tensor<i32>
  %2 = stablehlo.divide %0, %two : tensor<i32>
  %3 = stablehlo.add %1, %one : tensor<i32>
  %4 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
  %5 = stablehlo.reshape %3 : (tensor<i32>) -> tensor<1xi32>
  %6 = stablehlo.concatenate %4, %5, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %7 = stablehlo.dynamic_iota %6, dim = 0 : (tensor<2xi32>) -> tensor<?x?xi32>
  return %7 : tensor<?x?xi32>
}

// -----

// CHECK-LABEL: func.func @ops
// CHECK: stablehlo.convert %{{.*}} : (tensor<2x4xf32>) -> tensor<2x4xf16>
// CHECK: stablehlo.transpose %{{.*}}, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
// CHECK: stablehlo.dot_general %{{.*}} : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
// CHECK: stablehlo.reduce{{.*}} -> tensor<2xf32>
// CHECK: stablehlo.concatenate {{.*}} -> tensor<4x4xf32>
// CHECK: stablehlo.compare {{.*}} -> tensor<2x4xi1>
// CHECK: stablehlo.slice %{{.*}} [0:2, 1:3] : (tensor<2x4xf32>) -> tensor<2x2xf32>
func.func @ops(%x: tensor<2x4xf32>) -> (tensor<?x?xf16>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?x?xi1>, tensor<2x2xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  %d = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%x, %c) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<2x4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %0 = stablehlo.convert %d : (tensor<?x?xf32>) -> tensor<?x?xf16>
  %1 = stablehlo.transpose %d, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = stablehlo.dot_general %d, %1, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = stablehlo.reduce(%d init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %4 = stablehlo.concatenate %d, %d, dim = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %5 = stablehlo.compare LT, %d, %d : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xi1>
  %6 = stablehlo.slice %d [0:2, 1:3] : (tensor<?x?xf32>) -> tensor<2x2xf32>
  return %0, %2, %3, %4, %5, %6 : tensor<?x?xf16>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?x?xi1>, tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @loop
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<4xf32>
// CHECK: stablehlo.add %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: "stablehlo.if"
// CHECK: }) : (tensor<i1>) -> tensor<4xf32>
func.func @loop(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<3> : tensor<i32>
  %c = stablehlo.constant dense<4> : tensor<1xi64>
  %d = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%x, %c) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4xf32>, tensor<1xi64>) -> tensor<?xf32>
  %0:2 = stablehlo.while(%i = %zero, %v = %d) : tensor<i32>, tensor<?xf32>
  cond {
    %q = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %q : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %w = stablehlo.add %v, %v : tensor<?xf32>
    stablehlo.return %j, %w : tensor<i32>, tensor<?xf32>
  }
  %1 = "stablehlo.if"(%p) ({
    stablehlo.return %0#1 : tensor<?xf32>
  }, {
    stablehlo.return %d : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// The sizes that are passed go away with the arguments for them; a call with other ones gets a copy.
// CHECK-LABEL: func.func @main
// CHECK: call @f(%arg0) : (tensor<4xf32>) -> tensor<4xi32>
// CHECK: call @f_0(%arg1) : (tensor<5xf32>) -> tensor<5xi32>
// CHECK: call @f(%arg0) : (tensor<4xf32>) -> tensor<4xi32>
// CHECK: func.func private @f(%{{.*}}: tensor<4xf32>) -> tensor<4xi32>
// CHECK: func.func private @f_0(%{{.*}}: tensor<5xf32>) -> tensor<5xi32>
func.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  %c5 = stablehlo.constant dense<5> : tensor<i32>
  %c = stablehlo.constant dense<4> : tensor<1xi64>
  %d = stablehlo.constant dense<5> : tensor<1xi64>
  %0 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%x, %c) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4xf32>, tensor<1xi64>) -> tensor<?xf32>
  %1 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%y, %d) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<5xf32>, tensor<1xi64>) -> tensor<?xf32>
  %2 = func.call @f(%c4, %0) : (tensor<i32>, tensor<?xf32>) -> tensor<?xi32>
  %3 = func.call @f(%c5, %1) : (tensor<i32>, tensor<?xf32>) -> tensor<?xi32>
  %4 = func.call @f(%c4, %0) : (tensor<i32>, tensor<?xf32>) -> tensor<?xi32>
  return %2, %3, %4 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}
func.func private @f(%n: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xi32> {
  %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %2 = stablehlo.convert %x : (tensor<?xf32>) -> tensor<?xi32>
  %3 = stablehlo.add %1, %2 : tensor<?xi32>
  return %3 : tensor<?xi32>
}

// -----

// A function that only computes sizes is evaluated.
// CHECK-LABEL: func.func @main
// CHECK-NOT: call @half
// CHECK: %[[SHAPE:.*]] = stablehlo.constant dense<2> : tensor<1xi32>
// CHECK: stablehlo.dynamic_iota %[[SHAPE]], dim = 0 : (tensor<1xi32>) -> tensor<2xi32>
func.func @main(%x: tensor<4xf32>) -> tensor<?xi32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<4xf32>) -> tensor<i32>
  %1 = func.call @half(%0) : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %3 : tensor<?xi32>
}
func.func private @half(%n: tensor<i32>) -> tensor<i32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.divide %n, %two : tensor<i32>
  return %0 : tensor<i32>
}

// -----

// CHECK-LABEL: func.func @main
// CHECK: "stablehlo.reduce_window"(%arg0, %{{.*}}) <{{.*}}padding = dense<{{\[\[}}3, 0]]> : tensor<1x2xi64>
// CHECK: stablehlo.return
// CHECK: }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %padding = stablehlo.constant dense<[[3, 0]]> : tensor<1x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %four, %one, %one, %one, %padding) {called_computations = [@sum]} : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @dynamic_conv
// CHECK-SAME: -> tensor<1x4x8x2xf32>
// CHECK: "stablehlo.dynamic_conv"({{.*}} -> tensor<1x4x8x2xf32>
func.func @dynamic_conv(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x2xf32>) -> tensor<?x?x?x?xf32> {
  %p = stablehlo.constant dense<1> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%x, %k, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 2, 1>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>, tensor<2x2xi64>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

// -----

// Shape operands are for the elements of a tuple in turn.
// CHECK-LABEL: func.func private @tuple_of_call
// CHECK-SAME: -> (tensor<1x2xf32>, tensor<3xi32>)
// CHECK: stablehlo.custom_call @f({{.*}} -> tuple<tensor<1x2xf32>, tensor<3xi32>>
func.func private @tuple_of_call(%x: tensor<4xf32>) -> (tensor<?x?xf32>, tensor<?xi32>) {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %d = stablehlo.constant dense<[3]> : tensor<1xi64>
  %0 = stablehlo.custom_call @f(%x, %c, %d) {indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>} : (tensor<4xf32>, tensor<2xi64>, tensor<1xi64>) -> tuple<tensor<?x?xf32>, tensor<?xi32>>
  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<?x?xf32>, tensor<?xi32>>) -> tensor<?x?xf32>
  %2 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<?x?xf32>, tensor<?xi32>>) -> tensor<?xi32>
  return %1, %2 : tensor<?x?xf32>, tensor<?xi32>
}

// -----

// CHECK-LABEL: func.func @tuple
// CHECK-SAME: -> tuple<tensor<4xf32>>
// CHECK: stablehlo.tuple %{{.*}} : tuple<tensor<4xf32>>
func.func @tuple(%x: tensor<4xf32>) -> tuple<tensor<?xf32>> {
  %0 = stablehlo.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<?xf32>
  %1 = stablehlo.tuple %0 : tuple<tensor<?xf32>>
  return %1 : tuple<tensor<?xf32>>
}

// -----

// Casts that change no type hide nothing; others stop what is known.
// CHECK-LABEL: func.func @casts
// CHECK-SAME: -> (tensor<4xf32>, tensor<?xf32>)
// CHECK: %[[SUM:.*]] = stablehlo.add %arg0, %arg0 : tensor<4xf32>
// CHECK-NEXT: stablehlo.add %[[SUM]], %[[SUM]] : tensor<4xf32>
// CHECK: tensor.cast %arg0 : tensor<4xf32> to tensor<?xf32>
func.func @casts(%x: tensor<4xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<?xf32>
  %2 = builtin.unrealized_conversion_cast %1 : tensor<?xf32> to tensor<?xf32>
  %3 = stablehlo.add %2, %2 : tensor<?xf32>
  %4 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  return %3, %4 : tensor<?xf32>, tensor<?xf32>
}

// -----

// Branches whose sizes differ give what the op gives; what follows is not refined.
// CHECK-LABEL: func @branches_of_different_sizes
// CHECK-SAME: -> tensor<?xf32>
func.func @branches_of_different_sizes(%i: tensor<i32>, %x: tensor<3xf32>, %y: tensor<4xf32>) -> tensor<?xf32> {
  // CHECK: %[[CASE:.*]] = "stablehlo.case"
  // CHECK: %[[A:.*]] = stablehlo.abs %{{.*}} : tensor<3xf32>
  // CHECK: %[[C:.*]] = tensor.cast %[[A]] : tensor<3xf32> to tensor<?xf32>
  // CHECK: stablehlo.return %[[C]] : tensor<?xf32>
  // CHECK: tensor.cast %{{.*}} : tensor<4xf32> to tensor<?xf32>
  // CHECK: (tensor<i32>) -> tensor<?xf32>
  %r = "stablehlo.case"(%i) ({
    %a = stablehlo.abs %x : (tensor<3xf32>) -> tensor<?xf32>
    stablehlo.return %a : tensor<?xf32>
  }, {
    %b = stablehlo.abs %y : (tensor<4xf32>) -> tensor<?xf32>
    stablehlo.return %b : tensor<?xf32>
  }) : (tensor<i32>) -> tensor<?xf32>
  // CHECK: stablehlo.negate %[[CASE]] : tensor<?xf32>
  %n = stablehlo.negate %r : tensor<?xf32>
  return %n : tensor<?xf32>
}
