// RUN: strata-opt %s --split-input-file --convert-vector-to-llvm | FileCheck %s --check-prefix=DOT
// RUN: strata-opt %s --split-input-file --convert-vector-to-llvm=vector-contract-lowering=outerproduct | FileCheck %s --check-prefix=OUTER
// RUN: strata-opt %s --split-input-file --convert-vector-to-llvm=vector-contract-lowering=llvmintr | FileCheck %s --check-prefix=INTR
// RUN: strata-opt %s --split-input-file --convert-vector-to-llvm=vector-transpose-lowering=llvmintr | FileCheck %s --check-prefix=TRANSPOSE

// A product of matrices is a dot product for each element, a sum of outer products, or an intrinsic.
// DOT-LABEL: func.func @product
// DOT-COUNT-4: "llvm.intr.vector.reduce.fadd"
// DOT-NOT: vector.contract
// OUTER-LABEL: func.func @product
// OUTER-COUNT-6: llvm.intr.fmuladd
// OUTER-NOT: vector.contract
// INTR-LABEL: func.func @product
// INTR: llvm.intr.matrix.multiply {{.*}} {lhs_columns = 3 : i32, lhs_rows = 2 : i32, rhs_columns = 2 : i32} : (vector<6xf32>, vector<6xf32>) -> vector<4xf32>
// INTR-NOT: vector.contract
func.func @product(%a: vector<2x3xf32>, %b: vector<3x2xf32>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

// -----

// TRANSPOSE-LABEL: func.func @transpose
// TRANSPOSE: llvm.intr.matrix.transpose {{.*}} {columns = 2 : i32, rows = 3 : i32} : vector<6xf32> into vector<6xf32>
func.func @transpose(%a: vector<2x3xf32>) -> vector<3x2xf32> {
  %0 = vector.transpose %a, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  return %0 : vector<3x2xf32>
}

// -----

// The mask of a product whose result is transposed has rows and columns as that.
// OUTER-LABEL: func.func @masked
// OUTER: arith.select {{.*}} : vector<3xi1>, vector<3xf32>
func.func @masked(%a: vector<3x2xf32>, %b: vector<1x2xf32>, %c: vector<1x3xf32>, %k: vector<3x1x2xi1>) -> vector<1x3xf32> {
  %0 = vector.mask %k { vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (n, m)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<3x2xf32>, vector<1x2xf32> into vector<1x3xf32> } : vector<3x1x2xi1> -> vector<1x3xf32>
  return %0 : vector<1x3xf32>
}
