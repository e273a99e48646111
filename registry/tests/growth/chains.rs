//! Ops one after the other, each with the result of the one before.

use super::{
    Shape,
    program::{M, Q, V, chain, chain_with},
};

/// The kinds of ops.
pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "sums and products",
        text: |n| {
            chain(V, n, |i, from, to| {
                format!("{to} = stablehlo.{} {from}, %x : {V}", ["add", "multiply"][i % 2])
            })
        },
    },
    Shape {
        name: "sines",
        text: |n| chain(V, n, |_, from, to| format!("{to} = stablehlo.sine {from} : {V}")),
    },
    Shape {
        name: "sums of scalars",
        text: |n| {
            chain("tensor<f32>", n, |_, from, to| format!("{to} = stablehlo.add {from}, %x : tensor<f32>"))
        },
    },
    Shape {
        name: "sums of bf16",
        text: |n| {
            chain("tensor<8xbf16>", n, |_, from, to| {
                format!("{to} = stablehlo.add {from}, %x : tensor<8xbf16>")
            })
        },
    },
    Shape {
        name: "products of complex numbers",
        text: |n| {
            let ty = "tensor<8xcomplex<f32>>";
            chain(ty, n, |_, from, to| format!("{to} = stablehlo.multiply {from}, %x : {ty}"))
        },
    },
    Shape {
        name: "recurrence of two values",
        text: |n| {
            chain(V, n, |i, from, to| {
                let other = if i < 2 { "%x".to_owned() } else { format!("%v{}", i - 2) };
                format!("{to} = stablehlo.add {from}, {other} : {V}")
            })
        },
    },
    Shape {
        name: "sums with constants",
        text: |n| {
            chain(V, n, |i, from, to| {
                let numbers = super::program::list(8, |k| format!("{}.5", i + k));
                format!(
                    "%c{i} = stablehlo.constant dense<[{numbers}]> : {V}\n  {to} = stablehlo.add {from}, %c{i} : {V}"
                )
            })
        },
    },
    Shape {
        name: "choices",
        text: |n| {
            chain(V, n, |i, from, to| {
                format!(
                    "%c{i} = stablehlo.constant dense<{i}.0> : {V}\n  \
                     %p{i} = stablehlo.compare LT, %x, %c{i} : ({V}, {V}) -> tensor<8xi1>\n  \
                     {to} = stablehlo.select %p{i}, %c{i}, {from} : tensor<8xi1>, {V}"
                )
            })
        },
    },
    Shape {
        name: "reshapes",
        text: |n| {
            chain(M, n, |_, from, to| {
                format!(
                    "{to}a = stablehlo.reshape {from} : ({M}) -> tensor<64xf32>\n  \
                     {to}b = stablehlo.sine {to}a : tensor<64xf32>\n  \
                     {to} = stablehlo.reshape {to}b : (tensor<64xf32>) -> {M}"
                )
            })
        },
    },
    Shape {
        name: "transposes",
        text: |n| {
            chain(M, n, |_, from, to| {
                format!(
                    "{to}a = stablehlo.transpose {from}, dims = [1, 0] : ({M}) -> {M}\n  \
                     {to} = stablehlo.add {to}a, %x : {M}"
                )
            })
        },
    },
    Shape {
        name: "slices and pads",
        text: |n| {
            chain(V, n, |i, from, to| {
                format!(
                    "{to}a = stablehlo.slice {from} [1:8] : ({V}) -> tensor<7xf32>\n  \
                     %z{i} = stablehlo.constant dense<0.0> : tensor<f32>\n  \
                     {to} = stablehlo.pad {to}a, %z{i}, low = [0], high = [1], interior = [0] : (tensor<7xf32>, tensor<f32>) -> {V}"
                )
            })
        },
    },
    Shape {
        name: "reductions and broadcasts",
        text: |n| {
            chain(M, n, |i, from, to| {
                format!(
                    "%z{i} = stablehlo.constant dense<0.0> : tensor<f32>\n  \
                     {to}e = stablehlo.exponential {from} : {M}\n  \
                     {to}s = stablehlo.reduce({to}e init: %z{i}) applies stablehlo.add across dimensions = [1] : ({M}, tensor<f32>) -> {V}\n  \
                     {to}b = stablehlo.broadcast_in_dim {to}s, dims = [0] : ({V}) -> {M}\n  \
                     {to} = stablehlo.divide {to}e, {to}b : {M}"
                )
            })
        },
    },
    Shape { name: "products of matrices", text: |n| chain(Q, n, |_, from, to| product(from, "%x", to)) },
    Shape {
        name: "products of matrices and functions",
        text: |n| {
            chain(Q, n, |_, from, to| {
                format!("{}\n  {to} = stablehlo.tanh {to}p : {Q}", product(from, "%x", &format!("{to}p")))
            })
        },
    },
    Shape {
        name: "convolutions",
        text: |n| {
            let ty = "tensor<1x4x4x2xf32>";
            chain_with(ty, &[("%k", "tensor<3x3x2x2xf32>")], n, |_, from, to| {
                format!(
                    "{to} = stablehlo.convolution({from}, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], \
                     window = {{pad = [[1, 1], [1, 1]]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : \
                     ({ty}, tensor<3x3x2x2xf32>) -> {ty}"
                )
            })
        },
    },
    Shape {
        name: "gathers",
        text: |n| {
            chain_with(V, &[("%i", "tensor<8x1xi32>")], n, |_, from, to| {
                format!(
                    "{to} = \"stablehlo.gather\"({from}, %i) <{{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], \
                     start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}}> : ({V}, tensor<8x1xi32>) -> {V}"
                )
            })
        },
    },
    Shape {
        name: "scatters",
        text: |n| {
            chain_with(V, &[("%i", "tensor<3x1xi32>"), ("%u", "tensor<3xf32>")], n, |_, from, to| {
                format!(
                    "{to} = \"stablehlo.scatter\"({from}, %i, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims \
                     = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{\n  \
                     ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    %s = stablehlo.add %a, %b : tensor<f32>\n    \
                     stablehlo.return %s : tensor<f32>\n  }}) : ({V}, tensor<3x1xi32>, tensor<3xf32>) -> {V}"
                )
            })
        },
    },
    Shape {
        name: "updates of slices",
        text: |n| {
            chain_with(V, &[("%i", "tensor<i32>"), ("%u", "tensor<2xf32>")], n, |_, from, to| {
                format!(
                    "{to} = stablehlo.dynamic_update_slice {from}, %u, %i : ({V}, tensor<2xf32>, tensor<i32>) -> {V}"
                )
            })
        },
    },
    Shape {
        name: "sorts",
        text: |n| {
            chain(V, n, |_, from, to| {
                format!(
                    "{to} = \"stablehlo.sort\"({from}) <{{dimension = 0 : i64, is_stable = true}}> ({{\n  \
                     ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    \
                     %s = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n    \
                     stablehlo.return %s : tensor<i1>\n  }}) : ({V}) -> {V}"
                )
            })
        },
    },
];

/// The product of two matrices.
pub(super) fn product(a: &str, b: &str, to: &str) -> String {
    format!("{to} = stablehlo.dot_general {a}, {b}, contracting_dims = [1] x [0] : ({Q}, {Q}) -> {Q}")
}
