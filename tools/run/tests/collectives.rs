//! Collectives of random groups, types and sizes: what compiled programs compute is what the interpreter does, bit
//! for bit, in memory of the host and of simulated GPUs.

use strata_driver::{CompileOptions, Compiler, Executable, Program, Target as DriverTarget, program};
use strata_ir::num::FloatFormat;
use strata_runtime_cpu::collective::Host;

fn compile(text: &str) -> Executable {
    let cx = program::context();
    let mut module = program::parse(&cx, "collectives", text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let target = strata_codegen_llvm::Target::host().expect("the host is a target");
    Executable::compile(&mut module, &CompileOptions::new(target)).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// A program whose processes have a simulated GPU each.
fn with_kernels(text: &str) -> Executable {
    let target = strata_codegen_llvm::Target::host().expect("the host is a target");
    let program = Program::load("collectives", text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let compiler = Compiler::new(DriverTarget::simulator(target, None));
    compiler.compile(&program).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn interpreted(text: &str) -> Executable {
    let program = Program::load("collectives", text).unwrap_or_else(|e| panic!("{text}: {e}"));
    Compiler::new(DriverTarget::interpreter()).compile(&program).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Random numbers.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.0 >> 33
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
    /// The numbers below `n` in any order.
    fn order(&mut self, n: usize) -> Vec<usize> {
        let mut list: Vec<usize> = (0..n).collect();
        (1..n).for_each(|i| list.swap(i, self.below(i + 1)));
        list
    }
}

/// A type of elements: its name, the bytes and the bits that count of a number, and the numbers of an element.
#[derive(Clone, Copy)]
struct Element {
    name: &'static str,
    bytes: usize,
    bits: u32,
    float: Option<FloatFormat>,
    parts: usize,
}

const fn integer(name: &'static str, bits: u32) -> Element {
    Element { name, bytes: bits.div_ceil(8) as usize, bits, float: None, parts: 1 }
}
const fn float(name: &'static str, format: FloatFormat, bits: u32, parts: usize) -> Element {
    Element { name, bytes: bits.div_ceil(8) as usize, bits, float: Some(format), parts }
}

const ELEMENTS: [Element; 20] = [
    integer("i1", 1),
    integer("i2", 2),
    integer("i4", 4),
    integer("ui4", 4),
    integer("i8", 8),
    integer("ui8", 8),
    integer("i16", 16),
    integer("i32", 32),
    integer("ui32", 32),
    integer("i64", 64),
    integer("ui64", 64),
    float("bf16", FloatFormat::BF16, 16, 1),
    float("f16", FloatFormat::F16, 16, 1),
    float("f32", FloatFormat::F32, 32, 1),
    float("f64", FloatFormat::F64, 64, 1),
    float("complex<f32>", FloatFormat::F32, 32, 2),
    float("complex<f64>", FloatFormat::F64, 64, 2),
    float("f8E4M3FN", FloatFormat::F8E4M3FN, 8, 1),
    float("f8E5M2FNUZ", FloatFormat::F8E5M2FNUZ, 8, 1),
    float("f4E2M1FN", FloatFormat::F4E2M1FN, 4, 1),
];

impl Element {
    /// The pattern of a number.
    fn pattern(self, bytes: &[u8]) -> u128 {
        let all = bytes.iter().rev().fold(0, |n, &b| n << 8 | u128::from(b));
        all & ((1 << self.bits) - 1)
    }
    fn random(self, count: usize, random: &mut Random) -> Vec<u8> {
        let number = |random: &mut Random| -> u128 {
            let pattern = u128::from(random.next()) << 31 ^ u128::from(random.next());
            let pattern = match self.float {
                Some(format) if random.below(4) > 0 => {
                    format.from_f64((random.below(65) as f64 - 32.0) / 4.0)
                }
                _ => pattern & ((1 << self.bits) - 1),
            };
            let negative = pattern >> (self.bits - 1) & 1 == 1;
            // The bits above a narrow integer are those of its sign.
            let fills = negative && self.name.starts_with('i') && self.bits > 1;
            if fills { pattern | u128::MAX << self.bits } else { pattern }
        };
        let numbers = (0..count * self.parts).map(|_| number(random));
        numbers.flat_map(|n| n.to_le_bytes().into_iter().take(self.bytes)).collect()
    }
    fn assert_same(self, compiled: &[u8], interpreted: &[u8], text: &str) {
        assert_eq!(compiled.len(), interpreted.len(), "{text}");
        let pairs = compiled.chunks(self.bytes).zip(interpreted.chunks(self.bytes));
        for (i, (x, y)) in pairs.enumerate() {
            let (x, y) = (self.pattern(x), self.pattern(y));
            let both_nan = self.float.is_some_and(|f| f.is_nan(x) && f.is_nan(y));
            assert!(x == y || both_nan, "{text}: number {i} is {x:#x}, not {y:#x}");
        }
    }
}

/// A program, its processes, and the elements in an array of each of its arguments.
struct Case {
    text: String,
    replicas: usize,
    partitions: usize,
    element: Element,
    arguments: Vec<usize>,
}

fn tensor(sizes: &[usize], element: Element) -> String {
    let sizes: String = sizes.iter().map(|n| format!("{n}x")).collect();
    format!("tensor<{sizes}{}>", element.name)
}

fn matrix(rows: &[Vec<usize>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    format!("dense<{rows:?}> : tensor<{}x{columns}xi64>", rows.len())
}

const KINDS: [&str; 7] = [
    "all_reduce",
    "collective_reduce",
    "reduce_scatter",
    "all_gather",
    "all_to_all",
    "collective_broadcast",
    "collective_permute",
];

fn case(random: &mut Random) -> Case {
    let (replicas, partitions) =
        random.pick(&[(1, 1), (2, 1), (3, 1), (1, 4), (2, 2), (2, 3), (6, 1), (1, 6)]);
    let kind = random.pick(&KINDS);
    let reduces = ["all_reduce", "collective_reduce", "reduce_scatter"].contains(&kind);
    let gathers = reduces || kind == "all_gather";
    // The ids, how many there are, and how many members each stands for.
    let (attributes, ids, each) = match (random.below(3), gathers) {
        (0, _) => ("", replicas, 1),
        (1, true) => (CHANNEL, replicas, partitions),
        (_, true) => (GLOBAL, replicas * partitions, 1),
        (_, false) => (CHANNEL, partitions, 1),
    };
    let sizes: Vec<usize> = (1..=ids).filter(|size| ids % size == 0).collect();
    let size = random.pick(&sizes);
    let groups: Vec<Vec<usize>> = random.order(ids).chunks(size).map(<[usize]>::to_vec).collect();
    let members = size * each;
    let element = random.pick(&ELEMENTS);
    let rank = 1 + random.below(3);
    let mut shape: Vec<usize> = (0..rank).map(|_| 1 + random.below(5)).collect();
    let (split, concat) = (random.below(rank), random.below(rank));
    if ["reduce_scatter", "all_to_all"].contains(&kind) {
        shape[split] *= members;
    }
    let mut result = shape.clone();
    let mut config = format!("replica_groups = {}{attributes}", matrix(&groups));
    match kind {
        "reduce_scatter" => {
            result[split] /= members;
            config += &format!(", scatter_dimension = {split} : i64");
        }
        "all_gather" => {
            result[split] *= members;
            config += &format!(", all_gather_dim = {split} : i64");
        }
        "all_to_all" => {
            result[split] /= members;
            result[concat] *= members;
            config += &format!(
                ", split_dimension = {split} : i64, concat_dimension = {concat} : i64, split_count = {members} : i64"
            );
        }
        "collective_permute" => {
            let (from, to) = (random.order(ids), random.order(ids));
            let count = 1 + random.below(ids);
            let pairs: Vec<Vec<usize>> =
                from.into_iter().zip(to).take(count).map(|(a, b)| vec![a, b]).collect();
            config = format!("source_target_pairs = {}{attributes}", matrix(&pairs));
        }
        _ => (),
    }
    let several = ["all_reduce", "all_gather", "all_to_all"].contains(&kind) && random.below(2) == 0;
    let count = if several { 2 } else { 1 };
    let (from, to) = (tensor(&shape, element), tensor(&result, element));
    let list = |one: &str| vec![one; count].join(", ");
    let region = if reduces { region(element, random) } else { String::new() };
    let (names, values): (Vec<_>, Vec<_>) =
        (0..count).map(|i| (format!("%a{i}: {from}"), format!("%a{i}"))).unzip();
    let results: Vec<String> = (0..count).map(|i| format!("%r#{i}")).collect();
    let text = format!(
        "module attributes {{mhlo.num_replicas = {replicas} : i32, mhlo.num_partitions = {partitions} : i32}} {{
         func.func @main({}) -> ({}) {{
           %r:{count} = \"stablehlo.{kind}\"({}) <{{{config}}}>{region} : ({}) -> ({})
           return {} : {}
         }} }}",
        names.join(", "),
        list(&to),
        values.join(", "),
        list(&from),
        list(&to),
        results.join(", "),
        list(&to)
    );
    Case { text, replicas, partitions, element, arguments: vec![shape.iter().product(); count] }
}

const CHANNEL: &str = ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";
const GLOBAL: &str =
    ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids";

/// A region of one op, or of two, which the runtime does not know.
fn region(element: Element, random: &mut Random) -> String {
    let name = match element.float {
        Some(_) => random.pick(&["add", "multiply", "minimum", "maximum"]),
        None => random.pick(&["add", "multiply", "minimum", "maximum", "and", "or", "xor"]),
    };
    let ty = tensor(&[], element);
    let (twice, out) = match random.below(4) {
        0 if element.bits > 8 => (format!("%t = stablehlo.{name} %s, %s : {ty}"), "%t"),
        _ => (String::new(), "%s"),
    };
    format!(
        " ({{ ^bb0(%x: {ty}, %y: {ty}):
             %s = stablehlo.{name} %x, %y : {ty}
             {twice}
             stablehlo.return {out} : {ty}
         }})"
    )
}

