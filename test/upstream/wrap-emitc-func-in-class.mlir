// FLAGS: --wrap-emitc-func-in-class

func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = emitc.add %a, %b : (i32, i32) -> i32
  %1 = emitc.add %0, %b : (i32, i32) -> i32
  %c = arith.constant 3 : i32
  %2 = emitc.add %1, %c : (i32, i32) -> i32
  %3 = "emitc.constant"() <{value = 3 : i32}> : () -> i32
  return %2 : i32
}
emitc.func @model(%arg0: !emitc.array<1xf32> {emitc.name_hint = "another_feature"}, %arg1: !emitc.array<1xf32> {emitc.opaque = "some_feature"}, %arg2: !emitc.array<1xf32>) attributes {a, specifiers = ["static"]} {
    %c0 = "emitc.constant"() <{value = 0 : index}> : () -> !emitc.size_t
    %0 = subscript %arg1[%c0] : (!emitc.array<1xf32>, !emitc.size_t) -> !emitc.lvalue<f32>
    %1 = load %0 : <f32>
    %2 = subscript %arg2[%c0] : (!emitc.array<1xf32>, !emitc.size_t) -> !emitc.lvalue<f32>
    assign %1 : f32 to %2 : <f32>
    return
}
emitc.func private @decl(i32)
emitc.func @res(%x: i32) -> i32 { return %x : i32 }
