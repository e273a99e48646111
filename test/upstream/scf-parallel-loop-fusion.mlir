// FLAGS: --scf-parallel-loop-fusion
// FLAGS: --scf-parallel-loop-fusion --canonicalize --cse

// Accesses at the same indices and at others, to buffers that may be the same or not.
func.func @indices(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc(%n, %n) : memref<?x?xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %<<n|c1>>) step (%c1, %c1) {
    %k = arith.addi %i, %c1 : index
    %v = memref.load %<<m|a>>[%<<i|j|k>>, %<<j|i>>] : memref<?x?xf32>
    memref.store %v, %b[%i, %j] : memref<?x?xf32>
  }
  return
}
// -----
// Indices that the same op computes from the induction variables.
func.func @computed(%n: index, %x: f32, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc(%n) : memref<?xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    %k = arith.addi %i, %<<j|c1>> : index
    memref.store %x, %m[%k] : memref<?xf32>
    memref.store %x, %m[%<<k|i>>] : memref<?xf32>
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    %k = arith.<<addi|muli>> %i, %<<j|c1>> : index
    %v = memref.load %m[%k] : memref<?xf32>
    memref.store %v, %m[%k] : memref<?xf32>
  }
  return
}
// -----
// Arguments may be the same memory, allocations and distinct objects are not; views of one buffer are.
func.func @alias(%a: memref<16xf32>, %b: memref<16xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<16xf32>
  %s = memref.alloca() : memref<16xf32>
  %d:2 = memref.distinct_objects %a, %b : memref<16xf32>, memref<16xf32>
  %w = memref.cast %m : memref<16xf32> to memref<?xf32>
  %w2 = memref.cast %w : memref<?xf32> to memref<16xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, <<%a|%m|%d#0>>[%i] : memref<16xf32>
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load <<%a|%b|%m|%s|%d#1|%d#0|%w2>>[%i] : memref<16xf32>
    memref.store %v, %s[%i] : memref<16xf32>
  }
  return
}
// -----
// Buffers that conditionals and loops give.
func.func @flow(%a: memref<16xf32>, %c: i1, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<16xf32>
  %s = memref.alloc() : memref<16xf32>
  %z = memref.alloc() : memref<16xf32>
  %f = scf.if %c -> memref<16xf32> {
    scf.yield <<%s|%a|%m>> : memref<16xf32>
  } else {
    scf.yield %s : memref<16xf32>
  }
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%p = %s) -> memref<16xf32> {
    scf.yield <<%p|%f|%z>> : memref<16xf32>
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %m[%i] : memref<16xf32>
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load <<%f|%l>>[%i] : memref<16xf32>
    memref.store %v, %z[%i] : memref<16xf32>
  }
  return
}
// -----
// What stands between the loops, and what is in them.
func.func @between(%a: memref<?xf32>, %b: memref<?xf32>, %n: index, %x: f32, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc(%n) : memref<?xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  <<between:%y = arith.addf %x, %x : f32|memref.store %x, %a[%c0] : memref<?xf32>|memref.dealloc %b : memref<?xf32>|scf.if %c { }>>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load %m[%i] : memref<?xf32>
    %q = arith.addf %v, %x : f32
  }
  scf.parallel (%i) = (%c0) to (%n) step (%<<c1|n>>) {
    scf.if %c {
      <<inside:%v = memref.load %m[%i] : memref<?xf32>|scf.parallel (%j) = (%c0) to (%n) step (%c1) { }>>
    }
  }
  return
}
// -----
// Reductions, whose results are used between the loops or behind them.
func.func @reductions(%a: memref<?xf32>, %n: index, %x: f32, %y: i32) -> (f32, f32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
    %v = memref.load %a[%i] : memref<?xf32>
    scf.reduce(%v : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      scf.reduce.return %s : f32
    }
  }
  %z = arith.addf <<%r|%x>>, %x : f32
  %r2:2 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%<<x|z>>, %y) -> (f32, i32) {
    %v = memref.load %a[%i] : memref<?xf32>
    scf.reduce(<<%v|%x>>, %y : f32, i32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.mulf %p, %q : f32
      scf.reduce.return %s : f32
    }, {
    ^bb0(%p: i32, %q: i32):
      scf.reduce.return %p : i32
    }
  }
  return %<<r|x>>, %r2#0, %r2#1 : f32, f32, i32
}
// -----
// Four loops in a row, inside of a loop, and another in another block.
func.func @chain(%n: index, %k: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc(%n) : memref<?xf32>
  scf.for %t = %c0 to %k step %c1 {
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      memref.store %x, %m[%i] : memref<?xf32>
    }
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      %v = memref.load %m[%i] : memref<?xf32>
      memref.store %v, %m[%i] : memref<?xf32>
    }
    scf.parallel (%i) = (%c0) to (<<%n|%k>>) step (%c1) {
      %local = memref.alloca() : memref<f32>
      %v = memref.load <<which:%m[%i] : memref<?xf32>|%local[] : memref<f32>|%m[%c0] : memref<?xf32> >>
      memref.store %v, %local[] : memref<f32>
    }
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      %v = memref.load %m[%i] : memref<?xf32>
    }
  }
  return
}
// -----
// DIFFERS: mlir-opt lets the second loop overwrite elements before the first one does
func.func @writes(%a: memref<?xf32>, %n: index, %x: f32, %y: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %a[%i] : memref<?xf32>
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %k = arith.addi %i, %c1 : index
    memref.store %y, %a[%k] : memref<?xf32>
  }
  return
}
// -----
// DIFFERS: mlir-opt does not see that a vector is stored in elements that other iterations load
func.func @vectors(%a: memref<?xf32>, %b: memref<?xf32>, %n: index, %x: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    vector.store %x, %a[%i] : memref<?xf32>, vector<4xf32>
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load %a[%i] : memref<?xf32>
    memref.store %v, %b[%i] : memref<?xf32>
  }
  return
}
