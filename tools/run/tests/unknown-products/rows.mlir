// Layers of a network with any number of examples: weights in both orientations, three dimensions, integers of 8 bits and bf16.
func.func @main(%x: tensor<?x72xf32>, %w: tensor<72x100xf32>, %v: tensor<40x72xf32>, %y: tensor<?x3x24xf32>, %u: tensor<24x36xf32>, %i: tensor<?x40xi8>, %j: tensor<40x24xi8>, %h: tensor<?x32xbf16>, %g: tensor<32x48xbf16>) -> (tensor<?x100xf32>, tensor<?x40xf32>, tensor<?x3x36xf32>, tensor<?x24xi32>, tensor<?x48xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x72xf32>, tensor<72x100xf32>) -> tensor<?x100xf32>
  %1 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [1] : (tensor<?x72xf32>, tensor<40x72xf32>) -> tensor<?x40xf32>
  %2 = stablehlo.dot_general %y, %u, contracting_dims = [2] x [0] : (tensor<?x3x24xf32>, tensor<24x36xf32>) -> tensor<?x3x36xf32>
  %3 = stablehlo.dot_general %i, %j, contracting_dims = [1] x [0] : (tensor<?x40xi8>, tensor<40x24xi8>) -> tensor<?x24xi32>
  %4 = stablehlo.dot_general %h, %g, contracting_dims = [1] x [0] : (tensor<?x32xbf16>, tensor<32x48xbf16>) -> tensor<?x48xf32>
  return %0, %1, %2, %3, %4 : tensor<?x100xf32>, tensor<?x40xf32>, tensor<?x3x36xf32>, tensor<?x24xi32>, tensor<?x48xf32>
}
