// FLAGS: --sroa
// FLAGS: --sroa --mem2reg
// FLAGS: --sroa --canonicalize

func.func @memref(%x: i32, %i: index, %c: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant <<1|3>> : index
  %a = memref.alloca() : memref<<<n:4|16|17>>xi32<<s:|, 3>>>
  memref.store %x, %a[%c0] : memref<<<n>>xi32<<s>>>
  memref.store %x, %a[<<%c0|%c1|%i>>] : memref<<<n>>xi32<<s>>>
  %v = memref.load %a[%c1] : memref<<<n>>xi32<<s>>>
  return %v : i32
}
// -----
func.func @ranks(%x: f32, %i: index, %c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.alloca() {alignment = 16 : i64} : memref<2x2x<<n:2|4|8>>xf32>
  %b = memref.alloca() : memref<f32>
  %d = memref.alloca() : memref<1xf32>
  %e = memref.alloca() : memref<2xf32>
  memref.store %x, %b[] : memref<f32>
  memref.store %x, %d[%c0] : memref<1xf32>
  memref.store %x, %a[%c1, %c0, %<<c0|c2>>] : memref<2x2x<<n>>xf32>
  %w = scf.if %c -> f32 {
    %u = memref.load %a[%c1, %c0, %c1] : memref<2x2x<<n>>xf32>
    scf.yield %u : f32
  } else {
    scf.yield %x : f32
  }
  %v = memref.load %a[%c1, %c0, %c1] : memref<2x2x<<n>>xf32>
  return <<%v|%w>> : f32
}
// -----
func.func @stay(%x: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %a = memref.alloca() : memref<2xi32>
  %b = memref.alloca() : memref<2xmemref<2xi32>>
  %d = memref.alloca(%n) : memref<?xi32>
  memref.store %x, %a[%c0] : memref<2xi32>
  memref.store %a, %b[%c0] : memref<2xmemref<2xi32>>
  memref.store %x, %d[%c0] : memref<?xi32>
  %v = memref.load %a[%c0] : memref<2xi32>
  %k = memref.cast %a : memref<2xi32> to memref<?xi32>
  return %v : i32
}
