// RUN: strata-opt %s --convert-math-to-apfloat --convert-arith-to-apfloat | FileCheck %s

// CHECK-DAG: func.func private @_mlir_apfloat_compare(i32, i64, i64) -> i8
// CHECK-DAG: func.func private @_mlir_apfloat_isnan(i32, i64) -> i1
// CHECK-DAG: func.func private @_mlir_apfloat_multiply(i32, i64, i64) -> i64

// Numbers of 64 bits are passed as they are.
// CHECK-LABEL: func.func @double
// CHECK-SAME: (%[[X:.*]]: f64) -> f64
func.func @double(%x: f64) -> f64 {
  // CHECK: %[[A:.*]] = arith.bitcast %[[X]] : f64 to i64
  // CHECK: %[[B:.*]] = arith.bitcast %[[X]] : f64 to i64
  // CHECK: %[[F:.*]] = arith.constant 3 : i32
  // CHECK: %[[Y:.*]] = call @_mlir_apfloat_multiply(%[[F]], %[[A]], %[[B]]) : (i32, i64, i64) -> i64
  // CHECK: %[[Z:.*]] = arith.bitcast %[[Y]] : i64 to f64
  // CHECK: return %[[Z]]
  %0 = arith.mulf %x, %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @selected
func.func @selected(%x: f8E5M2, %y: f8E5M2) -> (i1, i1) {
  // CHECK: call @_mlir_apfloat_isnan(%{{.*}}, %{{.*}}) : (i32, i64) -> i1
  %0 = math.isnan %x : f8E5M2
  // CHECK: %[[ORDER:.*]] = call @_mlir_apfloat_compare
  // CHECK: %[[C2:.*]] = arith.constant 2 : i8
  // CHECK: %[[GREATER:.*]] = arith.cmpi eq, %[[ORDER]], %[[C2]] : i8
  // CHECK: %[[C1:.*]] = arith.constant 1 : i8
  // CHECK: %[[EQUAL:.*]] = arith.cmpi eq, %[[ORDER]], %[[C1]] : i8
  // CHECK: arith.ori %[[GREATER]], %[[EQUAL]] : i1
  %1 = arith.cmpf oge, %x, %y : f8E5M2
  return %0, %1 : i1, i1
}

// Each symbol table has its own declarations.
// CHECK-LABEL: gpu.module @kernels
gpu.module @kernels {
  // CHECK: func.func private @_mlir_apfloat_add
  func.func @f(%x: f16) -> f16 {
    %0 = arith.addf %x, %x : f16
    return %0 : f16
  }
}
