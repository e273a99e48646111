// FLAGS: --shape-to-shape-lowering

func.func @sizes(%s: !shape.shape, %t: tensor<<<n:?|3>>xindex>, %x: tensor<?x4xf32>) -> (!shape.size, <<r:index|!shape.size>>) {
  %0 = shape.num_elements %s : !shape.shape -> !shape.size
  %1 = shape.num_elements %t : tensor<<<n>>xindex> -> <<r>>
  %2 = shape.shape_of %x : tensor<?x4xf32> -> !shape.shape
  %3 = shape.num_elements %2 : !shape.shape -> !shape.size
  return %3, %1 : !shape.size, <<r>>
}