fn check(case: &Case, compile: fn(&str) -> Executable, random: &mut Random) {
    let Case { text, replicas, partitions, element, arguments } = case;
    let processes = replicas * partitions;
    let data: Vec<Vec<Vec<u8>>> = (0..processes)
        .map(|_| arguments.iter().map(|&count| element.random(count, random)).collect())
        .collect();
    let inputs: Vec<Vec<&[u8]>> = data.iter().map(|list| list.iter().map(Vec::as_slice).collect()).collect();
    let expected = interpreted(text).run_on_grid(*replicas, *partitions, &inputs);
    let expected = expected.unwrap_or_else(|e| panic!("{text}: {e}"));
    let program = compile(text);
    // The processes of the second run know their groups.
    for _ in 0..2 {
        let got = program.run_on_grid(*replicas, *partitions, &inputs);
        let got = got.unwrap_or_else(|e| panic!("{text}: {e}"));
        for (got, expected) in got.iter().flatten().zip(expected.iter().flatten()) {
            element.assert_same(got, expected, text);
        }
    }
}

#[test]
fn random_groups_types_and_sizes() {
    for seed in 0..400 {
        let mut random = Random(seed * 7919 + 1);
        let case = case(&mut random);
        check(&case, compile, &mut random);
    }
}

#[test]
fn random_groups_types_and_sizes_on_devices() {
    for seed in 400..500 {
        let mut random = Random(seed * 7919 + 1);
        let case = case(&mut random);
        check(&case, with_kernels, &mut random);
    }
}

