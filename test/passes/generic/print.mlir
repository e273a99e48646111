// RUN: strata-opt %s --print-op-stats -o /dev/null 2>&1 | FileCheck %s
// RUN: strata-opt %s --print-op-stats=json -o /dev/null 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: strata-opt %s --print-ir=label=here -o /dev/null 2>&1 | FileCheck %s --check-prefix=IR
// RUN: strata-opt %s --strip-debuginfo --mlir-print-debuginfo | FileCheck %s --check-prefix=STRIP

// CHECK: Operations encountered:
// CHECK-NEXT: -----------------------
// CHECK-NEXT:   arith.addi     , 2
// CHECK-NEXT: builtin.module   , 1
// CHECK-NEXT:    func.func     , 1
// CHECK-NEXT:    func.return   , 1
// JSON: "arith.addi" : 2,
// IR: // -----// IR Dump here //----- //
// IR-NEXT: module {
// STRIP: #[[L:.*]] = loc(unknown)
// STRIP: return {{.*}} loc(#[[L]])
func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %0, %a : i32
  return %1 : i32
}
