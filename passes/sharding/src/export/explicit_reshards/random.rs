//! Random programs with random shardings: behind the pass, the shardings at each op are compatible, and all reshards become collectives that
//! the verifiers accept.

use std::fmt::Write;

use strata_generate::Rng;
use strata_ir::core::{Registry, diagnostics::render_all};
use strata_ir::prelude::*;
use strata_ir::text::{ParseOptions, PrintOptions, parse_module, print_body};
use strata_sdy::{ReshardOp, attrs::Mesh, shardings, shardings::Meshes};

use super::{
    InsertExplicitReshards, projection::Projection, reductions::reduction, rule_ops::with_replication,
};
use crate::{
    compare::{are_equivalent, is_replicated},
    export::{ReshardToCollectives, halo::exchangeable},
    nested::for_each_nested,
    propagation::sharding_rule,
};

/// A generator of programs.
struct Random(Rng);

impl Random {
    /// A sharding of a tensor of this rank; sometimes on a mesh with its devices in another order.
    fn sharding(&mut self, rank: usize) -> String {
        let mut dims = vec![Vec::new(); rank];
        let parts: &[&str] = match self.0.below(3) {
            0 => &["\"x\"", "\"y\"", "\"z\":(1)2", "\"z\":(2)2"],
            _ => &["\"y\"", "\"z\"", "\"x\""],
        };
        for part in parts {
            let at = self.0.below(rank + 1);
            if let Some(dim) = dims.get_mut(at) {
                dim.push(*part);
            }
        }
        // Neighbouring parts of an axis must be one.
        let dims: Vec<String> = dims
            .iter()
            .map(|dim| format!("{{{}}}", dim.join(", ").replace("\"z\":(1)2, \"z\":(2)2", "\"z\"")))
            .collect();
        let mesh = if self.0.below(8) == 0 { "turned" } else { "mesh" };
        format!("<@{mesh}, [{}]>", dims.join(", "))
    }
    fn attribute(&mut self, rank: usize) -> String {
        if self.0.below(4) == 0 {
            return String::new();
        }
        format!(" {{sdy.sharding = #sdy.sharding_per_value<[{}]>}}", self.sharding(rank))
    }
}

/// The operation, the type of its operands, the type of its result, and its rank.
const OPS: &[(&str, &str, &str, usize)] = &[
    ("stablehlo.add A, B@ : M", "M", "M", 2),
    ("stablehlo.negate A@ : M", "M", "M", 2),
    ("stablehlo.transpose A, dims = [1, 0]@ : (M) -> M", "M", "M", 2),
    ("stablehlo.dot A, B@ : (M, M) -> M", "M", "M", 2),
    (
        "stablehlo.dot_general A, B, batching_dims = [0] x [1], contracting_dims = [1] x [0]@ : (M, M) -> V",
        "M",
        "V",
        1,
    ),
    (
        "stablehlo.reduce(A init: %s) applies stablehlo.add across dimensions = [0]@ : (M, tensor<f32>) -> V",
        "M",
        "V",
        1,
    ),
    (
        "stablehlo.reduce(A init: %o) applies stablehlo.add across dimensions = [0]@ : (M, tensor<f32>) -> V",
        "M",
        "V",
        1,
    ),
    (
        "stablehlo.reduce(A init: %o) applies stablehlo.maximum across dimensions = [1]@ : (M, tensor<f32>) -> V",
        "M",
        "V",
        1,
    ),
    ("stablehlo.broadcast_in_dim A, dims = [1]@ : (V) -> M", "V", "M", 2),
    ("stablehlo.reshape A@ : (M) -> L", "M", "L", 1),
    ("stablehlo.reshape A@ : (L) -> M", "L", "M", 2),
    ("stablehlo.slice A [8:24]@ : (L) -> V", "L", "V", 1),
    ("stablehlo.reverse A, dims = [0]@ : M", "M", "M", 2),
    ("stablehlo.custom_call @f(A)@ : (M) -> V", "M", "V", 1),
];

fn ty(name: &str) -> &'static str {
    match name {
        "M" => "tensor<16x16xf32>",
        "V" => "tensor<16xf32>",
        _ => "tensor<256xf32>",
    }
}

fn program(random: &mut Random) -> String {
    let mut text = String::from(
        "sdy.mesh @mesh = <[\"x\"=2, \"y\"=2, \"z\"=4]>\n\
         sdy.mesh @turned = <[\"x\"=2, \"y\"=2, \"z\"=4], device_ids=[15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,0]>\n",
    );
    let [a, b, c, result] = [2, 2, 1, 2].map(|rank| random.sharding(rank));
    let (matrix, vector) = (ty("M"), ty("V"));
    _ = write!(
        text,
        "func.func @f(%a: {matrix} {{sdy.sharding = #sdy.sharding{a}}}, %b: {matrix} {{sdy.sharding = #sdy.sharding{b}}}, \
         %c: {vector} {{sdy.sharding = #sdy.sharding{c}}}) -> ({matrix} {{sdy.sharding = #sdy.sharding{result}}}) {{\n\
         %s = stablehlo.constant dense<0.0> : tensor<f32>\n%o = stablehlo.constant dense<1.0> : tensor<f32>\n"
    );
    let mut values = vec![("%a".to_owned(), "M"), ("%b".to_owned(), "M"), ("%c".to_owned(), "V")];
    for number in 0..12 {
        let (op, operand, result, rank) = OPS[random.0.below(OPS.len())];
        let of_type: Vec<String> = values.iter().filter(|v| v.1 == operand).map(|v| v.0.clone()).collect();
        if of_type.is_empty() {
            continue;
        }
        let mut pick = || of_type[random.0.below(of_type.len())].clone();
        let (first, second) = (pick(), pick());
        let (head, tail) = op.split_once('@').expect("a place for attributes");
        let (head, tail) = if let Some((name, rest)) = tail.split_once('@') {
            (format!("{head}@{name}"), rest.to_owned())
        } else {
            (head.to_owned(), tail.to_owned())
        };
        let tail = ["M", "V", "L"].iter().fold(tail, |tail, name| tail.replace(name, ty(name)));
        let attribute = random.attribute(rank);
        let head = head.replace('A', &first).replace('B', &second);
        _ = writeln!(text, "%{number} = {head}{attribute}{tail}");
        values.push((format!("%{number}"), result));
    }
    let last = values.iter().rev().find(|value| value.1 == "M").map_or("%a", |value| &value.0);
    _ = writeln!(text, "return {last} : {matrix}\n}}");
    text
}

