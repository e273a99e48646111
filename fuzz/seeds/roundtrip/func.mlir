
func.func @empty() {
  return
}

func.func private @declared(i32, tensor<4xf32> {d.a = 1 : i64}) -> (f32 {d.b}, i1)

func.func nested @nested_one(%arg0: i32) -> f32

func.func private @"needs quotes"() -> (i32 {d.c = "x"})

func.func private @higher((i32) -> i32) -> ((i32) -> i32)

func.func public @identity(%x: i32 {d.a = 2}, %y: f32) -> (i32, f32) attributes {d.kind = "pure", no_inline} {
  return %x, %y : i32, f32
}

func.func @calls(%x: i32, %y: f32) -> i32 {
  call @empty() : () -> ()
  %0:2 = func.call @identity(%x, %y) : (i32, f32) -> (i32, f32)
  %1:2 = call @identity(%0#0, %0#1) {no_inline, note = "again"} : (i32, f32) -> (i32, f32)
  return %1#0 : i32
}

func.func private @step(i32) -> i32

func.func @indirect(%x: i32) -> i32 {
  %f = constant @step : (i32) -> i32
  %g = func.constant {note} @empty : () -> ()
  %0 = call_indirect %f(%x) : (i32) -> i32
  func.call_indirect %g() {note = 1} : () -> ()
  return %0 : i32
}

func.func @own_block(i32) -> i32 {
^bb0(%x: i32):
  return {note} %x : i32
}

module @inner {
  func.func @f() {
    return
  }
}
