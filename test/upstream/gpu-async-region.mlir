// FLAGS: --gpu-async-region

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%m: memref<4x8xf32>) kernel {
      gpu.return
    }
  }
  func.func @straight(%m: memref<4x8xf32>, %n: index, %v: f32) {
    <<a:gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%m : memref<4x8xf32>) {foo = 1}|%k = arith.addi %n, %n : index|gpu.memset %m, %v : memref<4x8xf32>, f32>>
    <<b:func.call @g() : () -> ()|"foo.op"() : () -> ()|gpu.wait|%j = arith.addi %n, %n : index|memref.store %v, %m[%n, %n] : memref<4x8xf32> >>
    %q = gpu.alloc(%n) : memref<4x?xf32>
    gpu.memcpy %m, %m : memref<4x8xf32>, memref<4x8xf32>
    gpu.dealloc %q : memref<4x?xf32>
    return
  }
  func.func private @g()
}

// -----

// Tokens that are there already.
func.func @tokens(%m: memref<4x8xf32>) {
  %t0 = gpu.wait async
  <<c:gpu.memcpy %m, %m : memref<4x8xf32>, memref<4x8xf32>|"foo.op"() : () -> ()>>
  %t = gpu.memcpy async [%t0] %m, %m : memref<4x8xf32>, memref<4x8xf32>
  %u = gpu.memcpy <<async|async [%t]>> %m, %m : memref<4x8xf32>, memref<4x8xf32>
  gpu.memcpy %m, %m : memref<4x8xf32>, memref<4x8xf32>
  %q, %w = gpu.alloc async [%u, %t] () : memref<4xf32>
  gpu.wait [%t, <<%u|%w>>]
  gpu.dealloc %q : memref<4xf32>
  cf.br ^b
^b:
  gpu.memcpy %m, %m : memref<4x8xf32>, memref<4x8xf32>
  return
}

// -----

// Ops with regions.
func.func @regions(%m: memref<4x8xf32>, %n: index, %p: i1, %v: f32) {
  gpu.memcpy %m, %m : memref<4x8xf32>, memref<4x8xf32>
  scf.for %i = %n to %n step %n {
    <<c:gpu.memset %m, %v : memref<4x8xf32>, f32|%k = arith.addi %n, %n : index>>
    %0 = scf.if %p -> f32 {
      %1 = memref.load %m[%n, %n] : memref<4x8xf32>
      <<d:gpu.memset %m, %v : memref<4x8xf32>, f32|gpu.wait|%j = arith.addi %n, %n : index>>
      scf.yield %1 : f32
    } else {
      scf.yield %v : f32
    }
    gpu.memset %m, %0 : memref<4x8xf32>, f32
  }
  gpu.memcpy %m, %m : memref<4x8xf32>, memref<4x8xf32>
  <<e:%e = memref.alloc() : memref<f32>|%c = memref.cast %m : memref<4x8xf32> to memref<*xf32> >>
  return
}
