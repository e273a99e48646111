//! Many functions, and many calls.

use super::{
    Shape,
    chains::product,
    program::{Q, V, chain, each, function, values},
};

/// The programs.
pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "chain of calls",
        text: |n| {
            each(n, |i| {
                let next = match i + 1 < n {
                    true => format!("  %y = func.call @f{}(%z) : ({V}) -> {V}\n", i + 1),
                    false => format!("  %y = stablehlo.negate %z : {V}\n"),
                };
                let name = if i == 0 { "@main".to_owned() } else { format!("private @f{i}") };
                let ops = format!("  %z = stablehlo.sine %x0 : {V}\n{next}");
                function(&name, &values(1, "%x", V), &ops, &[("%y".to_owned(), V)])
            })
        },
    },
    Shape {
        name: "called functions",
        text: |n| {
            let main = chain(V, n, |i, from, to| format!("{to} = func.call @f{i}({from}) : ({V}) -> {V}"));
            main + &each(n, |i| sine(&format!("private @f{i}")))
        },
    },
    Shape {
        name: "calls of one function",
        text: |n| {
            let main = chain(V, n, |_, from, to| format!("{to} = func.call @f({from}) : ({V}) -> {V}"));
            main + &sine("private @f")
        },
    },
    Shape { name: "public functions", text: |n| each(n, |i| sine(&format!("@f{i}"))) },
    Shape {
        name: "public products of matrices",
        text: |n| {
            each(n, |i| {
                let ops = format!("  {}\n", product("%x0", "%x0", "%y"));
                function(&format!("@f{i}"), &values(1, "%x", Q), &ops, &[("%y".to_owned(), Q)])
            })
        },
    },
];

/// A function with one op.
fn sine(name: &str) -> String {
    let ops = format!("  %y = stablehlo.sine %x0 : {V}\n");
    function(name, &values(1, "%x", V), &ops, &[("%y".to_owned(), V)])
}
