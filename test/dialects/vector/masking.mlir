// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @masked
func.func @masked(%a: vector<8xf32>, %m: vector<8xi1>, %b: memref<16xf32>, %i: index, %x: f32) -> f32 {
  // CHECK: %[[S:.*]] = vector.mask %{{.*}} { vector.reduction <add>, %{{.*}} : vector<8xf32> into f32 } : vector<8xi1> -> f32
  // GENERIC: "vector.mask"(%{{.*}}) ({
  // GENERIC-NEXT: %[[R:.*]] = "vector.reduction"
  // GENERIC-NEXT: "vector.yield"(%[[R]]) : (f32) -> ()
  // GENERIC-NEXT: }) : (vector<8xi1>) -> f32
  %0 = vector.mask %m { vector.reduction <add>, %a : vector<8xf32> into f32 } : vector<8xi1> -> f32
  // CHECK: vector.mask %{{.*}}, %{{.*}} { vector.transfer_read %{{.*}} : memref<16xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  %1 = vector.mask %m, %a { vector.transfer_read %b[%i], %x {in_bounds = [true]} : memref<16xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  // CHECK: vector.mask %{{.*}} { vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}] {in_bounds = [true]} : vector<8xf32>, memref<16xf32> } : vector<8xi1>
  vector.mask %m { vector.transfer_write %1, %b[%i] {in_bounds = [true]} : vector<8xf32>, memref<16xf32> } : vector<8xi1>
  return %0 : f32
}

// CHECK-LABEL: func.func @compressed
func.func @compressed(%b: memref<16xf32>, %i: index, %m: vector<8xi1>, %p: vector<8xf32>) {
  // CHECK: %[[V:.*]] = vector.expandload %{{.*}}[%{{.*}}], %{{.*}}, %{{.*}} : memref<16xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %0 = vector.expandload %b[%i], %m, %p : memref<16xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  // CHECK: vector.compressstore %{{.*}}[%{{.*}}], %{{.*}}, %[[V]] {alignment = 8 : i64} : memref<16xf32>, vector<8xi1>, vector<8xf32>
  vector.compressstore %b[%i], %m, %0 {alignment = 8 : i64} : memref<16xf32>, vector<8xi1>, vector<8xf32>
  return
}

// CHECK-LABEL: func.func @lanes
func.func @lanes(%a: vector<8xf32>, %z: vector<f32>, %s: vector<2x3xf32>, %t: vector<3xf32>, %c: vector<[4]xi32>, %m: memref<4x5xvector<6xf32>>) {
  // CHECK: %[[I:.*]] = vector.interleave %{{.*}}, %{{.*}} : vector<8xf32> -> vector<16xf32>
  %0 = vector.interleave %a, %a : vector<8xf32> -> vector<16xf32>
  // CHECK: %res1, %res2 = vector.deinterleave %[[I]] : vector<16xf32> -> vector<8xf32>
  %1, %2 = vector.deinterleave %0 : vector<16xf32> -> vector<8xf32>
  // CHECK: vector.interleave %{{.*}}, %{{.*}} : vector<f32> -> vector<2xf32>
  %3 = vector.interleave %z, %z : vector<f32> -> vector<2xf32>
  // CHECK: vector.interleave %{{.*}}, %{{.*}} : vector<[4]xi32> -> vector<[8]xi32>
  %4 = vector.interleave %c, %c : vector<[4]xi32> -> vector<[8]xi32>
  // CHECK: %dest, %accumulated_value = vector.scan <add>, %{{.*}}, %{{.*}} {inclusive = true, reduction_dim = 0 : i64} : vector<2x3xf32>, vector<3xf32>
  %5:2 = vector.scan <add>, %s, %t {inclusive = true, reduction_dim = 0 : i64} : vector<2x3xf32>, vector<3xf32>
  // CHECK: vector.type_cast %{{.*}} : memref<4x5xvector<6xf32>> to memref<vector<4x5x6xf32>>
  %6 = vector.type_cast %m : memref<4x5xvector<6xf32>> to memref<vector<4x5x6xf32>>
  // CHECK: %vscale = vector.vscale
  %7 = vector.vscale
  return
}
