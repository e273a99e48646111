// Recipes for `index`.
// attr: #index<cmp_predicate slt>
// attr: #index<cmp_predicate uge>
// -----
// op: index.cmp
func.func @f(%a: index, %b: index) -> (i1, i1) {
  %0 = index.cmp $[eq|ne|slt|sle|sgt|sge](%a, %b)
  %1 = index.cmp $[ult|ule|ugt|uge](%b, %a)
  return %0, %1 : i1, i1
}
