//! Random programs of StableHLO: parsing, printing, artifacts, passes and the interpreter agree on each of them.
//!
//! `cargo run -p strata-test --bin random-programs -- --seeds 0..10000` tests more programs.

use std::collections::BTreeSet;

use strata_test::random::{
    Level, check,
    domains::{elementwise, pointwise},
    moving, program, sharding,
    types::ELEMS,
};

/// Programs.
const SEEDS: u64 = 300;
/// Steps of a program.
const SIZE: usize = 24;

#[test]
fn every_property_holds_of_random_programs() {
    let cx = check::context();
    let mut problems = Vec::new();
    for seed in 0..SEEDS {
        let text = program(seed, SIZE, Level::Own);
        let failure = match check::parse(&cx, &text) {
            Ok(module) => check::check(&module).err().map(|failure| {
                let (small, failure) = check::shrink(&module, &failure);
                format!("{}: {}\n{}", failure.stage, failure.why, check::text(&small))
            }),
            Err(failure) => Some(format!("{}: {}", failure.stage, failure.why)),
        };
        problems.extend(failure.map(|why| format!("seed {seed}: {why}")));
        if problems.len() >= 3 {
            break;
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Programs that are divided among the devices of random meshes; others are left out.
const SHARDED: usize = 300;

#[test]
fn programs_on_meshes_compute_the_same() {
    let cx = check::context();
    let (mut problems, mut divided) = (Vec::new(), 0);
    for seed in 0..4 * SHARDED as u64 {
        let outcome = check::parse(&cx, &program(seed, SIZE, Level::Compiler))
            .and_then(|module| sharding::check(&module, seed));
        match outcome {
            Ok(outcome) => divided += usize::from(outcome == sharding::Outcome::Agrees),
            Err(failure) => problems.push(format!("seed {seed}: {}: {}", failure.stage, failure.why)),
        }
        if problems.len() >= 3 || divided == SHARDED {
            break;
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert_eq!(divided, SHARDED, "too few programs were divided");
}

/// Programs of ops that move elements along divided dimensions.
const MOVING: u64 = 1000;

#[test]
fn parts_of_divided_dimensions_move() {
    let cx = check::context();
    let (mut problems, mut exchanged) = (Vec::new(), 0);
    for seed in 0..MOVING {
        let module = check::parse(&cx, &moving::program(seed, 4)).expect("a program");
        if let Err(failure) = sharding::check(&module, seed) {
            problems.push(format!("seed {seed}: {}: {}", failure.stage, failure.why));
            break;
        }
        let mut sharded = sharding::annotated(&module, seed);
        check::run_passes(&mut sharded, "sdy-partitioner-pipeline").expect("no error");
        exchanged += usize::from(check::text(&sharded).contains("sdy.manual_computation"));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(exchanged > 200, "devices exchange parts in {exchanged} programs only");
}

#[test]
fn programs_are_a_function_of_the_seed() {
    assert_eq!(program(3, SIZE, Level::Own), program(3, SIZE, Level::Own));
    assert_ne!(program(3, SIZE, Level::Own), program(4, SIZE, Level::Own));
}

/// The programs cover the intended variety.
#[test]
fn programs_have_all_element_types_and_control_flow() {
    let all: String = (0..SEEDS).map(|seed| program(seed, SIZE, Level::Own)).collect();
    for elem in ELEMS {
        assert!(all.contains(&format!("{}>", elem.name)), "no program has {}", elem.name);
    }
    let parts = [
        "while",
        "if",
        "case",
        "composite",
        "reduce",
        "reduce_window",
        "map",
        "sort",
        "scatter",
        "select_and_scatter",
        "gather",
        "convolution",
        "dot_general",
        "tuple",
        "uniform_quantize",
        "all_reduce",
        "fft",
        "dynamic_pad",
    ];
    for name in parts {
        assert!(all.contains(&format!("\"stablehlo.{name}\"")), "no program has {name}");
    }
    assert!(all.contains("\"func.call\"") && all.contains("x0x") && all.contains("\"chlo."));
}

/// Every elementwise op that needs no attributes is applied to some elements; those without an element to apply them to are made by
/// steps of their own.
#[test]
fn every_elementwise_op_has_a_domain() {
    let drawn: BTreeSet<&str> = ["stablehlo", "chlo"]
        .into_iter()
        .flat_map(|dialect| [1, 2].map(|n| (dialect, n)))
        .flat_map(|(dialect, n)| ELEMS.iter().flat_map(move |&e| pointwise(dialect, n, e)))
        .map(|op| op.info.name)
        .collect();
    let left: Vec<&str> = elementwise().map(|op| op.name).filter(|name| !drawn.contains(name)).collect();
    assert_eq!(left, ["stablehlo.complex", "stablehlo.uniform_dequantize"],);
    let excluded = |name: &str| {
        let complex = ELEMS.iter().filter(|e| e.is_complex());
        !complex.flat_map(|&e| pointwise("stablehlo", 1, e)).any(|op| op.info.name == name)
    };
    assert!(excluded("stablehlo.cbrt") && excluded("stablehlo.popcnt") && !excluded("stablehlo.sqrt"));
}
