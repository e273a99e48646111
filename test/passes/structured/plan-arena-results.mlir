// RUN: strata-opt %s --pass-pipeline="builtin.module(func.func(memref-plan-arena{use-results=true}))" | FileCheck %s
// RUN: strata-opt %s --pass-pipeline="builtin.module(func.func(memref-plan-arena{use-results=true}))" --mlir-pass-statistics 2>&1 >/dev/null | FileCheck %s --check-prefix=STATS

// STATS-DAG: (S) 5 num-in-results
// STATS-DAG: (S) 2 num-planned

// %a ends before the result is written first, and so does %c, which begins after %a. %b lives at the time of both, and no other one: it
// needs no arena.
// CHECK-LABEL: func.func @before
// CHECK-SAME: %[[X:.*]]: memref<64xf32>, %[[OUT:.*]]: memref<80xf32>
// CHECK-DAG: %[[A:.*]] = memref.reinterpret_cast %[[OUT]] to offset: [0], sizes: [64], strides: [1] : memref<80xf32> to memref<64xf32>
// CHECK-DAG: %[[C:.*]] = memref.reinterpret_cast %[[OUT]] to offset: [0], sizes: [8, 8], strides: [8, 1] : memref<80xf32> to memref<8x8xf32>
// CHECK: memref.copy %[[X]], %[[A]]
// CHECK: %[[B:.*]] = memref.alloc() : memref<64xf32>
// CHECK: memref.copy %[[A]], %[[B]]
// CHECK: memref.copy %{{.*}}, %[[C]]
// CHECK: memref.copy %[[C]], %{{.*}}
// CHECK: linalg.fill ins(%{{.*}}) outs(%[[OUT]]
// CHECK-NOT: memref.dealloc %[[A]]
// CHECK: memref.dealloc %[[B]]
// CHECK-NEXT: return
func.func @before(%x: memref<64xf32>, %out: memref<80xf32>) attributes {strata.num_inputs = 1 : i64} {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<64xf32>
  memref.copy %x, %a : memref<64xf32> to memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  memref.copy %a, %b : memref<64xf32> to memref<64xf32>
  memref.dealloc %a : memref<64xf32>
  %c = memref.alloc() : memref<8x8xf32>
  %square = memref.expand_shape %b [[0, 1]] output_shape [8, 8] : memref<64xf32> into memref<8x8xf32>
  memref.copy %square, %c : memref<8x8xf32> to memref<8x8xf32>
  memref.copy %c, %square : memref<8x8xf32> to memref<8x8xf32>
  memref.dealloc %c : memref<8x8xf32>
  linalg.fill ins(%zero : f32) outs(%out : memref<80xf32>)
  %part = memref.subview %out[0] [64] [1] : memref<80xf32> to memref<64xf32, strided<[1]>>
  memref.copy %b, %part : memref<64xf32> to memref<64xf32, strided<[1]>>
  memref.dealloc %b : memref<64xf32>
  return
}

// The op that writes the result reads %a.
// CHECK-LABEL: func.func @at_the_same_time
// CHECK-NOT: reinterpret_cast
// CHECK: memref.alloc() : memref<64xf32>
func.func @at_the_same_time(%x: memref<64xf32>, %out: memref<64xf32>) attributes {strata.num_inputs = 1 : i64} {
  %a = memref.alloc() : memref<64xf32>
  memref.copy %x, %a : memref<64xf32> to memref<64xf32>
  memref.copy %a, %out : memref<64xf32> to memref<64xf32>
  memref.dealloc %a : memref<64xf32>
  return
}

// A part of the result is written before. The guard of a donated argument is such an op.
// CHECK-LABEL: func.func @written_before
// CHECK-NOT: reinterpret_cast
// CHECK: memref.alloc() : memref<64xf32>
func.func @written_before(%x: memref<64xf32>, %y: memref<64xf32>, %out: memref<64xf32>) attributes {strata.num_inputs = 2 : i64} {
  %half = memref.subview %out[0] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1]>>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%half : memref<32xf32, strided<[1]>>)
  %a = memref.alloc() : memref<64xf32>
  memref.copy %x, %a : memref<64xf32> to memref<64xf32>
  memref.copy %a, %y : memref<64xf32> to memref<64xf32>
  memref.dealloc %a : memref<64xf32>
  memref.copy %x, %out : memref<64xf32> to memref<64xf32>
  return
}

