//! [`Writer`]: a program under construction, as text, with the values available at its end.

use std::fmt::Write;

use strata_generate::Rng;
use strata_ir::core::{OpDef, OpInfo};
use strata_stablehlo::{
    ScatterOutOfBounds, TanOp,
    facts::{Bitwise, CarriesValues, CorrectlyRounded, Exact, MovesElements, Transcendental},
};

use super::types::{Elem, Kind, QUANTIZED, Ty, elem, list};

/// The reference for the results of programs, which determines the ops that may depend on rounding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Level {
    /// The same code: all ops are exact, except for the functions of `chlo` with a second implementation.
    Own,
    /// The interpreter of the specification: arithmetic is exact, functions of floats are not.
    Reference,
    /// Another compiler: no float arithmetic is exact.
    Compiler,
}

impl Level {
    /// The reference's rule of `scatter`.
    #[must_use]
    pub fn scatter(self) -> ScatterOutOfBounds {
        match self {
            Self::Own => ScatterOutOfBounds::default(),
            Self::Reference => ScatterOutOfBounds::Element,
            Self::Compiler => ScatterOutOfBounds::Window,
        }
    }
}

/// A value of the program.
#[derive(Clone, Debug)]
pub struct Val {
    /// Its name, with `%`.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Whether its rounding is unspecified, so that no discontinuous op may depend on it.
    pub rough: bool,
}

/// The state of a block.
struct Frame {
    /// Whether values outside of the block are inaccessible.
    closed: bool,
    /// Whether this is the block of the entry function, to which arguments can be added.
    entry: bool,
    values: Vec<Val>,
    text: String,
}

/// The most elements of a tensor.
pub const MAX_ELEMENTS: usize = 400;
/// The deepest nesting of blocks.
const MAX_DEPTH: usize = 4;

/// Writes a program.
pub struct Writer {
    /// The source of all choices.
    pub rng: Rng,
    /// The reference for results.
    pub level: Level,
    frames: Vec<Frame>,
    params: Vec<Val>,
    /// Other functions, already complete.
    pub functions: Vec<String>,
    next: usize,
    shapes: Vec<Vec<usize>>,
    dims: Vec<usize>,
    elems: Vec<Elem>,
    /// In how many of 8 cases a missing value becomes a constant.
    constants: usize,
}

impl Writer {
    /// An empty program with random choices from a seed.
    pub fn new(seed: u64, level: Level) -> Self {
        let mut rng = Rng::new(seed);
        let mut dims: Vec<usize> = (0..3).map(|_| [1, 2, 2, 3, 3, 4, 5][rng.below(7)]).collect();
        if rng.chance(1, 4) {
            dims.push(0);
        }
        let mut shapes = vec![vec![]];
        while shapes.len() < 5 {
            let rank = [0, 1, 1, 2, 2, 2, 3, 4][rng.below(8)];
            let shape: Vec<usize> = (0..rank).map(|_| dims[rng.below(dims.len())]).collect();
            if shape.iter().product::<usize>() <= 100 {
                shapes.push(shape);
            }
        }
        let elems = (0..4).map(|_| drawn(&mut rng, level)).collect();
        let constants = [0, 2, 4, 8][rng.below(4)];
        let frame = Frame { closed: true, entry: true, values: Vec::new(), text: String::new() };
        let (params, functions) = (Vec::new(), Vec::new());
        Self { rng, level, frames: vec![frame], params, functions, next: 0, shapes, dims, elems, constants }
    }

    // Random choices.

