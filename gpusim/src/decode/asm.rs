//! Inline PTX in kernels: instructions without an op, and those that upstream emits as text.

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;

use super::{
    Decoder, Step, Target, Term,
    ptx::{Arg, Statement, statements},
    unsupported,
};
use crate::{
    code::{Float, FloatUn, Fun3, Inst, IntOp, Kind, Slot},
    nv::{Acc, Addr, Elem, Frag, NONE, Nv, Rounding, Tma, WaitHow, Wgmma, WgmmaA},
};

/// The operands of inline PTX.
struct Text {
    /// The register and kind of each operand before; `None` for a result.
    reads: Vec<Option<(Slot, Kind)>>,
    /// The register and kind of each result.
    writes: Vec<Option<(Slot, Kind)>>,
    /// Registers declared in the text.
    names: FxHashMap<String, Slot>,
}

impl Decoder<'_> {
    /// Translates `llvm.inline_asm`.
    pub(super) fn inline_asm(&mut self, op: Op) -> Step {
        let body = self.body;
        let attr = |name: &str| body.attr(op, name).and_then(|a| self.cx.attr_str(a)).unwrap_or("");
        let (text, constraints) = (attr("asm_string").to_owned(), attr("constraints").to_owned());
        let mut t = Text { reads: Vec::new(), writes: Vec::new(), names: FxHashMap::default() };
        let (mut result, mut input) = (0, 0);
        let (slot, kinds) = if self.has_result(op) { self.result(op)? } else { (0, Vec::new()) };
        let mut before: Vec<(usize, usize)> = Vec::new();
        for c in constraints.split(',').map(str::trim).filter(|c| !c.is_empty() && !c.starts_with('~')) {
            if c.starts_with('=') || c.starts_with('+') {
                let Some(&kind) = kinds.get(result) else {
                    return unsupported("the text has more results than the op");
                };
                t.writes.push(Some((slot + result as Slot, kind)));
                t.reads.push(None);
                if c.starts_with('+') {
                    before.push((t.reads.len() - 1, usize::MAX));
                }
                result += 1;
                continue;
            }
            let value = (self.operand(op, input)?, self.scalar_kind(op, input)?);
            input += 1;
            if let Ok(tied) = c.parse::<usize>() {
                before.push((tied, t.reads.len()));
            }
            t.reads.push(Some(value));
            t.writes.push(None);
        }
        for (to, from) in before {
            // Read-write operands follow all others.
            let value = if from == usize::MAX {
                input += 1;
                Some((self.operand(op, input - 1)?, self.scalar_kind(op, input - 1)?))
            } else {
                t.reads[from]
            };
            match t.reads.get_mut(to) {
                Some(place) => *place = value,
                None => return unsupported("an operand is tied to a result that is not there"),
            }
        }
        self.text(&text, t)
    }

    /// Translates `nvvm.inline_ptx`.
    pub(super) fn inline_ptx(&mut self, op: Op) -> Step {
        let text = self.body.attr(op, "ptxCode").and_then(|a| self.cx.attr_str(a)).unwrap_or("").to_owned();
        let mut t = Text { reads: Vec::new(), writes: Vec::new(), names: FxHashMap::default() };
        let results = self.body.results(op).to_vec();
        for &v in &results {
            let kinds = self.kinds(self.body.ty(v))?;
            let [kind] = kinds[..] else { return unsupported("a result of the text is not one number") };
            let slot = self.fresh(1);
            self.scope.values.insert(v, slot);
            t.writes.push(Some((slot, kind)));
            t.reads.push(None);
        }
        if !self.body.operand_group(op, 1).is_empty() {
            return unsupported("operands that are read and written are not simulated");
        }
        for i in self.body.operand_group(op, 0).chain(self.body.operand_group(op, 2)) {
            t.reads.push(Some((self.operand(op, i)?, self.scalar_kind(op, i)?)));
            t.writes.push(None);
        }
        // Operands named by kind and index are renumbered.
        let mut plain = text;
        for i in (0..t.reads.len()).rev() {
            let name =
                if i < results.len() { format!("{{$w{i}}}") } else { format!("{{$r{}}}", i - results.len()) };
            plain = plain.replace(&name, &format!("${i}"));
        }
        let predicate = self.body.operand_group(op, 2);
        if !predicate.is_empty() {
            plain = format!("@${} {plain}", t.reads.len() - 1);
        }
        self.text(&plain, t)
    }

    fn text(&mut self, text: &str, mut t: Text) -> Step {
        let Some(list) = statements(text) else {
            return unsupported(format!("the text '{}' is not understood", text.trim()));
        };
        // A `try_wait` in a loop is a blocking wait.
        let waits = list.iter().any(|s| s.name[0] == "bra");
        for s in list.iter().filter(|s| s.name[0] != "bra") {
            let after = match &s.predicate {
                None => None,
                Some((p, not)) => {
                    let (c, _) = self.source(&mut t, p)?;
                    let (inside, after) = (self.new_block(), self.new_block());
                    let to = |block| Target { block, moves: Vec::new() };
                    let ways = if *not { (to(after), to(inside)) } else { (to(inside), to(after)) };
                    self.end(Term::Cond(c, ways.0, ways.1));
                    self.current = inside;
                    Some(after)
                }
            };
            self.statement(&mut t, s, waits)?;
            if let Some(after) = after {
                self.end(Term::Br(Target { block: after, moves: Vec::new() }));
                self.current = after;
            }
        }
        Ok(())
    }

    /// The register and kind of a source operand.
    fn source(&mut self, t: &mut Text, a: &Arg) -> Step<(Slot, Kind)> {
        match a {
            Arg::Operand(i) => match t.reads.get(*i).copied().flatten() {
                Some(v) => Ok(v),
                None => unsupported(format!("operand ${i} of the text has no value")),
            },
            Arg::Name(n) => match t.names.get(n) {
                Some(&slot) => Ok((slot, Kind::Int(32))),
                None => unsupported(format!("'{n}' of the text has no value")),
            },
            Arg::Number(n) => Ok((self.constant(*n as u64), Kind::Int(32))),
            _ => unsupported("an operand of the text is not simulated"),
        }
    }
    /// The register of a destination operand.
    fn dest(&mut self, t: &mut Text, a: &Arg) -> Step<Slot> {
        match a {
            Arg::Operand(i) => match t.writes.get(*i).copied().flatten() {
                Some((slot, kind)) => {
                    // A written operand may be read afterwards.
                    t.reads[*i] = Some((slot, kind));
                    Ok(slot)
                }
                None => unsupported(format!("operand ${i} of the text is no result")),
            },
            Arg::Name(n) => {
                let slot = match t.names.get(n) {
                    Some(&slot) => slot,
                    None => self.fresh(1),
                };
                t.names.insert(n.clone(), slot);
                Ok(slot)
            }
            Arg::Nothing => Ok(NONE),
            _ => unsupported("a result of the text is not simulated"),
        }
    }
    fn address(&mut self, t: &mut Text, a: &Arg) -> Step<Addr> {
        let inner = match a {
            Arg::Address(parts) => &parts[0],
            other => other,
        };
        let (slot, kind) = self.source(t, inner)?;
        let space = match kind {
            Kind::Ptr(space) => space,
            Kind::Int(64) => 0,
            // Addresses of 32 bits are in shared memory.
            _ => 3,
        };
        Ok(Addr { slot, space })
    }

    fn statement(&mut self, t: &mut Text, s: &Statement, waits: bool) -> Step {
        if s.is("mbarrier") {
            return self.barrier_text(t, s, waits);
        }
        if s.is("cp.async.bulk.tensor") {
            return self.tensor_text(t, s);
        }
        if s.is("wgmma.mma_async") {
            return self.wgmma_text(t, s);
        }
        if s.is("setp") || s.is("selp") || s.is("mov") || s.is("mul.hi") {
            return self.plain_text(t, s);
        }
        if s.is("cvt") {
            return self.convert_text(t, s);
        }
        if s.is("setmaxnreg") || s.is("prefetch") || s.is("griddepcontrol") || s.is("nanosleep") {
            self.nv(Nv::Nop);
            return Ok(());
        }
        let is_known = self.async_text(t, s)? || self.sync_text(t, s)? || self.float_text(t, s)?;
        if is_known { Ok(()) } else { refuse(s) }
    }

    /// Asynchronous copies, and the groups of copies and of products; false for other instructions.
    fn async_text(&mut self, t: &mut Text, s: &Statement) -> Step<bool> {
        let arg = |i: usize| s.args.get(i).unwrap_or(&Arg::Nothing);
        let number = |i: usize| match arg(i) {
            Arg::Number(n) => Some(*n),
            Arg::Operand(k) => {
                t.reads.get(*k).copied().flatten().and_then(|v| self.constant_of(v.0)).map(|n| n as i64)
            }
            _ => None,
        };
        if s.is("cp.async.bulk.commit_group") {
            self.nv(Nv::BulkCommit);
        } else if s.is("cp.async.bulk.wait_group") {
            let Some(left) = number(0) else { return refuse(s) };
            self.nv(Nv::BulkWait { left: left as u32, read: s.has("read") });
        } else if s.is("cp.async.commit_group") {
            self.nv(Nv::CpAsyncCommit);
        } else if s.is("cp.async.wait_group") {
            let Some(left) = number(0) else { return refuse(s) };
            self.nv(Nv::CpAsyncWait { left: Some(left as u32) });
        } else if s.is("cp.async.wait_all") {
            self.nv(Nv::CpAsyncWait { left: None });
        } else if s.is("cp.async.ca") || s.is("cp.async.cg") {
            let Some(bytes) = number(2) else { return refuse(s) };
            let (dst, src) = (self.address(t, arg(0))?, self.address(t, arg(1))?);
            let read = if s.args.len() > 3 { self.source(t, arg(3))?.0 } else { NONE };
            self.nv(Nv::CpAsync { dst, src, bytes: bytes as u8, read });
        } else if s.is("wgmma.fence") {
            self.nv(Nv::WgmmaFence);
        } else if s.is("wgmma.commit_group") {
            self.nv(Nv::WgmmaCommit);
        } else if s.is("wgmma.wait_group") {
            let Some(left) = number(0) else { return refuse(s) };
            self.nv(Nv::WgmmaWait { left: left as u32 });
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Fences, barriers, and the lanes of a warp; false for other instructions.
    fn sync_text(&mut self, t: &mut Text, s: &Statement) -> Step<bool> {
        let arg = |i: usize| s.args.get(i).unwrap_or(&Arg::Nothing);
        if s.is("fence") || s.is("membar") {
            self.nv(match () {
                () if s.has("proxy") && s.has("async") || s.has("async::generic") => Nv::ProxyFence,
                () if s.has("proxy") || s.has("mbarrier_init") => Nv::Nop,
                () => Nv::MemoryFence { device: !s.has("cta") },
            });
        } else if ["bar.sync", "barrier.sync", "barrier.cta.sync", "bar.arrive", "barrier.arrive"]
            .iter()
            .any(|name| s.is(name))
        {
            let id = self.source(t, arg(0))?.0;
            let count = if s.args.len() > 1 { self.source(t, arg(1))?.0 } else { NONE };
            self.nv(if s.has("arrive") {
                Nv::BarrierArrive { id, count }
            } else {
                Nv::Barrier { id, count, red: None }
            });
        } else if s.is("bar.warp.sync") {
            let mask = self.source(t, arg(0))?.0;
            self.nv(Nv::WarpSync { mask });
        } else if s.is("activemask") {
            let d = self.dest(t, arg(0))?;
            self.nv(Nv::ActiveMask { d });
        } else if s.is("elect.sync") {
            let Arg::Pair(_, p) = arg(0).clone() else { return refuse(s) };
            let mask = self.source(t, arg(1))?.0;
            let d = self.dest(t, &p)?;
            self.nv(Nv::Elect { d, mask });
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Functions of floats; false for other instructions.
    fn float_text(&mut self, t: &mut Text, s: &Statement) -> Step<bool> {
        let arg = |i: usize| s.args.get(i).unwrap_or(&Arg::Nothing);
        if s.is("fma.rn") {
            let ty = if s.has("f64") { Float::F64 } else { Float::F32 };
            let (a, b, c) = (self.source(t, arg(1))?.0, self.source(t, arg(2))?.0, self.source(t, arg(3))?.0);
            let d = self.dest(t, arg(0))?;
            self.emit(Inst::Fun3 { op: Fun3::Fma(ty), d, a, b, c });
            return Ok(true);
        }
        let op = match s.name[0].as_str() {
            "ex2" => FloatUn::Exp2,
            "lg2" => FloatUn::Log2,
            "rcp" => FloatUn::Rcp,
            "rsqrt" => FloatUn::Rsqrt,
            "sqrt" => FloatUn::Sqrt,
            "tanh" => FloatUn::Tanh,
            "sin" => FloatUn::Sin,
            "cos" => FloatUn::Cos,
            _ => return Ok(false),
        };
        let ty = match s.name.last().map(String::as_str) {
            Some("f32") => Float::F32,
            Some("f64") => Float::F64,
            Some("f16") => Float::F16,
            Some("bf16") => Float::BF16,
            _ => return Ok(false),
        };
        let a = self.source(t, arg(1))?.0;
        let d = self.dest(t, arg(0))?;
        self.emit(Inst::FloatUn { op, ty, d, a });
        Ok(true)
    }

    fn plain_text(&mut self, t: &mut Text, s: &Statement) -> Step {
        let arg = |i: usize| s.args.get(i).unwrap_or(&Arg::Nothing);
        let bits =
            |name: &str| name.trim_start_matches(|c: char| c.is_alphabetic()).parse::<u8>().unwrap_or(32);
        let last = s.name.last().map_or("", String::as_str);
        match s.name[0].as_str() {
            "mov" => {
                let a = self.source(t, arg(1))?.0;
                let d = self.dest(t, arg(0))?;
                self.emit(Inst::Mov { d, a });
            }
            "selp" => {
                let (a, b, c) =
                    (self.source(t, arg(1))?.0, self.source(t, arg(2))?.0, self.source(t, arg(3))?.0);
                let d = self.dest(t, arg(0))?;
                self.emit(Inst::Select { d, c, a, b });
            }
            "mul" => {
                let op = if last.starts_with('s') { IntOp::SMulHi } else { IntOp::UMulHi };
                let (a, b) = (self.source(t, arg(1))?.0, self.source(t, arg(2))?.0);
                let d = self.dest(t, arg(0))?;
                self.emit(Inst::Int { op, bits: bits(last), d, a, b });
            }
            _ => {
                let signed = last.starts_with('s');
                let pred = match (s.name.get(1).map(String::as_str), signed) {
                    (Some("eq"), _) => 0,
                    (Some("ne"), _) => 1,
                    (Some("lt"), true) => 2,
                    (Some("le"), true) => 3,
                    (Some("gt"), true) => 4,
                    (Some("ge"), true) => 5,
                    (Some("lt" | "lo"), false) => 6,
                    (Some("le" | "ls"), false) => 7,
                    (Some("gt" | "hi"), false) => 8,
                    (Some("ge" | "hs"), false) => 9,
                    _ => {
                        return unsupported(format!(
                            "the comparison '{}' is not simulated",
                            s.name.join(".")
                        ));
                    }
                };
                let (a, b) = (self.source(t, arg(1))?.0, self.source(t, arg(2))?.0);
                let d = self.dest(t, arg(0))?;
                self.emit(Inst::ICmp { pred, bits: bits(last), d, a, b });
            }
        }
        Ok(())
    }

    fn convert_text(&mut self, t: &mut Text, s: &Statement) -> Step {
        let arg = |i: usize| s.args.get(i).unwrap_or(&Arg::Nothing);
        let from_f32 = s.name.last().is_some_and(|n| n == "f32");
        if from_f32 && s.has("tf32") {
            let rnd = match () {
                () if s.has("rna") => Rounding::NearestAway,
                () if s.has("rz") => Rounding::Zero,
                () => Rounding::NearestEven,
            };
            let a = self.source(t, arg(1))?.0;
            let d = self.dest(t, arg(0))?;
            self.nv(Nv::ToTf32 { d, a, rnd, relu: s.has("relu") });
            return Ok(());
        }
        let ty = match () {
            () if s.has("bf16x2") => Float::BF16,
            () if s.has("f16x2") => Float::F16,
            () => return unsupported(format!("the conversion '{}' is not simulated", s.name.join("."))),
        };
        if !from_f32 || !s.has("rn") || s.has("relu") {
            return unsupported(format!("the conversion '{}' is not simulated", s.name.join(".")));
        }
        let (hi, lo) = (self.source(t, arg(1))?.0, self.source(t, arg(2))?.0);
        let d = self.dest(t, arg(0))?;
        self.nv(Nv::PackHalves { d, hi, lo, ty });
        Ok(())
    }

    fn barrier_text(&mut self, t: &mut Text, s: &Statement, waits: bool) -> Step {
        let arg = |i: usize| s.args.get(i).unwrap_or(&Arg::Nothing);
        match s.name.get(1).map_or("", String::as_str) {
            "init" => {
                let (mbar, count) = (self.address(t, arg(0))?, self.source(t, arg(1))?.0);
                self.nv(Nv::MbarInit { mbar, count, pred: NONE });
            }
            "inval" => {
                let mbar = self.address(t, arg(0))?;
                self.nv(Nv::MbarInval { mbar });
            }
            "expect_tx" | "complete_tx" => {
                let (mbar, tx) = (self.address(t, arg(0))?, self.source(t, arg(1))?.0);
                self.nv(Nv::MbarExpect { mbar, tx, complete: s.has("complete_tx") });
            }
            "arrive" | "arrive_drop" => {
                // The state operand is optional.
                let stated = !matches!(arg(0), Arg::Address(_));
                let at = usize::from(stated);
                let mut mbar = self.address(t, arg(at))?;
                if s.has("shared::cluster") && mbar.space == 3 {
                    mbar.space = 7;
                }
                let third = if s.args.len() > at + 1 { self.source(t, arg(at + 1))?.0 } else { NONE };
                let d = if stated { self.dest(t, arg(0))? } else { NONE };
                let (count, tx) = if s.has("expect_tx") { (NONE, third) } else { (third, NONE) };
                self.nv(Nv::MbarArrive { mbar, d, count, tx, drop: s.has("arrive_drop"), pred: NONE });
            }
            "try_wait" | "test_wait" => {
                let (mbar, phase) = (self.address(t, arg(1))?, self.source(t, arg(2))?.0);
                let d = self.dest(t, arg(0))?;
                let how = match () {
                    () if waits => WaitHow::Block,
                    () if s.has("try_wait") => WaitHow::Try,
                    () => WaitHow::Test,
                };
                self.nv(Nv::MbarWait { mbar, d, phase, parity: s.has("parity"), how });
            }
            _ => return refuse(s),
        }
        Ok(())
    }

    fn tensor_text(&mut self, t: &mut Text, s: &Statement) -> Step {
        let refuse = || unsupported(format!("the PTX instruction '{}' is not simulated", s.name.join(".")));
        if s.name.iter().any(|n| n.contains("im2col") || n == "reduce") {
            return refuse();
        }
        // Loads have the shared memory address first, stores the tensor map.
        let load =
            s.name.iter().position(|n| n.starts_with("shared")) < s.name.iter().position(|n| n == "global");
        let arg = |i: usize| s.args.get(i).unwrap_or(&Arg::Nothing);
        let Arg::Address(parts) = arg(usize::from(load)) else { return refuse() };
        let (Some(map), Some(Arg::List(given))) = (parts.first(), parts.get(1)) else { return refuse() };
        if given.is_empty() || given.len() > 5 {
            return refuse();
        }
        let mut coords = [NONE; 5];
        for (to, a) in coords.iter_mut().zip(given) {
            *to = self.source(t, a)?.0;
        }
        let shared = self.address(t, arg(usize::from(!load)))?;
        let map = self.address(t, map)?;
        let mbar = if load { self.address(t, arg(2))? } else { Addr { slot: NONE, space: 3 } };
        let multicast = s.name.iter().any(|n| n.contains("multicast"));
        let mask = if multicast { self.source(t, arg(3))?.0 } else { NONE };
        let tma = Tma { shared, map, coords, rank: given.len() as u8, mbar, mask, pred: NONE };
        self.nv(if load { Nv::TmaLoad(tma) } else { Nv::TmaStore(tma) });
        Ok(())
    }

    /// `wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {d…}, a, b, scale-d, scale-a, scale-b, trans-a, trans-b`.
    fn wgmma_text(&mut self, t: &mut Text, s: &Statement) -> Step {
        let refuse = || unsupported(format!("the PTX instruction '{}' is not simulated", s.name.join(".")));
        let shape = s.name.iter().find_map(|n| {
            let (m, rest) = n.strip_prefix('m')?.split_once('n')?;
            let (n, k) = rest.split_once('k')?;
            Some((m.parse::<u32>().ok()?, n.parse::<u32>().ok()?, k.parse::<u32>().ok()?))
        });
        let types: Vec<&str> =
            s.name.iter().rev().filter(|n| *n != "satfinite").take(3).map(String::as_str).collect();
        let (Some((64, n, k)), &[b, a, d]) = (shape, &types[..]) else { return refuse() };
        let (Some(a_type), Some(b_type)) = (elem(a), elem(b)) else { return refuse() };
        let acc = match d {
            "f16" => Acc::F16,
            "s32" => Acc::S32,
            "f32" => Acc::F32,
            _ => return refuse(),
        };
        let Some(Arg::List(sums)) = s.args.first() else { return refuse() };
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for sum in sums {
            from.push(self.source(t, sum)?.0);
            to.push(self.dest(t, sum)?);
        }
        let c = self.together(&from, 32);
        let Some(&first) = to.first() else { return refuse() };
        if to.iter().zip(first..).any(|(&s, want)| s != want) {
            return refuse();
        }
        let d = Frag { slot: first, n: to.len() as u32, bits: 32 };
        let a = match s.args.get(1) {
            Some(Arg::List(regs)) => {
                let mut slots = Vec::new();
                for r in regs {
                    slots.push(self.source(t, r)?.0);
                }
                WgmmaA::Regs(self.together(&slots, 32))
            }
            Some(a) => WgmmaA::Desc(self.source(t, a)?.0),
            None => return refuse(),
        };
        let Some(b) = s.args.get(2) else { return refuse() };
        let b_desc = self.source(t, b)?.0;
        let mut flags = Vec::new();
        for a in s.args.iter().skip(3) {
            let slot = self.source(t, a)?.0;
            flags.push((slot, self.constant_of(slot)));
        }
        let flag = |i: usize| flags.get(i).and_then(|f| f.1).map(|n| n as i64);
        let scale_d = match flags.first() {
            None => Ok(true),
            Some((_, Some(n))) => Ok(*n != 0),
            Some((slot, None)) => Err(*slot),
        };
        // A factor in registers cannot be transposed, so there is one flag less.
        let transposes = if matches!(a, WgmmaA::Regs(_)) { (None, flag(3)) } else { (flag(3), flag(4)) };
        self.nv(Nv::Wgmma(Wgmma {
            n,
            k,
            a_type,
            b_type,
            acc,
            saturate: s.has("satfinite"),
            a,
            b_desc,
            trans_a: transposes.0 == Some(1),
            trans_b: transposes.1 == Some(1),
            neg_a: flag(1) == Some(-1) || flag(1) == Some(0xffff_ffff),
            neg_b: flag(2) == Some(-1) || flag(2) == Some(0xffff_ffff),
            scale_d,
            c,
            d,
        }));
        Ok(())
    }
}

fn elem(name: &str) -> Option<Elem> {
    Some(match name {
        "f16" => Elem::F16,
        "bf16" => Elem::BF16,
        "tf32" => Elem::TF32,
        "s8" => Elem::S8,
        "u8" => Elem::U8,
        "e4m3" => Elem::E4M3,
        "e5m2" => Elem::E5M2,
        _ => return None,
    })
}

/// The error for an instruction that is not simulated.
fn refuse<T>(s: &Statement) -> Step<T> {
    unsupported(format!("the PTX instruction '{}' is not simulated", s.name.join(".")))
}
