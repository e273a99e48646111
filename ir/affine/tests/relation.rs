//! Relations against brute force on small boxes.

use strata_affine_expr::{
    AffineExpr, AffineMap, Relation,
    relation::{BoundKind, Row},
};

/// Values of all variables are looked for in `-BOX..=BOX`.
const BOX: i64 = 4;

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n) as i64
    }
}

/// A relation on `n` dimensions in the box, with random constraints.
fn random_relation(random: &mut Random, n: usize) -> Relation {
    let mut relation = Relation::new(n, 0);
    for var in 0..n {
        relation.add_bound(BoundKind::Lower, var, -BOX);
        relation.add_bound(BoundKind::Upper, var, BOX);
    }
    for _ in 0..random.below(4) {
        let mut row: Row = (0..n).map(|_| random.below(7) - 3).collect();
        row.push(random.below(13) - 6);
        if random.below(3) == 0 { relation.add_equality(row) } else { relation.add_inequality(row) }
    }
    relation
}

fn holds(relation: &Relation, point: &[i64]) -> bool {
    let value = |row: &Row| row[point.len()] + row.iter().zip(point).map(|(c, x)| c * x).sum::<i64>();
    relation.equalities().iter().all(|row| value(row) == 0)
        && relation.inequalities().iter().all(|row| value(row) >= 0)
}

fn points(relation: &Relation, n: usize) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..n {
        let extend = |p: Vec<i64>| (-BOX..=BOX).map(move |x| [&p[..], &[x]].concat());
        all = all.into_iter().flat_map(extend).collect();
    }
    all.retain(|p| holds(relation, p));
    all
}

#[test]
fn empty_relations_have_no_points() {
    let mut random = Random(7);
    let (mut empty, mut missed) = (0, 0);
    for _ in 0..400 {
        let relation = random_relation(&mut random, 3);
        let none = points(&relation, 3).is_empty();
        assert!(!relation.is_empty() || none, "{relation:?} is not empty");
        empty += usize::from(relation.is_empty());
        missed += usize::from(none && !relation.is_empty());
    }
    // Rational solutions without an integer one are rare.
    assert!(empty > 20 && missed * 8 < empty, "{empty} found, {missed} missed");
}

#[test]
fn projections_and_bounds_contain_all_points() {
    let mut random = Random(11);
    let mut exact = 0;
    for _ in 0..300 {
        let relation = random_relation(&mut random, 3);
        let all = points(&relation, 3);
        let mut projected = relation.clone();
        projected.project_out(1, 1);
        assert!(all.iter().all(|p| holds(&projected, &[p[0], p[2]])), "{relation:?} → {projected:?}");
        let (low, high) = (all.iter().map(|p| p[0]).min(), all.iter().map(|p| p[0]).max());
        if let (Some(low), Some(high)) = (low, high) {
            let bounds =
                (relation.constant_bound(BoundKind::Lower, 0), relation.constant_bound(BoundKind::Upper, 0));
            assert!(
                bounds.0.is_some_and(|b| b <= low) && bounds.1.is_some_and(|b| b >= high),
                "{relation:?}"
            );
            exact += usize::from(bounds == (Some(low), Some(high)));
        }
        let mut smaller = relation.clone();
        smaller.remove_redundant_inequalities();
        assert_eq!(points(&smaller, 3), all, "{relation:?} → {smaller:?}");
    }
    assert!(exact > 100, "{exact} bounds are exact");
}

#[test]
fn quotients_become_locals() {
    let d = AffineExpr::dim;
    let exprs = [d(0).floor_div(3), d(0).modulo(4) + d(1), (d(0) + d(1)).ceil_div(2)];
    let mut relation = Relation::new(2, 0);
    let rows = relation.flatten(&exprs).expect("pure affine");
    assert_eq!((relation.n_locals(), rows.len()), (3, 3));
    for (x, y) in [(0, 0), (7, -3), (-5, 2), (-1, -1), (11, 8)] {
        let mut at = relation.clone();
        for (var, value) in [(0, x), (1, y)] {
            at.add_bound(BoundKind::Equal, var, value);
        }
        // Each local has one value, and with these the rows are the values of the expressions.
        let locals: Vec<i64> =
            (2..5).map(|var| at.constant_bound(BoundKind::Equal, var).expect("one value")).collect();
        let point = [&[x, y][..], &locals].concat();
        for (row, expr) in rows.iter().zip(&exprs) {
            let value = row[5] + row.iter().zip(&point).map(|(c, v)| c * v).sum::<i64>();
            assert_eq!(Some(value), expr.eval(&[x, y], &[]), "{expr} at {x}, {y}");
        }
    }
}

#[test]
fn sizes_and_bounding_boxes() {
    // s0 <= d0 <= s0 + 7
    let mut first = Relation::new(1, 1);
    let symbol = AffineMap::new(1, 1, vec![AffineExpr::symbol(0)]);
    first.add_map_bound(BoundKind::Lower, 0, &symbol).expect("affine");
    first.add_map_bound(BoundKind::Upper, 0, &symbol.map_results(|e| e + 7)).expect("affine");
    let size = first.constant_size(0).expect("a size");
    assert_eq!((size.size, size.lower, size.divisor), (8, vec![1, 0], 1));
    // s0 + 2 <= d0 <= s0 + 9
    let mut second = Relation::new(1, 1);
    second.add_map_bound(BoundKind::Lower, 0, &symbol.map_results(|e| e + 2)).expect("affine");
    second.add_map_bound(BoundKind::Upper, 0, &symbol.map_results(|e| e + 9)).expect("affine");
    first.union_bounding_box(&second).expect("comparable");
    assert_eq!(first.constant_size(0).map(|s| s.size), Some(10));
    let maps = first.bound_maps(0, 0, 1, 1, &[]).expect("bounds");
    assert_eq!(maps.lower.to_string(), "()[s0] -> (s0)");
    assert_eq!(maps.upper.to_string(), "()[s0] -> (s0 + 10)");
    assert!(first.is_hyper_rectangular(0, 1) && !first.is_empty());
}

#[test]
fn large_coefficients_do_not_overflow() {
    let mut relation = Relation::new(2, 0);
    relation.add_inequality(vec![i64::MAX, i64::MIN + 1, i64::MAX]);
    relation.add_inequality(vec![-3, i64::MAX - 2, i64::MIN + 1]);
    relation.add_equality(vec![i64::MAX - 1, 5, 1]);
    relation.add_bound(BoundKind::Lower, 0, i64::MIN);
    let _ = relation.is_empty();
    let _ = relation.constant_bound(BoundKind::Upper, 1);
    relation.project_out(0, 1);
    assert_eq!(relation.n_vars(), 1);
}
