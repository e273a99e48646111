// RUN: strata-opt --coalesce-buffers --split-input-file %s | FileCheck %s
// RUN: strata-opt --coalesce-buffers --split-input-file --validate-passes %s -o /dev/null

#id = affine_map<(i) -> (i)>

// Both results are computed in their rows, although the rows are of a buffer that is allocated later.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[X:.*]]: memref<64xf32>, %[[OUT:.*]]: memref<2x64xf32>)
// CHECK-NOT:     memref.alloc
// CHECK-DAG:     %[[R0:.*]] = memref.subview %[[OUT]][0, 0] [1, 64] [1, 1]
// CHECK-DAG:     %[[R1:.*]] = memref.subview %[[OUT]][1, 0] [1, 64] [1, 1]
// CHECK:         linalg.generic {{.*}} ins(%[[X]] : memref<64xf32>) outs(%[[R0]], %[[R1]] :
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @rows(%x: memref<64xf32>, %out: memref<2x64xf32>) attributes {strata.num_inputs = 1 : i64} {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<64xf32>) outs(%a, %b : memref<64xf32>, memref<64xf32>) {
  ^bb0(%v: f32, %o: f32, %p: f32):
    %y = math.absf %v : f32
    %z = arith.negf %v : f32
    linalg.yield %y, %z : f32, f32
  }
  %all = memref.alloc() : memref<2x64xf32>
  %r0 = memref.subview %all[0, 0] [1, 64] [1, 1] : memref<2x64xf32> to memref<64xf32, strided<[1]>>
  memref.copy %a, %r0 : memref<64xf32> to memref<64xf32, strided<[1]>>
  %r1 = memref.subview %all[1, 0] [1, 64] [1, 1] : memref<2x64xf32> to memref<64xf32, strided<[1], offset: 64>>
  memref.copy %b, %r1 : memref<64xf32> to memref<64xf32, strided<[1], offset: 64>>
  memref.copy %all, %out : memref<2x64xf32> to memref<2x64xf32>
  memref.dealloc %a : memref<64xf32>
  memref.dealloc %b : memref<64xf32>
  memref.dealloc %all : memref<2x64xf32>
  return
}

// -----

#id = affine_map<(i) -> (i)>

// The row is read between the first use of the buffer and the copy.
// CHECK-LABEL: func.func @read(
// CHECK:         %[[T:.*]] = memref.alloc() : memref<64xf32>
// CHECK:         outs(%[[T]] : memref<64xf32>)
// CHECK:         memref.copy %[[T]], %{{.*}}
func.func @read(%x: memref<64xf32>, %out: memref<2x64xf32>, %other: memref<64xf32>) attributes {strata.num_inputs = 1 : i64} {
  %row = memref.subview %out[1, 0] [1, 64] [1, 1] : memref<2x64xf32> to memref<64xf32, strided<[1], offset: 64>>
  memref.copy %x, %row : memref<64xf32> to memref<64xf32, strided<[1], offset: 64>>
  %t = memref.alloc() : memref<64xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<64xf32>) outs(%t : memref<64xf32>) {
  ^bb0(%v: f32, %o: f32):
    %y = math.absf %v : f32
    linalg.yield %y : f32
  }
  memref.copy %row, %other : memref<64xf32, strided<[1], offset: 64>> to memref<64xf32>
  memref.copy %t, %row : memref<64xf32> to memref<64xf32, strided<[1], offset: 64>>
  memref.dealloc %t : memref<64xf32>
  return
}
