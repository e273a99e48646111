// RUN: strata-opt %s --allow-unregistered-dialect --split-input-file | strata-opt --allow-unregistered-dialect --split-input-file | FileCheck %s
// RUN: strata-opt %s --allow-unregistered-dialect --split-input-file --mlir-print-op-generic | strata-opt --allow-unregistered-dialect --split-input-file | FileCheck %s

// CHECK: ml_program.func private @extern(i32) -> i32
ml_program.func private @extern(i32) -> i32
// CHECK: ml_program.func @defined(%arg0: i32) -> i32 {
ml_program.func @defined(%arg0: i32) -> i32 {
  // CHECK: ml_program.return %arg0 : i32
  ml_program.return %arg0 : i32
}
// CHECK: ml_program.func @attrs(%arg0: i32 {a.b = 1 : i64}, %arg1: f32) -> (i32 {a.c}, f32) attributes {x.y = "z"} {
ml_program.func @attrs(%arg0: i32 {a.b = 1 : i64}, %arg1: f32) -> (i32 {a.c}, f32) attributes {x.y = "z"} {
  ml_program.return %arg0, %arg1 : i32, f32
}
// CHECK: ml_program.func nested @none() {
ml_program.func nested @none() {
  // CHECK: ml_program.return{{$}}
  ml_program.return
}
// CHECK: ml_program.subgraph private @extern_graph(i32) -> i32
ml_program.subgraph private @extern_graph(i32) -> i32
// CHECK: ml_program.subgraph @compute(%arg0: i32) -> i32 {
ml_program.subgraph @compute(%arg0: i32) -> i32 {
  // CHECK: %[[A:.*]] = "unregistered.dummy"(%[[B:.*]]) : (i32) -> i32
  // CHECK: %[[B]] = "unregistered.dummy"(%[[A]]) : (i32) -> i32
  // CHECK: ml_program.output %[[B]] : i32
  %1 = "unregistered.dummy"(%0) : (i32) -> i32
  %0 = "unregistered.dummy"(%1) : (i32) -> i32
  ml_program.output %0 : i32
}

// -----

// CHECK: ml_program.global private @same(dense<4> : tensor<4xi32>) : tensor<4xi32>
ml_program.global private @same(dense<4> : tensor<4xi32>) : tensor<4xi32>
// CHECK: ml_program.global private mutable @other(dense<4> : tensor<4xi32>) : tensor<?xi32>
ml_program.global private mutable @other(dense<4> : tensor<4xi32>) : tensor<?xi32>
// CHECK: ml_program.global public @visible(dense<4> : tensor<4xi32>) : tensor<?xi32> {a = 1 : i64}
ml_program.global public @visible(dense<4> : tensor<4xi32>) : tensor<?xi32> {a = 1 : i64}
// CHECK: ml_program.global nested mutable @undefined : tensor<?xi32>
ml_program.global nested mutable @undefined : tensor<?xi32>
// CHECK: ml_program.global private mutable @extern(#extern) : tensor<?xi32>
ml_program.global private mutable @extern(#ml_program.extern : tensor<4xi32>) : tensor<?xi32>

// CHECK: ml_program.func @load() -> (tensor<?xi32>, tensor<4xi32>) {
ml_program.func @load() -> (tensor<?xi32>, tensor<4xi32>) {
  // CHECK: %[[L:.*]] = ml_program.global_load @other : tensor<?xi32>
  %0 = ml_program.global_load @other : tensor<?xi32>
  // CHECK: ml_program.global_load_const @same : tensor<4xi32>
  %1 = ml_program.global_load_const @same : tensor<4xi32>
  // CHECK: ml_program.global_store @other = %[[L]] : tensor<?xi32>
  ml_program.global_store @other = %0 : tensor<?xi32>
  ml_program.return %0, %1 : tensor<?xi32>, tensor<4xi32>
}
// CHECK: ml_program.subgraph @graph() -> (tensor<?xi32>, tensor<?xi32>, !ml_program.token) {
ml_program.subgraph @graph() -> (tensor<?xi32>, tensor<?xi32>, !ml_program.token) {
  // CHECK: %[[T1:.*]] = ml_program.token
  %token1 = ml_program.token
  // CHECK: %[[T2:.*]] = ml_program.token {a = 1 : i64}
  %token2 = ml_program.token {a = 1 : i64}
  // CHECK: %[[R0:.*]], %[[R0T:.*]] = ml_program.global_load_graph @other ordering(%[[T1]], %[[T2]] -> !ml_program.token) : tensor<?xi32>
  %0, %token3 = ml_program.global_load_graph @other ordering(%token1, %token2 -> !ml_program.token) : tensor<?xi32>
  // CHECK: %[[R1:.*]], %[[R1T:.*]] = ml_program.global_load_graph @other ordering(() -> !ml_program.token) : tensor<?xi32> {a}
  %1, %token4 = ml_program.global_load_graph @other ordering(() -> !ml_program.token) : tensor<?xi32> {a}
  // CHECK: ml_program.global_store_graph @other = %[[R0]] ordering(%[[R0T]], %[[R1T]] -> !ml_program.token) : tensor<?xi32>
  %5 = ml_program.global_store_graph @other = %0 ordering(%token3, %token4 -> !ml_program.token) : tensor<?xi32>
  // CHECK: ml_program.global_store_graph @other = %[[R0]] ordering(() -> !ml_program.token) : tensor<?xi32>
  %6 = ml_program.global_store_graph @other = %0 ordering(() -> !ml_program.token) : tensor<?xi32>
  ml_program.output %0, %1, %5 : tensor<?xi32>, tensor<?xi32>, !ml_program.token
}
