//! Translates ops to [`Code`].
//!
//! Values become registers, one for each scalar part. Ops on vectors become one instruction per element, extractions from aggregates only
//! name registers, and calls of functions with a body are inlined.

mod asm;
mod atomic;
mod called;
mod cast;
mod control;
mod copied;
mod copy;
mod global;
mod intrinsic;
mod matrix;
mod memory;
mod nvvm;
mod ptx;
mod scalar;
mod value;
mod wmma;

pub(crate) use global::{globals, module_block, shared_layout};

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;

use crate::{
    cfg::post_dominators,
    code::{Code, Edge, Inst, Kind, List, NOWHERE, Param, Slot},
    error::{ErrorKind, Result, SimError},
    types,
};

/// The functions of a module, and the addresses of its variables.
pub(crate) struct ModuleView<'a> {
    pub body: &'a Body,
    pub functions: FxHashMap<&'a str, Op>,
    /// The address of each variable, in its own address space.
    pub addresses: FxHashMap<String, u64>,
}

/// The terminator of a block.
pub(crate) enum Term {
    Br(Target),
    Cond(Slot, Target, Target),
    Switch(Slot, Vec<(u64, Target)>, Target),
    Ret,
    Unreachable,
}

/// A target block and its arguments.
pub(crate) struct Target {
    pub block: usize,
    pub moves: Vec<(Slot, Slot)>,
}

#[derive(Default)]
struct Piece {
    insts: Vec<(Inst, u32)>,
    term: Option<(Term, u32)>,
}

/// The registers and blocks of one function, or of one inlined call.
#[derive(Default)]
struct Scope {
    values: FxHashMap<Value, Slot>,
    blocks: FxHashMap<Block, usize>,
    /// For an inlined function, the block that follows its return, and the first register of the result.
    ret: Option<(usize, Slot)>,
}

/// Translates one kernel.
pub(crate) struct Decoder<'a> {
    cx: &'a Context,
    module: &'a ModuleView<'a>,
    body: &'a Body,
    code: Code,
    pieces: Vec<Piece>,
    current: usize,
    place: u32,
    scope: Scope,
    constants: FxHashMap<u64, Slot>,
    /// The names of the functions that are being inlined, to detect recursion.
    calls: Vec<String>,
}

/// An error about the current op.
pub(crate) type Step<T = ()> = std::result::Result<T, String>;

/// An error for an unsupported feature.
fn unsupported<T>(what: impl Into<String>) -> Step<T> {
    Err(what.into())
}

/// Translates the kernel `func` of the module.
pub(crate) fn kernel(module: &ModuleView<'_>, name: &str, func: Op, mut code: Code) -> Result<Code> {
    name.clone_into(&mut code.name);
    let (body, op) = module.body.inner(func);
    let cx = body.cx();
    let mut d = Decoder {
        cx,
        module,
        body,
        code,
        pieces: Vec::new(),
        current: 0,
        place: 0,
        scope: Scope::default(),
        constants: FxHashMap::default(),
        calls: vec![name.to_owned()],
    };
    let at = |message: String, body: &Body, op: Op| {
        let arc = body.cx_arc();
        SimError::new(ErrorKind::Unsupported, message)
            .at_op(arc, body.loc(op), body.op_name(op))
            .in_kernel(name)
    };
    let Some(entry) = body.regions(op).first().and_then(|&r| body.blocks(r).first().copied()) else {
        return Err(at("the kernel has no body".into(), body, op));
    };
    if let Err(message) = d.parameters(op, entry).and_then(|()| d.launch_bounds(op)) {
        return Err(at(message, body, op));
    }
    match d.function(op) {
        Ok(()) => Ok(d.finish()),
        Err((body, op, message)) => Err(at(message, body, op)),
    }
}

/// An op of a function, and the reason why it is rejected.
type Refused<'a> = (&'a Body, Op, String);

