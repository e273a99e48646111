
module @named attributes {d.x = 1} {
}

module attributes {sym_visibility = "private"} {
  module @inner {
  }
}

func.func @casts(%a: i32, %b: f32) -> (f32, i32) {
  %0 = builtin.unrealized_conversion_cast %a : i32 to f32
  %1:2 = builtin.unrealized_conversion_cast %0, %b : f32, f32 to i32, index {note}
  %2 = builtin.unrealized_conversion_cast to tuple<>
  return %0, %1#0 : f32, i32
}

func.func @casts_back(%a: i32) -> i32 {
  %0 = builtin.unrealized_conversion_cast %a : i32 to f32
  %1 = builtin.unrealized_conversion_cast %0 : f32 to i32
  return %1 : i32
}
