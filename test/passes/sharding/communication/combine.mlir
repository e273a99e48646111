// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-all-reduce-combiner,stablehlo-all-gather-combiner))' | FileCheck %s
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-all-reduce-combiner{combine-threshold-in-bytes=20}))' | FileCheck %s --check-prefix=BYTES
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-all-reduce-combiner{combine-threshold-count=1}))' | FileCheck %s --check-prefix=COUNT

// Independent reductions are one; what reads the first follows it.
// CHECK-LABEL: func.func @independent
// CHECK-NEXT: %[[N:.*]] = stablehlo.negate %arg1
// CHECK-NEXT: %[[R:.*]]:2 = "stablehlo.all_reduce"(%arg0, %[[N]]) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> ({
// CHECK: }) : (tensor<4xf32>, tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>)
// CHECK-NEXT: %[[S:.*]] = stablehlo.sine %[[R]]#0
// CHECK-NEXT: return %[[S]], %[[R]]#1
// BYTES-LABEL: func.func @independent
// BYTES-COUNT-2: "stablehlo.all_reduce"
// COUNT-LABEL: func.func @independent
// COUNT-COUNT-2: "stablehlo.all_reduce"
func.func @independent(%a: tensor<4xf32>, %b: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.sine %0 : tensor<4xf32>
  %2 = stablehlo.negate %b : tensor<2xf32>
  %3 = "stablehlo.all_reduce"(%2) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return %1, %3 : tensor<4xf32>, tensor<2xf32>
}

// The second one waits for the first. The third one, which nothing waits for, goes with the second: it is known later.
// CHECK-LABEL: func.func @levels
// CHECK-NEXT: %[[A:.*]] = "stablehlo.all_reduce"(%arg0)
// CHECK: %[[S:.*]] = stablehlo.sine %[[A]]
// CHECK-NEXT: %[[R:.*]]:2 = "stablehlo.all_reduce"(%arg1, %[[S]])
// CHECK: return %[[R]]#1, %[[R]]#0
func.func @levels(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.all_reduce"(%b) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.sine %0 : tensor<4xf32>
  %3 = "stablehlo.all_reduce"(%2) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %3, %1 : tensor<4xf32>, tensor<4xf32>
}

// Other groups, functions and types of elements are other collectives.
// CHECK-LABEL: func.func @different
// CHECK-COUNT-4: "stablehlo.all_reduce"
func.func @different(%a: tensor<4xf32>, %b: tensor<4xf64>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf64>) {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = "stablehlo.all_reduce"(%b) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %s = stablehlo.add %x, %y : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<4xf64>) -> tensor<4xf64>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf64>
}

// An op with an effect between two collectives that reads the first, and another one behind it that the second needs: the second waits.
// CHECK-LABEL: func.func @effects
// CHECK-COUNT-2: "stablehlo.all_reduce"
func.func @effects(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  stablehlo.custom_call @write(%0) {has_side_effect = true} : (tensor<4xf32>) -> ()
  %1 = stablehlo.custom_call @read() {has_side_effect = true} : () -> tensor<4xf32>
  %2 = "stablehlo.all_reduce"(%1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// Gathers may be of other types, but not along other dimensions; collectives in a loop are combined there.
// CHECK-LABEL: func.func @gathers
// CHECK: stablehlo.while
// CHECK: "stablehlo.all_gather"(%{{.*}}, %{{.*}}) <{all_gather_dim = 0 : i64
// CHECK: "stablehlo.all_gather"(%{{.*}}) <{all_gather_dim = 1 : i64
func.func @gathers(%a: tensor<2x2xf32>, %b: tensor<3xi32>, %c: tensor<i1>) -> tensor<2x2xf32> {
  %0 = stablehlo.while(%i = %a) : tensor<2x2xf32>
  cond {
    stablehlo.return %c : tensor<i1>
  } do {
    %1 = "stablehlo.all_gather"(%i) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<4x2xf32>
    %2 = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<3xi32>) -> tensor<6xi32>
    %3 = "stablehlo.all_gather"(%i) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<2x4xf32>
    %4 = stablehlo.slice %2 [0:2] : (tensor<6xi32>) -> tensor<2xi32>
    %5 = stablehlo.convert %4 : (tensor<2xi32>) -> tensor<2xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<2xf32>) -> tensor<2x2xf32>
    %7 = stablehlo.slice %1 [0:2, 0:2] : (tensor<4x2xf32>) -> tensor<2x2xf32>
    %8 = stablehlo.slice %3 [0:2, 0:2] : (tensor<2x4xf32>) -> tensor<2x2xf32>
    %9 = stablehlo.add %6, %7 : tensor<2x2xf32>
    %10 = stablehlo.add %8, %9 : tensor<2x2xf32>
    stablehlo.return %10 : tensor<2x2xf32>
  }
  return %0 : tensor<2x2xf32>
}