impl<'a> Decoder<'a> {
    /// Allocates `n` registers.
    fn fresh(&mut self, n: usize) -> Slot {
        let at = self.code.slots;
        self.code.slots += n as u32;
        at
    }
    /// A register that always holds `bits`.
    fn constant(&mut self, bits: u64) -> Slot {
        if let Some(&slot) = self.constants.get(&bits) {
            return slot;
        }
        let slot = self.fresh(1);
        self.constants.insert(bits, slot);
        self.code.consts.push((slot, bits));
        slot
    }
    fn emit(&mut self, inst: Inst) {
        let place = self.place;
        self.pieces[self.current].insts.push((inst, place));
    }
    fn end(&mut self, term: Term) {
        let place = self.place;
        self.pieces[self.current].term = Some((term, place));
    }
    fn new_block(&mut self) -> usize {
        self.pieces.push(Piece::default());
        self.pieces.len() - 1
    }
    /// The kinds of the registers of a type.
    fn kinds(&self, ty: Type) -> Step<Vec<Kind>> {
        let mut out = Vec::new();
        match types::parts(self.cx, ty, &mut out) {
            Some(()) => Ok(out),
            None => unsupported(format!("values of type '{}' are not simulated", self.cx.type_to_string(ty))),
        }
    }
    /// The first register of a value.
    fn slot(&self, v: Value) -> Step<Slot> {
        match self.scope.values.get(&v) {
            Some(&slot) => Ok(slot),
            None => unsupported("an operand is defined in a block that no way leads to"),
        }
    }
    fn operand(&self, op: Op, i: usize) -> Step<Slot> {
        if i >= self.body.num_operands(op) {
            return unsupported(format!("operand {i} is missing"));
        }
        self.slot(self.body.operand(op, i))
    }
    fn operand_kinds(&self, op: Op, i: usize) -> Step<Vec<Kind>> {
        if i >= self.body.num_operands(op) {
            return unsupported(format!("operand {i} is missing"));
        }
        self.kinds(self.body.ty(self.body.operand(op, i)))
    }
    /// The only scalar of an operand.
    fn scalar_kind(&self, op: Op, i: usize) -> Step<Kind> {
        match self.operand_kinds(op, i)?[..] {
            [one] => Ok(one),
            _ => unsupported(format!("operand {i} is not one number")),
        }
    }
    /// Allocates registers for the result.
    fn result(&mut self, op: Op) -> Step<(Slot, Vec<Kind>)> {
        let Some(&v) = self.body.results(op).first().filter(|_| self.has_result(op)) else {
            return unsupported("the op has no result");
        };
        let kinds = self.kinds(self.body.ty(v))?;
        let slot = self.fresh(kinds.len());
        self.scope.values.insert(v, slot);
        Ok((slot, kinds))
    }
    /// Whether there is a result, and its type is not void.
    fn has_result(&self, op: Op) -> bool {
        self.body.results(op).first().is_some_and(|&v| !strata_llvm::types::is_void(self.cx, self.body.ty(v)))
    }
    /// Maps the result to existing registers.
    fn alias(&mut self, op: Op, slot: Slot) {
        if let Some(&v) = self.body.results(op).first() {
            self.scope.values.insert(v, slot);
        }
    }
    fn attr_i64(&self, op: Op, name: &str) -> Option<i64> {
        self.body.attr(op, name).and_then(|a| self.cx.attr_i64(a))
    }
    fn set_place(&mut self, op: Op) {
        self.code.places.push((self.body.loc(op), self.body.op_name(op).to_owned()));
        self.place = (self.code.places.len() - 1) as u32;
    }

    /// Sets up the kernel's parameters.
    fn parameters(&mut self, func: Op, entry: Block) -> Step {
        let attrs = self.body.attr(func, "arg_attrs").and_then(|a| self.cx.attr_as::<ArrayAttr>(a));
        for (i, &arg) in self.body.block_args(entry).iter().enumerate() {
            let kinds = self.kinds(self.body.ty(arg))?;
            let [kind] = kinds[..] else {
                return unsupported(format!("parameter {i} of the kernel is not one number"));
            };
            let dict = attrs.and_then(|a| a.0.get(i)).and_then(|&d| self.cx.attr_as::<DictionaryAttr>(d));
            let by_value = dict.and_then(|d| d.get(self.cx.intern("llvm.byval")));
            let by_value = match by_value.and_then(|a| self.cx.attr_as::<TypeAttr>(a)) {
                Some(ty) => types::size(self.cx, ty.0).and_then(|n| u32::try_from(n).ok()).unwrap_or(0),
                None => 0,
            };
            let slot = self.fresh(1);
            self.scope.values.insert(arg, slot);
            self.code.params.push(Param { slot, kind, by_value });
        }
        Ok(())
    }

    /// Reads the launch bounds of the kernel.
    fn launch_bounds(&mut self, func: Op) -> Step {
        let dims = |name: &str| -> Option<[u32; 3]> {
            let attr = self.body.attr(func, name)?;
            let list = self.cx.attr_as::<DenseArrayAttr>(attr)?;
            let mut out = [1; 3];
            for (to, &n) in out.iter_mut().zip(list.values.iter()) {
                *to = u32::try_from(n).ok()?;
            }
            Some(out)
        };
        self.code.threads = match dims("nvvm.reqntid") {
            Some(exact) => Some((exact, true)),
            None => dims("nvvm.maxntid").map(|most| (most, false)),
        };
        self.code.cluster = dims("nvvm.cluster_dim");
        Ok(())
    }

