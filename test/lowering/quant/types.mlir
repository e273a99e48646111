// RUN: strata-opt %s --normalize-quant-types | FileCheck %s
// RUN: strata-opt %s --strip-func-quant-types | FileCheck %s --check-prefix=STRIP

// Blocks with arguments, which mlir-opt does not convert: all of them have the simpler types, and only functions have stored integers.

!axis = !quant.uniform<u8:f32:{0:1}, {{2.0:3}, {3.0:4}}>

// CHECK-LABEL: func.func @blocks(
// CHECK-SAME:    %arg0: tensor<2x4x!quant.uniform<u8:f32:0, {2.000000e+00:3,3.000000e+00:4}>>, %arg1: i1) -> tensor<2x4xf32> {
// CHECK:         cf.cond_br %arg1, ^bb1(%arg0 : tensor<2x4x!quant.uniform<u8:f32:0, {2.000000e+00:3,3.000000e+00:4}>>), ^bb2
// CHECK:       ^bb1(%0: tensor<2x4x!quant.uniform<u8:f32:0, {2.000000e+00:3,3.000000e+00:4}>>):
// STRIP-LABEL: func.func @blocks(
// STRIP-SAME:    %arg0: tensor<2x4xi8>, %arg1: i1) -> tensor<2x4xf32> {
// STRIP-NEXT:    %0 = quant.scast %arg0 : tensor<2x4xi8> to [[TYPE:.*]]
// STRIP-NEXT:    cf.cond_br %arg1, ^bb1(%0 : [[TYPE]]), ^bb2
func.func @blocks(%a: tensor<2x4x!axis>, %c: i1) -> tensor<2x4xf32> {
  cf.cond_br %c, ^bb1(%a : tensor<2x4x!axis>), ^bb2
^bb1(%b: tensor<2x4x!axis>):
  %0 = quant.dcast %b : tensor<2x4x!axis> to tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
^bb2:
  cf.br ^bb1(%a : tensor<2x4x!axis>)
}
