// Recipes for `irdl`.
// -----
// op: irdl.dialect irdl.type irdl.attribute irdl.operation irdl.parameters irdl.operands irdl.results irdl.attributes irdl.is irdl.base irdl.parametric irdl.any irdl.any_of irdl.all_of irdl.c_pred irdl.region irdl.regions
irdl.dialect @cmath {
  irdl.type @complex {
    %0 = irdl.is $e
    %1 = irdl.is $f
    %2 = irdl.any_of(%0, %1)
    irdl.parameters(elem: %2)
  }
  irdl.attribute @name {
    %0 = irdl.base "#builtin.string"
    %1 = irdl.c_pred "true"
    %2 = irdl.all_of(%0, %1)
    irdl.parameters(a: %2, b: %0)
  }
  irdl.operation @norm {
    %0 = irdl.any
    %1 = irdl.parametric @cmath::@complex<%0>
    %2 = irdl.base @cmath::@name
    irdl.operands(in: %1, rest: $[variadic|optional|single] %0)
    irdl.results(out: %0)
    irdl.attributes {"a" = %2}
    %r0 = irdl.region
    %r1 = irdl.region(%0, %1)
    %r2 = irdl.region() with size $[1|2]
    irdl.regions(a: %r0, b: %r1, c: %r2)
  }
}
