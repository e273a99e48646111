// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s

// CHECK-LABEL: func.func @poison(
// CHECK-NEXT:    %0 = ub.poison : i32
// CHECK-NEXT:    %1 = ub.poison : vector<4xi32>
// CHECK-NEXT:    %2 = ub.poison {foo} : index
// CHECK-NEXT:    return %0, %1, %2 : i32, vector<4xi32>, index
func.func @poison() -> (i32, vector<4xi32>, index) {
  %0 = ub.poison : i32
  %1 = ub.poison <#ub.poison> : vector<4xi32>
  %2 = ub.poison {foo} : index
  return %0, %1, %2 : i32, vector<4xi32>, index
}

// CHECK-LABEL: func.func @unreachable(
// CHECK-NEXT:    ub.unreachable {foo}
func.func @unreachable() attributes {a = #ub.poison} {
  ub.unreachable {foo}
}
