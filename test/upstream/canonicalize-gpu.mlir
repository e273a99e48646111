// Reductions that all threads come to, and copies.
// FLAGS: --canonicalize

gpu.module @m {
  gpu.func @k(%x: f32, %c: i1, %m: memref<f32>) kernel {
    %s = gpu.all_reduce add %x {} : (f32) -> f32
    memref.store %s, %m[] : memref<f32>
    %q = gpu.subgroup_reduce add %x : (f32) -> f32
    memref.store %q, %m[] : memref<f32>
    scf.if %c {
      %t = gpu.all_reduce add %x {} : (f32) -> f32
      memref.store %t, %m[] : memref<f32>
    }
    gpu.return
  }
}
// -----
func.func @f(%x: f32, %c: i1, %m: memref<f32>, %n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    %s = gpu.all_reduce add %x {} : (f32) -> f32
    memref.store %s, %m[] : memref<f32>
    %q = gpu.subgroup_reduce add %x : (f32) -> f32
    memref.store %q, %m[] : memref<f32>
    scf.if %c {
      %t = gpu.all_reduce add %x {} : (f32) -> f32
      memref.store %t, %m[] : memref<f32>
    }
    gpu.terminator
  }
  return
}
// -----
func.func @g(%x: f32, %c: i1, %m: memref<f32>, %n: index) {
    %s = gpu.all_reduce add %x {} : (f32) -> f32
    memref.store %s, %m[] : memref<f32>
    %q = gpu.subgroup_reduce add %x : (f32) -> f32
    memref.store %q, %m[] : memref<f32>
  return
}
// -----
gpu.module @m {
  gpu.func @k(%x: f32, %c: i1, %m: memref<f32>) kernel {
    cf.cond_br %c, ^a, ^b
  ^a:
    %s = gpu.all_reduce add %x {} : (f32) -> f32
    memref.store %s, %m[] : memref<f32>
    cf.br ^b
  ^b:
    gpu.return
  }
}
// -----
func.func @f(%x: f32, %c: i1, %m: memref<f32>, %n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    cf.cond_br %c, ^a, ^b
  ^a:
    %s = gpu.all_reduce add %x {} : (f32) -> f32
    memref.store %s, %m[] : memref<f32>
    cf.br ^b
  ^b:
    %q = gpu.subgroup_reduce add %x : (f32) -> f32
    memref.store %q, %m[] : memref<f32>
    gpu.terminator
  }
  return
}
// -----
func.func @copies(%x: memref<4xf32>) {
  gpu.memcpy %x, %x : memref<4xf32>, memref<4xf32>
  %unread = gpu.alloc () : memref<4xf32>
  gpu.memcpy %unread, %x : memref<4xf32>, memref<4xf32>
  gpu.dealloc %unread : memref<4xf32>
  return
}
// -----
func.func @waits(%m: memref<4xf32>) {
  gpu.wait
  %t = gpu.wait async
  %u = gpu.wait async
  %d = gpu.dealloc async [%u] %m : memref<4xf32>
  gpu.wait [%t]
  gpu.wait [%d, %t]
  return
}
