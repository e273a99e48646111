// FLAGS: --convert-cf-to-llvm
// FLAGS: --convert-cf-to-llvm=index-bitwidth=32
// FLAGS: --convert-cf-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts

func.func @branches(%a: <<t:i32|vector<2x2xf32>|memref<?xf32>|index>>, %b: i1) -> <<t>> {
  cf.cond_br %b, ^a(%a : <<t>>), ^b(%a : <<t>>) {foo.bar = 1 : i32}
^a(%x : <<t>>):
  cf.br ^b(%x : <<t>>) {foo.bar}
^b(%y: <<t>>):
  return %y : <<t>>
}

// -----

func.func @g(%a: i32, %f: index, %b: i1) -> index {
  cf.assert %b, "hello"
  cf.cond_br %b weights([1, 2]), ^a(%f: index), ^c(%f : index)
^a(%g: index):
  cf.switch %a : i32, [ default: ^a(%g : index), 42: ^c(%f : index), 43: ^d(%f, %f: index, index) ]
^c(%h : index):
  cf.br ^d(%h, %h: index, index)
^d(%i : index, %j: index):
  return %j : index
}
func.func @g2(%a: index, %b: i1) {
  cf.assert %b, "hello"
  cf.assert %b, "world"
  return
}

// -----

// Arguments of blocks to which no converted op branches stay; nothing else folds.
func.func @other(%a: index, %b: i1) -> index {
  %c1 = arith.constant 1 : index
  %0 = arith.muli %a, %c1 : index
  cf.br ^b
^b:
  return %0 : index
}