    /// Returns true with probability `n / of`.
    pub fn chance(&mut self, n: usize, of: usize) -> bool {
        self.rng.chance(n, of)
    }
    /// A number from `from` to `to`, both included.
    pub fn number(&mut self, from: i64, to: i64) -> i64 {
        from + self.rng.below((to - from + 1).max(1) as usize) as i64
    }
    /// One of the given items.
    pub fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.rng.below(of.len())]
    }
    /// A size.
    pub fn dim(&mut self) -> usize {
        let dims = self.dims.clone();
        self.one(&dims)
    }
    /// A shape.
    pub fn shape(&mut self) -> Vec<usize> {
        let at = self.rng.below(self.shapes.len());
        self.shapes[at].clone()
    }
    /// An element type.
    pub fn elem(&mut self) -> Elem {
        if self.chance(1, 10) {
            return drawn(&mut self.rng, self.level);
        }
        let elems = self.elems.clone();
        self.one(&elems)
    }
    /// An element type with a property; one of a few common ones if random choices find none.
    pub fn elem_where(&mut self, has: impl Fn(Elem) -> bool) -> Elem {
        for _ in 0..20 {
            let e = self.elem();
            if has(e) {
                return e;
            }
        }
        ["f32", "i32", "complex<f32>", "i1"].map(elem).into_iter().find(|&e| has(e)).unwrap_or(elem("f64"))
    }
    /// A permutation of the numbers below `n`.
    pub fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            order.swap(i, self.rng.below(i + 1));
        }
        order
    }
    /// Some of the numbers below `n`, ascending.
    pub fn some_of(&mut self, n: usize) -> Vec<usize> {
        (0..n).filter(|_| self.rng.chance(1, 2)).collect()
    }

    // Values.

    fn visible(&self) -> impl Iterator<Item = &Val> {
        let first = self.frames.iter().rposition(|f| f.closed).unwrap_or(0);
        self.frames[first..].iter().flat_map(|f| &f.values)
    }
    /// An available value with a property.
    pub fn known(&mut self, has: impl Fn(&Ty) -> bool) -> Option<Val> {
        let found: Vec<Val> = self.visible().filter(|v| !v.rough && has(&v.ty)).cloned().collect();
        // Later values are preferred, so that programs are deep.
        let at = self.rng.below(found.len()).max(self.rng.below(found.len()));
        found.get(at).cloned()
    }
    /// A value with a property, which may be a new one.
    pub fn any(&mut self, has: impl Fn(&Ty) -> bool) -> Option<Val> {
        if self.chance(4, 5)
            && let Some(found) = self.known(&has)
        {
            return Some(found);
        }
        for _ in 0..12 {
            let ty = Ty { shape: self.shape(), elem: self.elem() };
            if has(&ty) {
                return Some(self.need(&ty));
            }
        }
        self.known(has)
    }
    /// A value of a type, which may be a new one.
    pub fn need(&mut self, ty: &Ty) -> Val {
        if self.chance(4, 5)
            && let Some(found) = self.known(|t| t == ty)
        {
            return found;
        }
        self.fresh(ty)
    }
    /// A new value of a type.
    pub fn fresh(&mut self, ty: &Ty) -> Val {
        if ty.elem.kind == Kind::Quantized {
            let float = self.need(&ty.with(elem("f32")));
            return self.op1("uniform_quantize", &[&float], "", ty.clone());
        }
        if self.chance(1, 6)
            && let Some(same) = self.known(|t| t.shape == ty.shape && t.elem.is_plain())
            && !(self.level != Level::Own && ty.elem.kind != same.ty.elem.kind)
        {
            return self.op1("convert", &[&same], "", ty.clone());
        }
        if self.chance(1, 6)
            && let Some(same) = self.known(|t| t.elem == ty.elem && t.count() == ty.count())
        {
            return self.op1("reshape", &[&same], "", ty.clone());
        }
        if self.chance(1, 6)
            && let Some(one) = self.known(|t| t.elem == ty.elem && t.rank() == 0)
        {
            return self.op1("broadcast_in_dim", &[&one], "broadcast_dimensions = array<i64>", ty.clone());
        }
        let constants = self.constants;
        if self.frames.last().is_some_and(|f| f.entry) && self.params.len() < 12 && !self.chance(constants, 8)
        {
            return self.param(ty);
        }
        let value = self.literal(ty);
        self.op1("constant", &[], &format!("value = {value}"), ty.clone())
    }
    /// A new argument of the program.
    fn param(&mut self, ty: &Ty) -> Val {
        let val = self.named(ty);
        self.params.push(val.clone());
        self.frames[0].values.push(val.clone());
        val
    }
    fn named(&mut self, ty: &Ty) -> Val {
        self.next += 1;
        Val { name: format!("%{}", self.next), ty: ty.clone(), rough: false }
    }
    /// A value with the given numbers.
    pub fn numbers(&mut self, numbers: &[i64], e: Elem) -> Val {
        let ty = Ty::new(&[numbers.len()], e);
        let text = format!("value = dense<[{}]> : {ty}", list(numbers));
        self.op1("constant", &[], &text, ty)
    }
    /// A scalar of a given value.
    pub fn scalar(&mut self, text: &str, e: Elem) -> Val {
        let ty = Ty::scalar(e);
        self.op1("constant", &[], &format!("value = dense<{text}> : {ty}"), ty.clone())
    }
    /// Random elements.
    pub fn literal(&mut self, ty: &Ty) -> String {
        if ty.count() == 0 {
            return format!("dense<> : {ty}");
        }
        if self.chance(1, 4) || ty.count() > 64 {
            return format!("dense<{}> : {ty}", self.number_text(ty.elem));
        }
        let mut out = String::from("dense<");
        self.nested(ty, 0, &mut out);
        format!("{out}> : {ty}")
    }
    fn nested(&mut self, ty: &Ty, level: usize, out: &mut String) {
        let Some(&n) = ty.shape.get(level) else { return out.push_str(&self.number_text(ty.elem)) };
        out.push('[');
        for i in 0..n {
            out.push_str(if i > 0 { ", " } else { "" });
            self.nested(ty, level + 1, out);
        }
        out.push(']');
    }
    fn number_text(&mut self, e: Elem) -> String {
        match e.kind {
            Kind::Bool => self.chance(1, 2).to_string(),
            Kind::Signed => match self.rng.below(12) {
                0 => format!("{}", i64::MIN >> (64 - e.bits)),
                1 => format!("{}", i64::MAX >> (64 - e.bits)),
                _ => self.number(-(1 << (e.bits - 1).min(3)), (1 << (e.bits - 1).min(3)) - 1).to_string(),
            },
            Kind::Unsigned if self.chance(1, 12) => format!("{}", u64::MAX >> (64 - e.bits)),
            Kind::Unsigned => self.number(0, (1 << e.bits.min(4)) - 1).to_string(),
            Kind::Complex => {
                let [re, im] = [0; 2].map(|_| self.number_text(e.part()));
                format!("({re}, {im})")
            }
            _ if !e.has_zero() => self.one(&["1.0", "2.0", "0.5", "4.0"]).into(),
            _ => match (self.rng.below(20), e.name) {
                (0, "f32") => self.special(&["0x7F800000", "0xFF800000", "0x7FC00000", "0x00000001"]),
                (0, "f64") => self.one(&["0x7FF0000000000000", "0x7FF8000000000000"]).into(),
                (0, "f16") => self.special(&["0x7C00", "0x7E00", "0x0001"]),
                (0, "bf16") => self.special(&["0x7F80", "0x7FC0", "0x0001"]),
                (1, _) => "-0.0".into(),
                _ => format!("{:?}", self.number(-16, 16) as f64 / 4.0),
            },
        }
    }
    /// One of several numbers, the last of which is subnormal: XLA takes that for zero.
    fn special(&mut self, numbers: &[&str]) -> String {
        let left = usize::from(self.level == Level::Compiler);
        self.one(&numbers[..numbers.len() - left]).to_owned()
    }

    // Text.

    /// Writes an op of `stablehlo`, or of the dialect in its name, whose results are available from now on.
    pub fn op(
        &mut self,
        name: &str,
        operands: &[&Val],
        attrs: &str,
        regions: &[String],
        results: &[Ty],
    ) -> Vec<Val> {
        let rough = operands.iter().any(|v| v.rough) || self.is_rough(name, operands, results);
        let out: Vec<Val> = results.iter().map(|ty| Val { rough, ..self.named(ty) }).collect();
        let types: Vec<String> = results.iter().map(Ty::to_string).collect();
        self.raw(name, operands, attrs, regions, &out, &types.join(", "));
        if let Some(frame) = self.frames.last_mut() {
            frame.values.extend(out.iter().cloned());
        }
        out
    }
    /// As [`Writer::op`], with one result and no region.
    pub fn op1(&mut self, name: &str, operands: &[&Val], attrs: &str, result: Ty) -> Val {
        self.op(name, operands, attrs, &[], &[result]).remove(0)
    }
    /// Writes an op with results of any types.
    pub fn raw(
        &mut self,
        name: &str,
        operands: &[&Val],
        attrs: &str,
        regions: &[String],
        out: &[Val],
        types: &str,
    ) {
        let ins: Vec<String> = operands.iter().map(|v| v.ty.to_string()).collect();
        self.line(name, operands, attrs, regions, out, &format!("({}) -> ({types})", ins.join(", ")));
    }
    /// Writes an op with a function type given as text.
    pub fn line(
        &mut self,
        name: &str,
        operands: &[&Val],
        attrs: &str,
        regions: &[String],
        out: &[Val],
        ty: &str,
    ) {
        let names = |vals: &[&Val]| vals.iter().map(|v| v.name.clone()).collect::<Vec<_>>().join(", ");
        let outs = names(&out.iter().collect::<Vec<_>>());
        let equals = if out.is_empty() { "" } else { " = " };
        let full = full_name(name);
        let attrs = if attrs.is_empty() { String::new() } else { format!(" <{{{attrs}}}>") };
        let regions = if regions.is_empty() { String::new() } else { format!(" ({})", regions.join(", ")) };
        let ins = names(operands);
        if let Some(frame) = self.frames.last_mut() {
            // Writing to a string cannot fail.
            let _ = writeln!(frame.text, "{outs}{equals}\"{full}\"({ins}){attrs}{regions} : {ty}");
        }
    }
    /// A name for a value that is no tensor.
    pub fn opaque(&mut self) -> Val {
        self.named(&Ty::scalar(elem("i1")))
    }
    /// A name for a value of a type; [`Writer::publish`] makes it available, once it is written.
    pub fn need_name(&mut self, ty: &Ty) -> Val {
        self.named(ty)
    }
    /// Makes a value available.
    pub fn publish(&mut self, value: Val) {
        if let Some(frame) = self.frames.last_mut() {
            frame.values.push(value);
        }
    }
    fn is_rough(&self, name: &str, operands: &[&Val], results: &[Ty]) -> bool {
        let float = |t: &Ty| t.elem.is_float() || t.elem.is_complex() || t.elem.kind == Kind::Quantized;
        let any = results.iter().any(float) || operands.iter().any(|v| float(&v.ty));
        // An op of another dialect is a call.
        let Some(info) = op_info(&full_name(name)) else { return false };
        let exact = match self.level {
            // An op for which CHLO broadcasts operands is the op of StableHLO; other functions of its own have a second definition, and so have
            // those of complex numbers, by `stablehlo-complex-math-expander`, and `tan`, which `stablehlo-compatibility-expander` expands.
            Level::Own => {
                let transcendental = info.implements::<dyn Transcendental>();
                let second = if info.dialect() == "chlo" {
                    transcendental || !info.name.starts_with("chlo.broadcast_")
                } else {
                    info.name == TanOp::NAME
                        || transcendental && operands.iter().any(|v| v.ty.elem.is_complex())
                };
                is_exact(info) || !second
            }
            Level::Reference => is_exact(info) || info.implements::<dyn CorrectlyRounded>(),
            Level::Compiler => is_exact(info),
        };
        any && !exact
    }
    /// Whether blocks can be nested deeper here.
    pub fn may_nest(&self) -> bool {
        self.frames.len() < MAX_DEPTH
    }
    /// The block of a region: its arguments, and the ops and results that `body` writes. A closed one does not use values from outside.
    pub fn region(
        &mut self,
        closed: bool,
        args: &[Ty],
        body: impl FnOnce(&mut Self, &[Val]) -> Vec<Val>,
    ) -> (String, Vec<Val>) {
        let (values, text, out) = self.block(closed, args, body);
        let args: Vec<String> = values.iter().map(|v| format!("{}: {}", v.name, v.ty)).collect();
        let head = if args.is_empty() { String::new() } else { format!("^bb0({}):\n", args.join(", ")) };
        let types: Vec<String> = out.iter().map(|v| v.ty.to_string()).collect();
        let names: Vec<&str> = out.iter().map(|v| v.name.as_str()).collect();
        let end = format!("\"stablehlo.return\"({}) : ({}) -> ()", names.join(", "), types.join(", "));
        (format!("{{\n{head}{text}{end}\n}}"), out)
    }
    /// Writes a function; returns its name.
    pub fn function(
        &mut self,
        args: &[Ty],
        body: impl FnOnce(&mut Self, &[Val]) -> Vec<Val>,
    ) -> (String, Vec<Ty>) {
        let (values, text, out) = self.block(true, args, body);
        let name = format!("fn_{}", self.functions.len());
        let text = function_text(&name, "private ", &values, &text, &out);
        self.functions.push(text);
        (name, out.into_iter().map(|v| v.ty).collect())
    }
    fn block(
        &mut self,
        closed: bool,
        args: &[Ty],
        body: impl FnOnce(&mut Self, &[Val]) -> Vec<Val>,
    ) -> (Vec<Val>, String, Vec<Val>) {
        let values: Vec<Val> = args.iter().map(|ty| self.named(ty)).collect();
        let frame = Frame { closed, entry: false, values: values.clone(), text: String::new() };
        self.frames.push(frame);
        let out = body(self, &values);
        let text = self.frames.pop().map(|f| f.text).unwrap_or_default();
        (values, text, out)
    }
    /// The whole program, which returns values, beginning with the last ones.
    pub fn finish(mut self) -> String {
        let frame = self.frames.remove(0);
        let computed: Vec<Val> =
            frame.values.into_iter().filter(|v| !self.params.iter().any(|p| p.name == v.name)).collect();
        let out: Vec<Val> = computed.into_iter().rev().take(24).collect();
        let mut text = function_text("main", "", &self.params, &frame.text, &out);
        for function in self.functions {
            text.push_str(&function);
        }
        text
    }
    /// One of the quantized element types.
    pub fn quantized(&mut self) -> Elem {
        self.one(QUANTIZED)
    }
}

