//! `wgmma`: products of matrices in shared memory that four warps start together.
//!
//! Each warp computes its sixteen rows when it starts the product, but until the wait for the product, its sums must not be used, and the
//! factors in shared memory must not be changed.

use super::{
    Block, Flow, Warp,
    matrix::{left_at, number, part, per_register, set_part, sum_at, sum_bits, sum_number, sum_to_bits},
};
use crate::{
    code::{Code, Inst, LANES, Slot},
    error::{ErrorKind, Exec, fault},
    nv::{Acc, Elem, NONE, Nv, Wgmma, WgmmaA},
    shadow::{Epoch, PRODUCTS},
    tensor_map::swizzle,
};

/// The products that a warp has started.
#[derive(Default)]
pub(crate) struct Products {
    /// The number of committed groups.
    groups: u32,
    /// Ranges of shared memory that products read, with the products' groups.
    reading: Vec<(u32, u64)>,
    /// For each register the group of the product that writes it plus one; zero for none.
    pending: Vec<u32>,
    /// The number of registers that pending products write.
    open: u32,
    /// Whether the warp executed the fence that orders its registers.
    fenced: bool,
    /// The number of products that it has started.
    started: u32,
}

impl Products {
    fn tag(&mut self, slot: Slot, tag: u32, slots: u32) {
        if self.pending.is_empty() {
            if tag == 0 {
                return;
            }
            self.pending.resize(slots as usize, 0);
        }
        let old = std::mem::replace(&mut self.pending[slot as usize], tag);
        self.open = self.open + u32::from(tag != 0) - u32::from(old != 0);
    }
    fn tag_of(&self, slot: Slot) -> u32 {
        self.pending.get(slot as usize).copied().unwrap_or(0)
    }
    /// Whether there are sums of products that were not waited for.
    #[inline]
    pub fn any(&self) -> bool {
        self.open != 0
    }
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

/// A matrix in shared memory.
struct Matrix {
    start: u64,
    leading: u64,
    stride: u64,
    /// Bytes of a row of the swizzle; 16 without a swizzle.
    width: u64,
}

impl Matrix {
    fn new(desc: u64) -> Option<Self> {
        let field = |at: u32| (desc >> at & 0x3fff) << 4;
        let width = match desc >> 62 {
            0 => 16,
            1 => 128,
            2 => 64,
            _ => 32,
        };
        (desc >> 49 & 7 == 0).then_some(Self {
            start: field(0),
            leading: field(16),
            stride: field(32),
            width,
        })
    }
    /// The address of a chunk of 16 bytes: along the depth in row `outer`, or along the rows at depth `outer` if the matrix is transposed.
    fn chunk(&self, outer: u64, chunk: u64, trans: bool) -> u64 {
        let (group, row) = (outer / 8, outer % 8);
        let wide = self.width / 16;
        let offset = match (wide, trans) {
            (1, false) => row * 16 + group * self.stride + chunk * self.leading,
            (1, true) => row * 16 + group * self.leading + chunk * self.stride,
            (_, false) => {
                row * self.width + group * self.stride + chunk % wide * 16 + chunk / wide * self.leading
            }
            (_, true) => {
                row * self.width + group * self.stride + chunk % wide * 16 + chunk / wide * self.leading
            }
        };
        swizzle(self.start + offset, self.width)
    }
}

/// Bytes of the depth of a product.
const DEPTH: u64 = 32;

impl Block<'_, '_> {
    /// Reads rows of a factor, each with the product's depth.
    fn factor(
        &mut self,
        w: &mut Warp,
        desc: u64,
        [first, count]: [u32; 2],
        elem: Elem,
        trans: bool,
        out: &mut [[f64; 32]],
    ) -> Exec<()> {
        let Some(matrix) = Matrix::new(desc) else {
            return fault(
                ErrorKind::Unsupported,
                None,
                format!("the matrix descriptor {desc:#x} has a base offset"),
            );
        };
        let bytes = u64::from(elem.bits() / 8);
        let per = 16 / bytes;
        let depth = DEPTH / bytes;
        let outers = if trans { 0..depth } else { u64::from(first)..u64::from(first + count) };
        let chunks = if trans {
            u64::from(first) / per..u64::from(first + count).div_ceil(per)
        } else {
            0..DEPTH / 16
        };
        let lane = w.mask.trailing_zeros() as usize;
        for outer in outers {
            for chunk in chunks.clone() {
                let at = matrix.chunk(outer, chunk, trans);
                if !self.shared_has(at, 16) {
                    return fault(
                        ErrorKind::OutOfBounds,
                        lane as u32,
                        format!(
                            "the product reads shared address {at:#x}, which is outside of the variables"
                        ),
                    );
                }
                let products = PRODUCTS + w.number as usize / 4;
                let who = Epoch::agent(self.own.number, products, w.products.groups + 1);
                self.engine_reads(w, lane, at, 16, who)?;
                self.own.shared.flight.begin_read(at, 16);
                w.products.reading.push((w.products.groups, at));
                let data = &self.own.shared.data[at as usize..at as usize + 16];
                for (i, b) in data.chunks_exact(bytes as usize).enumerate() {
                    let mut bits = [0; 8];
                    bits[..b.len()].copy_from_slice(b);
                    let v = number(elem, u64::from_le_bytes(bits));
                    let along = chunk * per + i as u64;
                    let (row, k) = if trans { (along, outer) } else { (outer, along) };
                    if row >= first.into() && row < u64::from(first + count) {
                        out[(row - u64::from(first)) as usize][k as usize] = v;
                    }
                }
            }
        }
        Ok(())
    }

