// RUN: strata-opt %s --pass-pipeline='builtin.module(stablehlo-legalize-to-runtime-calls{keep=sort,fft,triangular_solve})' | FileCheck %s

// What is named stays, as far as it needs no routine.

// CHECK-LABEL: func.func @kept
// CHECK: stablehlo.sort
// CHECK: stablehlo.fft
// CHECK: stablehlo.triangular_solve
func.func @kept(%x: tensor<100xf32>, %z: tensor<3x128xcomplex<f32>>, %a: tensor<64x64xf32>) -> (tensor<100xf32>, tensor<3x128xcomplex<f32>>, tensor<64x64xf32>) {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %1 = stablehlo.compare LT, %p, %q, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<100xf32>) -> tensor<100xf32>
  %2 = stablehlo.fft %z, type = FFT, length = [128] : (tensor<3x128xcomplex<f32>>) -> tensor<3x128xcomplex<f32>>
  %3 = "stablehlo.triangular_solve"(%a, %a) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0, %2, %3 : tensor<100xf32>, tensor<3x128xcomplex<f32>>, tensor<64x64xf32>
}

// CHECK-LABEL: func.func @kept_of_unknown_sizes
// CHECK: stablehlo.fft
// CHECK: stablehlo.triangular_solve
func.func @kept_of_unknown_sizes(%z: tensor<?x128xcomplex<f32>>, %a: tensor<?x?xf32>) -> (tensor<?x128xcomplex<f32>>, tensor<?x?xf32>) {
  %0 = stablehlo.fft %z, type = FFT, length = [128] : (tensor<?x128xcomplex<f32>>) -> tensor<?x128xcomplex<f32>>
  %1 = "stablehlo.triangular_solve"(%a, %a) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x128xcomplex<f32>>, tensor<?x?xf32>
}

// The constants of a transform of a large prime length would be too many.
// CHECK-LABEL: func.func @called
// CHECK: call @strata_cholesky.call
// CHECK: call @strata_fft.call
func.func @called(%a: tensor<64x64xf32>, %z: tensor<?x262147xcomplex<f32>>) -> (tensor<64x64xf32>, tensor<?x262147xcomplex<f32>>) {
  %0 = stablehlo.cholesky %a, lower = true : tensor<64x64xf32>
  %1 = stablehlo.fft %z, type = FFT, length = [262147] : (tensor<?x262147xcomplex<f32>>) -> tensor<?x262147xcomplex<f32>>
  return %0, %1 : tensor<64x64xf32>, tensor<?x262147xcomplex<f32>>
}
