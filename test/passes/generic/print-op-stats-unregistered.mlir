// RUN: strata-opt %s --allow-unregistered-dialect --print-op-stats -o /dev/null 2>&1 | FileCheck %s --strict-whitespace --match-full-lines

// A name without a dialect stands where the others have theirs behind the dot.

//      CHECK:      bar.a_long_name , 1
// CHECK-NEXT:  builtin.module      , 1
// CHECK-NEXT:          foo         , 1
module {
  "foo"() : () -> ()
  "bar.a_long_name"() : () -> ()
}
