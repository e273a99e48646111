//! Every op of StableHLO and CHLO has its row in each table, or a waiver whose reason is one of [`Reason`].
//!
//! An op without a row fails here with its name, like a missing arm of a `match`.

use std::collections::{BTreeMap, BTreeSet};

use strata_interp::Interpreter;
use strata_ir::{
    core::{OpInfo, Trait},
    text::parse_type,
};
use strata_lowering_hlo::stablehlo_to_linalg;
use strata_stablehlo::facts::{Associative, CLASSES, ComplexIllConditioned, Folds, RealDomain};
use strata_vhlo::Version;

use crate::{support, waivers};

/// The tables in which every op has a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Table {
    /// Exactly one class in its declaration, which cost models, error models and random programs use.
    Class,
    /// An evaluation.
    Interpreter,
    /// One row of the lowering to linalg, which CPUs and GPUs share.
    Linalg,
    /// A current version in the table of artifact versions.
    Artifact,
    /// A method of the builder that creates it.
    Builder,
    /// Random instances.
    Instances,
}
use Table::{Artifact, Builder, Class, Instances, Interpreter as Evaluation, Linalg};

/// The reason why an op has no row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// Another op replaces it, and the builder creates that op.
    Deprecated,
    /// In the builder all sizes are known, so it creates the op with attributes instead of operands.
    KnownSizes,
    /// It occurs only inside of ops that other methods create.
    Part,
    /// XLA has no operation for it.
    NoOperation,
    /// Programs use it only in some stages: it becomes StableHLO before it is written or after it is built.
    Client,
}
use Reason::{Client, Deprecated, KnownSizes, NoOperation, Part};

/// Tables in which no op of a dialect needs a row.
const DIALECTS: &[(&str, Table, Reason)] = &[("chlo", Artifact, Client), ("chlo", Builder, Client)];

/// Tables in which single ops have no row.
const OPS: &[(&str, Table, Reason)] = &[
    ("stablehlo.broadcast", Builder, Deprecated),
    ("stablehlo.case", Builder, Part),
    ("stablehlo.collective_reduce", Builder, NoOperation),
    ("stablehlo.constant", Builder, Part),
    ("stablehlo.create_token", Builder, Deprecated),
    ("stablehlo.cross-replica-sum", Builder, Deprecated),
    ("stablehlo.dot", Builder, Deprecated),
    ("stablehlo.dynamic_broadcast_in_dim", Builder, KnownSizes),
    ("stablehlo.dynamic_conv", Builder, KnownSizes),
    ("stablehlo.dynamic_gather", Builder, KnownSizes),
    ("stablehlo.dynamic_iota", Builder, KnownSizes),
    ("stablehlo.dynamic_pad", Builder, KnownSizes),
    ("stablehlo.einsum", Builder, Deprecated),
    ("stablehlo.get_tuple_element", Builder, Part),
    ("stablehlo.real_dynamic_slice", Builder, KnownSizes),
    ("stablehlo.return", Builder, Part),
    ("stablehlo.torch_index_select", Builder, Deprecated),
    ("stablehlo.tuple", Builder, Part),
    ("stablehlo.unary_einsum", Builder, Deprecated),
    ("stablehlo.uniform_dequantize", Builder, NoOperation),
    ("stablehlo.uniform_quantize", Builder, NoOperation),
];

/// The ops of both dialects.
fn ops() -> impl Iterator<Item = &'static OpInfo> {
    strata_stablehlo::DIALECT.ops.iter().chain(strata_chlo::DIALECT.ops).map(|info| info())
}

/// The ops that the builder creates, from the table that its test writes.
fn built() -> BTreeSet<String> {
    let table =
        std::fs::read_to_string(waivers::path("builds.tsv")).expect("the table of the builder is there");
    let columns = table.lines().skip(1).filter_map(|line| line.split('\t').nth(3));
    columns.flat_map(|ops| ops.split([',', ' '])).filter(|op| !op.is_empty()).map(str::to_owned).collect()
}

