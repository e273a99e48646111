// FLAGS: --arith-unsigned-when-equivalent

func.func @ops(%a: i32, %b: i32, %m: memref<?xi32>) -> (i32, i1) {
  %c7 = arith.constant <<7|-1>> : i32
  %0 = arith.andi %a, %c7 : i32
  %1 = arith.andi %b, %c7 : i32
  %2 = arith.<<divsi|remsi|minsi|maxsi|floordivsi|ceildivsi>> %0, %<<1|b|c7>> : i32
  %3 = arith.cmpi <<slt|sge|eq>>, %0, %1 : i32
  %4 = arith.extsi %0 : i32 to i64
  %5 = arith.sitofp %1 : i32 to f32
  return %2, %3 : i32, i1
}
// -----
func.func @loop(%n: index) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant false
  %r = scf.for %i = %c0 to %<<c8|n>> step %c1 iter_args(%x = %f) -> i1 {
    %0 = arith.<<divsi|remsi>> %i, %c8 : index
    %1 = arith.cmpi slt, %0, %c8 : index
    scf.yield %1 : i1
  }
  return %r : i1
}
