// RUN: strata-opt %s --validate-passes=2 --strata-cpu-pipeline 2>&1 | FileCheck %s
// RUN: not strata-opt %s --validate-passes-tolerance=-1 2>&1 | FileCheck %s --check-prefix=TOLERANCE

// Functions that stand for routines of the runtime call these, so that what follows is validated too.
// CHECK-NOT: error
// CHECK: remark: pass 'convert-program-to-llvm' is not validated for @main, nor are later ones
// CHECK-NOT: remark
// TOLERANCE: for the --validate-passes-tolerance option: '-1' is not a tolerance
func.func @main(%x: tensor<4x100xf32>, %y: tensor<4x8xcomplex<f32>>) -> (tensor<4x100xf32>, tensor<4x8xcomplex<f32>>) {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<4x100xf32>) -> tensor<4x100xf32>
  %1 = stablehlo.fft %y, type = IFFT, length = [8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  return %0, %1 : tensor<4x100xf32>, tensor<4x8xcomplex<f32>>
}
