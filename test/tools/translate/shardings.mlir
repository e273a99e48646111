// REQUIRES: strata-translate
// RUN: strata-translate --sharding-to-text %s | FileCheck %s --check-prefix=TEXT
// RUN: strata-translate --sharding-to-html %s | FileCheck %s --check-prefix=HTML

// TEXT: @main
// TEXT-NEXT: [0] argument 0 : tensor<8x4xf32> {{.*}}shardings.mlir:
// TEXT-NEXT: [1] argument 1 : tensor<8xf32>
// TEXT-NEXT: [0] stablehlo.sine : tensor<8x4xf32>
// TEXT-NEXT: - stablehlo.cosine : tensor<8x4xf32>
// TEXT-NEXT: [2] sdy.manual_computation : tensor<8x4xf32>
// TEXT-NEXT: [3] argument 0 : tensor<4x4xf32>
// TEXT: [0] result 0 : tensor<8x4xf32>

// TEXT: [0] <@mesh, [{"x"}, {"y"}]> on #sdy.mesh<["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>
// TEXT-NEXT: ┌───┬───┐
// TEXT-NEXT: │ 3 │ 2 │
// TEXT-NEXT: ├───┼───┤
// TEXT-NEXT: │ 1 │ 0 │
// TEXT-NEXT: └───┴───┘
// TEXT: [1] <@mesh, [{"y"}]>
// TEXT-NEXT: ┌─────┬─────┐
// TEXT-NEXT: │ 1,3 │ 0,2 │
// TEXT-NEXT: └─────┴─────┘
// TEXT: [2] <@mesh, [{"x"}, {}]>
// TEXT: │ 2,3 │
// TEXT-NEXT: ├─────┤
// TEXT-NEXT: │ 0,1 │
// TEXT: [3] <@mesh, [{}, {}]>
// TEXT: │ 0-3 │

// HTML: <!DOCTYPE html>
// HTML: <figure id="s0">
// HTML-NEXT: [0] <code>&lt;@mesh, [{&quot;x&quot;}, {&quot;y&quot;}]&gt;</code>
// HTML-NEXT: <table class="grid">
// HTML-NEXT: <tr><td style="background: hsl({{[0-9]+}}, 65%, 80%)">3</td><td style="background: hsl({{[0-9]+}}, 65%, 80%)">2</td></tr>
// HTML: <h2><code>@main</code></h2>
// HTML: <code>stablehlo.sine</code></td><td><code>tensor&lt;8x4xf32&gt;</code></td><td><a href="#s0">[0]</a>
// HTML: </html>
sdy.mesh @mesh = <["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = stablehlo.sine %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x4xf32>
  %1 = stablehlo.cosine %0 : tensor<8x4xf32>
  %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%p: tensor<4x4xf32>) {
    sdy.return %p : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
}
