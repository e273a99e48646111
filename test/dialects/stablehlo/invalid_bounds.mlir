// RUN: strata-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{Bounds length is 1, expected to be equal to rank(2) of the tensor 'tensor<?x3xf32>'}}
func.func private @too_few(tensor<?x3xf32, #stablehlo.bounds<4>>)

// -----

// expected-error@+1 {{Bounds length is 2, expected to be equal to rank(0) of the tensor 'tensor<i8>'}}
func.func private @too_many(tensor<i8, #stablehlo.type_extensions<bounds = [?, ?]>>)

// -----

// expected-error@+1 {{Static dimension 1 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<?x3xf32>'}}
func.func private @known_size(tensor<?x3xf32, #stablehlo.bounds<4, 5>>)
