// FLAGS: --scf-for-loop-canonicalization
// FLAGS: --scf-for-loop-canonicalization --canonicalize --cse

// Minima and maxima of induction variables.
func.func @ranges(%m: memref<?x?xindex>, %lower: index, %n: index, %s: index) {
  %c0 = arith.constant <<0|1>> : index
  %c2 = arith.constant <<2|3|1>> : index
  %c10 = arith.constant <<10|11>> : index
  scf.for %i = %c0 to %<<c10|n>> step %c2 {
    %u = affine.<<min|max>> affine_map<(d0)[s0] -> (<<2|3|d0 + 1>>, 11 - d0)>(%i)[%n]
    %w = affine.max affine_map<(d0) -> (d0 floordiv <<2|3>>, 5)>(%i)
    memref.store %u, %m[%i, %w] : memref<?x?xindex>
  }
  return
}
// -----
// DIFFERS: mlir-opt does not use the lower bound of a loop if the upper bound is not known
func.func @lower_bound(%m: memref<?xindex>, %n: index, %k: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c1 to %k step %c2 {
    %v = affine.min affine_map<(d0)[s0] -> (s0 - d0, s0 + 4)>(%i)[%n]
    memref.store %v, %m[%i] : memref<?xindex>
  }
  return
}
// -----
func.func @parallel(%m: memref<?x?xindex>, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c8, %c8) step (%c4, %<<c1|c4|s>>) {
    %u = affine.min affine_map<(d0) -> (4, 8 - d0)>(%i)
    %v = affine.<<min|max>> affine_map<(d0, d1) -> (d0, d1 + 4)>(%i, %j)
    memref.store %u, %m[%v, %v] : memref<?x?xindex>
  }
  scf.forall (%i) = (0) to (<<8|9>>) step (4) {
    %u = affine.min affine_map<(d0) -> (4, 8 - d0)>(%i)
    memref.store %u, %m[%u, %u] : memref<?x?xindex>
  }
  return
}
// -----
// Sizes of carried tensors.
func.func @sizes(%t: tensor<?x?xf32>, %p: tensor<?x?xf32>, %o: tensor<1x1xf32>, %n: index, %x: f32) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %b = %t) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
    %d = tensor.dim %a, %c0 : tensor<?x?xf32>
    %i0 = tensor.insert_slice %o into %<<a|b>>[%d, 0] [1, 1] [1, 1] : tensor<1x1xf32> into tensor<?x?xf32>
    %q = scf.for %j = %c0 to %d step %c1 iter_args(%e = %i0) -> tensor<?x?xf32> {
      %f = <<w:tensor.insert %x into %e[%d, %j] : tensor<?x?xf32>|tensor.insert_slice %o into %e[%d, %j] [1, 1] [1, 1] : tensor<1x1xf32> into tensor<?x?xf32> >>
      scf.yield %f : tensor<?x?xf32>
    }
    scf.yield %<<q|i0>>, %<<p|b|a>> : tensor<?x?xf32>, tensor<?x?xf32>
  }
  %x0 = tensor.dim %r#0, %c0 : tensor<?x?xf32>
  %x1 = tensor.dim %r#1, %c1 : tensor<?x?xf32>
  return %x0, %x1, %n : index, index, index
}
// -----
func.func @buffers(%t: memref<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> memref<?xf32> {
    %d = memref.dim %a, %c0 : memref<?xf32>
    %e = memref.alloc(%d) : memref<?xf32>
    scf.yield %<<a|e>> : memref<?xf32>
  }
  %x = memref.dim %r, %c0 : memref<?xf32>
  return %x : index
}
