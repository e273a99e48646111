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

// -----

#in = affine_map<(i, j, k) -> (i, k)>
#filter = affine_map<(i, j, k) -> (k, j)>
#sum = affine_map<(i, j, k) -> (i, j)>
#id = affine_map<(i, j) -> (i, j)>

// The sums are made in the padded buffer, and the op that needs them after the copy, and changes them when the padded buffer is not read
// any more, has them there.
// CHECK-LABEL: func.func @padded(
// CHECK:         %[[PADDED:.*]] = memref.alloc() : memref<10x8xf32>
// CHECK:         %[[INSIDE:.*]] = memref.subview %[[PADDED]][1, 0] [8, 8] [1, 1]
// CHECK-NEXT:    linalg.fill ins(%{{.*}}) outs(%[[INSIDE]] :
// CHECK-NEXT:    linalg.generic {{.*}} outs(%[[INSIDE]] :
// CHECK-NOT:     memref.copy
// CHECK:         linalg.generic {{.*}} ins(%[[PADDED]] :
// CHECK:         linalg.generic {{.*}} outs(%[[INSIDE]] :
// CHECK:         linalg.generic {{.*}} ins(%[[INSIDE]] :
// CHECK:         memref.dealloc %[[PADDED]]
// CHECK-NOT:     memref.dealloc
// CHECK:         return
func.func @padded(%x: memref<8x4xf32>, %w: memref<4x8xf32>, %y: memref<10x8xf64>, %out: memref<8x8xf64>)
    attributes {strata.num_inputs = 2 : i64} {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<8x8xf32>
  linalg.fill ins(%zero : f32) outs(%t : memref<8x8xf32>)
  linalg.generic {indexing_maps = [#in, #filter, #sum], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : memref<8x4xf32>, memref<4x8xf32>) outs(%t : memref<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  }
  %padded = memref.alloc() : memref<10x8xf32>
  %above = memref.subview %padded[0, 0] [1, 8] [1, 1] : memref<10x8xf32> to memref<1x8xf32, strided<[8, 1]>>
  linalg.fill ins(%zero : f32) outs(%above : memref<1x8xf32, strided<[8, 1]>>)
  %below = memref.subview %padded[9, 0] [1, 8] [1, 1] : memref<10x8xf32> to memref<1x8xf32, strided<[8, 1], offset: 72>>
  linalg.fill ins(%zero : f32) outs(%below : memref<1x8xf32, strided<[8, 1], offset: 72>>)
  %inside = memref.subview %padded[1, 0] [8, 8] [1, 1] : memref<10x8xf32> to memref<8x8xf32, strided<[8, 1], offset: 8>>
  memref.copy %t, %inside : memref<8x8xf32> to memref<8x8xf32, strided<[8, 1], offset: 8>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%padded : memref<10x8xf32>) outs(%y : memref<10x8xf64>) {
  ^bb0(%a: f32, %o: f64):
    %n = arith.extf %a : f32 to f64
    linalg.yield %n : f64
  }
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%t : memref<8x8xf32>) {
  ^bb0(%o: f32):
    %n = arith.addf %o, %o : f32
    linalg.yield %n : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t : memref<8x8xf32>) outs(%out : memref<8x8xf64>) {
  ^bb0(%a: f32, %o: f64):
    %n = arith.extf %a : f32 to f64
    linalg.yield %n : f64
  }
  memref.dealloc %t : memref<8x8xf32>
  memref.dealloc %padded : memref<10x8xf32>
  return
}

// -----

#id = affine_map<(i) -> (i)>

// The source is changed before the other buffer is read.
// CHECK-LABEL: func.func @changed_too_early(
// CHECK:         %[[T:.*]] = memref.alloc() : memref<64xf32>
// CHECK:         memref.copy %[[T]], %{{.*}}
func.func @changed_too_early(%x: memref<64xf32>, %y: memref<66xf64>, %out: memref<64xf64>) attributes {strata.num_inputs = 1 : i64} {
  %t = memref.alloc() : memref<64xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<64xf32>) outs(%t : memref<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = math.absf %a : f32
    linalg.yield %n : f32
  }
  %padded = memref.alloc() : memref<66xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%padded : memref<66xf32>)
  %inside = memref.subview %padded[1] [64] [1] : memref<66xf32> to memref<64xf32, strided<[1], offset: 1>>
  memref.copy %t, %inside : memref<64xf32> to memref<64xf32, strided<[1], offset: 1>>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%t : memref<64xf32>) {
  ^bb0(%o: f32):
    %n = arith.addf %o, %o : f32
    linalg.yield %n : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%padded : memref<66xf32>) outs(%y : memref<66xf64>) {
  ^bb0(%a: f32, %o: f64):
    %n = arith.extf %a : f32 to f64
    linalg.yield %n : f64
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%t : memref<64xf32>) outs(%out : memref<64xf64>) {
  ^bb0(%a: f32, %o: f64):
    %n = arith.extf %a : f32 to f64
    linalg.yield %n : f64
  }
  memref.dealloc %t : memref<64xf32>
  memref.dealloc %padded : memref<66xf32>
  return
}

// -----

#id = affine_map<(i) -> (i)>

