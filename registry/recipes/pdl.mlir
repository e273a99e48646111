// Recipes for `pdl`.
// -----
// op: pdl.pattern pdl.rewrite pdl.operation pdl.operand pdl.operands pdl.attribute pdl.type pdl.types pdl.result pdl.results pdl.range pdl.replace pdl.erase pdl.apply_native_constraint pdl.apply_native_rewrite
pdl.pattern $[|@name ]: benefit($(c+1)) {
  %t = type
  %ts = types : [$e, $t]
  %a = attribute : %t
  %x = operand : %t
  %xs = operands
  %0 = operation "a.b"(%x, %xs : !pdl.value, !pdl.range<value>) {"name" = %a} -> (%t, %ts : !pdl.type, !pdl.range<type>)
  %r = result 0 of %0
  %rs = results of %0
  %1 = operation "a.c"(%r, %rs : !pdl.value, !pdl.range<value>)
  apply_native_constraint "check"(%a, %x : !pdl.attribute, !pdl.value)
  rewrite %1 {
    %b = attribute = $c : i32
    %2 = operation "a.d"(%x : !pdl.value) {"n" = %b} -> (%t : !pdl.type)
    %3 = range %x, %xs : !pdl.value, !pdl.range<value>
    %4 = apply_native_rewrite "make"(%3 : !pdl.range<value>) : !pdl.value
    replace %1 with (%4 : !pdl.value)
    erase %0
  }
}
// -----
// op: pdl.rewrite
pdl.pattern : benefit(1) {
  %0 = operation
  rewrite %0 with "external"(%0 : !pdl.operation)
}
