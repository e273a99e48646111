// RUN: strata-opt %s --linalg-tile=vector-bits=512 --canonicalize | FileCheck %s

// Rows by 8, columns by two vectors of 16, and a second loop body for the rest of each.
// CHECK-LABEL: func @matmul
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %c8
// CHECK: scf.for
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<8x64xf32, {{.*}}>, memref<64x32xf32, {{.*}}>) outs(%{{.*}} : memref<8x32xf32, {{.*}}>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<8x64xf32, {{.*}}>, memref<64x8xf32, {{.*}}>) outs(%{{.*}} : memref<8x8xf32, {{.*}}>)
// CHECK: linalg.matmul {{.*}} outs(%{{.*}} : memref<4x32xf32, {{.*}}>)
// CHECK: linalg.matmul {{.*}} outs(%{{.*}} : memref<4x8xf32, {{.*}}>)
func.func @matmul(%a: memref<20x64xf32>, %b: memref<64x72xf32>, %c: memref<20x72xf32>) {
  linalg.matmul ins(%a, %b : memref<20x64xf32>, memref<64x72xf32>) outs(%c : memref<20x72xf32>)
  return
}

// Dynamic shapes are left alone.
// CHECK-LABEL: func @dynamic
// CHECK-NOT: scf.for
// CHECK: linalg.matmul
func.func @dynamic(%a: memref<?x64xf32>, %b: memref<64x72xf32>, %c: memref<?x72xf32>) {
  linalg.matmul ins(%a, %b : memref<?x64xf32>, memref<64x72xf32>) outs(%c : memref<?x72xf32>)
  return
}

// Few rows and a right side that comes from memory: 16 of its rows at a time are read from their begin to their end.
// CHECK-LABEL: func @few_rows
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c512{{.*}} step %c16
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c4096{{.*}} step %c32
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<4x16xf32, {{.*}}>, memref<16x32xf32, {{.*}}>) outs(%{{.*}} : memref<4x32xf32, {{.*}}>)
func.func @few_rows(%a: memref<4x512xf32>, %b: memref<512x4096xf32>, %c: memref<4x4096xf32>) {
  linalg.matmul ins(%a, %b : memref<4x512xf32>, memref<512x4096xf32>) outs(%c : memref<4x4096xf32>)
  return
}