// The copy is in a result, which the caller reads; the source is changed after it.
// CHECK-LABEL: func.func @result(
// CHECK:         %[[T:.*]] = memref.alloc() : memref<64xf32>
// CHECK:         memref.copy %[[T]], %{{.*}}
func.func @result(%x: memref<64xf32>, %all: memref<66xf32>, %out: memref<64xf64>) attributes {strata.num_inputs = 1 : i64} {
  %t = memref.alloc() : memref<64xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<64xf32>) outs(%t : memref<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = math.absf %a : f32
    linalg.yield %n : f32
  }
  %part = memref.subview %all[1] [64] [1] : memref<66xf32> to memref<64xf32, strided<[1], offset: 1>>
  memref.copy %t, %part : memref<64xf32> to memref<64xf32, strided<[1], offset: 1>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<64xf32>) outs(%t : memref<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = arith.addf %a, %o : f32
    linalg.yield %n : f32
  }
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%t, %x : memref<64xf32>, memref<64xf32>) outs(%out : memref<64xf64>) {
  ^bb0(%a: f32, %b: f32, %o: f64):
    %n = arith.extf %a : f32 to f64
    linalg.yield %n : f64
  }
  memref.dealloc %t : memref<64xf32>
  return
}

// -----

#id = affine_map<(i) -> (i)>

// The buffer that would live longer is twice as large.
// CHECK-LABEL: func.func @much_larger(
// CHECK:         %[[T:.*]] = memref.alloc() : memref<64xf32>
// CHECK:         memref.copy %[[T]], %{{.*}}
func.func @much_larger(%x: memref<64xf32>, %y: memref<128xf64>, %out: memref<64xf64>) attributes {strata.num_inputs = 1 : i64} {
  %t = memref.alloc() : memref<64xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<64xf32>) outs(%t : memref<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = math.absf %a : f32
    linalg.yield %n : f32
  }
  %both = memref.alloc() : memref<128xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%both : memref<128xf32>)
  %half = memref.subview %both[64] [64] [1] : memref<128xf32> to memref<64xf32, strided<[1], offset: 64>>
  memref.copy %t, %half : memref<64xf32> to memref<64xf32, strided<[1], offset: 64>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%both : memref<128xf32>) outs(%y : memref<128xf64>) {
  ^bb0(%a: f32, %o: f64):
    %n = arith.extf %a : f32 to f64
    linalg.yield %n : f64
  }
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%t, %x : memref<64xf32>, memref<64xf32>) outs(%out : memref<64xf64>) {
  ^bb0(%a: f32, %b: f32, %o: f64):
    %n = arith.extf %a : f32 to f64
    linalg.yield %n : f64
  }
  memref.dealloc %t : memref<64xf32>
  memref.dealloc %both : memref<128xf32>
  return
}

// -----

// The row of an iteration is computed where it belongs.
// CHECK-LABEL: func @rows
// CHECK: scf.for %[[I:.*]] =
// CHECK-NOT: memref.alloc
// CHECK: %[[ROW:.*]] = memref.subview %{{.*}}[%[[I]], 0] [1, 64] [1, 1]
// CHECK: linalg.generic {{.*}} outs(%[[ROW]] :
// CHECK-NOT: memref.copy
func.func @rows(%x: memref<64xf32>, %out: memref<8x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %t = memref.alloc() : memref<64xf32>
    linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : memref<64xf32>) outs(%t : memref<64xf32>) {
    ^bb0(%in: f32, %o: f32):
      %n = arith.negf %in : f32
      linalg.yield %n : f32
    }
    %row = memref.subview %out[%i, 0] [1, 64] [1, 1] : memref<8x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    memref.copy %t, %row : memref<64xf32> to memref<64xf32, strided<[1], offset: ?>>
    memref.dealloc %t : memref<64xf32>
  }
  return
}

// Its place is known only after it: the copy stays. So does one to a row that may be another one which is read meanwhile.
// CHECK-LABEL: func @late
// CHECK: linalg.generic
// CHECK: memref.load
// CHECK: memref.copy
func.func @late(%x: memref<64xf32>, %at: memref<index>, %out: memref<8x64xf32>) {
  %t = memref.alloc() : memref<64xf32>
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : memref<64xf32>) outs(%t : memref<64xf32>) {
  ^bb0(%in: f32, %o: f32):
    %n = arith.negf %in : f32
    linalg.yield %n : f32
  }
  %i = memref.load %at[] : memref<index>
  %row = memref.subview %out[%i, 0] [1, 64] [1, 1] : memref<8x64xf32> to memref<64xf32, strided<[1], offset: ?>>
  memref.copy %t, %row : memref<64xf32> to memref<64xf32, strided<[1], offset: ?>>
  memref.dealloc %t : memref<64xf32>
  return
}
// CHECK-LABEL: func @read
// CHECK: memref.copy
func.func @read(%i: index, %j: index, %out: memref<8x64xf32>) {
  %t = memref.alloc() : memref<64xf32>
  %other = memref.subview %out[%j, 0] [1, 64] [1, 1] : memref<8x64xf32> to memref<64xf32, strided<[1], offset: ?>>
  linalg.generic {indexing_maps = [affine_map<(i) -> (63 - i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%other : memref<64xf32, strided<[1], offset: ?>>) outs(%t : memref<64xf32>) {
  ^bb0(%in: f32, %o: f32):
    %n = arith.negf %in : f32
    linalg.yield %n : f32
  }
  %row = memref.subview %out[%i, 0] [1, 64] [1, 1] : memref<8x64xf32> to memref<64xf32, strided<[1], offset: ?>>
  memref.copy %t, %row : memref<64xf32> to memref<64xf32, strided<[1], offset: ?>>
  memref.dealloc %t : memref<64xf32>
  return
}
