// RUN: strata-opt %s --memref-plan-arena | FileCheck %s
// RUN: strata-opt %s --memref-plan-arena --mlir-pass-statistics 2>&1 >/dev/null | FileCheck %s --check-prefix=STATS

// STATS-DAG: (S) 3 num-planned
// STATS-DAG: (S) 1280 bytes-before
// STATS-DAG: (S) 768 bytes-after
// STATS-DAG: (S) 768 bytes-bound

// Three buffers in a row, of which two live at a time: the third takes the place of the first.
// CHECK-LABEL: func.func @chain
// CHECK-NEXT: %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<768xi8>
// CHECK-DAG: %[[A:.*]] = memref.view %[[ARENA]][%[[AT:.*]]][] : memref<768xi8> to memref<128xf32>
// CHECK-DAG: %[[B:.*]] = memref.view %[[ARENA]][%{{.*}}][] : memref<768xi8> to memref<64xf32>
// CHECK-DAG: %[[C:.*]] = memref.view %[[ARENA]][%{{.*}}][] : memref<768xi8> to memref<128xf32>
// CHECK: memref.copy %arg0, %[[A]]
// CHECK: scf.if
// CHECK-NEXT: memref.subview %[[A]]
// CHECK: memref.copy %[[B]], %{{.*}}
// CHECK-NOT: memref.dealloc
// CHECK: memref.copy %[[C]], %arg0
// CHECK-NEXT: memref.dealloc %[[ARENA]] : memref<768xi8>
// CHECK-NEXT: return
func.func @chain(%x: memref<128xf32>, %p: i1) {
  %a = memref.alloc() : memref<128xf32>
  memref.copy %x, %a : memref<128xf32> to memref<128xf32>
  %b = memref.alloc() {alignment = 32 : i64} : memref<64xf32>
  scf.if %p {
    %half = memref.subview %a[0] [64] [1] : memref<128xf32> to memref<64xf32, strided<[1]>>
    memref.copy %half, %b : memref<64xf32, strided<[1]>> to memref<64xf32>
  }
  memref.dealloc %a : memref<128xf32>
  %c = memref.alloc() : memref<128xf32>
  %lower = memref.subview %c[0] [64] [1] : memref<128xf32> to memref<64xf32, strided<[1]>>
  memref.copy %b, %lower : memref<64xf32> to memref<64xf32, strided<[1]>>
  memref.dealloc %b : memref<64xf32>
  memref.copy %c, %x : memref<128xf32> to memref<128xf32>
  memref.dealloc %c : memref<128xf32>
  return
}