    /// Starts a product when all four warps have reached it.
    pub fn wgmma(&mut self, w: &mut Warp, p: &Wgmma) -> Exec<Flow> {
        self.whole_warp(w, "wgmma.mma_async")?;
        if self.threads % 128 != 0 {
            return fault(
                ErrorKind::Divergence,
                None,
                format!("wgmma needs groups of four warps, and the block has {} threads", self.threads),
            );
        }
        if !w.products.fenced {
            return fault(ErrorKind::MissingFence, None, "wgmma.fence has to come before the first product");
        }
        let me = w.number as usize;
        self.own.reached[me] = w.products.started + 1;
        if self.own.reached[me / 4 * 4..me / 4 * 4 + 4].iter().any(|&n| n <= w.products.started) {
            w.waits_for = Some("the other warps of its group at wgmma.mma_async".into());
            return Ok(Flow::Stall);
        }
        w.products.started += 1;
        let depth = (DEPTH * 8 / u64::from(p.a_type.bits())) as u32;
        let count = 16 * p.n / LANES as u32;
        let bits = sum_bits(p.acc);
        if p.k != depth || p.n % 8 != 0 || p.n > 256 || p.c.n * u32::from(p.c.bits) != count * bits {
            return fault(ErrorKind::Unsupported, None, format!("a product of shape m64n{}k{}", p.n, p.k));
        }
        let scale_d = match p.scale_d {
            Ok(known) => known,
            Err(slot) => w.uniform(slot, "whether the product is added")? != 0,
        };
        let mut a = [[0.0f64; 32]; 16];
        let mut b = vec![[0.0f64; 32]; p.n as usize];
        match p.a {
            WgmmaA::Desc(slot) => {
                let desc = w.uniform(slot, "the matrix descriptor")?;
                let first = w.number % 4 * 16;
                self.factor(w, desc, [first, 16], p.a_type, p.trans_a, &mut a)?;
            }
            WgmmaA::Regs(f) if f.n * u32::from(f.bits) != 128 => {
                return fault(ErrorKind::Unsupported, None, format!("a factor in {} registers", f.n));
            }
            WgmmaA::Regs(f) => {
                let per = per_register(p.a_type);
                for lane in 0..LANES {
                    for e in 0..16 * p.k / LANES as u32 {
                        let (r, c) = left_at(16, lane as u32, e, per);
                        a[r][c] = number(p.a_type, part(w, f, lane, e, p.a_type.bits()));
                    }
                }
            }
        }
        let desc = w.uniform(p.b_desc, "the matrix descriptor")?;
        self.factor(w, desc, [0, p.n], p.b_type, p.trans_b, &mut b)?;
        let sign = if p.neg_a != p.neg_b { -1.0 } else { 1.0 };
        for lane in 0..LANES {
            for e in 0..count {
                let (r, c) = sum_at(16, lane as u32, e);
                let sum: f64 = a[r][..depth as usize].iter().zip(&b[c]).map(|(x, y)| x * y).sum();
                let start = if scale_d { sum_number(p.acc, part(w, p.c, lane, e, bits)) } else { 0.0 };
                set_part(
                    w,
                    p.d,
                    lane,
                    e,
                    bits,
                    sum_to_bits(p.acc, start + sign * sum, p.saturate && p.acc == Acc::S32),
                );
            }
        }
        let tag = w.products.groups + 1;
        for i in 0..p.d.n {
            w.products.tag(p.d.slot + i, tag, self.l.code.slots);
        }
        self.l.counters.wgmma += 1;
        Ok(Flow::Next)
    }

