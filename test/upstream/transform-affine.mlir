// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule --canonicalize --cse

module attributes {transform.with_named_sequence} {
  func.func @bounded(%a: index, %b: index) -> (index, index) {
    %0 = "test.value"() {bounded} : () -> index
    %1 = "test.value"() {other} : () -> index
    %2 = affine.min affine_map<(d0, d1) -> (d0, d1, <<k:20|8|100>>)>(%0, %1)
    %3 = affine.max affine_map<(d0)[s0] -> (d0 + <<1|-3>>, s0, <<k>>)>(%0)[%1]
    return %2, %3 : index, index
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["affine.min", "affine.max"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match ops{["test.value"]} attributes {bounded} in %root : (!transform.any_op) -> !transform.any_op
    %2 = transform.structured.match ops{["test.value"]} attributes {other} in %root : (!transform.any_op) -> !transform.any_op
    transform.affine.simplify_bounded_affine_ops %0 with [%1, %2 : !transform.any_op, !transform.any_op] within [<<0|9>>, <<5|20>>] and [<<10|12>>, <<21|30>>] : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @divided(%a: index) -> (index, index) {
    %0 = "test.value"() : () -> index
    %1 = affine.min affine_map<()[s0] -> (s0 floordiv 4, 2)>()[%0]
    %2 = affine.min affine_map<()[s0, s1] -> (-(s0 mod 4) + 4, s1, <<5|3>>)>()[%0, %a]
    return %1, %2 : index, index
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["affine.min"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match ops{["test.value"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.affine.simplify_bounded_affine_ops %0 with [%1 : !transform.any_op] within [0] and [<<17|33|40>>] : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @constrained(%a: index) -> index {
    %0 = affine.min affine_map<()[s0] -> (s0, 5)>()[%a]
    %1 = <<arith.constant 2 : index|arith.constant 2 : i32>>
    return %0 : index
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["<<affine.min|func.return>>"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match ops{["<<affine.min|arith.constant>>"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.affine.simplify_bounded_affine_ops %0 with [%1 : !transform.any_op] within [0] and [10] : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @min_max(%x: index, %y: index) -> (index, index) {
    %0 = affine.min affine_map<()[s0] -> (s0, 16)>()[%x]
    %1 = affine.min affine_map<()[s0, s1] -> (s0, s1, <<20|16>>, s1 - <<2|0>>)>()[%0, %y]
    %2 = affine.max affine_map<()[s0, s1] -> (s0 + <<1|3>>, s1, s0)>()[%0, %y]
    return %1, %2 : index, index
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["affine.min", "affine.max"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.affine.simplify_min_max_affine_ops %0 : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @one_of(%x: index, %y: index) -> (index, index) {
    %0 = affine.min affine_map<()[s0, s1] -> (s0, s1, s0 + <<1|-1>>)>()[%x, %y]
    %1 = affine.max affine_map<()[s0, s1] -> (s0, s1, s0 + 1)>()[%x, %y]
    return %0, %1 : index, index
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["<<affine.min|affine.max>>"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.affine.simplify_min_max_affine_ops %0 : !transform.any_op
    transform.yield
  }
}

// -----

// DIFFERS: mlir-opt does not bound the quotient
module attributes {transform.with_named_sequence} {
  func.func @quotient() -> index {
    %0 = "test.value"() : () -> index
    %1 = affine.min affine_map<()[s0] -> (s0 floordiv 4, 8)>()[%0]
    return %1 : index
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["affine.min"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match ops{["test.value"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.affine.simplify_bounded_affine_ops %0 with [%1 : !transform.any_op] within [0] and [<<17|33>>] : !transform.any_op
    transform.yield
  }
}

// -----

// DIFFERS: mlir-opt does not look for superfluous results again after it composed minima
module attributes {transform.with_named_sequence} {
  func.func @composed(%x: index, %y: index) -> index {
    %0 = affine.min affine_map<()[s0] -> (s0, 16)>()[%x]
    %1 = affine.min affine_map<()[s0, s1] -> (s0, s1, 8, s1 - 2)>()[%0, %y]
    return %1 : index
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["affine.min"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.affine.simplify_min_max_affine_ops %0 : !transform.any_op
    transform.yield
  }
}
