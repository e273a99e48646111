//! Executes one instruction on the active lanes of a warp.

use super::{Block, Flow, Path, State, Warp};
use crate::{
    address,
    code::{Cast, Fun3, Inst, LANES, Lanes, MaskOf, NOWHERE, Slot, Sreg},
    error::{ErrorKind, Exec, fault},
    float,
    int::{self, map1, map2, signed},
};

impl Block<'_, '_> {
    /// Executes one instruction.
    #[inline]
    pub fn step(&mut self, w: &mut Warp, inst: &Inst) -> Exec<Flow> {
        match *inst {
            Inst::Int { op, bits, d, a, b } => {
                if let Some(lane) = int::divides_by_zero(op, w.get(b), w.mask) {
                    return fault(ErrorKind::Undefined, lane, "division by zero");
                }
                let v = int::int(op, bits, w.get(a), w.get(b));
                w.put(d, &v);
            }
            Inst::IntUn { op, bits, d, a } => {
                let v = int::int_un(op, bits, w.get(a));
                w.put(d, &v);
            }
            Inst::Float { op, ty, d, a, b } => {
                let v = float::bin(op, ty, w.get(a), w.get(b));
                w.put(d, &v);
            }
            Inst::FloatUn { op, ty, d, a } => {
                let v = float::un(op, ty, w.get(a));
                w.put(d, &v);
            }
            Inst::Fun3 { op, d, a, b, c } => {
                let (a, b, c) = (w.get(a), w.get(b), w.get(c));
                let v: Lanes = match op {
                    Fun3::Fma(ty) => float::fma(ty, a, b, c),
                    Fun3::Fshl(bits) => std::array::from_fn(|i| int::funnel(true, bits, a[i], b[i], c[i])),
                    Fun3::Fshr(bits) => std::array::from_fn(|i| int::funnel(false, bits, a[i], b[i], c[i])),
                };
                w.put(d, &v);
            }
            Inst::ICmp { pred, bits, d, a, b } => {
                let v = int::icmp(pred, bits, w.get(a), w.get(b));
                w.put(d, &v);
            }
            Inst::FCmp { pred, ty, d, a, b } => {
                let v = float::cmp(pred, ty, w.get(a), w.get(b));
                w.put(d, &v);
            }
            Inst::FpClass { ty, mask, d, a } => {
                let v = float::classes(ty, mask, w.get(a));
                w.put(d, &v);
            }
            Inst::Select { d, c, a, b } => {
                let (c, a, b) = (w.get(c), w.get(a), w.get(b));
                let v = std::array::from_fn(|i| if c[i] & 1 != 0 { a[i] } else { b[i] });
                w.put(d, &v);
            }
            Inst::Mov { d, a } => {
                let v = *w.get(a);
                w.put(d, &v);
                w.holes.hand_on(d, a, w.mask);
            }
            Inst::Cast { op, d, a } => self.cast(w, op, d, a)?,
            Inst::Lea { d, base, index, bits, scale } => {
                let v = map2(w.get(base), w.get(index), |b, i| {
                    b.wrapping_add(signed(i, bits).wrapping_mul(scale) as u64)
                });
                w.put(d, &v);
            }
            Inst::ExtractAt { d, a, n, index, bits } => {
                for lane in w.active() {
                    let i = element(w, lane, index, bits, n)?;
                    w.regs[d as usize][lane] = w.regs[(a + i) as usize][lane];
                    w.holes.set(d, lane, w.holes.get(a + i, lane));
                }
            }
            Inst::InsertAt { d, a, n, index, bits } => {
                for lane in w.active() {
                    let i = element(w, lane, index, bits, n)?;
                    w.regs[(d + i) as usize][lane] = w.regs[a as usize][lane];
                    w.holes.set(d + i, lane, w.holes.get(a, lane));
                }
            }
            Inst::Sreg { d, which } => {
                let v = self.register(w, which);
                w.put(d, &v);
            }
            Inst::Load(ref a) => self.load(w, a)?,
            Inst::Store(ref a) => self.store(w, a)?,
            Inst::AtomicRmw { .. } | Inst::CmpXchg { .. } => self.atomic(w, inst)?,
            Inst::Fence => (self.own.fenced, w.fenced) = (true, true),
            Inst::Memcpy { dst, dst_space, src, src_space, len } => {
                self.memcpy(w, [dst, src, len], [dst_space, src_space])?;
            }
            Inst::Memset { dst, space, v, len } => self.memset(w, [dst, v, len], space)?,
            Inst::Nv(i) => return self.nv(w, &self.l.code.nv[i as usize]),
            Inst::Br { .. } | Inst::CondBr { .. } | Inst::Switch { .. } | Inst::Ret | Inst::Unreachable => {
                return self.jump(w, inst);
            }
        }
        Ok(Flow::Next)
    }