/// Whether the shardings at an op agree with its rule, or are replicated.
fn check_op(b: &Body, op: Op, pass: &InsertExplicitReshards, meshes: &Meshes, mesh: &Mesh) -> VerifyResult {
    let values = b.operands(op).chain(b.results(op).iter().copied());
    let all: Vec<_> = values.map(|value| shardings::sharding(b, value)).collect();
    let split = || all.iter().flatten().filter(|sharding| !is_replicated(Some(sharding)));
    let Some(rule) = sharding_rule(b, op) else {
        ensure!(split().count() == 0, "an op without a rule is split");
        return Ok(());
    };
    let orders: Vec<_> = split().map(|sharding| meshes.get(b.cx(), sharding.mesh_or_ref)).collect();
    ensure!(orders.windows(2).all(|pair| pair[0] == pair[1]), "there are several meshes");
    let moving = exchangeable(b, op, &rule);
    let rule = with_replication(b, op, rule, reduction(b, op), pass.replicate_permutation_factors);
    let projection = Projection::build(&rule, &all, mesh);
    for factor in 0..rule.factor_sizes.len() {
        let lists: Vec<_> = projection.tensors.iter().filter_map(|tensor| tensor.axes.get(&factor)).collect();
        ensure!(lists.windows(2).all(|pair| pair[0] == pair[1]), "tensors differ in factor {factor}");
        let whole = rule.need_replication_factors.contains(&(factor as i64));
        let whole = whole && !(pass.enable_halo_exchange && moving.contains(&(factor as i64)));
        ensure!(!whole || lists.iter().all(|list| list.is_empty()), "factor {factor} is split");
        let others = projection.tensors.iter().flat_map(|tensor| &tensor.axes).filter(|(f, _)| **f != factor);
        for axis in others.flat_map(|(_, list)| list) {
            let again = lists.iter().copied().flatten().any(|own| own.overlaps(axis));
            ensure!(!again, "axis {axis} is at two factors");
        }
    }
    ensure!(projection.tensors.iter().all(|tensor| !tensor.overflows), "axes fit into no factor");
    Ok(())
}

fn check(text: &str, pass: &InsertExplicitReshards) {
    let mut registry = Registry::new();
    registry
        .register(&strata_builtin::DIALECT)
        .register(&strata_func::DIALECT)
        .register(&strata_stablehlo::DIALECT)
        .register(&strata_sdy::DIALECT);
    let cx = registry.freeze();
    let parsed = parse_module(&cx, "t.mlir", text, ParseOptions::default());
    let mut module = parsed.unwrap_or_else(|errors| panic!("{}\n{text}", render_all(&cx, &errors)));
    pass.insert(&mut module).expect("no error");
    let meshes = Meshes::of_module(&module);
    let mesh = meshes.largest().expect("a mesh").clone();
    let shown = print_body(&module, &PrintOptions::default());
    for (_, b) in module.children() {
        for op in b.all_ops().into_iter().filter(|op| b.num_operands(*op) != 0) {
            if b.op_name(op) == "func.return" {
                let own = shardings::sharding(b, b.operand(op, 0));
                assert!(are_equivalent(own.as_ref(), shardings::function_result(b, 0).as_ref()), "{shown}");
            } else if b.info(op).dialect() == "stablehlo" && b.parent_op(op) == Some(Op::SELF) {
                let checked = check_op(b, op, pass, &meshes, &mesh);
                assert!(checked.is_ok(), "{}: {checked:?}\n{shown}", b.op_name(op));
            }
        }
    }
    ReshardToCollectives { keep_redundant_reshards: false }.replace_all(&mut module).expect("no error");
    for_each_nested(&mut module, &mut |b| {
        assert!(!b.all_ops().iter().any(|op| op.isa::<ReshardOp>(b)), "{shown}");
        Ok(())
    })
    .expect("no error");
    let errors = module.verify();
    assert!(errors.is_empty(), "{}\n{shown}", render_all(&cx, &errors));
}

#[test]
fn shardings_of_random_programs_become_compatible() {
    let mut random = Random(Rng::new(7));
    for number in 0..400 {
        let pass = InsertExplicitReshards {
            enable_full_version: true,
            replicate_permutation_factors: number % 2 == 0,
            enable_halo_exchange: number % 4 == 0,
        };
        check(&program(&mut random), &pass);
    }
}
