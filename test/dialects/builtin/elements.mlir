// RUN: strata-opt %s --allow-unregistered-dialect --mlir-print-op-generic | FileCheck %s
// RUN: strata-opt %s --allow-unregistered-dialect --emit-bytecode | strata-opt --allow-unregistered-dialect --mlir-print-op-generic | FileCheck %s

// Elements of types without numbers are strings; equal ones are kept once.
// CHECK: all = dense<"one"> : tensor<3x!u.text>, each = dense<{{\[\["one"\], \["t\\0Awo"\]\]}}> : tensor<2x1x!u.text>, same = dense<"one"> : tensor<2x!u.text>
"u.strings"() {
  all = dense<"one"> : tensor<3x!u.text>,
  each = dense<[["one"], ["t\nwo"]]> : tensor<2x1x!u.text>,
  same = dense<["one", "one"]> : tensor<2x!u.text>
} : () -> ()

// Indices of one dimension need no brackets of their own.
// CHECK: flat = sparse<[1, 4], [7, 8]> : tensor<6xi32>, rows = sparse<{{\[\[1\], \[4\]\]}}, [7, 8]> : tensor<6xi32>, splat = sparse<{{\[\[0, 0\], \[1, 1\]\]}}, 5> : tensor<2x2xi8>
"u.sparse"() {
  flat = sparse<[1, 4], [7, 8]> : tensor<6xi32>,
  rows = sparse<[[1], [4]], [7, 8]> : tensor<6xi32>,
  splat = sparse<[[0, 0], [1, 1]], 5> : tensor<2x2xi8>
} : () -> ()

// Dense arrays hold any numbers of whole bytes; unsigned ones are printed as such.
// CHECK: bf16 = array<bf16: 1.500000e+00>, i24 = array<i24: -3, 8388607>, si8 = array<si8: -1>, ui24 = array<ui24: 16777215>, ui8 = array<ui8: 255, 0>
"u.arrays"() {
  bf16 = array<bf16: 1.5>,
  i24 = array<i24: -3, 8388607>,
  si8 = array<si8: -1>,
  ui24 = array<ui24: 16777215>,
  ui8 = array<ui8: 255, 0>
} : () -> ()

// Bits keep the type that a decimal number of 64 bits can do without.
// CHECK: list = [0xFFF0000000000000 : f64, 1.000000e+00, 0x7FF8000000000000 : f64, 1]
"u.numbers"() {list = [0xFFF0000000000000 : f64, 1.0, 0x7FF8000000000000 : f64, 1]} : () -> ()
