//! Many operands, arguments, results and uses, and long constants.

use super::{
    Shape,
    chains::product,
    program::{M, Q, V, each, function, list, values},
};

/// The programs.
pub(super) const SHAPES: &[Shape] = &[
    Shape { name: "concatenation of one value", text: |n| concatenation(n, 1, |_| 0) },
    Shape { name: "concatenation of arguments", text: |n| concatenation(n, n, |i| i) },
    Shape {
        name: "concatenation of computed values",
        text: |n| {
            let whole = format!("tensor<{n}xf32>");
            let parts = each(n, |i| {
                format!(
                    "  %s{i} = stablehlo.slice %x [{i}:{}] : ({whole}) -> tensor<1xf32>\n  \
                     %v{i} = stablehlo.sine %s{i} : tensor<1xf32>\n",
                    i + 1
                )
            });
            let (names, types) = (list(n, |i| format!("%v{i}")), list(n, |_| "tensor<1xf32>".to_owned()));
            let ops =
                format!("{parts}  %y = stablehlo.concatenate {names}, dim = 0 : ({types}) -> {whole}\n");
            function("@main", &[("%x".to_owned(), &whole)], &ops, &[("%y".to_owned(), &whole)])
        },
    },
    Shape {
        name: "sum of arguments",
        text: |n| {
            let ops = each(n - 1, |i| {
                let before = if i == 0 { "%x0".to_owned() } else { format!("%v{i}") };
                format!("  %v{} = stablehlo.add {before}, %x{} : {V}\n", i + 1, i + 1)
            });
            function("@main", &values(n, "%x", V), &ops, &[(format!("%v{}", n - 1), V)])
        },
    },
    Shape {
        name: "results of one argument",
        text: |n| {
            let ops = each(n, |i| {
                format!(
                    "  %c{i} = stablehlo.constant dense<{i}.0> : {V}\n  %v{i} = stablehlo.add %x, %c{i} : {V}\n"
                )
            });
            function("@main", &values(1, "%x", V), &ops.replace("%x,", "%x0,"), &values(n, "%v", V))
        },
    },
    Shape {
        name: "results of arguments",
        text: |n| {
            let ops = each(n, |i| format!("  %v{i} = stablehlo.sine %x{i} : {V}\n"));
            function("@main", &values(n, "%x", V), &ops, &values(n, "%v", V))
        },
    },
    Shape {
        name: "arguments as results",
        text: |n| function("@main", &values(n, "%x", V), "", &values(n, "%x", V)),
    },
    Shape {
        name: "uses of one value",
        text: |n| {
            let ops = each(n, |i| {
                let before = if i == 0 { "%x0".to_owned() } else { format!("%v{}", i - 1) };
                format!("  {}\n", product(&before, "%y", &format!("%v{i}")))
            });
            let ops = format!("  {}\n{ops}", product("%x0", "%x0", "%y"));
            function("@main", &values(1, "%x", Q), &ops, &[(format!("%v{}", n - 1), Q)])
        },
    },
    Shape {
        name: "sum of products",
        text: |n| {
            let terms = products(n);
            let sums = sums(n, Q, "%d");
            function("@main", &values(1, "%x", Q), &format!("{terms}{sums}"), &[(format!("%s{}", n - 1), Q)])
        },
    },
    Shape {
        name: "sum of reductions",
        text: |n| {
            let terms = each(n, |i| {
                format!(
                    "  %c{i} = stablehlo.constant dense<{i}.0> : {M}\n  %m{i} = stablehlo.multiply %x0, %c{i} : {M}\n  \
                     %d{i} = stablehlo.reduce(%m{i} init: %z) applies stablehlo.add across dimensions = [1] : \
                     ({M}, tensor<f32>) -> {V}\n"
                )
            });
            let (zero, sums) = ("  %z = stablehlo.constant dense<0.0> : tensor<f32>\n", sums(n, V, "%d"));
            let ops = format!("{zero}{terms}{sums}");
            function("@main", &values(1, "%x", M), &ops, &[(format!("%s{}", n - 1), V)])
        },
    },
    Shape {
        name: "products as results",
        text: |n| {
            let ops = products(n);
            function("@main", &values(1, "%x", Q), &ops, &values(n, "%d", Q))
        },
    },
    Shape {
        name: "long constant",
        text: |n| {
            let (ty, numbers) = (format!("tensor<{}xf32>", 64 * n), list(64 * n, |i| format!("{i}.5")));
            let ops = format!(
                "  %c = stablehlo.constant dense<[{numbers}]> : {ty}\n  %y = stablehlo.add %x0, %c : {ty}\n"
            );
            function("@main", &values(1, "%x", &ty), &ops, &[("%y".to_owned(), &ty)])
        },
    },
    Shape {
        name: "tuple",
        text: |n| {
            let (ty, parts) =
                (format!("tuple<{}>", list(n, |_| V.to_owned())), list(n, |_| "%x0".to_owned()));
            let gets =
                each(n, |i| format!("  %g{i} = stablehlo.get_tuple_element %t[{i}] : ({ty}) -> {V}\n"));
            let ops = if n > 64 { &gets[..0] } else { &gets[..] };
            let ops = format!(
                "  %t = stablehlo.tuple {parts} : {ty}\n{ops}  %y = stablehlo.get_tuple_element %t[{}] : ({ty}) -> {V}\n",
                n - 1
            );
            function("@main", &values(1, "%x", V), &ops, &[("%y".to_owned(), V)])
        },
    },
    Shape {
        name: "dead code",
        text: |n| {
            let ops = each(n, |i| {
                let before = if i == 0 { "%x0".to_owned() } else { format!("%v{}", i - 1) };
                format!("  %v{i} = stablehlo.sine {before} : {V}\n")
            });
            function("@main", &values(1, "%x", V), &ops, &values(1, "%x", V))
        },
    },
];

/// A concatenation of `n` of `count` arguments.
fn concatenation(n: usize, count: usize, argument: fn(usize) -> usize) -> String {
    let (names, types) = (list(n, |i| format!("%x{}", argument(i))), list(n, |_| V.to_owned()));
    let whole = format!("tensor<{}xf32>", 8 * n);
    let ops = format!("  %y = stablehlo.concatenate {names}, dim = 0 : ({types}) -> {whole}\n");
    function("@main", &values(count, "%x", V), &ops, &[("%y".to_owned(), &whole)])
}

/// The partial sums `%s1`, `%s2`, … of `n` values; none of these is only a sum of others.
fn sums(n: usize, ty: &str, name: &str) -> String {
    let rest = each(n - 1, |i| format!("  %s{} = stablehlo.add %s{i}, {name}{} : {ty}\n", i + 1, i + 1));
    format!("  %s0 = stablehlo.sine {name}0 : {ty}\n{rest}")
}

/// Products `%d0`, `%d1`, … of one matrix and sums with it.
fn products(n: usize) -> String {
    each(n, |i| {
        format!(
            "  %c{i} = stablehlo.constant dense<{i}.0> : {Q}\n  %m{i} = stablehlo.add %x0, %c{i} : {Q}\n  {}\n",
            product(&format!("%m{i}"), "%x0", &format!("%d{i}"))
        )
    })
}
