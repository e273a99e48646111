// RUN: strata-opt %s --convert-nvgpu-to-nvvm | FileCheck %s

// What discardable attributes say about integers: signs of both factors, and what becomes of sums that do not fit.
// CHECK-LABEL: @wrapped
// CHECK: nvvm.mma.sync {{.*}}intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>{{.*}}multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<s8>
func.func @wrapped(%a: vector<4x4xi8>, %b: vector<2x4xi8>, %c: vector<2x2xi32>) -> vector<2x2xi32> {
  %0 = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 32], strata.wrapped} : (vector<4x4xi8>, vector<2x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
  return %0 : vector<2x2xi32>
}
// CHECK-LABEL: @second
// CHECK: nvvm.mma.sync {{.*}}intOverflowBehavior = #nvvm.mma_int_overflow<satfinite>{{.*}}multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<u8>
func.func @second(%a: vector<4x4xi8>, %b: vector<2x4xi8>, %c: vector<2x2xi32>) -> vector<2x2xi32> {
  %0 = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 32], strata.unsigned_b} : (vector<4x4xi8>, vector<2x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
  return %0 : vector<2x2xi32>
}
// CHECK-LABEL: @both
// CHECK: nvvm.mma.sync {{.*}}multiplicandAPtxType = #nvvm.mma_type<u4>, multiplicandBPtxType = #nvvm.mma_type<u4>
func.func @both(%a: vector<4x8xi4>, %b: vector<2x8xi4>, %c: vector<2x2xi32>) -> vector<2x2xi32> {
  %0 = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 64], strata.unsigned_a, strata.unsigned_b} : (vector<4x8xi4>, vector<2x8xi4>, vector<2x2xi32>) -> vector<2x2xi32>
  return %0 : vector<2x2xi32>
}
