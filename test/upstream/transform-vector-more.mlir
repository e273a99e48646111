// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule

module attributes {transform.with_named_sequence} {
  func.func @scan(%x: vector<2x3x<<t:f32|i32>>>, %i: vector<<<n:3|2>>x<<t>>>, %y: vector<3xi32>, %j: vector<i32>) -> (vector<2x3x<<t>>>, vector<<<n>>x<<t>>>, vector<3xi32>, vector<i32>) {
    %a, %b = vector.scan <<k:<add>|<mul>|<minsi>|<maximumf>|<xor>>>, %x, %i {inclusive = <<true|false>>, reduction_dim = <<0|1>> : i64} : vector<2x3x<<t>>>, vector<<<n>>x<<t>>>
    %c, %d = vector.scan <add>, %y, %j {inclusive = <<true|false>>, reduction_dim = 0 : i64} : vector<3xi32>, vector<i32>
    return %a, %b, %c, %d : vector<2x3x<<t>>>, vector<<<n>>x<<t>>>, vector<3xi32>, vector<i32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.vector.lower_scan } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @shape(%x: vector<<<a:2x4|8|1x8|2x2x2|4x2>>xf32>) -> vector<<<b:2x4|8|1x8|2x2x2|4x2|4x1x2>>xf32> {
    %0 = vector.shape_cast %x : vector<<<a>>xf32> to vector<<<b>>xf32>
    return %0 : vector<<<b>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.vector.lower_shape_cast } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @bits(%x: vector<<<a:2x4xi32|2x2x4xi32|4xi32|[2]x4xi32|2x[4]xi32>>>) -> vector<<<b:2x8xi16|2x2x8xi16|8xi16|2x2xi64|[2]x8xi16|2x[8]xi16|2x4xf32>>> {
    %0 = vector.bitcast %x : vector<<<a>>> to vector<<<b>>>
    return %0 : vector<<<b>>>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.vector.lower_bitcast } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @gather(%m: <<b:memref<8x8xf32>|tensor<8x8xf32>>>, %i: index, %x: vector<<<n:2x4|4|2x2x4|2x[4]|[2]x4>>xi32>, %k: vector<<<n>>xi1>, %p: vector<<<n>>xf32>) -> vector<<<n>>xf32> {
    %0 = vector.gather %m[%i, %i] [%x], %k, %p <<|{alignment = 8 : i64} >>: <<b>>, vector<<<n>>xi32>, vector<<<n>>xi1>, vector<<<n>>xf32> into vector<<<n>>xf32>
    return %0 : vector<<<n>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.vector.lower_gather } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @contract(%a: vector<4x8x<<s:f16|i8|bf16>>>, %b: vector<8x4x<<u:f16|i8>>>, %c: vector<4x4x<<t:f32|i32>>>) -> vector<4x4x<<t>>> {
    %x = arith.<<e:extf|extsi|extui>> %a : vector<4x8x<<s>>> to vector<4x8x<<t>>>
    %y = arith.<<g:extf|extsi|extui>> %b : vector<8x4x<<u>>> to vector<8x4x<<t>>>
    %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} %x, %y, %c : vector<4x8x<<t>>>, vector<8x4x<<t>>> into vector<4x4x<<t>>>
    return %0 : vector<4x4x<<t>>>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.vector.fold_arith_extension } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @product(%a: vector<4x<<t:f32|i32>>>, %b: vector<<<w:8|1x8|1>>x<<t>>>) -> vector<4x8x<<t>>> {
    %x = vector.broadcast %a : vector<4x<<t>>> to vector<8x4x<<t>>>
    %z = vector.transpose %x, <<[1, 0]|[0, 1]>> : vector<8x4x<<t>>> to vector<4x8x<<t>>>
    %y = vector.broadcast %b : vector<<<w>>x<<t>>> to vector<4x8x<<t>>>
    %0 = arith.<<mulf|muli|addf>> <<%z, %y|%y, %z|%y, %y>> : vector<4x8x<<t>>>
    return %0 : vector<4x8x<<t>>>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.vector.elementwise_to_vector } : !transform.any_op
    transform.yield
  }
}
