// FLAGS: --print-op-stats
// FLAGS: --print-op-stats=json=true
// STREAMS: both

func.func @nested(%a: i32, %n: index, %b: i1) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %0, %a : i32
  %2 = scf.for %i = %n to %n step %n iter_args(%x = %1) -> i32 {
    %y = scf.if %b -> i32 {
      %z = arith.muli %x, %x : i32
      scf.yield %z : i32
    } else {
      scf.yield %x : i32
    }
    scf.yield %y : i32
  }
  return %2 : i32
}
// -----

module @outer {
  module @inner {
    func.func private @f()
    "unknown.op"() ({}) : () -> ()
  }
  memref.global @g : memref<4xf32>
}
