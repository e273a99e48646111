// Updates of single elements: an instruction each, or tried until nothing came between.
func.func @main(%x: tensor<8xf32>, %n: tensor<8xi32>, %h: tensor<8xf16>) -> (tensor<4xf32>, tensor<8xi32>, tensor<2xf16>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %half = arith.constant 1.0 : f16
  %start = arith.constant 77 : i32
  %floats = memref.alloc() : memref<4xf32>
  %ints = memref.alloc() : memref<8xi32>
  %halves = memref.alloc() : memref<2xf16>
  %olds = memref.alloc() : memref<4xf32>
  linalg.fill ins(%one : f32) outs(%floats : memref<4xf32>)
  linalg.fill ins(%start : i32) outs(%ints : memref<8xi32>)
  linalg.fill ins(%half : f16) outs(%halves : memref<2xf16>)
  linalg.fill ins(%zero : f32) outs(%olds : memref<4xf32>)
  scf.for %i = %c0 to %c8 step %c1 {
    %v = tensor.extract %x[%i] : tensor<8xf32>
    %k = tensor.extract %n[%i] : tensor<8xi32>
    %s = tensor.extract %h[%i] : tensor<8xf16>
    %o0 = memref.atomic_rmw addf %v, %floats[%c0] : (f32, memref<4xf32>) -> f32
    %o1 = memref.atomic_rmw mulf %v, %floats[%c1] : (f32, memref<4xf32>) -> f32
    %o2 = memref.atomic_rmw maximumf %v, %floats[%c2] : (f32, memref<4xf32>) -> f32
    %o3 = memref.atomic_rmw minnumf %v, %floats[%c3] : (f32, memref<4xf32>) -> f32
    memref.store %o0, %olds[%c0] : memref<4xf32>
    memref.store %o1, %olds[%c1] : memref<4xf32>
    memref.store %o2, %olds[%c2] : memref<4xf32>
    memref.store %o3, %olds[%c3] : memref<4xf32>
    %p0 = memref.atomic_rmw addi %k, %ints[%i] : (i32, memref<8xi32>) -> i32
    %p1 = memref.atomic_rmw maxs %k, %ints[%c1] : (i32, memref<8xi32>) -> i32
    %p2 = memref.atomic_rmw minu %k, %ints[%c2] : (i32, memref<8xi32>) -> i32
    %p3 = memref.atomic_rmw xori %k, %ints[%c3] : (i32, memref<8xi32>) -> i32
    %p4 = memref.atomic_rmw muli %p3, %ints[%i] : (i32, memref<8xi32>) -> i32
    %q0 = memref.atomic_rmw addf %s, %halves[%c0] : (f16, memref<2xf16>) -> f16
    %q1 = memref.atomic_rmw assign %s, %halves[%c1] : (f16, memref<2xf16>) -> f16
    %r = memref.generic_atomic_rmw %floats[%c3] : memref<4xf32> {
    ^bb0(%old: f32):
      %big = arith.cmpf ogt, %old, %v : f32
      %sum = arith.addf %old, %v : f32
      %new = arith.select %big, %sum, %old : f32
      memref.atomic_yield %new : f32
    }
  }
  %e_a = tensor.empty() : tensor<4xf32>
  %r_a = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %e_a) -> (tensor<4xf32>) {
    %v = memref.load %floats[%i] : memref<4xf32>
    %u = tensor.insert %v into %t[%i] : tensor<4xf32>
    scf.yield %u : tensor<4xf32>
  }
  %e_b = tensor.empty() : tensor<8xi32>
  %r_b = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %e_b) -> (tensor<8xi32>) {
    %v = memref.load %ints[%i] : memref<8xi32>
    %u = tensor.insert %v into %t[%i] : tensor<8xi32>
    scf.yield %u : tensor<8xi32>
  }
  %e_c = tensor.empty() : tensor<2xf16>
  %r_c = scf.for %i = %c0 to %c2 step %c1 iter_args(%t = %e_c) -> (tensor<2xf16>) {
    %v = memref.load %halves[%i] : memref<2xf16>
    %u = tensor.insert %v into %t[%i] : tensor<2xf16>
    scf.yield %u : tensor<2xf16>
  }
  %e_d = tensor.empty() : tensor<4xf32>
  %r_d = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %e_d) -> (tensor<4xf32>) {
    %v = memref.load %olds[%i] : memref<4xf32>
    %u = tensor.insert %v into %t[%i] : tensor<4xf32>
    scf.yield %u : tensor<4xf32>
  }
  return %r_a, %r_b, %r_c, %r_d : tensor<4xf32>, tensor<8xi32>, tensor<2xf16>, tensor<4xf32>
}
