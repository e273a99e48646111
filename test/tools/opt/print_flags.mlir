// What the flags of the printer change, as `mlir-opt` prints it.
// RUN: strata-opt %s --allow-unregistered-dialect --mlir-print-skip-regions | FileCheck %s --check-prefix=SKIP
// RUN: strata-opt %s --allow-unregistered-dialect --mlir-print-unique-ssa-ids | FileCheck %s --check-prefix=UNIQUE
// RUN: strata-opt %s --allow-unregistered-dialect --mlir-print-value-users | FileCheck %s --check-prefix=USERS
// RUN: strata-opt %s --allow-unregistered-dialect --mlir-print-value-users --mlir-print-op-generic | FileCheck %s --check-prefix=GENUSERS
// RUN: strata-opt %s --allow-unregistered-dialect --mlir-use-nameloc-as-prefix | FileCheck %s --check-prefix=NAMES
// RUN: strata-opt %s --allow-unregistered-dialect --mlir-elide-elementsattrs-if-larger=2 | FileCheck %s --check-prefix=ELIDE
// RUN: strata-opt %s --allow-unregistered-dialect --mlir-elide-resource-strings-if-larger=2 | FileCheck %s --check-prefix=RESOURCE
// RUN: strata-opt %s --allow-unregistered-dialect --mlir-print-elementsattrs-with-hex-if-larger=2 | FileCheck %s --check-prefix=HEX
// RUN: strata-opt %s --allow-unregistered-dialect --mlir-print-assume-verified | FileCheck %s --check-prefix=VERIFIED

// SKIP: module attributes {{.*}} {...}
// SKIP-NOT: func.func

// ELIDE: module attributes {u.list = dense_resource<__elided__> : tensor<5xi32>, u.splat = dense<1> : tensor<100xi32>}
// HEX: module attributes {u.list = dense<"0x0100000002000000030000000400000005000000"> : tensor<5xi32>, u.splat = dense<1> : tensor<100xi32>}
module attributes {u.list = dense<[1, 2, 3, 4, 5]> : tensor<5xi32>, u.splat = dense<1> : tensor<100xi32>} {
  // USERS-LABEL: func.func @f(%arg0: i32, %arg1: i1)
  // USERS-NEXT: // %arg0 is used by %6, %2
  // USERS-NEXT: // %arg1 is used by %3
  // USERS-NEXT: %2 = arith.addi %arg0, %arg0 : i32 // users: %4#0, %4#1, %6, %6
  // USERS: scf.yield %6 : i32 // id: %7
  // USERS: "u.pair"(%3, %2) : (i32, i32) -> (i32, i32) // users: (unused), (%5)
  // USERS: return %4#1 : i32 // id: %5
  // GENUSERS: "arith.addi"
  // GENUSERS-SAME: // users:
  // GENUSERS: "cf.br"(%arg0)[^bb1] : (i32) -> () // id: %3
  // NAMES: func.func @f(%left: i32, %arg1: i1)
  // NAMES: %sum = arith.addi %left, %left : i32
  // NAMES: %pair:2 = "u.pair"
  // UNIQUE: func.func @f(%arg1: i32, %arg2: i1)
  // VERIFIED: arith.addi %arg0, %arg0 : i32
  func.func @f(%a: i32 loc("left"), %c: i1) -> i32 {
    %0 = arith.addi %a, %a : i32 loc("sum")
    %1 = scf.if %c -> (i32) {
      %2 = arith.muli %0, %a : i32
      scf.yield %2 : i32
    } else {
      scf.yield %0 : i32
    }
    %x:2 = "u.pair"(%1, %0) : (i32, i32) -> (i32, i32) loc("pair")
    return %x#1 : i32
  }
  // UNIQUE: func.func @g(%arg0: i32)
  func.func @g(%a: i32) -> i32 {
    cf.br ^bb1(%a : i32)
  ^bb1(%b: i32):
    "u.r"() {v = dense_resource<blob> : tensor<3xi32>} : () -> ()
    return %b : i32
  }
}

// RESOURCE-NOT: 0x04000000
{-#
  dialect_resources: {
    builtin: {
      blob: "0x04000000010000000200000003000000"
    }
  }
#-}
