// Buffers that grow and shrink, on the stack, seen as others, and moved by transfers that run beside the program.
func.func @main(%x: tensor<12xf32>, %y: tensor<6xi32>) -> (tensor<20xf32>, tensor<5xf32>, tensor<f32>, tensor<3x4xf32>, tensor<12xf32>, tensor<6xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c12 = arith.constant 12 : index
  %c20 = arith.constant 20 : index
  %one = arith.constant 1.0 : f32
  // A buffer that grows keeps its elements, and so does one that shrinks.
  %small = memref.alloc(%c12) : memref<?xf32>
  scf.for %i = %c0 to %c12 step %c1 {
    %v = tensor.extract %x[%i] : tensor<12xf32>
    memref.store %v, %small[%i] : memref<?xf32>
  }
  %large = memref.realloc %small(%c20) : memref<?xf32> to memref<?xf32>
  scf.for %i = %c12 to %c20 step %c1 {
    memref.store %one, %large[%i] : memref<?xf32>
  }
  %e0 = tensor.empty() : tensor<20xf32>
  %r0 = scf.for %i = %c0 to %c20 step %c1 iter_args(%t = %e0) -> (tensor<20xf32>) {
    %v = memref.load %large[%i] : memref<?xf32>
    %u = tensor.insert %v into %t[%i] : tensor<20xf32>
    scf.yield %u : tensor<20xf32>
  }
  %short = memref.realloc %large : memref<?xf32> to memref<5xf32>
  %e1 = tensor.empty() : tensor<5xf32>
  %r1 = scf.for %i = %c0 to %c5 step %c1 iter_args(%t = %e1) -> (tensor<5xf32>) {
    %v = memref.load %short[%i] : memref<5xf32>
    %u = tensor.insert %v into %t[%i] : tensor<5xf32>
    scf.yield %u : tensor<5xf32>
  }
  memref.dealloc %short : memref<5xf32>
  // The stack does not grow with the number of iterations: all of them would need a gigabyte.
  %sum = scf.for %i = %c0 to %c20 step %c1 iter_args(%s = %one) -> (f32) {
    %more = scf.for %j = %c0 to %c20 step %c1 iter_args(%q = %s) -> (f32) {
      %next = memref.alloca_scope -> (f32) {
        %m = memref.alloca() : memref<700000xf32>
        %n = arith.addi %i, %j : index
        memref.store %q, %m[%n] : memref<700000xf32>
        %big = arith.cmpi ugt, %j, %c2 : index
        %step = scf.if %big -> (f32) {
          %k = arith.remui %n, %c12 : index
          %v = tensor.extract %x[%k] : tensor<12xf32>
          scf.yield %v : f32
        } else {
          scf.yield %one : f32
        }
        %old = memref.load %m[%n] : memref<700000xf32>
        %new = arith.maximumf %old, %step : f32
        memref.alloca_scope.return %new : f32
      }
      scf.yield %next : f32
    }
    scf.yield %more : f32
  }
  %r2 = tensor.from_elements %sum : tensor<f32>
  // Twelve elements in rows, whose number is in another buffer.
  %flat = memref.alloc() : memref<12xf32>
  scf.for %i = %c0 to %c12 step %c1 {
    %v = tensor.extract %x[%i] : tensor<12xf32>
    memref.store %v, %flat[%i] : memref<12xf32>
  }
  %sizes = memref.alloc() : memref<2xindex>
  memref.store %c3, %sizes[%c0] : memref<2xindex>
  memref.store %c4, %sizes[%c1] : memref<2xindex>
  %rows = memref.reshape %flat(%sizes) : (memref<12xf32>, memref<2xindex>) -> memref<?x?xf32>
  %e3 = tensor.empty() : tensor<3x4xf32>
  %r3 = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %e3) -> (tensor<3x4xf32>) {
    %w = scf.for %j = %c0 to %c4 step %c1 iter_args(%u = %t) -> (tensor<3x4xf32>) {
      %v = memref.load %rows[%i, %j] : memref<?x?xf32>
      %z = tensor.insert %v into %u[%i, %j] : tensor<3x4xf32>
      scf.yield %z : tensor<3x4xf32>
    }
    scf.yield %w : tensor<3x4xf32>
  }
  // Groups of two elements of every four, and a row of numbers.
  %tag = memref.alloc() : memref<1xi32>
  %moved = memref.alloc() : memref<3x4xf32, 2>
  %back = memref.alloc() : memref<12xf32>
  linalg.fill ins(%one : f32) outs(%back : memref<12xf32>)
  memref.dma_start %flat[%c1], %moved[%c0, %c0], %c5, %tag[%c0], %c4, %c2 : memref<12xf32>, memref<3x4xf32, 2>, memref<1xi32>
  memref.dma_wait %tag[%c0], %c5 : memref<1xi32>
  memref.dma_start %moved[%c0, %c1], %back[%c3], %c4, %tag[%c0] : memref<3x4xf32, 2>, memref<12xf32>, memref<1xi32>
  memref.dma_wait %tag[%c0], %c4 : memref<1xi32>
  %e4 = tensor.empty() : tensor<12xf32>
  %r4 = scf.for %i = %c0 to %c12 step %c1 iter_args(%t = %e4) -> (tensor<12xf32>) {
    %v = memref.load %back[%i] : memref<12xf32>
    %u = tensor.insert %v into %t[%i] : tensor<12xf32>
    scf.yield %u : tensor<12xf32>
  }
  return %r0, %r1, %r2, %r3, %r4, %y : tensor<20xf32>, tensor<5xf32>, tensor<f32>, tensor<3x4xf32>, tensor<12xf32>, tensor<6xi32>
}
