// REQUIRES: strata-translate
// A product of matrices of bytes becomes the instruction for them by the passes alone.
// RUN: strata-opt %s --convert-vector-to-llvm='enable-arm-neon enable-arm-i8mm enable-arm-bf16' --convert-func-to-llvm --convert-arith-to-llvm --convert-ub-to-llvm --reconcile-unrealized-casts | strata-translate --mlir-to-asm --mtriple=aarch64-unknown-linux-gnu --mattr=+i8mm,+bf16 | FileCheck %s
// RUN: strata-opt %s --convert-vector-to-llvm='enable-arm-neon enable-arm-i8mm enable-arm-bf16' --convert-program-to-llvm | FileCheck %s --check-prefix=PROGRAM

// CHECK-LABEL: bytes:
// CHECK: usmmla v{{.*}}.4s, v{{.*}}.16b, v{{.*}}.16b
// PROGRAM-LABEL: llvm.func @bytes
// PROGRAM: llvm.call_intrinsic "llvm.aarch64.neon.usmmla"(%{{.*}}, %{{.*}}, %{{.*}}) : (vector<4xi32>, vector<16xi8>, vector<16xi8>) -> vector<4xi32>
func.func @bytes(%a: vector<2x8xi8>, %b: vector<2x8xi8>, %c: vector<2x2xi32>) -> vector<2x2xi32> {
  %x = arith.extui %a : vector<2x8xi8> to vector<2x8xi32>
  %y = arith.extsi %b : vector<2x8xi8> to vector<2x8xi32>
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %c : vector<2x8xi32>, vector<2x8xi32> into vector<2x2xi32>
  return %0 : vector<2x2xi32>
}

// CHECK-LABEL: halves:
// CHECK: bfmmla v{{.*}}.4s, v{{.*}}.8h, v{{.*}}.8h
// PROGRAM-LABEL: llvm.func @halves
// PROGRAM: llvm.call_intrinsic "llvm.aarch64.neon.bfmmla"
func.func @halves(%a: vector<2x4xbf16>, %b: vector<2x4xbf16>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x4xbf16>, vector<2x4xbf16> into vector<2x2xf32>
  return %0 : vector<2x2xf32>
}
