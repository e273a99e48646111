// FLAGS: --transform-interpreter
// FLAGS: --transform-interpreter --canonicalize

// Bounds of minima.
module attributes {transform.with_named_sequence} {
  func.func @f(%lb: index, %ub: index, %step: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c10 = arith.constant 10 : index
    scf.for %i = %lb to %ub step %step {
      %d = affine.min affine_map<(d0)[s0,s1] -> (s1, -d0 + s0)>(%i)[%ub, %step]
      %e = tensor.empty(%d) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.empty"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.tensor.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%lb: index, %ub: index, %step: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c10 = arith.constant 10 : index
    scf.for %i = %lb to %ub step %step {
      %d = affine.min affine_map<(d0)[s0,s1] -> (-d0 + s0, s1)>(%i)[%ub, %n]
      %e = tensor.empty(%d) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.empty"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.tensor.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%lb: index, %ub: index, %step: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c10 = arith.constant 10 : index
    scf.for %i = %lb to %ub step %step {
      %d = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 4)>(%i)[%ub]
      %e = tensor.empty(%d) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.empty"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.tensor.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%lb: index, %ub: index, %step: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c10 = arith.constant 10 : index
    scf.for %i = %c0 to %c10 step %c3 {
      %d = affine.min affine_map<(d0)[s0] -> (-d0 + 10, 4)>(%i)[%ub]
      %e = tensor.empty(%d) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.empty"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.tensor.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%lb: index, %ub: index, %step: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c10 = arith.constant 10 : index
    scf.for %i = %c0 to %c10 step %c3 {
      %d = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 4)>(%i)[%ub]
      %e = tensor.empty(%d) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.empty"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.tensor.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%lb: index, %ub: index, %step: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c10 = arith.constant 10 : index
    scf.for %i = %c0 to %c10 step %c3 {
      %d = affine.min affine_map<(d0)[s0] -> (-d0 + s0, s0)>(%i)[%ub]
      %e = tensor.empty(%d) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.empty"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.tensor.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%lb: index, %ub: index, %step: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c10 = arith.constant 10 : index
    scf.for %i = %lb to %ub step %step {
      %x = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 8)>(%i)[%ub]
 %d = affine.apply affine_map<(d0) -> (d0 * 2)>(%x)
      %e = tensor.empty(%d) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.empty"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.tensor.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Sums and differences.
module attributes {transform.with_named_sequence} {
  func.func @f(%lb: index, %ub: index, %step: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c10 = arith.constant 10 : index
    scf.for %i = %lb to %ub step %step {
      %d = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%i)[%n]
      %e = tensor.empty(%d) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.empty"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.tensor.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%lb: index, %ub: index, %step: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c10 = arith.constant 10 : index
    scf.for %i = %lb to %ub step %step {
      %d = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %e = tensor.empty(%d) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.empty"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.tensor.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%lb: index, %ub: index, %step: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c10 = arith.constant 10 : index
    scf.for %i = %c0 to %c10 step %c3 {
      %d = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %e = tensor.empty(%d) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.empty"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.tensor.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%lb: index, %ub: index, %step: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c10 = arith.constant 10 : index
    scf.for %i = %c0 to %c10 step %c3 {
      %d = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%i)[%n]
      %e = tensor.empty(%d) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.empty"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.tensor.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%lb: index, %ub: index, %step: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c10 = arith.constant 10 : index
    scf.for %i = %c0 to %c10 step %c3 {
      %d = arith.addi %i, %n : index
      %e = tensor.empty(%d) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.empty"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.tensor.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%lb: index, %ub: index, %step: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c10 = arith.constant 10 : index
    scf.for %i = %c0 to %c10 step %c3 {
      %d = arith.subi %n, %i : index
      %e = tensor.empty(%d) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.empty"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.tensor.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%lb: index, %ub: index, %step: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c10 = arith.constant 10 : index
    scf.for %i = %c0 to %c10 step %c3 {
      %d = arith.muli %c3, %i : index
      %e = tensor.empty(%d) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.empty"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.tensor.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%lb: index, %ub: index, %step: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c10 = arith.constant 10 : index
    scf.for %k = %lb to %ub step %step {
    scf.for %i = %c0 to %c10 step %c3 {
      %d = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %k)
      %e = tensor.empty(%d) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.empty"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.tensor.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Several sizes.
module attributes {transform.with_named_sequence} {
  func.func @g(%t: tensor<5x6xf32>, %f: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c10 = arith.constant 10 : index
    scf.for %i = %c0 to %c10 step %c1 {
      scf.for %j = %c0 to %c10 step %c1 {
        %s = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%i)[%j]
        %e = tensor.empty(%s, %j) : tensor<?x?xf32>
        %p = tensor.pad %t low[%i, 0] high[%j, 5] { 
        ^bb0(%a: index, %b: index):
          tensor.yield %f : f32
        } : tensor<5x6xf32> to tensor<?x11xf32>
        "test.use"(%e, %p) : (tensor<?x?xf32>, tensor<?x11xf32>) -> ()
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.empty"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.tensor.make_loop_independent %0 {num_loops = <<1|2>>} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
