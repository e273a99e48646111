// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @shape_of_operand(%a: f32) {
  // expected-error@+1 {{'shape.shape_of' op operand #0 must be shaped of any type values or , but got 'f32'}}
  %0 = "shape.shape_of"(%a) : (f32) -> tensor<2xindex>
  return
}

// -----

func.func @shape_of_result(%a: tensor<2xf32>) {
  // expected-error@+1 {{'shape.shape_of' op result #0 must be shape or extent tensor, but got 'tensor<2x2xindex>'}}
  %0 = "shape.shape_of"(%a) : (tensor<2xf32>) -> tensor<2x2xindex>
  return
}

// -----

func.func @shape_of_errors(%a: !shape.value_shape) {
  // expected-error@+1 {{if at least one of the operands can hold error values then the result must be of type `shape` to propagate them}}
  %0 = "shape.shape_of"(%a) : (!shape.value_shape) -> tensor<2xindex>
  return
}

// -----

func.func @const_shape_elements() {
  // expected-error@+1 {{'shape.const_shape' op attribute 'shape' failed to satisfy constraint: index elements attribute}}
  %0 = "shape.const_shape"() {shape = dense<[1, 2]> : tensor<2xi32>} : () -> tensor<2xindex>
  return
}

// -----

func.func @const_shape_type() {
  // expected-error@+1 {{'shape.const_shape' op inferred type(s) 'tensor<2xindex>' are incompatible with return type(s) of operation 'tensor<?xindex>'}}
  %0 = "shape.const_shape"() {shape = dense<[1, 2]> : tensor<2xindex>} : () -> tensor<?xindex>
  return
}

// -----

func.func @const_shape_number() {
  // expected-error@+1 {{expected attribute value}}
  %0 = shape.const_shape [1, x] : !shape.shape
  return
}

// -----

func.func @cstr_broadcastable_count(%a: tensor<2xindex>) {
  // expected-error@+1 {{'shape.cstr_broadcastable' op required at least 2 input shapes}}
  %0 = "shape.cstr_broadcastable"(%a) : (tensor<2xindex>) -> !shape.witness
  return
}

// -----

func.func @cstr_broadcastable_result(%a: tensor<2xindex>) {
  // expected-error@+1 {{'shape.cstr_broadcastable' op result #0 must be , but got 'i1'}}
  %0 = "shape.cstr_broadcastable"(%a, %a) : (tensor<2xindex>, tensor<2xindex>) -> i1
  return
}

// -----

func.func @cstr_broadcastable_operand(%a: tensor<2xi32>) {
  // expected-error@+1 {{'shape.cstr_broadcastable' op operand #0 must be variadic of shape or extent tensor, but got 'tensor<2xi32>'}}
  %0 = "shape.cstr_broadcastable"(%a, %a) : (tensor<2xi32>, tensor<2xi32>) -> !shape.witness
  return
}

// -----

func.func @broadcast_errors(%a: tensor<2xindex>, %s: !shape.shape) {
  // expected-error@+1 {{then the result must be of type `shape` to propagate them}}
  %0 = shape.broadcast %a, %s : tensor<2xindex>, !shape.shape -> tensor<2xindex>
  return
}

// -----

func.func @num_elements_errors(%s: !shape.shape) {
  // expected-error@+1 {{'shape.num_elements' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them}}
  %0 = shape.num_elements %s : !shape.shape -> index
  return
}

// -----

func.func @num_elements_result(%a: tensor<2xindex>) {
  // expected-error@+1 {{'shape.num_elements' op result #0 must be size or index, but got 'i32'}}
  %0 = "shape.num_elements"(%a) : (tensor<2xindex>) -> i32
  return
}

// -----

func.func @assuming_all_count() {
  // expected-error@+1 {{'shape.assuming_all' op no operands specified}}
  %0 = "shape.assuming_all"() : () -> !shape.witness
  return
}

// -----

func.func @assuming_operand(%a: tensor<2xindex>) {
  // expected-error@+1 {{'shape.assuming' op operand #0 must be , but got 'tensor<2xindex>'}}
  "shape.assuming"(%a) ({
    "shape.assuming_yield"() : () -> ()
  }) : (tensor<2xindex>) -> ()
  return
}

// -----

func.func @assuming_count(%w: !shape.witness, %x: f32) {
  // expected-error@+1 {{along control flow edge from Operation shape.assuming_yield to parent: region branch point has 2 operands, but region successor needs 1 inputs}}
  %0 = shape.assuming %w -> (f32) {
    // expected-note@+1 {{region branch point}}
    shape.assuming_yield %x, %x : f32, f32
  }
  return
}

// -----

func.func @assuming_types(%w: !shape.witness) {
  // expected-error@+1 {{along control flow edge from Operation shape.assuming_yield to parent: successor operand type #0 '!shape.witness' should match successor input type #0 'f32'}}
  %0 = shape.assuming %w -> (f32) {
    // expected-note@+1 {{region branch point}}
    shape.assuming_yield %w : !shape.witness
  }
  return
}

// -----

func.func @yield_parent(%x: f32) {
  // expected-error@+1 {{'shape.assuming_yield' op expects parent op 'shape.assuming'}}
  shape.assuming_yield %x : f32
}

