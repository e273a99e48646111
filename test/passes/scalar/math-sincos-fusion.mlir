// RUN: strata-opt %s --math-sincos-fusion | FileCheck %s

// CHECK-LABEL: func.func @sincos(
// CHECK-NEXT:      %sin, %cos = math.sincos %arg0 : f32
// CHECK-NEXT:      %0 = math.cos %arg0 fastmath<fast> : f32
// CHECK-NEXT:      return %sin, %cos, %0 : f32, f32, f32
// CHECK-NEXT:    }
func.func @sincos(%a: f32) -> (f32, f32, f32) {
  %0 = math.sin %a : f32
  %1 = math.cos %a : f32
  %2 = math.cos %a fastmath<fast> : f32
  return %0, %1, %2 : f32, f32, f32
}

// CHECK-LABEL: func.func @cos_first(
// CHECK-NEXT:      %0 = math.cos %arg0 fastmath<fast> : f32
// CHECK-NEXT:      %sin, %cos = math.sincos %arg0 : f32
// CHECK-NEXT:      return %sin, %cos, %0 : f32, f32, f32
// CHECK-NEXT:    }
func.func @cos_first(%a: f32) -> (f32, f32, f32) {
  %2 = math.cos %a fastmath<fast> : f32
  %1 = math.cos %a : f32
  %0 = math.sin %a : f32
  return %0, %1, %2 : f32, f32, f32
}

// CHECK-LABEL: func.func @other_operand(
// CHECK-NEXT:      %0 = math.cos %arg0 : f32
// CHECK-NEXT:      %1 = math.sin %arg1 : f32
// CHECK-NEXT:      return %1, %0 : f32, f32
// CHECK-NEXT:    }
func.func @other_operand(%a: f32, %b: f32) -> (f32, f32) {
  %1 = math.cos %a : f32
  %0 = math.sin %b : f32
  return %0, %1 : f32, f32
}
