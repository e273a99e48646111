// RUN: strata-opt %s --stablehlo-legalize-custom-calls --split-input-file --validate-passes | FileCheck %s

// CHECK-LABEL: func.func @qr
// CHECK: %[[QR:.*]]:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
// CHECK: stablehlo.custom_call @lapack_sorgqr_ffi(%[[QR]]#0, %[[QR]]#1)
func.func @qr(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0:2 = stablehlo.custom_call @Qr(%x) : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  %1 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%0#0, %0#1) : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return %1 : tensor<4x3xf32>
}

// -----

// Columns that are too many are zeros.
// CHECK-LABEL: func.func @wide
// CHECK: %[[SQUARE:.*]] = stablehlo.slice %arg0 [0:2, 0:2] : (tensor<2x5xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
// CHECK: %[[Q:.*]] = stablehlo.custom_call @lapack_zungqr_ffi(%[[SQUARE]], %arg1)
// CHECK: stablehlo.concatenate %[[Q]], %{{.*}}, dim = 1
func.func @wide(%x: tensor<2x5xcomplex<f64>>, %t: tensor<2xcomplex<f64>>) -> tensor<2x5xcomplex<f64>> {
  %0 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%x, %t) : (tensor<2x5xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2x5xcomplex<f64>>
  return %0 : tensor<2x5xcomplex<f64>>
}

// -----

// A tuple of results goes away with those who take it apart; what else uses it gets one.
// CHECK-LABEL: func.func @eigh
// CHECK: %[[R:.*]]:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%arg0) {mhlo.backend_config = {mode = 86 : ui8, uplo = 85 : ui8}} : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xf64>, tensor<2xi32>)
// CHECK: %[[T:.*]] = stablehlo.tuple %[[R]]#0, %[[R]]#1
// CHECK: return %[[R]]#1, %[[T]]
func.func @eigh(%x: tensor<2x3x3xf64>) -> (tensor<2x3xf64>, tuple<tensor<2x3x3xf64>, tensor<2x3xf64>>) {
  %0 = stablehlo.custom_call @Eigh(%x) {backend_config = "0,1,100,1.000000e-06"} : (tensor<2x3x3xf64>) -> tuple<tensor<2x3x3xf64>, tensor<2x3xf64>>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<2x3x3xf64>, tensor<2x3xf64>>) -> tensor<2x3xf64>
  return %1, %0 : tensor<2x3xf64>, tuple<tensor<2x3x3xf64>, tensor<2x3xf64>>
}

// -----

// CHECK-LABEL: func.func @lu
// CHECK: %[[R:.*]]:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%arg0)
// CHECK: %[[P:.*]] = stablehlo.subtract %[[R]]#1, %{{.*}} : tensor<3xi32>
// CHECK: stablehlo.while
// CHECK: return %[[R]]#0, %[[P]], %{{.*}}#1
func.func @lu(%x: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xi32>, tensor<4xi32>) {
  %0:3 = stablehlo.custom_call @LuDecomposition(%x) : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xi32>, tensor<4xi32>)
  return %0#0, %0#1, %0#2 : tensor<4x3xf32>, tensor<3xi32>, tensor<4xi32>
}

// -----

// CHECK-LABEL: func.func @top_k
// CHECK: %[[S:.*]]:2 = "stablehlo.sort"(%arg0, %{{.*}}) <{dimension = 1 : i64, is_stable = true}>
// CHECK: stablehlo.compare GT
// CHECK: stablehlo.slice %[[S]]#0 [0:3, 0:2] : (tensor<3x8xf32>) -> tensor<3x2xf32>
// CHECK: stablehlo.slice %[[S]]#1 [0:3, 0:2] : (tensor<3x8xi32>) -> tensor<3x2xi32>
// CHECK: chlo.top_k(%arg0, k = 2)
// CHECK: stablehlo.compare LT, %{{.*}}, %{{.*}}, TOTALORDER
func.func private @greater(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func @top_k(%x: tensor<3x8xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>, tensor<3x2xf32>, tensor<3x2xi32>, tensor<3x2xf32>) {
  %0:2 = stablehlo.custom_call @TopK(%x) {called_computations = [@greater]} : (tensor<3x8xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  %1:2 = stablehlo.custom_call @TopK(%x) : (tensor<3x8xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  %2:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = false}} : (tensor<3x8xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  return %0#0, %0#1, %1#0, %1#1, %2#0 : tensor<3x2xf32>, tensor<3x2xi32>, tensor<3x2xf32>, tensor<3x2xi32>, tensor<3x2xf32>
}

// -----

// LAPACK knows no floats of 16 bits.
// CHECK-LABEL: func.func @half
// CHECK: %[[X:.*]] = stablehlo.convert %arg0 : (tensor<4x3xbf16>) -> tensor<4x3xf32>
// CHECK: %[[R:.*]]:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%[[X]]) {{.*}} : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
// CHECK: stablehlo.convert %[[R]]#0 : (tensor<4x3xf32>) -> tensor<4x3xbf16>
// CHECK: stablehlo.convert %[[R]]#1 : (tensor<3xf32>) -> tensor<3xbf16>
func.func @half(%x: tensor<4x3xbf16>) -> (tensor<4x3xbf16>, tensor<3xbf16>) {
  %0:2 = stablehlo.custom_call @Qr(%x) : (tensor<4x3xbf16>) -> (tensor<4x3xbf16>, tensor<3xbf16>)
  return %0#0, %0#1 : tensor<4x3xbf16>, tensor<3xbf16>
}

// -----

// What is not as it should be stays.
// CHECK-LABEL: func.func private @malformed
// CHECK-COUNT-7: stablehlo.custom_call @{{Qr|Eigh|LuDecomposition|TopK|ProductOfElementaryHouseholderReflectors|mhlo.topk|other}}(
func.func private @malformed(%x: tensor<4x3xf32>, %n: tensor<4x4xi32>, %v: tensor<4xf32>, %u: tensor<?x3xf32>) {
  %0:2 = stablehlo.custom_call @Qr(%x) : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4xf32>)
  %1:2 = stablehlo.custom_call @Eigh(%n) : (tensor<4x4xi32>) -> (tensor<4x4xi32>, tensor<4xi32>)
  %2 = stablehlo.custom_call @LuDecomposition(%x) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %3:2 = stablehlo.custom_call @TopK(%v) : (tensor<4xf32>) -> (tensor<5xf32>, tensor<5xi32>)
  %4 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%u, %v) : (tensor<?x3xf32>, tensor<4xf32>) -> tensor<?x3xf32>
  %5:2 = stablehlo.custom_call @mhlo.topk(%v) {mhlo.attributes = {k = 3 : i64, largest = false}} : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  %6 = stablehlo.custom_call @other(%v) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
