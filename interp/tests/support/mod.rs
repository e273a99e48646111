//! Reads tables of programs with known results; the top of `vectors.tsv` describes the format.

use std::sync::Arc;

use strata_interp::{Elem, Num, ScatterOutOfBounds, Shape, Tensor, Value, tensor::count};
use strata_ir::{core::Context, prelude::AsmWriter};

/// A row of a table.
pub struct Row<'a> {
    pub id: &'a str,
    args: &'a str,
    program: &'a str,
    expected: &'a str,
    compare: &'a str,
}

/// The rows of a table.
pub fn rows(text: &str) -> Vec<Row<'_>> {
    let lines = text.lines().filter(|l| !l.starts_with('#') && !l.is_empty()).skip(1);
    lines
        .map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
            [id, args, program, expected, compare] => Row { id, args, program, expected, compare },
            _ => panic!("a row needs five columns: {line}"),
        })
        .collect()
}

fn elem(cx: &Arc<Context>, word: &str) -> Elem {
    let ty = match word {
        "c64" => "complex<f32>",
        "c128" => "complex<f64>",
        other => other,
    };
    let ty = strata_ir::text::parse_type(cx, ty).unwrap_or_else(|_| panic!("no type {ty}"));
    Elem::from_type(cx, ty).unwrap_or_else(|| panic!("no element type {word}"))
}

fn number(e: Elem, text: &str) -> Num {
    let float = |t: &str| -> f64 {
        match t {
            "T" => 1.0,
            "F" => 0.0,
            "-NaN" => f64::NAN.copysign(-1.0),
            other => other.parse().unwrap_or_else(|_| panic!("no number: {other}")),
        }
    };
    match e {
        Elem::Complex(_) => {
            let (re, im) = text.split_once(':').unwrap_or((text, "0"));
            Num::from_complex(e, strata_interp::C64::new(float(re), float(im)))
        }
        e if e.is_int() => {
            let wide: i128 = text.parse().unwrap_or_else(|_| float(text) as i128);
            let n = Num::from_i64(e, wide as i64);
            assert_eq!(strata_interp::kernels::convert_num(e, Elem::F64, n).real(), wide as f64, "{text}");
            n
        }
        // A NaN keeps its sign: no rounding.
        e if text == "-NaN" && e == Elem::F32 => Num::F32(f32::NAN.copysign(-1.0)),
        e => Num::from_f64(e, float(text)),
    }
}

/// The tensor that a literal means.
fn literal(cx: &Arc<Context>, text: &str) -> Tensor {
    let end = text.find([':', '[', '(']).unwrap_or_else(|| panic!("no literal: {text}"));
    let (word, rest) = text.split_at(end);
    let e = elem(cx, word);
    if let Some(scalar) = rest.strip_prefix(':') {
        return Tensor::scalar(e, number(e, scalar));
    }
    if let Some(rest) = rest.strip_prefix('(') {
        let (sizes, rule) = rest.split_once(")").unwrap_or_else(|| panic!("no literal: {text}"));
        let shape: Shape = sizes.split('x').map(|d| d.parse().expect("a size")).collect();
        let n = count(&shape).expect("a small tensor") as u64;
        let rule = rule.strip_prefix('=').unwrap_or("0");
        let values: Vec<Num> = match rule.strip_prefix("iota") {
            Some(from) => {
                let from: i64 = if from.is_empty() { 0 } else { from.parse().expect("a start") };
                (0..n).map(|i| Num::from_i64(e, i as i64 + from)).collect()
            }
            None if rule == "hash" => (0..n)
                .map(|i| Num::from_i64(e, (((i * 2_654_435_761) % (1 << 32)) >> 7) as i64 % 17 - 8))
                .collect(),
            None => vec![number(e, rule); n as usize],
        };
        return Tensor::new(e, shape, strata_interp::Data::collect(e, values.into_iter()));
    }
    let mut shape = Shape::new();
    let (mut depth, mut deepest, mut values, mut word) = (0usize, 0, Vec::new(), String::new());
    let mut counts: Vec<usize> = Vec::new();
    for c in rest.chars() {
        match c {
            '[' => {
                depth += 1;
                deepest = deepest.max(depth);
                counts.resize(deepest, 0);
                counts[depth - 1] = 0;
            }
            ',' | ']' => {
                if !word.is_empty() {
                    values.push(number(e, &std::mem::take(&mut word)));
                }
                counts[depth - 1] += 1;
                if c == ']' {
                    shape.resize(deepest, 0);
                    shape[depth - 1] = counts[depth - 1];
                    depth -= 1;
                }
            }
            c => word.push(c),
        }
    }
    assert_eq!(count(&shape), Some(values.len()), "ragged literal {text}");
    Tensor::new(e, shape, strata_interp::Data::collect(e, values.into_iter()))
}

fn tensor_type(cx: &Context, t: &Tensor) -> String {
    let mut out = String::from("tensor<");
    t.shape.iter().for_each(|d| out += &format!("{d}x"));
    AsmWriter::new(cx, &mut out).ty(t.elem.ty(cx));
    out + ">"
}

/// Replaces `$name(arguments)` by regions.
fn expand(program: &str) -> String {
    let mut out = String::new();
    let mut rest = program;
    while let Some(at) = rest.find('$') {
        out += &rest[..at];
        let (call, after) = rest[at + 1..].split_once(')').expect("a closed region");
        let (name, args) = call.split_once('(').expect("arguments of a region");
        let args: Vec<&str> = args.split(',').collect();
        let e = args[args.len() - 1];
        let head = format!("^bb0(%x: tensor<{e}>, %y: tensor<{e}>):");
        let body = match name {
            "second" => format!("stablehlo.return %y : tensor<{e}>"),
            "compare" => format!(
                "%z = stablehlo.compare {}, %x, %y : (tensor<{e}>, tensor<{e}>) -> tensor<i1> stablehlo.return %z : tensor<i1>",
                args[0]
            ),
            op => {
                format!("%z = stablehlo.{op} %x, %y : tensor<{e}> stablehlo.return %z : tensor<{e}>")
            }
        };
        out += &format!("{{ {head} {body} }}");
        rest = after;
    }
    out + rest
}

