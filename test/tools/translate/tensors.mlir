// REQUIRES: strata-translate, cc
// RUN: mkdir -p %t
// RUN: strata-translate --mlir-to-shared %s -o %t/m.so --header=%t/m.h
// RUN: FileCheck %s --input-file=%t/m.h
// RUN: cc -I %t %S/Inputs/tensors.c %t/m.so -Wl,-rpath,%t -o %t/main
// RUN: %t/main | FileCheck %s --check-prefix=CALL

// A C program that calls another one on tensors whose sizes it chooses.

// CHECK: } strata_tensor;
// CHECK: void m_tensor_free(void *data);
// CHECK: inputs[0]: tensor<?x4xf32>, a strata_tensor
// CHECK: outputs[1]: tensor<4xf32>, 16 bytes

// CALL: 0: 2x4, 2 to 16, sums 6 to 12
// CALL: 2: input #0 has sizes [2, 3], the program expects [?, 4], no data
// CALL: spec: rank 2, -1 and 4
module @m {
  func.func @main(%x: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<4xf32>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.add %x, %x : tensor<?x4xf32>
    %1 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?x4xf32>, tensor<f32>) -> tensor<4xf32>
    return %0, %1 : tensor<?x4xf32>, tensor<4xf32>
  }
}
