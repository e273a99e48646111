// FLAGS: --mlprogram-pipeline-globals

ml_program.global private mutable @g(dense<4> : tensor<4xi32>) : tensor<4xi32>
func.func @two_loads() -> (tensor<4xi32>, tensor<4xi32>) {
  %0 = ml_program.global_load @g : tensor<4xi32>
  %1 = ml_program.global_load @g : tensor<4xi32>
  return %0, %1 : tensor<4xi32>, tensor<4xi32>
}
func.func @store_and_load(%a: tensor<4xi32>) -> tensor<4xi32> {
  ml_program.global_store @g = %a : tensor<4xi32>
  %0 = ml_program.global_load @g : tensor<4xi32>
  return %0 : tensor<4xi32>
}
func.func @two_stores(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  ml_program.global_store @g = %a : tensor<4xi32>
  %0 = ml_program.global_load @g : tensor<4xi32>
  ml_program.global_store @g = %b : tensor<4xi32>
  return %0 : tensor<4xi32>
}
// -----
ml_program.global private mutable @g(dense<4> : tensor<4xi32>) : tensor<4xi32>
ml_program.global private mutable @h(dense<4> : tensor<4xi32>) : tensor<4xi32>
func.func @stores(%a: tensor<4xi32>) {
  ml_program.global_store @g = %a : tensor<4xi32>
  return
}
func.func @loads(%a: tensor<4xi32>) {
  %0 = ml_program.global_load @g : tensor<4xi32>
  return
}
func.func private @declared(tensor<4xi32>)
func.func @between(%a: tensor<4xi32>) {
  call @<<stores|loads|declared>>(%a) : (tensor<4xi32>) -> ()
  return
}
func.func @caller(%a: tensor<4xi32>, %b: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %0 = ml_program.global_load @<<v:g|h>> : tensor<4xi32>
  ml_program.global_store @<<v>> = %a : tensor<4xi32>
  call @<<stores|loads|declared|between>>(%a) : (tensor<4xi32>) -> ()
  %1 = ml_program.global_load @<<v>> : tensor<4xi32>
  ml_program.global_store @<<v>> = %b : tensor<4xi32>
  %2 = ml_program.global_load @<<v>> : tensor<4xi32>
  return %0, %1, %2 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}
// -----
ml_program.global private mutable @g(dense<4> : tensor<4xi32>) : tensor<4xi32>
func.func @recursive(%a: tensor<4xi32>) {
  %0 = ml_program.global_load @g : tensor<4xi32>
  call @recursive(%0) : (tensor<4xi32>) -> ()
  %1 = ml_program.global_load @g : tensor<4xi32>
  ml_program.global_store @g = %1 : tensor<4xi32>
  return
}
// -----
ml_program.global private mutable @g(dense<4> : tensor<4xi32>) : tensor<4xi32>
ml_program.global private mutable @h(dense<4> : tensor<4xi32>) : tensor<4xi32>
func.func @regions(%c: i1, %a: tensor<4xi32>, %b: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %0 = ml_program.global_load @g : tensor<4xi32>
  ml_program.global_store @g = %a : tensor<4xi32>
  scf.if %c {
    ml_program.global_store @<<g|h>> = %b : tensor<4xi32>
    %3 = ml_program.global_load @<<g|h>> : tensor<4xi32>
    ml_program.global_store @<<g|h>> = %a : tensor<4xi32>
  }
  %1 = ml_program.global_load @g : tensor<4xi32>
  ml_program.global_store @g = %b : tensor<4xi32>
  return %0, %1 : tensor<4xi32>, tensor<4xi32>
}
// -----
ml_program.global private mutable @g(dense<4> : tensor<4xi32>) : tensor<4xi32>
func.func @blocks(%c: i1, %a: tensor<4xi32>) -> tensor<4xi32> {
  ml_program.global_store @g = %a : tensor<4xi32>
  cf.cond_br %c, ^a, ^b
^a:
  ml_program.global_store @g = %a : tensor<4xi32>
  cf.br ^b
^b:
  %0 = ml_program.global_load @g : tensor<4xi32>
  return %0 : tensor<4xi32>
}
// -----
// DIFFERS: the call in the region loads the global, so the store before it is needed; upstream forgets the accesses of calls in regions
ml_program.global private mutable @g(dense<4> : tensor<4xi32>) : tensor<4xi32>
func.func @callee() -> tensor<4xi32> {
  %0 = ml_program.global_load @g : tensor<4xi32>
  return %0 : tensor<4xi32>
}
func.func @caller(%c: i1, %a: tensor<4xi32>, %b: tensor<4xi32>) {
  ml_program.global_store @g = %a : tensor<4xi32>
  scf.if %c {
    %0 = func.call @callee() : () -> tensor<4xi32>
  }
  ml_program.global_store @g = %b : tensor<4xi32>
  return
}
