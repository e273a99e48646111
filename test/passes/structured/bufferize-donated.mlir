// RUN: strata-opt --bufferize-program --split-input-file %s | FileCheck %s

// The attributes of JAX, with the numbers of arguments for results. What a program says itself of memory in place is not believed.
// CHECK-LABEL: func.func @donors(
// CHECK-SAME:    strata.donated_arguments = array<i64: 0, 4, 1, -1>
// CHECK-NOT:     strata.in_place
func.func @donors(%a: tensor<4xf32> {tf.aliasing_output = 1 : i32}, %b: tensor<4xf32> {jax.buffer_donor = true},
    %c: tensor<4xf32> {jax.buffer_donor = false}) -> (tensor<4xf32>, tensor<4xf32>)
    attributes {strata.in_place = array<i64: 0, 3>} {
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// -----

// Sizes that only a call knows: callers pass tensors in another way.
// CHECK-LABEL: func.func @unknown(
// CHECK-NOT:     strata.donated_arguments
// CHECK:         return
func.func @unknown(%a: tensor<4xf32> {jax.buffer_donor = true}, %b: tensor<?xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
