//! [`Program`]: a region that only computes with numbers, translated once, so that running it for an element costs a few
//! calls of kernels instead of a walk over ops, and running it for many elements costs one call for each op.
//!
//! A region is translated if it is one block of elementwise ops on scalars or tensors of rank 0. Values from outside are
//! read when it is translated. Where an op is undefined for its numbers, the program has no result, and the caller runs the
//! region itself, which reports the error at the op.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use strata_ir::prelude::{Attr, Body, Context, Op, Region, TensorType, Type, Value as Ssa};
use strata_stablehlo::{CompareOp, ComparisonType};

use crate::{
    Carried, Data, Elem, Frame, Num, Value,
    kernels::{self, Bin, Cmp, Un, binary_num, compare, convert_num, unary_num},
    ops::{
        arith::{self, cast_of, holds_float, holds_int},
        elementwise::{binary_of, on_booleans, unary_of},
    },
};

/// The function that an instruction applies to its arguments.
#[derive(Clone, Copy, Debug)]
enum Fun {
    Bin(Bin),
    Un(Un),
    /// Whether the order is total, too.
    Compare(Cmp, bool),
    /// `arith.cmpi` with its predicate.
    CompareInts(i64),
    /// `arith.cmpf` with its predicate.
    CompareFloats(i64),
    Select,
    Convert,
    /// From the type of the argument to that of the result.
    Cast(fn(Elem, Elem, Num) -> Num),
}

/// One op: the places of its arguments and of its result, and which arguments nothing reads later.
#[derive(Clone, Copy, Debug)]
struct Inst {
    fun: Fun,
    args: [u16; 3],
    to: u16,
    last: [bool; 3],
}

/// A region that only computes with numbers. Places `0..params` hold the arguments.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// The type of the number in each place.
    elems: Vec<Elem>,
    params: usize,
    constants: Vec<(u16, Num)>,
    code: Vec<Inst>,
    results: SmallVec<[u16; 4]>,
}

/// Elements that whole columns are cut into, so that the columns of one piece stay in the nearest cache.
const PIECE: usize = 4096;
/// Ops that a region may have: a place is a `u16`.
const MAX_OPS: usize = 4096;

/// Builds a program op by op.
struct Builder<'b> {
    cx: &'b Context,
    body: &'b Body,
    places: FxHashMap<Ssa, u16>,
    program: Program,
}

/// The type of a scalar or of a tensor of rank 0 that holds plain numbers.
fn scalar_type(cx: &Context, ty: Type) -> Option<Elem> {
    let elem = match cx.type_as::<TensorType>(ty) {
        Some(t) if t.shape.is_empty() => t.elem,
        Some(_) => return None,
        None => ty,
    };
    if strata_quant::storage(cx, elem).is_some() {
        return None;
    }
    Elem::from_type(cx, elem)
}

/// The number that a value holds.
pub(crate) fn number(value: &Value) -> Option<(Elem, Num)> {
    match value {
        Value::Scalar(e, n) => Some((*e, *n)),
        Value::Tensor(t) if t.rank() == 0 => Some((t.elem, t.at(0))),
        _ => None,
    }
}

