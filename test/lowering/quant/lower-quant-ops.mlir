// RUN: strata-opt %s --lower-quant-ops | FileCheck %s
// RUN: strata-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD

// The quotient is clamped to the integers that are used.

!q = !quant.uniform<i8<-100:100>:f32, 2.0:3>

// CHECK-LABEL: func.func @quantize(
// CHECK-NEXT:    %[[SCALE:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:    %[[ZERO:.*]] = arith.constant 3 : i8
// CHECK-NEXT:    %[[Q:.*]] = arith.divf %arg0, %[[SCALE]] : f32
// CHECK-NEXT:    %[[Z:.*]] = arith.sitofp %[[ZERO]] : i8 to f32
// CHECK-NEXT:    %[[S:.*]] = arith.addf %[[Q]], %[[Z]] : f32
// CHECK-NEXT:    %[[I:.*]] = arith.fptosi %[[S]] : f32 to i8
// CHECK-NEXT:    %[[MIN:.*]] = arith.constant -100 : i8
// CHECK-NEXT:    %[[MAX:.*]] = arith.constant 100 : i8
// CHECK-NEXT:    %[[A:.*]] = arith.maxsi %[[I]], %[[MIN]] : i8
// CHECK-NEXT:    %[[B:.*]] = arith.minsi %[[A]], %[[MAX]] : i8
// CHECK-NEXT:    %[[R:.*]] = quant.scast %[[B]] : i8 to
// CHECK-NEXT:    return %[[R]]
func.func @quantize(%x: f32) -> !q {
  %0 = quant.qcast %x : f32 to !q
  return %0 : !q
}

// Quantizing what was quantized changes nothing; the other way round loses digits.
// FOLD-LABEL: func.func @round_trips(
// FOLD-NEXT:    %[[Q:.*]] = quant.qcast %arg1
// FOLD-NEXT:    %[[R:.*]] = quant.dcast %[[Q]]
// FOLD-NEXT:    return %arg0, %[[R]]
func.func @round_trips(%a: !q, %x: f32) -> (!q, f32) {
  %0 = quant.dcast %a : !q to f32
  %1 = quant.qcast %0 : f32 to !q
  %2 = quant.qcast %x : f32 to !q
  %3 = quant.dcast %2 : !q to f32
  return %1, %3 : !q, f32
}
