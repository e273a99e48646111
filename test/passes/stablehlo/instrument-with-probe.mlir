// RUN: strata-opt %s --interpreter-instrument-with-probe=useDebugInfo=true --split-input-file | FileCheck %s
// RUN: strata-opt %s --interpreter-instrument-with-probe --split-input-file | FileCheck %s --check-prefix=PLAIN

// CHECK-LABEL: func.func @named
// CHECK: %[[SUM:.*]] = stablehlo.add
// CHECK-NEXT: %[[SEEN:.*]] = interpreter.probe %[[SUM]], probe_id = "sum.1" : tensor<1x2xi32>
// CHECK-NEXT: return %[[SEEN]]
// PLAIN-LABEL: func.func @named
// PLAIN: probe_id = "probe1"
func.func @named(%x: tensor<1x2xi32>) -> tensor<1x2xi32> {
  %0 = stablehlo.add %x, %x : tensor<1x2xi32> loc("sum@main")
  return %0 : tensor<1x2xi32>
}

// -----

// CHECK-LABEL: func.func @no_tensor_of_numbers
// CHECK-COUNT-1: interpreter.probe
// CHECK-NOT: interpreter.probe
func.func @no_tensor_of_numbers(%x: tensor<f32>, %u: tensor<?xf32>) -> (!stablehlo.token, tuple<tensor<f32>>, tensor<f32>, tensor<?xf32>) {
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = stablehlo.tuple %x : tuple<tensor<f32>>
  %2 = stablehlo.add %x, %c : tensor<f32>
  %3 = stablehlo.add %u, %u : tensor<?xf32>
  return %0, %1, %2, %3 : !stablehlo.token, tuple<tensor<f32>>, tensor<f32>, tensor<?xf32>
}

// -----

// What is in an op comes before it; of several results the last one is seen first.
// CHECK-LABEL: func.func @loop
// CHECK: %[[LOOP:.*]]:2 = stablehlo.while
// CHECK: %[[COND:.*]] = stablehlo.compare
// CHECK-NEXT: interpreter.probe %[[COND]], probe_id = "probe1"
// CHECK: probe_id = "add.2"
// CHECK: probe_id = "add.3"
// CHECK: interpreter.probe %[[LOOP]]#1, probe_id = "probe5"
// CHECK-NEXT: interpreter.probe %[[LOOP]]#0, probe_id = "probe4"
func.func @loop() -> tensor<i64> {
  %init_i = stablehlo.constant dense<0> : tensor<i64>
  %init_sum = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %two = stablehlo.constant dense<2> : tensor<i64>
  %results0, %results1 = stablehlo.while(%arg0 = %init_i, %arg1 = %init_sum) : tensor<i64>, tensor<i64>
  cond {
    %cond = stablehlo.compare LT, %arg0, %two : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %cond : tensor<i1>
  } do {
    %new_sum = stablehlo.add %arg1, %one : tensor<i64> loc("add")
    %new_i = stablehlo.add %arg0, %one : tensor<i64> loc("add")
    stablehlo.return %new_i, %new_sum : tensor<i64>, tensor<i64>
  }
  func.return %results1 : tensor<i64>
}
