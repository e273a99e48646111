// RUN: strata-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: strata-opt %s --allow-unregistered-dialect --mlir-print-local-scope | FileCheck %s --check-prefix=LOCAL

// Distinct attributes are numbered in the order in which they are printed: first those with an alias.

// CHECK: #distinct = distinct[0]<1 : i32>
// CHECK: #distinct1 = distinct[1]<"a">
// CHECK: #distinct2 = distinct[2]<#distinct1>

// CHECK: "u.op"() {x = distinct[3]<>, y = #distinct}
// LOCAL: "u.op"() {x = distinct[0]<>, y = distinct[1]<1 : i32>}
"u.op"() {x = distinct[9]<>, y = distinct[4]<1 : i32>} : () -> ()
// CHECK: "u.op"() {x = #distinct2, y = distinct[4]<>, z = distinct[3]<>}
// LOCAL: "u.op"() {x = distinct[2]<distinct[3]<"a">>, y = distinct[4]<>, z = distinct[0]<>}
"u.op"() {x = distinct[8]<distinct[2]<"a">>, y = distinct[0]<>, z = distinct[9]<>} : () -> ()
