//! Regions that compute with scalars: recognising the usual ones, and running the others element by element.

use smallvec::SmallVec;
use strata_ir::prelude::{ArrayAttr, Block, Body, Op, Region, SymbolRefAttr};
use strata_stablehlo::facts::Associative;

use crate::{
    Args, Elem, Eval, Num, Step, Tensor, Value,
    kernels::{Bin, binary_num},
    ops::elementwise::{binary_of, on_booleans},
    program::Program,
};

/// The function of a region with two scalar arguments.
#[derive(Clone, Copy)]
pub(super) enum Combiner {
    /// A function of both arguments, in order.
    Known(Bin),
    /// The first argument.
    First,
    /// The second argument.
    Second,
    /// Something that has to be run.
    General,
}

fn only_block(b: &Body, region: Region) -> Option<Block> {
    match b.blocks(region) {
        [block] => Some(*block),
        _ => None,
    }
}

/// Recognises a region that combines pairs of arguments: what each result is of its own pair, whatever the others are.
fn combiners(b: &Body, region: Region) -> SmallVec<[Combiner; 2]> {
    let Some(block) = only_block(b, region) else { return SmallVec::new() };
    let (firsts, seconds) = b.block_args(block).split_at(b.block_args(block).len() / 2);
    let Some(last) = b.last_op(block).filter(|&last| b.num_operands(last) == firsts.len()) else {
        return SmallVec::new();
    };
    let one = |((result, &x), &y)| {
        if result == x || result == y {
            return if result == x { Combiner::First } else { Combiner::Second };
        }
        let known = || {
            let op = b.def_op(result)?;
            let bin = op.implements::<dyn Associative>(b).then(|| binary_of(b.op_name(op)))??;
            // All of them are commutative, so either order is the function itself.
            let pair = b.num_operands(op) == 2
                && b.results(op).len() == 1
                && [(x, y), (y, x)].contains(&(b.operand(op, 0), b.operand(op, 1)));
            pair.then_some(Combiner::Known(bin))
        };
        known().unwrap_or(Combiner::General)
    };
    if firsts.len() == seconds.len() {
        b.operands(last).zip(firsts).zip(seconds).map(one).collect()
    } else {
        SmallVec::new()
    }
}

/// A region that is run for many elements: translated where it only computes with numbers, else run op by op.
pub(crate) struct Payload {
    code: Code,
    known: SmallVec<[Combiner; 2]>,
    /// With the places of its runs.
    program: Option<(Program, Vec<Num>)>,
}

/// Where a payload is.
enum Code {
    /// In a region of the op.
    Region(Region),
    /// In the function of this name.
    Function(String),
}

/// The results of a run of a payload.
pub(crate) type Numbers = SmallVec<[(Elem, Num); 2]>;

impl Payload {
    /// The payload in region `i` of an op.
    pub(crate) fn new(s: &Step<'_, '_>, i: usize) -> Eval<Payload> {
        let region = s.region(i)?;
        let program = Program::translate(s.cx(), s.f, region).map(|p| {
            let places = p.places();
            (p, places)
        });
        Ok(Payload { code: Code::Region(region), known: combiners(s.body(), region), program })
    }
    /// The function that a custom call names.
    pub(super) fn of_call(s: &Step<'_, '_>) -> Eval<Payload> {
        let name = called(s)?.to_owned();
        let body = s.m.function(&name).map_err(|m| s.fault(m))?;
        let known = body.regions(Op::SELF).first().map(|&r| combiners(body, r)).unwrap_or_default();
        Ok(Payload { code: Code::Function(name), known, program: None })
    }
    /// The function of two numbers that it is, if it is a usual one.
    pub(super) fn known(&self) -> Combiner {
        match self.known[..] {
            [only] => only,
            _ => Combiner::General,
        }
    }
    /// The usual functions of two numbers that each of its results is, for a function of two rows of `n` numbers.
    pub(super) fn known_columns(&self, n: usize) -> SmallVec<[Option<Bin>; 2]> {
        let bin = |k: usize| match self.known.get(k) {
            Some(Combiner::Known(bin)) => Some(*bin),
            _ => None,
        };
        (0..n).map(|k| if self.known.len() == n { bin(k) } else { None }).collect()
    }
    /// The translated region, if it takes arguments of these types.
    pub(crate) fn program(&self, elems: impl IntoIterator<Item = Elem>) -> Option<&Program> {
        self.program.as_ref().map(|(p, _)| p).filter(|p| p.takes(elems))
    }
    /// Runs the region on scalars, given and returned as numbers.
    pub(crate) fn run(&mut self, s: &mut Step<'_, '_>, args: &[(Elem, Num)]) -> Eval<Numbers> {
        if let Some((program, places)) = &mut self.program
            && program.takes(args.iter().map(|a| a.0))
        {
            s.charge(program.len())?;
            places.iter_mut().zip(args).for_each(|(place, a)| *place = a.1);
            if program.run(places).is_some() {
                return Ok((0..).map_while(|k| program.result(places, k)).collect());
            }
        }
        let args: Args = args.iter().map(|&(e, n)| Value::Tensor(Tensor::scalar(e, n))).collect();
        let out = match &self.code {
            Code::Region(region) => s.run(*region, args)?,
            Code::Function(name) => {
                let (body, at) = (s.check(s.m.function(name))?, s.body().loc(s.op));
                s.m.call(body, args, at)?
            }
        };
        out.iter()
            .map(|v| match v {
                Value::Tensor(t) if t.len() == 1 => Ok((t.elem, t.at(0))),
                v => {
                    let what = v.describe();
                    Err(s.fault(format!("has a region that returns {what} where a scalar is needed")))
                }
            })
            .collect()
    }
    /// Runs a region that compares two numbers, or several pairs.
    pub(crate) fn holds(&mut self, s: &mut Step<'_, '_>, args: &[(Elem, Num)]) -> Eval<bool> {
        Ok(self.run(s, args)?.first().is_some_and(|v| v.1.int() != 0))
    }
    /// Combines two numbers.
    pub(super) fn combine(&mut self, s: &mut Step<'_, '_>, e: Elem, x: Num, y: Num) -> Eval<Num> {
        match self.known() {
            Combiner::First => Ok(x),
            Combiner::Second => Ok(y),
            Combiner::Known(op) => binary_num(on_booleans(op, e), e, x, y)
                .ok_or_else(|| s.fault("has a region that is not defined here")),
            Combiner::General => {
                let out = self.run(s, &[(e, x), (e, y)])?;
                out.first().map(|v| v.1).ok_or_else(|| s.fault("has a region that returns nothing"))
            }
        }
    }
}

/// The name of the function that a custom call names.
pub(super) fn called<'a>(s: &Step<'a, '_>) -> Eval<&'a str> {
    let all = s.attr("called_computations").and_then(|a| s.cx().attr_as::<ArrayAttr>(a));
    let first = all.and_then(|a| a.0.first().copied());
    let first = first.and_then(|a| s.cx().attr_as::<SymbolRefAttr>(a));
    first.map(|r| s.cx().str(r.root)).ok_or_else(|| s.fault("calls no function"))
}

/// A tensor in the type that a region computes in, which may be wider than its own.
pub(super) fn promoted(t: Tensor, to: Elem) -> Tensor {
    if t.elem == to {
        return t;
    }
    let data = crate::kernels::convert(t.elem, to, t.data);
    Tensor::new(to, t.shape, data)
}
