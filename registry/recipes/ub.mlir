// Recipes for `ub`.
// -----
// op: ub.unreachable
func.func @f(%a: $e) -> $t {
  ub.unreachable$[| {note}]
}