    pub fn wgmma_fence(&mut self, w: &mut Warp) -> Exec<()> {
        self.whole_warp(w, "wgmma.fence")?;
        w.products.fenced = true;
        Ok(())
    }
    pub fn wgmma_commit(&mut self, w: &mut Warp) -> Exec<()> {
        self.whole_warp(w, "wgmma.commit_group")?;
        w.products.groups += 1;
        Ok(())
    }
    /// Waits until at most `left` groups are pending.
    pub fn wgmma_wait(&mut self, w: &mut Warp, left: u32) -> Exec<()> {
        self.whole_warp(w, "wgmma.wait_group")?;
        let groups = w.products.groups;
        let flight = &mut self.own.shared.flight;
        w.products.reading.retain(|&(group, at)| {
            let open = group + left >= groups;
            if !open {
                flight.end_read(at, 16);
            }
            open
        });
        let mut open = 0;
        for tag in &mut w.products.pending {
            if *tag != 0 && *tag - 1 + left < groups {
                *tag = 0;
            }
            open += u32::from(*tag != 0);
        }
        w.products.open = open;
        // After the wait all four warps have read their factors.
        let clock = &mut self.own.clocks[w.number as usize];
        let seen = &mut clock.known.seen[clock.base + PRODUCTS + w.number as usize / 4];
        *seen = (*seen).max(groups.saturating_sub(left));
        Ok(())
    }

