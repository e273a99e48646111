// FLAGS: --strip-debuginfo --mlir-print-debuginfo
// FLAGS: --pass-pipeline='builtin.module(func.func(strip-debuginfo))' --mlir-print-debuginfo --mlir-print-local-scope

func.func @f(%x: i32 loc("x.py":1:2), %c: i1) -> i32 {
  %0 = scf.if %c -> i32 {
    scf.yield %x : i32 loc("a.mlir":3:4)
  } else {
    %1 = "test.op"(%x) ({
    ^bb0(%y: i32 loc(fused["a", "b"])):
      "test.end"(%y) : (i32) -> () loc(callsite("f" at "g"))
    }) : (i32) -> i32
    scf.yield %1 : i32
  } loc("name"("b.mlir":5:6))
  cf.br ^bb1(%0 : i32)
^bb1(%z: i32 loc("z")):
  return %z : i32
} loc("f")
