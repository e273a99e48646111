// FLAGS: --scf-for-loop-range-folding
// FLAGS: --scf-for-loop-range-folding --canonicalize --cse

func.func @fold(%l: index, %u: index, %s: index, %k: index, %m: memref<?xf32>, %x: f32) {
  %c4 = arith.constant 4 : index
  scf.for %i = %l to %u step %s {
    %0 = arith.<<addi|muli|subi>> <<%i, %k|%k, %i|%i, %c4>> : index
    %1 = arith.<<muli|addi>> %0, %<<c4|k|i>> : index
    memref.store %x, %m[%1] : memref<?xf32>
  }
  return
}
// -----
// DIFFERS: mlir-opt turns the range around, so that the loop does not run
func.func @negative(%l: index, %u: index, %s: index, %m: memref<?xf32>, %x: f32) {
  %c-4 = arith.constant -4 : index
  scf.for %i = %l to %u step %s {
    %0 = arith.muli %i, %c-4 : index
    memref.store %x, %m[%0] : memref<?xf32>
  }
  return
}
