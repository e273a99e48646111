// FLAGS: --loop-invariant-code-motion
// FLAGS: --loop-invariant-code-motion --canonicalize --cse

func.func @nested(%a: <<t:i32|index|i8>>, %b: <<t>>, %n: index, %m: memref<4x<<t>>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to <<%n|%i>> step %c1 {
      %sum = arith.<<addi|muli|xori>> %a, %b : <<t>>
      %q = arith.<<divsi|minsi>> %sum, %b : <<t>>
      %v = memref.load %m[<<%i|%j|%c1>>] : memref<4x<<t>>>
    }
  }
  return
}
