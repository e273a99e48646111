//! Loops and branches.

use super::{
    Shape,
    program::{V, chain_with, each, function, list, values},
};

/// The programs.
pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "loops",
        text: |n| {
            let ops = each(n, |i| {
                let before = if i == 0 { "%x".to_owned() } else { format!("%v{}#1", i - 1) };
                looping(&format!("%v{i}"), &[(before, V)])
            });
            let args = [("%x".to_owned(), V), ("%n".to_owned(), "tensor<i32>")];
            function("@main", &args, &ops, &[(format!("%v{}#1", n - 1), V)])
        },
    },
    Shape {
        name: "loop of many values",
        text: |n| {
            let ops = looping("%v", &values(n, "%x", V));
            let mut args = values(n, "%x", V);
            args.push(("%n".to_owned(), "tensor<i32>"));
            let results: Vec<(String, &str)> = (0..n).map(|i| (format!("%v#{}", i + 1), V)).collect();
            function("@main", &args, &ops, &results)
        },
    },
    Shape {
        name: "branches",
        text: |n| {
            chain_with(V, &[("%p", "tensor<i1>")], n, |_, from, to| {
                format!(
                    "{to} = \"stablehlo.if\"(%p) ({{\n    %a = stablehlo.sine {from} : {V}\n    stablehlo.return %a : {V}\n  }}, {{\n    \
                     %a = stablehlo.cosine {from} : {V}\n    stablehlo.return %a : {V}\n  }}) : (tensor<i1>) -> {V}"
                )
            })
        },
    },
    Shape {
        name: "nested branches",
        text: |n| {
            // As deep as half of the limit of the dialects that follow.
            let n = n.min(256);
            let open = each(n, |i| format!("%v{i} = \"stablehlo.if\"(%p{}) ({{\n", i % 8));
            let close = each(n, |k| {
                let i = n - 1 - k;
                format!(
                    "stablehlo.return %v{} : {V}\n}}, {{\n%c{i} = stablehlo.cosine %x : {V}\nstablehlo.return %c{i} : {V}\n\
                     }}) : (tensor<i1>) -> {V}\n",
                    i + 1
                )
            });
            let mut args = values(8, "%p", "tensor<i1>");
            args.push(("%x".to_owned(), V));
            let ops = format!("{open}%v{n} = stablehlo.sine %x : {V}\n{close}");
            function("@main", &args, &ops, &[("%v0".to_owned(), V)])
        },
    },
    Shape {
        name: "branches of one op",
        text: |n| {
            let branch = |i: usize| {
                format!(
                    "{{\n    %c = stablehlo.constant dense<{i}.5> : {V}\n    %a = stablehlo.multiply %x, %c : {V}\n    \
                     stablehlo.return %a : {V}\n  }}"
                )
            };
            let ops = format!("  %v = \"stablehlo.case\"(%p) ({}) : (tensor<i32>) -> {V}\n", list(n, branch));
            let args = [("%x".to_owned(), V), ("%p".to_owned(), "tensor<i32>")];
            function("@main", &args, &ops, &[("%v".to_owned(), V)])
        },
    },
];

/// A loop of `%n` iterations that takes sines of values.
fn looping(result: &str, carried: &[(String, &str)]) -> String {
    let n = carried.len();
    let starts: String = carried.iter().enumerate().map(|(i, (v, _))| format!(", %u{i} = {v}")).collect();
    let types: String = carried.iter().map(|(_, ty)| format!(", {ty}")).collect();
    let steps = each(n, |i| format!("      %w{i} = stablehlo.sine %u{i} : {V}\n"));
    let next = each(n, |i| format!(", %w{i}"));
    let zero = format!("%zero_{}", &result[1..]);
    format!(
        "  {zero} = stablehlo.constant dense<0> : tensor<i32>\n  \
         {result}:{} = stablehlo.while(%i = {zero}{starts}) : tensor<i32>{types}\n    cond {{\n      \
         %l = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n      \
         stablehlo.return %l : tensor<i1>\n    }} do {{\n      %o = stablehlo.constant dense<1> : tensor<i32>\n      \
         %k = stablehlo.add %i, %o : tensor<i32>\n{steps}      stablehlo.return %k{next} : tensor<i32>{types}\n    }}\n",
        n + 1
    )
}