    /// Executes the end of a block.
    fn jump(&mut self, w: &mut Warp, inst: &Inst) -> Exec<Flow> {
        match *inst {
            Inst::Br { edge } => {
                let to = self.take(w, edge, w.mask);
                w.go(to);
            }
            Inst::CondBr { c, yes, no, join } => {
                let c = w.get(c);
                let yes_mask = (0..LANES).fold(0, |m, l| m | (c[l] as u32 & 1) << l) & w.mask;
                let no_mask = w.mask & !yes_mask;
                if no_mask == 0 || yes_mask == 0 {
                    let to = self.take(w, if no_mask == 0 { yes } else { no }, w.mask);
                    w.go(to);
                } else {
                    self.diverge(w, &[(yes, yes_mask), (no, no_mask)], join);
                }
            }
            Inst::Switch { v, cases, default, join } => {
                let cases = &self.l.code.cases[cases.range()];
                let mut ways: Vec<(u32, u32)> = Vec::new();
                for lane in w.active() {
                    let v = w.regs[v as usize][lane];
                    let edge = cases.iter().find(|c| c.0 == v).map_or(default, |c| c.1);
                    match ways.iter_mut().find(|way| way.0 == edge) {
                        Some(way) => way.1 |= 1 << lane,
                        None => ways.push((edge, 1 << lane)),
                    }
                }
                if let &[(edge, mask)] = &ways[..] {
                    let to = self.take(w, edge, mask);
                    w.go(to);
                } else {
                    self.diverge(w, &ways, join);
                }
            }
            Inst::Ret => self.retire(w),
            Inst::Unreachable => {
                return fault(
                    ErrorKind::Undefined,
                    w.mask.trailing_zeros(),
                    "a place that is said to be never reached",
                );
            }
            _ => return Ok(Flow::Next),
        }
        Ok(Flow::Jumped)
    }

    /// Retires the active lanes.
    pub fn retire(&mut self, w: &mut Warp) {
        w.live &= !w.mask;
        w.mask = 0;
        w.go(w.pc);
        debug_assert!(w.state == State::Done || w.mask != 0);
    }

    /// Assigns the block arguments of an edge for some lanes; returns the target.
    #[inline]
    fn take(&mut self, w: &mut Warp, edge: u32, mask: u32) -> u32 {
        let code = self.l.code;
        let edge = code.edges[edge as usize];
        let moves = &code.moves[edge.moves.range()];
        w.products.hand_on(moves, code.slots);
        let write = |w: &mut Warp, d: Slot, v: &Lanes| {
            let to = &mut w.regs[d as usize];
            if mask == u32::MAX {
                *to = *v;
            } else {
                for l in 0..LANES {
                    if mask >> l & 1 != 0 {
                        to[l] = v[l];
                    }
                }
            }
        };
        if edge.overlap {
            let values: Vec<Lanes> = moves.iter().map(|m| *w.get(m.1)).collect();
            for (&(d, _), v) in moves.iter().zip(&values) {
                write(w, d, v);
            }
        } else {
            for &(d, a) in moves {
                let v = *w.get(a);
                write(w, d, &v);
            }
        }
        edge.to
    }

