// REQUIRES: strata-translate
// RUN: strata-translate --mlir-to-dot %s | FileCheck %s

// CHECK: digraph G {
// CHECK: subgraph cluster_[[#F:]] { label="func.func @main";
// CHECK-NEXT: n[[#F]] [label="", shape=point];
// CHECK-NEXT: n[[#A:]] [label="argument 0\ntensor<2xi32>", shape=ellipse];
// CHECK-NEXT: n[[#B:]] [label="argument 1\ntensor<i32>", shape=ellipse];
// CHECK-NEXT: subgraph cluster_[[#R:]] { label="stablehlo.reduce\ntensor<i32>";
// CHECK: n[[#S:]] [label="stablehlo.add\ntensor<i32>"];
// CHECK: }
// CHECK-NEXT: n[[#C:]] [label="stablehlo.custom_call\ntensor<i32>"];
// CHECK-NEXT: n[[#RET:]] [label="func.return"];
// CHECK-DAG: n[[#A]] -> n[[#R]] [label="0"];
// CHECK-DAG: n[[#B]] -> n[[#R]] [label="1"];
// CHECK-DAG: n[[#R]] -> n[[#C]];
// CHECK-DAG: n[[#C]] -> n[[#RET]];
func.func @main(%a: tensor<2xi32>, %b: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  %1 = stablehlo.custom_call @"a \"name\" \\"(%0) : (tensor<i32>) -> tensor<i32>
  return %1 : tensor<i32>
}

// Branches between blocks, which have clusters of their own, and a name that has to be escaped.

// CHECK: label="func.func @\"q\\uote"
// CHECK: subgraph cluster_{{[0-9]+}} { label="^bb0"; style=dotted;
// CHECK: n[[#BR:]] [label="cf.br"];
// CHECK: subgraph cluster_{{[0-9]+}} { label="^bb1"; style=dotted;
// CHECK: n[[#END:]] [label="func.return"];
// CHECK: n[[#BR]] -> n[[#END]] [style=dashed];
// CHECK-NOT: ->
func.func private @"\"q\5Cuote"() {
  cf.br ^bb1
^bb1:
  return
}
