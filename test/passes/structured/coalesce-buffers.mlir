// RUN: strata-opt --coalesce-buffers --split-input-file %s | FileCheck %s
// RUN: strata-opt --coalesce-buffers --split-input-file --validate-passes %s -o /dev/null

#id = affine_map<(i, j) -> (i, j)>
#swap = affine_map<(i, j) -> (j, i)>

// A chain of ops on a buffer ends in the output of the function: all of it happens there.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[A:.*]]: memref<8x8xf32>, %[[B:.*]]: memref<8x8xf32>, %[[OUT:.*]]: memref<8x8xf32>)
// CHECK-NOT:     memref.alloc
// CHECK:         linalg.fill ins(%{{.*}} : f32) outs(%[[OUT]] : memref<8x8xf32>)
// CHECK:         linalg.matmul {{.*}} outs(%[[OUT]] : memref<8x8xf32>)
// CHECK:         linalg.generic {{.*}} ins(%[[OUT]] : memref<8x8xf32>) outs(%[[OUT]] : memref<8x8xf32>)
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @chain(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %out: memref<8x8xf32>) attributes {strata.num_inputs = 2 : i64} {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<8x8xf32>
  linalg.fill ins(%zero : f32) outs(%t : memref<8x8xf32>)
  linalg.matmul ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%t : memref<8x8xf32>)
  %u = memref.alloc() : memref<8x8xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t : memref<8x8xf32>) outs(%u : memref<8x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = math.absf %x : f32
    linalg.yield %y : f32
  }
  memref.copy %u, %out : memref<8x8xf32> to memref<8x8xf32>
  memref.dealloc %t : memref<8x8xf32>
  memref.dealloc %u : memref<8x8xf32>
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#swap = affine_map<(i, j) -> (j, i)>

// A transposed operand is read after other elements were written, and %t is read again later.
// CHECK-LABEL: func.func @stays(
// CHECK:         %[[T:.*]] = memref.alloc()
// CHECK:         %[[U:.*]] = memref.alloc()
// CHECK:         ins(%[[T]] : memref<8x8xf32>) outs(%[[U]] : memref<8x8xf32>)
// CHECK:         ins(%[[U]], %[[T]] : memref<8x8xf32>, memref<8x8xf32>) outs(%{{.*}} : memref<8x8xf32>)
func.func @stays(%a: memref<8x8xf32>, %out: memref<8x8xf32>) attributes {strata.num_inputs = 1 : i64} {
  %t = memref.alloc() : memref<8x8xf32>
  memref.copy %a, %t : memref<8x8xf32> to memref<8x8xf32>
  %u = memref.alloc() : memref<8x8xf32>
  linalg.generic {indexing_maps = [#swap, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t : memref<8x8xf32>) outs(%u : memref<8x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = math.absf %x : f32
    linalg.yield %y : f32
  }
  linalg.generic {indexing_maps = [#swap, #swap, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %t : memref<8x8xf32>, memref<8x8xf32>) outs(%out : memref<8x8xf32>) {
  ^bb0(%x: f32, %z: f32, %o: f32):
    %y = arith.addf %x, %z : f32
    linalg.yield %y : f32
  }
  memref.dealloc %t : memref<8x8xf32>
  memref.dealloc %u : memref<8x8xf32>
  return
}

// -----

// The output is read between, so the result cannot be computed there from the start.
// CHECK-LABEL: func.func @read_between(
// CHECK:         memref.alloc()
// CHECK:         memref.copy
// CHECK:         memref.copy
func.func @read_between(%a: memref<8xf32>, %out: memref<8xf32>) attributes {strata.num_inputs = 1 : i64} {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%out : memref<8xf32>)
  %t = memref.alloc() : memref<8xf32>
  memref.copy %a, %t : memref<8xf32> to memref<8xf32>
  linalg.add ins(%t, %out : memref<8xf32>, memref<8xf32>) outs(%t : memref<8xf32>)
  memref.copy %t, %out : memref<8xf32> to memref<8xf32>
  memref.dealloc %t : memref<8xf32>
  return
}

// -----

// A copy of zeros is zeros.
// CHECK-LABEL: func.func @zeros(
// CHECK-COUNT-2: linalg.fill
// CHECK-NOT:     memref.copy
func.func @zeros(%x: memref<8xf32>, %y: memref<8xf32>) attributes {strata.num_inputs = 0 : i64} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%x : memref<8xf32>)
  memref.copy %x, %y : memref<8xf32> to memref<8xf32>
  return
}