    /// Diverges: groups of lanes continue at different targets, and reconverge at `join`.
    fn diverge(&mut self, w: &mut Warp, ways: &[(u32, u32)], join: u32) {
        let inner = if join == NOWHERE { w.join } else { join };
        if inner != w.join {
            w.stack.push(Path { pc: inner, mask: w.mask, join: w.join });
        }
        let targets: Vec<Path> = ways
            .iter()
            .map(|&(edge, mask)| Path { pc: self.take(w, edge, mask), mask, join: inner })
            .collect();
        for path in targets.iter().skip(1).rev() {
            w.stack.push(*path);
        }
        if let Some(first) = targets.first() {
            (w.mask, w.join) = (first.mask, first.join);
            w.go(first.pc);
        }
    }

    fn cast(&mut self, w: &mut Warp, op: Cast, d: Slot, a: Slot) -> Exec<()> {
        if let Cast::Space(from, to) = op {
            for lane in w.active() {
                let v = w.regs[a as usize][lane];
                let Some(new) = address::cast(from.into(), to.into(), v) else {
                    return fault(
                        ErrorKind::WrongSpace,
                        lane as u32,
                        format!("address {v:#x} of space {from} is not in space {to}"),
                    );
                };
                w.regs[d as usize][lane] = new;
            }
            return Ok(());
        }
        let a = w.get(a);
        let v = int::int_cast(op, a).or_else(|| float::cast(op, a)).unwrap_or(*a);
        w.put(d, &v);
        Ok(())
    }

    fn register(&self, w: &Warp, which: Sreg) -> Lanes {
        let first = w.number * LANES as u32;
        let all = |v: u32| [u64::from(v); LANES];
        let l = &*self.l;
        let i = |axis: u8| usize::from(axis) % 3;
        match which {
            Sreg::Tid(axis) => {
                std::array::from_fn(|lane| self.thread_id(first + lane as u32)[i(axis)].into())
            }
            Sreg::Ntid(axis) => all(l.block[i(axis)]),
            Sreg::Ctaid(axis) => all(self.own.id[i(axis)]),
            Sreg::Nctaid(axis) => all(l.grid[i(axis)]),
            Sreg::LaneId => std::array::from_fn(|lane| lane as u64),
            Sreg::WarpId => all(w.number),
            Sreg::NumWarps => all(self.threads.div_ceil(LANES as u32)),
            Sreg::ClusterId(axis) => all(self.own.id[i(axis)] / l.cluster[i(axis)]),
            Sreg::NumClusters(axis) => all(l.grid[i(axis)] / l.cluster[i(axis)]),
            Sreg::ClusterCtaid(axis) => all(self.own.id[i(axis)] % l.cluster[i(axis)]),
            Sreg::ClusterNctaid(axis) => all(l.cluster[i(axis)]),
            Sreg::ClusterRank => all(self.rank as u32),
            Sreg::ClusterSize => all(l.cluster.iter().product()),
            Sreg::DynamicShared => all(l.dynamic as u32),
            Sreg::Clock => [l.counters.instructions; LANES],
            Sreg::LaneMask(of) => std::array::from_fn(|lane| {
                let bit = 1u32 << lane;
                let below = bit - 1;
                u64::from(match of {
                    MaskOf::Eq => bit,
                    MaskOf::Lt => below,
                    MaskOf::Le => below | bit,
                    MaskOf::Gt => !(below | bit),
                    MaskOf::Ge => !below,
                })
            }),
        }
    }
}

/// The element index of a lane, checked against the number of elements.
fn element(w: &Warp, lane: usize, index: Slot, bits: u8, n: u32) -> Exec<u32> {
    let i = w.regs[index as usize][lane] & int::mask(bits);
    match u32::try_from(i).ok().filter(|&i| i < n) {
        Some(i) => Ok(i),
        None => fault(ErrorKind::Undefined, lane as u32, format!("element {i} of a vector of {n} elements")),
    }
}

/// A register with the same value in all lanes.
pub(crate) fn broadcast(v: u64) -> Lanes {
    map1(&[0; LANES], |_| v)
}
