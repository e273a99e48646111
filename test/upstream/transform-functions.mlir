// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule

module attributes {transform.with_named_sequence} {
  func.func <<private |>>@f(%a: i32 {x.a = 1 : i32}, %b: f32, %c: index {x.c}) -> (f32 {x.r}, i32) attributes {some.attr = 3 : i32} {
    %k = arith.index_cast %c : index to i32
    %s = arith.addi %k, %a : i32
    return %b, %s : f32, i32
  }
  func.func @g(%a: i32, %b: f32, %c: index) -> (f32, i32) {
    %0:2 = func.call @f(%a, %b, %c) {hello} : (i32, f32, index) -> (f32, i32)
    %1:2 = func.call @h(%a, %b, %c) : (i32, f32, index) -> (f32, i32)
    return %0#0, %1#1 : f32, i32
  }
  func.func private @h(%a: i32, %b: f32, %c: index) -> (f32, i32) attributes {no_inline} {
    %0:2 = func.call @f(%a, %b, %c) : (i32, f32, index) -> (f32, i32)
    return %0#0, %0#1 : f32, i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0, %1 = transform.func.replace_func_signature @<<f|h>> args_interchange = [<<2, 0, 1|0, 1, 2|2, 1, 0|1, 2, 0>>] results_interchange = [<<1, 0|0, 1>>] at %root {adjust_func_calls} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %0 "x.module" : !transform.any_op
    transform.annotate %1 "new" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @f(%a: i32 {x.a = 1 : i32}, %b: i32, %c: index, %d: i32 {x.d}, %e: i32 {x.e}) -> (i32 {x.r}, i32) attributes {some.attr = 3 : i32} {
    %0 = arith.addi %b, %d : i32
    %1 = arith.subi %0, %e : i32
    return %1, %a : i32, i32
  }
  func.func @g(%a: i32, %b: i32, %c: index) -> (i32, i32) {
    %0:2 = func.call @f(<<%a, %b, %c, %a, %b|%a, %a, %c, %a, %a|%a, %b, %c, %b, %a|%b, %b, %c, %a, %b>>) {hello} : (i32, i32, index, i32, i32) -> (i32, i32)
    return %0#0, %0#1 : i32, i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0, %1 = transform.func.deduplicate_func_args @f at %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %1 "new" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence, dlti.map = #dlti.map<"A" = #dlti.map<"B" = 42 : i32>, i32 = 7 : i32>} {
  func.func private @plain()
  func.func private @maps() attributes {other = #dlti.map<"A" = #dlti.dl_spec<"B" = 3 : i32>, i32 = 8 : i32>, second = #dlti.map<i32 = 2 : i32>}
  func.func private @layout() attributes {dlti.dl_spec = #dlti.dl_spec<"A" = #dlti.map<"B" = 4 : i8>, i32 = 1 : i32>}
  module {
    func.func private @inner()
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %f : !transform.any_op {
    ^bb0(%g: !transform.any_op):
      %p = transform.dlti.query [<<"A", "B"|i32|"A">>] at %g : (!transform.any_op) -> !transform.any_param
      transform.annotate %g "found" = %p : !transform.any_op, !transform.any_param
    }
    transform.yield
  }
}
