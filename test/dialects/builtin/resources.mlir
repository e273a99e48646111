// RUN: strata-opt %s | FileCheck %s

// What other tools keep in a file stays in it, and so does the alignment of bytes.

func.func @bytes() -> tensor<2xi32> {
  %0 = arith.constant dense_resource<numbers> : tensor<2xi32>
  return %0 : tensor<2xi32>
}

// CHECK:      {-#
// CHECK-NEXT:   dialect_resources: {
// CHECK-NEXT:     builtin: {
// CHECK-NEXT:       numbers: "0x400000000100000002000000"
// CHECK-NEXT:     }
// CHECK-NEXT:   },
// CHECK-NEXT:   external_resources: {
// CHECK-NEXT:     profiler: {
// CHECK-NEXT:       label: "a \22run\22",
// CHECK-NEXT:       "on device": true,
// CHECK-NEXT:       samples: "0x08000000AB"
// CHECK-NEXT:     },
// CHECK-NEXT:     viewer: {
// CHECK-NEXT:       folded: false
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: #-}
{-#
  dialect_resources: { builtin: { numbers: "0x400000000100000002000000" } },
  external_resources: {
    profiler: { label: "a \"run\"", "on device": true, samples: "0x08000000ab" },
    empty: {},
    viewer: { folded: false }
  }
#-}
