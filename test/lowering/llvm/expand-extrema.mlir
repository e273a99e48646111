// RUN: strata-opt %s --convert-program-to-llvm=expand-extrema=true | FileCheck %s --check-prefixes=CHECK,EXPANDED
// RUN: strata-opt %s --convert-program-to-llvm | FileCheck %s --check-prefixes=CHECK,KEPT

// The instruction with its operands in both orders: what differs in the results are the signs of zeros, or NaN.

// CHECK-LABEL: llvm.func @vectors
func.func @vectors(%x: vector<8xf32>, %y: vector<8xf32>) -> (vector<8xf32>, vector<8xf32>) {
  // EXPANDED: %[[GREATER:.*]] = llvm.fcmp "ogt" %[[X:.*]], %[[Y:.*]] : vector<8xf32>
  // EXPANDED-NEXT: %[[FIRST:.*]] = llvm.select %[[GREATER]], %[[X]], %[[Y]]
  // EXPANDED-NEXT: %[[FIRST_BITS:.*]] = llvm.bitcast %[[FIRST]] : vector<8xf32> to vector<8xi32>
  // EXPANDED-NEXT: %[[LESS:.*]] = llvm.fcmp "ogt" %[[Y]], %[[X]] : vector<8xf32>
  // EXPANDED-NEXT: %[[SECOND:.*]] = llvm.select %[[LESS]], %[[Y]], %[[X]]
  // EXPANDED-NEXT: %[[SECOND_BITS:.*]] = llvm.bitcast %[[SECOND]] : vector<8xf32> to vector<8xi32>
  // EXPANDED-NEXT: %[[EITHER:.*]] = llvm.or %[[FIRST_BITS]], %[[SECOND_BITS]] : vector<8xi32>
  // EXPANDED-NEXT: %[[DIFFERENT:.*]] = llvm.xor %[[FIRST_BITS]], %[[SECOND_BITS]] : vector<8xi32>
  // EXPANDED-NEXT: %[[A:.*]] = llvm.bitcast %[[EITHER]] : vector<8xi32> to vector<8xf32>
  // EXPANDED-NEXT: %[[B:.*]] = llvm.bitcast %[[DIFFERENT]] : vector<8xi32> to vector<8xf32>
  // EXPANDED-NEXT: llvm.fsub %[[A]], %[[B]] : vector<8xf32>
  // KEPT: llvm.intr.maximum
  %0 = arith.maximumf %x, %y : vector<8xf32>
  // EXPANDED: llvm.fcmp "olt"
  // EXPANDED: llvm.fcmp "olt"
  // EXPANDED: %[[EITHER:.*]] = llvm.or
  // EXPANDED-NEXT: llvm.bitcast %[[EITHER]] : vector<8xi32> to vector<8xf32>
  // KEPT: llvm.intr.minimum
  %1 = arith.minimumf %x, %y : vector<8xf32>
  return %0, %1 : vector<8xf32>, vector<8xf32>
}

// LLVM needs one instruction for other constants, and for flags and formats of 16 bits what it knows is better.

// CHECK-LABEL: llvm.func @constants
func.func @constants(%x: vector<4xf64>) -> (vector<4xf64>, vector<4xf64>, vector<4xf64>) {
  %zero = arith.constant dense<0.0> : vector<4xf64>
  %one = arith.constant dense<1.0> : vector<4xf64>
  // EXPANDED: %[[LESS:.*]] = llvm.fcmp "olt" %[[X:.*]], %[[ZERO:.*]] : vector<4xf64>
  // EXPANDED-NEXT: %[[POSITIVE:.*]] = llvm.select %[[LESS]], %[[ZERO]], %[[X]]
  // EXPANDED-NEXT: llvm.fadd %[[POSITIVE]], %[[ZERO]] : vector<4xf64>
  // KEPT: llvm.intr.maximum
  %0 = arith.maximumf %x, %zero : vector<4xf64>
  // CHECK: llvm.intr.minimum
  %1 = arith.minimumf %0, %one : vector<4xf64>
  // CHECK: llvm.intr.minimum
  %2 = arith.minimumf %x, %zero : vector<4xf64>
  return %0, %1, %2 : vector<4xf64>, vector<4xf64>, vector<4xf64>
}

// CHECK-LABEL: llvm.func @others
func.func @others(%x: f32, %y: f32, %z: f16) -> (f32, f16) {
  // CHECK: llvm.intr.maximum(%{{.*}}, %{{.*}}) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
  // CHECK: llvm.intr.maximum(%{{.*}}, %{{.*}}) : (f16, f16) -> f16
  %0 = arith.maximumf %x, %y fastmath<nnan> : f32
  %1 = arith.maximumf %z, %z : f16
  return %0, %1 : f32, f16
}
