// FLAGS: --memref-emulate-wide-int=widest-int-supported=32
// FLAGS: --memref-emulate-wide-int --cse

func.func @scalars(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant <<1|-3|81985529216486895>> : i64
  %m = memref.alloc() {alignment = 64 : i64} : memref<4xi64, 1>
  %d = memref.alloc(%n) : memref<?x2xi64>
  %v = memref.load %m[%c0] : memref<4xi64, 1>
  %s = arith.<<addi|muli|xori|shrsi|maxui>> %v, %c1 : i64
  memref.store %s, %m[%c0] {nontemporal = true} : memref<4xi64, 1>
  memref.store %s, %d[%n, %c0] : memref<?x2xi64>
  %t = arith.trunci %s : i64 to i32
  %e = memref.alloc() : memref<i32>
  memref.store %t, %e[] : memref<i32>
  return
}
// -----
func.func @narrow(%m: memref<?xi<<8|16|32>>>, %f: memref<4xf64>, %n: index) -> f64 {
  %0 = memref.alloc() : memref<4xf64>
  %1 = memref.load %f[%n] : memref<4xf64>
  memref.dealloc %0 : memref<4xf64>
  return %1 : f64
}
// -----
func.func @select(%n: index, %c: i1, %f: f32) -> f32 {
  %0 = memref.alloc() : memref<4xi64, strided<[2], offset: 1>>
  %1 = memref.load %0[%n] : memref<4xi64, strided<[2], offset: 1>>
  %2 = memref.load %0[%n] {nontemporal = true} : memref<4xi64, strided<[2], offset: 1>>
  %3 = arith.select %c, %1, %2 : i64
  %4 = arith.<<sitofp|uitofp>> %3 : i64 to f32
  return %4 : f32
}
