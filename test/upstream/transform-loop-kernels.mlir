// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule --canonicalize --cse

module attributes {transform.with_named_sequence} {
  func.func @elements(%m: memref<?xf32>, %r: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant <<1|2>> : index
    %c8 = arith.constant <<8|9>> : index
    %z = arith.constant 1.0 : f32
    scf.for %i = %c0 to %c8 step %c1 {
      %k = memref.load %m[%i] : memref<?xf32>
      %l = arith.addf %k, %z : f32
      memref.store %l, %r[%i] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.op<"scf.for">
    %1 = transform.loop.pipeline %0 {iteration_interval = <<1|2>> : i64} : (!transform.op<"scf.for">) -> !transform.any_op
    transform.annotate %1 "kernel" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @vectors(%m: memref<?x4xf32>, %r: memref<?x4xf32>) -> vector<4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 9 : index
    %z = arith.constant dense<1.0> : vector<4xf32>
    %p = arith.constant 0.0 : f32
    %s = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %z) -> (vector<4xf32>) {
      %k = vector.transfer_read %m[%i, %c0], %p {in_bounds = [true]} : memref<?x4xf32>, vector<4xf32>
      %l = arith.addf %k, %a : vector<4xf32>
      %n = arith.mulf %l, %k : vector<4xf32>
      vector.transfer_write %n, %r[%i, %c0] {in_bounds = [true]} : vector<4xf32>, memref<?x4xf32>
      scf.yield %l : vector<4xf32>
    }
    return %s : vector<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.op<"scf.for">
    %1 = transform.loop.pipeline %0 {iteration_interval = <<1|2>> : i64, read_latency = <<3|5>> : i64} : (!transform.op<"scf.for">) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%m: memref<8x16xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %z = arith.constant 0.0 : f32
    scf.for %i = %c0 to %c8 step %c1 {
      %k = arith.muli %i, %n : index
      scf.for %j = %c0 to %n step %c1 {
        memref.store %z, %m[%i, %j] : memref<8x16xf32>
      }
      %s = scf.for %j = %c0 to %n step %c1 iter_args(%a = %z) -> f32 {
        %l = memref.load %m[%i, %j] : memref<8x16xf32>
        %b = arith.addf %a, %l : f32
        scf.yield %b : f32
      }
      memref.store %s, %m[%i, %k] : memref<8x16xf32>
    } {mark}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.for"]} attributes {mark} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll_and_jam %0 {factor = <<2|4|8>>} : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%m: memref<8x8xf32>, %c: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %p = arith.constant 0.0 : f32
    scf.for %i = %c0 to %c8 step %c1 {
      %k = vector.transfer_read %m[%i, %c0], %p {in_bounds = [true]} : memref<8x8xf32>, vector<8xf32>
      %a = vector.transfer_read %c[%c0], %p {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
      %l = arith.addf %k, %a : vector<8xf32>
      vector.transfer_write %l, %c[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.hoist_redundant_vector_transfers %0 <<|{verify_non_zero_trip}>> : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @parts(%m: memref<16x4xf32>, %n: index) {
    %c0 = arith.constant <<0|1>> : index
    %c2 = arith.constant 2 : index
    %a = memref.alloc() : memref<4xf32>
    scf.for %i = %c0 to %n step %c2 {
      %s = memref.subview %m[%i, 0] [1, 4] [1, 1] : memref<16x4xf32> to memref<4xf32, strided<[1], offset: ?>>
      memref.copy %s, %a : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32>
      %t = memref.subview %a[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
      %x = memref.load %t[%c0] : memref<2xf32, strided<[1], offset: 1>>
      memref.store %x, %s[%c0] : memref<4xf32, strided<[1], offset: ?>>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["memref.alloc"]} in %root : (!transform.any_op) -> !transform.op<"memref.alloc">
    %1 = transform.memref.multibuffer %0 {factor = <<2|3>> : i64 <<|, skip_analysis>>} : (!transform.op<"memref.alloc">) -> !transform.any_op
    transform.yield
  }
}
