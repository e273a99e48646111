// FLAGS: --snapshot-op-locations=filename=/dev/null --mlir-print-debuginfo --mlir-print-local-scope
// FLAGS: --snapshot-op-locations='filename=/dev/null tag=snapshot' --mlir-print-debuginfo
// FLAGS: --snapshot-op-locations='filename=/dev/null print-debuginfo print-local-scope' --mlir-print-debuginfo --mlir-print-local-scope
// FLAGS: --snapshot-op-locations='filename=/dev/null print-op-generic print-local-scope' --mlir-print-debuginfo --mlir-print-local-scope
// FLAGS: --pass-pipeline='builtin.module(func.func(snapshot-op-locations{filename=/dev/null}))' --mlir-print-debuginfo --mlir-print-local-scope

func.func @f(%x: i32, %c: i1, %i: index) -> (i32, index) {
  %0 = arith.addi %x, %x : i32 loc("source.py":7:3)
  %1:2 = scf.if %c -> (i32, i32) {
    scf.yield %x, %x : i32, i32 loc(unknown)
  } else {
    %2 = "foo.op"(%0) ({
      "foo.end"() : () -> ()
    }) : (i32) -> i32
    scf.yield %2, %0 : i32, i32
  } loc(fused["a", "b"])
  %3 = arith.addi %i, %i : index
  return %1#1, %3 : i32, index
}
module @inner {
  func.func private @g()
}
