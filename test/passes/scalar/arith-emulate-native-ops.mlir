// RUN: strata-opt %s "--arith-emulate-unsupported-floats=source-types=bf16 native-ops=arith.addf,arith.mulf" | FileCheck %s

// What the target has stays as it is; the rest is done on wider numbers.
// CHECK-LABEL: func.func @f(
// CHECK: %[[SUM:.*]] = arith.addf %arg0, %arg1 : vector<2xbf16>
// CHECK-NEXT: %[[PRODUCT:.*]] = arith.mulf %[[SUM]], %arg0 : vector<2xbf16>
// CHECK-NEXT: %[[WIDE:.*]] = arith.extf %[[PRODUCT]]
// CHECK: arith.divf %[[WIDE]], %{{.*}} : vector<2xf32>
// CHECK-NEXT: arith.truncf
func.func @f(%x: vector<2xbf16>, %y: vector<2xbf16>) -> vector<2xbf16> {
  %0 = arith.addf %x, %y : vector<2xbf16>
  %1 = arith.mulf %0, %x : vector<2xbf16>
  %2 = arith.divf %1, %y : vector<2xbf16>
  return %2 : vector<2xbf16>
}