#[test]
fn large_arrays_are_divided_among_threads() {
    let element = ELEMENTS.into_iter().find(|e| e.name == "f32").expect("it is there");
    // More than a part of the work, and not a multiple of it.
    let n = 200_003;
    for (kind, config, result) in [
        ("all_reduce", "", n),
        ("all_gather", "all_gather_dim = 0 : i64, ", 3 * n),
        ("reduce_scatter", "scatter_dimension = 0 : i64, ", n / 3),
    ] {
        let n = if kind == "reduce_scatter" { n / 3 * 3 } else { n };
        let region = match kind {
            "all_gather" => "",
            _ => {
                "({ ^bb0(%a: tensor<f32>, %b: tensor<f32>):
                   %s = stablehlo.add %a, %b : tensor<f32>
                   stablehlo.return %s : tensor<f32> })"
            }
        };
        let text = format!(
            "func.func @main(%x: tensor<{n}xf32>) -> tensor<{result}xf32> {{
               %r = \"stablehlo.{kind}\"(%x) <{{{config}replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>}}> {region}
                 : (tensor<{n}xf32>) -> tensor<{result}xf32>
               return %r : tensor<{result}xf32>
             }}"
        );
        let case = Case { text, replicas: 3, partitions: 1, element, arguments: vec![n] };
        check(&case, compile, &mut Random(5));
    }
}

