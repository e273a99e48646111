// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule --canonicalize --cse

module attributes {transform.with_named_sequence} {
  func.func @loop(%m: memref<64xf32>, %x: f32, %n: index) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant <<1|3>> : index
    %c17 = arith.constant <<17|16>> : index
    %r = scf.for %i = %c0 to %c17 step %c1 iter_args(%s = %x) -> (f32) {
      %v = memref.load %m[%i] : memref<64xf32>
      %t = arith.addf %s, %v : f32
      scf.yield %t : f32
    }
    return %r : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %0 {factor = <<2|3|4|20>>} : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @loop(%m: memref<64xf32>, %x: f32, %n: index) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant <<3|4>> : index
    %c17 = arith.constant <<17|22>> : index
    %r = scf.for %i = %c0 to <<%c17|%n>> step %c1 iter_args(%s = %x) -> (f32) {
      %v = memref.load %m[%i] : memref<64xf32>
      %t = arith.addf %s, %v : f32
      scf.yield %t : f32
    }
    return %r : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.op<"scf.for">
    %1, %2 = transform.loop.peel %0 {peel_front = <<true|false>>} : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @nest(%m: memref<?x?xf32>, %x: f32, %n: index, %k: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = <<%c0|%c1>> to %k step %c1 {
        memref.store %x, %m[%i, %j] : memref<?x?xf32>
      }
    } {outer}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.for"]} attributes {outer} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.loop.coalesce %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @forall(%m: memref<?x?xf32>, %x: f32, %n: index) {
    scf.forall (%i, %j) in (<<%n|8>>, 4) {
      memref.store %x, %m[%i, %j] : memref<?x?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.loop.forall_to_parallel %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @once(%m: memref<64xf32>, %x: f32, %b: i1) -> f32 {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant <<4|8>> : index
    %r = scf.for %i = %c0 to %c4 step %c4 iter_args(%s = %x) -> (f32) {
      %v = memref.load %m[%i] : memref<64xf32>
      %t = arith.addf %s, %v : f32
      scf.yield %t : f32
    }
    %q = scf.if %b -> (f32) {
      scf.yield %r : f32
    } else {
      scf.yield %x : f32
    }
    return %q : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.promote_if_one_iteration %0 : !transform.any_op
    %1 = transform.structured.match ops{["scf.if"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.scf.take_assumed_branch %1 <<|take_else_branch>> : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @forall(%m: memref<?x?xf32>, %x: f32, %n: index) {
    scf.forall (%i, %j) in (<<%n|8>>, 4) {
      memref.store %x, %m[%i, %j] : memref<?x?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %2 = transform.loop.forall_to_for %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @siblings(%m: memref<64xf32>, %x: f32, %n: index) -> (f32, f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f32) {
      %v = memref.load %m[%i] : memref<64xf32>
      %t = arith.addf %s, %v : f32
      scf.yield <<%t|%s>> : f32
    } {a}
    %e = math.exp %x : f32
    %q = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f32) {
      %v = memref.load %m[%i] : memref<64xf32>
      %t = arith.mulf %s, %v : f32
      scf.yield %t : f32
    } {b}
    return %r, %q : f32, f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.for"]} attributes {a} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match ops{["scf.for"]} attributes {b} in %root : (!transform.any_op) -> !transform.any_op
    %2 = transform.loop.fuse_sibling <<%0 into %1|%1 into %0>> : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.annotate %2 "fused" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @siblings(%m: tensor<64xf32>, %o: tensor<64xf32>, %n: index) -> (tensor<64xf32>, tensor<64xf32>) {
    %r = scf.forall (%i) in (64) shared_outs(%s = %o) -> (tensor<64xf32>) {
      %v = tensor.extract_slice %m[%i] [1] [1] : tensor<64xf32> to tensor<1xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %v into %s[%i] [1] [1] : tensor<1xf32> into tensor<64xf32>
      }
    } <<a:|{mapping = [#gpu.thread<x>]}>>
    %q = scf.forall (%i) in (64) shared_outs(%s = %m) -> (tensor<64xf32>) {
      %v = tensor.extract_slice %o[%i] [1] [1] : tensor<64xf32> to tensor<1xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %v into %s[%i] [1] [1] : tensor<1xf32> into tensor<64xf32>
      }
    } <<a>>
    return %r, %q : tensor<64xf32>, tensor<64xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %2 = transform.split_handle %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %3 = transform.loop.fuse_sibling <<%1 into %2|%2 into %1>> : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @parallel(%m: memref<?x?xf32>, %x: f32, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.parallel (%i, %j) = (%c0, %c1) to (%n, %n) step (%c1, <<%c1|%n>>) {
      memref.store %x, %m[%i, %j] : memref<?x?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.parallel"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.loop.parallel_for_to_nested_fors %0 : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "outer" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @first() {
    return
  }
  func.func @outlined_from(%m: memref<64xf32>, %x: f32, %n: index) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2.0 : f32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f32) {
      %v = memref.load %m[<<%i|%c1>>] : memref<64xf32>
      %t = arith.addf %s, %v : f32
      %u = arith.addf %t, %c2 : f32
      scf.yield %u : f32
    }
    scf.for %i = %c0 to %n step %c1 {
      memref.store <<%r|%x>>, %m[%i] : memref<64xf32>
    }
    return %r : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.op<"scf.for">
    %1, %2 = transform.split_handle %0 : (!transform.op<"scf.for">) -> (!transform.op<"scf.for">, !transform.op<"scf.for">)
    %f, %c = transform.loop.outline <<%1|%2>> {func_name = "kernel"} : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.op<"func.call">)
    transform.annotate %f "outlined" : !transform.any_op
    transform.annotate %c "call" : !transform.op<"func.call">
    transform.yield
  }
}
