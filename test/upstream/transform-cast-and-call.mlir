// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x?xf32>, %b: i32) -> (tensor<4x?xf32>, tensor<4x?xf32>) {
    %0 = math.exp %a : tensor<4x?xf32>
    %1 = math.exp %0 : tensor<4x?xf32>
    %2 = math.sin %1 : tensor<4x?xf32>
    return %1, %2 : tensor<4x?xf32>, tensor<4x?xf32>
  }
  func.func private @g(<<tensor<?x?xf32>|tensor<4x?xf32>|tensor<4x4xf32>|i32|f32>>) -> <<tensor<?x?xf32>|tensor<4x?xf32>|tensor<4x4xf32>|i32>>
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %e = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %x, %y = transform.split_handle %e : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %i = transform.get_operand <<%x|%y>>[0] : (!transform.any_op) -> !transform.any_value
    %o = transform.get_result <<%x|%y>>[0] : (!transform.any_op) -> !transform.any_value
    %c = transform.func.cast_and_call <<@g|@missing>>(%i) -> %o <<after|before>> <<%x|%y>> {
      transform.type_conversion.tensor.cast_shape_dynamic_dims<<| ignore_dynamic_info>>
    } : (!transform.any_op, !transform.any_value, !transform.any_value) -> !transform.any_op
    transform.annotate %c "call" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x?xf32>, %n: index, %c: i1) -> tensor<4x?xf32> {
    %0 = math.exp %a : tensor<4x?xf32>
    %1 = scf.if %c -> (tensor<4x?xf32>) {
      %2 = math.sin %0 : tensor<4x?xf32>
      scf.yield %2 : tensor<4x?xf32>
    } else {
      scf.yield %0 : tensor<4x?xf32>
    }
    return %1 : tensor<4x?xf32>
  }
  func.func private @g(tensor<4x?xf32>) -> tensor<4x?xf32>
  func.func private @h(tensor<4x?xf32>)
  func.func private @k() -> tensor<4x?xf32>
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %fs = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %f:4 = transform.split_handle %fs : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %e = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.match ops{["math.sin"]} in %root : (!transform.any_op) -> !transform.any_op
    %i = transform.get_operand <<%s|%e>>[0] : (!transform.any_op) -> !transform.any_value
    %o = transform.get_result <<%s|%e>>[0] : (!transform.any_op) -> !transform.any_value
    <<%c = transform.func.cast_and_call %f#1(%i) -> %o after %s : (!transform.any_op, !transform.any_value, !transform.any_value, !transform.any_op) -> !transform.any_op|%c = transform.func.cast_and_call %f#1(%i) -> %o after %e : (!transform.any_op, !transform.any_value, !transform.any_value, !transform.any_op) -> !transform.any_op|%c = transform.func.cast_and_call %f#2(%i) after %e : (!transform.any_op, !transform.any_value, !transform.any_op) -> !transform.any_op|%c = transform.func.cast_and_call %f#2(%i) -> %o after %e : (!transform.any_op, !transform.any_value, !transform.any_value, !transform.any_op) -> !transform.any_op|%c = transform.func.cast_and_call %e(%i) -> %o after %e : (!transform.any_op, !transform.any_value, !transform.any_value, !transform.any_op) -> !transform.any_op|%d = transform.func.cast_and_call @h(%i) before %s : (!transform.any_op, !transform.any_value) -> !transform.any_op|%d = transform.func.cast_and_call @k -> %o before %s {} : (!transform.any_op, !transform.any_value) -> !transform.any_op>>
    transform.yield
  }
}
