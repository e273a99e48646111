// RUN: strata-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// expected-error @below {{inferred shape of elements literal ([3]) does not match type ([2])}}
"u.op"() {x = dense<[1, 2, 3]> : tensor<2xi8>} : () -> ()

// -----

// expected-error @below {{tensor literal is invalid; ranks are not consistent between elements}}
"u.op"() {x = dense<[[1, 2], 3]> : tensor<2x2xi8>} : () -> ()

// -----

// expected-error @below {{unexpected decimal integer literal for a floating point value}}
// expected-note @below {{add a trailing dot to make the literal a float}}
"u.op"() {x = dense<[1.0, 2]> : tensor<2xf32>} : () -> ()

// -----

// expected-error @below {{integer constant out of range for type}}
"u.op"() {x = dense<[1, 300]> : tensor<2xi8>} : () -> ()

// -----

// expected-error @below {{parsed 1 elements, but type ('complex<f32>') expected 2 elements}}
"u.op"() {x = dense<1.0> : tensor<2xcomplex<f32>>} : () -> ()

// -----

// expected-error @below {{expected string token, got 4}}
"u.op"() {x = dense<["a", 4]> : tensor<2x!u.text>} : () -> ()

// -----

// expected-error @below {{sparse index #1 is not contained within the value shape, with index=[2, 0], and type='tensor<2x2xi8>'}}
"u.op"() {x = sparse<[[0, 0], [2, 0]], [1, 2]> : tensor<2x2xi8>} : () -> ()

// -----

// expected-error @below {{expected shape ([2, 2]); inferred shape of indices literal ([1, 2]); inferred shape of values literal ([2])}}
"u.op"() {x = sparse<[[0, 0]], [1, 2]> : tensor<2x2xi8>} : () -> ()

// -----

// expected-error @below {{element type bitwidth must be a multiple of 8}}
"u.op"() {x = array<i12: 1>} : () -> ()

// -----

// expected-error @below {{elements of dense arrays with more than 64 bits are not supported}}
"u.op"() {x = array<i128: 1>} : () -> ()

// -----

// expected-error @below {{expected 'true' or 'false' values for i1 type}}
"u.op"() {x = array<i1: 1>} : () -> ()

// -----

// expected-error @+2 {{unknown key 'more' in file metadata dictionary}}
{-#
  more: {}
#-}

// -----

// expected-error @+3 {{dialect 'nobody' is unknown}}
{-#
  dialect_resources: {
    nobody: { key: "0x04000000" }
  }
#-}

// -----

// expected-error @+3 {{expected hex string blob for key 'key' to encode alignment in first 4 bytes, but got non-power-of-2 value: 3}}
{-#
  dialect_resources: {
    builtin: { key: "0x03000000" }
  }
#-}