/// The parsed contents of a row.
pub struct Case {
    /// The text of the program.
    pub text: String,
    /// The arguments of `main` for each process.
    pub args: Vec<Vec<Tensor>>,
    /// The results of each process, or words of the error.
    pub expected: Result<Vec<Vec<Tensor>>, String>,
    /// How windows of a scatter that are partly out of bounds are treated.
    pub oob: ScatterOutOfBounds,
}

impl Row<'_> {
    /// Reads the row; the context must know StableHLO.
    pub fn case(&self, cx: &Arc<Context>) -> Case {
        let lists = |text: &str| -> Vec<Vec<Tensor>> {
            let words = |part: &str| -> Vec<Tensor> {
                part.split_whitespace().filter(|w| *w != "-").map(|w| literal(cx, w)).collect()
            };
            text.split(" | ").map(words).collect()
        };
        let args = lists(self.args);
        // An error: the type of the result, and words of the message.
        let (error, results) = match self.expected.strip_prefix('!') {
            Some(e) => {
                let (ty, words) = e.split_once(' ').expect("a type and words");
                (Some(words.to_owned()), lists(ty))
            }
            None => (None, lists(self.expected)),
        };
        let (oob, program) = match self.program.strip_prefix("@scatter-oob=window ") {
            Some(rest) => (ScatterOutOfBounds::Window, rest),
            None => (ScatterOutOfBounds::Element, self.program),
        };
        let text = self.module(cx, &args[0], &results[0], program);
        Case { text, args, expected: error.map_or(Ok(results), Err), oob }
    }

    fn module(&self, cx: &Context, args: &[Tensor], results: &[Tensor], program: &str) -> String {
        let names = ["a", "b", "c", "d", "e", "f", "g"];
        let types = |list: &[Tensor]| list.iter().map(|t| tensor_type(cx, t)).collect::<Vec<_>>();
        let (inputs, outputs) = (types(args), types(results));
        let params: Vec<String> = names.iter().zip(&inputs).map(|(n, t)| format!("%{n}: {t}")).collect();
        let (body, functions) = program.split_once(" ;; ").unwrap_or((program, ""));
        let body = expand(body);
        let body = if body.contains("%r") {
            body
        } else {
            let (op, rest) = body.split_once(' ').unwrap_or((&body, ""));
            let op = if op.contains('.') { op.to_owned() } else { format!("stablehlo.{op}") };
            let uses: Vec<String> = names.iter().take(inputs.len()).map(|n| format!("%{n}")).collect();
            // Regions are in parentheses behind the attributes.
            let regions = match rest.rfind("}> (") {
                Some(at) => at + 3,
                None if rest.starts_with('(') => 0,
                None => rest.len(),
            };
            let (attrs, regions) = rest.split_at(regions);
            let result = if outputs.len() == 1 { "%r".to_owned() } else { format!("%r:{}", outputs.len()) };
            format!(
                "{result} = \"{op}\"({}) {attrs} {regions} : ({}) -> ({})",
                uses.join(", "),
                inputs.join(", "),
                outputs.join(", ")
            )
        };
        let returned: Vec<String> = match outputs.len() {
            1 => vec!["%r".into()],
            n => (0..n).map(|i| format!("%r#{i}")).collect(),
        };
        format!(
            "func.func @main({}) -> ({}) {{\n{body}\nreturn {} : {}\n}}\n{functions}",
            params.join(", "),
            outputs.join(", "),
            returned.join(", "),
            outputs.join(", ")
        )
    }

    /// Whether a result is the expected one, as near as the row asks for.
    pub fn compare(&self, cx: &Context, got: &Value, want: &Tensor) -> Result<(), String> {
        let differs = || {
            let want = Value::Tensor(want.clone()).display(cx);
            format!("{} is not {want}", got.display(cx))
        };
        let t = got.elements().ok_or_else(differs)?;
        let bits = |n: Num| match n {
            Num::C32(v) => [v.re.to_bits() as u64, v.im.to_bits() as u64],
            Num::C64(v) => [v.re.to_bits(), v.im.to_bits()],
            n => [n.bits(want.elem), 0],
        };
        let equal = |x: Num, y: Num| match self.compare {
            "nan-signs" => bits(x) == bits(y),
            "exact" => {
                let (a, b) = (x.complex(), y.complex());
                let nans = [a.re.is_nan() && b.re.is_nan(), a.im.is_nan() && b.im.is_nan()];
                (0..2).all(|part| nans[part] || bits(x)[part] == bits(y)[part])
            }
            tolerance => {
                let tolerance: f64 = tolerance.parse().expect("a tolerance");
                let near = |x: f64, y: f64| {
                    x == y || (x.is_nan() && y.is_nan()) || (x - y).abs() <= tolerance * y.abs().max(1.0)
                };
                near(x.complex().re, y.complex().re) && near(x.complex().im, y.complex().im)
            }
        };
        let same =
            t.elem == want.elem && t.shape == want.shape && (0..t.len()).all(|i| equal(t.at(i), want.at(i)));
        if same { Ok(()) } else { Err(differs()) }
    }
}
