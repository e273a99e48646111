// FLAGS: --gpu-map-parallel-loops --convert-parallel-loops-to-gpu
// FLAGS: --gpu-map-parallel-loops=mapping-policy=innermost-first --convert-parallel-loops-to-gpu --canonicalize
// FLAGS: --convert-parallel-loops-to-gpu

func.func @levels(%m: memref<?x?x?xf32>, %n: index, %k: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i, %j) = (<<%c0|%n>>, %c0) to (%k, %n) step (%c4, <<%c4|%k>>) {
    <<%c1 = arith.constant 1|%v = arith.constant 7>> : index
    scf.parallel (%l) = (<<%c0|%k>>) to (<<%n|%k>>) step (%c4) {
      memref.store %x, %m[%i, %j, %l] : memref<?x?x?xf32>
    }
  } {note = "kept"}
  return
}
// -----
func.func @tiles(%m: memref<?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c4) {
    %b = affine.min affine_map<(d0)[s0] -> (<<4, s0 - d0|s0 - d0, 8|s0 - d0, s0>>)>(%i)[%n]
    scf.parallel (%l) = (%c0) to (%b) step (<<%c1|%c4>>) {
      %0 = arith.addi %i, %l : index
      memref.store %x, %m[%0, <<%l|%c0>>] : memref<?x?xf32>
    }
  }
  return
}
// -----
func.func @refused(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %m[%i] : memref<?xf32>
    scf.parallel (%l) = (%c0) to (%n) step (%c1) {
      memref.store %x, %m[%l] : memref<?xf32>
    }
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      scf.parallel (%l, %o) = (%c0, %c0) to (%n, %i) step (%c1, %c1) {
        memref.store %x, %m[%o] : memref<?xf32>
      }
    }
  }
  return
}
// -----
func.func @mapped(%m: memref<?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %l) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    memref.store %x, %m[%i, %l] : memref<?x?xf32>
  } {mapping = [#gpu.loop_dim_map<processor = <<block_x|thread_y|sequential>>, map = (d0) -> (d0 + 1), bound = (d0) -> (d0 * 2)>, #gpu.loop_dim_map<processor = <<thread_x|block_z>>, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
