// Recipes for `linalg`.
// -----
// op: linalg.abs linalg.ceil linalg.copy linalg.exp linalg.floor linalg.log linalg.negf linalg.round linalg.rsqrt linalg.sqrt linalg.square linalg.tanh linalg.erf linalg.reciprocal
func.func @f(%a: tensor<$mx$nx$f>, %o: tensor<$mx$nx$f>) -> tensor<$mx$nx$f> {
  %0 = $@ ins(%a : tensor<$mx$nx$f>) outs(%o : tensor<$mx$nx$f>) -> tensor<$mx$nx$f>
  return %0 : tensor<$mx$nx$f>
}
// -----
// op: linalg.add linalg.div linalg.max linalg.min linalg.mul linalg.sub
func.func @f(%a: tensor<$mx?x$e>, %b: tensor<$mx?x$e>, %o: tensor<$mx?x$e>) -> tensor<$mx?x$e> {
  %0 = $@ ins(%a, %b : tensor<$mx?x$e>, tensor<$mx?x$e>) outs(%o : tensor<$mx?x$e>) -> tensor<$mx?x$e>
  return %0 : tensor<$mx?x$e>
}
// -----
// op: linalg.add linalg.max linalg.min linalg.mul linalg.sub
func.func @f(%a: memref<$mx$e>, %b: memref<$mx$e>, %o: memref<$mx$e>) {
  $@ ins(%a, %b : memref<$mx$e>, memref<$mx$e>) outs(%o : memref<$mx$e>)
  return
}
// -----
// op: linalg.div_unsigned
func.func @f(%a: tensor<$mx$i>, %b: tensor<$mx$i>, %o: tensor<$mx$i>) -> tensor<$mx$i> {
  %0 = $@ ins(%a, %b : tensor<$mx$i>, tensor<$mx$i>) outs(%o : tensor<$mx$i>) -> tensor<$mx$i>
  return %0 : tensor<$mx$i>
}
// -----
// op: linalg.powf
func.func @f(%a: tensor<$mx$f>, %b: tensor<$mx$f>, %o: tensor<$mx$f>) -> tensor<$mx$f> {
  %0 = $@ ins(%a, %b : tensor<$mx$f>, tensor<$mx$f>) outs(%o : tensor<$mx$f>) -> tensor<$mx$f>
  return %0 : tensor<$mx$f>
}
// -----
// op: linalg.select
func.func @f(%c: tensor<$mxi1>, %a: tensor<$mx$e>, %b: tensor<$mx$e>, %o: tensor<$mx$e>) -> tensor<$mx$e> {
  %0 = $@ ins(%c, %a, %b : tensor<$mxi1>, tensor<$mx$e>, tensor<$mx$e>) outs(%o : tensor<$mx$e>) -> tensor<$mx$e>
  return %0 : tensor<$mx$e>
}
// -----
// op: linalg.fill
func.func @f(%v: $e, %o: tensor<$mx$nx$e>, %m: memref<?x$e>) -> tensor<$mx$nx$e> {
  linalg.fill ins(%v : $e) outs(%m : memref<?x$e>)
  %0 = linalg.fill ins(%v : $e) outs(%o : tensor<$mx$nx$e>) -> tensor<$mx$nx$e>
  return %0 : tensor<$mx$nx$e>
}
// -----
// op: linalg.matmul
func.func @f(%a: tensor<$mx$kx$e>, %b: tensor<$kx$nx$e>, %o: tensor<$mx$nx$e>) -> tensor<$mx$nx$e> {
  %0 = linalg.matmul$[| {cast = #linalg.type_fn<cast_unsigned>}] ins(%a, %b : tensor<$mx$kx$e>, tensor<$kx$nx$e>) outs(%o : tensor<$mx$nx$e>) -> tensor<$mx$nx$e>
  return %0 : tensor<$mx$nx$e>
}
// -----
// op: linalg.matmul
func.func @f(%a: tensor<$kx$mx$e>, %b: tensor<$nx$kx$e>, %o: tensor<$mx$nx$e>) -> tensor<$mx$nx$e> {
  %0 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : tensor<$kx$mx$e>, tensor<$nx$kx$e>) outs(%o : tensor<$mx$nx$e>) -> tensor<$mx$nx$e>
  return %0 : tensor<$mx$nx$e>
}
// -----
// op: linalg.batch_matmul
func.func @f(%a: memref<$lx$mx$kx$e>, %b: memref<$lx$kx$nx$e>, %o: memref<$lx$mx$nx$e>) {
  linalg.batch_matmul ins(%a, %b : memref<$lx$mx$kx$e>, memref<$lx$kx$nx$e>) outs(%o : memref<$lx$mx$nx$e>)
  return
}
// -----
// op: linalg.generic linalg.index linalg.yield
func.func @f(%a: tensor<$mx$nx$f>, %o: tensor<$mx$f>) -> tensor<$mx$f> {
  %0 = linalg.generic {$[|doc = "x", ]indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<$mx$nx$f>) outs(%o : tensor<$mx$f>)$[| attrs = {note}] {
  ^bb0(%x: $f, %y: $f):
    %1 = linalg.index $[0|1] : index
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.sitofp %2 : i64 to $f
    %4 = arith.addf %x, %y : $f
    %5 = arith.mulf %4, %3 : $f
    linalg.yield %5 : $f
  } -> tensor<$mx$f>
  return %0 : tensor<$mx$f>
}
// -----
// op: linalg.reduce
func.func @f(%a: tensor<$mx$nx$kx$f>, %o: tensor<$mx$kx$f>) -> tensor<$mx$kx$f> {
  %0 = linalg.reduce { arith.$[addf|mulf|maximumf] } ins(%a : tensor<$mx$nx$kx$f>) outs(%o : tensor<$mx$kx$f>) dimensions = [1]
  return %0 : tensor<$mx$kx$f>
}
// -----
// op: linalg.map
func.func @f(%a: tensor<$mx$f>, %b: tensor<$mx$f>, %o: tensor<$mx$f>) -> tensor<$mx$f> {
  %0 = linalg.map { arith.$[addf|subf|minimumf] } ins(%a, %b : tensor<$mx$f>, tensor<$mx$f>) outs(%o : tensor<$mx$f>)
  return %0 : tensor<$mx$f>
}
// -----
// op: linalg.transpose
func.func @f(%a: tensor<$mx$nx$e>, %o: tensor<$nx$mx$e>) -> tensor<$nx$mx$e> {
  %0 = linalg.transpose ins(%a : tensor<$mx$nx$e>) outs(%o : tensor<$nx$mx$e>) permutation = [1, 0]
  return %0 : tensor<$nx$mx$e>
}
// -----
// op: linalg.broadcast
func.func @f(%a: tensor<$mx$e>, %o: tensor<$nx$mx$e>) -> tensor<$nx$mx$e> {
  %0 = linalg.broadcast ins(%a : tensor<$mx$e>) outs(%o : tensor<$nx$mx$e>) dimensions = [0]
  return %0 : tensor<$nx$mx$e>
}
