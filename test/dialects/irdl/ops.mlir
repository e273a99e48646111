// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s

irdl.dialect @cmath {
  irdl.type @complex {
    %0 = irdl.is f32
    %1 = irdl.is f64
    %2 = irdl.any_of(%0, %1)
    irdl.parameters(elem: %2)
  }
  irdl.type @unit
  irdl.type @pair { %0 = irdl.any irdl.parameters(a: %0, b: %0) }
  irdl.type @wrap { %s = irdl.base "#builtin.string" %i = irdl.base "!builtin.integer" %c = irdl.base @cmath::@complex irdl.parameters(a: %s, b: %i, c: %c) }
  irdl.attribute @name { %0 = irdl.base "#builtin.string" irdl.parameters(a: %0) }
  irdl.operation @norm {
    %0 = irdl.any
    %1 = irdl.parametric @cmath::@complex<%0>
    irdl.operands(in: %1)
    irdl.results(out: %0)
  }
  irdl.operation @mul {
    %0 = irdl.is f32
    %1 = irdl.is f64
    %2 = irdl.any_of(%0, %1)
    %3 = irdl.parametric @cmath::@complex<%2>
    irdl.operands(lhs: %3, rhs: %3)
    irdl.results(res: %3)
  }
  irdl.operation @var {
    %0 = irdl.is i32
    %1 = irdl.is i64
    irdl.operands(a: %0, b: variadic %1, c: %0)
    irdl.results(r: optional %1)
  }
  irdl.operation @two {
    %0 = irdl.is i32
    irdl.operands(a: variadic %0, b: optional %0)
    irdl.results(a2: variadic %0, b2: variadic %0)
  }
  irdl.operation @at {
    %0 = irdl.is i32
    %2 = irdl.any
    %1 = irdl.parametric @cmath::@name<%2>
    irdl.attributes {"a" = %0, "b" = %1}
  }
  irdl.operation @base {
    %0 = irdl.base "!builtin.integer"
    %1 = irdl.base @cmath::@pair
    %2 = irdl.base @cmath::@name
    irdl.operands(a: %0, b: %1)
    irdl.attributes {"n" = %2}
  }
  irdl.operation @all {
    %0 = irdl.is i32
    %1 = irdl.base "!builtin.integer"
    %2 = irdl.all_of(%0, %1)
    irdl.operands(a: %2)
  }
  irdl.operation @pred {
    %0 = irdl.c_pred "::llvm::isa<::mlir::IntegerType>($_self)"
    irdl.operands(a: %0) {x}
  }
  irdl.operation @empty
  irdl.operation @regs {
    %0 = irdl.is i32
    %1 = irdl.is i64
    %r0 = irdl.region
    %r1 = irdl.region()
    %r2 = irdl.region(%0, %1)
    %r3 = irdl.region with size 2
    irdl.regions(a: %r0, b: %r1, c: %r2, d: %r3)
  }
}
irdl.dialect @empty
irdl.dialect @empty2 attributes {x.y} {}

// CHECK: irdl.dialect @cmath {
// CHECK: irdl.type @complex {
// CHECK: %{{.*}} = irdl.is f32
// CHECK: %{{.*}} = irdl.is f64
// CHECK: %{{.*}} = irdl.any_of(%{{.*}}, %{{.*}})
// CHECK: irdl.parameters(elem: %{{.*}})
// CHECK: irdl.type @unit
// CHECK: irdl.type @pair {
// CHECK: %{{.*}} = irdl.any
// CHECK: irdl.parameters(a: %{{.*}}, b: %{{.*}})
// CHECK: irdl.type @wrap {
// CHECK: %{{.*}} = irdl.base "#builtin.string"
// CHECK: %{{.*}} = irdl.base "!builtin.integer"
// CHECK: %{{.*}} = irdl.base @cmath::@complex
// CHECK: irdl.parameters(a: %{{.*}}, b: %{{.*}}, c: %{{.*}})
// CHECK: irdl.attribute @name {
// CHECK: %{{.*}} = irdl.base "#builtin.string"
// CHECK: irdl.parameters(a: %{{.*}})
// CHECK: irdl.operation @norm {
// CHECK: %{{.*}} = irdl.any
// CHECK: %{{.*}} = irdl.parametric @cmath::@complex<%{{.*}}>
// CHECK: irdl.operands(in: %{{.*}})
// CHECK: irdl.results(out: %{{.*}})
// CHECK: irdl.operation @mul {
// CHECK: %{{.*}} = irdl.is f32
// CHECK: %{{.*}} = irdl.is f64
// CHECK: %{{.*}} = irdl.any_of(%{{.*}}, %{{.*}})
// CHECK: %{{.*}} = irdl.parametric @cmath::@complex<%{{.*}}>
// CHECK: irdl.operands(lhs: %{{.*}}, rhs: %{{.*}})
// CHECK: irdl.results(res: %{{.*}})
// CHECK: irdl.operation @var {
// CHECK: %{{.*}} = irdl.is i32
// CHECK: %{{.*}} = irdl.is i64
// CHECK: irdl.operands(a: %{{.*}}, b: variadic %{{.*}}, c: %{{.*}})
// CHECK: irdl.results(r: optional %{{.*}})
// CHECK: irdl.operation @two {
// CHECK: %{{.*}} = irdl.is i32
// CHECK: irdl.operands(a: variadic %{{.*}}, b: optional %{{.*}})
// CHECK: irdl.results(a2: variadic %{{.*}}, b2: variadic %{{.*}})
// CHECK: irdl.operation @at {
// CHECK: %{{.*}} = irdl.is i32
// CHECK: %{{.*}} = irdl.any
// CHECK: %{{.*}} = irdl.parametric @cmath::@name<%{{.*}}>
// CHECK: irdl.attributes {"a" = %{{.*}}, "b" = %{{.*}}}
// CHECK: irdl.operation @base {
// CHECK: %{{.*}} = irdl.base "!builtin.integer"
// CHECK: %{{.*}} = irdl.base @cmath::@pair
// CHECK: %{{.*}} = irdl.base @cmath::@name
// CHECK: irdl.operands(a: %{{.*}}, b: %{{.*}})
// CHECK: irdl.attributes {"n" = %{{.*}}}
// CHECK: irdl.operation @all {
// CHECK: %{{.*}} = irdl.is i32
// CHECK: %{{.*}} = irdl.base "!builtin.integer"
// CHECK: %{{.*}} = irdl.all_of(%{{.*}}, %{{.*}})
// CHECK: irdl.operands(a: %{{.*}})
// CHECK: irdl.operation @pred {
// CHECK: %{{.*}} = irdl.c_pred "::llvm::isa<::mlir::IntegerType>($_self)"
// CHECK: irdl.operands(a: %{{.*}}) {x}
// CHECK: irdl.operation @empty
// CHECK: irdl.operation @regs {
// CHECK: %{{.*}} = irdl.is i32
// CHECK: %{{.*}} = irdl.is i64
// CHECK: %{{.*}} = irdl.region
// CHECK: %{{.*}} = irdl.region()
// CHECK: %{{.*}} = irdl.region(%{{.*}}, %{{.*}})
// CHECK: %{{.*}} = irdl.region with size 2
// CHECK: irdl.regions(a: %{{.*}}, b: %{{.*}}, c: %{{.*}}, d: %{{.*}})
// CHECK: irdl.dialect @empty
// CHECK: irdl.dialect @empty2 attributes {x.y}