// The result is too small by one element, has another type of elements, is no result, or its size is not known.
// CHECK-LABEL: func.func @does_not_fit
// CHECK-NOT: reinterpret_cast
// CHECK: memref.alloc() : memref<64xf32>
func.func @does_not_fit(%x: memref<64xf32>, %y: memref<64xf32>, %small: memref<63xf32>, %ints: memref<64xi32>, %n: memref<?xf32>)
    attributes {strata.num_inputs = 2 : i64} {
  %a = memref.alloc() : memref<64xf32>
  memref.copy %x, %a : memref<64xf32> to memref<64xf32>
  memref.copy %a, %y : memref<64xf32> to memref<64xf32>
  memref.dealloc %a : memref<64xf32>
  %zero = arith.constant 0.0 : f32
  %int = arith.constant 0 : i32
  linalg.fill ins(%zero : f32) outs(%small : memref<63xf32>)
  linalg.fill ins(%int : i32) outs(%ints : memref<64xi32>)
  linalg.fill ins(%zero : f32) outs(%n : memref<?xf32>)
  return
}

// Each buffer takes the smallest result that holds it. What is allocated in a loop may be in a result that is written behind the loop, not
// in one that is written in the loop.
// CHECK-LABEL: func.func @loops
// CHECK-SAME: %[[X:.*]]: memref<64xf32>, %[[LARGE:.*]]: memref<100xf32>, %[[FIRST:.*]]: memref<64xf32>, %[[SECOND:.*]]: memref<64xf32>
// CHECK-DAG: %[[A:.*]] = memref.reinterpret_cast %[[SECOND]] to offset: [0], sizes: [64]
// CHECK-DAG: %[[B:.*]] = memref.reinterpret_cast %[[LARGE]] to offset: [0], sizes: [64]
// CHECK: scf.for
// CHECK: memref.copy %[[X]], %[[A]]
// CHECK: memref.copy %[[A]], %[[B]]
// CHECK: memref.copy %[[B]], %[[FIRST]]
func.func @loops(%x: memref<64xf32>, %large: memref<100xf32>, %first: memref<64xf32>, %second: memref<64xf32>)
    attributes {strata.num_inputs = 1 : i64} {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %a = memref.alloc() : memref<64xf32>
    %b = memref.alloc() : memref<64xf32>
    memref.copy %x, %a : memref<64xf32> to memref<64xf32>
    memref.copy %a, %b : memref<64xf32> to memref<64xf32>
    memref.copy %b, %first : memref<64xf32> to memref<64xf32>
    memref.dealloc %a : memref<64xf32>
    memref.dealloc %b : memref<64xf32>
  }
  memref.copy %x, %second : memref<64xf32> to memref<64xf32>
  linalg.fill ins(%zero : f32) outs(%large : memref<100xf32>)
  return
}

// The largest of the buffers that live at the fullest moment moves, the others are in the arena.
// CHECK-LABEL: func.func @largest
// CHECK-SAME: %[[X:.*]]: memref<64xf32>, %[[OUT:.*]]: memref<64xf32>
// CHECK-DAG: %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<256xi8>
// CHECK-DAG: memref.view %[[ARENA]]
// CHECK-DAG: memref.view %[[ARENA]]
// CHECK-DAG: memref.reinterpret_cast %[[OUT]] to offset: [0], sizes: [64], strides: [1] : memref<64xf32> to memref<64xf32>
func.func @largest(%x: memref<64xf32>, %out: memref<64xf32>) attributes {strata.num_inputs = 1 : i64} {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<32xf32>
  %b = memref.alloc() : memref<64xf32>
  %c = memref.alloc() : memref<32xf32>
  linalg.fill ins(%zero : f32) outs(%a : memref<32xf32>)
  memref.copy %x, %b : memref<64xf32> to memref<64xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<32xf32>)
  memref.copy %a, %c : memref<32xf32> to memref<32xf32>
  memref.copy %b, %x : memref<64xf32> to memref<64xf32>
  memref.dealloc %b : memref<64xf32>
  memref.dealloc %a : memref<32xf32>
  memref.dealloc %c : memref<32xf32>
  memref.copy %x, %out : memref<64xf32> to memref<64xf32>
  return
}
