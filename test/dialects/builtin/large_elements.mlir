// RUN: strata-opt %s --allow-unregistered-dialect --mlir-print-elementsattrs-with-hex-if-larger=2 | FileCheck %s --check-prefix=HEX
// RUN: strata-opt %s --allow-unregistered-dialect --mlir-print-elementsattrs-with-hex-if-larger=2 | strata-opt --allow-unregistered-dialect | FileCheck %s
// RUN: strata-opt %s --allow-unregistered-dialect --mlir-elide-elementsattrs-if-larger=2 | FileCheck %s --check-prefix=ELIDE
// RUN: strata-opt %s --allow-unregistered-dialect --mlir-elide-resource-strings-if-larger=12 | FileCheck %s --check-prefix=RESOURCE

// Bits are packed in hexadecimal, indices of sparse constants are never written so, and each kind of constant is elided.

// HEX: x = dense<"0x0D"> : tensor<4xi1>
// CHECK: x = dense<[true, false, true, true]> : tensor<4xi1>
// ELIDE: x = dense_resource<__elided__> : tensor<4xi1>
"u.op"() {x = dense<[true, false, true, true]> : tensor<4xi1>} : () -> ()
// A byte for each bit, as newer versions write it.
// CHECK: x = dense<[false, true, true]> : tensor<3xi1>
"u.op"() {x = dense<"0x000101"> : tensor<3xi1>} : () -> ()
// HEX: x = sparse<{{\[\[}}0], [1], [2]], "0x010203"> : tensor<9xi8>
// CHECK: x = sparse<{{\[\[}}0], [1], [2]], [1, 2, 3]> : tensor<9xi8>
// ELIDE: x = dense_resource<__elided__> : tensor<9xi8>
"u.op"() {x = sparse<[[0], [1], [2]], [1, 2, 3]> : tensor<9xi8>} : () -> ()
// ELIDE: x = dense_resource<__elided__> : tensor<3x!u.text>
// CHECK: x = dense<["a", "b", "c"]> : tensor<3x!u.text>
"u.op"() {x = dense<["a", "b", "c"]> : tensor<3x!u.text>} : () -> ()

// RESOURCE: external_resources: {
// RESOURCE-NEXT: first: {
// RESOURCE-NEXT:   flag: true,
// RESOURCE-NEXT:   short: "text"
// RESOURCE-NEXT: }
// RESOURCE-NOT: second
{-#
  external_resources: {
    first: {
      blob: "0x08000000010000000000000002000000",
      flag: true,
      short: "text"
    },
    second: {
      text: "longer than what is wanted"
    }
  }
#-}
