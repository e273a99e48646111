// RUN: strata-opt %s --stablehlo-legalize-to-runtime-calls --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @transform(
// CHECK: [[A:%.*]] = call @strata_fft.call(%arg0) : (tensor<3x8xf32>) -> tensor<3x5xcomplex<f32>>
// CHECK: [[B:%.*]] = call @strata_fft.call(%arg0)
// CHECK: call @strata_fft.call_0([[A]]) : (tensor<3x5xcomplex<f32>>) -> tensor<3x8xf32>
// CHECK: func.func private @strata_fft.call(tensor<3x8xf32>) -> tensor<3x5xcomplex<f32>> attributes {strata.runtime_call = "strata_fft", strata.runtime_config = "type=RFFT\0Alength=8\0A"}
// CHECK: func.func private @strata_fft.call_0(tensor<3x5xcomplex<f32>>) -> tensor<3x8xf32> attributes {strata.runtime_call = "strata_fft", strata.runtime_config = "type=IRFFT\0Alength=8\0A"}
func.func @transform(%x: tensor<3x8xf32>) -> (tensor<3x5xcomplex<f32>>, tensor<3x8xf32>) {
  %0 = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<3x8xf32>) -> tensor<3x5xcomplex<f32>>
  %1 = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<3x8xf32>) -> tensor<3x5xcomplex<f32>>
  %2 = stablehlo.fft %0, type = IRFFT, length = [8] : (tensor<3x5xcomplex<f32>>) -> tensor<3x8xf32>
  return %1, %2 : tensor<3x5xcomplex<f32>>, tensor<3x8xf32>
}

// -----

// CHECK-LABEL: func.func @factor(
// CHECK: call @lapack_spotrf_ffi.call(%arg0) : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<i32>)
// CHECK: stablehlo.custom_call @unheard_of(%arg0)
// CHECK: func.func private @lapack_spotrf_ffi.call{{.*}} strata.runtime_config = "uplo=76\0A"
func.func @factor(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%x) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<i32>)
  %1 = stablehlo.custom_call @unheard_of(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0#0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// Sizes have to be known.
// CHECK-LABEL: func.func @unknown(
// CHECK: stablehlo.fft
func.func @unknown(%x: tensor<?x8xcomplex<f32>>) -> tensor<?x8xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = FFT, length = [8] : (tensor<?x8xcomplex<f32>>) -> tensor<?x8xcomplex<f32>>
  return %0 : tensor<?x8xcomplex<f32>>
}

// -----

// Factorizations and triangular systems, but for small matrices and numbers of other types.
// CHECK-LABEL: func.func @linear(
// CHECK: [[L:%.*]] = call @strata_cholesky.call(%arg0) : (tensor<2x9x9xf32>) -> tensor<2x9x9xf32>
// CHECK: call @strata_triangular_solve.call([[L]], %arg1) : (tensor<2x9x9xf32>, tensor<2x3x9xf32>) -> tensor<2x3x9xf32>
// CHECK: stablehlo.cholesky %arg2
// CHECK: stablehlo.cholesky %arg3
// CHECK: func.func private @strata_cholesky.call{{.*}} strata.runtime_config = "lower=1\0A"
// CHECK: func.func private @strata_triangular_solve.call{{.*}} strata.runtime_config = "left=0\0Alower=1\0Aunit=0\0Atranspose=C\0A"
func.func @linear(%a: tensor<2x9x9xf32>, %b: tensor<2x3x9xf32>, %c: tensor<7x7xf32>, %d: tensor<9x9xbf16>) -> (tensor<2x3x9xf32>, tensor<7x7xf32>, tensor<9x9xbf16>) {
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x9x9xf32>
  %1 = "stablehlo.triangular_solve"(%0, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x9x9xf32>, tensor<2x3x9xf32>) -> tensor<2x3x9xf32>
  %2 = stablehlo.cholesky %c, lower = true : tensor<7x7xf32>
  %3 = stablehlo.cholesky %d, lower = true : tensor<9x9xbf16>
  return %1, %2, %3 : tensor<2x3x9xf32>, tensor<7x7xf32>, tensor<9x9xbf16>
}
