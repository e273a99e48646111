// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule

module attributes {transform.with_named_sequence} {
  func.func @stack(%n: index, %x: f32, %p: i1) -> f32 {
    %c0 = arith.constant 0 : index
    %m = memref.alloc() : memref<4xf32>
    %d = memref.alloc(%n) : memref<?xf32>
    %big = memref.alloc() {alignment = 64 : i64} : memref<1024xf32>
    %e = memref.alloc() : memref<8xf32>
    memref.store %x, %m[%c0] : memref<4xf32>
    memref.store %x, %d[%c0] : memref<?xf32>
    memref.store %x, %big[%c0] : memref<1024xf32>
    memref.store %x, %e[%c0] : memref<8xf32>
    %v = memref.load %m[%c0] : memref<4xf32>
    memref.dealloc %m : memref<4xf32>
    memref.dealloc %big : memref<1024xf32>
    memref.dealloc %d : memref<?xf32>
    scf.if %p {
      memref.dealloc %e : memref<8xf32>
    }
    return %v : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    <<op:transform.apply_patterns to %f { transform.apply_patterns.memref.alloc_to_alloca } : !transform.any_op|transform.apply_patterns to %f { transform.apply_patterns.memref.alloc_to_alloca size_limit(32) } : !transform.any_op|transform.apply_patterns to %f { transform.apply_patterns.memref.alloc_to_alloca size_limit(15) } : !transform.any_op|transform.memref.erase_dead_alloc_and_stores %f : (!transform.any_op) -> ()>>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @only_written(%x: f32, %n: index) {
    %c0 = arith.constant 0 : index
    %w = vector.broadcast %x : f32 to vector<4xf32>
    %a = memref.<<alloc|alloca>>() : memref<4xf32>
    %s = memref.subview %a[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
    %t = memref.subview %s[0] [1] [1] : memref<2xf32, strided<[1], offset: 1>> to memref<1xf32, strided<[1], offset: 1>>
    memref.store %x, %t[%c0] : memref<1xf32, strided<[1], offset: 1>>
    %b = memref.alloc() : memref<4xf32>
    vector.transfer_write %w, %b[%c0] : vector<4xf32>, memref<4xf32>
    <<op:vector.store %w, %b[%c0] : memref<4xf32>, vector<4xf32>|%l = memref.load %b[%c0] : memref<4xf32>|memref.dealloc %b : memref<4xf32> >>
    %k = memref.alloc() : memref<4xf32>
    memref.copy %k, <<%b|%a>> : memref<4xf32> to memref<4xf32>
    %d = memref.alloc() : memref<4x4xf32>
    %e = memref.collapse_shape %d [[0, 1]] : memref<4x4xf32> into memref<16xf32>
    memref.store %x, %e[%c0] : memref<16xf32>
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.memref.erase_dead_alloc_and_stores %f : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @global(%x: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %m = memref.alloca() {alignment = 64 : i64} : memref<4xf32>
    %b = memref.alloca() : memref<1024xf32, 3>
    memref.store %x, %b[%c0] : memref<1024xf32, 3>
    %v = memref.load %m[%c0] : memref<4xf32>
    return %v : f32
  }
  func.func private @<<alloca|other>>()
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["memref.alloca"]} in %root : (!transform.any_op) -> !transform.op<"memref.alloca">
    %a, %b = transform.memref.alloca_to_global %f : (!transform.op<"memref.alloca">) -> (!transform.any_op, !transform.any_op)
    transform.annotate %a "get" : !transform.any_op
    transform.annotate %b "global" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @views(%m: memref<8x8xf32>, %i: index, %j: index, %n: index) -> f32 {
    %s = memref.subview %m[%i, 2] [4, <<n:3|2|1>>] [1, 2] : memref<8x8xf32> to memref<4x<<n>>xf32, strided<[8, 2], offset: ?>>
    %v = memref.load %s[%j, %i] : memref<4x<<n>>xf32, strided<[8, 2], offset: ?>>
    return %v : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.memref.<<fold_memref_alias_ops|expand_strided_metadata>> } : !transform.any_op
    transform.yield
  }
}
