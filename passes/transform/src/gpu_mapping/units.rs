//! The units that a loop runs over, by its mapping, after checks.

use strata_gpu::{BlockMapping, LaneMapping, MappingMask, ThreadMapping, WarpMapping, WarpgroupMapping};
use strata_ir::prelude::*;
use strata_scf::ForallOp;

/// The number of the first linear dimension; those before it are `x`, `y` and `z`.
const LINEAR: usize = 3;
/// The number of all dimensions.
const ALL: usize = 13;

/// A kind of units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Blocks of a grid.
    Block,
    /// Four warps.
    Warpgroup,
    /// Warps.
    Warp,
    /// Threads.
    Thread,
    /// Threads of a warp.
    Lane,
}

impl Unit {
    /// The number of threads, or of blocks, of one unit.
    pub fn factor(self, warp: i64) -> Option<i64> {
        match self {
            Self::Warpgroup => warp.checked_mul(4),
            Self::Warp => Some(warp),
            Self::Block | Self::Thread | Self::Lane => Some(1),
        }
    }
    /// The kind and the dimension that an attribute names.
    fn read(cx: &Context, attr: Attr) -> Option<(Self, usize)> {
        None.or_else(|| cx.attr_as::<BlockMapping>(attr).map(|&d| (Self::Block, d as usize)))
            .or_else(|| cx.attr_as::<WarpgroupMapping>(attr).map(|&d| (Self::Warpgroup, d as usize)))
            .or_else(|| cx.attr_as::<WarpMapping>(attr).map(|&d| (Self::Warp, d as usize)))
            .or_else(|| cx.attr_as::<ThreadMapping>(attr).map(|&d| (Self::Thread, d as usize)))
            .or_else(|| cx.attr_as::<LaneMapping>(attr).map(|&d| (Self::Lane, d as usize)))
    }
}

/// The mapping of a loop nest.
#[derive(Clone, Debug)]
pub struct Units {
    /// The kind.
    pub unit: Unit,
    /// The dimension that each loop runs over.
    dims: Vec<usize>,
    /// How often each loop runs.
    pub counts: Vec<i64>,
    /// The units that take part, a bit for each.
    pub mask: Option<u64>,
}

impl Units {
    /// The mapping of a loop.
    ///
    /// # Errors
    /// In words.
    pub fn read(body: &Body, op: ForallOp, blocks: bool) -> Result<Self, String> {
        let (unit, dims, mask) = read_mapping(body, op, blocks)?;
        if !op.is_normalized(body) {
            return Err("unsupported non-normalized loops".into());
        }
        if !body.results(op.op()).is_empty() {
            return Err("only bufferized scf.forall can be mapped".into());
        }
        let most = if dims[0] >= LINEAR { ALL - LINEAR } else { LINEAR };
        if op.rank(body) > most {
            return Err(format!(
                "scf.forall with rank > {most} does not lower for the specified mapping attribute type"
            ));
        }
        let counts: Option<Vec<i64>> = op.upper_bounds(body).iter().map(|m| m.constant(body)).collect();
        let counts = counts.filter(|c| c.len() == dims.len());
        let counts = counts.ok_or("requires statically sized, normalized forall op")?;
        Ok(Self { unit, dims, counts, mask })
    }
    /// Whether the dimensions are those of one number.
    pub fn is_linear(&self) -> bool {
        self.dims.iter().any(|&d| d >= LINEAR)
    }
    /// The number among the indices of [`sizes`](Self::sizes) of each loop.
    pub fn places(&self) -> impl Iterator<Item = usize> {
        self.dims.iter().map(|&d| if d < LINEAR { d } else { d - LINEAR })
    }
    /// The sizes of all dimensions, in their order: those of the loops, and one for others, as far as they are used.
    pub fn sizes(&self) -> Vec<i64> {
        let last = self.dims.iter().max().copied().unwrap_or(0);
        let others = if self.unit == Unit::Lane || last >= LINEAR { LINEAR..ALL } else { 0..LINEAR };
        let used = |d: &usize| last < LINEAR || *d <= last;
        let mut all: Vec<(usize, i64)> = self.dims.iter().copied().zip(self.counts.iter().copied()).collect();
        for d in others.filter(used) {
            if !self.dims.contains(&d) {
                all.push((d, 1));
            }
        }
        all.sort_by_key(|&(d, _)| d);
        all.into_iter().map(|(_, n)| n).collect()
    }
}

type Mapping = (Unit, Vec<usize>, Option<u64>);

fn read_mapping(body: &Body, op: ForallOp, blocks: bool) -> Result<Mapping, String> {
    let cx = body.cx();
    let list = body.attr(op.op(), "mapping").and_then(|a| cx.attr_as::<ArrayAttr>(a));
    let list = list.map_or(&[][..], |list| &list.0);
    let mask = list.iter().find_map(|&a| cx.attr_as::<MappingMask>(a)).map(|m| m.mask);
    let loops: Vec<Attr> = list.iter().copied().filter(|&a| cx.attr_as::<MappingMask>(a).is_none()).collect();
    if loops.is_empty() {
        return Err("scf.forall op requires a mapping attribute".into());
    }
    let units: Vec<(Unit, usize)> = loops.iter().filter_map(|&a| Unit::read(cx, a)).collect();
    if units.iter().any(|u| u.0 != units[0].0) {
        return Err("cannot mix different mapping types, use nesting".into());
    }
    if units.len() != loops.len() || (units[0].0 == Unit::Block) != blocks {
        let kinds = if blocks { "'block'" } else { "'thread' or 'warp'" };
        return Err(format!("scf.forall op requires a mapping attribute of kind {kinds}"));
    }
    let dims: Vec<usize> = units.iter().map(|u| u.1).collect();
    if (1..dims.len()).any(|i| dims[..i].contains(&dims[i])) {
        return Err("duplicate attribute, cannot map different loops to the same mapping id".into());
    }
    let linear = dims.iter().filter(|&&d| d >= LINEAR).count();
    if linear != 0 && linear != dims.len() {
        return Err("cannot mix linear and non-linear mapping modes".into());
    }
    if mask.is_some() && linear == 0 {
        return Err("device masking is only allowed in linear mapping mode".into());
    }
    Ok((units[0].0, dims, mask))
}
