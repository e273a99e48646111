// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule

module attributes {transform.with_named_sequence} {
  func.func @f(%a: i32, %b: i64) -> i32 {
    %0 = arith.addi %a, %a : i32
    %1 = arith.muli %0, %a : i32
    %2 = arith.addi %1, %a : i32
    %3 = arith.addi %b, %b : i64
    %4 = arith.addi %0, %1 {k = 1 : i32} : i32
    return %2 : i32
  }
  func.func @g(%a: i32) -> i32 {
    %0 = arith.muli %a, %a : i32
    %1 = arith.addi %0, %a : i32
    return %1 : i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.with_pdl_patterns %root : !transform.any_op {
    ^bb0(%scope: !transform.any_op):
      // All additions.
      pdl.pattern @additions : benefit(1) {
        %x = operands
        %t = types
        %0 = operation "arith.addi"(%x : !pdl.range<value>) -> (%t : !pdl.range<type>)
        rewrite %0 with "transform.dialect"
      }
      // Of one value twice.
      pdl.pattern @doubled : benefit(1) {
        %t = type : i32
        %x = operand : %t
        %0 = operation "arith.addi"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
        rewrite %0 with "transform.dialect"
      }
      // Of a product.
      pdl.pattern @fused : benefit(1) {
        %t = type
        %x = operand
        %y = operand
        %0 = operation "arith.muli"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
        %1 = result 0 of %0
        %2 = operation "arith.addi"(%1, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
        rewrite %2 with "transform.dialect"
      }
      // With an attribute.
      pdl.pattern @marked : benefit(1) {
        %k = attribute = 1 : i32
        %x = operands
        %t = types
        %0 = operation "arith.addi"(%x : !pdl.range<value>) {"k" = %k} -> (%t : !pdl.range<type>)
        rewrite %0 with "transform.dialect"
      }
      sequence %scope : !transform.any_op failures(propagate) {
      ^bb0(%arg: !transform.any_op):
        %0 = pdl_match @additions in %arg : (!transform.any_op) -> !transform.any_op
        transform.annotate %0 "addition" : !transform.any_op
        %1 = pdl_match @doubled in %arg : (!transform.any_op) -> !transform.any_op
        transform.annotate %1 "doubled" : !transform.any_op
        %2 = pdl_match @fused in %arg : (!transform.any_op) -> !transform.any_op
        transform.annotate %2 "fused" : !transform.any_op
        %3 = pdl_match @marked in %arg : (!transform.any_op) -> !transform.any_op
        transform.annotate %3 "marked" : !transform.any_op
      }
    }
    transform.yield
  }
}
// -----
// The ops of a handle are scopes, and may be matched themselves; the patterns are those of the op around the match.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: i32) -> i32 {
    %0 = arith.addi %a, %a : i32
    return %0 : i32
  }
  func.func @g(%a: i32) -> i32 {
    %0 = arith.addi %a, %a : i32
    return %0 : i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "g"} in %root : (!transform.any_op) -> !transform.any_op
    transform.with_pdl_patterns %f : !transform.any_op {
    ^bb0(%scope: !transform.any_op):
      pdl.pattern @p : benefit(1) {
        %xs = operands
        %ts = types
        %0 = operation "<<n:func.func|arith.addi|func.return>>"(%xs : !pdl.range<value>) -> (%ts : !pdl.range<type>)
        rewrite %0 with "transform.dialect"
      }
      sequence %scope : !transform.any_op failures(propagate) {
      ^bb0(%arg: !transform.any_op):
        %0 = pdl_match @p in %arg : (!transform.any_op) -> !transform.any_op
        transform.annotate %0 "first" : !transform.any_op
      }
    }
    transform.with_pdl_patterns %root : !transform.any_op {
    ^bb0(%scope: !transform.any_op):
      pdl.pattern @p : benefit(1) {
        %x = operand
        %0 = operation "func.return"(%x : !pdl.value)
        rewrite %0 with "transform.dialect"
      }
      sequence %scope : !transform.any_op failures(propagate) {
      ^bb0(%arg: !transform.any_op):
        %0 = pdl_match @p in %arg : (!transform.any_op) -> !transform.any_op
        transform.annotate %0 "second" : !transform.any_op
      }
    }
    transform.yield
  }
}