// -----

// The payload loads elements of the buffer that earlier steps would have written.
// CHECK-LABEL: func.func @loaded_in_the_payload(
// CHECK-SAME:    %[[OUT:[a-z0-9]+]]: memref<8xf32>)
// CHECK:         %[[T:.*]] = memref.alloc
// CHECK:         linalg.generic {{.*}} ins(%[[T]] : {{.*}} outs(%[[OUT]] :
// CHECK:         memref.load %[[T]]
func.func @loaded_in_the_payload(%x: memref<8xf32>, %out: memref<8xf32>) attributes {strata.num_inputs = 1 : i64} {
  %c7 = arith.constant 7 : index
  %t = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%t : memref<8xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%t : memref<8xf32>) outs(%out : memref<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = arith.subi %c7, %i : index
    %b = memref.load %t[%j] : memref<8xf32>
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  }
  memref.dealloc %t : memref<8xf32>
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#swap = affine_map<(i, j) -> (j, i)>

// The op also reads the buffer through a view, at other places, so that it writes to the output instead.
// CHECK-LABEL: func.func @view(
// CHECK-SAME:    %{{.*}}: memref<4x4xf32>, %[[OUT:.*]]: memref<4x4xf32>)
// CHECK:         %[[T:.*]] = memref.alloc() : memref<4x4xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[T]], %{{.*}}) outs(%[[OUT]] : memref<4x4xf32>)
// CHECK:         linalg.add ins(%[[OUT]], %[[T]] : memref<4x4xf32>, memref<4x4xf32>) outs(%[[OUT]] : memref<4x4xf32>)
func.func @view(%a: memref<4x4xf32>, %out: memref<4x4xf32>) attributes {strata.num_inputs = 1 : i64} {
  %t = memref.alloc() : memref<4x4xf32>
  memref.copy %a, %t : memref<4x4xf32> to memref<4x4xf32>
  %v = memref.cast %t : memref<4x4xf32> to memref<4x4xf32, strided<[4, 1], offset: 0>>
  %u = memref.alloc() : memref<4x4xf32>
  linalg.generic {indexing_maps = [#id, #swap, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t, %v : memref<4x4xf32>, memref<4x4xf32, strided<[4, 1], offset: 0>>) outs(%u : memref<4x4xf32>) {
  ^bb0(%x: f32, %z: f32, %o: f32):
    %y = arith.addf %x, %z : f32
    linalg.yield %y : f32
  }
  linalg.add ins(%u, %t : memref<4x4xf32>, memref<4x4xf32>) outs(%out : memref<4x4xf32>)
  memref.dealloc %t : memref<4x4xf32>
  memref.dealloc %u : memref<4x4xf32>
  return
}

// -----

// What a payload loads in a loop of its own is read at any time too: %t is not written in place.
// CHECK-LABEL: func.func @loads_in_loops
// CHECK-SAME: (%[[X:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32>)
// CHECK: %[[T:.*]] = memref.alloc()
// CHECK: linalg.exp ins(%[[X]] : memref<8xf32>) outs(%[[T]] : memref<8xf32>)
// CHECK: ins(%[[T]] : memref<8xf32>) outs(%[[OUT]] : memref<8xf32>)
// CHECK-NOT: memref.copy
func.func @loads_in_loops(%x: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%t : memref<8xf32>)
  %u = memref.alloc() : memref<8xf32>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<8xf32>) outs(%u : memref<8xf32>) {
  ^bb0(%in: f32, %o: f32):
    %i = linalg.index 0 : index
    %s = scf.for %k = %c0 to %i step %c1 iter_args(%a = %zero) -> (f32) {
      %v = memref.load %t[%k] : memref<8xf32>
      %b = arith.addf %a, %v : f32
      scf.yield %b : f32
    }
    %r = arith.addf %s, %in : f32
    linalg.yield %r : f32
  }
  memref.copy %u, %out : memref<8xf32> to memref<8xf32>
  memref.dealloc %t : memref<8xf32>
  memref.dealloc %u : memref<8xf32>
  return
}

// -----

#id = affine_map<(i) -> (i)>

