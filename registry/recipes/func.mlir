// Recipes for `func`.
// -----
// op: func.func
func.func $[private|nested|public] @f(%a: $e$[| {note.n = 1 : i64}], %b: tensor<$mx$t>) -> ($t$[| {note.r}], $e) attributes {no_inline} {
  %0 = arith.constant $c : index
  %1 = tensor.extract %b[%0] : tensor<$mx$t>
  return %1, %a : $t, $e
}
// -----
// op: func.func
func.func private @f($e, tensor<$mx?x$t>) -> (memref<$nx$t>, $i)
// -----
// op: func.return func.call
func.func @f(%a: $e, %b: $t) -> ($t, $e) {
  %0:2 = call @g(%b, %a)$[| {no_inline}] : ($t, $e) -> ($e, $t)
  return %0#1, %0#0 : $t, $e
}
func.func private @g(%a: $t, %b: $e) -> ($e, $t) {
  return %b, %a : $e, $t
}
// -----
// op: func.constant func.call_indirect
func.func @f(%a: $e) -> $e {
  %0 = constant @g : ($e) -> $e
  %1 = call_indirect %0(%a)$[| {note}] : ($e) -> $e
  return %1 : $e
}
func.func private @g(%a: $e) -> $e {
  return %a : $e
}