impl Builder<'_> {
    fn elem(&self, place: u16) -> Elem {
        self.program.elems[place as usize]
    }
    fn new_place(&mut self, elem: Elem) -> u16 {
        self.program.elems.push(elem);
        (self.program.elems.len() - 1) as u16
    }
    fn constant(&mut self, elem: Elem, num: Num) -> u16 {
        let place = self.new_place(elem);
        self.program.constants.push((place, num));
        place
    }
    /// The place of a value: of the region, or from outside.
    fn place(&mut self, frame: &Frame<'_>, v: Ssa) -> Option<u16> {
        if let Some(&place) = self.places.get(&v) {
            return Some(place);
        }
        scalar_type(self.cx, self.body.ty(v))?;
        let (elem, num) = number(frame.get(v)?)?;
        let place = self.constant(elem, num);
        self.places.insert(v, place);
        Some(place)
    }
    fn emit(&mut self, fun: Fun, args: &[u16], elem: Elem) -> u16 {
        let to = self.new_place(elem);
        let mut all = [0; 3];
        all[..args.len()].copy_from_slice(args);
        self.program.code.push(Inst { fun, args: all, to, last: [false; 3] });
        to
    }
    /// Translates an op that has one result.
    fn op(&mut self, frame: &Frame<'_>, op: Op) -> Option<()> {
        let (b, cx) = (self.body, self.cx);
        let &[result] = b.results(op) else { return None };
        if !b.regions(op).is_empty() || b.num_operands(op) > 3 {
            return None;
        }
        let elem = scalar_type(cx, b.ty(result))?;
        let args: SmallVec<[u16; 3]> = b.operands(op).map(|v| self.place(frame, v)).collect::<Option<_>>()?;
        let from = args.first().map_or(elem, |&a| self.elem(a));
        let int_attr = |name| b.attr(op, name).and_then(|a: Attr| cx.attr_i64(a));
        let name = b.op_name(op);
        let place = match (name, &args[..]) {
            ("stablehlo.constant" | "arith.constant", []) => {
                let (e, n) = number(&arith::attr_value(cx, b.attr(op, "value")?)?)?;
                if e != elem {
                    return None;
                }
                self.constant(e, n)
            }
            // The reshape of a number is the number.
            ("stablehlo.reshape" | "stablehlo.broadcast_in_dim", &[x]) if from == elem => x,
            // Such a conversion rounds to nearest.
            ("arith.truncf", &[_]) if int_attr("roundingmode").is_some_and(|mode| mode != 0) => return None,
            ("stablehlo.convert" | "arith.extf" | "arith.truncf", &[_]) => {
                self.emit(Fun::Convert, &args, elem)
            }
            ("stablehlo.compare", &[x, y]) if self.elem(x) == self.elem(y) => {
                let compare = op.as_op::<CompareOp>(b)?;
                let cmp = Cmp::from_word(compare.direction(b).word())?;
                let total = compare.order(b) == ComparisonType::TotalOrder;
                self.emit(Fun::Compare(cmp, total), &args, elem)
            }
            ("arith.cmpi", &[x, y]) if self.elem(x) == self.elem(y) => {
                let p = int_attr("predicate").filter(|p| (0..10).contains(p))?;
                self.emit(Fun::CompareInts(p), &args, elem)
            }
            ("arith.cmpf", &[x, y]) if self.elem(x) == self.elem(y) => {
                let p = int_attr("predicate").filter(|p| (0..16).contains(p))?;
                self.emit(Fun::CompareFloats(p), &args, elem)
            }
            ("stablehlo.select" | "arith.select", &[c, x, y]) => {
                if !self.elem(c).is_bool() || self.elem(x) != elem || self.elem(y) != elem {
                    return None;
                }
                self.emit(Fun::Select, &args, elem)
            }
            ("stablehlo.clamp", &[low, x, high]) if args.iter().all(|&a| self.elem(a) == elem) => {
                let v = self.emit(Fun::Bin(Bin::Max), &[low, x], elem);
                self.emit(Fun::Bin(Bin::Min), &[v, high], elem)
            }
            ("stablehlo.is_finite", &[_]) if from.is_float() => {
                self.emit(Fun::Cast(|_, _, x| Num::Int(x.real().is_finite() as i64)), &args, elem)
            }
            (_, &[x, y]) => {
                let bin = binary_of(name)?;
                if self.elem(x) != elem || self.elem(y) != elem {
                    return None;
                }
                let bin = if name.starts_with("stablehlo.") { on_booleans(bin, elem) } else { bin };
                // The type decides whether there is such a function.
                if !matches!(bin, Bin::DivS | Bin::DivU | Bin::RemS | Bin::RemU) {
                    binary_num(bin, elem, Num::zero(elem), Num::from_f64(elem, 1.0))?;
                }
                self.emit(Fun::Bin(bin), &args, elem)
            }
            (_, &[_]) => {
                if let Some(cast) = cast_of(name) {
                    self.emit(Fun::Cast(cast), &args, elem)
                } else {
                    let un = unary_of(name)?;
                    if from != elem {
                        return None;
                    }
                    unary_num(un, elem, Num::zero(elem))?;
                    self.emit(Fun::Un(un), &args, elem)
                }
            }
            _ => return None,
        };
        self.places.insert(result, place);
        Some(())
    }
}

