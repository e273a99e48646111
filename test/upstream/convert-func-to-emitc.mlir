// FLAGS: --convert-func-to-emitc

func.func private @declared(i32) -> i32

func.func @defined(%a: i32, %b: <<t:f32|memref<4xf32>|index>>) -> i32 attributes {note} {
  %0 = call @declared(%a) : (i32) -> i32
  return %0 : i32
}

func.func private @static(%a: i32 {x.y = 1 : i32}) {
  call @static(%a) {x.z} : (i32) -> ()
  return
}

// -----

func.func @none() {
  return
}

// -----

module {
  module @inner {
    func.func @f() -> i32 {
      %0 = "test.op"() : () -> i32
      return %0 : i32
    }
  }
}
