// Recipes for `cf`.
// -----
// op: cf.br
func.func @f(%a: $e, %b: $t) -> $e {
  cf.br ^bb1(%a, %b : $e, $t)
^bb1(%0: $e, %1: $t):
  return %0 : $e
}
// -----
// op: cf.cond_br
func.func @f(%c: i1, %a: $e, %b: $e) -> $e {
  cf.cond_br %c$[| weights([$(c+1), 20])], ^bb1(%a : $e), ^bb2
^bb1(%0: $e):
  return %0 : $e
^bb2:
  cf.cond_br %c, ^bb1(%a : $e), ^bb1(%b : $e)
}
// -----
// op: cf.switch
func.func @f(%c: $i, %a: $e, %b: $e) -> $e {
  cf.switch %c : $i, [
    default: ^bb1(%a : $e),
    $c: ^bb1(%b : $e),
    $(c+7): ^bb2
  ]
^bb1(%0: $e):
  return %0 : $e
^bb2:
  return %b : $e
}
