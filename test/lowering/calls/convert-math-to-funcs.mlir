// RUN: strata-opt %s --convert-math-to-funcs=convert-ctlz --validate-passes | FileCheck %s

// The functions compute what the ops do; the interpreter runs both forms.

// CHECK-NOT: math.
// CHECK:     func.func private @__mlir_math_ipowi_i32(%arg0: i32, %arg1: i32) -> i32 attributes {llvm.linkage = #llvm.linkage<linkonce_odr>} {

func.func @ipowi(%a: i32, %n: i8, %small: i8) -> (i32, i32, vector<2xi8>) {
  %c7 = arith.constant 7 : i8
  %c1 = arith.constant 1 : i32
  %0 = arith.andi %n, %c7 : i8
  %1 = arith.extui %0 : i8 to i32
  %2 = math.ipowi %a, %1 : i32
  // A base that is not zero, for negative exponents.
  %3 = arith.ori %a, %c1 : i32
  %4 = arith.extsi %small : i8 to i32
  %5 = math.ipowi %3, %4 : i32
  %6 = vector.from_elements %0, %c7 : vector<2xi8>
  %7 = math.ipowi %6, %6 : vector<2xi8>
  return %2, %5, %7 : i32, i32, vector<2xi8>
}

func.func @fpowi(%n: i8) -> (f32, f32) {
  %two = arith.constant 2.0 : f32
  %half = arith.constant -0.5 : f32
  %0 = math.fpowi %two, %n : f32, i8
  %1 = math.fpowi %half, %n : f32, i8
  return %0, %1 : f32, f32
}

func.func @ctlz(%a: i32, %b: i8) -> (i32, i8, i8) {
  %c0 = arith.constant 0 : i8
  %0 = math.ctlz %a : i32
  %1 = math.ctlz %b : i8
  %2 = arith.shrui %b, %1 : i8
  %3 = arith.minui %2, %c0 : i8
  %4 = math.ctlz %3 : i8
  return %0, %1, %4 : i32, i8, i8
}
