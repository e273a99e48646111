// Recipes for `builtin`.
// -----
// op: builtin.module
module $[|@outer ]$[|attributes {note} ]{
  module @inner {
    func.func private @g(tensor<$mx$e>) -> $t
  }
}
