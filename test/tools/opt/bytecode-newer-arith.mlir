// Bytecode of jaxlib 0.10.2, whose arith and math ops have properties that MLIR 22 lacks. What is written here has room for
// these, so that both read it.
//
// RUN: strata-opt %S/Inputs/newer_arith.mlirbc | FileCheck %s
// RUN: strata-opt %S/Inputs/newer_arith.mlirbc --emit-bytecode | strata-opt | FileCheck %s
// RUN: not strata-opt %S/Inputs/rounded_arith.mlirbc 2>&1 | FileCheck %s --check-prefix=ROUNDED

// CHECK: arith.addf %arg0, %arg0 : f32
// CHECK-NEXT: arith.subf {{.*}} fastmath<fast> : f32
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: arith.divf
// CHECK-NEXT: math.fma
// CHECK-NEXT: arith.extui %arg1 : i8 to i32
// CHECK-NEXT: arith.extui %arg1 {nonNeg} : i8 to i32
// CHECK-NEXT: arith.uitofp %arg1 {nonNeg} : i8 to f32
// CHECK-NEXT: arith.index_castui %arg1 : i8 to index

// A rounding mode is not dropped.
// ROUNDED: error: the property 'roundingmode' of 'arith.addf' is not supported
