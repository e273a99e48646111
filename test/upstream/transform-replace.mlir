// FLAGS: --transform-interpreter

module attributes {transform.with_named_sequence} {
  func.func @f(%a: f32) -> (f32, f32) {
    %0 = arith.constant 0.0 : f32
    %1 = "test.none"() : () -> f32
    return %0, %1 : f32, f32
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["arith.constant", "test.none"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.replace %0<<| attributes {x = 1}>> {
      %2 = "test.made"() {y} : () -> f32
    } : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "done" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: f32) {
    return
  }
  func.func @g() {
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.replace %0 {
      builtin.module {
        func.func @h(%x: i32) -> i32 {
          return %x : i32
        }
      }
    } : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "test.done" : !transform.any_op
    transform.yield
  }
}
