// FLAGS: --scf-for-to-while
// FLAGS: --scf-for-to-while --canonicalize --cse

func.func @for(%l: <<t:index|i32>>, %u: <<t>>, %s: <<t>>, %x: f32, %y: i32) -> (f32, i32) {
  %r:2 = scf.for <<unsigned |>>%i = %l to %u step %s iter_args(%a = %x, %b = %y) -> (f32, i32) : <<t>> {
    %c = arith.addf %a, %x : f32
    scf.yield %c, <<%b|%y>> : f32, i32
  }
  return %r#0, %r#1 : f32, i32
}
// -----
func.func @nest(%n: index, %m: memref<?x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %<<i|n>> step %c1 {
      memref.store %x, %m[%i, %j] : memref<?x?xf32>
    } {some.attribute}
  }
  return
}