// -----

func.func @cstr_require_operand(%x: f32) {
  // expected-error@+1 {{'shape.cstr_require' op operand #0 must be 1-bit signless integer, but got 'f32'}}
  %0 = "shape.cstr_require"(%x) {msg = "x"} : (f32) -> !shape.witness
  return
}

// -----

func.func @cstr_require_message(%x: i1) {
  // expected-error@+1 {{'shape.cstr_require' op requires attribute 'msg'}}
  %0 = "shape.cstr_require"(%x) : (i1) -> !shape.witness
  return
}

// -----

func.func @get_extent_errors(%x: tensor<2xindex>, %i: !shape.size) {
  // expected-error@+1 {{'shape.get_extent' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them}}
  %0 = shape.get_extent %x, %i : tensor<2xindex>, !shape.size -> index
  return
}

// -----

func.func @rank_errors(%x: !shape.shape) {
  // expected-error@+1 {{'shape.rank' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them}}
  %0 = shape.rank %x : !shape.shape -> index
  return
}

// -----

func.func @to_extent_tensor_result(%y: !shape.shape) {
  // expected-error@+1 {{'shape.to_extent_tensor' op result #0 must be tensor of index values, but got 'tensor<2xi32>'}}
  %0 = shape.to_extent_tensor %y : !shape.shape -> tensor<2xi32>
  return
}

// -----

func.func @reduce_size(%s: !shape.shape, %t: tensor<?xindex>, %i: index, %z: !shape.size) {
  // expected-error@+1 {{'shape.reduce' op argument 1 of ReduceOp body is expected to be of SizeType if the ReduceOp operates on a ShapeType}}
  %0 = shape.reduce(%s, %z) : !shape.shape -> !shape.size {
  ^bb0(%a: index, %b: index, %c: !shape.size):
    shape.yield %c : !shape.size
  }
  return
}

// -----

func.func @reduce_count(%s: !shape.shape, %t: tensor<?xindex>, %i: index, %z: !shape.size) {
  // expected-error@+1 {{'shape.reduce' op ReduceOp body is expected to have 3 arguments}}
  %0 = shape.reduce(%s, %z) : !shape.shape -> !shape.size {
  ^bb0(%a: index, %b: !shape.size):
    shape.yield %b : !shape.size
  }
  return
}

// -----

func.func @reduce_index(%s: !shape.shape, %t: tensor<?xindex>, %i: index, %z: !shape.size) {
  // expected-error@+1 {{'shape.reduce' op argument 0 of ReduceOp body is expected to be of IndexType}}
  %0 = shape.reduce(%t, %i) : tensor<?xindex> -> index {
  ^bb0(%a: f32, %b: index, %c: index):
    shape.yield %b : index
  }
  return
}

// -----

func.func @reduce_extent(%s: !shape.shape, %t: tensor<?xindex>, %i: index, %z: !shape.size) {
  // expected-error@+1 {{'shape.reduce' op argument 1 of ReduceOp body is expected to be of IndexType if the ReduceOp operates on an extent tensor}}
  %0 = shape.reduce(%t, %i) : tensor<?xindex> -> index {
  ^bb0(%a: index, %b: f32, %c: index):
    shape.yield %c : index
  }
  return
}

// -----

func.func @yield_alone(%s: !shape.shape, %t: tensor<?xindex>, %i: index, %z: !shape.size) {
  // expected-error@+1 {{'shape.yield' op expects parent op to be one of 'shape.reduce, shape.function_library'}}
  shape.yield
  return
}

// -----

func.func @yield_count(%t: tensor<?xindex>, %i: index) {
  %0 = shape.reduce(%t, %i) : tensor<?xindex> -> index {
  ^bb0(%a: index, %b: index, %c: index):
    // expected-error@+1 {{'shape.yield' op number of operands does not match number of results of its parent}}
    shape.yield
  }
  return
}

// -----

func.func @yield_type(%t: tensor<?xindex>, %i: index) {
  %0 = shape.reduce(%t, %i) : tensor<?xindex> -> index {
  ^bb0(%a: index, %b: index, %c: index):
    // expected-error@+1 {{'shape.yield' op types mismatch between yield op and its parent}}
    shape.yield %t : tensor<?xindex>
  }
  return
}

// -----

func.func @with_shape_operand(%a: f32, %s: tensor<1xindex>) {
  // expected-error@+1 {{'shape.with_shape' op operand #0 must be shaped of any type values or , but got 'f32'}}
  %0 = "shape.with_shape"(%a, %s) : (f32, tensor<1xindex>) -> !shape.value_shape
  return
}

// -----

func.func @value_of_operand(%a: tensor<2xf32>) {
  // expected-error@+1 {{'shape.value_of' op operand #0 must be , but got 'tensor<2xf32>'}}
  %0 = "shape.value_of"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @return_parent(%n: index) {
  // expected-error@+1 {{'shape.return' op expects parent op 'shape.func'}}
  shape.return %n : index
}

// -----

// expected-error@+1 {{'shape.func' op symbol declaration cannot have public visibility}}
shape.func @public(index) -> index
