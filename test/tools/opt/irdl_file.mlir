// RUN: strata-opt %s --irdl-file=%S/Inputs/cmath-irdl.mlir --canonicalize --cse | FileCheck %s
// RUN: strata-opt %s --irdl-file=%S/Inputs/cmath-irdl.mlir --mlir-print-op-generic | strata-opt --irdl-file=%S/Inputs/cmath-irdl.mlir | FileCheck %s
// RUN: strata-opt %s --irdl-file=%S/Inputs/cmath-irdl.mlir --emit-bytecode | strata-opt --irdl-file=%S/Inputs/cmath-irdl.mlir | FileCheck %s

func.func @ok(%a: !cmath.complex<f32>, %b: !cmath.complex<f64>, %u: !cmath.unit, %p: !cmath.pair<1 : i32, 1: i32>, %i: i32, %j: i64) {
  %0 = "cmath.norm"(%a) : (!cmath.complex<f32>) -> f32
  %1 = "cmath.mul"(%b, %b) {x} : (!cmath.complex<f64>, !cmath.complex<f64>) -> !cmath.complex<f64>
  %2 = "cmath.var"(%i, %j, %j, %i) : (i32, i64, i64, i32) -> i64
  "cmath.var"(%i, %i) : (i32, i32) -> ()
  "cmath.two"(%i, %i) {operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 0, 0>} : (i32, i32) -> ()
  "cmath.at"() {a = i32, b = #cmath.name<"x">} : () -> ()
  "cmath.base"(%i, %p) {n = #cmath.name<"x">} : (i32, !cmath.pair<1: i32, 1: i32>) -> ()
  "cmath.all"(%i) : (i32) -> ()
  "cmath.regs"() ({}, {}, {^bb0(%x: i32, %y: i64): cf.br ^b1(%x : i32)
  ^b1(%z: i32): cf.br ^b1(%z : i32)}, {cf.br ^b1
^b1: cf.br ^b1}) : () -> ()
  return
}
func.func private @g(!cmath.wrap<"a", i32, !cmath.complex<f32>>) attributes {x.y = #cmath.name<"a">}

// CHECK: func.func @ok(%{{.*}}: !cmath.complex<f32>, %{{.*}}: !cmath.complex<f64>, %{{.*}}: !cmath.unit, %{{.*}}: !cmath.pair<1 : i32, 1 : i32>, %{{.*}}: i32, %{{.*}}: i64) {
// CHECK: %{{.*}} = "cmath.norm"(%{{.*}}) : (!cmath.complex<f32>) -> f32
// CHECK: %{{.*}} = "cmath.mul"(%{{.*}}, %{{.*}}) {x} : (!cmath.complex<f64>, !cmath.complex<f64>) -> !cmath.complex<f64>
// CHECK: %{{.*}} = "cmath.var"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (i32, i64, i64, i32) -> i64
// CHECK: "cmath.var"(%{{.*}}, %{{.*}}) : (i32, i32) -> ()
// CHECK: "cmath.two"(%{{.*}}, %{{.*}}) {operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 0, 0>} : (i32, i32) -> ()
// CHECK: "cmath.at"() {a = i32, b = #cmath.name<"x">} : () -> ()
// CHECK: "cmath.base"(%{{.*}}, %{{.*}}) {n = #cmath.name<"x">} : (i32, !cmath.pair<1 : i32, 1 : i32>) -> ()
// CHECK: "cmath.all"(%{{.*}}) : (i32) -> ()
// CHECK: "cmath.regs"() ({
// CHECK: func.func private @g(!cmath.wrap<"a", i32, !cmath.complex<f32>>) attributes {x.y = #cmath.name<"a">}
