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
