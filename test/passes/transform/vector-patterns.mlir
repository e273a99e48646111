// RUN: strata-opt %s --transform-interpreter --split-input-file | strata-filecheck %s

// CHECK-LABEL: func.func @leading
// CHECK: %[[A:.*]] = vector.extract %arg0[0] : vector<4xf32> from vector<1x4xf32>
// CHECK: %[[B:.*]] = vector.extract %arg1[0] : vector<4xf32> from vector<1x4xf32>
// CHECK: %[[S:.*]] = arith.addf %[[A]], %[[B]] : vector<4xf32>
// CHECK: vector.broadcast %[[S]] : vector<4xf32> to vector<1x4xf32>
module attributes {transform.with_named_sequence} {
  func.func @leading(%a: vector<1x4xf32>, %b: vector<1x4xf32>) -> vector<1x4xf32> {
    %0 = arith.addf %a, %b : vector<1x4xf32>
    return %0 : vector<1x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.cast_away_vector_leading_one_dim
    } : !transform.any_op
    transform.yield
  }
}

// -----

// The part that is written from the stack goes to the place of the vector in the buffer.
// CHECK-LABEL: func.func @copy
// CHECK: %[[STACK:.*]] = memref.alloca() {alignment = 32 : i64} : memref<8xf32>
// CHECK: vector.transfer_write {{.*}} {in_bounds = [true]}
// CHECK: %[[TO:.*]] = memref.subview %arg1[%arg2]
// CHECK: %[[FROM:.*]] = memref.subview %[[STACK]][0]
// CHECK: memref.copy %[[FROM]], %[[TO]]
module attributes {transform.with_named_sequence} {
  func.func @copy(%v: vector<8xf32>, %m: memref<?xf32>, %i: index) {
    vector.transfer_write %v, %m[%i] : vector<8xf32>, memref<?xf32>
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.split_transfer_full_partial split_transfer_strategy = "linalg-copy"
    } : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @slice
// CHECK: %[[S:.*]] = tensor.extract_slice %arg0[0, 0] [2, 16]
// CHECK: tensor.collapse_shape %[[S]] {{\[\[}}0, 1]] : tensor<2x16xf32> into tensor<32xf32>
module attributes {transform.with_named_sequence} {
  func.func @slice(%t: tensor<8x16xf32>) -> tensor<32xf32> {
    %c = tensor.collapse_shape %t [[0, 1]] : tensor<8x16xf32> into tensor<128xf32>
    %0 = tensor.extract_slice %c[0] [32] [1] : tensor<128xf32> to tensor<32xf32>
    return %0 : tensor<32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.tensor.bubble_up_extract_slice
    } : !transform.any_op
    transform.yield
  }
}