impl Program {
    /// Translates a region; `None` if it does more than to compute with numbers.
    pub(crate) fn translate(cx: &Context, frame: &Frame<'_>, region: Region) -> Option<Program> {
        let body = frame.body;
        let &[block] = body.blocks(region) else { return None };
        let program = Program {
            elems: Vec::new(),
            params: body.block_args(block).len(),
            constants: Vec::new(),
            code: Vec::new(),
            results: SmallVec::new(),
        };
        let mut builder = Builder { cx, body, places: FxHashMap::default(), program };
        for &arg in body.block_args(block) {
            let elem = scalar_type(cx, body.ty(arg))?;
            let place = builder.new_place(elem);
            builder.places.insert(arg, place);
        }
        let last = body.last_op(block)?;
        let ends = ["stablehlo.return", "linalg.yield", "tensor.yield", "func.return", "scf.reduce.return"];
        if !ends.contains(&body.op_name(last)) {
            return None;
        }
        let mut next = body.first_op(block);
        while let Some(op) = next.filter(|&op| op != last) {
            builder.op(frame, op)?;
            if builder.program.elems.len() > MAX_OPS {
                return None;
            }
            next = body.next_op(op);
        }
        let results: Option<SmallVec<[u16; 4]>> =
            body.operands(last).map(|v| builder.place(frame, v)).collect();
        let mut program = Program { results: results?, ..builder.program };
        program.find_last_uses();
        Some(program)
    }
    /// Finds the last use of each intermediate value.
    fn find_last_uses(&mut self) {
        let mut read = vec![false; self.elems.len()];
        // Arguments and constants are kept for the next piece.
        (0..self.params as u16)
            .chain(self.constants.iter().map(|c| c.0))
            .for_each(|p| read[p as usize] = true);
        self.results.iter().for_each(|&p| read[p as usize] = true);
        for inst in self.code.iter_mut().rev() {
            let n = inst.fun.arity();
            for k in (0..n).rev() {
                inst.last[k] = !std::mem::replace(&mut read[inst.args[k] as usize], true);
            }
        }
    }
    /// Whether the program takes arguments of these types.
    pub(crate) fn takes(&self, elems: impl IntoIterator<Item = Elem>) -> bool {
        self.elems[..self.params].iter().copied().eq(elems)
    }
    /// Number of arguments.
    pub(crate) fn n_params(&self) -> usize {
        self.params
    }
    /// Number of ops of the region.
    pub(crate) fn len(&self) -> usize {
        self.code.len() + 1
    }
    /// The types of the results.
    pub(crate) fn results(&self) -> impl Iterator<Item = Elem> + '_ {
        self.results.iter().map(|&p| self.elems[p as usize])
    }
    /// The places of a run, with the constants in theirs.
    pub(crate) fn places(&self) -> Vec<Num> {
        let mut places: Vec<Num> = self.elems.iter().map(|&e| Num::zero(e)).collect();
        self.constants.iter().for_each(|&(at, n)| places[at as usize] = n);
        places
    }
    /// Runs the program once: the arguments stand in the first places. `None` where an op is undefined.
    pub(crate) fn run(&self, places: &mut [Num]) -> Option<()> {
        for inst in &self.code {
            let [a, b, c] = inst.args.map(|p| places[p as usize]);
            let (from, to) = (self.elems[inst.args[0] as usize], self.elems[inst.to as usize]);
            places[inst.to as usize] = match inst.fun {
                Fun::Bin(op) => binary_num(op, to, a, b)?,
                Fun::Un(op) => unary_num(op, to, a)?,
                Fun::Compare(cmp, total) => Num::Int(cmp.holds(compare(from, a, b, total)) as i64),
                Fun::CompareInts(p) => Num::Int(holds_int(p, from, a, b) as i64),
                Fun::CompareFloats(p) => Num::Int(holds_float(p, from, a, b) as i64),
                Fun::Select => {
                    if a.int() != 0 {
                        b
                    } else {
                        c
                    }
                }
                Fun::Convert => convert_num(from, to, a),
                Fun::Cast(f) => f(from, to, a),
            };
        }
        Some(())
    }
    /// Result `k` of a run.
    pub(crate) fn result(&self, places: &[Num], k: usize) -> Option<(Elem, Num)> {
        let &p = self.results.get(k)?;
        Some((self.elems[p as usize], places[p as usize]))
    }
    /// Runs the program for each of `n` elements, given and returned as columns. `None` where an op is undefined.
    pub(crate) fn columns(&self, args: &[Data], n: usize) -> Option<Vec<Data>> {
        if args.len() != self.params || args.iter().any(|d| d.len() != n) {
            return None;
        }
        if n <= PIECE {
            return self.piece(args, n);
        }
        let mut parts: Vec<Vec<Data>> = vec![Vec::with_capacity(n / PIECE + 1); self.results.len()];
        for start in (0..n).step_by(PIECE) {
            let size = PIECE.min(n - start);
            let cut: Vec<Data> = args.iter().map(|d| d.part(start, size)).collect();
            let made = self.piece(&cut, size)?;
            parts.iter_mut().zip(made).for_each(|(list, d)| list.push(d));
        }
        parts.into_iter().map(|list| Data::join(&list)).collect()
    }
    fn piece(&self, args: &[Data], n: usize) -> Option<Vec<Data>> {
        let mut places: Vec<Option<Data>> = vec![None; self.elems.len()];
        places.iter_mut().zip(args).for_each(|(slot, d)| *slot = Some(d.clone()));
        for &(at, num) in &self.constants {
            places[at as usize] = Some(Data::splat(num, n));
        }
        for inst in &self.code {
            let (from, to) = (self.elems[inst.args[0] as usize], self.elems[inst.to as usize]);
            let mut arg = |k: usize| {
                let slot = &mut places[inst.args[k] as usize];
                if inst.last[k] { slot.take() } else { slot.clone() }
            };
            let made = match inst.fun {
                Fun::Bin(op) => {
                    let (x, y) = (arg(0)?, arg(1)?);
                    kernels::binary(op, to, x, y)?
                }
                Fun::Un(op) => kernels::unary(op, to, arg(0)?)?,
                Fun::Compare(cmp, total) => {
                    let (x, y) = (arg(0)?, arg(1)?);
                    i64::wrap(kernels::compare_all(cmp, from, &x, &y, total))
                }
                Fun::CompareInts(p) => {
                    let (x, y) = (arg(0)?, arg(1)?);
                    i64::wrap(x.iter().zip(y.iter()).map(|(a, b)| holds_int(p, from, a, b) as i64).collect())
                }
                Fun::CompareFloats(p) => {
                    let (x, y) = (arg(0)?, arg(1)?);
                    i64::wrap(
                        x.iter().zip(y.iter()).map(|(a, b)| holds_float(p, from, a, b) as i64).collect(),
                    )
                }
                Fun::Select => {
                    let (c, x, y) = (arg(0)?, arg(1)?, arg(2)?);
                    kernels::choose(c.ints(), &x, y)?
                }
                Fun::Convert => kernels::convert(from, to, arg(0)?),
                Fun::Cast(f) => arg(0)?.map(to, |n| f(from, to, n)),
            };
            places[inst.to as usize] = Some(made);
        }
        self.results.iter().map(|&p| places[p as usize].clone()).collect()
    }
    /// If the program compares a function of the even arguments with the same function of the odd ones: that function and
    /// the comparison. The function takes all arguments of the program and reads only the even ones.
    pub(crate) fn comparison_by_key(&self) -> Option<(Program, Cmp, bool)> {
        let &[result] = &self.results[..] else { return None };
        let last = self.code.iter().rev().find(|inst| inst.to == result)?;
        let Fun::Compare(cmp, total) = last.fun else { return None };
        let [x, y, _] = last.args;
        // Shared values are visited once per use, so a bound prevents exponential growth.
        let mut fuel = 1000;
        let (key, cmp) = if self.mirrors(x, y, &mut fuel) {
            (x, cmp)
        } else if self.mirrors(y, x, &mut fuel) {
            (y, cmp.flipped())
        } else {
            return None;
        };
        // Instructions that only the other side needs are dropped.
        let mut needed = vec![false; self.elems.len()];
        needed[key as usize] = true;
        let mut code: Vec<Inst> = Vec::new();
        for inst in self.code.iter().rev().filter(|inst| inst.to != result) {
            if needed[inst.to as usize] {
                inst.args[..inst.fun.arity()].iter().for_each(|&a| needed[a as usize] = true);
                code.push(*inst);
            }
        }
        code.reverse();
        let mut program = Program { code, results: SmallVec::from_slice(&[key]), ..self.clone() };
        program.find_last_uses();
        Some((program, cmp, total))
    }
    /// Whether `x` is the same function of the even arguments as `y` of the odd arguments next to them.
    fn mirrors(&self, x: u16, y: u16, fuel: &mut u32) -> bool {
        if *fuel == 0 {
            return false;
        }
        *fuel -= 1;
        if (x as usize) < self.params || (y as usize) < self.params {
            return x % 2 == 0 && y == x + 1 && (y as usize) < self.params;
        }
        let constant = |p| self.constants.iter().find(|c| c.0 == p).map(|c| c.1);
        if let (Some(a), Some(b)) = (constant(x), constant(y)) {
            let e = self.elems[x as usize];
            return x == y
                || !matches!(e, Elem::Complex(_)) && e == self.elems[y as usize] && a.bits(e) == b.bits(e);
        }
        let made_by = |p| self.code.iter().find(|inst| inst.to == p);
        let (Some(a), Some(b)) = (made_by(x), made_by(y)) else { return false };
        a.fun.is(b.fun)
            && self.elems[x as usize] == self.elems[y as usize]
            && (0..a.fun.arity()).all(|k| self.mirrors(a.args[k], b.args[k], fuel))
    }
}

impl Fun {
    /// Whether it is the same function as another one, as far as that can be seen.
    fn is(self, other: Fun) -> bool {
        match (self, other) {
            (Fun::Bin(a), Fun::Bin(b)) => a == b,
            (Fun::Un(a), Fun::Un(b)) => a == b,
            (Fun::Compare(a, total), Fun::Compare(b, other)) => (a, total) == (b, other),
            (Fun::CompareInts(a), Fun::CompareInts(b)) => a == b,
            (Fun::CompareFloats(a), Fun::CompareFloats(b)) => a == b,
            (Fun::Select, Fun::Select) | (Fun::Convert, Fun::Convert) => true,
            (Fun::Cast(a), Fun::Cast(b)) => std::ptr::fn_addr_eq(a, b),
            _ => false,
        }
    }
    fn arity(self) -> usize {
        match self {
            Fun::Un(_) | Fun::Convert | Fun::Cast(_) => 1,
            Fun::Bin(_) | Fun::Compare(..) | Fun::CompareInts(_) | Fun::CompareFloats(_) => 2,
            Fun::Select => 3,
        }
    }
}