// Bisection: both ends are computed from their values before, and overwrite them; the middle, which is used for the last time, would be
// the place of one of them otherwise.
// CHECK-LABEL: func.func @carried(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[LOW:.*]]: memref<8xf32>, %[[HIGH:.*]]: memref<8xf32>)
// CHECK:         %[[MIDDLE:.*]] = memref.alloc()
// CHECK:         ins(%[[X]], %[[MIDDLE]], %[[LOW]], %[[HIGH]] : {{.*}}) outs(%[[LOW]], %[[HIGH]] :
// CHECK-NOT:     memref.copy
// CHECK:         scf.yield
func.func @carried(%x: memref<8xf32>, %low: memref<8xf32>, %high: memref<8xf32>) attributes {strata.num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c9 = arith.constant 9 : i32
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%zero : f32) outs(%low : memref<8xf32>)
  linalg.fill ins(%one : f32) outs(%high : memref<8xf32>)
  %r = scf.while (%i = %c0) : (i32) -> i32 {
    %go = arith.cmpi slt, %i, %c9 : i32
    scf.condition(%go) %i : i32
  } do {
  ^bb0(%i: i32):
    %m = memref.alloc() : memref<8xf32>
    linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
        ins(%low, %high : memref<8xf32>, memref<8xf32>) outs(%m : memref<8xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %s = arith.addf %a, %b : f32
      %h = arith.mulf %s, %half : f32
      linalg.yield %h : f32
    }
    %l = memref.alloc() : memref<8xf32>
    %u = memref.alloc() : memref<8xf32>
    linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id], iterator_types = ["parallel"]}
        ins(%x, %m, %low, %high : memref<8xf32>, memref<8xf32>, memref<8xf32>, memref<8xf32>)
        outs(%l, %u : memref<8xf32>, memref<8xf32>) {
    ^bb0(%v: f32, %n: f32, %a: f32, %b: f32, %o: f32, %p: f32):
      %left = arith.cmpf olt, %v, %n : f32
      %c = arith.select %left, %a, %n : f32
      %d = arith.select %left, %n, %b : f32
      linalg.yield %c, %d : f32, f32
    }
    %next = arith.addi %i, %c1 : i32
    memref.copy %l, %low : memref<8xf32> to memref<8xf32>
    memref.copy %u, %high : memref<8xf32> to memref<8xf32>
    memref.dealloc %m : memref<8xf32>
    memref.dealloc %l : memref<8xf32>
    memref.dealloc %u : memref<8xf32>
    scf.yield %next : i32
  }
  return
}

// -----

// A function that is called accesses its arguments while it runs: what comes after it overwrites them, but nothing overwrites what it still reads.
// CHECK-LABEL: func @calls
// CHECK-SAME: (%[[X:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32>)
// CHECK: %[[A:.*]] = memref.alloc
// CHECK-NOT: memref.alloc
// CHECK: call @read(%[[X]], %[[A]])
// CHECK: linalg.generic {{.*}} ins(%[[A]] : memref<8xf32>) outs(%[[A]] : memref<8xf32>)
// CHECK: call @read(%[[A]], %[[OUT]])
func.func @calls(%x: memref<8xf32>, %out: memref<8xf32>) {
  %a = memref.alloc() : memref<8xf32>
  call @read(%x, %a) : (memref<8xf32>, memref<8xf32>) -> ()
  %b = memref.alloc() : memref<8xf32>
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : memref<8xf32>) outs(%b : memref<8xf32>) {
  ^bb0(%in: f32, %o: f32):
    %n = arith.negf %in : f32
    linalg.yield %n : f32
  }
  call @read(%b, %out) : (memref<8xf32>, memref<8xf32>) -> ()
  memref.dealloc %a : memref<8xf32>
  memref.dealloc %b : memref<8xf32>
  return
}
// CHECK-LABEL: func @read_later
// CHECK-SAME: (%[[X:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32>)
// CHECK: %[[A:.*]] = memref.alloc
// CHECK: linalg.generic {{.*}} ins(%[[A]] : memref<8xf32>) outs(%[[OUT]] : memref<8xf32>)
// CHECK: call @read(%[[A]], %[[OUT]])
func.func @read_later(%x: memref<8xf32>, %out: memref<8xf32>) {
  %a = memref.alloc() : memref<8xf32>
  call @read(%x, %a) : (memref<8xf32>, memref<8xf32>) -> ()
  %b = memref.alloc() : memref<8xf32>
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : memref<8xf32>) outs(%b : memref<8xf32>) {
  ^bb0(%in: f32, %o: f32):
    %n = arith.negf %in : f32
    linalg.yield %n : f32
  }
  call @read(%a, %b) : (memref<8xf32>, memref<8xf32>) -> ()
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  memref.dealloc %a : memref<8xf32>
  memref.dealloc %b : memref<8xf32>
  return
}
func.func private @read(memref<8xf32>, memref<8xf32>)