    /// Checks that an instruction only copies sums of pending products, or accumulates to them in another product.
    pub fn check_products(&self, w: &mut Warp, inst: &Inst) -> Exec<()> {
        let code = self.l.code;
        match *inst {
            Inst::Mov { d, a } => {
                let tag = w.products.tag_of(a);
                w.products.tag(d, tag, code.slots);
                return Ok(());
            }
            Inst::Nv(i) => {
                if let Nv::Wgmma(p) = &code.nv[i as usize] {
                    let sums = p.c.slot..p.c.slot + p.c.n;
                    return match sources(code, inst)
                        .into_iter()
                        .find(|s| !sums.contains(s) && w.products.tag_of(*s) != 0)
                    {
                        None => Ok(()),
                        Some(_) => unwaited(),
                    };
                }
            }
            _ => {}
        }
        match sources(code, inst).into_iter().find(|&s| w.products.tag_of(s) != 0) {
            None => Ok(()),
            Some(_) => unwaited(),
        }
    }
}

fn unwaited() -> Exec<()> {
    fault(
        ErrorKind::MissingWait,
        None,
        "the sums of a wgmma.mma_async are used, and no wgmma.wait_group waited for the product",
    )
}

impl Products {
    /// Copies the pending state of the values that an edge passes on.
    pub fn hand_on(&mut self, moves: &[(Slot, Slot)], slots: u32) {
        if self.open == 0 {
            return;
        }
        let tags: Vec<u32> = moves.iter().map(|m| self.tag_of(m.1)).collect();
        for (&(d, _), tag) in moves.iter().zip(tags) {
            self.tag(d, tag, slots);
        }
    }
}

/// The registers that an instruction reads.
fn sources(code: &Code, inst: &Inst) -> Vec<Slot> {
    match *inst {
        Inst::Int { a, b, .. }
        | Inst::Float { a, b, .. }
        | Inst::ICmp { a, b, .. }
        | Inst::FCmp { a, b, .. } => vec![a, b],
        Inst::IntUn { a, .. }
        | Inst::FloatUn { a, .. }
        | Inst::FpClass { a, .. }
        | Inst::Cast { a, .. }
        | Inst::Mov { a, .. } => vec![a],
        Inst::Fun3 { a, b, c, .. } | Inst::Select { a, b, c, .. } => vec![a, b, c],
        Inst::Lea { base, index, .. } => vec![base, index],
        Inst::ExtractAt { a, n, index, .. } => (a..a + n).chain([index]).collect(),
        Inst::InsertAt { a, index, .. } => vec![a, index],
        Inst::Load(a) => vec![a.addr],
        Inst::Store(a) => code.pieces[a.pieces.range()].iter().map(|p| p.slot).chain([a.addr]).collect(),
        Inst::AtomicRmw { addr, v, .. } => vec![addr, v],
        Inst::CmpXchg { addr, cmp, v, .. } => vec![addr, cmp, v],
        Inst::Memcpy { dst, src, len, .. } => vec![dst, src, len],
        Inst::Memset { dst, v, len, .. } => vec![dst, v, len],
        Inst::CondBr { c, .. } => vec![c],
        Inst::Switch { v, .. } => vec![v],
        Inst::Nv(i) => match code.nv[i as usize] {
            Nv::Mma(m) => [m.a, m.b, m.c].iter().flat_map(|f| f.slot..f.slot + f.n).collect(),
            Nv::Wgmma(p) => {
                let a = match p.a {
                    WgmmaA::Desc(s) => s..s + 1,
                    WgmmaA::Regs(f) => f.slot..f.slot + f.n,
                };
                (p.c.slot..p.c.slot + p.c.n).chain(a).chain([p.b_desc]).collect()
            }
            Nv::StMatrix { v, addr, .. } => v.into_iter().filter(|&s| s != NONE).chain([addr.slot]).collect(),
            Nv::Shuffle { v, .. } | Nv::Match { v, .. } | Nv::Redux { v, .. } => vec![v],
            Nv::Vote { p, .. } => vec![p],
            Nv::ToTf32 { a, .. } => vec![a],
            Nv::PackHalves { hi, lo, .. } | Nv::Prmt { hi, lo, .. } => vec![hi, lo],
            _ => Vec::new(),
        },
        Inst::Sreg { .. } | Inst::Fence | Inst::Br { .. } | Inst::Ret | Inst::Unreachable => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_of_matrices() {
        // 128-byte swizzle, rows of eight groups 1024 bytes apart: the second row's first chunk is exchanged with its second one.
        let m = Matrix::new(1 << 16 | 64 << 32 | 1 << 62).unwrap();
        assert_eq!((m.leading, m.stride, m.width), (16, 1024, 128));
        assert_eq!(m.chunk(0, 1, false), 16);
        assert_eq!(m.chunk(1, 0, false), 128 + 16);
        assert_eq!(m.chunk(9, 1, false), 1024 + 128);
        // Without a swizzle, matrices of 8 rows of 16 bytes are placed at both strides.
        let m = Matrix::new(8 << 16 | 16 << 32).unwrap();
        assert_eq!(m.chunk(9, 1, false), 16 + 256 + 128);
        assert_eq!(m.chunk(9, 1, true), 16 + 128 + 256);
        assert!(Matrix::new(1 << 49).is_none());
    }
}
