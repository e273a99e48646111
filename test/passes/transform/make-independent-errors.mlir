// RUN: strata-opt %s --transform-interpreter --split-input-file --verify-diagnostics --allow-unregistered-dialect

module attributes {transform.with_named_sequence} {
  func.func @f(%ub: index) {
    %c0 = arith.constant 0 : index
    scf.for %i = %c0 to %ub step %ub {
      // expected-note @below {{target op}}
      %e = tensor.empty(%i) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.empty"]} in %r : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{could not find 1-th enclosing loop}}
    %1 = transform.tensor.make_loop_independent %0 {num_loops = 2} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%ub: index) {
    %c0 = arith.constant 0 : index
    scf.for %i = %c0 to %ub step %ub {
      %e = tensor.empty(%i) : tensor<?xf32>
      // expected-note @below {{target op}}
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["test.use"]} in %r : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{unsupported target op}}
    %1 = transform.tensor.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%ub: index) {
    %c0 = arith.constant 0 : index
    scf.for %i = %c0 to %ub step %ub {
      %e = tensor.empty(%i) : tensor<?xf32>
      // expected-note @below {{target op}}
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["test.use"]} in %r : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{unsupported target op}}
    %1 = transform.memref.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
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
      %d = affine.max affine_map<(d0)[s0] -> (s0, d0)>(%i)[%n]
      // expected-note @below {{target op}}
      %e = tensor.empty(%d) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.empty"]} in %r : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{could not make target op loop-independent}}
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
      %d = "test.x"(%i) : (index) -> index
      // expected-note @below {{target op}}
      %e = tensor.empty(%d) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.empty"]} in %r : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{could not make target op loop-independent}}
    %1 = transform.tensor.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
