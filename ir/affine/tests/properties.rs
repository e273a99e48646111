//! Building, composing and simplifying keep the values of expressions; printing and parsing agree.

use proptest::prelude::*;
use strata_affine_expr::*;

const DIMS: u32 = 2;
const SYMBOLS: u32 = 1;
/// How deep trees are, and the most leaves of one.
const DEPTH: u32 = 4;
const LEAVES: usize = 1 << DEPTH;

/// An expression tree without any simplification: the reference for values.
#[derive(Clone, Debug)]
enum Tree {
    Dim(u32),
    Symbol(u32),
    Const(i64),
    Op(BinaryOp, Box<Tree>, Box<Tree>),
}

impl Tree {
    fn eval(&self, dims: &[i64], symbols: &[i64]) -> Option<i64> {
        match self {
            Tree::Dim(i) => Some(dims[*i as usize]),
            Tree::Symbol(i) => Some(symbols[*i as usize]),
            Tree::Const(c) => Some(*c),
            Tree::Op(op, a, b) => {
                let (a, b) = (a.eval(dims, symbols)?, b.eval(dims, symbols)?);
                match op {
                    BinaryOp::Add => Some(a + b),
                    BinaryOp::Mul => Some(a * b),
                    BinaryOp::Mod => (b > 0).then(|| a.rem_euclid(b)),
                    BinaryOp::FloorDiv => (b != 0).then(|| (a as f64 / b as f64).floor() as i64),
                    BinaryOp::CeilDiv => (b != 0).then(|| (a as f64 / b as f64).ceil() as i64),
                }
            }
        }
    }

    fn build(&self) -> AffineExpr {
        match self {
            Tree::Dim(i) => AffineExpr::dim(*i),
            Tree::Symbol(i) => AffineExpr::symbol(*i),
            Tree::Const(c) => AffineExpr::constant(*c),
            Tree::Op(op, a, b) => AffineExpr::binary(*op, a.build(), b.build()),
        }
    }
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        (0..DIMS).prop_map(Tree::Dim),
        (0..SYMBOLS).prop_map(Tree::Symbol),
        (-4i64..9).prop_map(Tree::Const),
    ];
    leaf.prop_recursive(DEPTH, 12, 2, |inner| {
        let constant = prop_oneof![Just(-1i64), Just(-2), Just(1), Just(2), Just(3), Just(4), Just(6), Just(8)];
        let by_constant = prop_oneof![
            Just(BinaryOp::Mul),
            Just(BinaryOp::Mod),
            Just(BinaryOp::FloorDiv),
            Just(BinaryOp::CeilDiv)
        ];
        let node = |op, a, b| Tree::Op(op, Box::new(a), Box::new(b));
        prop_oneof![
            3 => (inner.clone(), inner.clone()).prop_map(move |(a, b)| node(BinaryOp::Add, a, b)),
            4 => (by_constant, inner.clone(), constant).prop_map(move |(op, a, c)| node(op, a, Tree::Const(c))),
            1 => (inner.clone(), (0..SYMBOLS)).prop_map(move |(a, s)| node(BinaryOp::Mul, a, Tree::Symbol(s))),
            1 => (inner, (0..SYMBOLS)).prop_map(move |(a, s)| node(BinaryOp::FloorDiv, a, Tree::Symbol(s))),
        ]
    })
}

/// All points of a small box.
fn points() -> impl Iterator<Item = ([i64; 2], [i64; 1])> {
    (-5..6).flat_map(|a| (-5..6).flat_map(move |b| [-3, 2, 5].map(|s| ([a, b], [s]))))
}

/// Checks equal values wherever the reference has one.
fn check(tree: &Tree, expr: &AffineExpr) -> std::result::Result<(), TestCaseError> {
    for (dims, symbols) in points() {
        if let Some(value) = tree.eval(&dims, &symbols) {
            prop_assert_eq!(expr.eval(&dims, &symbols), Some(value), "{} at {:?} {:?}", expr, dims, symbols);
            let divisor = expr.largest_known_divisor();
            prop_assert!(value == 0 || divisor != 0 && value.unsigned_abs().is_multiple_of(divisor));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn building_and_simplifying_keep_values(tree in tree()) {
        let expr = tree.build();
        check(&tree, &expr)?;
        check(&tree, &simplify_expr(&expr, DIMS, SYMBOLS))?;
    }

    #[test]
    fn parsing_what_is_printed_comes_to_rest(tree in tree()) {
        let mut text = AffineMap::new(DIMS, SYMBOLS, vec![tree.build()]).to_string();
        let mut before = None;
        for round in 0.. {
            let (read, used) = parse_map(&text).map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
            prop_assert_eq!(used, text.len());
            for (dims, symbols) in points() {
                if let Some(value) = tree.eval(&dims, &symbols) {
                    prop_assert_eq!(read.eval(&dims, &symbols), Some(vec![value]));
                }
            }
            // Reading orders terms; a product of a quotient gets past one symbol at a time.
            prop_assert!(round <= LEAVES, "{} still changes", text);
            text = read.to_string();
            if before.replace(read.clone()) == Some(read) {
                break;
            }
        }
    }

    #[test]
    fn composition_is_application((f, g, h) in (tree(), tree(), tree())) {
        let outer = AffineMap::new(DIMS, SYMBOLS, vec![f.build()]);
        let inner = AffineMap::new(DIMS, SYMBOLS, vec![g.build(), h.build()]);
        let composed = outer.compose(&inner);
        prop_assert_eq!((composed.n_dims(), composed.n_symbols()), (DIMS, 2 * SYMBOLS));
        for (dims, symbols) in points() {
            let (Some(a), Some(b)) = (g.eval(&dims, &symbols), h.eval(&dims, &symbols)) else { continue };
            if let Some(value) = f.eval(&[a, b], &[2]) {
                prop_assert_eq!(composed.eval(&dims, &[2, symbols[0]]), Some(vec![value]));
            }
        }
    }

    #[test]
    fn any_text_parses_or_fails_cleanly(text in "\\(d0, d1\\)(\\[s0\\])?( -> | : )\\([-+*d01s9()% <>=modflriv,]{0,24}\\)") {
        if let Ok((map, _)) = parse_map(&text) {
            prop_assert!(parse_map(&map.to_string()).is_ok());
        }
        if let Ok((set, _)) = parse_set(&text) {
            prop_assert!(parse_set(&set.to_string()).is_ok());
        }
    }
}

/// `mlir-opt` gives the same maps each time it reads its own output again.
#[test]
fn products_of_quotients_get_past_one_symbol_at_a_time() {
    let rounds = [
        "(d0, d1)[s0] -> (d0 + s0 + s0 + ((d0 mod 2) floordiv 3) * s0)",
        "(d0, d1)[s0] -> (d0 + s0 + ((d0 mod 2) floordiv 3) * s0 + s0)",
        "(d0, d1)[s0] -> (d0 + ((d0 mod 2) floordiv 3) * s0 + s0 + s0)",
    ];
    for pair in rounds.windows(2) {
        assert_eq!(parse_map(pair[0]).expect("a map").0.to_string(), pair[1]);
    }
    assert_eq!(parse_map(rounds[2]).expect("a map").0.to_string(), rounds[2]);
}
