// FLAGS: --reconcile-unrealized-casts

func.func @chain(%a: i32, %b: i64) -> (i32, i64) {
  %0 = builtin.unrealized_conversion_cast %a : i32 to f32
  %1 = builtin.unrealized_conversion_cast %0 : f32 to <<t:i32|i64>>
  %2 = builtin.unrealized_conversion_cast %1 : <<t>> to i32
  %3:2 = builtin.unrealized_conversion_cast %a, %b : i32, i64 to f32, f64
  %4:2 = builtin.unrealized_conversion_cast %3#0, %3#1 : f32, f64 to i32, i64
  %5 = builtin.unrealized_conversion_cast %b : i64 to index
  return <<%2|%4#0|%a>>, <<%4#1|%b>> : i32, i64
}
