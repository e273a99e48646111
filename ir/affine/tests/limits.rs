//! Queries, messages, and inputs that are long, deep or doubling.

use std::time::{Duration, Instant};
use strata_affine_expr::*;

fn map(text: &str) -> AffineMap {
    parse_map(text).unwrap_or_else(|e| panic!("{text}: {e}")).0
}

#[test]
fn queries() {
    assert!(map("(i, j) -> (i, j)").is_identity());
    assert!(map("(i, j) -> (j)").is_minor_identity());
    assert!(map("(i, j) -> (j, i)").is_permutation());
    assert!(map("(i, j, k) -> (k, i)").is_projected_permutation(false));
    assert!(map("(i, j) -> (0, i)").is_projected_permutation(true));
    assert!(!map("(i, j) -> (i, i)").is_projected_permutation(false));
    let inverse = inverse_permutation(&map("(a, b, c) -> (c, a, b)")).expect("a permutation");
    assert_eq!(inverse.to_string(), "(d0, d1, d2) -> (d1, d2, d0)");
    assert_eq!(inverse_permutation(&map("(a, b) -> (a)")), None);
    let joined = concat_maps(&[map("(a)[s] -> (a + s)"), map("(a, b)[s] -> (b * s)")]);
    assert_eq!(joined.to_string(), "(d0, d1)[s0, s1] -> (d0 + s0, d1 * s1)");
    assert_eq!(
        map("(a, b, c)[s, t] -> (c + t)").compress_unused_dims().compress_unused_symbols().to_string(),
        "(d0)[s0] -> (d0 + s0)"
    );
    assert_eq!(
        map("(a)[s] -> (a + s)").compose(&map("(x)[n] -> (x * n)")).to_string(),
        "(d0)[s0, s1] -> (d0 * s1 + s0)"
    );
    assert!(map("(a) -> (a * 4 + 8)").is_multiple_of(4));
    assert!(!map("(a)[s] -> (a * s)").is_pure_affine());
    assert_eq!(simplify_map(&map("(a) -> (a * 4 + (a + 3) floordiv 1 - a * 5)")).to_string(), "(d0) -> (3)");
    let (set, _) = parse_set("(d0)[s0] : (d0 >= 0, s0 - d0 - 1 >= 0, d0 mod 2 == 0)").expect("a set");
    assert_eq!(set.contains(&[4], &[5]), Some(true));
    assert_eq!(set.contains(&[5], &[6]), Some(false));
    assert_eq!(set.to_string(), "(d0)[s0] : (d0 >= 0, -d0 + s0 - 1 >= 0, d0 mod 2 == 0)");
}

#[test]
fn overflow_is_kept_unfolded() {
    let big = map("(d0) -> (9223372036854775807 + 1, d0 + 9223372036854775807 + 9, -9223372036854775808)");
    assert_eq!(big.eval(&[0], &[]), None);
    assert_eq!(map(&big.to_string()), big);
    assert_eq!(map("(d0) -> (d0 floordiv 0, d0 mod 0)").eval(&[1], &[]), None);
}

#[test]
fn messages_are_those_of_mlir() {
    let cases = [
        ("(d0) -> (d1)", 9, "use of undeclared identifier"),
        ("(d0, d0) -> ()", 5, "redefinition of identifier 'd0'"),
        (
            "(d0) -> (d0 * d0)",
            12,
            "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic",
        ),
        (
            "(d0) -> (1 mod d0)",
            11,
            "non-affine expression: right operand of mod has to be either a constant or symbolic",
        ),
        ("(d0) -> (d0 +)", 13, "missing right operand of binary operator"),
        ("(d0) -> (* d0)", 9, "missing left operand of binary operator"),
        ("(d0) -> (d0 + * d0)", 14, "missing right operand of binary operator"),
        ("(d0) -> (())", 10, "no expression inside parentheses"),
        ("(d0) -> ((d0)", 13, "expected ')' in affine map range"),
        ("(d0) -> d0", 7, "expected '(' in affine map range"),
        ("(d0) (d0)", 5, "expected '->' or ':'"),
        ("(d0) -> (99999999999999999999)", 9, "constant too large for index"),
        ("(d0) : (d0)", 10, "expected '== affine-expr' or '>= affine-expr' at end of affine constraint"),
    ];
    for (text, offset, message) in cases {
        let error = parse_map_or_set(text).expect_err(text);
        assert_eq!((error.offset, error.message.as_str()), (offset, message), "{text}");
    }
}