#[test]
fn results_of_processes_are_written_in_place() {
    let program = compile(
        "func.func @main(%x: tensor<2xi32>) -> tensor<4xi32> {
           %r = \"stablehlo.all_gather\"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<2xi32>) -> tensor<4xi32>
           return %r : tensor<4xi32>
         }",
    );
    let inputs = [[1u8, 0, 0, 0, 2, 0, 0, 0], [3, 0, 0, 0, 4, 0, 0, 0]];
    let inputs: Vec<Vec<&[u8]>> = inputs.iter().map(|bytes| vec![&bytes[..]]).collect();
    let mut memory = [[0xFFu8; 16]; 2];
    let mut outputs: Vec<Vec<&mut [u8]>> = memory.iter_mut().map(|bytes| vec![&mut bytes[..]]).collect();
    program.run_grid_into(2, 1, Host::default(), &inputs, &mut outputs).unwrap_or_else(|e| panic!("{e}"));
    let expected = [3, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0];
    assert_eq!(memory, [expected; 2]);
    let mut short = [[0u8; 8]; 2];
    let mut outputs: Vec<Vec<&mut [u8]>> = short.iter_mut().map(|bytes| vec![&mut bytes[..]]).collect();
    assert!(program.run_grid_into(2, 1, Host::default(), &inputs, &mut outputs).is_err());
}

#[test]
fn the_root_of_a_broadcast_may_be_an_operand() {
    let text = "func.func @main(%x: tensor<2xi32>, %y: tensor<1xi32>, %roots: tensor<2xi32>) -> (tensor<2xi32>, tensor<1xi32>) {
           %r:2 = \"stablehlo.collective_broadcast\"(%x, %y, %roots) <{replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>, has_dynamic_root}>
             : (tensor<2xi32>, tensor<1xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<1xi32>)
           return %r#0, %r#1 : tensor<2xi32>, tensor<1xi32>
         }";
    let bytes = |numbers: &[i32]| -> Vec<u8> { numbers.iter().flat_map(|n| n.to_le_bytes()).collect() };
    let run = |program: &Executable, roots: [i32; 2]| {
        let data: Vec<[Vec<u8>; 3]> =
            (0..3).map(|i| [bytes(&[i, 10 * i]), bytes(&[100 * i]), bytes(&roots)]).collect();
        let inputs: Vec<Vec<&[u8]>> =
            data.iter().map(|list| list.iter().map(Vec::as_slice).collect()).collect();
        program.run_on_grid(3, 1, &inputs)
    };
    for program in [compile(text), with_kernels(text), interpreted(text)] {
        // Places 1 and 0 in the group are processes 0 and 2.
        let out = run(&program, [1, 0]).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(out, vec![vec![bytes(&[0, 0]), bytes(&[200])]; 3]);
        let error = run(&program, [3, 0]).expect_err("there are three members");
        assert!(error.text().contains("no place in its group"), "{error}");
    }
}
