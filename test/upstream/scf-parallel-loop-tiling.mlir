// FLAGS: --scf-parallel-loop-tiling
// FLAGS: --scf-parallel-loop-tiling=parallel-loop-tile-sizes=4
// FLAGS: --scf-parallel-loop-tiling='parallel-loop-tile-sizes=4,3,5'
// FLAGS: --scf-parallel-loop-tiling='parallel-loop-tile-sizes=1,2 no-min-max-bounds'
// FLAGS: --scf-parallel-loop-tiling='parallel-loop-tile-sizes=4,4 no-min-max-bounds=true'
// FLAGS: --scf-parallel-loop-tiling=parallel-loop-tile-sizes=8,8 --canonicalize --cse

// Bounds that are known, as multiples of the tile or not, and bounds that are not.
func.func @bounds(%m: memref<?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c10 = arith.constant 10 : index
  scf.parallel (%i, %j) = (%c0, %c<<0|2|10>>) to (%<<n|c8|c10|c0>>, %<<c8|c10>>) step (%c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  return
}
// -----
// Steps, where tiles are not full.
func.func @steps(%m: memref<?xf32>, %n: index, %s: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c24 = arith.constant 24 : index
  %c36 = arith.constant 36 : index
  scf.parallel (%i) = (%c0) to (%<<c24|c36>>) step (%<<c3|c1>>) {
    memref.store %x, %m[%i] : memref<?xf32>
  } {some.attribute = 1}
  return
}
// -----
// Only innermost loops, in loops and conditionals.
func.func @innermost(%m: memref<?x?xf32>, %n: index, %c: i1, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.if %c {
      scf.parallel (%j) = (%c0) to (%<<n|i>>) step (%c1) {
        memref.store %x, %m[%i, %j] : memref<?x?xf32>
      }
    }
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %x, %m[%j, %i] : memref<?x?xf32>
    }
  }
  scf.for %i = %c0 to %n step %c1 {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      %k = arith.addi %j, %i : index
      %l = arith.addi %j, %k : index
      memref.store %x, %m[%l, %k] : memref<?x?xf32>
    }
  }
  return
}
// -----
// Loops with reductions stay.
func.func @reduction(%m: memref<?xf32>, %n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
    %v = memref.load %m[%i] : memref<?xf32>
    scf.reduce(%v : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.<<addf|mulf>> %p, %q : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}
