//! How many operands, results, regions and stored slots for attributes an op has, and its flags, in four bytes.
//!
//! Nearly all ops have few of each. A number that does not fit is in a table of the body.

use rustc_hash::FxHashMap;

use crate::{Body, Op};

/// The op is the outer face of a child body.
pub(crate) const SHELL: u8 = 1;
/// The op has discardable attributes.
pub(crate) const HAS_EXTRA: u8 = 2;
/// The op has successors.
pub(crate) const HAS_SUCCS: u8 = 4;

/// The bits of [`Counts::rest`] above the flags have the number of regions, and those above them that of the stored slots for attributes.
const REGIONS_SHIFT: u32 = 3;
const SLOTS_SHIFT: u32 = 5;
const MANY_REGIONS: u8 = (1 << (SLOTS_SHIFT - REGIONS_SHIFT)) - 1;
/// All slots are stored, as many as the kind declares.
const ALL_SLOTS: u8 = u8::MAX >> SLOTS_SHIFT;

/// The largest number of operands, results and regions stands for one in the table.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    operands: u16,
    results: u8,
    rest: u8,
}

/// The numbers of an op of which at least one does not fit into its [`Counts`].
#[derive(Clone, Copy, Default)]
pub(crate) struct Many {
    operands: u32,
    results: u32,
    regions: u32,
}

/// The ops of a body with large numbers.
pub(crate) type ManyByOp = FxHashMap<Op, Many>;

impl Counts {
    /// No operands, results and regions.
    pub fn with_flags(flags: u8) -> Self {
        Self { rest: flags, ..Self::default() }
    }
    /// As many operands, unless they are too many: [`Body::set_n_operands`] has to be called then.
    #[inline]
    pub fn with_operands(n: usize) -> Option<Self> {
        let operands = u16::try_from(n).ok().filter(|&n| n != u16::MAX)?;
        Some(Self { operands, ..Self::default() })
    }
    /// The same with one result.
    #[inline]
    pub fn and_one_result(self, yes: bool) -> Self {
        Self { results: u8::from(yes), ..self }
    }
    /// The same with `n` stored slots, which are all if they are too many for a number.
    #[inline]
    pub fn and_slots(self, n: usize) -> Self {
        let few = n.min(usize::from(ALL_SLOTS)) as u8;
        Self { rest: self.rest & !(ALL_SLOTS << SLOTS_SHIFT) | few << SLOTS_SHIFT, ..self }
    }
    /// How many slots for attributes are stored for an op of a kind with `declared` ones, of which the first `needed` have to be.
    #[inline]
    pub fn stored_slots(needed: usize, declared: usize) -> usize {
        if needed < usize::from(ALL_SLOTS) { needed } else { declared }
    }
    #[inline]
    pub fn has(self, flag: u8) -> bool {
        self.rest & flag != 0
    }
    pub fn set(&mut self, flag: u8, yes: bool) {
        self.rest = if yes { self.rest | flag } else { self.rest & !flag };
    }
    /// The number of operands; `None` if the table has it.
    #[inline]
    pub fn operands(self) -> Option<usize> {
        (self.operands != u16::MAX).then_some(usize::from(self.operands))
    }
    /// The number of results; `None` if the table has it.
    #[inline]
    pub fn results(self) -> Option<usize> {
        (self.results != u8::MAX).then_some(usize::from(self.results))
    }
    /// The number of regions; `None` if the table has it.
    #[inline]
    pub fn regions(self) -> Option<usize> {
        let n = self.rest >> REGIONS_SHIFT & MANY_REGIONS;
        (n != MANY_REGIONS).then_some(usize::from(n))
    }
    /// The number of stored slots for attributes; `None` if they are all.
    #[inline]
    pub fn slots(self) -> Option<usize> {
        let n = self.rest >> SLOTS_SHIFT;
        (n != ALL_SLOTS).then_some(usize::from(n))
    }
}

