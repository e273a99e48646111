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

// Where sizes are not known the call gets tensors as large as its results.
// CHECK-LABEL: func.func @unknown(
// CHECK: [[N:%.*]] = tensor.dim %arg0
// CHECK: [[OUT:%.*]] = tensor.empty([[N]]) : tensor<?x5xcomplex<f32>>
// CHECK: [[A:%.*]] = call @strata_fft.call(%arg0, [[OUT]]) : (tensor<?x8xf32>, tensor<?x5xcomplex<f32>>) -> tensor<?x5xcomplex<f32>>
// CHECK: func.func private @strata_fft.call(tensor<?x8xf32>, tensor<?x5xcomplex<f32>>) -> tensor<?x5xcomplex<f32>> attributes {strata.num_inputs = 1 : i64,
func.func @unknown(%x: tensor<?x8xf32>) -> tensor<?x5xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<?x8xf32>) -> tensor<?x5xcomplex<f32>>
  return %0 : tensor<?x5xcomplex<f32>>
}

// -----

// Operands that only say how large results are are not handed on; a negative size is an error.
// CHECK-LABEL: func.func @shape_operands(
// CHECK: [[E:%.*]] = tensor.extract %arg1[%c0
// CHECK: [[N:%.*]] = arith.index_cast [[E]] : i32 to index
// CHECK: [[OK:%.*]] = arith.cmpi sge, [[N]]
// CHECK: cf.assert [[OK]], "a size is negative"
// CHECK: [[F:%.*]] = tensor.empty([[N]]) : tensor<?x4x4xf32>
// CHECK: [[I:%.*]] = tensor.empty({{%.*}}) : tensor<?xi32>
// CHECK: call @lapack_spotrf_ffi.call(%arg0, [[F]], [[I]]) : (tensor<?x4x4xf32>, tensor<?x4x4xf32>, tensor<?xi32>) -> (tensor<?x4x4xf32>, tensor<?xi32>)
func.func @shape_operands(%x: tensor<?x4x4xf32>, %s: tensor<3xi32>, %t: tensor<1xi32>) -> (tensor<?x4x4xf32>, tensor<?xi32>) {
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%x, %s, %t) {indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>, mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<?x4x4xf32>, tensor<3xi32>, tensor<1xi32>) -> (tensor<?x4x4xf32>, tensor<?xi32>)
  return %0#0, %0#1 : tensor<?x4x4xf32>, tensor<?xi32>
}

// -----

// Random bits, random numbers, and a sort of lines of unknown length, whose places are not read.
// CHECK-LABEL: func.func @others(
// CHECK: call @strata_rng_bit_generator.call(%arg0, {{%.*}}, {{%.*}}) : (tensor<2xui64>, tensor<2xui64>, tensor<?xui32>) -> (tensor<2xui64>, tensor<?xui32>)
// CHECK: call @strata_rng.call({{%.*}}, {{%.*}}, {{%.*}}) : (tensor<f32>, tensor<f32>, tensor<?xf32>) -> tensor<?xf32>
// CHECK: call @strata_sort.call(%arg2, {{%.*}}, {{%.*}}) : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>)
// CHECK: func.func private @strata_rng_bit_generator.call{{.*}} strata.runtime_config = "algorithm=PHILOX\0A"
// CHECK: func.func private @strata_sort.call{{.*}}results=0,place
func.func @others(%state: tensor<2xui64>, %n: tensor<1xi32>, %x: tensor<?xi32>) -> (tensor<?xui32>, tensor<?xf32>, tensor<?xi32>, tensor<?xi32>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%state, %n) {api_version = 2 : i32, rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<2xui64>, tensor<1xi32>) -> (tensor<2xui64>, tensor<?xui32>)
  %low = stablehlo.constant dense<0.0> : tensor<f32>
  %high = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.rng %low, %high, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %places = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %2:2 = "stablehlo.sort"(%x, %places) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %3 = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) : (tensor<?xi32>, tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  return %0#1, %1, %2#0, %2#1 : tensor<?xui32>, tensor<?xf32>, tensor<?xi32>, tensor<?xi32>
}

// -----

// An assertion calls the runtime when it does not hold, which puts the numbers into the message.
// CHECK-LABEL: func.func @assertion(
// CHECK: "stablehlo.if"(%arg0) ({
// CHECK-NEXT: stablehlo.return
// CHECK: func.call @strata_shape_assertion.call(%arg1) : (tensor<i32>) -> ()
// CHECK: stablehlo.custom_call @shape_assertion(%arg0)
// CHECK: func.func private @strata_shape_assertion.call(tensor<i32>) attributes {strata.runtime_call = "strata_shape_assertion", strata.runtime_config = "b is {0}"}
func.func @assertion(%holds: tensor<i1>, %b: tensor<i32>) {
  stablehlo.custom_call @shape_assertion(%holds, %b) {api_version = 2 : i32, error_message = "b is {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  stablehlo.custom_call @shape_assertion(%holds) {api_version = 2 : i32, error_message = "no number", has_side_effect = true} : (tensor<i1>) -> ()
  return
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

// -----

// Vectors that nobody reads are not computed (`N` is 78), unless the matrix is complex.
// CHECK-LABEL: func.func @values(
// CHECK: call @lapack_ssyevd_ffi.call(%arg0) : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<i32>)
// CHECK: call @lapack_sgesdd_ffi.call(%arg0) : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<i32>)
// CHECK: call @lapack_cheevd_ffi.call(%arg1)
// CHECK: func.func private @lapack_ssyevd_ffi.call{{.*}} strata.runtime_config = "uplo=76\0Amode=78\0A"
// CHECK: func.func private @lapack_sgesdd_ffi.call{{.*}} strata.runtime_config = "mode=78\0A"
// CHECK: func.func private @lapack_cheevd_ffi.call{{.*}} strata.runtime_config = "mode=86\0Auplo=76\0A"
func.func @values(%x: tensor<4x4xf32>, %y: tensor<4x4xcomplex<f32>>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%x) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<i32>)
  %1:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%x) {mhlo.backend_config = {mode = 65 : ui8}} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<i32>)
  %2:3 = stablehlo.custom_call @lapack_cheevd_ffi(%y) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<4x4xcomplex<f32>>) -> (tensor<4x4xcomplex<f32>>, tensor<4xf32>, tensor<i32>)
  return %0#1, %1#1, %2#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Vectors of one side are enough for computing both.
// CHECK-LABEL: func.func @left(
// CHECK: call @lapack_sgesdd_ffi.call(%arg0) : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<i32>)
func.func @left(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%x) {mhlo.backend_config = {mode = 65 : ui8}} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<i32>)
  return %0#2 : tensor<4x4xf32>
}
