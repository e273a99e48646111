// FLAGS: --transform-interpreter --canonicalize --cse

// Buffers on the stack.
module attributes {transform.with_named_sequence} {
  func.func @a(%lb: index, %ub: index, %step: index) {
    %c4 = arith.constant 4 : index
    scf.for %i = %lb to %ub step %step {
      %d = affine.min affine_map<(d0)[s0, s1] -> (s1, -d0 + s0)>(%i)[%ub, %step]
      %e = memref.alloca(%d) : memref<?xf32>
      "test.use"(%e) : (memref<?xf32>) -> ()
      scf.yield
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["memref.alloca"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.memref.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// DIFFERS: mlir-opt leaves a view of a view
module attributes {transform.with_named_sequence} {
  func.func @f(%ub: index, %s: memref<4xf32>) {
    %c0 = arith.constant 0 : index
    scf.for %i = %c0 to %ub step %ub {
      %e = memref.alloca(%i) : memref<?xf32>
      %v = memref.subview %e[2] [1] [1] : memref<?xf32> to memref<1xf32, strided<[1], offset: 2>>
      %x = memref.load %v[%c0] : memref<1xf32, strided<[1], offset: 2>>
      memref.store %x, %e[%c0] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["memref.alloca"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.memref.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
