// RUN: strata-opt %s --allow-unregistered-dialect --mlir-print-debuginfo --mlir-pretty-debuginfo --mlir-print-local-scope | FileCheck %s

// CHECK: "a.name"() : () -> () "n"
"a.name"() : () -> () loc("n")
// CHECK: "a.file"() : () -> () f:3:4
"a.file"() : () -> () loc("f":3:4)
// CHECK: "a.none"() : () -> () [unknown]
"a.none"() : () -> () loc(unknown)
// CHECK: "a.fused"() : () -> () <"m">["x", "y"("z")]
"a.fused"() : () -> () loc(fused<"m">["x", "y"("z")])
// CHECK: "a.call"() : () -> () "callee" at caller:1:2
"a.call"() : () -> () loc(callsite("callee" at "caller":1:2))
// CHECK: ^bb0(%{{.*}}: i32 "arg"):
"a.arg"() ({
^bb0(%x: i32 loc("arg")):
  "a.end"() : () -> ()
}) : () -> ()
