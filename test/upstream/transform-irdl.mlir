// FLAGS: --transform-interpreter

// Ops by their values, attributes and regions, in functions and loops.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.irdl.collect_matching in %arg0 : (!transform.any_op) -> !transform.any_op {
      irdl.dialect @test {
        irdl.operation @whatever {
          %i32 = irdl.is i32
          %f32 = irdl.is f32
          %any = irdl.any
          %one = irdl.any_of(%i32, %f32)
          <<c:irdl.results(r: %one)|irdl.operands(a: %one, b: %one) irdl.results(r: %one)|irdl.operands(a: variadic %any)|irdl.operands(a: optional %i32) irdl.results(r: variadic %one)|irdl.results(r: %any) irdl.attributes {"note" = %any}>>
        }
      }
    }
    transform.annotate %0 "found" : !transform.any_op
    transform.yield
  }
  func.func @f(%x: f32, %n: index) -> i32 {
    %0 = arith.constant 1 : i32
    %1 = arith.constant 1.0 : f32
    %2 = arith.constant {note} 1 : i64
    %3 = arith.addi %0, %0 {note = 5 : i32} : i32
    scf.for %i = %n to %n step %n {
      %4 = arith.addf %x, %1 : f32
      "test.op"(%4) : (f32) -> ()
    }
    return %3 : i32
  }
}
