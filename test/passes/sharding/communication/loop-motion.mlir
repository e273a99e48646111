// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-while-loop-all-reduce-code-motion))' | FileCheck %s

// A sum in two loops: reduced once, behind both.
// CHECK-LABEL: func.func @nested
// CHECK: %[[W:.*]]:2 = stablehlo.while
// CHECK-NOT: all_reduce
// CHECK: %[[R:.*]] = "stablehlo.all_reduce"(%[[W]]#1)
// CHECK: return %[[R]]
func.func @nested(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %1:2 = stablehlo.while(%i = %0, %sum = %zero) : tensor<i32>, tensor<4xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %2:2 = stablehlo.while(%j = %0, %inner = %zero) : tensor<i32>, tensor<4xf32>
    cond {
      %c = stablehlo.compare LT, %j, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %3 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
      ^bb0(%p: tensor<f32>, %q: tensor<f32>):
        %s = stablehlo.add %p, %q : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<4xf32>) -> tensor<4xf32>
      %4 = stablehlo.add %inner, %3 : tensor<4xf32>
      %5 = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %5, %4 : tensor<i32>, tensor<4xf32>
    }
    %6 = stablehlo.add %2#1, %sum : tensor<4xf32>
    %7 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %7, %6 : tensor<i32>, tensor<4xf32>
  }
  return %1#1 : tensor<4xf32>
}

// A sum that begins with something else, and slices of a tensor.
// CHECK-LABEL: func.func @slices
// CHECK: %[[Z:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK: %[[W:.*]]:3 = stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK: do {
// CHECK-NOT: all_reduce
// CHECK: }
// CHECK: %[[S:.*]] = "stablehlo.all_reduce"(%[[W]]#2)
// CHECK: stablehlo.add %arg0, %[[S]]
// CHECK: "stablehlo.all_reduce"(%[[W]]#1)
func.func @slices(%x: tensor<4xf32>, %n: tensor<i32>) -> (tensor<3x4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<3x4xf32>
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %1:3 = stablehlo.while(%i = %0, %all = %zero, %sum = %x) : tensor<i32>, tensor<3x4xf32>, tensor<4xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %2 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %3 = stablehlo.reshape %2 : (tensor<4xf32>) -> tensor<1x4xf32>
    %4 = stablehlo.dynamic_update_slice %all, %3, %i, %0 : (tensor<3x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
    %5 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %6 = stablehlo.add %sum, %5 : tensor<4xf32>
    %7 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %7, %4, %6 : tensor<i32>, tensor<3x4xf32>, tensor<4xf32>
  }
  return %1#1, %1#2 : tensor<3x4xf32>, tensor<4xf32>
}

// The loop reads the sum.
// CHECK-LABEL: func.func @read
// CHECK: do {
// CHECK: all_reduce
// CHECK: return
func.func @read(%x: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.while(%sum = %zero) : tensor<f32>
  cond {
    %c = stablehlo.compare LT, %sum, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %2 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %3 = stablehlo.add %sum, %2 : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }
  return %1 : tensor<f32>
}
