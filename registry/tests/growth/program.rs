//! Texts of functions.

use std::fmt::Write as _;

/// A vector, the type of most values.
pub(super) const V: &str = "tensor<8xf32>";
/// A matrix of eight rows.
pub(super) const M: &str = "tensor<8x8xf32>";
/// A matrix that products are made of.
pub(super) const Q: &str = "tensor<4x4xf32>";

/// The function `name` with arguments, ops, and results, all given with their types.
pub(super) fn function(name: &str, args: &[(String, &str)], ops: &str, results: &[(String, &str)]) -> String {
    let args: Vec<String> = args.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
    let (values, types): (Vec<&str>, Vec<&str>) = results.iter().map(|(v, ty)| (v.as_str(), *ty)).unzip();
    let (values, types) = (values.join(", "), types.join(", "));
    format!("func.func {name}({}) -> ({types}) {{\n{ops}  return {values} : {types}\n}}\n", args.join(", "))
}

/// The public function `main` from `%x` to a value of the same type, by `n` steps. Each is the text of ops from one value to another, whose
/// names are given, and may use its number for more names.
pub(super) fn chain(ty: &str, n: usize, step: impl Fn(usize, &str, &str) -> String) -> String {
    chain_with(ty, &[], n, step)
}

/// As [`chain`], with more arguments.
pub(super) fn chain_with(
    ty: &str,
    more: &[(&str, &str)],
    n: usize,
    step: impl Fn(usize, &str, &str) -> String,
) -> String {
    let (mut ops, mut value) = (String::new(), "%x".to_owned());
    for i in 0..n {
        let next = format!("%v{i}");
        let _ = writeln!(ops, "  {}", step(i, &value, &next));
        value = next;
    }
    let mut args = vec![("%x".to_owned(), ty)];
    args.extend(more.iter().map(|&(name, ty)| (name.to_owned(), ty)));
    function("@main", &args, &ops, &[(value, ty)])
}

/// The texts for numbers below `n`, one after the other.
pub(super) fn each(n: usize, text: impl Fn(usize) -> String) -> String {
    (0..n).map(text).collect()
}

/// Items with commas between them.
pub(super) fn list(n: usize, item: impl Fn(usize) -> String) -> String {
    (0..n).map(item).collect::<Vec<_>>().join(", ")
}

/// Values `NAME0`, `NAME1`, … of a type.
pub(super) fn values<'t>(n: usize, name: &str, ty: &'t str) -> Vec<(String, &'t str)> {
    (0..n).map(|i| (format!("{name}{i}"), ty)).collect()
}