#[test]
fn ssa_operands_are_resolved() {
    let mut seen = Vec::new();
    let (expr, used) = parse_expr("%i + symbol(%n) * 2 - %a#1, %k", &mut |name, symbol| {
        seen.push((name.to_string(), symbol));
        Some(if symbol { AffineExpr::symbol(0) } else { AffineExpr::dim(seen.len() as u32 - 1) })
    })
    .expect("an expression");
    assert_eq!(used, 26);
    assert_eq!(expr.to_string(), "d0 + s0 * 2 - d2");
    assert_eq!(seen[1], ("%n".to_string(), true));
    assert_eq!(seen[2], ("%a#1".to_string(), false));
}

/// Runs on a small stack, so that any recursion over the input shows.
fn on_small_stack(work: impl FnOnce() + Send + 'static) {
    let start = Instant::now();
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(work).expect("a thread");
    thread.join().expect("no panic");
    assert!(start.elapsed() < Duration::from_secs(10), "took {:?}", start.elapsed());
}

#[test]
fn deep_nesting_is_an_error() {
    on_small_stack(|| {
        for (open, close) in [("(", ")"), ("-", ""), ("-(", ")"), ("(1 + ", ")")] {
            let nest = |n: usize| format!("(d0) -> ({}d0{})", open.repeat(n), close.repeat(n));
            assert!(parse_map(&nest(1000)).is_ok(), "{open}");
            let error = parse_map(&nest(100_000)).expect_err("too deep");
            assert_eq!(error.message, "affine expression nested deeper than 1024");
        }
    });
}

#[test]
fn terms_of_sums_with_products_are_in_order() {
    for (given, want) in [
        ("()[s0, s1, s2, s3] -> (s0 * s1 + s2 * s3 + s0)", "()[s0, s1, s2, s3] -> (s0 + s0 * s1 + s2 * s3)"),
        (
            "()[s0, s1, s2] -> (s0 * (s0 * s2) + s1 * s0 + s2)",
            "()[s0, s1, s2] -> (s0 * s1 + s2 + s0 * (s0 * s2))",
        ),
        (
            "(d0, d1)[s0] -> (d0 * (s0 * 8) + (d1 floordiv s0) * 8 + d1)",
            "(d0, d1)[s0] -> (d1 + (d1 floordiv s0) * 8 + d0 * (s0 * 8))",
        ),
        ("()[s0, s1] -> (s1 + s0 * s1 + 3)", "()[s0, s1] -> (s1 + s0 * s1 + 3)"),
        ("()[s0, s1] -> (s0 * s1 - s1 + 3 + s0)", "()[s0, s1] -> (s0 + s0 * s1 - s1 + 3)"),
    ] {
        assert_eq!(simplify_map(&map(given)).to_string(), want);
    }
}

#[test]
fn long_sums_work() {
    on_small_stack(|| {
        let terms: Vec<String> = (0..100_000).map(|i| format!("d{} floordiv {}", i % 3, i + 2)).collect();
        for text in
            [terms.join(" + "), terms.join(" - "), format!("({}) floordiv 2 + d0 mod 4", terms.join(" + "))]
        {
            let long = map(&format!("(d0, d1, d2) -> ({text})"));
            let again = map(&long.to_string());
            assert_eq!(again, long);
            assert!(long.eval(&[5, 7, 9], &[]).is_some());
            assert_eq!(long.compose(&AffineMap::identity(3)), long);
            assert_eq!(simplify_map(&long), long);
        }
        let chain = format!("(d0) -> (d0{} + d0)", " + 9223372036854775807".repeat(100_000));
        assert_eq!(map(&chain).n_results(), 1);
    });
}

#[test]
fn doubling_composition_stays_cheap() {
    on_small_stack(|| {
        let step = map("(d0) -> (d0 floordiv 3 + d0 mod 5)");
        let mut composed = step.clone();
        for _ in 0..200 {
            composed = step.compose(&composed);
        }
        assert_eq!(composed.size(), u64::MAX);
        assert!(step.try_compose(&composed, NODE_BUDGET).is_none());
        assert_eq!(composed.eval(&[1000], &[]).map(|v| v.len()), Some(1));
        assert_eq!(simplify_map(&composed), composed);
        let mut twin = step.clone();
        for _ in 0..200 {
            twin = step.compose(&twin);
        }
        assert_eq!(twin, composed);
    });
}
