// Recipes for `vector`.
// attr: #vector.kind<add>
// attr: #vector.kind<maxnumf>
// -----
// op: vector.contract
func.func @f(%a: vector<$mx$kx$e>, %b: vector<$kx$nx$e>, %c: vector<$mx$nx$e>) -> vector<$mx$nx$e> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<$mx$kx$e>, vector<$kx$nx$e> into vector<$mx$nx$e>
  return %0 : vector<$mx$nx$e>
}
// -----
// op: vector.gather vector.scatter
func.func @f(%m: memref<?x16x$e>, %i: vector<$kxi32>, %p: vector<$kxi1>, %v: vector<$kx$e>) -> vector<$kx$e> {
  %z = arith.constant $c : index
  %0 = vector.gather %m[%z, %z] [%i], %p, %v : memref<?x16x$e>, vector<$kxi32>, vector<$kxi1>, vector<$kx$e> into vector<$kx$e>
  vector.scatter %m[%z, %z] [%i], %p, %v : memref<?x16x$e>, vector<$kxi32>, vector<$kxi1>, vector<$kx$e>
  return %0 : vector<$kx$e>
}
// -----
// op: vector.maskedload vector.maskedstore
func.func @f(%m: memref<?x16x$e>, %p: vector<$kxi1>, %v: vector<$kx$e>) -> vector<$kx$e> {
  %z = arith.constant $c : index
  %0 = vector.maskedload %m[%z, %z], %p, %v : memref<?x16x$e>, vector<$kxi1>, vector<$kx$e> into vector<$kx$e>
  vector.maskedstore %m[%z, %z], %p, %v : memref<?x16x$e>, vector<$kxi1>, vector<$kx$e>
  return %0 : vector<$kx$e>
}
// -----
// op: vector.insert_strided_slice vector.extract_strided_slice
func.func @f(%v: vector<4x8x$e>) -> vector<4x8x$e> {
  %0 = vector.extract_strided_slice %v {offsets = [0, $c], sizes = [2, 4], strides = [1, 1]} : vector<4x8x$e> to vector<2x4x$e>
  %1 = vector.insert_strided_slice %0, %v {offsets = [$[0|1|2], $c], strides = [1, 1]} : vector<2x4x$e> into vector<4x8x$e>
  return %1 : vector<4x8x$e>
}
// -----
// op: vector.multi_reduction
func.func @f(%v: vector<$mx$nx$f>, %a: vector<$mx$f>) -> vector<$mx$f> {
  %0 = vector.multi_reduction <$[add|mul|minimumf|maxnumf]>, %v, %a [1] : vector<$mx$nx$f> to vector<$mx$f>
  return %0 : vector<$mx$f>
}
// -----
// op: vector.reduction
func.func @f(%v: vector<$mx$i>, %a: $i, %w: vector<$mx$f>) -> ($i, $f) {
  %0 = vector.reduction <$[add|mul|minui|maxsi|and|or|xor]>, %v$[|, %a] : vector<$mx$i> into $i
  %1 = vector.reduction <$[add|mul|minnumf|maximumf]>, %w$[| fastmath<fast>] : vector<$mx$f> into $f
  return %0, %1 : $i, $f
}
// -----
// op: vector.transfer_read vector.transfer_write
func.func @f(%m: memref<?x16x$e>, %t: tensor<?x16x$e>, %v: $e, %p: vector<$kxi1>) -> tensor<?x16x$e> {
  %z = arith.constant $c : index
  %0 = vector.transfer_read %m[%z, %z], %v$[| {in_bounds = [true]}] : memref<?x16x$e>, vector<$kx$e>
  %1 = vector.transfer_read %t[%z, %z], %v, %p : tensor<?x16x$e>, vector<$kx$e>
  vector.transfer_write %1, %m[%z, %z]$[| {in_bounds = [true]}] : vector<$kx$e>, memref<?x16x$e>
  %2 = vector.transfer_write %0, %t[%z, %z], %p : vector<$kx$e>, tensor<?x16x$e>
  return %2 : tensor<?x16x$e>
}
// -----
// op: vector.transfer_read
func.func @f(%m: memref<?x16x$e>, %v: $e) -> vector<$kx$lx$e> {
  %z = arith.constant $c : index
  %0 = vector.transfer_read %m[%z, %z], %v {$[|in_bounds = [true, false], ]permutation_map = affine_map<(d0, d1) -> ($[d1, d0|0, d1])>} : memref<?x16x$e>, vector<$kx$lx$e>
  return %0 : vector<$kx$lx$e>
}
// -----
// op: vector.to_elements vector.from_elements
func.func @f(%v: vector<2x2x$e>) -> vector<2x2x$e> {
  %0:4 = vector.to_elements %v : vector<2x2x$e>
  %1 = vector.from_elements %0#$c, %0#1, %0#0, %0#2 : vector<2x2x$e>
  return %1 : vector<2x2x$e>
}
// -----
// op: vector.yield
func.func @f(%a: vector<$kx$e>) {
  scf.execute_region {
    vector.yield $[|%a : vector<$kx$e>]
  }
  return
}
// -----
// op: vector.mask
func.func @f(%p: vector<$kxi1>, %a: vector<$kx$f>, %s: $f) -> $f {
  %0 = vector.mask %p { vector.reduction <add>, %a, %s : vector<$kx$f> into $f } : vector<$kxi1> -> $f
  return %0 : $f
}
// -----
// op: vector.expandload vector.compressstore
func.func @f(%m: memref<?x16x$e>, %p: vector<$kxi1>, %v: vector<$kx$e>) -> vector<$kx$e> {
  %z = arith.constant $c : index
  %0 = vector.expandload %m[%z, %z], %p, %v : memref<?x16x$e>, vector<$kxi1>, vector<$kx$e> into vector<$kx$e>
  vector.compressstore %m[%z, %z], %p, %v : memref<?x16x$e>, vector<$kxi1>, vector<$kx$e>
  return %0 : vector<$kx$e>
}
// -----
// op: vector.scalable.insert vector.scalable.extract
func.func @f(%a: vector<[8]x$e>, %b: vector<4x$e>) -> vector<$[1:4x|[4]x]$e> {
  %0 = vector.scalable.insert %b, %a[$[0|4|8]] : vector<4x$e> into vector<[8]x$e>
  %1 = vector.scalable.extract %0[$[0|4]] : vector<$1$e> from vector<[8]x$e>
  return %1 : vector<$1$e>
}
