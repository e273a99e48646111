// RUN: strata-opt %s --stablehlo-compatibility-expander="target=1.8.0" --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: strata-opt %s --stablehlo-compatibility-expander="target=1.9.0" --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=NEW

// Before version 1.9 a location is a place in a file and not a range, wherever it is in another location.
module {
  // CHECK: func.func @main(%arg0: tensor<f32> loc("m.py":1:5)) -> tensor<f32>
  // NEW: func.func @main(%arg0: tensor<f32> loc("m.py":1:5 to :9)) -> tensor<f32>
  func.func @main(%x: tensor<f32> loc("m.py":1:5 to :9)) -> tensor<f32> {
    // CHECK: stablehlo.add {{.*}} loc(fused<"m">["n"("m.py":2:1), callsite("m.py":3:1 at "m.py":4:2)])
    // NEW: stablehlo.add {{.*}} loc(fused<"m">["n"("m.py":2:1 to 3:2), callsite("m.py":3:1 to :7 at "m.py":4:2)])
    %0 = stablehlo.add %x, %x : tensor<f32> loc(fused<"m">["n"("m.py":2:1 to 3:2), callsite("m.py":3:1 to :7 at "m.py":4:2)])
    // CHECK: return {{.*}} loc(unknown)
    return %0 : tensor<f32> loc(unknown)
    // CHECK: loc("m.py":1:1)
  } loc("m.py":1:1 to 5:1)
  // CHECK: loc("m.py":0:0)
} loc("m.py":0:0 to :3)
