// Recipes for `arith`.
// attr: #arith.fastmath<fast>
// attr: #arith.fastmath<nnan,contract>
// attr: #arith.overflow<nsw>
// attr: #arith.overflow<nsw, nuw>
// type: f8E8M0FNU
// -----
// op: arith.trunci
func.func @f(%a: $[1:i16|i32|i64], %b: vector<$mx$1>, %c: tensor<?x$1>) -> (i8, vector<$mxi4>, tensor<?xi1>) {
  %0 = arith.trunci %a$[| overflow<nsw>] : $1 to i8
  %1 = arith.trunci %b : vector<$mx$1> to vector<$mxi4>
  %2 = arith.trunci %c overflow<nsw, nuw> : tensor<?x$1> to tensor<?xi1>
  return %0, %1, %2 : i8, vector<$mxi4>, tensor<?xi1>
}
// -----
// op: arith.scaling_truncf
func.func @f(%a: $[1:f16|f32], %s: f8E8M0FNU) -> f8E5M2 {
  %0 = arith.scaling_truncf %a, %s : $1, f8E8M0FNU to f8E5M2
  return %0 : f8E5M2
}
