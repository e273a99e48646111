// RUN: strata-opt %s --one-shot-bufferize="bufferize-function-boundaries test-analysis-only print-conflicts" | FileCheck %s

// CHECK: tensor.insert {{.*}} {"C_0[CONFL-WRITE: 1]", __inplace_operands_attr__ = ["none", "false", "none"]}
// CHECK: tensor.extract {{.*}} {"C_0[READ: 0]", __inplace_operands_attr__ = ["true", "none"]}
func.func @conflict(%x: tensor<8xf32>, %i: index, %v: f32) -> (tensor<8xf32>, f32) {
  %0 = tensor.insert %v into %x[%i] : tensor<8xf32>
  %1 = tensor.extract %x[%i] : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, f32
}