/// Whether programs of a level have an element type.
///
/// XLA computes with integers of less than a byte as if they had one (`popcnt` of a negative `i4`, sorted `i2`), has no floats of six
/// bits, and has NaN for a zero of `f8E8M0FNU`, where the interpreter of the specification has the smallest number. Through jaxlib that
/// interpreter takes and gives neither numbers of less than a byte nor complex ones.
pub fn has_elem(level: Level, e: Elem) -> bool {
    let bytes = e.kind == Kind::Bool || e.bits >= 8;
    match level {
        Level::Own => true,
        Level::Reference => bytes && !e.is_complex(),
        Level::Compiler => bytes && e.has_zero(),
    }
}

/// One of the element types of a level.
fn drawn(rng: &mut Rng, level: Level) -> Elem {
    loop {
        let e = Elem::drawn(rng.below(1 << 20));
        if has_elem(level, e) {
            return e;
        }
    }
}

/// The name of an op with its dialect, StableHLO by default.
fn full_name(name: &str) -> String {
    if name.contains('.') { name.to_owned() } else { format!("stablehlo.{name}") }
}

fn function_text(name: &str, visibility: &str, args: &[Val], text: &str, out: &[Val]) -> String {
    let params: Vec<String> = args.iter().map(|v| format!("{}: {}", v.name, v.ty)).collect();
    let types: Vec<String> = out.iter().map(|v| v.ty.to_string()).collect();
    let names: Vec<&str> = out.iter().map(|v| v.name.as_str()).collect();
    let colon = if out.is_empty() { "" } else { " : " };
    format!(
        "func.func {visibility}@{name}({}) -> ({}) {{\n{text}return {}{colon}{}\n}}\n",
        params.join(", "),
        types.join(", "),
        names.join(", "),
        types.join(", ")
    )
}

/// The declaration of an op of StableHLO or CHLO.
pub fn op_info(name: &str) -> Option<&'static OpInfo> {
    let ops = strata_stablehlo::DIALECT.ops.iter().chain(strata_chlo::DIALECT.ops);
    ops.map(|info| info()).find(|info| info.name == name)
}

/// Whether an op does not round: it moves numbers, or selects among them.
fn is_exact(info: &OpInfo) -> bool {
    info.implements::<dyn MovesElements>()
        || info.implements::<dyn CarriesValues>()
        || info.implements::<dyn Bitwise>()
        || info.implements::<dyn Exact>()
}
