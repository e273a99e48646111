// RUN: strata-opt %s | FileCheck %s
// RUN: strata-opt %s --emit-bytecode | strata-opt | FileCheck %s

// Every form of types and attributes is read as it is printed.

// CHECK: func.func private @leaves(!vhlo.bool_v1, !vhlo.bf16_v1, !vhlo.f8E4M3FN_v1, !vhlo.index_v1, !vhlo.i2_v1, !vhlo.ui64_v1, !vhlo.token_v1, !vhlo.none_v1, !vhlo.tf31_v1, !vhlo.f8E8M0FNU_v1)
func.func private @leaves(!vhlo.bool_v1, !vhlo.bf16_v1, !vhlo.f8E4M3FN_v1, !vhlo.index_v1, !vhlo.i2_v1, !vhlo.ui64_v1, !vhlo.token_v1, !vhlo.none_v1, !vhlo.tf31_v1, !vhlo.f8E8M0FNU_v1)
// CHECK: func.func private @shaped(!vhlo.tensor_v1<0x4x?x!vhlo.f32_v1>, !vhlo.tensor_v1<!vhlo.complex_v1<!vhlo.f64_v1>>, !vhlo.tensor_v1<?x2x!vhlo.i8_v1, #vhlo.type_extensions_v1<bounds = [4, ?]>>, !vhlo.unranked_tensor_v1<!vhlo.f16_v1>, !vhlo.buffer_v1<2x!vhlo.f32_v1>)
func.func private @shaped(!vhlo.tensor_v1<0x4x?x!vhlo.f32_v1>, !vhlo.tensor_v1<!vhlo.complex_v1<!vhlo.f64_v1>>, !vhlo.tensor_v1<?x2x!vhlo.i8_v1, #vhlo.type_extensions_v1<bounds = [4, ?]>>, !vhlo.unranked_tensor_v1<!vhlo.f16_v1>, !vhlo.buffer_v1<2x!vhlo.f32_v1>)
// CHECK: func.func private @lists(!vhlo.tuple_v1<>, !vhlo.tuple_v1<!vhlo.i32_v1, !vhlo.tuple_v1<!vhlo.token_v1>>, !vhlo.future_v1<!vhlo.tensor_v1<!vhlo.i1{{.*}}
func.func private @lists(!vhlo.tuple_v1<>, !vhlo.tuple_v1<!vhlo.i32_v1, !vhlo.tuple_v1<!vhlo.token_v1>>, !vhlo.future_v1<!vhlo.tensor_v1<!vhlo.i16_v1>>)
// CHECK: func.func private @functions(!vhlo.func_v1<(()) -> ()>, !vhlo.func_v1<(!vhlo.i32_v1, !vhlo.f32_v1) -> !vhlo.f32_v1>, !vhlo.func_v1<(()) -> !vhlo.i32_v1, !vhlo.i64_v1>)
func.func private @functions(!vhlo.func_v1<(()) -> ()>, !vhlo.func_v1<(!vhlo.i32_v1, !vhlo.f32_v1) -> !vhlo.f32_v1>, !vhlo.func_v1<() -> (!vhlo.i32_v1, !vhlo.i64_v1)>)
// CHECK: func.func private @quantized(!vhlo.tensor_v1<2x!vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, 5.000000e-01:3, -128:127, 1>>, !vhlo.tensor_v1<2x4x!vhlo.quant_per_axis_v1<!vhlo.i8_v1:!vhlo.f32_v1, 1, [5.000000e-01, 1.000000e+00, 5.000000e-01, 1.000000e+00], [3, 0, 0, 0], 0:255, 0>>)
func.func private @quantized(!vhlo.tensor_v1<2x!vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, 5.000000e-01:3, -128:127, 1>>, !vhlo.tensor_v1<2x4x!vhlo.quant_per_axis_v1<!vhlo.i8_v1:!vhlo.f32_v1, 1, [5.000000e-01, 1.000000e+00, 5.000000e-01, 1.000000e+00], [3, 0, 0, 0], 0:255, 0>>)

// CHECK: module attributes {test.a = [#vhlo.array_v1<[#vhlo.bool_v1<true>, #vhlo.bool_v1<false>]>, #vhlo.dict_v1<{#vhlo.string_v1<"a b"> = #vhlo.integer_v1<-1 : i64>, #vhlo.string_v1<"c"> = #vhlo.array_v1<[]>}>, #vhlo.type_v1<!vhlo.i32_v1>],
// CHECK-SAME: test.b = [#vhlo.integer_v1<7 : ui8>, #vhlo.integer_v1<3 : index>, #vhlo.float_v1<1.500000e+00 : !vhlo.f32_v1>, #vhlo.float_v1<0x7FC00000 : !vhlo.f32_v1>, #vhlo.string_v1<"\22\0A">, #vhlo.tensor_v1<dense<[1, 2]> : tensor<2xi64>>],
// CHECK-SAME: test.c = [#vhlo<comparison_direction_v1 EQ>, #vhlo<comparison_type_v1 TOTALORDER>, #vhlo<fft_type_v1 IRFFT>, #vhlo<precision_v1 HIGHEST>, #vhlo<rng_algorithm_v1 THREE_FRY>, #vhlo<rng_distribution_v1 NORMAL>, #vhlo<transpose_v1 ADJOINT>, #vhlo<api_version_v1 API_VERSION_TYPED_FFI>, #vhlo<result_accuracy_mode_v1 HIGHEST>],
// CHECK-SAME: test.d = [#vhlo.output_operand_alias_v1<outputTupleIndices = [0, 1], operandIndex = 2, operandTupleIndices = []>, #vhlo.result_accuracy_v1<atol = 1.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #vhlo<result_accuracy_mode_v1 TOLERANCE>>, #vhlo.type_extensions_v1<bounds = [?, 4]>]}
module attributes {
  test.a = [#vhlo.array_v1<[#vhlo.bool_v1<true>, #vhlo.bool_v1<false>]>, #vhlo.dict_v1<{#vhlo.string_v1<"a b"> = #vhlo.integer_v1<-1 : i64>, #vhlo.string_v1<"c"> = #vhlo.array_v1<[]>}>, #vhlo.type_v1<!vhlo.i32_v1>],
  test.b = [#vhlo.integer_v1<7 : ui8>, #vhlo.integer_v1<3 : index>, #vhlo.float_v1<1.5 : !vhlo.f32_v1>, #vhlo.float_v1<0x7FC00000 : !vhlo.f32_v1>, #vhlo.string_v1<"\22\0A">, #vhlo.tensor_v1<dense<[1, 2]> : tensor<2xi64>>],
  test.c = [#vhlo<comparison_direction_v1 EQ>, #vhlo<comparison_type_v1 TOTALORDER>, #vhlo<fft_type_v1 IRFFT>, #vhlo<precision_v1 HIGHEST>, #vhlo<rng_algorithm_v1 THREE_FRY>, #vhlo<rng_distribution_v1 NORMAL>, #vhlo<transpose_v1 ADJOINT>, #vhlo<api_version_v1 API_VERSION_TYPED_FFI>, #vhlo<result_accuracy_mode_v1 HIGHEST>],
  test.d = [#vhlo.output_operand_alias_v1<outputTupleIndices = [0, 1], operandIndex = 2, operandTupleIndices = []>, #vhlo.result_accuracy_v1<atol = 1.0, rtol = 0.0, ulps = 2, mode = #vhlo<result_accuracy_mode_v1 TOLERANCE>>, #vhlo.type_extensions_v1<bounds = [?, 4]>]
} {
}