    /// Translates the body of a function whose arguments have registers.
    fn function(&mut self, func: Op) -> std::result::Result<(), Refused<'a>> {
        let body = self.body;
        let blocks = body.regions(func).first().map_or(&[][..], |&r| body.blocks(r));
        for &block in blocks {
            let id = self.new_block();
            self.scope.blocks.insert(block, id);
            for &arg in body.block_args(block) {
                if !self.scope.values.contains_key(&arg) {
                    let kinds = self.kinds(body.ty(arg)).map_err(|m| (body, func, m))?;
                    let slot = self.fresh(kinds.len());
                    self.scope.values.insert(arg, slot);
                }
            }
        }
        // Definitions precede uses: blocks come in an order in which dominators come first.
        for block in reverse_post_order(body, blocks) {
            self.current = self.scope.blocks[&block];
            let ops: Vec<Op> = body.block_ops(block).collect();
            for op in ops {
                self.set_place(op);
                match self.op(op) {
                    Ok(()) => {}
                    Err(Failed::Here(message)) => return Err((body, op, message)),
                    Err(Failed::Inside(refused)) => return Err(refused),
                }
            }
        }
        for &block in blocks {
            let id = self.scope.blocks[&block];
            if self.pieces[id].term.is_none() && self.pieces[id].insts.is_empty() {
                self.pieces[id].term = Some((Term::Unreachable, self.place));
            }
        }
        Ok(())
    }

    /// Lays the blocks out in sequence, and resolves the edges.
    fn finish(mut self) -> Code {
        let pieces = std::mem::take(&mut self.pieces);
        let successors: Vec<Vec<usize>> = pieces
            .iter()
            .map(|p| match &p.term {
                Some((Term::Br(t), _)) => vec![t.block],
                Some((Term::Cond(_, a, b), _)) => vec![a.block, b.block],
                Some((Term::Switch(_, cases, d), _)) => {
                    cases.iter().map(|c| c.1.block).chain([d.block]).collect()
                }
                _ => Vec::new(),
            })
            .collect();
        let joins = post_dominators(&successors);
        let mut starts = Vec::with_capacity(pieces.len());
        let mut pc = 0;
        for piece in &pieces {
            starts.push(pc);
            pc += piece.insts.len() as u32 + 1;
        }
        for (i, piece) in pieces.into_iter().enumerate() {
            for (inst, place) in piece.insts {
                self.code.insts.push(inst);
                self.code.at.push(place);
            }
            let join = joins[i].map_or(NOWHERE, |b| starts[b]);
            let (term, place) = piece.term.unwrap_or((Term::Unreachable, 0));
            let inst = match term {
                Term::Br(t) => Inst::Br { edge: self.edge(t, &starts) },
                Term::Cond(c, yes, no) => {
                    Inst::CondBr { c, yes: self.edge(yes, &starts), no: self.edge(no, &starts), join }
                }
                Term::Switch(v, cases, default) => {
                    let cases: Vec<(u64, u32)> =
                        cases.into_iter().map(|(n, t)| (n, self.edge(t, &starts))).collect();
                    let list = List { start: self.code.cases.len() as u32, len: cases.len() as u32 };
                    self.code.cases.extend(cases);
                    Inst::Switch { v, cases: list, default: self.edge(default, &starts), join }
                }
                Term::Ret => Inst::Ret,
                Term::Unreachable => Inst::Unreachable,
            };
            self.code.insts.push(inst);
            self.code.at.push(place);
        }
        self.code
    }

    fn edge(&mut self, target: Target, starts: &[u32]) -> u32 {
        let moves: Vec<(Slot, Slot)> = target.moves.into_iter().filter(|(d, a)| d != a).collect();
        let overlap = moves.iter().any(|(d, _)| moves.iter().any(|(_, a)| a == d));
        let list = List { start: self.code.moves.len() as u32, len: moves.len() as u32 };
        self.code.moves.extend(moves);
        self.code.edges.push(Edge { to: starts[target.block], moves: list, overlap });
        (self.code.edges.len() - 1) as u32
    }
}

/// The reason why an op is not translated: the op itself, or an op of the function that it calls.
enum Failed<'a> {
    Here(String),
    Inside(Refused<'a>),
}
impl From<String> for Failed<'_> {
    fn from(message: String) -> Self {
        Self::Here(message)
    }
}

/// Reachable blocks, each after its dominators.
fn reverse_post_order(body: &Body, blocks: &[Block]) -> Vec<Block> {
    let Some(&entry) = blocks.first() else { return Vec::new() };
    let next = |b: Block| body.terminator(b).map_or(&[][..], |t| body.successors(t));
    let mut seen = FxHashMap::default();
    let (mut out, mut stack) = (Vec::new(), vec![(entry, 0)]);
    seen.insert(entry, ());
    while let Some((block, i)) = stack.last_mut() {
        if let Some(&to) = next(*block).get(*i) {
            *i += 1;
            if seen.insert(to, ()).is_none() {
                stack.push((to, 0));
            }
        } else {
            out.push(*block);
            stack.pop();
        }
    }
    out.reverse();
    out
}