// -----

#id = affine_map<(i, j) -> (i, j)>

// The input is all of a buffer in another shape.
// CHECK-LABEL: func.func @reshaped(
// CHECK:         %[[T:.*]] = memref.alloc() : memref<4x2x8xf32>
// CHECK-NOT:     memref.alloc
// CHECK:         %[[V:.*]] = memref.collapse_shape %[[T]]
// CHECK:         linalg.generic {{.*}} ins(%[[V]] : memref<8x8xf32>) outs(%[[V]] : memref<8x8xf32>)
// CHECK:         linalg.matmul ins(%[[V]], %{{.*}} : memref<8x8xf32>, memref<8x8xf32>)
// CHECK-NEXT:    memref.dealloc %[[T]]
// CHECK-NEXT:    return
func.func @reshaped(%a: memref<8x4x8xf32>, %b: memref<8x8xf32>, %out: memref<8x8xf32>) attributes {strata.num_inputs = 2 : i64} {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<4x2x8xf32>
  linalg.fill ins(%zero : f32) outs(%t : memref<4x2x8xf32>)
  %v = memref.collapse_shape %t [[0, 1], [2]] : memref<4x2x8xf32> into memref<8x8xf32>
  %u = memref.alloc() : memref<8x8xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v : memref<8x8xf32>) outs(%u : memref<8x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = math.cos %x : f32
    linalg.yield %y : f32
  }
  memref.dealloc %t : memref<4x2x8xf32>
  linalg.fill ins(%zero : f32) outs(%out : memref<8x8xf32>)
  linalg.matmul ins(%u, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%out : memref<8x8xf32>)
  memref.dealloc %u : memref<8x8xf32>
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// The buffer is read again, in its own shape.
// CHECK-LABEL: func.func @reshaped_and_kept(
// CHECK:         %[[U:.*]] = memref.alloc() : memref<8x8xf32>
// CHECK:         outs(%[[U]] : memref<8x8xf32>)
func.func @reshaped_and_kept(%a: memref<4x2x8xf32>, %out: memref<4x2x8xf32>, %sum: memref<8x8xf32>) attributes {strata.num_inputs = 1 : i64} {
  %t = memref.alloc() : memref<4x2x8xf32>
  memref.copy %a, %t : memref<4x2x8xf32> to memref<4x2x8xf32>
  %v = memref.collapse_shape %t [[0, 1], [2]] : memref<4x2x8xf32> into memref<8x8xf32>
  %u = memref.alloc() : memref<8x8xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v : memref<8x8xf32>) outs(%u : memref<8x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = math.cos %x : f32
    linalg.yield %y : f32
  }
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%sum : memref<8x8xf32>)
  linalg.matmul ins(%u, %v : memref<8x8xf32>, memref<8x8xf32>) outs(%sum : memref<8x8xf32>)
  memref.copy %t, %out : memref<4x2x8xf32> to memref<4x2x8xf32>
  memref.dealloc %t : memref<4x2x8xf32>
  memref.dealloc %u : memref<8x8xf32>
  return
}

// -----

#id = affine_map<(i) -> (i)>

// A buffer that a loop carries is filled in front of the loop, when others are not needed any more.
// CHECK-LABEL: func.func @filled_late(
// CHECK:         math.sin
// CHECK:         linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : memref<8xf32>)
// CHECK-NEXT:    scf.for
func.func @filled_late(%a: memref<8xf32>, %out: memref<8xf32>, %n: index) attributes {strata.num_inputs = 1 : i64} {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.alloc() : memref<8xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<8xf32>)
  %t = memref.alloc() : memref<8xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<8xf32>) outs(%t : memref<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = math.cos %x : f32
    linalg.yield %y : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%t : memref<8xf32>) outs(%out : memref<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = math.sin %x : f32
    linalg.yield %y : f32
  }
  memref.dealloc %t : memref<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%out : memref<8xf32>) outs(%s : memref<8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %y = arith.addf %x, %o : f32
      linalg.yield %y : f32
    }
  }
  memref.copy %s, %out : memref<8xf32> to memref<8xf32>
  memref.dealloc %s : memref<8xf32>
  return
}
