// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @atomic
func.func @atomic(%m: memref<4xf32>, %n: memref<8xi32>, %i: index, %x: f32, %y: i32) {
  // CHECK: memref.atomic_rmw addf %{{.*}}, %{{.*}}[%{{.*}}] : (f32, memref<4xf32>) -> f32
  // GENERIC: "memref.atomic_rmw"(%{{.*}}, %{{.*}}, %{{.*}}) <{kind = 0 : i64}> : (f32, memref<4xf32>, index) -> f32
  %0 = memref.atomic_rmw addf %x, %m[%i] : (f32, memref<4xf32>) -> f32
  // CHECK: memref.atomic_rmw maxs
  %1 = memref.atomic_rmw maxs %y, %n[%i] : (i32, memref<8xi32>) -> i32
  // CHECK: memref.generic_atomic_rmw %{{.*}}[%{{.*}}] : memref<4xf32> {
  // CHECK-NEXT: ^bb0(%[[OLD:.*]]: f32):
  // CHECK-NEXT: %[[NEW:.*]] = arith.mulf %[[OLD]]
  // CHECK-NEXT: memref.atomic_yield %[[NEW]] : f32
  %2 = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%old: f32):
    %new = arith.mulf %old, %x : f32
    memref.atomic_yield %new : f32
  }
  return
}

// CHECK-LABEL: func.func @scope
func.func @scope(%i: index, %x: f32) -> f32 {
  // CHECK: memref.alloca_scope  {
  // CHECK-NEXT: %alloca = memref.alloca
  // CHECK-NEXT: memref.store
  // CHECK-NEXT: }
  memref.alloca_scope {
    %b = memref.alloca() : memref<4xf32>
    memref.store %x, %b[%i] : memref<4xf32>
  }
  // CHECK: memref.alloca_scope  -> (f32) {
  // CHECK: memref.alloca_scope.return %{{.*}} : f32
  %0 = memref.alloca_scope -> (f32) {
    %b = memref.alloca() : memref<4xf32>
    %v = memref.load %b[%i] : memref<4xf32>
    memref.alloca_scope.return %v : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @buffers
func.func @buffers(%m: memref<4xf32>, %r: memref<?xf32>, %d: memref<8xf32, 1>, %t: memref<1xi32>, %i: index) {
  // CHECK: memref.distinct_objects %{{.*}}, %{{.*}} : memref<4xf32>, memref<?xf32>
  %0:2 = memref.distinct_objects %m, %r : memref<4xf32>, memref<?xf32>
  // CHECK: memref.dma_start %{{.*}}[%{{.*}}], %{{.*}}[%{{.*}}], %{{.*}}, %{{.*}}[%{{.*}}] : memref<4xf32>, memref<8xf32, 1>, memref<1xi32>
  memref.dma_start %m[%i], %d[%i], %i, %t[%i] : memref<4xf32>, memref<8xf32, 1>, memref<1xi32>
  // CHECK: memref.dma_start %{{.*}}[%{{.*}}], %{{.*}}[%{{.*}}], %{{.*}}, %{{.*}}[%{{.*}}], %{{.*}}, %{{.*}} : memref<4xf32>
  memref.dma_start %m[%i], %d[%i], %i, %t[%i], %i, %i : memref<4xf32>, memref<8xf32, 1>, memref<1xi32>
  // CHECK: memref.dma_wait %{{.*}}[%{{.*}}], %{{.*}} : memref<1xi32>
  memref.dma_wait %t[%i], %i : memref<1xi32>
  // CHECK: memref.realloc %{{.*}} : memref<4xf32> to memref<8xf32>
  %1 = memref.realloc %m : memref<4xf32> to memref<8xf32>
  // CHECK: memref.realloc %{{.*}}(%{{.*}}) {alignment = 8 : i64} : memref<8xf32> to memref<?xf32>
  %2 = memref.realloc %1(%i) {alignment = 8} : memref<8xf32> to memref<?xf32>
  return
}