impl Body {
    #[cold]
    fn many(&self, op: Op) -> Many {
        self.rare.as_ref().and_then(|rare| rare.many.get(&op)).copied().unwrap_or_default()
    }
    #[cold]
    fn many_mut(&mut self, op: Op) -> &mut Many {
        self.rare().many.entry(op).or_default()
    }
    /// The number of operands of an op with these counts.
    #[inline]
    pub(crate) fn n_operands(&self, op: Op, counts: Counts) -> usize {
        counts.operands().unwrap_or_else(|| self.many(op).operands as usize)
    }
    /// The number of results of an op with these counts.
    #[inline]
    pub(crate) fn n_results(&self, op: Op, counts: Counts) -> usize {
        counts.results().unwrap_or_else(|| self.many(op).results as usize)
    }
    /// The number of regions of an op with these counts.
    #[inline]
    pub(crate) fn n_regions(&self, op: Op, counts: Counts) -> usize {
        counts.regions().unwrap_or_else(|| self.many(op).regions as usize)
    }
    pub(crate) fn set_n_operands(&mut self, op: Op, n: usize) {
        let few = u16::try_from(n).unwrap_or(u16::MAX);
        self.ops[op].counts.operands = few;
        if few == u16::MAX {
            self.many_mut(op).operands = n as u32;
        }
    }
    pub(crate) fn set_n_results(&mut self, op: Op, n: usize) {
        let few = u8::try_from(n).unwrap_or(u8::MAX);
        self.ops[op].counts.results = few;
        if few == u8::MAX {
            self.many_mut(op).results = n as u32;
        }
    }
    pub(crate) fn set_n_regions(&mut self, op: Op, n: usize) {
        let few = u8::try_from(n).map_or(MANY_REGIONS, |n| n.min(MANY_REGIONS));
        let counts = &mut self.ops[op].counts;
        counts.rest = counts.rest & !(MANY_REGIONS << REGIONS_SHIFT) | few << REGIONS_SHIFT;
        if few == MANY_REGIONS {
            self.many_mut(op).regions = n as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Body, Location, Op, OpState, Registry, op_info::UNREGISTERED};

    /// Numbers at the limits of the fields and beyond.
    #[test]
    fn large_numbers_are_kept_in_the_table() {
        let cx = Registry::new().freeze();
        let mut body = Body::new(&cx, &UNREGISTERED, Location::UNKNOWN);
        let region = body.new_region();
        body.push_region(Op::SELF, region);
        let block = body.add_block(region, &[cx.i32()]);
        let arg = body.block_args(block)[0];
        let all =
            [(0, 0, 0), (65_534, 254, 2), (65_535, 255, 3), (65_536, 256, 4), (70_000, 1, 100), (3, 1000, 1)];
        let mut ops = Vec::new();
        for (operands, results, regions) in all {
            let mut state = OpState::new(&UNREGISTERED, Location::UNKNOWN);
            state.operands = std::iter::repeat_n(arg, operands).collect();
            state.result_types = std::iter::repeat_n(cx.i64(), results).collect();
            state.regions = (0..regions).map(|_| body.new_region()).collect();
            ops.push(body.create(state));
        }
        let numbers =
            |body: &Body, op| (body.num_operands(op), body.results(op).len(), body.regions(op).len());
        for (&op, expected) in ops.iter().zip(all) {
            assert_eq!(numbers(&body, op), expected);
            assert_eq!(body.operands(op).len(), expected.0);
        }
        body.set_operands(ops[2], &[arg]);
        assert_eq!(numbers(&body, ops[2]), (1, 255, 3));
        let many = vec![arg; 80_000];
        body.set_operands(ops[0], &many);
        assert_eq!(numbers(&body, ops[0]), (80_000, 0, 0));
        assert_eq!(numbers(&body.clone(), ops[4]), all[4]);
        for op in ops {
            body.erase(op);
        }
        assert!(!body.has_uses(arg));
        assert!(body.rare.as_ref().is_none_or(|rare| rare.many.is_empty()));
    }
}
