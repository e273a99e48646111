// RUN: strata-opt %s --math-uplift-to-fma | FileCheck %s

// Both ops have to allow contraction.

// CHECK-LABEL: func.func @u(
// CHECK-NEXT:      %0 = arith.mulf %arg0, %arg1 fastmath<contract> : f32
// CHECK-NEXT:      %1 = math.fma %arg0, %arg1, %arg2 fastmath<contract> : f32
// CHECK-NEXT:      %2 = math.fma %arg0, %arg1, %arg2 fastmath<contract> : f32
// CHECK-NEXT:      %3 = arith.addf %arg2, %0 : f32
// CHECK-NEXT:      %4 = arith.mulf %arg0, %arg1 : f32
// CHECK-NEXT:      %5 = arith.addf %4, %arg2 fastmath<contract> : f32
// CHECK-NEXT:      %6 = arith.subf %0, %arg2 fastmath<contract> : f32
// CHECK-NEXT:      %7 = arith.mulf %arg0, %arg1 fastmath<fast> : f32
// CHECK-NEXT:      %8 = math.fma %arg0, %arg1, %7 fastmath<fast> : f32
// CHECK-NEXT:      return %1, %2, %3, %5, %6, %8 : f32, f32, f32, f32, f32, f32
// CHECK-NEXT:    }
func.func @u(%a: f32, %b: f32, %c: f32) -> (f32,f32,f32,f32,f32,f32) {
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %1 = arith.addf %0, %c fastmath<contract> : f32
  %2 = arith.addf %c, %0 fastmath<contract> : f32
  %3 = arith.addf %c, %0 : f32
  %4 = arith.mulf %a, %b : f32
  %5 = arith.addf %4, %c fastmath<contract> : f32
  %6 = arith.subf %0, %c fastmath<contract> : f32
  %7 = arith.mulf %a, %b fastmath<fast> : f32
  %8 = arith.addf %7, %7 fastmath<fast> : f32
  return %1,%2,%3,%5,%6,%8 : f32,f32,f32,f32,f32,f32
}
