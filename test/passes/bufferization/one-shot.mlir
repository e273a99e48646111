// RUN: strata-opt %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s
// RUN: strata-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" | FileCheck %s --check-prefix=ANALYSIS
// RUN: strata-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries" --validate-passes

// The first element is stored in place, the second into a copy, as the value before it is still read.
// CHECK-LABEL: func.func @in_place
// CHECK-SAME: (%[[X:.*]]: memref<8xf32, strided<[?], offset: ?>>, %[[I:.*]]: index, %[[V:.*]]: f32) -> (memref<8xf32>, f32)
// CHECK: memref.store %[[V]], %[[X]][%[[I]]]
// CHECK: %[[COPY:.*]] = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
// CHECK: memref.copy %[[X]], %[[COPY]]
// CHECK: memref.store %[[V]], %[[COPY]][%[[I]]]
// CHECK: memref.load %[[X]][%[[I]]]
// CHECK: return %[[COPY]], %{{.*}} : memref<8xf32>, f32
// ANALYSIS: tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "true", "none"]}
// ANALYSIS: tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "false", "none"]}
func.func @in_place(%x: tensor<8xf32>, %i: index, %v: f32) -> (tensor<8xf32>, f32) {
  %0 = tensor.insert %v into %x[%i] : tensor<8xf32>
  %1 = tensor.insert %v into %0[%i] : tensor<8xf32>
  %2 = tensor.extract %0[%i] : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, f32
}

// -----

// A tile of a carried tensor is computed where it is.
// CHECK-LABEL: func.func @tiles
// CHECK-NOT: memref.alloc
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (memref<?xf32, strided<[?], offset: ?>>)
// CHECK: %[[T:.*]] = memref.subview %[[A]]
// CHECK: linalg.fill ins(%{{.*}}) outs(%[[T]]
// CHECK: scf.yield %[[A]]
func.func @tiles(%x: tensor<?xf32>, %n: index, %v: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %0 = scf.for %i = %c0 to %n step %c4 iter_args(%a = %x) -> tensor<?xf32> {
    %1 = tensor.extract_slice %a[%i] [4] [1] : tensor<?xf32> to tensor<4xf32>
    %2 = linalg.fill ins(%v : f32) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
    %3 = tensor.insert_slice %2 into %a[%i] [4] [1] : tensor<4xf32> into tensor<?xf32>
    scf.yield %3 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
