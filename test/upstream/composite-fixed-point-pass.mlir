// FLAGS: --composite-fixed-point-pass='name=simplify pipeline=any(canonicalize,cse)'
// FLAGS: --composite-fixed-point-pass='pipeline=any(cse) max-iterations=3'
// FLAGS: --composite-fixed-point-pass=name=nothing

func.func @f(%a: i32, %b: i32, %c: i1) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %a, <<%c0|%b>> : i32
  %1 = arith.addi %a, %b : i32
  %2 = arith.subi %1, %0 : i32
  %r = scf.if %c -> i32 {
    scf.yield %2 : i32
  } else {
    scf.yield <<%2|%1>> : i32
  }
  return %r : i32
}
