// FLAGS: --transform-interpreter

// Numbers of threads and exchanges.
gpu.module @k {
  gpu.func @f(%i: i64, %d: f64, %f: f32, %h: i16, %m: memref<4xi64>, %n: memref<f64>, %q: memref<index>, %b: memref<i1>, %o: i32) kernel {
    %0 = gpu.global_id <<a:x|y|z>>
    %1 = gpu.global_id <<a>> <<u:|upper_bound 64>>
    memref.store %0, %q[] : memref<index>
    memref.store %1, %q[] : memref<index>
    %w = arith.constant 32 : i32
    %2, %p = gpu.shuffle <<s:xor|up|idx>> %d, %o, %w : f64
    memref.store %2, %n[] : memref<f64>
    %3, %r = gpu.shuffle <<s>> %i, %o, %w : i64
    memref.store %r, %b[] : memref<i1>
    memref.store %p, %b[] : memref<i1>
    %c = arith.index_cast %0 : index to i64
    %4 = arith.addi %3, %c : i64
    %z = arith.constant 0 : index
    memref.store %4, %m[%z] : memref<4xi64>
    %5, %x = gpu.shuffle <<s>> %f, %o, %w : f32
    memref.store %x, %b[] : memref<i1>
    gpu.return
  }
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["<<t:gpu.func|gpu.module>>"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.gpu.gpu_rewrite_patterns
    } : !transform.any_op
    transform.yield
  }
}

// -----

// A reduction over a block.
gpu.module @k {
  gpu.func @f(%a: <<t:f32|i32|f16|f64>>, %m: memref<<<t>>>, %n: memref<<<t>>>) kernel {
    %0 = gpu.all_reduce <<o:|add|mul>> %a <<u:uniform|>> {<<r:|^bb(%x: <<t>>, %y: <<t>>): gpu.yield %y : <<t>>>>} : (<<t>>) -> <<t>>
    memref.store %0, %m[] : memref<<<t>>>
    gpu.return
  }
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["<<k:gpu.module|gpu.func>>"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.gpu.gpu_rewrite_patterns
    } : !transform.any_op
    transform.yield
  }
}

// -----

// All operations, and several reductions, with shared memory beside theirs.
gpu.module @k {
  gpu.func @f(%a: <<t:f32|i32>>, %m: memref<<<t>>>, %c: i1) workgroup(%s: memref<4xf32, #gpu.address_space<workgroup>>) private(%p: memref<1xf32, #gpu.address_space<private>>) kernel {
    %0 = gpu.all_reduce <<o:add|mul|minui|minsi|minnumf|maxui|maxsi|maxnumf|and|or|xor|minimumf|maximumf>> %a uniform {} : (<<t>>) -> <<t>>
    memref.store %0, %m[] : memref<<<t>>>
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    %1 = gpu.all_reduce <<o>> %0 uniform {} : (<<t>>) -> <<t>>
    memref.store %1, %m[] : memref<<<t>>>
    cf.br ^bb2
  ^bb2:
    gpu.return
  }
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["gpu.module"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.gpu.gpu_rewrite_patterns
    } : !transform.any_op
    transform.yield
  }
}

// -----

// DIFFERS: mlir-opt merges more of the blocks that only branch to another one.
gpu.module @k {
  gpu.func @f(%a: i32, %m: memref<i32>) kernel {
    %0 = gpu.all_reduce %a uniform {
    ^bb0(%x: i32, %y: i32):
      %c = arith.cmpi slt, %x, %y : i32
      cf.cond_br %c, ^bb1(%x : i32), ^bb2
    ^bb1(%u: i32):
      %v = arith.addi %u, %y : i32
      gpu.yield %v : i32
    ^bb2:
      gpu.yield %y : i32
    } : (i32) -> i32
    memref.store %0, %m[] : memref<i32>
    %1 = gpu.all_reduce add %a uniform {} : (i32) -> i32
    memref.store %1, %m[] : memref<i32>
    gpu.return
  }
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["gpu.module"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.gpu.gpu_rewrite_patterns
    } : !transform.any_op
    transform.yield
  }
}

// -----

// Nothing changes if not all threads come to a reduction.
gpu.module @k {
  gpu.func @f(%a: i32, %m: memref<i32>) kernel {
    %0 = gpu.all_reduce %a uniform {
    ^bb0(%x: i32, %y: i32):
      %c = arith.cmpi slt, %x, %y : i32
      cf.cond_br %c, ^bb1(%x : i32), ^bb2
    ^bb1(%u: i32):
      %v = arith.addi %u, %y : i32
      gpu.yield %v : i32
    ^bb2:
      gpu.yield %y : i32
    } : (i32) -> i32
    memref.store %0, %m[] : memref<i32>
    %1 = gpu.all_reduce add %a  {} : (i32) -> i32
    memref.store %1, %m[] : memref<i32>
    gpu.return
  }
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["gpu.module"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.gpu.gpu_rewrite_patterns
    } : !transform.any_op
    transform.yield
  }
}

// -----

// Blocks that are the same, and their arguments.
func.func @blocks(%c: i1, %x: vector<4x8xf32>) -> vector<8x4xf32> {
  cf.cond_br %c, ^bb1(%x : vector<4x8xf32>), ^bb2(%x : vector<4x8xf32>)
^bb1(%a: vector<4x8xf32>):
  cf.br ^bb3(%a : vector<4x8xf32>)
^bb2(%b: vector<4x8xf32>):
  cf.br ^bb3(%b : vector<4x8xf32>)
^bb3(%d: vector<4x8xf32>):
  %0 = vector.transpose %d, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
  return %0 : vector<8x4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.gpu.gpu_rewrite_patterns
    } : !transform.any_op
    transform.yield
  }
}
