// RUN: strata-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{expected a VHLO type, but got f32}}
func.func private @f(!vhlo.tensor_v1<2xf32>)

// -----

// expected-error @+1 {{unknown type `f33_v1` in dialect `vhlo`}}
func.func private @f(!vhlo.f33_v1)

// -----

// expected-error @+1 {{expected one of: EQ, NE, GE, GT, LE, LT}}
module attributes {test.a = #vhlo<comparison_direction_v1 ABOUT>} {}

// -----

// expected-error @+1 {{expected a number and a float type of VHLO}}
module attributes {test.a = #vhlo.float_v1<1.5 : !vhlo.i32_v1>} {}

// -----

// expected-error @+1 {{the attribute is of another kind}}
module attributes {test.a = #vhlo.integer_v1<"x">} {}

// -----

// expected-error @+1 {{expected a string as key}}
module attributes {test.a = #vhlo.dict_v1<{#vhlo.bool_v1<true> = #vhlo.bool_v1<true>}>} {}

// -----

// expected-error @+1 {{duplicate key in a dictionary attribute}}
module attributes {test.a = #vhlo.dict_v1<{#vhlo.string_v1<"a"> = #vhlo.bool_v1<true>, #vhlo.string_v1<"a"> = #vhlo.bool_v1<true>}>} {}

// -----

// expected-error @+1 {{the numbers of scales and of zero points differ}}
func.func private @f(!vhlo.quant_per_axis_v1<!vhlo.i8_v1:!vhlo.f32_v1, 0, [1.0], [3, 0], -128:127, 1>)

// -----

// expected-error @+1 {{invalid quantized type: }}
func.func private @f(!vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, -1.0:3, -128:127, 1>)

// -----

// expected-error @+1 {{expected a result accuracy mode}}
module attributes {test.a = #vhlo.result_accuracy_v1<atol = 1.0, rtol = 0.0, ulps = 2, mode = #vhlo.bool_v1<true>>} {}