/// The number of rows of an op in each table.
fn rows(op: &OpInfo, all: &Tables<'_>) -> [(Table, usize); 6] {
    let base = op.name.split_once('.').map_or(op.name, |(_, base)| base);
    let versioned = op.dialect() == "stablehlo" && strata_vhlo::row_for(base, Version::CURRENT).is_some();
    [
        (Class, CLASSES.iter().filter(|class| (class.1)(op)).count()),
        (Evaluation, usize::from(all.interpreter.supports(op.name))),
        (Linalg, all.linalg.get(op.name).copied().unwrap_or(0)),
        (Artifact, usize::from(versioned)),
        (Builder, usize::from(all.built.contains(op.name))),
        (Instances, usize::from(all.generator.source(op.name).is_some())),
    ]
}

struct Tables<'a> {
    interpreter: Interpreter,
    linalg: BTreeMap<&'static str, usize>,
    built: BTreeSet<String>,
    generator: &'a strata_generate::Generator,
}

#[test]
fn every_op_has_its_rows() {
    let (cx, generator) = support::generator();
    let mut linalg = BTreeMap::new();
    for (op, _) in stablehlo_to_linalg::rows() {
        *linalg.entry(op).or_insert(0) += 1;
    }
    let tables = Tables { interpreter: Interpreter::new(&cx), linalg, built: built(), generator: &generator };
    let mut problems = Vec::new();
    for op in ops() {
        for (table, count) in rows(op, &tables) {
            let by_dialect = DIALECTS.iter().any(|row| row.0 == op.dialect() && row.1 == table);
            let waived = OPS.iter().any(|row| row.0 == op.name && row.1 == table);
            match (count, waived) {
                (0, false) if !by_dialect => problems.push(format!("{} has no row of {table:?}", op.name)),
                (0, _) | (1, false) => {}
                (_, true) => {
                    problems.push(format!("{} has a row of {table:?}: its waiver is stale", op.name))
                }
                (n, _) => problems.push(format!("{} has {n} rows of {table:?}", op.name)),
            }
        }
    }
    let known: BTreeSet<&str> = ops().map(|op| op.name).collect();
    let named = OPS.iter().map(|row| row.0).chain(tables.linalg.keys().copied());
    problems.extend(named.filter(|op| !known.contains(op)).map(|op| format!("{op} has a row and is no op")));
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
}

/// Facts that would say nothing, or the wrong thing, of the op that states them.
#[test]
fn facts_fit_the_declarations() {
    let cx = support::generator().0;
    let complex = parse_type(&cx, "tensor<complex<f32>>").expect("it is a type");
    let takes_complex = |op: &OpInfo| op.operands.iter().all(|operand| (operand.check)(complex, &cx));
    let mut problems = Vec::new();
    for op in ops() {
        let joins_two = op.has(Trait::Commutative) && op.operands.len() == 2;
        let rules = [
            ("RealDomain", op.implements::<dyn RealDomain>(), takes_complex(op)),
            ("ComplexIllConditioned", op.implements::<dyn ComplexIllConditioned>(), takes_complex(op)),
            ("Associative", op.implements::<dyn Associative>(), joins_two),
            ("Folds", op.implements::<dyn Folds>(), !op.regions.is_empty()),
        ];
        let wrong = rules.into_iter().filter(|&(_, stated, fits)| stated && !fits);
        problems.extend(wrong.map(|(fact, ..)| format!("{} is not {fact}", op.name)));
    }
    assert!(problems.is_empty(), "{problems:?}");
}

#[test]
fn passes_that_the_lowering_relies_on_are_registered() {
    let passes = strata_registry::passes();
    let unknown: Vec<_> = stablehlo_to_linalg::rows()
        .filter_map(|row| row.1)
        .filter(|pass| passes.pass(pass).is_none())
        .collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
