// RUN: strata-opt %s --convert-vector-to-gpu=use-nvgpu=true --verify-diagnostics

func.func @sums(%a: memref<32x32xf16>, %c: memref<32x32xf16>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f16
  %x = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<32x32xf16>, vector<16x16xf16>
  %y = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<32x32xf16>, vector<8x16xf16>
  %w = vector.transfer_read %c[%c0, %c0], %z {in_bounds = [true, true]} : memref<32x32xf16>, vector<16x8xf16>
  %r = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %w
      : vector<16x16xf16>, vector<8x16xf16> into vector<16x8xf16>
  // expected-error @+2 {{'arith.addf' op failed to convert op during vector-to-nvgpu conversion}}
  // expected-note @+1 {{unhandled vector to mma type: 'arith.addf'}}
  %s = arith.addf %r, %w : vector<16x8xf16>
  vector.transfer_write %s, %c[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xf16>, memref<32x32xf16>
  return
}
