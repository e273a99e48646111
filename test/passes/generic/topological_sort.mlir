// RUN: strata-opt %s --topological-sort --allow-unregistered-dialect | FileCheck %s

// CHECK: %[[A:.*]] = "test.a"()
// CHECK: %[[B:.*]] = "test.b"(%[[A]])
// CHECK: "test.c"(%[[B]], %[[A]])
module {
  "test.c"(%1, %0) : (i32, i32) -> ()
  %1 = "test.b"(%0) : (i32) -> i32
  %0 = "test.a"() : () -> i32
}
